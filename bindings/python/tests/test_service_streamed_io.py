"""Answers in pieces on the ready I/O: at the client's pace, and with what else is said."""

from __future__ import annotations

import asyncio
import json
import os
import threading
from typing import Any

import pytest
from asgi_client import Client
from service_peer import called, text
from streamed import KINDS, Source, declared, run, until

from sansmcp.asgi import App
from sansmcp.service import Service, Streamed
from sansmcp.stdio import Stdio

MOST = 200_000
LONG = 400
PIECE = "p" * 9_999 + "\n"


def long_service(source: Source) -> Service:
    service = Service("test", "1")
    declared(service, source, Streamed)

    @service.tool
    def echo(text: str) -> str:
        return text

    return service


def line(id: object, name: str, **arguments: object) -> bytes:
    meta: dict[str, Any] = {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
    }
    params: dict[str, Any] = {**called(name, arguments), "_meta": meta}
    message: dict[str, Any] = {"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params}
    return json.dumps(message).encode() + b"\n"


class Pipes:
    """A server on two pipes of this process."""

    def __init__(self, service: Service) -> None:
        self.stdin, self.to_server = os.pipe()
        self.from_server, self.stdout = os.pipe()
        self.server = service.server()
        self.stdio = Stdio(
            self.server,
            service.respond(self.server),
            stdin=self.stdin,
            stdout=self.stdout,
            max_waiting=MOST,
        )

    def read(self) -> list[dict[str, Any]]:
        """All messages until the end."""
        data = b""
        while chunk := os.read(self.from_server, 65536):
            data += chunk
        return [json.loads(line) for line in data.splitlines()]

    def close(self, *numbers: int) -> None:
        for number in numbers:
            os.close(number)


@pytest.mark.parametrize("kind", KINDS)
def test_on_asyncio_a_pipe_sets_the_pace(kind: str) -> None:
    source = Source([PIECE] * LONG)

    async def calls() -> None:
        pipes = Pipes(long_service(source))
        os.write(pipes.to_server, line(1, kind) + line(2, "echo", text="hi"))
        serving = asyncio.ensure_future(pipes.stdio.serve_async())
        while source.made < 6:  # so much goes into the pipe itself
            await asyncio.sleep(0)
        before = -1
        while before != source.made:  # nothing can go on that nobody takes
            before = source.made
            await asyncio.sleep(0.2)
        assert source.made < LONG // 2
        os.write(pipes.to_server, line(3, "echo", text="ho"))
        pipes.close(pipes.to_server)
        reading = asyncio.ensure_future(asyncio.to_thread(pipes.read))
        await serving
        pipes.close(pipes.stdout)
        came = {message["id"]: text(message["result"]) for message in await reading}
        assert came == {1: PIECE * LONG, 2: "hi", 3: "ho"}
        pipes.close(pipes.stdin, pipes.from_server)

    run(calls())


@pytest.mark.parametrize("kind", ["plain", "knows", "works"])
def test_on_threads_a_pipe_sets_the_pace(kind: str) -> None:
    source = Source([PIECE] * LONG)
    pipes = Pipes(long_service(source))
    os.write(pipes.to_server, line(1, kind) + line(2, "echo", text="hi"))

    def serve() -> None:
        pipes.stdio.serve()
        pipes.close(pipes.stdout)

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    until(lambda: source.made >= 6)
    before, bell = -1, threading.Event()
    while before != source.made:
        before = source.made
        bell.wait(0.2)
    assert source.made < LONG // 2
    os.write(pipes.to_server, line(3, "echo", text="ho"))
    pipes.close(pipes.to_server)
    came = {message["id"]: text(message["result"]) for message in pipes.read()}
    thread.join(30)
    assert came == {1: PIECE * LONG, 2: "hi", 3: "ho"}
    pipes.close(pipes.stdin, pipes.from_server)


@pytest.mark.parametrize("kind", KINDS)
def test_a_peer_that_goes_in_the_middle_ends_it(kind: str) -> None:
    source = Source([PIECE] * LONG)

    async def calls() -> None:
        pipes = Pipes(long_service(source))
        os.write(pipes.to_server, line(1, kind))
        serving = asyncio.ensure_future(pipes.stdio.serve_async())
        while source.made < 6:
            await asyncio.sleep(0)
        pipes.close(pipes.from_server)
        await serving
        while not source.closed:  # the thread that works sees it soon
            await asyncio.sleep(0.001)
        assert source.made < LONG
        pipes.close(pipes.stdin, pipes.to_server, pipes.stdout)

    run(calls())


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("queue", [8, 256])
def test_over_http_a_client_sets_the_pace(kind: str, queue: int) -> None:
    pieces = [PIECE] * (2 * queue)
    source = Source(pieces)
    service = long_service(source)

    async def calls() -> None:
        endpoint = service.endpoint()
        app = App(endpoint, service.respond(endpoint), queue=queue)
        client = Client(app)
        exchange = post(client, kind)
        exchange.blocked = True
        while source.made < queue // 3:
            await asyncio.sleep(0)
        before = -1
        while before != source.made:
            before = source.made
            await asyncio.sleep(0.1)
        assert source.made <= queue // 2 + 2
        other = await post(client, "echo", text="hi").end()  # others go on meanwhile
        assert text(other.json()["result"]) == "hi"
        exchange.blocked = False
        await exchange.task
        assert text(whole(exchange)["result"]) == "".join(pieces)
        assert endpoint.open() == []
        assert app._ways == {}  # pyright: ignore[reportPrivateUsage]

    run(calls())


@pytest.mark.parametrize("kind", KINDS)
def test_over_http_a_client_that_goes_in_the_middle_ends_it(kind: str) -> None:
    source = Source([PIECE] * 2 * LONG)
    service = long_service(source)

    async def calls() -> None:
        endpoint = service.endpoint()
        client = Client(App(endpoint, service.respond(endpoint), queue=16))
        exchange = post(client, kind)
        exchange.blocked = True
        while source.made < 6:
            await asyncio.sleep(0)
        exchange.disconnect()
        while not source.closed or endpoint.open():
            await asyncio.sleep(0.001)
        assert source.made < LONG
        other = await post(client, "echo", text="hi").end()
        assert text(other.json()["result"]) == "hi"

    run(calls())


def post(client: Client, name: str, **arguments: object) -> Any:
    lines = {"mcp-method": "tools/call", "mcp-name": name}
    lines["mcp-protocol-version"] = "2026-07-28"
    return client.post(json.loads(line(1, name, **arguments)), lines)


def whole(exchange: Any) -> dict[str, Any]:
    """The only message of a response, whatever its form."""
    if exchange.headers["content-type"] == "application/json":
        found: dict[str, Any] = exchange.json()
    else:
        (found,) = exchange.events()
    return found


CANCELLED = [*((kind, True) for kind in KINDS), ("works", False)]


@pytest.mark.parametrize(("kind", "is_async"), CANCELLED)
def test_a_cancel_in_the_middle_ends_it_as_whole_json(kind: str, is_async: bool) -> None:
    source = Source([PIECE] * LONG)
    pipes = Pipes(long_service(source))
    cancel = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}}
    os.write(pipes.to_server, line(1, kind))

    def serve() -> None:
        if is_async:
            asyncio.run(pipes.stdio.serve_async())
        else:
            pipes.stdio.serve()
        pipes.close(pipes.stdout)

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    until(lambda: source.made >= 6)  # so much goes into the pipe itself
    os.write(pipes.to_server, json.dumps(cancel).encode() + b"\n" + line(2, "echo", text="hi"))
    if not is_async:  # which reads on while nobody takes
        until(lambda: any(map(pipes.server.is_cancelled, pipes.server.open())))
    pipes.close(pipes.to_server)
    first, second = pipes.read()
    thread.join(30)
    assert first["id"] == 1
    told = text(first["result"])
    assert told == PIECE * (len(told) // len(PIECE))
    assert len(told) < len(PIECE) * LONG
    assert (second["id"], text(second["result"])) == (2, "hi")
    assert source.closed
    pipes.close(pipes.stdin, pipes.from_server)
