"""The order of what is written: a message that leaves in pieces is not cut by another one."""

from __future__ import annotations

from typing import Union

__all__ = ["Order"]


class Order:
    """Lines on their way out. What another thread made before a message in pieces was begun, and
    brings while it is under way, waits for its end.
    """

    def __init__(self) -> None:
        self.size = 0
        self._lines: list[bytes] = []
        self._held: list[bytes] = []
        self._owner: Union[int, None] = None  # the thread whose message is under way

    def add(self, line: bytes, thread: int, *, is_next: bool = False) -> None:
        """`is_next`: the engine itself says that it comes now."""
        self.size += len(line)
        if self._owner is not None and self._owner != thread and not is_next:
            self._held.append(line)
            return
        self._lines.append(line)
        if not line.endswith(b"\n"):
            self._owner = self._owner or thread
        elif self._owner is not None:
            self._owner = None
            self._lines += self._held
            self._held.clear()

    def take(self) -> bytes:
        """All that can be written now."""
        lines, self._lines = self._lines, []
        data = lines[0] if len(lines) == 1 else b"".join(lines)
        self.size -= len(data)
        return data

    @property
    def is_empty(self) -> bool:
        """True if nothing can be written now."""
        return not self._lines
