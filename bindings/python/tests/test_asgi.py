"""The ASGI app where it is used in odd ways, and where its clients behave badly."""

from __future__ import annotations

import asyncio
import contextvars
import http.client
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from asgi_client import Client, Exchange
from peer import modern
from starlette.applications import Starlette
from starlette.routing import Mount, Route

from sansmcp import CallTool, Endpoint, Event, Out, Tool
from sansmcp.asgi import App, Denied, Respond, principal

NOTHING: dict[str, Any] = {}
LISTEN: dict[str, Any] = {"notifications": {"toolsListChanged": True}}
LISTENS = {"mcp-protocol-version": "2026-07-28", "mcp-method": "subscriptions/listen"}
TOKEN: dict[str, Any] = {"progressToken": 1}
PAGE = "http://localhost:3000"
CHALLENGE = 'Bearer resource_metadata="https://example.com/x"'


def run(test: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(test, 30))


def endpoint(**options: Any) -> Endpoint:
    return Endpoint("test", "1", tools=[Tool("tool")], **options)


def echoing(server: Endpoint) -> Callable[[Event], Out]:
    def respond(event: Event) -> Out:
        match event:
            case CallTool(arguments={"text": str(text)}):
                return server.answer(event.ticket).text(text).end()
            case other:
                return server.reply(other)

    return respond


def text(exchange: Exchange) -> object:
    assert exchange.status == 200
    return exchange.json()["result"]["content"][0]["text"]


def test_another_thread_answers() -> None:
    async def answers() -> None:
        server = endpoint(replay=1 << 16)
        echo = echoing(server)

        def work(event: Event) -> None:
            server.progress(event.ticket, 1)
            app.send()
            app.send(echo(event))

        def respond(event: Event) -> Out | None:
            if not isinstance(event, CallTool):
                return server.reply(event)
            threading.Thread(target=work, args=(event,)).start()
            return None

        app = App(server, respond)
        client = Client(app)
        plain = [client.call({"text": str(n)}, n) for n in range(30)]
        for n, call in enumerate(plain):
            assert text(await call.end()) == str(n)
        streams = [client.call({"text": str(n)}, n, progressToken=n) for n in range(30)]
        for n, call in enumerate(streams):
            step, last = (await call.end()).events()
            assert step["params"]["progressToken"] == n
            assert last["result"]["content"][0]["text"] == str(n)

    run(answers())


def test_several_loops_at_once() -> None:
    """A call that waits in one loop is answered by another one."""
    server = endpoint()
    echo = echoing(server)
    parked: list[Event] = []
    is_parked = threading.Event()

    def respond(event: Event) -> Out | None:
        if isinstance(event, CallTool) and event.arguments["text"] == "parked":
            parked.append(event)
            is_parked.set()
            return None
        return echo(event)

    app = App(server, respond)
    failed: list[object] = []

    async def waits() -> None:
        assert text(await Client(app).call({"text": "parked"}).end()) == "parked"

    async def calls() -> None:
        client = Client(app)
        await client.begin()
        for n in range(100):
            assert text(await client.call({"text": str(n)}, n).end()) == str(n)

    def thread(test: Callable[[], Coroutine[Any, Any, None]]) -> threading.Thread:
        def work() -> None:
            try:
                run(test())
            except BaseException as error:
                failed.append(error)

        thread = threading.Thread(target=work)
        thread.start()
        return thread

    first = thread(waits)
    assert is_parked.wait(20)
    others = [thread(calls) for _ in range(3)]
    for other in others:
        other.join(30)
    app.send(echo(parked[0]))
    first.join(30)
    assert failed == []


def test_one_loop_after_the_other() -> None:
    server = endpoint()
    app = App(server, echoing(server))

    async def call() -> None:
        stream = Client(app)
        await stream.begin()
        await stream.open("GET").until("")  # it is open when the loop ends
        assert text(await Client(app).call({"text": "x"}).end()) == "x"

    for _ in range(3):
        run(call())


