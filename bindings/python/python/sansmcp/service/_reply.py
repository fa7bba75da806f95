"""The client's answer to a request of the server's own, while the call goes on."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Generator
from typing import TYPE_CHECKING, Any

from .._ask import Input
from .._errors import Streaming, Undeclared
from ._errors import AskFailed, MissingCapability
from ._nothing import NOTHING
from ._waiting import awaited, clock, resolve

if TYPE_CHECKING:
    from concurrent.futures import Future

    from .._engine import Out
    from .._events import Answered
    from ._context import Context

__all__ = ["Reply"]

_ASK: dict[str, Callable[[str, Any], Input]] = {
    "elicitation/create": Input.elicit,
    "sampling/createMessage": Input.create_message,
    "roots/list": Input.list_roots,
}


class Reply(Awaitable[dict[str, Any]]):
    """What `Context.request` gives: `await` it in a coroutine, `wait()` for it in a thread."""

    __module__ = "sansmcp.service"

    def __init__(self, context: Context, method: str, may_wait: bool) -> None:
        from concurrent.futures import Future

        self._context = context
        self._method = method
        self._may_wait = may_wait
        self._ticket = 0
        self._future: Future[Answered] = Future()

    def __await__(self) -> Generator[Any, Any, dict[str, Any]]:
        return self._awaited().__await__()

    def wait(self) -> dict[str, Any]:
        """Waits in this thread: that of a function that is `threaded`. Raises as `await`."""
        if not self._may_wait and not self._future.done():
            raise RuntimeError(
                "the client's answer could not be read meanwhile: declare the function with "
                "threaded=True, or make it a coroutine and await the answer"
            )
        try:
            return self._result(self._future)
        finally:
            self._end()

    async def _awaited(self) -> dict[str, Any]:
        try:
            await awaited(self._future)
        except Exception:
            if not self._future.done():
                raise
        finally:
            self._end()
        return self._result(self._future)

    def _result(self, future: Future[Answered]) -> dict[str, Any]:
        from concurrent.futures import CancelledError

        try:
            answered = future.result()
        except CancelledError:
            raise AskFailed(self._method, "the call was given up") from None
        if answered.outcome == "result" and answered.result is not None:
            return answered.result
        error = answered.error
        if answered.outcome == "expired":
            why = "no answer came in time"
        else:
            why = str(error["message"]) if error else "its answer makes no sense"
        raise AskFailed(self._method, why, error)

    # For the responder.

    @property
    def parent(self) -> int:
        """The ticket of the call."""
        return self._context.ticket

    def begin(self, params: Any, limits: dict[str, int]) -> Out:
        """Makes the request. What is wrong with it is raised where it is waited for."""
        responder, context = self._context._responder, self._context
        with responder._lock:  # its answer may come at once
            try:
                ticket, out = responder.server.request(
                    context.ticket, self._method, params, now=clock(), **limits
                )
            except Streaming:
                raise  # it is made again
            except Undeclared as error:
                needs = _needs(self._method, params)
                self._fail(MissingCapability(*needs) if needs else error)
                return NOTHING
            except Exception as error:
                self._fail(error)
                return NOTHING
            if ticket:
                self._ticket = ticket
                responder._requests[ticket] = self
            else:
                self._future.cancel()
        return out

    def answer(self, event: Answered) -> None:
        """The client has answered, or time ran out."""
        self._ticket = 0
        resolve(self._future, event)

    def give_up(self) -> None:
        """Nobody waits for it any more."""
        self._future.cancel()
        self._end()

    def _fail(self, error: BaseException) -> None:
        if self._future.set_running_or_notify_cancel():
            self._future.set_exception(error)

    def _end(self) -> None:
        """Takes it back where it was not answered."""
        ticket, self._ticket = self._ticket, 0
        responder = self._context._responder
        if ticket and responder._requests.pop(ticket, None) is not None:
            responder._abandon(ticket)
            responder.flush()


def _needs(method: str, params: Any) -> tuple[str, ...]:
    """What the client must have declared, as far as it shows."""
    try:
        return _ASK[method]("", params or {}).needs if method in _ASK else ()
    except ValueError:
        return ()  # params of no revision
