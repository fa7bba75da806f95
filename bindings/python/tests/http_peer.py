"""Servers over HTTP for the client's tests: a scripted one that may behave badly, a real one."""

from __future__ import annotations

import json
import os
import socket
import socketserver
import ssl
import subprocess
import threading
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

import pytest
from client_peer import PROBED, SHAKEN
from sansmcp.client import HttpxTransport, StandardTransport, Transport

BOUND_S = 20.0
TRANSPORTS: dict[str, Callable[[], Transport]] = {
    "standard": StandardTransport,
    "httpx": HttpxTransport,
}


@contextmanager
def transport_of(name: str) -> Generator[Transport, None, None]:
    transport = TRANSPORTS[name]()
    try:
        yield transport
    finally:
        transport.close()


@contextmanager
def everything() -> Generator[str, None, None]:
    """The everything server in Rust, which tests/parts/python builds and names; its URL."""
    program = os.environ.get("EVERYTHING_SERVER")
    if not program:
        pytest.fail("EVERYTHING_SERVER has to name the everything server in Rust")
    command = [program, "--http", "127.0.0.1:0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stderr is not None
            word, url = process.stderr.readline().split()
            assert word == "serving"
            yield url
        finally:
            process.kill()


@dataclass
class Asked:
    """One request, and the socket that its response goes to."""

    verb: str
    headers: dict[str, str]
    body: bytes
    socket: socket.socket
    is_over: bool = False

    @property
    def message(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.body) if self.body else {}
        return found

    @property
    def method(self) -> str:
        found: str = self.message.get("method", "") if self.body else self.verb
        return found

    def raw(self, data: bytes) -> None:
        """Bytes as they are; the socket is closed behind the last of them."""
        self.is_over = True
        self.socket.sendall(data)

    def respond(
        self,
        status: int,
        body: bytes = b"",
        kind: str = "application/json",
        headers: Mapping[str, str] | None = None,
    ) -> None:
        lines = {"Content-Type": kind, "Content-Length": str(len(body)), **(headers or {})}
        head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
        self.socket.sendall(f"HTTP/1.1 {status} X\r\n{head}\r\n".encode() + body)

    def result(self, result: object, headers: Mapping[str, str] | None = None) -> None:
        message = {"jsonrpc": "2.0", "id": self.message["id"], "result": result}
        self.respond(200, json.dumps(message).encode(), headers=headers)

    def error(self, status: int, code: int) -> None:
        error = {"code": code, "message": "wrong"}
        message = {"jsonrpc": "2.0", "id": self.message["id"], "error": error}
        self.respond(status, json.dumps(message).encode())

    def events(self) -> None:
        """Begins an event stream, whose end is that of the socket."""
        self.raw(b"HTTP/1.1 200 X\r\nContent-Type: text/event-stream\r\n\r\n")

    def event(self, message: object, id: str = "", more: str = "") -> None:
        line = f"id: {id}\n" if id else ""
        self.socket.sendall(f"{line}{more}data: {json.dumps(message)}\n\n".encode())

    def is_gone(self) -> bool:
        """Waits until the client has closed the socket; false if that takes too long."""
        self.is_over = True
        self.socket.settimeout(BOUND_S)
        try:
            return self.socket.recv(1) == b""
        except TimeoutError:
            return False
        except OSError:
            return True


class _Server(socketserver.ThreadingTCPServer):
    daemon_threads = True
    block_on_close = False
    answer: Callable[[Asked], None]
    context: ssl.SSLContext | None = None
    sockets: set[socket.socket]

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that went away."""


class _Handler(socketserver.StreamRequestHandler):
    def ours(self) -> _Server:
        assert isinstance(self.server, _Server)
        return self.server

    def setup(self) -> None:
        context = self.ours().context
        if context is not None:
            self.request = context.wrap_socket(self.request, server_side=True)
        super().setup()

    def finish(self) -> None:
        super().finish()
        self.ours().sockets.discard(self.request)
        self.request.close()

    def handle(self) -> None:
        self.ours().sockets.add(self.request)
        while line := self.rfile.readline():
            headers: dict[str, str] = {}
            while (header := self.rfile.readline().decode("latin-1").rstrip("\r\n")) != "":
                name, _, value = header.partition(":")
                headers[name.lower()] = value.strip()
            body = self.rfile.read(int(headers.get("content-length", 0)))
            asked = Asked(line.split()[0].decode(), headers, body, self.request)
            self.ours().answer(asked)
            if asked.is_over:
                return


@dataclass
class Scripted:
    """A server whose answers a test writes."""

    answer: Callable[[Asked], None]
    context: ssl.SSLContext | None = None
    seen: list[Asked] = field(default_factory=list[Asked])
    url: str = ""

    def __enter__(self) -> Scripted:
        self._server = _Server(("127.0.0.1", 0), _Handler)
        self._server.context, self._server.sockets = self.context, set()
        self._server.answer = self._answer
        scheme = "http" if self.context is None else "https"
        self.url = f"{scheme}://localhost:{self._server.server_address[1]}/mcp"
        threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        for open_yet in [*self._server.sockets]:
            with suppress(OSError):
                socket.socket.shutdown(open_yet, socket.SHUT_RDWR)

    def _answer(self, asked: Asked) -> None:
        self.seen.append(asked)
        with suppress(ConnectionError):
            self.answer(asked)

    def methods(self) -> list[str]:
        return [asked.method for asked in self.seen]


def greeted(asked: Asked, session: str = "s-1", is_modern: bool = True) -> bool:
    """Answers what belongs to a connection; false for what does not."""
    match asked.method:
        case "server/discover" if is_modern:
            asked.result(PROBED)
        case "server/discover":
            asked.respond(400)
        case "initialize":
            asked.result(SHAKEN, {"Mcp-Session-Id": session})
        case "notifications/initialized":
            asked.respond(202)
        case "GET" if "last-event-id" not in asked.headers:
            asked.respond(405)
        case "DELETE":
            asked.respond(204)
        case _:
            return False
    return True


def done(text: str = "done") -> dict[str, Any]:
    """The result of a tool, in each era."""
    return {"resultType": "complete", "content": [{"type": "text", "text": text}]}
