"""A service under another loop than asyncio's: trio, with a runner for its tasks and threads."""

from __future__ import annotations

import json
from collections.abc import Awaitable
from typing import Any

import trio
from service_peer import Peer, called, text

from sansmcp import Out
from sansmcp.service import Call, Context, Runner, Service


class TrioRunner(Runner):
    """What a program under trio has to write: how a call waits, and where a thread comes from."""

    def wait(self, call: Call) -> Out | Awaitable[Out]:
        return self._scoped(call)

    async def _scoped(self, call: Call) -> Out:
        with trio.CancelScope() as scope:
            call.context.on_cancel(scope.cancel)
            return await call.wait()
        return call.nothing

    def thread(self, call: Call) -> Out | Awaitable[Out]:
        return trio.to_thread.run_sync(call.now)


async def answers(peer: Peer, *calls: dict[str, Any]) -> dict[object, dict[str, Any]]:
    """Begins all calls, then awaits them at once; those with `cancel` are given up."""
    found: dict[object, dict[str, Any]] = {}

    async def take(given: Out | Awaitable[Out]) -> None:
        out = given if isinstance(given, Out) else await given
        if out:
            message = json.loads(out.json)
            found[message["id"]] = message["result"]

    async with trio.open_nursery() as nursery:
        for params in calls:
            message = {**peer.request("tools/call", params), "id": params["name"]}
            (given,) = peer.give(message)
            nursery.start_soon(take, given)
        await trio.sleep(0.01)
        peer.tell("notifications/cancelled", {"requestId": "never"})
    return found


def test_coroutines_threads_and_cancels_under_trio() -> None:
    service = Service("test", "1", runner=TrioRunner())
    ends: list[str] = []

    @service.tool
    async def sleeps(ctx: Context) -> str:
        ctx.progress(1)
        with trio.move_on_after(0.001):
            await trio.sleep_forever()
        return "slept"

    @service.tool
    async def at_once() -> str:
        return "at once"

    @service.tool(threaded=True)
    def works() -> str:
        return trio.from_thread.run(at_once)

    @service.tool
    async def never(ctx: Context) -> str:
        try:
            await trio.sleep_forever()
        finally:
            assert ctx.is_cancelled
            ends.append("over")
        return "never"

    peer = Peer(service)
    names = ("sleeps", "at_once", "works", "never")
    found = trio.run(answers, peer, *(called(name, {}) for name in names))
    assert {name: text(result) for name, result in found.items()} == {
        "sleeps": "slept",
        "at_once": "at once",
        "works": "at once",
    }
    assert ends == ["over"]
    assert peer.server.open() == []


def test_without_a_runner_of_its_own_trio_awaits_what_comes_back() -> None:
    service = Service("test", "1")

    @service.tool
    async def sleeps() -> str:
        with trio.move_on_after(0.001):
            await trio.sleep_forever()
        return "slept"

    @service.tool
    async def never() -> str:
        return "never"

    found = trio.run(answers, Peer(service), called("sleeps", {}))
    assert text(found["sleeps"]) == "slept"
