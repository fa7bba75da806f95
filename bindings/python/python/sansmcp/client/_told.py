"""What the application is still to hear of, one thing after the other in a thread of its own."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from queue import SimpleQueue

__all__ = ["Told"]


class Told:
    """Acts in their order, until the end."""

    def __init__(self) -> None:
        self._acts: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._lock = threading.Lock()
        self._is_over = False
        self._thread: threading.Thread | None = None

    def put(self, act: Callable[[], None]) -> None:
        """Does it in its turn; not at all behind the end."""
        self._acts.put(act)

    def end(self) -> None:
        """Nothing more will come."""
        self._acts.put(None)

    def empty(self) -> bool:
        """True if there is nothing to do but what is being done."""
        return self._acts.empty()

    def run(self) -> None:
        """The thread."""
        self._thread = threading.current_thread()
        while not self._is_over:
            act = self._acts.get()
            if act is None:
                with self._lock:
                    self._is_over = self._acts.empty()
                    if not self._is_over:
                        self._acts.put(None)  # behind what was put in since
                continue
            try:
                act()
            except BaseException:  # also one that wants to exit: others wait for what follows
                sys.excepthook(*sys.exc_info())

    def flush(self) -> None:
        """Waits until all that was put in before is done; of no effect within an act."""
        done = threading.Event()
        with self._lock:
            if self._is_over or threading.current_thread() is self._thread:
                return
            self._acts.put(done.set)
        done.wait()
