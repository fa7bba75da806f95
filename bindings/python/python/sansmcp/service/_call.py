"""One run of a function that takes more than a call: a context, a thread, or time."""

from __future__ import annotations

import builtins
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, Union

from .._engine import Out
from ._content import Streamed
from ._context import Context
from ._errors import FAILURES, Asked
from ._functions import Function
from ._nothing import NOTHING
from ._stream import pour

if TYPE_CHECKING:
    from ._responder import Responder

__all__ = ["Call"]


class Call:
    """A call that a `Runner` runs: with `now`, or with `wait` where it `is_async`."""

    __module__ = "sansmcp.service"

    def __init__(
        self,
        responder: Responder,
        function: Function[Any],
        context: Context,
        arguments: dict[str, Any],
    ) -> None:
        self._responder = responder
        self._function = function
        self._arguments = arguments
        self.context: Context = context
        self.is_async: bool = function.is_async
        self.is_threaded: bool = function.is_threaded
        if (self.is_async or self.is_threaded) and context.ticket:
            responder._running[context.ticket] = context

    nothing: Out = NOTHING
    """The output of a call that the client gave up."""

    def send(self, out: Out) -> None:
        """Sends what was made where nobody waits for it."""
        self._responder.send(out)

    def now(self) -> Out:
        """Runs the function. Never raises what is an `Exception`. Where its answer leaves in
        pieces, it waits until they are out.
        """
        given = self._run(pour)
        assert isinstance(given, Out)
        return given

    def here(self) -> Union[Out, Awaitable[Out]]:
        """As `now`, but in an event loop gives what is to be awaited where its answer leaves in
        pieces.
        """
        return self._run(None)

    def _run(self, way: Callable[..., Out] | None) -> Union[Out, Awaitable[Out]]:
        function, context, responder = self._function, self.context, self._responder
        try:
            value = function.function(**self._arguments)
            if way is not None and type(value) is Streamed:
                return way(responder, function, context.event, value)
            return responder._give(function, context.event, value)
        except Asked as asked:
            return responder._ask(function, context, asked)
        except BaseException as error:
            # Of a thread nobody else learns it.
            if not (isinstance(error, FAILURES) or self.is_threaded):
                raise
            return responder._failed(function, context.event, error)
        finally:
            self._is_over()

    async def wait(self) -> Out:
        """Runs the coroutine. If it is cancelled because the client gave the call up, it ends with
        an empty output.
        """
        function, context = self._function, self.context
        try:
            value = await function.function(**self._arguments)
            given = self._responder._give(function, context.event, value)
            return given if isinstance(given, Out) else await given
        except Asked as asked:
            return self._responder._ask(function, context, asked)
        except FAILURES as error:
            return self._responder._failed(function, context.event, error)
        except GeneratorExit:
            raise
        except BaseException as error:
            several = _asked_in(error)
            if several is not None:
                return self._responder._ask(function, context, several)
            if not context.is_cancelled:
                raise
            self.give_up()
            return NOTHING
        finally:
            self._is_over()

    def give_up(self) -> None:
        """Ends the call without an answer, and without running it if it has not begun."""
        self._responder._abandon(self.context.ticket)
        self._is_over()

    def _is_over(self) -> None:
        self._responder._running.pop(self.context.ticket, None)
        self.context.close()


def _asked_in(error: BaseException) -> Asked | None:
    """All that was asked in a group of tasks, if that is why it ended."""
    # From Python 3.11 on.
    group: Any = getattr(builtins, "BaseExceptionGroup", ())
    if not isinstance(error, group):
        return None
    asked, others = error.split(Asked)
    if asked is None or others is not None:
        return None
    inputs = {wanted.key: wanted for one in _leaves(asked) for wanted in one.inputs}
    return Asked(tuple(inputs.values()))


def _leaves(group: Any) -> list[Asked]:
    found: list[Asked] = []
    for error in group.exceptions:
        found += [error] if isinstance(error, Asked) else _leaves(error)
    return found
