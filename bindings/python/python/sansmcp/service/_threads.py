"""Threads that work for calls, and that do not keep a program from its end."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextvars import copy_context
from queue import SimpleQueue
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from concurrent.futures import Future

__all__ = ["Threads"]

T = TypeVar("T")


class Threads:
    """At most so many, begun when they are needed. What one is asked too much waits."""

    def __init__(self, most: int) -> None:
        if most < 1:
            raise ValueError(f"there must be one thread at least, not {most}")
        self._most = most
        self._lock = threading.Lock()
        self._begun = 0
        self._idle = 0
        self._work: SimpleQueue[Callable[[], None]] = SimpleQueue()

    def submit(self, function: Callable[[], T]) -> Future[T]:
        """Runs a function in a thread, in a copy of this thread's context."""
        from concurrent.futures import Future

        future: Future[T] = Future()
        run = copy_context().run

        def work() -> None:
            if not future.set_running_or_notify_cancel():
                return
            try:
                future.set_result(run(function))
            except BaseException as error:
                future.set_exception(error)

        with self._lock:
            if self._idle:
                self._idle -= 1  # it is on its way to take this
            elif self._begun < self._most:
                self._begun += 1
                name = f"sansmcp-{self._begun}"
                threading.Thread(target=self._run, name=name, daemon=True).start()
        self._work.put(work)
        return future

    def _run(self) -> None:
        while True:
            self._work.get()()
            with self._lock:
                if self._work.empty():
                    self._idle += 1
