"""The answers of a service on one server: events in, outputs out."""

from __future__ import annotations

import threading
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias, Union

from .._engine import Endpoint, Out, Server
from .._errors import Error, Rejected, SealError, Short, Stale, Streaming
from .._events import (
    Answered,
    CallTool,
    Cancelled,
    Complete,
    Event,
    GetPrompt,
    Initialize,
    Listen,
    Notification,
    ReadResource,
    Request,
)
from .._hints import BadArguments
from .._respond import log
from .._step import is_in_loop, step
from ._call import Call
from ._content import Streamed
from ._context import Context
from ._errors import FAILURES, Asked, AskFailed, MissingCapability, RequestError, ToolError
from ._functions import Function
from ._nothing import NOTHING
from ._stream import flow, pour
from ._waiting import clock, resolve

if TYPE_CHECKING:
    from concurrent.futures import Future

    from .._respond import Room
    from ._reply import Reply
    from ._service import Service

__all__ = ["Answer", "Responder"]

_Answer = Union[Out, Awaitable[Out]]
Answer: TypeAlias = Union[Out, Awaitable[Out], None]
"""What a function of `Service.on` gives."""
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
        self._room: Room | None = None
        self._running: dict[int, Context] = {}
        # Of what follows.
        self._lock = threading.Lock()
        self._requests: dict[int, Reply] = {}  # those of the server's own, by their tickets
        self._streams: set[int] = set()  # the tickets of answers that are half out
        self._turns: list[Future[None]] = []  # other such answers wait for them
        self._held: list[Callable[[], Out]] = []  # what else is said once they are out
        self._lister = 0  # the thread in which a list was begun in pieces
        self._kept: dict[int, _Kept] = {}
        self._most_kept = 64
        self._handlers: dict[type[Event], Callable[[Any], _Answer]] = {
            Answered: self._answered,
            CallTool: self._call_tool,
            Cancelled: self._cancelled,
            Complete: self._complete,
            GetPrompt: self._get_prompt,
            Initialize: self._initialize,
            Listen: self._listen,
            Notification: self._notification,
            ReadResource: self._read_resource,
            Request: self._request,
        }

    def attach(self, send: Callable[[Out], object]) -> None:
        """Says how to send what comes before an answer, and answers of threads. Any thread calls
        `send`. An `Endpoint` keeps what is to be sent itself, so it may do without.
        """
        self._send = send

    def attach_room(self, room: Room) -> None:
        """Says how answers in pieces know whether there is room for more. Any thread calls it."""
        self._room = room

    def waits(self, ticket: int) -> bool:
        """True if this call waits for what the client was asked: it ends with the client."""
        with self._lock:
            return ticket in self._kept or any(
                reply.parent == ticket for reply in self._requests.values()
            )

    def over(self) -> None:
        """The client has gone, and gives no answers any more."""
        for context in list(self._running.values()):
            context.close()

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
        with suppress(Streaming):  # once that has ended
            while (out := self.server.next_output()) is not None:
                self._send(out)

    def room(self, ticket: int) -> Future[None] | None:
        """What to wait for before more of an answer is sent."""
        return None if self._room is None else self._room(ticket)

    def __call__(self, event: Event, /) -> _Answer:
        try:
            return self._handle(event)
        except Streaming:
            return self.made(lambda: self._handle_at_once(event))

    def _handle(self, event: Event) -> _Answer:
        if self._catalog.hooks and (given := self._hooked(event)) is not None:
            return given
        handler = self._handlers.get(type(event))
        return self._reply(event) if handler is None else handler(event)

    def _handle_at_once(self, event: Event) -> Out:
        given = self._handle(event)
        assert isinstance(given, Out), "functions do not raise what the engine does"
        return given

    def _hooked(self, event: Event) -> Answer:
        try:
            for kind, function in self._catalog.hooks:
                if isinstance(event, kind):
                    given = function(event, self.server)
                    if given is not None:
                        return given
        except (Stale, Streaming):
            raise
        except RequestError as error:
            return self.server.error(event.ticket, error.code, error.message, error.data)
        except Exception:
            log().exception("what was declared on %s failed", event.kind)
            with suppress(Error):  # it may need no answer
                return self.server.error(event.ticket, -32603, "Internal error")
            return NOTHING
        return None

    def _listen(self, event: Listen) -> Out:
        known = [uri for uri in event.uris if self._catalog.find_resource(uri) is not None]
        return self.server.accept(event, known)

    def updated(self, uri: str) -> None:
        """Tells all who listen to a resource that it has changed."""
        updates = self.server.updated(uri)

        def tell() -> Out:
            for out in updates:  # goes on where it was refused
                self.send(out)
            return NOTHING

        self.made(tell)

    def end_listens(self) -> int:
        """Ends what clients listen to, and says how much that was."""
        listens = self.server.listens()
        for listen in listens:
            with suppress(Stale):  # it has ended since
                self.server.end_listen(listen)
        self.flush()
        return len(listens)

    def _reply(self, event: Event) -> Out:
        try:
            return self.server.reply(event)
        except Short:
            self._lister = threading.get_ident()
            return self.server.begin_reply(event)  # the rest is due by itself

    # What cannot be said while an answer in pieces is half out.

    def made(self, make: Callable[[], Out]) -> Out:
        """What `make` gives; nothing where that raises `Streaming`: it is called again, and what it
        gives then is sent.
        """
        while True:
            try:
                return make()
            except Streaming:
                pass
            with self._lock:
                if self._streams:
                    self._held.append(make)
                    return NOTHING
            self._wait_for_list()

    def _wait_for_list(self) -> None:
        """A list of the engine's own leaves in pieces, which the thread that reads takes at once.
        """
        if threading.get_ident() == self._lister:
            raise Streaming("the rest of a list is to be sent first: next_output has it")
        time.sleep(0.001)

    def _turn(self) -> Future[None] | None:
        """What another answer in pieces waits for; called under the lock."""
        from concurrent.futures import Future

        if not self._streams:
            return None
        turn: Future[None] = Future()
        self._turns.append(turn)
        return turn

    def _streamed(self, ticket: int) -> None:
        """An answer in pieces is out: says what was held back."""
        with self._lock:
            self._streams.discard(ticket)
            held, self._held = self._held, []
            turns, self._turns = self._turns, []
        for make in held:
            try:
                self.send(self.made(make))
            except Stale:
                pass  # given up meanwhile
            except Exception:
                log().exception("something was not said after an answer in pieces")
        for turn in turns:
            resolve(turn)
        self.flush()

    def _initialize(self, event: Initialize) -> Out:
        if not isinstance(self.server, Endpoint):  # which has many clients
            self.client_info = event.client_info
        return self._reply(event)

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
                value = function.function(**arguments)
            except FAILURES as error:
                return self._failed(function, event, error)
            return self._give(function, event, value)
        context = Context(self, event, failed, may_wait=function.is_threaded)
        try:
            if event.request_state is not None:
                _ = context.carried  # one that is not ours is refused before anything is done
        except Exception as error:
            return self._failed(function, event, error)
        arguments |= dict.fromkeys(function.contexts, context)
        return self.service.runner.run(Call(self, function, context, arguments))

    def _give(self, function: Function[Any], event: Event, value: Any) -> _Answer:
        """Answers with what a function returned."""
        if type(value) is not Streamed:
            return self._write(function, event, value)
        if not is_in_loop():
            return pour(self, function, event, value)
        stepped = step(flow(self, function, event, value))
        return stepped[0] if isinstance(stepped, tuple) else stepped

    def _write(self, function: Function[Any], event: Event, value: Any) -> Out:
        try:
            return function.write(self.server, event, value)
        except Streaming:
            return self.made(lambda: self._write_again(function, event, value))
        except Exception as error:
            return self._failed(function, event, error)

    def _write_again(self, function: Function[Any], event: Event, value: Any) -> Out:
        try:
            return function.write(self.server, event, value)
        except Streaming:
            raise
        except Exception as error:
            return self._failed(function, event, error)

    def _log_failed(self, function: Function[Any], event: Event, error: BaseException) -> None:
        # Of a notification nobody else is told.
        if isinstance(event, Notification) or not isinstance(error, _MEANT):
            log().error("%s failed", function.signature.name, exc_info=error)

    def _failed(self, function: Function[Any], event: Event, error: BaseException) -> Out:
        self._log_failed(function, event, error)
        return self.made(lambda: self._fail(function, event, error))

    def _fail(self, function: Function[Any], event: Event, error: BaseException) -> Out:
        try:
            if isinstance(error, SealError):
                return self.server.error(event.ticket, error.code, error.answer)
            return function.fail(self.server, event, error)
        except Stale:
            return NOTHING  # given up meanwhile
        except Streaming:
            raise  # it is made again
        except Exception as failed:
            if not isinstance(event, Notification):
                log().error("%s was not answered", event.method, exc_info=failed)
                with suppress(Error):
                    return self.server.error(event.ticket, -32603, "Internal error")
            return NOTHING

    def _ask(self, function: Function[Any], context: Context, asked: Asked) -> Out:
        return self.made(lambda: self._ask_now(function, context, asked))

    def _ask_now(self, function: Function[Any], context: Context, asked: Asked) -> Out:
        event, inputs = context.event, asked.inputs
        state = self.service._states.seal(event, context.carried)
        try:
            out = self.server.ask(
                event, inputs, state, now=clock(), **self.service._ask_limits
            )
        except Streaming:
            raise
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
        with self._lock:
            reply = self._requests.pop(event.ticket, None)
        if reply is not None:
            reply.answer(event)
            return NOTHING
        kept = self._kept.pop(event.parent, None)
        if kept is None:
            return self.server.reply(event)
        try:
            again = self.server.resume(event, kept.text, now=clock(), **self.service._ask_limits)
        except Rejected as error:
            why = str(event.error["message"]) if event.error else str(error)
            return self._again(kept.event, AskFailed(kept.keys[0], why))
        except Stale:
            return NOTHING
        except Streaming:
            self._kept[event.parent] = kept
            raise  # the next question: it is asked later
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
