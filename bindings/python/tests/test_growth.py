"""Memory in use does not grow with the calls. It is counted, so that what a call leaves behind is
seen at once: Python's own blocks, and the bytes that the C library has given out.
"""

from __future__ import annotations

import asyncio
import ctypes
import gc
import json
import sys
from collections.abc import Callable
from typing import Any

import pytest
from peer import MODERN, shake
from service_peer import called

from sansmcp import CallTool, Lines, Out, Server, Tool
from sansmcp.service import Context, Service, ToolError

MILLION = 1_000_000
AT_ONCE = 250
WARM = 500
"""So many turns first, after which nothing is used for the first time any more."""
MALLINFO2 = "arena ordblks smblks hblks hblkhd usmblks fsmblks uordblks fordblks keepcost"
BLOCKS, BYTES = 200, 16384
"""What may be in use more: what has nothing to do with the calls. One call in a thousand that left
a block behind would be over it.
"""


def meter() -> Callable[[], tuple[int, int]]:
    """What counts blocks of Python and bytes of the C library; those are 0 if it has no number."""
    try:
        mallinfo = ctypes.CDLL(None).mallinfo2
    except (AttributeError, OSError, TypeError):
        return lambda: (sys.getallocatedblocks(), 0)

    class Info(ctypes.Structure):
        _fields_ = [(name, ctypes.c_size_t) for name in MALLINFO2.split()]

    mallinfo.restype = Info

    def count() -> tuple[int, int]:
        info: Any = mallinfo()
        return sys.getallocatedblocks(), info.uordblks + info.hblkhd

    return count


def grows(turn: Callable[[], object], turns: int) -> tuple[int, int]:
    """How much more is in use after so many turns, once it has warmed up."""
    count = meter()
    for _ in range(min(turns, WARM)):
        turn()
    gc.collect()
    before = count()
    for _ in range(turns):
        turn()
    gc.collect()
    after = count()
    return after[0] - before[0], after[1] - before[1]


def line(method: str, params: dict[str, Any], id: object = 1) -> bytes:
    message: dict[str, Any] = {"jsonrpc": "2.0", "method": method, "params": params}
    if id is not None:
        message["id"] = id
    return json.dumps(message).encode() + b"\n"


def test_a_leak_would_be_seen() -> None:
    kept: list[object] = []
    blocks, _ = grows(lambda: kept.append(bytearray(8)), 500)
    assert blocks > BLOCKS
    memory: list[bytearray] = []
    blocks, size = grows(lambda: memory.append(bytearray(10_000)), 20)
    assert meter()()[1] == 0 or size > BYTES


