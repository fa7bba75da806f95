"""The server's half of the client's tests: scripted lines, and servers as programs."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, TypeVar

from sansmcp import Frame, Out
from sansmcp.client import Client, Connected, Event, Policy

E = TypeVar("E", bound=Event)
PROBED: dict[str, Any] = {
    "resultType": "complete",
    "supportedVersions": ["2026-07-28"],
    "capabilities": {"tools": {"listChanged": True}, "logging": {}, "resources": {}},
    "serverInfo": {"name": "peer", "version": "1"},
    "instructions": "Be kind",
    "ttlMs": 0,
    "cacheScope": "private",
}
SHAKEN: dict[str, Any] = {
    "protocolVersion": "2025-11-25",
    "capabilities": {"tools": {}, "logging": {}},
    "serverInfo": {"name": "peer", "version": "1"},
}


def message(out: Out | None) -> dict[str, Any]:
    """The whole message in an output."""
    assert out is not None
    assert out.line == out.json + b"\n"
    found: dict[str, Any] = json.loads(out.json)
    assert found["jsonrpc"] == "2.0"
    return found


def hear(client: Client, *messages: object, now: int = 0) -> list[Event]:
    """What comes of messages, each given as an object or as text."""
    found: list[Event] = []
    for one in messages:
        text = one if isinstance(one, str) else json.dumps(one)
        found += client.receive(Frame(text.encode("utf-8", "surrogatepass")), now)
    return found


def only(events: list[Event], kind: type[E]) -> E:
    """The one event that came, which is of this class."""
    (event,) = events
    assert type(event) is kind
    assert isinstance(event, kind)
    return event


def response(id: int, result: object) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": id, "result": result}


def error(id: int, code: int, words: str, data: object = None) -> dict[str, Any]:
    return {
        "jsonrpc": "2.0",
        "id": id,
        "error": {"code": code, "message": words, **({} if data is None else {"data": data})},
    }


def connected(revision: str = "2026-07-28", **named: Any) -> Client:
    """A client that is connected to a server of this revision."""
    client = Client("test", "1", **named)
    if revision == "2026-07-28":
        client.connect()
        probe = message(client.next_output())
        assert probe["method"] == "server/discover"
        answer = response(probe["id"], PROBED)
    else:
        client.connect(Policy(newest="2025-11-25"))
        start = message(client.next_output())
        assert start["method"] == "initialize"
        answer = response(start["id"], {**SHAKEN, "protocolVersion": revision})
    event = only(hear(client, answer), Connected)
    assert event.revision == revision == client.revision
    if revision != "2026-07-28":
        assert message(client.next_output())["method"] == "notifications/initialized"
    assert client.next_output() is None
    return client


def program(folder: Path, text: str) -> list[str]:
    """The command that runs this text in Python, which finds `read` and `write` there."""
    path = folder / "server.py"
    path.write_text(_HEAD + text, "utf-8")
    return [sys.executable, "-u", str(path)]


_HEAD = """\
import json, os, sys, time

def read():
    line = sys.stdin.readline()
    return json.loads(line) if line else None

def write(message):
    print(json.dumps({"jsonrpc": "2.0", **message}), flush=True)

def discovered(id, **more):
    write({"id": id, "result": {"resultType": "complete", "supportedVersions": ["2026-07-28"],
        "capabilities": {"tools": {"listChanged": True}}, "ttlMs": 0, "cacheScope": "private",
        **more}})

def shaken(id):
    write({"id": id, "result": {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}},
        "serverInfo": {"name": "s", "version": "1"}}})

"""
