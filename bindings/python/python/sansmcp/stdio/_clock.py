"""A thread that rings at a time that may change; it is not there before it is needed."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Union

from .._respond import now

__all__ = ["Clock"]


class Clock:
    """Calls `ring`, in a thread of its own, when the time has come."""

    def __init__(self, ring: Callable[[], None]) -> None:
        self._ring = ring
        self._at: Union[int, None] = None
        self._changed = threading.Condition(threading.Lock())
        self._thread: Union[threading.Thread, None] = None
        self._is_closed = False

    def set(self, at: Union[int, None]) -> None:
        """When to ring next; `None` for not at all."""
        if at == self._at:
            return
        with self._changed:
            self._at = at
            if self._thread is None:
                name = "sansmcp clock"
                self._thread = threading.Thread(target=self._work, name=name, daemon=True)
                self._thread.start()
            self._changed.notify()

    def close(self) -> None:
        """Rings no more."""
        with self._changed:
            self._is_closed = True
            self._changed.notify()

    def _work(self) -> None:
        while True:
            with self._changed:
                while (rest := self._rest()) != 0:
                    if self._is_closed:
                        return
                    self._changed.wait(rest)
                self._at = None
            self._ring()

    def _rest(self) -> Union[float, None]:
        """Seconds until it rings; `None` while it does not."""
        if self._at is None or self._is_closed:
            return None
        return max(0, self._at - now()) / 1000
