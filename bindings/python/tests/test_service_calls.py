"""Calls that take time: each ends exactly once, whatever becomes of it."""

from __future__ import annotations

import asyncio
import random
import threading
import time
from typing import Any

import pytest
from service_peer import Peer, called, read, text

from sansmcp import Out
from sansmcp.service import Context, Service


@pytest.fixture
def service() -> Service:
    return Service("test", "1")


def run(test: Any) -> None:
    asyncio.run(asyncio.wait_for(test, 60))


def cancel(peer: Peer, id: object) -> None:
    peer.tell("notifications/cancelled", {"requestId": id})


def test_a_coroutine_that_need_not_wait_makes_no_task(service: Service) -> None:
    @service.tool
    async def at_once(n: int) -> int:
        return n

    async def calls() -> None:
        before = asyncio.all_tasks()
        assert text(Peer(service).call("at_once", n=1)) == "1"
        assert asyncio.all_tasks() == before

    run(calls())
    assert text(Peer(service).call("at_once", n=2)) == "2"  # and no loop


def test_what_waits_is_awaited(service: Service) -> None:
    @service.tool
    async def waits(n: int, ctx: Context) -> int:
        ctx.progress(1)
        await asyncio.sleep(0.001)
        ctx.progress(2)
        return n

    async def calls() -> None:
        peer = Peer(service)
        params = {**called("waits", {"n": 7}), "_meta": {"progressToken": 1}}
        started = peer.start("tools/call", params)
        assert not isinstance(started, Out)
        assert text(read(await started)["result"]) == "7"
        assert [message["params"]["progress"] for message in peer.sent] == [1, 2]
        assert peer.running == {}

    run(calls())


@pytest.mark.parametrize("revision", ["2025-11-25", "2026-07-28"])
def test_a_cancel_stops_the_work(service: Service, revision: str) -> None:
    seen: list[str] = []

    @service.tool
    async def waits(ctx: Context) -> str:
        ctx.on_cancel(lambda: seen.append("callback"))
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            seen.append("cancelled")
            assert ctx.is_cancelled
            raise
        return "never"

    async def calls() -> None:
        peer = Peer(service, revision)
        message = peer.request("tools/call", called("waits", {}))
        (started,) = peer.give(message)
        assert not isinstance(started, Out)
        cancel(peer, message["id"])
        assert not await started
        assert sorted(seen) == ["callback", "cancelled"]
        assert peer.server.open() == []
        assert peer.running == {}

    run(calls())


def test_a_cancel_that_is_not_the_clients_goes_through(service: Service) -> None:
    @service.tool
    async def waits() -> str:
        await asyncio.Event().wait()
        return "never"

    async def calls() -> None:
        peer = Peer(service)
        started = peer.start("tools/call", called("waits", {}))
        assert isinstance(started, asyncio.Task)
        started.cancel()
        with pytest.raises(asyncio.CancelledError):
            await started
        assert peer.running == {}

    run(calls())


def test_one_that_will_not_be_cancelled_answers_nobody(service: Service) -> None:
    @service.tool
    async def stubborn() -> str:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            await asyncio.sleep(0)
        return "all the same"

    async def calls() -> None:
        peer = Peer(service)
        message = peer.request("tools/call", called("stubborn", {}))
        (started,) = peer.give(message)
        cancel(peer, message["id"])
        assert not isinstance(started, Out)
        assert not await started
        assert peer.server.open() == []

    run(calls())


def test_a_thread_is_told_of_a_cancel(service: Service) -> None:
    begun, told = threading.Event(), threading.Event()

    @service.tool(threaded=True)
    def works(ctx: Context) -> str:
        ctx.on_cancel(told.set)
        begun.set()
        assert told.wait(30)
        ctx.progress(1)  # nobody hears it
        return "late"

    peer = Peer(service)
    params = {**called("works", {}), "_meta": {"progressToken": 1}}
    message = peer.request("tools/call", params)
    (nothing,) = peer.give(message)
    assert isinstance(nothing, Out)
    assert not nothing
    assert begun.wait(30)
    cancel(peer, message["id"])
    limit = time.monotonic() + 30
    while peer.server.open() and time.monotonic() < limit:
        time.sleep(0.001)
    assert peer.sent == []
    assert peer.server.open() == []


