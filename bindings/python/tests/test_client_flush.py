"""What is heard in the course of a call: `flush` waits for it."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path
from typing import Any

import pytest
from client_peer import program

from sansmcp import memory
from sansmcp.client import Event, Progress, StdioClient, connect_stdio, connect_stdio_async
from sansmcp.service import Context, Service

TOLD = 50
# Tells of progress, and answers in the same breath.
SERVER = f"""
while message := read():
    if message["method"] == "server/discover":
        discovered(message["id"])
    elif message["method"] == "tools/call":
        token = message["params"]["_meta"]["progressToken"]
        for step in range({TOLD}):
            params = {{"progressToken": token, "progress": step}}
            write({{"method": "notifications/progress", "params": params}})
        write({{"id": message["id"], "result": {{"resultType": "complete", "content": []}}}})
"""


class Slow:
    """Hears one thing after the other, each only once the main thread is at `flush`."""

    def __init__(self) -> None:
        self.heard: list[Event] = []
        self.is_wanted = threading.Event()

    def __call__(self, event: Progress) -> None:
        assert self.is_wanted.wait(30)
        self.heard.append(event)


def test_all_that_came_before_was_heard(tmp_path: Path) -> None:
    slow = Slow()
    with connect_stdio(program(tmp_path, SERVER)) as client:
        client.call_tool("tool", on_progress=slow)
        assert slow.heard == []
        slow.is_wanted.set()
        client.flush()
        assert len(slow.heard) == TOLD
    client.flush()  # nothing comes any more


def test_in_what_is_heard_it_waits_for_nothing(tmp_path: Path) -> None:
    inside: list[int] = []
    clients: list[StdioClient] = []

    def hear(_: Event) -> None:
        clients[0].flush()
        inside.append(1)

    with connect_stdio(program(tmp_path, SERVER)) as client:
        clients.append(client)
        client.call_tool("tool", on_progress=hear)
        client.flush()
        assert len(inside) == TOLD


def test_on_asyncio(tmp_path: Path) -> None:
    async def calls() -> None:
        slow = Slow()
        async with connect_stdio_async(program(tmp_path, SERVER)) as client:
            await client.call_tool("tool", on_progress=slow)
            slow.is_wanted.set()
            await client.flush()
            assert len(slow.heard) == TOLD

    asyncio.run(asyncio.wait_for(calls(), 60))


@pytest.mark.parametrize("is_async", [True, False])
def test_in_memory(is_async: bool) -> None:
    service = Service("test", "1")
    heard: list[Event] = []

    @service.tool
    def tells(ctx: Context) -> str:
        for step in range(TOLD):
            ctx.progress(step + 1)
        return "told"

    server = service.server()
    named: Any = {"on_progress": heard.append}
    if is_async:

        async def calls() -> None:
            async with memory.connect_async(server, service.respond(server)) as client:
                await client.call_tool("tells", **named)
                await client.flush()
                assert len(heard) == TOLD

        asyncio.run(asyncio.wait_for(calls(), 60))
    else:
        with memory.connect(server, service.respond(server)) as client:
            client.call_tool("tells", **named)
            client.flush()
            assert len(heard) == TOLD


@pytest.mark.parametrize("raised", [ValueError("no"), SystemExit(3), KeyboardInterrupt()])
def test_what_is_raised_keeps_nobody_from_hearing_the_rest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, raised: BaseException
) -> None:
    shown: list[BaseException] = []
    heard: list[Progress] = []

    def show(kind: type[BaseException], error: BaseException, trace: object) -> None:
        shown.append(error)

    monkeypatch.setattr("sys.excepthook", show)

    def hear(event: Progress) -> None:
        heard.append(event)
        raise raised

    with connect_stdio(program(tmp_path, SERVER)) as client:
        client.call_tool("tool", on_progress=hear)
        done = threading.Thread(target=client.flush, daemon=True)
        done.start()
        done.join(30)
        assert not done.is_alive()
    assert len(heard) == TOLD
    assert shown == [raised] * TOLD
