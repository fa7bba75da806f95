"""Requests of the server's own in the course of a call: each answer comes where it is awaited."""

from __future__ import annotations

import asyncio
import json
import os
import threading
from collections.abc import Callable
from typing import Any

import pytest
import trio
from service_peer import CAPABILITIES, Peer, called, read, text

from sansmcp import Out, UseAsk
from sansmcp.service import AskFailed, Context, MissingCapability, Service
from sansmcp.stdio import Stdio

OLD = "2025-11-25"


@pytest.fixture
def service() -> Service:
    made = Service("test", "1")

    @made.tool
    async def asks(ctx: Context, method: str = "ping") -> str:
        try:
            return str(await ctx.request(method))
        except AskFailed as error:
            return f"{error.key}: {error.why} {error.error}"

    @made.tool(threaded=True)
    def works(ctx: Context, method: str = "ping") -> str:
        try:
            return str(ctx.request(method).wait())
        except AskFailed as error:
            return f"{error.key}: {error.why} {error.error}"

    return made


def run(test: Any) -> None:
    asyncio.run(asyncio.wait_for(test, 60))


def answer(peer: Peer, asked: dict[str, Any], **more: Any) -> None:
    (nothing,) = peer.give({"jsonrpc": "2.0", "id": asked["id"], **more})
    assert isinstance(nothing, Out)
    assert not nothing


def until(is_so: Callable[[], object]) -> None:
    """Waits for another thread."""
    bell = threading.Event()
    for _ in range(3000):
        if is_so():
            return
        bell.wait(0.01)
    raise AssertionError("it did not happen")


def asked_by(peer: Peer) -> dict[str, Any]:
    until(lambda: peer.sent)
    return peer.sent.pop(0)


ANSWERS: list[tuple[dict[str, Any], str]] = [
    ({"result": {"a": 1}}, "{'a': 1}"),
    (
        {"error": {"code": -32601, "message": "no"}},
        "ping: no {'code': -32601, 'message': 'no'}",
    ),
    ({"result": 7}, "ping: its answer makes no sense None"),
]


@pytest.mark.parametrize(("given", "found"), ANSWERS)
def test_a_coroutine_awaits_the_answer(
    service: Service, given: dict[str, Any], found: str
) -> None:
    async def calls() -> None:
        peer = Peer(service, OLD)
        started = peer.start("tools/call", called("asks", {}))
        assert not isinstance(started, Out)
        (asked,) = peer.sent
        assert asked["method"] == "ping"
        answer(peer, asked, **given)
        answer(peer, asked, result={})  # once more: nobody hears it
        assert text(read(await started)["result"]) == found
        assert peer.server.open() == []
        assert len(peer.sent) == 1

    run(calls())


@pytest.mark.parametrize(("given", "found"), ANSWERS)
def test_a_thread_waits_for_the_answer(service: Service, given: dict[str, Any], found: str) -> None:
    peer = Peer(service, OLD)
    started = peer.start("tools/call", called("works", {}))
    assert isinstance(started, Out)
    assert not started
    answer(peer, asked_by(peer), **given)
    assert text(asked_by(peer)["result"]) == found
    assert peer.server.open() == []


def test_under_trio(service: Service) -> None:
    async def calls() -> None:
        peer = Peer(service, OLD)
        given = peer.start("tools/call", called("asks", {}))
        assert not isinstance(given, Out)
        found: list[Out] = []

        async def take() -> None:
            found.append(await given)

        async with trio.open_nursery() as nursery:
            nursery.start_soon(take)
            with trio.fail_after(30):
                while not peer.sent:
                    await trio.sleep(0.001)
            answer(peer, peer.sent[0], result={"b": 2})
        assert text(read(found[0])["result"]) == "{'b': 2}"
        assert peer.server.open() == []

    trio.run(calls)


def test_several_at_once_are_answered_in_any_order(service: Service) -> None:
    @service.tool
    async def several(ctx: Context) -> str:
        replies = [ctx.request("ping") for _ in range(3)]
        return str([await reply for reply in replies])

    async def calls() -> None:
        peer = Peer(service, OLD)
        started = peer.start("tools/call", called("several", {}))
        assert not isinstance(started, Out)
        for asked in sorted(peer.sent, key=lambda asked: -int(asked["id"])):
            answer(peer, asked, result={"id": peer.sent.index(asked)})
        assert text(read(await started)["result"]) == "[{'id': 0}, {'id': 1}, {'id': 2}]"

    run(calls())


def test_a_cancel_of_the_call_takes_the_request_back(service: Service) -> None:
    async def calls() -> None:
        peer = Peer(service, OLD)
        message = peer.request("tools/call", called("asks", {}))
        (started,) = peer.give(message)
        assert not isinstance(started, Out)
        (asked,) = peer.sent
        peer.tell("notifications/cancelled", {"requestId": message["id"]})
        assert not await started
        assert peer.server.open() == []
        answer(peer, asked, result={})  # too late
        assert told_back(peer, asked) == 1

    run(calls())


def test_a_cancel_ends_the_wait_of_a_thread(service: Service) -> None:
    peer = Peer(service, OLD)
    message = peer.request("tools/call", called("works", {}))
    peer.give(message)
    until(lambda: peer.sent)
    (asked,) = peer.sent
    peer.tell("notifications/cancelled", {"requestId": message["id"]})
    until(lambda: not peer.running and not peer.server.open())
    answer(peer, asked, result={})
    assert told_back(peer, asked) == 1


