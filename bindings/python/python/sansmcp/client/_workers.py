"""Threads that are used again, and that no program waits for at its end."""

from __future__ import annotations

import threading
from collections.abc import Callable
from queue import SimpleQueue

__all__ = ["Workers"]

_Queue = SimpleQueue[Callable[[], None] | None]


class Workers:
    """As many threads as there is to do at once."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._lock = threading.Lock()
        self._idle: list[_Queue] = []
        self._is_closed = False

    def run(self, act: Callable[[], None]) -> None:
        """Runs it in a thread, at once."""
        with self._lock:
            queue = self._idle.pop() if self._idle else None
        if queue is None:
            queue = SimpleQueue()
            args = (queue,)
            threading.Thread(target=self._work, args=args, name=self._name, daemon=True).start()
        queue.put(act)

    def close(self) -> None:
        """Ends those that have nothing to do, and the others when they are done."""
        with self._lock:
            self._is_closed = True
            idle, self._idle = self._idle, []
        for queue in idle:
            queue.put(None)

    def _work(self, queue: _Queue) -> None:
        while (act := queue.get()) is not None:
            act()
            with self._lock:
                if self._is_closed:
                    return
                self._idle.append(queue)
