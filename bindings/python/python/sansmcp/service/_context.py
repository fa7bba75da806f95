"""What a function sees of the call that it serves."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeVar, overload

from .._engine import RawJson
from .._errors import Stale
from .._events import Event
from .._ask import Input
from ._errors import Asked, AskFailed, MissingCapability
from ._forms import Elicited, form_of
from ._state import Carried

T = TypeVar("T")
_log = logging.getLogger("sansmcp")

if TYPE_CHECKING:
    from ..client._policy import Level
    from ._responder import Responder

__all__ = ["Context"]


class Context:
    """The call that a function serves: a parameter with this hint is given it.

    None of its methods waits, so none is awaited; functions and coroutines use them alike, also
    from other threads.
    """

    __module__ = "sansmcp.service"

    def __init__(self, responder: Responder, event: Event, failed: AskFailed | None = None) -> None:
        self._responder = responder
        self._event = event
        self._failed = failed
        self._carried: Carried | None = None
        self._is_cancelled = False
        self._on_cancel: list[Callable[[], object]] = []

    @property
    def request(self) -> Event:
        """The event of the call."""
        return self._event

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
        with suppress(Stale):  # given up meanwhile
            self._responder.send(server.progress(self.ticket, progress, total, message))

    def log(self, level: Level, data: object, *, logger: str | None = None) -> None:
        """Tells the client what goes on, if it wants to know: a text, or any value of JSON."""
        server = self._responder.server
        with suppress(Stale):
            self._responder.send(server.log(level, data, logger=logger, ticket=self.ticket))

    def notify(self, method: str, params: Mapping[str, object] | RawJson | None = None) -> None:
        """Sends a notification of your own on the way of this call."""
        server = self._responder.server
        with suppress(Stale):
            self._responder.send(server.notify(method, params, ticket=self.ticket))

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
        while self._on_cancel:
            callback = self._on_cancel.pop()
            try:
                callback()
            except Exception:
                _log.exception("a callback of a cancelled call failed")

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

        Raises `Undeclared` if the client did not declare that it can be asked this, `AskFailed` if
        it did not answer.
        """
        answers = self.carried.answers
        missing = tuple(wanted for wanted in inputs if wanted.key not in answers)
        if not missing:
            return {wanted.key: answers[wanted.key] for wanted in inputs}
        failed = self._failed
        if failed is not None and any(wanted.key == failed.key for wanted in missing):
            raise failed
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
        if not self.can("elicitation.form"):
            raise MissingCapability("elicitation.form")
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
        if not self.can("elicitation.url"):
            raise MissingCapability("elicitation.url")
        params = {"mode": "url", "message": message, "url": url}
        if self.revision < "2026-07-28":
            params["elicitationId"] = elicitation_id or key
        answer = form_of(None).answered(key, self._one(Input.elicit(key, params)))
        return Elicited(answer.action, None)

    def sample(
        self, key: str, messages: list[dict[str, Any]], *, max_tokens: int, **more: object
    ) -> dict[str, Any]:
        """Asks the client's model: `role`, `content`, `model`, `stopReason`.

        `more`: other params of `sampling/createMessage`, by their names in the protocol.
        """
        if not self.can("sampling"):
            raise MissingCapability("sampling")
        params: dict[str, object] = {"messages": messages, "maxTokens": max_tokens, **more}
        return self._one(Input.create_message(key, params))

    def roots(self, key: str = "roots") -> list[dict[str, Any]]:
        """Asks for the client's roots, each with `uri` and perhaps `name`."""
        if not self.can("roots"):
            raise MissingCapability("roots")
        found = self._one(Input.list_roots(key)).get("roots")
        return found if isinstance(found, list) else []

    def _one(self, wanted: Input) -> dict[str, Any]:
        answer: dict[str, Any] = self.ask(wanted)[wanted.key]
        return answer