def test_a_client_that_is_gone_when_it_is_answered(caplog: pytest.LogCaptureFixture) -> None:
    async def goes() -> None:
        server = endpoint()
        app = App(server, echoing(server))
        for chunk in ("x", "x" * 100_000):
            call = Client(app).call({"text": chunk})
            call.fails = True
            await asyncio.wait_for(call.task, 10)
        call = Client(app).call({"text": "x"}, progressToken=1)
        assert text(await call.end()) == "x"
        assert server.open() == []

    run(goes())
    assert caplog.text == ""


@pytest.mark.parametrize("size", [10, 200_000])
def test_a_client_that_takes_nothing_is_cut_off(size: int) -> None:
    async def hangs() -> None:
        server = endpoint()
        echo = echoing(server)
        stopped: list[int] = []

        async def respond(event: Event) -> Out:
            server.progress(event.ticket, 1)
            app.send()
            try:
                await asyncio.sleep(0.3 if size == 10 else 0)
            except asyncio.CancelledError:
                stopped.append(event.ticket)
                raise
            return echo(event)

        app = App(server, respond, patience_s=0.1)
        client = Client(app)
        few = size == 10
        call = client.call({"text": "x" * size}, **(TOKEN if few else NOTHING))
        call.blocked = True
        await asyncio.wait_for(call.task, 10)
        assert not call.ended
        while server.open():
            await asyncio.sleep(0)
        assert len(stopped) == (size == 10)

    run(hangs())


def test_a_head_has_no_body() -> None:
    async def heads() -> None:
        server = endpoint()
        client = Client(App(server, echoing(server)))
        for path, status in (("/mcp", 405), ("/other", 404)):
            head = client.open("HEAD", path=path)
            await asyncio.wait_for(head.task, 10)
            assert (head.status, head.body, head.ended) == (status, b"", True)

    run(heads())


def test_paths() -> None:
    async def paths() -> None:
        server = endpoint()
        app = App(server, echoing(server))
        top = App(server, echoing(server), path="/")
        outer = Starlette(
            routes=[
                Mount("/sub", app=app),
                Mount("/top", app=top),
                Route("/mcp", endpoint=app),
            ]
        )
        for path, status in {
            "/sub/mcp": 200,
            "/top/": 200,
            "/mcp": 200,
            "/sub/other": 404,
            "/submcp": 404,
            "/mcp/x": 404,
        }.items():
            call = Client(outer).call({"text": "x"}, path=path)
            assert (await call.end()).status == status, path

    run(paths())


def test_who_asks() -> None:
    async def asks() -> None:
        server = endpoint()
        echo = echoing(server)
        seen: list[str | None] = []

        def respond(event: Event) -> Out:
            seen.append(principal.get())
            return echo(event)

        async def late(event: Event) -> Out:
            await asyncio.sleep(0)
            return respond(event)

        def sync(scope: Any) -> str | Denied | None:
            token: str | None = dict(scope["headers"]).get(b"authorization", b"").decode()
            return {"a": "alice", "b": "bob", "n": None}.get(token or "", Denied())

        async def later(scope: Any) -> str | Denied | None:
            await asyncio.sleep(0)
            return sync(scope)

        ways: list[tuple[Respond, Any]] = [(respond, sync), (late, later)]
        for handler, who in ways:
            app = App(server, handler, principal=who)
            alice, bob, nobody = (Client(app, {"authorization": it}) for it in "abn")
            for client, name in ((alice, "alice"), (bob, "bob"), (nobody, None)):
                await client.begin()
                seen.clear()
                assert text(await client.call({"text": "x"}).end()) == "x"
                assert seen == [name]
            bob.session = alice.session
            assert (await bob.call({"text": "x"}).end()).status == 404
            assert (await bob.open("DELETE").end()).status == 404
            assert principal.get() is None

    run(asks())


def test_who_is_not_let_in() -> None:
    async def asks() -> None:
        server = endpoint(origins=[PAGE])
        answers = iter([Denied(challenge=CHALLENGE), Denied(403, "No", None), Denied()])
        app = App(server, echoing(server), principal=lambda scope: next(answers))
        client = Client(app)
        first = await client.call({"text": "x"}).end()
        assert (first.status, first.body) == (401, b"Unauthorized")
        assert first.headers["www-authenticate"] == CHALLENGE
        second = await client.open("GET", {"origin": PAGE}).end()
        assert (second.status, second.body) == (403, b"No")
        assert "www-authenticate" not in second.headers
        assert second.headers["access-control-allow-origin"] == PAGE
        assert "WWW-Authenticate" in second.headers["access-control-expose-headers"]
        asked = {"origin": PAGE, "access-control-request-method": "POST"}
        assert (await client.open("OPTIONS", asked).end()).status == 204
        foreign = await client.call({"text": "x"}, headers={"origin": "http://evil.example"}).end()
        assert (foreign.status, "www-authenticate" in foreign.headers) == (403, False)
        assert server.open() == []

    run(asks())


