"""The first step under asyncio.

What asks for the current task (`asyncio.timeout`, task groups) has to find the task that goes on
with the coroutine, and what sets a context variable must not set it for the caller. Python 3.12 has
tasks that begin at once. Before, a task is kept ready that only works if the coroutine waits.
"""

from __future__ import annotations

import asyncio
import sys
import threading
from asyncio.tasks import _enter_task, _leave_task, _register_task, _unregister_task
from collections.abc import Awaitable, Callable, Coroutine
from contextvars import copy_context
from types import TracebackType
from typing import Any, TypeVar, Union

__all__ = ["step_in_task"]

T = TypeVar("T")


def step_in_task(
    loop: asyncio.AbstractEventLoop, coroutine: Coroutine[Any, Any, T]
) -> Union[tuple[T], Awaitable[T]]:
    """As `step`, on a loop that runs."""
    if sys.version_info >= (3, 12):
        task = asyncio.Task(coroutine, loop=loop, eager_start=True)
        return (task.result(),) if task.done() else task
    seat = _ready.seat
    if seat is None or seat.loop is not loop or not seat.is_free():
        seat = _Seat(loop)
    _ready.seat = None  # the coroutine may step others
    task, context = seat.task, copy_context()
    outer = asyncio.current_task(loop)
    if outer is not None:
        _leave_task(loop, outer)
    _enter_task(loop, task)
    try:
        seat.begin(coroutine, context.run, context.run(coroutine.send, None))
    except StopIteration as end:
        if not seat.is_free():  # cancelled in this step, too late for an await to tell it
            raise asyncio.CancelledError from None
        _ready.seat = seat
        return (end.value,)
    except BaseException:
        _ready.seat = seat
        raise
    finally:
        _leave_task(loop, task)
        if outer is not None:
            _enter_task(loop, outer)
    return task


class _Ready(threading.local):
    """The task that is kept ready, of the loop that ran last in this thread."""

    seat: Union[_Seat, None] = None


class _Seat(Coroutine[Any, Any, Any]):
    """The coroutine of a task that is kept ready: once another has begun here, it goes on as it."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self._work: Union[Coroutine[Any, Any, Any], None] = None
        self._waits_for: Any = None
        self._is_waiting = False  # for what the work waits for; told when the task runs next
        self._gate: asyncio.Future[None] = loop.create_future()
        self.task: asyncio.Task[Any] = loop.create_task(self)
        # Nobody has to know of it, or wait for it, before it works.
        self.task._log_destroy_pending = False  # type: ignore[attr-defined]
        _unregister_task(self.task)

    def is_free(self) -> bool:
        """True if it can be used: nothing has begun here, and nobody cancelled it."""
        task: Any = self.task
        return not (self._gate.done() or task._must_cancel)

    def begin(
        self, work: Coroutine[Any, Any, Any], run: Callable[..., Any], waits_for: Any
    ) -> None:
        """Goes on with what has made its first step, by `run`, and waits for this."""
        self._run = run
        self._waits_for = waits_for
        self._work = work
        self._is_waiting = True
        _register_task(self.task)
        if not self._gate.done():
            self._gate.set_result(None)

    def send(self, value: Any, /) -> Any:
        if self._work is None:
            return next(self._gate.__await__())
        if self._is_waiting:
            self._is_waiting = False
            return self._waits_for
        return self._run(self._work.send, value)

    def throw(
        self,
        error: Any,
        value: Union[BaseException, object] = None,
        traceback: Union[TracebackType, None] = None,
        /,
    ) -> Any:
        if self._work is None:
            raise error
        self._is_waiting = False
        return self._run(self._work.throw, error)

    def close(self) -> None:
        if self._work is not None:
            self._run(self._work.close)

    def __await__(self) -> Any:
        raise TypeError("only its task drives it")


_ready = _Ready()
