"""Clients of servers over HTTP that behave badly, or do what real ones seldom do."""

from __future__ import annotations

import errno
import json
import logging
import os
import threading
import time
from collections.abc import Iterator
from concurrent.futures import wait
from queue import SimpleQueue
from typing import Any

import pytest
from client_peer import PROBED
from http_peer import BOUND_S, Asked, Scripted, done, greeted, transport_of
from sansmcp.client import (
    CallFailed,
    Client,
    Connected,
    ConnectionFailed,
    Event,
    Failed,
    Options,
    Policy,
    Transport,
    connect_http,
)

OLDER = Policy(newest="2025-11-25")
QUICK = Policy(probe_ms=100, connect_ms=100)


@pytest.fixture(params=["standard", "httpx"])
def transport(request: pytest.FixtureRequest) -> Iterator[Transport]:
    with transport_of(request.param) as found:
        yield found


def never(asked: Asked) -> None:
    assert asked.is_gone()


def test_a_silent_server(transport: Transport) -> None:
    left: SimpleQueue[bool] = SimpleQueue()
    with Scripted(lambda asked: left.put(asked.is_gone())) as server:
        with pytest.raises(ConnectionFailed) as raised:
            connect_http(server.url, policy=QUICK, transport=transport)
        assert (raised.value.failure.name, raised.value.failure.whose) == ("silent", "server")
        # Nobody waits for it any more.
        assert left.get(timeout=BOUND_S) and left.get(timeout=BOUND_S)


def test_nobody_is_there(transport: Transport) -> None:
    with Scripted(never) as server:
        url = server.url
    with pytest.raises(ConnectionFailed) as raised:
        connect_http(url, transport=transport)
    assert raised.value.failure.name == "closed"
    assert raised.value.detail is not None
    assert os.strerror(errno.ECONNREFUSED) in raised.value.detail


