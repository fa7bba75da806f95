"""The client's half of the tests: messages in, responses out, as Python objects."""

from __future__ import annotations

import itertools
import json
from typing import Any

from sansmcp import CallTool, Event, Frame, Out, Server, Tool

MODERN: dict[str, Any] = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
}
numbers = itertools.count(1)


def events(server: Server, *messages: object) -> list[Event]:
    """What comes of messages, each given as an object or as text."""
    found: list[Event] = []
    for message in messages:
        text = message if isinstance(message, str) else json.dumps(message)
        found += server.receive(Frame(text.encode("utf-8", "surrogatepass")))
    return found


def request(method: str, params: dict[str, Any] | None = None, id: object = None) -> dict[str, Any]:
    """A request with an id of its own unless one is given."""
    message: dict[str, Any] = {"jsonrpc": "2.0", "id": next(numbers) if id is None else id}
    message["method"] = method
    if params is not None:
        message["params"] = params
    return message


def modern(method: str, params: dict[str, Any] | None = None, id: object = None) -> dict[str, Any]:
    """A request of 2026-07-28."""
    return request(method, {**(params or {}), "_meta": MODERN}, id)


def notification(method: str, params: dict[str, Any] | None = None) -> dict[str, Any]:
    message: dict[str, Any] = {"jsonrpc": "2.0", "method": method}
    if params is not None:
        message["params"] = params
    return message


def connected(
    revision: str = "2025-11-25", *, slots: int = 8, max_message: int = 1 << 20
) -> Server:
    """A server with one tool, `tool`, after the handshake."""
    server = Server(
        "test", "1", tools=[Tool("tool", "A tool")], slots=slots, max_message=max_message
    )
    shake(server, revision)
    return server


def shake(server: Server, revision: str) -> None:
    params = {
        "protocolVersion": revision,
        "capabilities": {},
        "clientInfo": {"name": "peer", "version": "1"},
    }
    (event,) = events(server, request("initialize", params))
    assert result(server.reply(event))["protocolVersion"] == revision
    (event,) = events(server, notification("notifications/initialized"))
    assert not server.reply(event)


def call(server: Server, arguments: object = None, **more: Any) -> CallTool:
    """The event of a call of `tool`; `arguments` may be JSON text."""
    text = arguments if isinstance(arguments, str) else json.dumps(arguments)
    message = request("tools/call", {"name": "tool", **more})
    if arguments is None:
        (event,) = events(server, message)
    else:
        message["params"]["arguments"] = "ARGUMENTS"
        (event,) = events(server, json.dumps(message).replace('"ARGUMENTS"', text))
    assert isinstance(event, CallTool)
    return event


def response(out: Out) -> dict[str, Any]:
    """The whole response in an output."""
    assert out.line == out.json + b"\n"
    assert out.line.count(b"\n") == 1
    message: dict[str, Any] = json.loads(out.json)
    assert message["jsonrpc"] == "2.0"
    return message


def result(out: Out) -> dict[str, Any]:
    """The result in an output."""
    found: dict[str, Any] = response(out)["result"]
    return found


def error(out: Out) -> dict[str, Any]:
    """The error in an output."""
    found: dict[str, Any] = response(out)["error"]
    return found
