"""Arguments that clients repeat in HTTP headers, as the engine reads them out of a drawn schema."""

from __future__ import annotations

import json
from typing import Annotated, Optional, TypedDict

import pytest
from peer import modern
from sansmcp import CallTool, Endpoint, Hint, Tool
from sansmcp._hints import Signature


class Where(TypedDict, total=False):
    region: Annotated[str, Hint(header="Region")]


def store(where: Where, count: Annotated[Optional[int], Hint(header="Count")] = None) -> None:
    """Has a header for a member and for an argument that may be null."""


def test_a_header_stands_at_one_type() -> None:
    schema = Signature(store).input_schema["properties"]
    assert schema["count"] == {"type": "integer", "x-mcp-header": "Count"}
    assert Signature(store).bind({"where": {}, "count": None}) == {"where": {}, "count": None}


HEAD = [
    ("Host", "localhost"),
    ("Content-Type", "application/json"),
    ("Accept", "application/json, text/event-stream"),
    ("MCP-Protocol-Version", "2026-07-28"),
    ("Mcp-Method", "tools/call"),
    ("Mcp-Name", "store"),
]


@pytest.mark.parametrize(
    ("headers", "arguments", "is_good"),
    [
        ({"Region": "eu", "Count": "7"}, {"where": {"region": "eu"}, "count": 7}, True),
        ({"Region": "eu"}, {"where": {"region": "eu"}, "count": None}, True),
        ({}, {"where": {}}, True),
        ({"Region": "us"}, {"where": {"region": "eu"}}, False),
        ({}, {"where": {"region": "eu"}}, False),
        ({"Region": "eu", "Count": "8"}, {"where": {"region": "eu"}, "count": 7}, False),
    ],
)
def test_what_a_header_says_must_agree(
    headers: dict[str, str], arguments: dict[str, object], is_good: bool
) -> None:
    signature = Signature(store)
    endpoint = Endpoint("test", "1", tools=[Tool("store", None, signature.input_schema)])
    lines = [*HEAD, *((f"Mcp-Param-{name}", value) for name, value in headers.items())]
    verdict = endpoint.judge("POST", lines, 1)
    body = json.dumps(modern("tools/call", {"name": "store", "arguments": arguments})).encode()
    events = list(endpoint.receive(verdict.frame(body, bytes(16))))
    for event in events:
        if isinstance(event, CallTool):
            assert signature.bind(event.arguments) == arguments
            endpoint.answer(event.ticket).text("done").end()
        else:
            endpoint.reply(event)
    delivery = endpoint.next_delivery()
    assert delivery is not None
    assert delivery.status == (200 if is_good else 400)
    assert is_good or json.loads(delivery.body)["error"]["code"] == -32020