BROKEN: dict[str, tuple[bytes, str]] = {
    "no head": (b"", "closed"),
    # The standard library takes it for a whole one.
    "half a head": (b"HTTP/1.1 200 X\r\nContent-Ty", "closed or malformed"),
    "no HTTP": (b"hello\r\n\r\n", "closed"),
    "a long head": (b"HTTP/1.1 200 X\r\nA: " + b"a" * 200_000 + b"\r\n\r\n", "closed"),
    "half a body": (
        b"HTTP/1.1 200 X\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{",
        "closed",
    ),
    "half a chunk": (
        b"HTTP/1.1 200 X\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
        b"20\r\n{",
        "closed",
    ),
    "a page": (b"HTTP/1.1 200 X\r\nContent-Type: text/html\r\n\r\n<p>hi", "media_type"),
    "no JSON": (b"HTTP/1.1 200 X\r\nContent-Type: application/json\r\n\r\nhi", "malformed"),
    "no message": (b"HTTP/1.1 200 X\r\nContent-Type: application/json\r\n\r\n{}", "closed"),
    "another answer": (
        b"HTTP/1.1 200 X\r\nContent-Type: application/json\r\n\r\n"
        b'{"jsonrpc":"2.0","id":7,"result":{}}',
        "closed",
    ),
    "accepted": (b"HTTP/1.1 202 X\r\nContent-Length: 0\r\n\r\n", "malformed"),
    "an error": (b"HTTP/1.1 503 X\r\nContent-Length: 4\r\n\r\nbusy", "status"),
    "two lengths": (
        b"HTTP/1.1 200 X\r\nContent-Type: application/json\r\nContent-Length: 2\r\n"
        b"Content-Length: 3\r\n\r\n{} ",
        "closed",
    ),
    "a length in words": (
        b"HTTP/1.1 200 X\r\nContent-Type: application/json\r\nContent-Length: two\r\n\r\n{}",
        "closed",
    ),
    "a stream that ends": (b"HTTP/1.1 200 X\r\nContent-Type: text/event-stream\r\n\r\n", "closed"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_response_that_is_none(transport: Transport, name: str) -> None:
    response, failure = BROKEN[name]

    def answer(asked: Asked) -> None:
        if asked.method == "tools/call":
            asked.raw(response)
        else:
            assert greeted(asked)

    with Scripted(answer) as server, connect_http(server.url, transport=transport) as http:
        with pytest.raises(CallFailed) as raised:
            http.call_tool("x")
        assert raised.value.failure.name in failure.split(" or "), raised.value
        if name == "an error":
            assert raised.value.detail == "HTTP status 503"
        assert http.client.open() == []


@pytest.mark.parametrize("kind", ["application/json", "text/event-stream"])
def test_a_message_without_end(transport: Transport, kind: str) -> None:
    left: SimpleQueue[bool] = SimpleQueue()

    def answer(asked: Asked) -> None:
        if asked.method != "tools/call":
            assert greeted(asked)
            return
        asked.raw(f"HTTP/1.1 200 X\r\nContent-Type: {kind}\r\n\r\n".encode())
        start = json.dumps({"jsonrpc": "2.0", "id": asked.message["id"], "result": 7})[:-2]
        asked.socket.sendall(f"data: {start}".encode() if "event" in kind else start.encode())
        try:
            for _ in range(100_000):
                asked.socket.sendall(b"1" * 4096)
                if "event" in kind:
                    asked.socket.sendall(b"}\n\n")
                    left.put(asked.is_gone())
                    return
        except OSError:
            left.put(True)

    with Scripted(answer) as server:
        with connect_http(server.url, transport=transport, max_message=2000) as http:
            with pytest.raises(CallFailed) as raised:
                http.call_tool("x", None, Options(hard_ms=5000))
            assert raised.value.failure.name == "too_long"
        assert left.get(timeout=BOUND_S)


def test_an_answer_that_does_not_come(transport: Transport) -> None:
    left: SimpleQueue[bool] = SimpleQueue()

    asked_for: SimpleQueue[str] = SimpleQueue()

    def answer(asked: Asked) -> None:
        if asked.method == "tools/call":
            asked_for.put(asked.method)
            left.put(asked.is_gone())
        else:
            assert greeted(asked)

    with Scripted(answer) as server, connect_http(server.url, transport=transport) as http:
        with pytest.raises(CallFailed) as raised:
            http.call_tool("x", None, Options(idle_ms=100))
        assert asked_for.get(timeout=BOUND_S)
        assert raised.value.failure.name == "silent"
        assert left.get(timeout=BOUND_S)
        future = http.submit("tools/call", {"name": "x"})
        assert asked_for.get(timeout=BOUND_S)
        assert future.cancel()
        assert wait([future], BOUND_S).done == {future}
        assert left.get(timeout=BOUND_S)


def test_closing_ends_what_waits(transport: Transport) -> None:
    asked_for: SimpleQueue[str] = SimpleQueue()

    def answer(asked: Asked) -> None:
        if asked.method == "tools/call":
            asked_for.put(asked.method)
            never(asked)
        else:
            assert greeted(asked)

    for policy in (Policy(), OLDER):
        with Scripted(answer) as server:
            http = connect_http(server.url, policy=policy, transport=transport)
            future = http.submit("tools/call", {"name": "x"})
            assert asked_for.get(timeout=BOUND_S)
            http.close()
            http.close()
            error = future.exception(BOUND_S)
            assert isinstance(error, CallFailed) and error.failure.name == "closed"
            with pytest.raises(ConnectionFailed):
                http.call_tool("x")
            if policy is OLDER:
                assert server.seen[-1].verb == "DELETE"
                assert server.seen[-1].headers["mcp-session-id"] == "s-1"


def test_the_end_of_a_session_is_bounded(transport: Transport) -> None:
    def answer(asked: Asked) -> None:
        if asked.verb == "DELETE":
            never(asked)
        else:
            assert greeted(asked)

    with Scripted(answer) as server:
        http = connect_http(server.url, policy=OLDER, transport=transport, patience_s=0.2)
        start = time.monotonic()
        http.close()
        assert time.monotonic() - start < BOUND_S


def test_a_stream_that_is_gone_on_with(transport: Transport) -> None:
    def answer(asked: Asked) -> None:
        if asked.method == "tools/call":
            asked.events()
            asked.socket.sendall(b"id: e-1\nretry: 10\n\n")
            answers.put(asked.message["id"])
        elif asked.verb == "GET" and "last-event-id" in asked.headers:
            assert asked.headers["last-event-id"] == "e-1"
            asked.events()
            asked.event({"jsonrpc": "2.0", "id": answers.get(), "result": done()})
        else:
            assert greeted(asked)

    answers: SimpleQueue[int] = SimpleQueue()
    with Scripted(answer) as server:
        with connect_http(server.url, policy=OLDER, transport=transport) as http:
            assert http.call_tool("x") == done()


def test_a_session_that_was_lost(transport: Transport) -> None:
    sessions = iter(["s-1", "s-2"])

    def answer(asked: Asked) -> None:
        if asked.method == "tools/call":
            if asked.headers["mcp-session-id"] == "s-1":
                asked.respond(404)
            else:
                asked.result(done())
        elif asked.method == "initialize":
            assert greeted(asked, next(sessions))
        else:
            assert greeted(asked)

    heard: SimpleQueue[Event] = SimpleQueue()
    with Scripted(answer) as server:
        with connect_http(
            server.url, policy=OLDER, transport=transport, on_event=heard.put
        ) as http:
            assert http.call_tool("x") == done()
            assert http.client.session == "s-2"
            assert isinstance(heard.get(timeout=BOUND_S), Connected)


def test_redirections_are_not_followed(transport: Transport) -> None:
    with Scripted(never) as other:

        def answer(asked: Asked) -> None:
            if asked.method == "tools/call":
                asked.respond(307, kind="text/plain", headers={"Location": other.url})
            else:
                assert greeted(asked)

        with Scripted(answer) as server, connect_http(server.url, transport=transport) as http:
            with pytest.raises(CallFailed) as raised:
                http.call_tool("x")
            assert raised.value.failure.name == "status"
            assert raised.value.detail is not None
            assert "307" in raised.value.detail and other.url in raised.value.detail
        assert other.seen == []


def test_a_tool_whose_headers_are_out_of_date(
    transport: Transport, caplog: pytest.LogCaptureFixture
) -> None:
    def tool(name: str, header: str) -> dict[str, Any]:
        area = {"type": "string", "x-mcp-header": header}
        return {"name": name, "inputSchema": {"type": "object", "properties": {"area": area}}}

    def answer(asked: Asked) -> None:
        if asked.method == "tools/list":
            tools = [tool("x", "Area"), tool("bad", "not a name")]
            asked.result(
                {"resultType": "complete", "tools": tools, "ttlMs": 0, "cacheScope": "private"}
            )
        elif asked.method == "tools/call":
            if asked.headers.get("mcp-param-area") == "north":
                asked.result(done())
            else:
                asked.error(400, -32020)
        else:
            assert greeted(asked)

    with Scripted(answer) as server, connect_http(server.url, transport=transport) as http:
        with caplog.at_level(logging.WARNING, "sansmcp.client"):
            assert http.call_tool("x", {"area": "north"}) == done()
            assert "tools/list" in server.methods()
            assert [tool["name"] for tool in http.list_tools()] == ["x"]
        assert "'bad'" in caplog.text


def test_a_flood_of_pings_is_read_no_faster_than_it_is_answered(transport: Transport) -> None:
    pongs, most = 0, 0
    lock = threading.Lock()

    def answer(asked: Asked) -> None:
        nonlocal pongs, most
        if asked.method == "tools/call":
            asked.events()
            for number in range(200):
                asked.event({"jsonrpc": "2.0", "id": f"p{number}", "method": "ping"})
            asked.event({"jsonrpc": "2.0", "id": asked.message["id"], "result": done()})
        elif asked.body and "result" in asked.message:
            with lock:
                pongs += 1
                most = max(most, pongs)
            time.sleep(0.005)
            with lock:
                pongs -= 1
            asked.respond(202)
        else:
            assert greeted(asked)

    with Scripted(answer) as server:
        with connect_http(server.url, policy=OLDER, transport=transport) as http:
            assert http.call_tool("x") == done()
        answers = [asked for asked in server.seen if asked.body and "result" in asked.message]
        assert len(answers) == 200
        assert most <= 18


def test_a_server_that_goes_away_is_failed_calls_and_no_more(transport: Transport) -> None:
    heard: SimpleQueue[Event] = SimpleQueue()
    with Scripted(lambda asked: asked.result(PROBED)) as server:
        http = connect_http(server.url, transport=transport, on_event=heard.put)
    with http:
        with pytest.raises(CallFailed):
            http.call_tool("x")
        assert http.client.is_connected
    assert heard.empty()


def test_what_cannot_be_used() -> None:
    for url in ("localhost:80", "ftp://host/", "http://", "http://u:p@host/", "http://h:x/"):
        with pytest.raises(ValueError):
            connect_http(url)
    with pytest.raises(ValueError, match="http=True"):
        connect_http("http://localhost/", client=Client("a", "1"))


def test_a_handshake_that_is_lost_later_fails_what_waits(transport: Transport) -> None:
    is_first = True

    def answer(asked: Asked) -> None:
        nonlocal is_first
        if asked.method == "tools/call":
            asked.respond(404)
        elif asked.method == "initialize" and not is_first:
            asked.respond(500, kind="text/plain")
        else:
            is_first = is_first and asked.method != "initialize"
            assert greeted(asked)

    heard: SimpleQueue[Event] = SimpleQueue()
    with Scripted(answer) as server:
        with connect_http(
            server.url, policy=OLDER, transport=transport, on_event=heard.put
        ) as http:
            with pytest.raises((CallFailed, ConnectionFailed)):
                http.call_tool("x")
            event = heard.get(timeout=BOUND_S)
            assert isinstance(event, Failed)
            with pytest.raises(ConnectionFailed):
                http.call_tool("x")
