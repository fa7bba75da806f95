"""The scenarios of the official conformance suite for clients, but for those of authorization."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from concurrent.futures import Future
from dataclasses import replace
from typing import Any

from sansmcp.client import Waiting

from . import sample
from .person import Person
from .tour import LIMITS, tools_of
from .words import say, short

__all__ = ["Unknown", "run"]

ANYWAY = replace(LIMITS, anyway=True)
"""Some servers of the suite announce nothing, and have it all the same."""
ASKED_S = 5.0
"""How long to wait for a question; if none comes, the suite says so."""


class Unknown(Exception):
    """A scenario that this client cannot do."""


def run(scenario: str, peer: Waiting, person: Person) -> None:
    """Does what a scenario asks for."""
    if scenario.startswith("auth/"):
        raise Unknown(f"{scenario}: there is no authorization in this client")
    hello = peer.connected
    say(f"connected to {(hello.server_info or {}).get('name')} in {hello.revision}")
    match scenario:
        case "initialize" | "request-metadata" | "json-schema-ref-no-deref":
            _tools(peer)
        case "tools_call":
            _tools(peer)
            _call(peer, "add_numbers", {"a": 2, "b": 3})
        case "elicitation-sep1034-client-defaults":
            _tools(peer)
            _call(peer, "test_client_elicitation_defaults")
        case "sse-retry":
            _tools(peer)
            _call(peer, "test_reconnection")
        case "sep-2322-client-request-state":
            _rounds(peer, person)
        case "http-standard-headers":
            _everything(peer)
        case "http-custom-headers":
            _given(peer)
        case "http-invalid-tool-headers":
            for tool in _tools(peer):
                _call(peer, tool["name"], sample.members(tool.get("inputSchema")))
        case "json-schema-2020-12-preservation":
            _echo_schema(peer)
        case _:
            raise Unknown(f"{scenario}: no such scenario is known here")


def _tools(peer: Waiting) -> list[dict[str, Any]]:
    tools = list(tools_of(peer, ANYWAY))
    say(f"{len(tools)} tools")
    return tools


def _call(peer: Waiting, name: str, arguments: Mapping[str, object] | None = None) -> None:
    _said(name, _begin(peer, name, arguments))


def _begin(
    peer: Waiting, name: str, arguments: Mapping[str, object] | None = None
) -> Future[dict[str, Any]]:
    return peer.submit("tools/call", {"name": name, "arguments": arguments or {}}, ANYWAY)


def _said(name: str, future: Future[dict[str, Any]]) -> None:
    say(f"{name}: {short(json.dumps(future.result()))}")


def _rounds(peer: Waiting, person: Person) -> None:
    """Questions within calls. While one waits for the person, another call is made."""
    _tools(peer)
    person.slow_down()
    waits = _begin(peer, "test_mrtr_echo_state")
    person.was_asked.wait(ASKED_S)
    try:
        _call(peer, "test_mrtr_unrelated")
    finally:
        person.hurry()
    _said("test_mrtr_echo_state", waits)
    _call(peer, "test_mrtr_no_state")
    _call(peer, "test_mrtr_no_result_type")


def _everything(peer: Waiting) -> None:
    """One call of each kind."""
    for tool in _tools(peer):
        _call(peer, tool["name"])
    for resource in peer.list_resources():
        peer.read_resource(resource["uri"])
    for prompt in peer.list_prompts():
        peer.get_prompt(prompt["name"])


def _given(peer: Waiting) -> None:
    """The calls that the suite names."""
    _tools(peer)
    for wanted in json.loads(os.environ["MCP_CONFORMANCE_CONTEXT"])["toolCalls"]:
        _call(peer, wanted["name"], wanted.get("arguments"))


def _echo_schema(peer: Waiting) -> None:
    """A schema goes back as it came."""
    for tool in _tools(peer):
        if tool["name"] == "json_schema_2020_12_tool":
            _call(peer, "json_schema_echo", {"schema": tool["inputSchema"]})
