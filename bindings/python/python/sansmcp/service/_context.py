"""What a function sees of the call that it serves."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeVar, overload

from .._engine import Endpoint, RawJson, Server
from .._errors import Stale
from .._events import Event
from .._ask import Input
from .._respond import log
from ._errors import Asked, AskFailed, MissingCapability
from ._forms import Elicited, form_of
from ._reply import Reply
from ._state import Carried

T = TypeVar("T")

if TYPE_CHECKING:
    from .._engine import Out
    from ..client._policy import Level
    from ._responder import Responder

__all__ = ["Context"]


class Context:
    """The call that a function serves: a parameter with this hint is given it.

    None of its methods waits, so none is awaited but what `request` gives; functions and coroutines
    use them alike, also from other threads.
    """

    __module__ = "sansmcp.service"

    def __init__(
        self,
        responder: Responder,
        event: Event,
        failed: AskFailed | None = None,
        *,
        may_wait: bool = False,
    ) -> None:
        self._responder = responder
        self._event = event
        self._failed = failed
        self._carried: Carried | None = None
        self._is_cancelled = False
        self._on_cancel: list[Callable[[], object]] = []
        self._may_wait = may_wait
        self._replies: list[Reply] = []

    @property
    def event(self) -> Event:
        """The event of the call."""
        return self._event

    @property
    def server(self) -> Server:
        """The engine that it came by, for what is not said here; over HTTP an `Endpoint`."""
        return self._responder.server

    @property
    def ticket(self) -> int:
        """Names the call in the engine."""
        return self._event.ticket

    @property
    def revision(self) -> str:
        """The revision it is served in, such as `2025-11-25`."""
        return self._event.revision

    @property
    def client(self) -> dict[str, Any] | None:
        """The client's name and version, as far as it is known."""
        return self._event.client_info or self._responder.client_info

    @property
    def state(self) -> Any:
        """What the lifespan of the service gave."""
        return self._responder.service.state

    def can(self, capability: str) -> bool:
        """True if the client declared this, such as `elicitation.form`, `sampling`, `roots`."""
        return capability in self._event.capabilities

    def progress(
        self, progress: float, total: float | None = None, message: str | None = None
    ) -> None:
        """Tells how far the call has come, if the client wants to know."""
        server = self._responder.server
        self._say(lambda: server.progress(self.ticket, progress, total, message))

    def log(self, level: Level, data: object, *, logger: str | None = None) -> None:
        """Tells the client what goes on, if it wants to know: a text, or any value of JSON."""
        server = self._responder.server
        self._say(lambda: server.log(level, data, logger=logger, ticket=self.ticket))

    def notify(self, method: str, params: Mapping[str, object] | RawJson | None = None) -> None:
        """Sends a notification of your own on the way of this call."""
        server = self._responder.server
        self._say(lambda: server.notify(method, params, ticket=self.ticket))

    def _say(self, make: Callable[[], Out]) -> None:
        with suppress(Stale):  # given up meanwhile
            self._responder.send(self._responder.made(make))

    def put_off(self, retry_ms: int) -> None:
        """Ends the stream of events that the client waits on, and has it come back for the answer
        after so many milliseconds: over HTTP in 2025-11-25, with `replay`. Elsewhere it does
        nothing.
        """
        server = self._responder.server
        if isinstance(server, Endpoint):
            with suppress(Stale):
                server.put_off(self.ticket, retry_ms)
            self._responder.flush()

    def request(
        self,
        method: str,
        params: Mapping[str, object] | RawJson | None = None,
        *,
        idle_ms: int | None = None,
        hard_ms: int | None = None,
    ) -> Reply:
        """Sends a request of the server's own within the call, before 2026-07-28: its result is to
        be awaited, or waited for (`Reply.wait`) in a function that is `threaded`.

        Prefer `ask` and its like, which work in every revision. `idle_ms`, `hard_ms`: how long the
        client may take since it was heard of, and in all; those of the service if not said.

        The answer raises `AskFailed` where the client gave an error, came too late or gave the call
        up; `UseAsk` from 2026-07-28 on; `MissingCapability` for what the client did not declare;
        else as `Server.request`.
        """
        responder = self._responder
        if self.ticket in responder._streams:
            raise RuntimeError("a request has to come before the first piece of the answer")
        limits = dict(responder.service._ask_limits)
        limits |= {} if idle_ms is None else {"idle_ms": idle_ms}
        limits |= {} if hard_ms is None else {"hard_ms": hard_ms}
        reply = Reply(self, method, self._may_wait)
        self._replies.append(reply)
        out = responder.made(lambda: reply.begin(params, limits))
        responder.send(out)
        return reply

    @property
    def is_cancelled(self) -> bool:
        """True once nobody waits for the call any more: end its work."""
        return self._is_cancelled or self._responder.server.is_cancelled(self.ticket)

    def on_cancel(self, callback: Callable[[], object]) -> None:
        """Calls `callback` once, when the client gives the call up; at once if it has.

        It runs in the thread that reads the client's messages.
        """
        self._on_cancel.append(callback)
        if self.is_cancelled:
            self.cancel()

    def cancel(self) -> None:
        """Does what is to be done when the client gives the call up."""
        self._is_cancelled = True
        self.close()
        while self._on_cancel:
            callback = self._on_cancel.pop()
            try:
                callback()
            except Exception:
                log().exception("a callback of a cancelled call failed")

    def close(self) -> None:
        """Nobody waits any more for what the client was asked in the course of the call."""
        while self._replies:
            self._replies.pop().give_up()

    @property
    def request_state(self) -> Any:
        """What this call has to know when it runs again: any value of JSON, `None` at first.

        It goes out with the next question, and is here again once the function begins anew with
        the answer. The client can read it from 2026-07-28 on, but not change it.
        """
        return self.carried.state

    @request_state.setter
    def request_state(self, value: Any) -> None:
        self.carried.state = value

    @property
    def carried(self) -> Carried:
        """The answers that came so far, and the state."""
        if self._carried is None:
            self._carried = self._responder.service._states.open(self._event)
        return self._carried

    def ask(self, *inputs: Input) -> dict[str, Any]:
        """Asks the client, all at once, and gives the answers by their keys, as they came.

        **The function runs again from its start once the answers are there**, in all revisions;
        then this call returns at once. So what must not be done twice is done behind it, keys are
        the same in each run, and each stands for one question. The run before ends here, with an
        exception that is not to be caught (it is no `Exception`).

        Raises `MissingCapability` if the client did not declare that it can be asked this,
        `AskFailed` if it did not answer.
        """
        answers = self.carried.answers
        missing = tuple(wanted for wanted in inputs if wanted.key not in answers)
        if not missing:
            return {wanted.key: answers[wanted.key] for wanted in inputs}
        failed = self._failed
        if failed is not None and any(wanted.key == failed.key for wanted in missing):
            raise failed
        needs = dict.fromkeys(need for wanted in missing for need in wanted.needs)
        if not all(map(self.can, needs)):
            raise MissingCapability(*needs)
        raise Asked(missing)

    @overload
    def elicit(self, key: str, message: str, form: type[T], /) -> Elicited[T]: ...
    @overload
    def elicit(
        self, key: str, message: str, form: Mapping[str, object] | RawJson | None = None, /
    ) -> Elicited[dict[str, Any]]: ...
    def elicit(
        self,
        key: str,
        message: str,
        form: Mapping[str, object] | RawJson | type | None = None,
        /,
    ) -> Elicited[Any]:
        """Asks the user to fill in a form, or, without one, for consent. From 2025-06-18 on.

        `form`: a dataclass or a `TypedDict` whose fields are texts, numbers, truth values or
        choices among texts, or the JSON Schema of one. Raises as `ask` does, and `AskFailed` for
        an answer that does not fit.
        """
        wanted = form_of(form)
        params = {"message": message, "requestedSchema": wanted.schema}
        return wanted.answered(key, self._one(Input.elicit(key, params)))

    def elicit_url(
        self, key: str, message: str, url: str, /, *, elicitation_id: str | None = None
    ) -> Elicited[None]:
        """Asks the user to visit a page. From 2025-11-25 on.

        `elicitation_id`: names it in 2025-11-25, which demands one; there `notify` tells of its end
        with `notifications/elicitation/complete`.
        """
        params = {"mode": "url", "message": message, "url": url}
        params["elicitationId"] = elicitation_id or key
        answer = form_of(None).answered(key, self._one(Input.elicit(key, params)))
        return Elicited(answer.action, None)

    def sample(
        self, key: str, messages: list[dict[str, Any]], *, max_tokens: int, **more: object
    ) -> dict[str, Any]:
        """Asks the client's model: `role`, `content`, `model`, `stopReason`.

        `more`: other params of `sampling/createMessage`, by their names in the protocol.
        """
        params: dict[str, object] = {"messages": messages, "maxTokens": max_tokens, **more}
        return self._one(Input.create_message(key, params))

    def roots(self, key: str = "roots") -> list[dict[str, Any]]:
        """Asks for the client's roots, each with `uri` and perhaps `name`."""
        found = self._one(Input.list_roots(key)).get("roots")
        return found if isinstance(found, list) else []

    def _one(self, wanted: Input) -> dict[str, Any]:
        answer: dict[str, Any] = self.ask(wanted)[wanted.key]
        return answer
