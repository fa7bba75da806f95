"""The client: a server's process, a handshake, and calls of which some are always in flight."""

from __future__ import annotations

import json
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

__all__ = ["Failed", "Talk"]

BOUND_S = 120
HANDSHAKE = (
    b'{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25",'
    b'"capabilities":{},"clientInfo":{"name":"bench","version":"1"}}}\n'
)
INITIALIZED = b'{"jsonrpc":"2.0","method":"notifications/initialized"}\n'
CALL = (
    '{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":'
    '{"name":"echo","arguments":{"text":"call %d of many"}}}\n'
)


class Failed(Exception):
    """A server that does not do what it is asked."""


class Talk:
    """One process of a server. It ends with the `with`."""

    def __init__(self, command: list[str]) -> None:
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        assert self.process.stdin and self.process.stdout
        self._input, self._output = self.process.stdin, self.process.stdout
        self._next = 1

    def __enter__(self) -> Talk:
        self._write(HANDSHAKE)
        if b'"protocolVersion":"2025-11-25"' not in self._line():
            raise Failed("no handshake")
        self._write(INITIALIZED)
        return self

    def __exit__(self, *error: object) -> None:
        if error[0] is not None:
            self.process.kill()
        self._input.close()
        rest = self._output.read()
        self._output.close()
        self.process.wait(BOUND_S)
        if error[0] is None and rest:
            raise Failed(f"too much: {rest[:200]!r}")

    def calls(self, count: int, in_flight: int) -> None:
        """So many calls. Each has to be answered once, with its own text."""
        ids = range(self._next, self._next + count)
        self._next += count
        waiting: set[int] = set()
        batches = self._batches(ids, in_flight)
        for batch in batches:
            self._write("".join(CALL % (id, id) for id in batch).encode())
            waiting.update(batch)
            # The next ones are written when half of these are answered.
            least = in_flight // 2 if batch.stop < ids.stop else 0
            while len(waiting) > least:
                waiting.remove(self._answer())

    def _batches(self, ids: range, in_flight: int) -> Iterator[range]:
        first = min(len(ids), in_flight)
        yield ids[:first]
        step = in_flight - in_flight // 2
        for at in range(first, len(ids), step):
            yield ids[at : at + step]

    def _answer(self) -> int:
        line = self._line()
        answer = json.loads(line)
        id = answer.get("id")
        content = answer.get("result", {}).get("content")
        if not isinstance(id, int) or content != [{"type": "text", "text": f"call {id} of many"}]:
            raise Failed(f"not the answer to a call: {line[:200]!r}")
        return id

    def _write(self, data: bytes) -> None:
        self._input.write(data)
        self._input.flush()

    def _line(self) -> bytes:
        line = self._output.readline()
        if not line.endswith(b"\n"):
            raise Failed("its output ended")
        return line

    def cpu_s(self) -> float:
        """The CPU time of the process so far, user and kernel, of all its threads."""
        # The number that clock_getcpuclockid(3) gives.
        return time.clock_gettime((~self.process.pid << 3) | 2)

    def peak_kib(self) -> int:
        """The most memory that the process had at once."""
        for line in Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1])
        raise Failed("no VmHWM")
