"""What waits to be written to a descriptor that blocks, for all threads."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterable
from typing import Union

from ._order import Order

__all__ = ["Outbox"]


class Outbox:
    """Whoever puts something in writes it, and what others put in meanwhile; those need not wait
    unless too much does.
    """

    def __init__(self, sink: int, most: int) -> None:
        """`most`: how many bytes may wait before who brings more has to wait too."""
        self._sink = sink
        self._most = most
        self._lock = threading.Lock()
        self._changed = threading.Condition(self._lock)
        self._sleepers = 0  # who waits for a change; mostly nobody, and then nobody is told
        self._order = Order()
        self._is_writing = False
        self._is_closed = False
        self._thread: Union[threading.Thread, None] = None
        self.is_broken = False
        """True if nobody reads any more: nothing can be sent."""

    def put(self, lines: Iterable[bytes], *, is_next: bool = False) -> None:
        """Writes lines, or leaves them to the thread that is at it."""
        with self._lock:
            if self.is_broken:
                return
            self._add(lines, is_next)
            if self._is_writing:
                while self._order.size > self._most and not self.is_broken:
                    self._sleep()
                return
            self._is_writing = True
        self._write()

    def offer(self, lines: Iterable[bytes], *, is_forced: bool = False) -> bool:
        """Leaves lines to a thread that writes; false, and nothing is done, if too much waits."""
        with self._lock:
            if self.is_broken or (self._order.size > self._most and not is_forced):
                return False
            self._add(lines, is_next=is_forced)
            if self._thread is None:
                name = "sansmcp stdout"
                self._thread = threading.Thread(target=self._work, name=name, daemon=True)
                self._thread.start()
            self._tell()
        return True

    def close(self, patience_s: float) -> None:
        """Waits for what is being written, for so long."""
        until = time.monotonic() + patience_s
        with self._lock:
            while self._is_writing or not (self._order.is_empty or self.is_broken):
                rest = until - time.monotonic()
                if rest <= 0 or not self._sleep(rest):
                    break
            self._is_closed = True
            self._tell()

    @property
    def waiting(self) -> int:
        """How many bytes wait to be written."""
        return self._order.size

    def _add(self, lines: Iterable[bytes], is_next: bool) -> None:
        thread = threading.get_ident()
        for line in lines:
            self._order.add(line, thread, is_next=is_next)

    def _sleep(self, most_s: Union[float, None] = None) -> bool:
        self._sleepers += 1
        try:
            return self._changed.wait(most_s)
        finally:
            self._sleepers -= 1

    def _tell(self) -> None:
        if self._sleepers:
            self._changed.notify_all()

    def _work(self) -> None:
        while True:
            with self._lock:
                while self._is_writing or self._order.is_empty:
                    if self._is_closed or self.is_broken:
                        return
                    self._sleep()
                self._is_writing = True
            self._write()

    def _write(self) -> None:
        try:
            while True:
                with self._lock:
                    if self._order.is_empty:
                        self._is_writing = False
                        self._tell()
                        return
                    data = self._order.take()
                    self._tell()
                written = os.write(self._sink, data)
                if written < len(data):
                    view = memoryview(data)[written:]
                    while view:
                        view = view[os.write(self._sink, view) :]
        except OSError:
            self._break()
        except BaseException:
            self._break()  # half of a message may be out: nothing can follow it
            raise

    def _break(self) -> None:
        with self._lock:
            self.is_broken = True
            self._is_writing = False
            self._order = Order()
            self._tell()
