"""Reading on an event loop from whatever standard input is."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Union

__all__ = ["Source"]

_CHUNK = 65536


class Source:
    """Gives what comes, and `b""` at its end. It is not told to begin yet.

    A pipe, a socket or a terminal is read when the loop says that there is something. What no loop
    can watch, such as a file, is read by a thread, one piece at a time.
    """

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        number: int,
        heard: Callable[[bytes], None],
        failed: Callable[[BaseException], None],
    ) -> None:
        self._loop = loop
        self._number = number
        self._heard = heard
        self._failed = failed
        self._is_watched = False
        self._is_closed = False
        self._thread: Union[threading.Thread, None] = None
        self._wanted = threading.Event()

    def go_on(self) -> None:
        """Reads from now on."""
        if self._is_closed or self._is_watched:
            return
        if self._thread is None:
            try:
                self._loop.add_reader(self._number, self._read)
            except (NotImplementedError, OSError):
                name = "sansmcp stdin"
                self._thread = threading.Thread(target=self._work, name=name, daemon=True)
                self._thread.start()
            else:
                self._is_watched = True
                return
        self._wanted.set()

    def pause(self) -> None:
        """Reads nothing until `go_on`."""
        if self._is_watched:
            self._loop.remove_reader(self._number)
            self._is_watched = False
        self._wanted.clear()

    def close(self) -> None:
        """Reads nothing any more."""
        self.pause()
        self._is_closed = True
        self._wanted.set()

    def _read(self) -> None:
        try:
            chunk = os.read(self._number, _CHUNK)
        except BlockingIOError:
            return
        except OSError:  # such as a terminal that was closed
            chunk = b""
        self._give(chunk)

    def _give(self, chunk: bytes) -> None:
        if self._is_closed:
            return
        try:
            self._heard(chunk)
        except BaseException as error:
            self._failed(error)

    def _work(self) -> None:
        """The thread."""
        taken = threading.Event()

        def give(chunk: bytes) -> None:
            self._give(chunk)
            taken.set()

        with suppress(RuntimeError):  # the loop was closed
            while self._wanted.wait() and not self._is_closed:
                try:
                    chunk = os.read(self._number, _CHUNK)
                except OSError:
                    chunk = b""
                taken.clear()
                self._loop.call_soon_threadsafe(give, chunk)
                if not chunk:
                    return
                while not taken.wait(1) and not self._loop.is_closed():
                    pass
