"""The client's half of the tests on standard input and output: a process, lines in and out."""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import TracebackType
from typing import IO, Any

from peer import MODERN

SERVER = Path(__file__).parent / "stdio_server.py"
BOUND_S = 20.0


def call(id: object, name: str, **arguments: object) -> bytes:
    """One line: a call of this tool in 2026-07-28."""
    params = {"name": name, "arguments": arguments, "_meta": {**MODERN, "progressToken": id}}
    message = {"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params}
    return json.dumps(message).encode() + b"\n"


def old_call(id: object, name: str, **arguments: object) -> bytes:
    """One line: a call of this tool after a handshake."""
    params = {"name": name, "arguments": arguments}
    message = {"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params}
    return json.dumps(message).encode() + b"\n"


def cancel(id: object) -> bytes:
    """One line: the call is not wanted any more."""
    params = {"requestId": id, "_meta": MODERN}
    message = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params}
    return json.dumps(message).encode() + b"\n"


class Peer:
    """A server's process. Everything that waits does so for a bounded time."""

    def __init__(
        self, way: str, *options: str, stdin: Any = subprocess.PIPE, stdout: Any = subprocess.PIPE
    ) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-W", "error", SERVER, way, *options],
            stdin=stdin,
            stdout=stdout,
            stderr=subprocess.PIPE,
            bufsize=0,
        )
        self.rest = b""

    def __enter__(self) -> Peer:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.process.kill()
        self.process.wait(BOUND_S)
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            if stream is not None:
                stream.close()

    @property
    def stdin(self) -> IO[bytes]:
        assert self.process.stdin is not None
        return self.process.stdin

    @property
    def stdout(self) -> IO[bytes]:
        assert self.process.stdout is not None
        return self.process.stdout

    def send(self, *lines: bytes) -> None:
        self.stdin.write(b"".join(lines))

    def read(self) -> dict[str, Any]:
        """The next message."""
        until = time.monotonic() + BOUND_S
        while b"\n" not in self.rest:
            ready, _, _ = select.select([self.stdout], [], [], max(0, until - time.monotonic()))
            assert ready, f"nothing came; stderr: {self.errors()!r}"
            chunk = os.read(self.stdout.fileno(), 65536)
            assert chunk, f"the server ended; stderr: {self.errors()!r}"
            self.rest += chunk
        line, self.rest = self.rest.split(b"\n", 1)
        found: dict[str, Any] = json.loads(line)
        return found

    def errors(self, until: bytes = b"") -> bytes:
        """What it has said on standard error, at least up to these bytes."""
        found = b""
        stderr = self.process.stderr
        assert stderr is not None
        while select.select([stderr], [], [], 0.2 if until in found else BOUND_S)[0]:
            chunk = os.read(stderr.fileno(), 4096)
            if not chunk:
                break
            found += chunk
        return found

    def end(self, status: int = 0) -> tuple[list[dict[str, Any]], bytes]:
        """Closes the input: what still came, and all of standard error."""
        self.stdin.close()
        return self.ended(status)

    def ended(self, status: int = 0) -> tuple[list[dict[str, Any]], bytes]:
        """As `end`, where it ends by itself. What comes has to fit into the pipes."""
        assert self.process.wait(BOUND_S) == status, self.errors()
        out = b"" if self.process.stdout is None else self.process.stdout.read()
        lines = (self.rest + out).splitlines()
        if lines and lines[-1] == b"after":  # standard output is the program's again
            lines.pop()
        return [json.loads(line) for line in lines], self.errors()

    def interrupt(self) -> None:
        self.process.send_signal(signal.SIGINT)


def said(message: dict[str, Any]) -> object:
    """The text of a result."""
    return message["result"]["content"][0]["text"]
