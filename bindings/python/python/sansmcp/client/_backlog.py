"""What has come from a server, or waits to go there, and is not done with."""

from __future__ import annotations

import threading
from collections.abc import Callable

from ._told import Told

__all__ = ["Backlog"]

_MOST = 4_194_304


class Backlog:
    """Counts bytes, so that a server that sends without end is read no faster than what it sends
    is heard, and answered.
    """

    def __init__(self, told: Told) -> None:
        """`told`: what the application is still to hear of."""
        self._told = told
        self._changed = threading.Condition(threading.Lock())
        self._size = 0

    def wait(self, is_wanted: Callable[[], bool]) -> None:
        """Waits while it is too much, and while more is wanted; `wake` has that looked at."""
        with self._changed:
            while self._size > _MOST and is_wanted():
                self._changed.wait()

    def add(self, size: int) -> None:
        """So many bytes more."""
        with self._changed:
            self._size += size

    def done(self, size: int) -> None:
        """So many are done with."""
        with self._changed:
            self._size -= size
            self._changed.notify_all()

    def heard(self, size: int) -> None:
        """So many are done with, once what came of them has been told."""
        if self._told.empty():
            self.done(size)
        else:
            self._told.put(lambda: self.done(size))

    def wake(self) -> None:
        """Something is not wanted any more."""
        with self._changed:
            self._changed.notify_all()
