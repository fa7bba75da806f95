"""A process on two pipes: bytes come by a callback, and nothing that goes to it waits."""

from __future__ import annotations

import os
import subprocess
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from queue import SimpleQueue
from typing import IO

__all__ = ["Pipe"]

_CHUNK = 65536


class Pipe:
    """A server's process. A thread reads what it writes, another writes what it reads."""

    def __init__(
        self,
        command: Sequence[str | os.PathLike[str]],
        heard: Callable[[bytes], None],
        *,
        env: Mapping[str, str] | None,
        cwd: str | os.PathLike[str] | None,
        stderr: int | IO[bytes] | None,
    ) -> None:
        """`heard` gets each piece that the server writes, and `b""` at the end."""
        if isinstance(command, (str, bytes, os.PathLike)) or not command:
            raise TypeError(
                f"command must be a list of words such as ['python', 'server.py'], not {command!r}"
            )
        self._process = subprocess.Popen(
            [os.fspath(part) for part in command],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=stderr,
            env=None if env is None else {**os.environ, **env},
            cwd=cwd,
            bufsize=0,
        )
        self._heard = heard
        self._outbox: SimpleQueue[tuple[bytes, Callable[[], None]] | None] = SimpleQueue()
        self._threads = [
            threading.Thread(target=work, name=f"sansmcp {work.__name__}", daemon=True)
            for work in (self._read, self._write)
        ]
        for thread in self._threads:
            thread.start()

    @property
    def pid(self) -> int:
        return self._process.pid

    def send(self, data: bytes, sent: Callable[[], None] = lambda: None) -> None:
        """Sends bytes in their turn; `sent` is called when they are, or cannot be."""
        self._outbox.put((data, sent))

    def exit_status(self, wait_s: float) -> int | None:
        """The status of the process, for which this waits so long; `None` if it still runs."""
        with suppress(subprocess.TimeoutExpired):
            return self._process.wait(wait_s)
        return None

    def close(self, patience_s: float) -> None:
        """Ends the process: its input is closed; then it is asked, and then made to.

        It waits so long for each of these to be followed (basic/lifecycle, shutdown).
        """
        self._outbox.put(None)
        for end in (self._process.terminate, self._process.kill):
            if self.exit_status(patience_s) is not None:
                break
            with suppress(OSError):
                end()
        self.exit_status(patience_s)
        for thread in self._threads:
            # Who else holds the pipe, such as a child of the server's, is not waited for.
            thread.join(patience_s)

    def _read(self) -> None:
        stdout = self._process.stdout
        assert stdout is not None
        with stdout:
            while True:
                try:
                    chunk = os.read(stdout.fileno(), _CHUNK)
                except OSError:
                    chunk = b""
                self._heard(chunk)
                if not chunk:
                    return

    def _write(self) -> None:
        stdin = self._process.stdin
        assert stdin is not None
        is_read = True
        while (item := self._outbox.get()) is not None:
            view, sent = memoryview(item[0]), item[1]
            try:
                while is_read and view:
                    view = view[os.write(stdin.fileno(), view) :]
            except OSError:
                # The server reads no more; what it wrote last says more than this.
                is_read = False
                with suppress(OSError):
                    stdin.close()
            sent()
        with suppress(OSError):
            stdin.close()