def test_close_ends_streams_and_no_calls() -> None:
    async def closes() -> None:
        server = endpoint(capabilities=["tools.listChanged"])
        echo = echoing(server)
        gate = asyncio.Event()

        async def respond(event: Event) -> Out:
            if isinstance(event, CallTool):
                await gate.wait()
            return echo(event)

        app = App(server, respond)
        client = Client(app)
        await client.begin()
        stream = client.open("GET")
        await stream.until("")
        call = client.call({"text": "x"})
        listens = [Client(app).post(modern("subscriptions/listen", LISTEN, "l"), LISTENS)]
        await listens[0].until("acknowledged")
        app.close()
        assert (await stream.end()).status == 200
        assert (await client.open("GET").end()).status == 200
        (first, last) = (await listens[0].end()).events()
        assert first["method"] == "notifications/subscriptions/acknowledged"
        assert last["id"] == "l"
        again = modern("subscriptions/listen", LISTEN, "l")
        assert (await Client(app).post(again, LISTENS).end()).events()[-1]["id"] == "l"
        gate.set()
        assert text(await call.end()) == "x"

    run(closes())


def test_a_loop_that_ends_leaves_no_noise(caplog: pytest.LogCaptureFixture) -> None:
    server = endpoint()

    async def respond(event: Event) -> Out:
        await asyncio.sleep(60)
        return server.reply(event)

    app = App(server, respond)

    async def leaves() -> None:
        Client(app).call({"text": "x"})
        while not server.open():
            await asyncio.sleep(0)

    asyncio.run(leaves())
    assert server.open() == []
    assert caplog.text == ""


def test_context_of_a_handler_is_its_own() -> None:
    name: contextvars.ContextVar[str] = contextvars.ContextVar("name", default="nobody")

    async def sets() -> None:
        server = endpoint()
        echo = echoing(server)
        found: list[str] = []

        async def respond(event: Event) -> Out:
            found.append(name.get())
            name.set("somebody")
            return echo(event)

        client = Client(App(server, respond))
        for _ in range(2):
            await client.call({"text": "x"}).end()
        assert found == ["nobody", "nobody"]

    run(sets())


SHUTS_DOWN = """
import sys, uvicorn
from sansmcp import Endpoint
from sansmcp.asgi import App
endpoint = Endpoint("s", "1")
app = App(endpoint, endpoint.reply)
import socket
listener = socket.create_server(("127.0.0.1", 0))
print(listener.getsockname()[1], flush=True)

class Closing(uvicorn.Server):
    def handle_exit(self, *args):
        app.close()
        super().handle_exit(*args)

Closing(uvicorn.Config(app, log_level="warning")).run([listener])
"""


def test_uvicorn_ends_although_a_stream_is_open(tmp_path: Path) -> None:
    program = tmp_path / "server.py"
    program.write_text(SHUTS_DOWN)
    with subprocess.Popen(
        [sys.executable, program], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout
        try:
            port = int(process.stdout.readline())
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
            connection.request(
                "POST",
                "/mcp",
                b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":'
                b'"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}',
                {"content-type": "application/json", "accept": "*/*"},
            )
            answer = connection.getresponse()
            answer.read()
            session = answer.getheader("mcp-session-id") or ""
            lines = {"accept": "text/event-stream", "mcp-session-id": session}
            connection.request("GET", "/mcp", headers=lines)
            stream = connection.getresponse()
            assert stream.status == 200
            process.send_signal(signal.SIGINT)
            assert stream.read() is not None  # it comes to an end
            connection.close()
            _, errors = process.communicate(timeout=20)
        finally:
            process.kill()
    assert b"sansmcp" not in errors, "what uvicorn raises at its end is its own"
