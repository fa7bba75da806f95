"""Events as a service sees them first, listeners, and what is said of lists and resources."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import Any

import pytest
from asgi_client import Client
from service_peer import ERAS, Peer, read, text

from sansmcp import CallTool, Event, Listen, ListTools, Out, Server
from sansmcp.asgi import App
from sansmcp.service import Context, RequestError, Service


def run(test: Any) -> None:
    asyncio.run(asyncio.wait_for(test, 60))


def test_what_sees_events_first() -> None:
    service = Service("test", "1")
    seen: list[str] = []

    @service.tool
    def echo(text: str) -> str:
        return text

    @service.on(Event)
    def sees(event: Event, server: Server) -> None:
        seen.append(event.kind)

    @service.on(CallTool)
    def takes(event: CallTool, server: Server) -> Out | Awaitable[Out] | None:
        match event.name:
            case "echo":
                return None
            case "by hand":
                return server.answer(event.ticket).text("mine").end()
            case "later":
                return later(event, server)
            case "refused":
                raise RequestError(1001, "not you", [7])
            case _:
                raise KeyError("secret")

    async def later(event: CallTool, server: Server) -> Out:
        await asyncio.sleep(0)
        return server.answer(event.ticket).text("late").end()

    async def calls() -> None:
        for revision in ERAS:
            peer = Peer(service, revision)
            assert text(peer.call("echo", text="a")) == "a"
            assert text(peer.call("by hand")) == "mine"
            given = peer.start("tools/call", {"name": "later"})
            assert not isinstance(given, Out)
            assert text(read(await given)["result"]) == "late"
            error = peer.ask("tools/call", {"name": "refused"})["error"]
            assert error == {"code": 1001, "message": "not you", "data": [7]}
            error = peer.ask("tools/call", {"name": "bad"})["error"]
            assert error == {"code": -32603, "message": "Internal error"}
            peer.tell("notifications/roots/list_changed")
            assert peer.server.open() == []

    run(calls())
    assert seen.count("call_tool") == 5 * len(ERAS)
    assert seen[-1] == "notification"


def test_the_first_that_answers_does() -> None:
    service = Service("test", "1", capabilities=["tools"])
    seen: list[int] = []

    def adds(n: int, answers: bool) -> None:
        @service.on(ListTools)
        def lists(event: ListTools, server: Server) -> Out | None:
            seen.append(n)
            return server.result(event.ticket, {"tools": [], "n": n}) if answers else None

    adds(1, False)
    adds(2, True)
    adds(3, True)
    assert Peer(service).ask("tools/list")["result"]["n"] == 2
    assert seen == [1, 2]
    with pytest.raises(TypeError, match="plain function"):

        @service.on(ListTools)  # type: ignore[arg-type] # pyright: ignore
        async def waits(event: ListTools, server: Server) -> None: ...


def test_a_context_has_the_engine() -> None:
    service = Service("test", "1")

    @service.tool
    def open_calls(ctx: Context) -> list[int]:
        return [number for number in ctx.server.open() if number == ctx.ticket]

    peer = Peer(service)
    (ticket,) = peer.call("open_calls")["structuredContent"]["result"]
    assert ticket


LISTENS = {
    "resourceSubscriptions": ["a:1", "a:{x}", "b:7", "c:1"],
    "toolsListChanged": True,
}


def test_who_listens_is_told_and_of_what_there_is_alone() -> None:
    service = Service("test", "1", capabilities=["resources.subscribe", "tools.listChanged"])

    @service.resource("a:1")
    def one() -> str:
        return "1"

    @service.resource("b:{n}")
    def several(n: int) -> str:
        return str(n)

    peer = Peer(service)
    params = {"notifications": LISTENS}
    accepted = peer.ask("subscriptions/listen", params)
    assert accepted["method"] == "notifications/subscriptions/acknowledged"
    assert accepted["params"]["notifications"] == {
        "resourceSubscriptions": ["a:1", "b:7"],
        "toolsListChanged": True,
    }
    service.changed("tools")
    service.changed("prompts")  # nobody is told
    service.updated("b:7")
    service.updated("c:1")
    assert [it["method"] for it in peer.sent] == [
        "notifications/tools/list_changed",
        "notifications/resources/updated",
    ]
    peer.sent.clear()
    assert service.end_listens() == 1
    assert service.end_listens() == 0
    (ended,) = peer.sent
    assert ended["result"]["resultType"] == "complete"
    assert peer.server.open() == []


def test_a_listener_by_hand() -> None:
    service = Service("test", "1", capabilities=["resources.subscribe"])

    @service.on(Listen)
    def all_of_mine(event: Listen, server: Server) -> Out:
        return server.accept(event, [uri for uri in event.uris if uri.startswith("mine:")])

    @service.resource("a:1")
    def one() -> str:
        return "1"

    peer = Peer(service)
    params = {"notifications": {"resourceSubscriptions": ["a:1", "mine:2"]}}
    accepted = peer.ask("subscriptions/listen", params)["params"]["notifications"]
    assert accepted == {"resourceSubscriptions": ["mine:2"]}


def test_how_long_a_resource_may_be_kept() -> None:
    service = Service("test", "1", ttl_ms=5, cache_scope="public")

    @service.resource("a:1", ttl_ms=7)
    def own() -> str:
        return "1"

    @service.resource("b:{n}", ttl_ms=0, cache_scope="public")
    def never(n: int) -> str:
        return str(n)

    @service.resource("c:1")
    def usual() -> str:
        return "1"

    peer = Peer(service)
    found: dict[str, tuple[int, str]] = {}
    for uri in ("a:1", "b:2", "c:1"):
        result = peer.ask("resources/read", {"uri": uri})["result"]
        found[uri] = (result["ttlMs"], result["cacheScope"])
    assert found == {"a:1": (7, "private"), "b:2": (0, "public"), "c:1": (5, "public")}
    old = Peer(service, "2025-11-25").ask("resources/read", {"uri": "a:1"})["result"]
    assert "ttlMs" not in old


def test_pages_are_as_long_as_is_said() -> None:
    service = Service("test", "1")
    for n in range(10):

        @service.tool(name=f"tool-{n}")
        def tool() -> str:
            return "x" * 2000

    for page, longest in ((1, 1), (600, 8), (65_536, 10)):
        peer = Peer(service, "2025-11-25", page=page)
        names: list[str] = []
        pages = 0
        params: dict[str, Any] = {}
        while True:
            result = peer.ask("tools/list", params)["result"]
            assert 0 < len(result["tools"]) <= longest
            names += [tool["name"] for tool in result["tools"]]
            pages += 1
            if "nextCursor" not in result:
                break
            params = {"cursor": result["nextCursor"]}
        assert names == [f"tool-{n}" for n in range(10)]
        assert (pages == 1) == (page == 65_536)
        assert text(peer.call("tool-1")) == "x" * 2000  # other answers are as long as they are

    endpoint = service.endpoint(page=1)
    client = Client(App(endpoint, service.respond(endpoint)))

    async def lists() -> None:
        await client.begin()
        message = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
        answer = await client.post(message).end()
        assert len(answer.json()["result"]["tools"]) == 1

    run(lists())


def test_a_client_that_is_put_off_comes_back() -> None:
    service = Service("test", "1")
    wish: list[asyncio.Event] = []

    @service.tool
    async def slow(ctx: Context) -> str:
        ctx.put_off(7)
        await wish[0].wait()
        return "done"

    async def calls() -> None:
        wish[:] = [asyncio.Event()]
        endpoint = service.endpoint(replay=65_536)
        client = Client(App(endpoint, service.respond(endpoint)))
        await client.begin()
        call: dict[str, Any] = {"name": "slow", "arguments": {}}
        message: dict[str, Any] = {"jsonrpc": "2.0", "id": 1, "method": "tools/call"}
        message["params"] = call
        first = await client.post(message).end()
        assert b"retry: 7" in first.body
        last = [row[4:] for row in first.body.decode().splitlines() if row.startswith("id: ")][-1]
        again = client.open("GET", {"last-event-id": last, "accept": "text/event-stream"})
        await again.until("")
        wish[0].set()
        await again.end()
        assert text(again.events()[-1]["result"]) == "done"
        # On a pipe there is nothing to end.
        peer = Peer(service, "2025-11-25")
        given = peer.start("tools/call", call)
        assert text(read(given if isinstance(given, Out) else await given)["result"]) == "done"
        assert peer.sent == []

    run(calls())
