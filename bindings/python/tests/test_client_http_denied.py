"""Servers over HTTP that want to know who asks."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest
from http_peer import BOUND_S, Asked, Scripted, done, greeted, transport_of
from sansmcp.client import (
    CallFailed,
    ConnectionFailed,
    Denial,
    Transport,
    connect_http,
)


@pytest.fixture(params=["standard", "httpx"])
def transport(request: pytest.FixtureRequest) -> Iterator[Transport]:
    with transport_of(request.param) as found:
        yield found


def key_of(asked: Asked) -> str:
    return asked.headers.get("authorization", "")


def wants(key: str, method: str) -> Callable[[Asked], None]:
    """Answers this method only with this key."""

    def answer(asked: Asked) -> None:
        if asked.method == method and key_of(asked) != key:
            asked.respond(401, headers={"WWW-Authenticate": 'Bearer realm="here"'})
        elif asked.method == "tools/call":
            asked.result(done())
        else:
            assert greeted(asked, is_modern=method != "initialize")

    return answer


METHODS = pytest.mark.parametrize("method", ["server/discover", "initialize", "tools/call"])


@METHODS
def test_a_server_that_wants_to_know_who_asks(transport: Transport, method: str) -> None:
    denials: list[Denial] = []

    def denied(denial: Denial) -> Mapping[str, str]:
        denials.append(denial)
        return {"Authorization": "Bearer right"}

    with Scripted(wants("Bearer right", method)) as server:
        with connect_http(
            server.url,
            transport=transport,
            headers={"Authorization": "Bearer wrong", "X-Mine": "1", "accept": "nothing"},
            on_denied=denied,
        ) as http:
            assert http.call_tool("x") == done()
        assert denials == [Denial(401, 'Bearer realm="here"')]
        assert {asked.headers["x-mine"] for asked in server.seen} == {"1"}
        posts = [asked for asked in server.seen if asked.verb == "POST"]
        assert all("application/json" in asked.headers["accept"] for asked in posts)


@METHODS
@pytest.mark.parametrize("handler", [None, "none", "wrong", "raises"])
def test_who_asks_is_not_said(transport: Transport, method: str, handler: str | None) -> None:
    def denied(denial: Denial) -> Mapping[str, str] | None:
        if handler == "raises":
            raise KeyError("mine")
        return None if handler == "none" else {"Authorization": "Bearer wrong"}

    with Scripted(wants("Bearer right", method)) as server:
        wanted = KeyError if handler == "raises" else (CallFailed, ConnectionFailed)
        with pytest.raises(wanted) as raised:
            with connect_http(
                server.url, transport=transport, on_denied=denied if handler else None
            ) as http:
                http.call_tool("x")
        error: Any = raised.value
        if handler != "raises":
            assert (error.failure.name, error.received["status"]) == ("denied", 401)
            assert 'realm="here"' in str(error)
        # It does not ask for ever.
        assert server.methods().count(method) <= 5


def test_many_calls_that_are_denied_ask_once(transport: Transport) -> None:
    asked_for = 0
    together = threading.Barrier(6)

    def answer(asked: Asked) -> None:
        if asked.method == "tools/call":
            if key_of(asked) != "Bearer 1":
                together.wait(BOUND_S)
                asked.respond(403)
            else:
                asked.result(done())
        else:
            assert greeted(asked)

    def denied(denial: Denial) -> Mapping[str, str]:
        nonlocal asked_for
        asked_for += 1
        return {"Authorization": f"Bearer {asked_for}"}

    with Scripted(answer) as server:
        with connect_http(server.url, transport=transport, on_denied=denied) as http:
            futures = [http.submit("tools/call", {"name": "x"}) for _ in range(6)]
            assert [future.result(BOUND_S) for future in futures] == [done()] * 6
            assert asked_for == 1
            http.set_headers({"Authorization": "Bearer 1", "X-New": "2"})
            http.call_tool("x")
            assert server.seen[-1].headers["x-new"] == "2"


def test_headers_that_are_none() -> None:
    for headers in ({"": "a"}, {"A b": "c"}, {"A": "b\r\nC: d"}, {"A": "\u20ac"}, {"\u00e9": ""}):
        with pytest.raises(ValueError, match="^headers: "):
            connect_http("http://localhost/", headers=headers)
