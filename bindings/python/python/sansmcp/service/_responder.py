"""The answers of a service on one server: events in, outputs out."""

from __future__ import annotations

import logging
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Union

from .._engine import Endpoint, Out, Server
from .._errors import Error, Rejected, SealError, Stale
from .._events import (
    Answered,
    CallTool,
    Cancelled,
    Complete,
    Event,
    GetPrompt,
    Initialize,
    Notification,
    ReadResource,
    Request,
)
from .._hints import BadArguments
from ._call import Call
from ._context import Context
from ._errors import Asked, AskFailed, MissingCapability, RequestError, ToolError
from ._functions import Function
from ._nothing import NOTHING
from ._state import Carried

if TYPE_CHECKING:
    from ._service import Service

__all__ = ["Responder"]

_log = logging.getLogger("sansmcp")
_Answer = Union[Out, Awaitable[Out]]
# What a peer is told of is no news to its author.
_MEANT = (BadArguments, MissingCapability, RequestError, SealError, Stale, ToolError)


@dataclass
class _Kept:
    """A call that waits for an answer, in a revision before 2026-07-28."""

    event: Event
    function: Function[Any]
    keys: tuple[str, ...]
    """Of the questions that are still to be answered; the first is out."""
    text: bytes = b""


class Responder:
    """Answers the events of one `Server`, or of an `Endpoint`: what `sansmcp.asgi` and
    `sansmcp.stdio` take as `respond`.

    Called with an event it gives its output; where a function waits, what is to be awaited for it;
    where a thread works, an empty output, and the answer goes the way that `attach` names. A call
    that the client gave up ends without output and without an exception.
    """

    __module__ = "sansmcp.service"

    def __init__(self, service: Service, server: Server) -> None:
        self.service: Service = service
        self.server: Server = server
        self._catalog = service._catalog
        self.client_info: dict[str, Any] | None = None
        self._send: Callable[[Out], object] | None = None
        self._running: dict[int, Context] = {}
        self._kept: dict[int, _Kept] = {}
        self._most_kept = 64
        self._handlers: dict[type[Event], Callable[[Any], _Answer]] = {
            Answered: self._answered,
            CallTool: self._call_tool,
            Cancelled: self._cancelled,
            Complete: self._complete,
            GetPrompt: self._get_prompt,
            Initialize: self._initialize,
            Notification: self._notification,
            ReadResource: self._read_resource,
            Request: self._request,
        }

    def attach(self, send: Callable[[Out], object]) -> None:
        """Says how to send what comes before an answer, and answers of threads. Any thread calls
        `send`. An `Endpoint` keeps what is to be sent itself, so it may do without.
        """
        self._send = send

    def send(self, out: Out) -> None:
        """Sends what was made outside of an answer."""
        if not out:
            return
        if self._send is not None:
            self._send(out)
        elif not isinstance(self.server, Endpoint):
            raise RuntimeError(
                "progress, log messages and answers of threads have no way out: "
                "call `attach` of the responder with a function that sends them"
            )

    def flush(self) -> None:
        """Sends what is due by itself, such as changes of lists, if there is a way."""
        if self._send is None:
            return
        if isinstance(self.server, Endpoint):
            self._send(NOTHING)  # it takes what the endpoint has
            return
        while (out := self.server.next_output()) is not None:
            self._send(out)

    def __call__(self, event: Event, /) -> _Answer:
        handler = self._handlers.get(type(event))
        return self.server.reply(event) if handler is None else handler(event)

    def _initialize(self, event: Initialize) -> Out:
        if not isinstance(self.server, Endpoint):  # which has many clients
            self.client_info = event.client_info
        return self.server.reply(event)

    def _call_tool(self, event: CallTool) -> _Answer:
        tool = self._catalog.tools.get(event.name)
        if tool is None:
            return self.server.reply(event)
        return self._run(tool, event)

    def _read_resource(self, event: ReadResource) -> _Answer:
        found = self._catalog.find_resource(event.uri)
        if found is None:
            return self.server.reply(event)
        return self._run(found[0], event, found[1])

    def _get_prompt(self, event: GetPrompt) -> _Answer:
        prompt = self._catalog.prompts.get(event.name)
        return self.server.reply(event) if prompt is None else self._run(prompt, event)

    def _complete(self, event: Complete) -> _Answer:
        function = self._catalog.find_completion(event)
        if function is not None:
            return self._run(function, event)
        choices = self._catalog.choices(event)
        if choices is None:
            return self.server.reply(event)
        completion = self.server.completion(event.ticket)
        for text in choices:
            completion.value(text)
        return completion.end()

    def _request(self, event: Request) -> _Answer:
        function = self._catalog.requests.get(event.method)
        return self.server.reply(event) if function is None else self._run(function, event)

    def _notification(self, event: Notification) -> _Answer:
        function = self._catalog.notifications.get(event.method)
        return self.server.reply(event) if function is None else self._run(function, event)

    def _cancelled(self, event: Cancelled) -> Out:
        out = self.server.reply(event)
        context = self._running.get(event.ticket)
        if context is not None:
            context.cancel()
        if self._kept.pop(event.ticket, None) is not None:
            self._abandon(event.ticket)
        return out

    def _run(
        self,
        function: Function[Any],
        event: Event,
        texts: dict[str, str] | None = None,
        failed: AskFailed | None = None,
    ) -> _Answer:
        try:
            if texts is None:
                arguments = function.read(event)
            else:
                arguments = function.signature.bind_texts(texts)
        except Exception as error:
            return self._failed(function, event, error)
        if function.is_plain:
            try:
                return function.write(self.server, event, function.function(**arguments))
            except Exception as error:
                return self._failed(function, event, error)
        context = Context(self, event, failed)
        try:
            if event.request_state is not None:
                _ = context.carried  # one that is not ours is refused before anything is done
        except Exception as error:
            return self._failed(function, event, error)
        arguments |= dict.fromkeys(function.contexts, context)
        return self.service.runner.run(Call(self, function, context, arguments))

    def _failed(self, function: Function[Any], event: Event, error: Exception) -> Out:
        # Of a notification nobody else is told.
        if isinstance(event, Notification) or not isinstance(error, _MEANT):
            _log.error("%s failed", function.signature.name, exc_info=error)
        try:
            if isinstance(error, SealError):
                return self.server.error(event.ticket, error.code, error.answer)
            return function.fail(self.server, event, error)
        except Stale:
            return NOTHING  # given up meanwhile
        except Error as failed:
            if not isinstance(event, Notification):
                _log.error("%s was not answered", event.method, exc_info=failed)
                with suppress(Error):
                    return self.server.error(event.ticket, -32603, "Internal error")
            return NOTHING

    def _ask(self, function: Function[Any], context: Context, asked: Asked) -> Out:
        event, inputs = context.request, asked.inputs
        state = self.service._states.seal(event, context.carried)
        try:
            out = self.server.ask(
                event, inputs, state, now=now(), **self.service._ask_limits
            )
        except Exception as error:
            return self._failed(function, event, error)
        self._keep(_Kept(event, function, tuple(wanted.key for wanted in inputs)), out)
        return out

    def _keep(self, kept: _Kept, out: Out) -> None:
        if not out.keep:
            return
        kept.text = out.keep
        self._kept[kept.event.ticket] = kept
        if len(self._kept) > self._most_kept:
            # The calls of sessions that have ended are nobody's any more.
            still_open = set(self.server.open())
            self._kept = {ticket: it for ticket, it in self._kept.items() if ticket in still_open}
            self._most_kept = max(64, 2 * len(self._kept))

    def _answered(self, event: Answered) -> _Answer:
        kept = self._kept.pop(event.parent, None)
        if kept is None:
            return self.server.reply(event)
        try:
            again = self.server.resume(event, kept.text, now=now(), **self.service._ask_limits)
        except Rejected as error:
            why = str(event.error["message"]) if event.error else str(error)
            return self._again(kept.event, AskFailed(kept.keys[0], why))
        except Stale:
            return NOTHING
        except Error as error:
            return self._failed(kept.function, kept.event, error)
        if not isinstance(again, Out):
            return self._again(again)
        kept.keys = kept.keys[1:]
        self._keep(kept, again)
        return again

    def _again(self, event: Event, failed: AskFailed | None = None) -> _Answer:
        """Runs a function again, with the answers, or without the one that is missing."""
        match event:
            case CallTool() if (tool := self._catalog.tools.get(event.name)) is not None:
                return self._run(tool, event, failed=failed)
            case GetPrompt() if (prompt := self._catalog.prompts.get(event.name)) is not None:
                return self._run(prompt, event, failed=failed)
            case ReadResource() if (found := self._catalog.find_resource(event.uri)) is not None:
                return self._run(found[0], event, found[1], failed)
            case _:
                return self.server.reply(event)

    def _abandon(self, ticket: int) -> None:
        with suppress(Error):  # its host may have done so
            self.server.abandon(ticket)


def now() -> int:
    """The time of the engine's deadlines."""
    return time.monotonic_ns() // 1_000_000
