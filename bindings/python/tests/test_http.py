"""An endpoint, alone and as an ASGI app."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from asgi_client import Client
from peer import modern

from sansmcp import CallTool, Endpoint, Event, Frame, ListTools, Out, Stale, Tool
from sansmcp.asgi import App, Respond

POST = [
    ("Host", "localhost"),
    ("Content-Type", "application/json"),
    ("Accept", "application/json, text/event-stream"),
]


def endpoint(**options: Any) -> Endpoint:
    return Endpoint("test", "1", tools=[Tool("tool")], **options)


class Served:
    """An app whose tool echoes its text, after what `wait` does."""

    def __init__(self, **options: Any) -> None:
        self.endpoint = endpoint(**options)
        self.events: list[Event] = []
        self.wait: Callable[[CallTool], Awaitable[None]] | None = None
        self.app = App(self.endpoint, self.respond, queue=8)
        self.client = Client(self.app)

    def respond(self, event: Event) -> Out | Awaitable[Out]:
        self.events.append(event)
        if not isinstance(event, CallTool):
            return self.endpoint.reply(event)
        return self.answer(event) if self.wait else self.echo(event)

    def echo(self, event: CallTool) -> Out:
        return self.endpoint.answer(event.ticket).text(event.arguments["text"]).end()

    async def answer(self, event: CallTool) -> Out:
        assert self.wait
        await self.wait(event)
        return self.echo(event)


def run(test: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(test, 30))


def text(message: dict[str, Any]) -> object:
    return message["result"]["content"][0]["text"]


def test_a_call_in_bytes() -> None:
    server = endpoint()
    message = modern("tools/call", {"name": "tool"})
    lines = [(name.encode(), value.encode()) for name, value in POST]
    lines += [(b"mcp-protocol-version", b"2026-07-28"), (b"mcp-method", b"tools/call")]
    verdict = server.judge("POST", [*lines, (b"mcp-name", b"tool")], 7, now=5)
    assert (verdict.kind, verdict.headers, verdict.max_body) == ("body", [], 4 << 20)
    frame = verdict.frame(bytearray(json.dumps(message).encode()), bytes(16))
    (event,) = server.receive(frame)
    server.received(frame)
    assert isinstance(event, CallTool)
    assert server.next_delivery() is None
    out = server.answer(event.ticket).text("hello").end()
    delivery = server.next_delivery()
    assert delivery is not None
    assert (delivery.to, delivery.status, delivery.is_end) == (7, 200, True)
    assert ("content-type", "application/json") in delivery.headers
    assert delivery.body == out.json
    assert repr(delivery) == f"<Delivery to 7, 200, {len(out.json)} bytes, end>"
    assert server.next_delivery() is None
    with pytest.raises(Stale):
        server.answer(event.ticket).end()


def test_what_is_no_post_gives_nothing() -> None:
    server = endpoint()
    assert list(server.receive(Frame(json.dumps(modern("ping")).encode()))) == []
    verdict = server.judge("POST", POST, 1)
    for wrong in (b"", bytes(15), bytes(17)):
        with pytest.raises(ValueError, match="16 bytes"):
            verdict.frame(b"{}", wrong)
    with pytest.raises(TypeError):
        verdict.frame("{}", bytes(16))  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        server.judge("GET", [("host", 1)], 1)  # type: ignore[list-item]
    with pytest.raises(OverflowError):
        server.judge("GET", [], 1 << 32)


def test_bounds() -> None:
    for name in ("streams", "slots"):
        with pytest.raises(ValueError, match="at most 65534"):
            endpoint(**{name: 65535})
    with pytest.raises(OverflowError):
        endpoint(sessions=65536)


@pytest.mark.parametrize(
    ("method", "lines", "status"),
    [
        ("POST", [("host", "evil.example"), *POST[1:]], 403),
        ("POST", [*POST, ("origin", "http://evil.example")], 403),
        ("PUT", POST, 405),
        ("GET", [POST[0], POST[2]], 400),
        ("GET", [*POST, ("mcp-session-id", "00006eb6bba231372f4ab357add3587280fd")], 404),
        ("DELETE", [*POST, ("mcp-session-id", "x")], 404),
        ("POST", [*POST[:2], ("accept", "text/html")], 406),
        ("POST", [*POST, ("content-length", "101")], 413),
        ("POST", [POST[0], ("content-type", "text/plain"), POST[2]], 415),
    ],
)
def test_those_who_are_not_let_in(method: str, lines: list[tuple[str, str]], status: int) -> None:
    verdict = endpoint(max_body=100).judge(method, lines, 1)
    assert (verdict.kind, verdict.status, verdict.replaces) == ("reply", status, None)
    assert json.loads(verdict.body)["error"]["message"]


def test_pages_of_other_sites_are_let_in_where_they_are_named() -> None:
    server = endpoint(hosts=["mcp.example"], origins=("https://page.example",))
    lines = [("host", "mcp.example"), ("origin", "https://page.example"), *POST[1:]]
    verdict = server.judge("POST", lines, 1)
    assert verdict.kind == "body"
    assert ("Access-Control-Allow-Origin", "https://page.example") in verdict.headers
    assert (verdict.too_long().status, verdict.too_long().kind) == (413, "reply")
    asked = [*lines, ("access-control-request-method", "POST")]
    verdict = server.judge("OPTIONS", asked, 2)
    assert (verdict.kind, verdict.status, verdict.body) == ("reply", 204, b"")
    assert ("Access-Control-Allow-Methods", "GET, POST, DELETE") in verdict.headers


def test_a_session_over_asgi() -> None:
    async def session() -> None:
        served = Served()
        client = served.client
        first = await client.begin()
        assert first.json()["result"]["protocolVersion"] == "2025-11-25"
        answer = await client.call({"text": "héllo"}).end()
        assert (answer.status, text(answer.json())) == (200, "héllo")
        other = Client(served.app)
        await other.begin("2025-03-26")
        both = [{"jsonrpc": "2.0", "id": id, "method": "ping"} for id in (1, 2)]
        batch = await other.post(both).end()
        assert [message["id"] for message in batch.events()] == [1, 2]
        assert (await client.open("DELETE").end()).status == 204
        for method in ("GET", "DELETE"):
            assert (await client.open(method).end()).status == 404
        assert (await client.call({"text": "x"}).end()).status == 404
        assert (await other.call({"text": "x"}).end()).status == 200

    run(session())


def test_what_is_answered_in_pieces_ends_before_the_next_answer() -> None:
    server = Endpoint("test", "1", tools=[Tool("long", "x" * 1000)], max_message=512)

    def respond(event: Event) -> Out:
        return server.begin_reply(event) if isinstance(event, ListTools) else server.reply(event)

    async def batch() -> None:
        client = Client(App(server, respond))
        await client.begin("2025-03-26")
        both = [
            {"jsonrpc": "2.0", "id": 1, "method": "tools/list"},
            {"jsonrpc": "2.0", "id": 2, "method": "ping"},
        ]
        answers = (await client.post(both).end()).events()
        assert [message["id"] for message in answers] == [1, 2]
        assert answers[0]["result"]["tools"][0]["description"] == "x" * 1000

    run(batch())


def test_the_modern_era_over_asgi() -> None:
    async def calls() -> None:
        served = Served()
        for content in ("one", "two"):
            answer = await served.client.call({"text": content}).end()
            assert (answer.status, text(answer.json())) == (200, content)
            assert "mcp-session-id" not in answer.headers
        wrong = await served.client.post(modern("ping"), {"mcp-method": "pong"}).end()
        assert wrong.status == 400
        assert served.events[-1].kind == "refused"
        alone = Served(sessions=0)
        assert (await alone.client.open("GET").end()).headers["allow"] == "POST"

    run(calls())


def test_bodies_and_paths() -> None:
    async def bodies() -> None:
        client = Served(max_body=300).client
        message = json.dumps(modern("server/discover")).encode()
        lines = {"mcp-protocol-version": "2026-07-28", "mcp-method": "server/discover"}
        halves = client.open("POST", lines)
        halves.send(message[:9], more=True)
        await asyncio.sleep(0)
        halves.send(message[9:])
        assert (await halves.end()).status == 200
        for length, status in ((300 - len(message), 200), (301 - len(message), 413)):
            long = client.open("POST", lines)
            long.send(message, more=True)
            long.send(b" " * length)
            assert (await long.end()).status == status
        gone = client.open("POST", lines)
        gone.send(message[:9], more=True)
        gone.disconnect()
        await gone.task
        assert not gone.status
        assert (await client.open("GET", path="/other").end()).status == 404

    run(bodies())


def test_handlers_that_wait() -> None:
    async def waits() -> None:
        served = Served(replay=1 << 16)
        client = served.client
        gate = asyncio.Event()

        async def wait(call: CallTool) -> None:
            if call.arguments["text"] == "slow":
                served.endpoint.progress(call.ticket, 1, 2, "half")
                served.app.send()
                await gate.wait()

        served.wait = wait
        await client.begin()
        slow = client.call({"text": "slow"}, id=1, progressToken="t")
        await slow.until("half")
        fast = await client.call({"text": "fast"}, id=2).end()
        assert text(fast.json()) == "fast"
        gate.set()
        first, last = (await slow.end()).events()
        assert first["params"]["progress"] == 1
        assert text(last) == "slow"

    run(waits())


def test_an_exception_is_an_error_and_no_more(caplog: pytest.LogCaptureFixture) -> None:
    async def fails(served: Served) -> None:
        answer = await served.client.call({}).end()
        assert answer.json()["error"] == {"code": -32603, "message": "Internal error"}
        assert "KeyError" in caplog.text
        assert text((await served.client.call({"text": "x"}).end()).json()) == "x"

    async def nothing(call: CallTool) -> None:
        await asyncio.sleep(0)

    run(fails(Served()))
    caplog.clear()
    late = Served()
    late.wait = nothing
    run(fails(late))


def test_a_disconnect_stops_the_work_of_the_modern_era() -> None:
    async def stops() -> None:
        served = Served()
        stopped = asyncio.Event()

        async def wait(call: CallTool) -> None:
            try:
                await asyncio.sleep(60)
            finally:
                stopped.set()

        served.wait = wait
        call = served.client.call({"text": "never"})
        while not served.endpoint.open():
            await asyncio.sleep(0)
        call.disconnect()
        await call.task
        await asyncio.wait_for(stopped.wait(), 10)
        assert not call.status
        assert served.endpoint.open() == []

    run(stops())


def test_a_stream_of_events_gives_way_and_ends() -> None:
    async def streams() -> None:
        served = Served()
        client = served.client
        await client.begin()
        first = client.open("GET")
        await first.until("")
        assert first.status == 200
        second = client.open("GET")
        await second.until("")
        assert (await first.end()).body == b""
        await client.open("DELETE").end()
        await second.end()
        third = Client(served.app)
        await third.begin()
        lost = third.open("GET")
        await lost.until("")
        lost.disconnect()
        await lost.task
        assert not lost.ended

    run(streams())


def test_what_was_lost_is_sent_again() -> None:
    async def comes_back() -> None:
        served = Served(replay=1 << 16, retry_ms=5)
        client = served.client
        gate = asyncio.Event()

        async def wait(call: CallTool) -> None:
            await gate.wait()

        served.wait = wait
        await client.begin()
        call = client.call({"text": "kept"})
        await call.until("retry: 5")
        call.disconnect()
        await call.task
        gate.set()
        (last,) = [line[4:] for line in call.body.decode().splitlines() if line[:4] == "id: "]
        while served.endpoint.open():
            await asyncio.sleep(0)
        again = await client.open("GET", {"last-event-id": last}).end()
        (message,) = again.events()
        assert text(message) == "kept"
        wrong = await client.open("GET", {"last-event-id": "7-7"}).end()
        assert wrong.status == 400

    run(comes_back())


def test_a_client_that_does_not_read_is_cut_off() -> None:
    async def floods() -> None:
        served = Served()

        async def wait(call: CallTool) -> None:
            for step in range(40):
                served.endpoint.progress(call.ticket, step)
                served.app.send()
            await asyncio.sleep(60)

        served.wait = wait
        call = served.client.call({"text": "x"}, progressToken=1)
        call.blocked = True
        while not served.events or served.endpoint.open():
            await asyncio.sleep(0)  # given up
        call.blocked = False
        await asyncio.wait_for(call.task, 10)
        assert not call.ended
        served.wait = None
        assert (await served.client.call({"text": "x"}).end()).status == 200

    run(floods())


def test_a_handler_that_floods_at_once_is_told_nothing(caplog: pytest.LogCaptureFixture) -> None:
    async def floods() -> None:
        server = endpoint()

        def respond(event: Event) -> Out:
            for step in range(40):
                server.progress(event.ticket, step)
                app.send()
            return server.answer(event.ticket).text("void").end()

        app = App(server, respond, queue=8)
        call = Client(app).call({}, progressToken=1)
        await asyncio.wait_for(call.task, 10)
        assert not call.ended
        assert (server.open(), caplog.text) == ([], "")

    run(floods())


def test_the_life_of_an_app() -> None:
    async def lives() -> None:
        messages = iter(["lifespan.startup", "lifespan.shutdown"])
        sent: list[str] = []

        async def receive() -> dict[str, Any]:
            return {"type": next(messages)}

        async def send(message: Any) -> None:
            sent.append(message["type"])

        app = Served().app
        await app({"type": "lifespan"}, receive, send)
        assert sent == ["lifespan.startup.complete", "lifespan.shutdown.complete"]
        with pytest.raises(ValueError, match="websocket"):
            await app({"type": "websocket"}, receive, send)

    run(lives())


def test_an_async_handler_may_answer_everything() -> None:
    async def everything() -> None:
        server = endpoint(replay=1 << 16)

        async def respond(event: Event) -> Out:
            return server.reply(event)

        handler: Respond = respond
        client = Client(App(server, handler))
        await client.begin()
        answer = await client.post({"jsonrpc": "2.0", "id": 1, "method": "ping"}).end()
        assert answer.json()["result"] == {}

    run(everything())


def test_a_cancel_stops_the_work_of_a_session() -> None:
    async def stops() -> None:
        served = Served()
        stopped = asyncio.Event()

        async def wait(call: CallTool) -> None:
            try:
                await asyncio.sleep(60)
            finally:
                stopped.set()

        served.wait = wait
        client = served.client
        await client.begin()
        call = client.call({"text": "never"}, id="c")
        while not served.endpoint.open():
            await asyncio.sleep(0)
        params = {"requestId": "c", "reason": "enough"}
        note = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params}
        assert (await client.post(note).end()).status == 202
        await asyncio.wait_for(stopped.wait(), 10)
        await call.end()
        assert served.endpoint.open() == []

    run(stops())


def test_the_app_in_the_readme_echoes() -> None:
    readme = (Path(__file__).parents[1] / "README.md").read_text("utf-8")
    names: dict[str, Any] = {}
    programs = [block.split("```")[0] for block in readme.split("```python\n")[1:]]
    (served,) = (each for each in programs if "sansmcp.asgi import App" in each)
    exec(served, names)

    async def call() -> None:
        message = modern("tools/call", {"name": "echo", "arguments": {"text": "hello"}})
        lines = {"mcp-method": "tools/call", "mcp-name": "echo"}
        lines["mcp-protocol-version"] = "2026-07-28"
        assert text((await Client(names["app"]).post(message, lines).end()).json()) == "hello"

    run(call())
