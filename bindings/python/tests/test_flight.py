"""A thousand calls at once with random cancels: each ends exactly once, over stdio and HTTP."""

from __future__ import annotations

import asyncio
import json
import os
import random
import threading
from collections import Counter
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from asgi_client import Client, Exchange
from peer import MODERN

from sansmcp.service import Context, Service
from sansmcp.stdio import Stdio

COUNT = 1000
REVISIONS = ["2025-11-25", "2026-07-28"]
HANDSHAKE: list[dict[str, Any]] = [
    {
        "id": "first",
        "method": "initialize",
        "params": {
            "protocolVersion": "2025-11-25",
            "capabilities": {},
            "clientInfo": {"name": "flight", "version": "1"},
        },
    },
    {"method": "notifications/initialized"},
]


class Calls:
    """A service with one tool, what is done to it, and what became of each call.

    A call with `steps` waits so often; without, until it is cancelled.
    """

    def __init__(self) -> None:
        self.began: Counter[int] = Counter()
        self.ended: Counter[int] = Counter()
        self.answers: Counter[int] = Counter()
        self.cancelled: set[int] = set()
        self.endless = {n for n in range(COUNT) if n % 5 == 0}
        self.service = Service("flight", "1")

        @self.service.tool
        async def tool(n: int, ctx: Context, steps: int | None = None) -> int:
            self.began[n] += 1
            try:
                if steps is None:
                    await asyncio.Event().wait()
                for step in range(steps or 0):
                    await asyncio.sleep(0)
                    ctx.progress(step)
                return n
            finally:
                self.ended[n] += 1

    def arguments(self, n: int) -> dict[str, Any]:
        return {"n": n} if n in self.endless else {"n": n, "steps": n % 7}

    def order(self) -> Iterator[tuple[bool, int]]:
        """Each call, and cancels of one that was made: `(is_cancel, n)`. All that are endless are
        cancelled in the end.
        """
        chance = random.Random(7)
        for n in range(COUNT):
            yield False, n
            if chance.random() < 0.4:
                yield True, chance.randrange(n + 1)
        for n in sorted(self.endless):
            yield True, n

    def answered(self, message: dict[str, Any]) -> None:
        assert message["result"]["structuredContent"] == {"result": message["id"]}
        self.answers[message["id"]] += 1

    def judge(self) -> None:
        everyone = set(range(COUNT))
        assert set(self.answers.values()) == {1}
        assert everyone - self.cancelled <= set(self.answers)
        assert not set(self.answers) & self.endless
        # One that was cancelled before its first step need not begin; none runs twice.
        assert set(self.began.values()) == {1}
        assert self.began == self.ended
        assert set(self.answers) <= set(self.began)


@pytest.mark.parametrize("revision", REVISIONS)
def test_over_stdio(revision: str) -> None:
    calls = Calls()
    server = calls.service.server(slots=COUNT + 8)
    meta: dict[str, Any] = {"progressToken": "p"}
    if revision == "2026-07-28":
        meta |= MODERN

    def messages() -> Iterator[dict[str, Any]]:
        if revision != "2026-07-28":
            yield from HANDSHAKE
        for is_cancel, n in calls.order():
            if is_cancel:
                calls.cancelled.add(n)
                params: dict[str, Any] = {"requestId": n, "_meta": meta}
                yield {"method": "notifications/cancelled", "params": params}
            else:
                params = {"name": "tool", "arguments": calls.arguments(n), "_meta": meta}
                yield {"id": n, "method": "tools/call", "params": params}

    def write(number: int) -> None:
        """Cuts the lines anywhere, so that some turns have many of them and some none."""
        chance = random.Random(8)
        data = b"".join(
            json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n" for message in messages()
        )
        while data:
            size = chance.randrange(1, 5000)
            os.write(number, data[:size])
            data = data[size:]
        os.close(number)

    steps: Counter[object] = Counter()

    def read(number: int) -> None:
        with open(number, "rb") as lines:
            for line in lines:
                message = json.loads(line)
                if "method" in message:
                    steps[message["method"]] += 1
                elif message["id"] != "first":
                    calls.answered(message)

    with pipes() as (stdin, to_stdin, from_stdout, stdout):
        threads = [
            threading.Thread(target=write, args=(to_stdin,)),
            threading.Thread(target=read, args=(from_stdout,)),
        ]
        for thread in threads:
            thread.start()
        respond = calls.service.respond(server)
        ready = Stdio(server, respond, stdin=stdin, stdout=stdout, patience_s=30)
        asyncio.run(asyncio.wait_for(ready.serve_async(), 60))
        os.close(stdin)
        os.close(stdout)
        for thread in threads:
            thread.join(30)
            assert not thread.is_alive()
    calls.judge()
    assert server.open() == []
    assert set(steps) == {"notifications/progress"}


@contextmanager
def pipes() -> Generator[tuple[int, int, int, int], None, None]:
    """Two of them: where the server reads and is written to, where it is read and writes."""
    stdin, to_stdin = os.pipe()
    from_stdout, stdout = os.pipe()
    yield stdin, to_stdin, from_stdout, stdout


@pytest.mark.parametrize("revision", REVISIONS)
def test_over_http(revision: str) -> None:
    calls = Calls()
    is_modern = revision == "2026-07-28"

    async def flight() -> None:
        app = calls.service.app(slots=2 * COUNT, slots_each=2 * COUNT)
        client = Client(app)
        if not is_modern:
            await client.begin(revision)
        exchanges: dict[int, Exchange] = {}
        notes: list[Exchange] = []
        chance = random.Random(8)
        for is_cancel, n in calls.order():
            if not is_cancel:
                exchanges[n] = client.call(calls.arguments(n), n, progressToken=n)
            elif is_modern:
                calls.cancelled.add(n)
                exchanges[n].disconnect()  # which is how a client cancels there
            else:
                calls.cancelled.add(n)
                params = {"requestId": n}
                message = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params}
                notes.append(client.post(message))
            if chance.random() < 0.3:
                await asyncio.sleep(0)
        for told in notes:
            assert (await told.end()).status == 202
        for n, exchange in exchanges.items():
            await asyncio.wait_for(exchange.task, 30)
            if not exchange.body:
                assert n in calls.cancelled
                continue
            is_stream = exchange.headers["content-type"] == "text/event-stream"
            for message in exchange.events() if is_stream else [exchange.json()]:
                if "method" not in message:
                    assert message["id"] == n
                    calls.answered(message)
        assert app.endpoint.open() == []

    asyncio.run(asyncio.wait_for(flight(), 120))
    calls.judge()
