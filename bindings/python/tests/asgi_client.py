"""The client's half of the tests over HTTP: exchanges with an ASGI app, without a socket."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from peer import MODERN


Asgi = Callable[[Any, Any, Any], Awaitable[None]]
INFO = {"name": "peer", "version": "1"}


class Exchange:
    """One HTTP exchange with an app: what was asked, and what came back so far."""

    def __init__(self, app: Asgi, method: str, headers: dict[str, str], path: str) -> None:
        self.status = 0
        self.headers: dict[str, str] = {}
        self.body = b""
        self.ended = False
        self.blocked = False  # nothing is taken from the app any more
        self.fails = False  # the connection is gone, and the server knows
        self._asked: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._came = asyncio.Event()
        lines = [(name.encode(), value.encode()) for name, value in headers.items()]
        self._scope: dict[str, Any] = {"type": "http", "method": method, "path": path}
        self._scope["headers"] = lines
        self._scope |= {"query_string": b"", "root_path": "", "http_version": "1.1"}
        self.task = asyncio.ensure_future(app(self._scope, self._asked.get, self._sent))

    async def _sent(self, message: MutableMapping[str, Any]) -> None:
        while self.blocked:
            await asyncio.sleep(0.01)
        if self.fails:
            raise OSError("the client has disconnected")
        assert not self.ended, "nothing is sent behind the end"
        if message["type"] == "http.response.start":
            assert self.status == 0, "one response has one head"
            self.status = message["status"]
            pairs = [(name.decode(), value.decode()) for name, value in message["headers"]]
            self.headers = dict(pairs)
            assert len(pairs) == len(self.headers)
            assert all(name == name.lower() for name in self.headers)
        else:
            assert self.status, "the head goes first"
            self.body += message["body"]
            self.ended = not message.get("more_body", False)
        self._came.set()

    def send(self, body: bytes, *, more: bool = False) -> None:
        self._asked.put_nowait({"type": "http.request", "body": body, "more_body": more})

    def disconnect(self) -> None:
        self._asked.put_nowait({"type": "http.disconnect"})

    async def until(self, text: str) -> None:
        """Waits until this has come, or the head if it is empty."""
        while not self.status or text.encode() not in self.body:
            self._came.clear()
            await asyncio.wait_for(self._came.wait(), 10)

    async def end(self) -> Exchange:
        """The whole response."""
        await asyncio.wait_for(self.task, 10)
        assert self.ended
        if "content-length" in self.headers:
            assert int(self.headers["content-length"]) == len(self.body)
        return self

    def json(self) -> Any:
        assert self.headers["content-type"] == "application/json"
        return json.loads(self.body)

    def events(self) -> list[Any]:
        """The messages of an event stream."""
        assert self.headers["content-type"] == "text/event-stream"
        lines = self.body.decode().splitlines()
        return [json.loads(line[6:]) for line in lines if line.startswith("data: {")]


class Client:
    """A client of an app: a session if it has begun one, else none."""

    def __init__(self, app: Asgi, headers: dict[str, str] | None = None) -> None:
        self.app = app
        self.headers = headers or {}
        self.session: dict[str, str] = {}

    def open(
        self, method: str, headers: dict[str, str] | None = None, path: str = "/mcp"
    ) -> Exchange:
        base = {"host": "localhost", "accept": "application/json, text/event-stream"}
        if method == "POST":
            base["content-type"] = "application/json"
        lines = {**base, **self.headers, **self.session, **(headers or {})}
        return Exchange(self.app, method, lines, path)

    def post(
        self, message: object, headers: dict[str, str] | None = None, path: str = "/mcp"
    ) -> Exchange:
        exchange = self.open("POST", headers, path)
        exchange.send(json.dumps(message).encode())
        return exchange

    def call(
        self,
        arguments: dict[str, Any],
        id: object = 1,
        *,
        headers: dict[str, str] | None = None,
        path: str = "/mcp",
        **meta: object,
    ) -> Exchange:
        """A call of the tool `tool`: of 2026-07-28 if there is no session."""
        params: dict[str, Any] = {"name": "tool", "arguments": arguments}
        if meta or not self.session:
            params["_meta"] = {**({} if self.session else MODERN), **meta}
        message = {"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params}
        lines = {"mcp-method": "tools/call", "mcp-name": "tool"}
        lines["mcp-protocol-version"] = "2026-07-28"
        return self.post(message, {**({} if self.session else lines), **(headers or {})}, path)

    async def begin(self, revision: str = "2025-11-25") -> Exchange:
        """Begins a session; the exchange of `initialize`."""
        params = {"protocolVersion": revision, "capabilities": {}, "clientInfo": INFO}
        message = {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params}
        first = await self.post(message).end()
        self.session = {
            "mcp-session-id": first.headers["mcp-session-id"],
            "mcp-protocol-version": revision,
        }
        ready = await self.post({"jsonrpc": "2.0", "method": "notifications/initialized"}).end()
        assert (ready.status, ready.body) == (202, b"")
        return first