def test_a_million_calls() -> None:
    server = Server("echo", "1", tools=[Tool("echo")])
    lines = Lines()
    params = {"name": "echo", "arguments": {"text": "hello"}, "_meta": MODERN}
    chunk = b"".join(line("tools/call", params, n) for n in range(AT_ONCE))
    answered = 0

    def turn() -> None:
        nonlocal answered
        for frame in lines.feed(chunk):
            for event in server.receive(frame):
                assert isinstance(event, CallTool)
                text = event.arguments["text"]
                answered += len(server.answer(event.ticket).text(text).end()) > 0

    blocks, size = grows(turn, MILLION // AT_ONCE - WARM)
    assert answered == MILLION
    assert (blocks < BLOCKS, size < BYTES) == (True, True), (blocks, size)
    assert server.open() == []


class Made:
    """A service whose functions do what leaves something behind if anything does."""

    def __init__(self) -> None:
        service = Service("growth", "1")

        @service.tool
        def plain(text: str) -> str:
            return text

        @service.tool
        def context(text: str, ctx: Context) -> dict[str, str]:
            ctx.progress(1, 2, "half")
            return {"text": text}

        @service.tool
        def fails(text: str) -> str:
            raise ToolError(text)

        @service.tool
        def asks(ctx: Context) -> str:
            return ctx.elicit("name", "Who?").action

        @service.tool
        async def at_once(text: str) -> str:
            return text

        @service.tool
        async def waits(text: str, ctx: Context) -> str:
            await asyncio.sleep(0)
            ctx.progress(1)
            return text

        @service.tool
        async def endless() -> None:
            await asyncio.Event().wait()

        @service.resource("stock:{thing}")
        def stock(thing: str) -> str:
            return thing

        @service.prompt
        def ask(thing: str) -> str:
            return thing

        self.service = service
        self.server = service.server(slots=64)
        self.respond = service.respond(self.server)
        self.respond.attach(lambda out: None)
        self.lines = Lines()

    def feed(self, chunk: bytes) -> list[Any]:
        """What is to be awaited of what was sent."""
        given: list[Any] = []
        for frame in self.lines.feed(chunk):
            for event in self.server.receive(frame):
                given.append(self.respond(event))
        while self.server.next_output() is not None:
            pass
        return [each for each in given if not isinstance(each, Out)]


def modern(method: str, params: dict[str, Any], id: object = 1, **meta: object) -> bytes:
    return line(method, {**params, "_meta": {**MODERN, **meta}}, id)


TEXT = {"text": "hello"}
CANCEL = modern("notifications/cancelled", {"requestId": 1}, None)
KINDS: dict[str, bytes] = {
    "plain": modern("tools/call", called("plain", TEXT)),
    "context": modern("tools/call", called("context", TEXT), progressToken=7),
    "fails": modern("tools/call", called("fails", TEXT)),
    "wrong arguments": modern("tools/call", called("plain", {"text": 1, "x": [2]})),
    "asks": modern("tools/call", called("asks", {})),
    "no tool": modern("tools/call", called("none", {})),
    "resource": modern("resources/read", {"uri": "stock:x"}),
    "no resource": modern("resources/read", {"uri": "none:x"}),
    "prompt": modern("prompts/get", called("ask", {"thing": "x"})),
    "list": modern("tools/list", {}),
    "unknown": modern("my/own", {}),
    "no JSON": b"{x\n",
    "no message": b"[]\n",
    "not UTF-8": b'"\xff"\n',
    "note": modern("notifications/my", {}, None),
    "listen": modern("subscriptions/listen", {"notifications": {"toolsListChanged": True}})
    + CANCEL,
    "at once": modern("tools/call", called("at_once", TEXT)),
    "waits": modern("tools/call", called("waits", TEXT), progressToken=7),
    "cancelled": modern("tools/call", called("endless", {})) + CANCEL,
}


@pytest.mark.parametrize("kind", KINDS)
def test_of_every_kind(kind: str) -> None:
    made, chunk = Made(), KINDS[kind]

    async def calls() -> tuple[int, int]:
        count = meter()
        before = after = 0, 0
        for turns in (WARM, 2 * WARM):
            for _ in range(turns):
                for waiting in made.feed(chunk):
                    await asyncio.wait_for(waiting, 30)
            await asyncio.sleep(0)  # what has ended is gone by the next turn of the loop
            gc.collect()
            before, after = after, count()
        return after[0] - before[0], after[1] - before[1]

    blocks, size = asyncio.run(calls())
    assert (blocks < BLOCKS, size < BYTES) == (True, True), (blocks, size)
    assert made.server.open() == []


def test_of_sessions_that_come_and_go() -> None:
    """A connection leaves nothing behind, nor does a client that asks and never answers."""
    service = Made().service
    call = line("tools/call", called("asks", {}))

    def connection() -> None:
        server = service.server()
        respond = service.respond(server)
        shake(server, "2025-11-25")
        for frame in Lines().feed(call):
            for event in server.receive(frame):
                respond(event)
        server.closed()

    blocks, size = grows(connection, 500)
    assert (blocks < BLOCKS, size < BYTES) == (True, True), (blocks, size)
