"""Writing without waiting, to descriptors that others may have too."""

from __future__ import annotations

import os
import socket
import stat
from typing import Union

__all__ = ["Sink", "sink_of"]


class Sink:
    """What takes bytes until it would have to wait, and then raises `BlockingIOError`."""

    def __init__(self, number: int, socket: Union[socket.socket, None], *, is_own: bool) -> None:
        self.number = number
        self._socket = socket
        self._is_own = is_own

    def write(self, data: memoryview) -> int:
        if self._socket is not None:
            return self._socket.send(data, socket.MSG_DONTWAIT)
        return os.write(self.number, data)

    def close(self) -> None:
        if self._socket is not None:
            self._socket.close()
        elif self._is_own:
            os.close(self.number)


def sink_of(number: int) -> Union[Sink, None]:
    """A way to write here without waiting; `None` if there is none.

    The descriptor itself is never made to not block: it is that of all who have it, such as the
    shell that a terminal is shared with.
    """
    kind = os.fstat(number).st_mode
    if stat.S_ISREG(kind):
        return Sink(number, None, is_own=False)
    try:
        if stat.S_ISSOCK(kind):
            own = socket.socket(fileno=os.dup(number))
            return Sink(own.fileno(), own, is_own=True)
        # Opened once more, it is ours alone.
        again = os.open(f"/proc/self/fd/{number}", os.O_WRONLY | os.O_NONBLOCK | os.O_NOCTTY)
    except (OSError, AttributeError):
        return None
    return Sink(again, None, is_own=True)
