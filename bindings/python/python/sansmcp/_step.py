"""A coroutine's first step, made at once: most handlers end with it and need no task."""

from __future__ import annotations

import sys
from collections.abc import Awaitable, Coroutine, Generator
from contextvars import Context, copy_context
from typing import TYPE_CHECKING, Any, Generic, TypeVar, Union

if TYPE_CHECKING:
    import asyncio

__all__ = ["Rest", "is_in_loop", "running_loop", "step"]

T = TypeVar("T")


def step(coroutine: Coroutine[Any, Any, T]) -> Union[tuple[T], Awaitable[T]]:
    """What the coroutine returns, in a tuple, if it ends without waiting; else what is left of it.

    Under asyncio the first step has a task and a context of its own, as it would have in a task,
    and what is left is that task: cancel it to stop the coroutine. Under trio the coroutine comes
    back as it was. Without a loop, what is left is for the caller to drive.
    """
    loop = running_loop()
    if loop is not None:
        from ._step_asyncio import step_in_task

        return step_in_task(loop, coroutine)
    if _is_in_trio():
        return coroutine
    context = copy_context()
    try:
        waits_for = context.run(coroutine.send, None)
    except StopIteration as end:
        return (end.value,)
    return Rest(coroutine, waits_for, context)


def running_loop() -> Union[asyncio.AbstractEventLoop, None]:
    """The loop of asyncio that runs in this thread."""
    # Who has not imported it has no loop of it.
    events = sys.modules.get("asyncio.events")
    loop: Union[asyncio.AbstractEventLoop, None] = None
    return loop if events is None else events._get_running_loop()


def is_in_loop() -> bool:
    """True in an event loop, which must not be kept waiting."""
    return running_loop() is not None or _is_in_trio()


def _is_in_trio() -> bool:
    trio = sys.modules.get("trio")
    return trio is not None and bool(trio.lowlevel.in_trio_task())


class Rest(Generic[T], Awaitable[T]):
    """A coroutine after its first step: what it waits for goes to whoever awaits this."""

    def __init__(self, coroutine: Coroutine[Any, Any, T], waits_for: Any, context: Context) -> None:
        self._coroutine = coroutine
        self._waits_for = waits_for
        self._context = context

    def __await__(self) -> Generator[Any, Any, T]:
        run, coroutine, waits_for = self._context.run, self._coroutine, self._waits_for
        try:
            while True:
                try:
                    value = yield waits_for
                except GeneratorExit:
                    self.close()
                    raise
                except BaseException as error:
                    waits_for = run(coroutine.throw, error)
                else:
                    waits_for = run(coroutine.send, value)
        except StopIteration as end:
            result: T = end.value
            return result

    def close(self) -> None:
        """Ends the coroutine where it waits."""
        self._context.run(self._coroutine.close)
