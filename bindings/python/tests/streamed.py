"""Services that answer in pieces, and what looks at the bytes."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any

from service_peer import Peer

from sansmcp import Out
from sansmcp.service import Context, Service, Streamed

PIECES = ["one ", "zwei äöü ", "\N{GRINNING FACE}", '"quoted"\n', "x" * 100_000]


class Wire(Peer):
    """All that goes over the pipe, byte by byte."""

    def __init__(self, *args: Any, **named: Any) -> None:
        self.bytes = b""
        super().__init__(*args, **named)

    def _take(self, out: Out) -> None:
        self.bytes += out.line

    @property
    def messages(self) -> list[dict[str, Any]]:
        """Each of them is whole."""
        assert not self.bytes or self.bytes.endswith(b"\n")
        return [json.loads(line) for line in self.bytes.splitlines()]

    async def run(self, message: object) -> None:
        """Does all that comes of a message."""
        for given in self.give(message):
            self._take(given if isinstance(given, Out) else await given)

    async def result(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        self.bytes = b""
        await self.run(self.request(method, params))
        (message,) = self.messages
        found: dict[str, Any] = message["result"]
        return found


class Source:
    """Pieces, and whether they were ended in good order."""

    def __init__(self, pieces: list[Any] | None = None) -> None:
        self.pieces: list[Any] = PIECES if pieces is None else pieces
        self.made = 0
        self.closed = 0
        self.before: Callable[[int], None] | None = None

    def now(self) -> Iterator[Any]:
        try:
            for piece in self.pieces:
                if self.before is not None:
                    self.before(self.made)
                yield piece
                self.made += 1
        finally:
            self.closed += 1

    async def later(self) -> AsyncIterator[Any]:
        try:
            for piece in self.now():
                await asyncio.sleep(0)
                yield piece
        finally:
            self.closed += 1


def run(test: Any) -> None:
    asyncio.run(asyncio.wait_for(test, 60))


def until(is_so: Callable[[], object]) -> None:
    bell = threading.Event()
    for _ in range(3000):
        if is_so():
            return
        bell.wait(0.01)
    raise AssertionError("it did not happen")


def declared(service: Service, source: Source, streamed: Callable[[Any], Streamed]) -> None:
    """The same answer from every kind of function."""

    @service.tool
    def plain() -> Streamed:
        return streamed(source.now())

    @service.tool
    def knows(ctx: Context) -> Streamed:
        return streamed(source.now())

    @service.tool(threaded=True)
    def works() -> Streamed:
        return streamed(source.now())

    @service.tool
    async def waits() -> Streamed:
        await asyncio.sleep(0)
        return streamed(source.later())

    @service.tool
    async def at_once() -> Streamed:
        return streamed(source.now())


KINDS = ["plain", "knows", "works", "waits", "at_once"]