def test_a_callback_that_fails_harms_nobody(
    service: Service, caplog: pytest.LogCaptureFixture
) -> None:
    seen: list[str] = []

    def fails() -> None:
        raise KeyError("missing")

    @service.tool
    async def waits(ctx: Context) -> str:
        ctx.on_cancel(lambda: seen.append("other"))
        ctx.on_cancel(fails)
        await asyncio.Event().wait()
        return "never"

    async def calls() -> None:
        peer = Peer(service)
        message = peer.request("tools/call", called("waits", {}))
        (started,) = peer.give(message)
        cancel(peer, message["id"])
        assert not isinstance(started, Out)
        assert not await started
        assert seen == ["other"]
        assert "KeyError: 'missing'" in caplog.text

    run(calls())


@pytest.mark.parametrize("revision", ["2025-11-25", "2026-07-28"])
def test_a_thousand_calls_with_random_cancels_end_once_each(
    service: Service, revision: str
) -> None:
    chance = random.Random(7)
    count, ends = 1000, dict.fromkeys(range(1000), 0)

    @service.tool
    async def waits(n: int, steps: int, ctx: Context) -> int:
        try:
            for step in range(steps):
                await asyncio.sleep(0)
                ctx.progress(step)
            return n
        finally:
            ends[n] += 1

    async def calls() -> None:
        peer = Peer(service, revision, slots=count + 8)
        answers: list[dict[str, Any]] = []
        tasks: list[asyncio.Task[None]] = []
        ids: dict[object, int] = {}

        async def take(started: Any) -> None:
            out = started if isinstance(started, Out) else await started
            if out:
                answers.append(read(out))

        cancelled: set[object] = set()
        for n in range(count):
            message = peer.request("tools/call", called("waits", {"n": n, "steps": n % 7}))
            ids[message["id"]] = n
            (started,) = peer.give(message)
            tasks.append(asyncio.ensure_future(take(started)))
            if chance.random() < 0.3:
                await asyncio.sleep(0)
            if chance.random() < 0.4:
                id = chance.choice(list(ids))
                cancelled.add(id)
                for event in peer.events(
                    {
                        "jsonrpc": "2.0",
                        "method": "notifications/cancelled",
                        "params": {"requestId": id},
                    }
                ):
                    peer.respond(event)
        await asyncio.gather(*tasks)
        answered = [answer["id"] for answer in answers]
        assert len(answered) == len(set(answered))
        assert set(ids) - cancelled <= set(answered)
        for answer in answers:
            assert answer["result"]["structuredContent"] == {"result": ids[answer["id"]]}
        assert set(ends.values()) == {1}
        assert peer.server.open() == []
        assert peer.running == {}
        # Some calls were over before their cancel came; most of the others were not.
        assert len(set(ids) - set(answered)) > 10

    run(calls())


# Before Python 3.11 there are no groups of tasks, and nothing to show.
if hasattr(asyncio, "TaskGroup"):

    def test_an_exception_group_of_ones_own_is_a_failure(service: Service) -> None:
        group_of: Any = getattr(asyncio, "TaskGroup", None)

        @service.tool
        async def group() -> str:
            async with group_of() as tasks:
                tasks.create_task(fails())
            return "never"

        async def fails() -> None:
            await asyncio.sleep(0)
            raise KeyError("secret")

        async def calls() -> None:
            started = Peer(service).start("tools/call", called("group", {}))
            assert not isinstance(started, Out)
            result = read(await started)["result"]
            assert result["isError"]
            assert "secret" not in text(result)

        run(calls())
