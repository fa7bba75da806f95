"""A server of everything, and a client that can do everything, for tests of single results."""

from __future__ import annotations

import json
from typing import Any

from peer import events, notification, request

from sansmcp import (
    Answered,
    Event,
    Out,
    Prompt,
    PromptArgument,
    Resource,
    ResourceTemplate,
    Server,
    Tool,
)

CAN: dict[str, Any] = {
    "elicitation": {"form": {}, "url": {}},
    "sampling": {"tools": {}},
    "roots": {},
}
FORM: dict[str, Any] = {
    "message": "Who?",
    "requestedSchema": {"type": "object", "properties": {"name": {"type": "string"}}},
}
MESSAGE: dict[str, Any] = {
    "messages": [{"role": "user", "content": {"type": "text", "text": "Hi"}}],
    "maxTokens": 10,
}


def whole(*, slots: int = 8, max_message: int = 1 << 20) -> Server:
    """A server with one of each, before the handshake."""
    return Server(
        "whole",
        "1",
        tools=[Tool("tool")],
        resources=[Resource("a:1", "one")],
        templates=[ResourceTemplate("a:{id}", "any")],
        prompts=[Prompt("greet", arguments=[PromptArgument("who")])],
        capabilities=("completions", "logging"),
        slots=slots,
        max_message=max_message,
    )


def shaken(
    revision: str = "2025-11-25",
    can: dict[str, Any] | None = None,
    *,
    slots: int = 8,
    max_message: int = 1 << 20,
) -> Server:
    """The same after the handshake with a client that can do `can`; without, everything."""
    server = whole(slots=slots, max_message=max_message)
    params = {"protocolVersion": revision, "capabilities": CAN if can is None else can}
    (event,) = events(server, request("initialize", {**params, "clientInfo": CLIENT}))
    assert server.reply(event)
    (event,) = events(server, notification("notifications/initialized"))
    assert not server.reply(event)
    return server


CLIENT = {"name": "client", "version": "1"}


def new(method: str, params: dict[str, Any], can: dict[str, Any] | None = None) -> dict[str, Any]:
    """A request of 2026-07-28 of a client that can do `can`; without, everything."""
    meta = {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": CAN if can is None else can,
    }
    return request(method, {**params, "_meta": meta})


def one(server: Server, message: object) -> Event:
    """The only event of a message."""
    (event,) = events(server, message)
    return event


def call(server: Server, **params: Any) -> Event:
    """A call of the tool, before 2026-07-28."""
    return one(server, request("tools/call", {"name": "tool", **params}))


def answers(server: Server, asked: Out, result: dict[str, Any]) -> Answered:
    """What comes of the client's answer to a question."""
    number = json.loads(asked.json)["id"]
    event = one(server, {"jsonrpc": "2.0", "id": number, "result": result})
    assert isinstance(event, Answered)
    return event


def wrong_type(value: object) -> Any:
    """A value where another type belongs, for tests of what is said then."""
    return value