def told_back(peer: Peer, asked: dict[str, Any]) -> int:
    """How often the client was told that the request is not wanted any more."""
    told = [it["params"] for it in peer.sent if it["method"] == "notifications/cancelled"]
    return sum(params["requestId"] == asked["id"] for params in told)


def test_who_does_not_wait_any_longer_takes_it_back(service: Service) -> None:
    @service.tool
    async def impatient(ctx: Context) -> str:
        try:
            await asyncio.wait_for(ctx.request("ping"), 0.01)
        except asyncio.TimeoutError:
            return "enough"
        return "answered"

    @service.tool
    async def forgetful(ctx: Context) -> str:
        ctx.request("ping")
        return "forgotten"

    async def calls() -> None:
        for name, found in {"impatient": "enough", "forgetful": "forgotten"}.items():
            peer = Peer(service, OLD)
            started = peer.start("tools/call", called(name, {}))
            out = started if isinstance(started, Out) else await started
            assert text(read(out)["result"]) == found
            assert peer.server.open() == []
            assert peer.respond._requests == {}  # pyright: ignore[reportPrivateUsage]
            peer.respond.flush()
            assert told_back(peer, peer.sent[0]) == 1

    run(calls())


def test_time_runs_out(service: Service) -> None:
    @service.tool
    async def limited(ctx: Context) -> str:
        try:
            await ctx.request("ping", idle_ms=5, hard_ms=5)
        except AskFailed as error:
            return error.why
        return "answered"

    async def calls() -> None:
        peer = Peer(service, OLD)
        started = peer.start("tools/call", called("limited", {}))
        assert not isinstance(started, Out)
        deadline = peer.server.next_deadline()
        assert deadline is not None
        (late,) = peer.server.expire(deadline)
        assert isinstance(out := peer.respond(late), Out)
        assert not out
        assert text(read(await started)["result"]) == "no answer came in time"

    run(calls())


def test_what_cannot_be_asked_says_why(service: Service) -> None:
    raised: list[Exception] = []

    @service.tool
    async def tries(ctx: Context, method: str) -> str:
        reply = ctx.request(method)
        try:
            await reply
        except Exception as error:
            raised.append(error)
            raise
        return "answered"

    @service.tool
    async def visits(ctx: Context) -> str:
        page = {"mode": "url", "message": "m", "url": "https://a", "elicitationId": "i"}
        return str(await ctx.request("elicitation/create", page))

    @service.tool
    def plain(ctx: Context) -> str:
        reply = ctx.request("ping")
        with pytest.raises(RuntimeError, match="threaded=True"):
            reply.wait()
        return "told"

    async def calls() -> None:
        peer = Peer(service, OLD, {})
        answer = peer.ask("tools/call", called("tries", {"method": "roots/list"}))
        assert answer["error"]["data"] == {"requiredCapabilities": {"roots": {}}}
        peer = Peer(service, OLD, {"elicitation": {}})
        answer = peer.ask("tools/call", called("visits", {}))
        assert answer["error"]["data"] == {"requiredCapabilities": {"elicitation": {"url": {}}}}
        peer = Peer(service)
        assert peer.call("tries", method="ping")["isError"]
        first, second = raised
        assert isinstance(first, MissingCapability)
        assert first.needed == ("roots",)
        assert isinstance(second, UseAsk)
        assert text(Peer(service, OLD).call("plain")) == "told"

    run(calls())


@pytest.mark.parametrize("name", ["asks", "works", "elicits"])
@pytest.mark.parametrize("is_async", [True, False])
def test_at_the_end_of_the_input_nobody_waits_for_answers(
    service: Service, name: str, is_async: bool
) -> None:
    ends: list[BaseException] = []

    @service.tool
    def elicits(ctx: Context) -> str:
        return ctx.elicit("key", "Sure?").action

    if not is_async and name == "asks":
        return  # a coroutine takes a loop
    stdin, to_server = os.pipe()
    from_server, stdout = os.pipe()
    server = service.server()
    respond = service.respond(server)
    stdio = Stdio(server, respond, stdin=stdin, stdout=stdout, patience_s=1000)
    params = {"protocolVersion": OLD, "capabilities": CAPABILITIES}
    messages: list[dict[str, Any]] = [
        {"id": 0, "method": "initialize", "params": params},
        {"method": "notifications/initialized"},
        {"id": 1, "method": "tools/call", "params": called(name, {})},
    ]
    for message in messages:
        os.write(to_server, json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")

    def serve() -> None:
        try:
            if is_async:
                asyncio.run(stdio.serve_async())
            else:
                stdio.serve()
        except BaseException as error:
            ends.append(error)

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    data = b""
    while data.count(b"\n") < 2:
        data += os.read(from_server, 65536)
    os.close(to_server)
    thread.join(30)
    assert not thread.is_alive()
    assert ends == []
    until(lambda: not respond._running)  # pyright: ignore[reportPrivateUsage]
    os.close(stdout)
    assert os.read(from_server, 65536) == b""
    assert respond._requests == {}  # pyright: ignore[reportPrivateUsage]
    os.close(stdin)
    os.close(from_server)
