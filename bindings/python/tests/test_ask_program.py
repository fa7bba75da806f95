"""The program that asks the person, talked to in both eras, on the installed package."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from peer import notification, request
from test_echo import run
from whole import CLIENT, new

PROGRAM = Path(__file__).parents[3] / "tests" / "echo" / "ask.py"
ERASE = {"name": "erase"}


def talk(*messages: dict[str, Any]) -> list[dict[str, Any]]:
    """All that comes out when these lines go in."""
    return run("".join(json.dumps(message) + "\n" for message in messages).encode(), PROGRAM)


def begun(can: dict[str, Any]) -> list[dict[str, Any]]:
    """The lines up to the question, in a revision with a handshake."""
    params = {"protocolVersion": "2025-06-18", "capabilities": can, "clientInfo": CLIENT}
    return [
        request("initialize", params, id=1),
        notification("notifications/initialized"),
        request("tools/call", ERASE, id=2),
    ]


def ended(end: dict[str, Any]) -> list[dict[str, Any]]:
    """What the call comes to when its question gets this end, of which the id is filled in."""
    lines = begun({"elicitation": {}})
    _, question = talk(*lines)
    assert question["method"] == "elicitation/create"
    if "method" not in end:
        end = {**end, "id": question["id"]}
    return talk(*lines, {"jsonrpc": "2.0", **end})[2:]


def text(message: dict[str, Any]) -> object:
    return message["result"]["content"][0]["text"]


def test_before_2026_07_28() -> None:
    (out,) = ended({"result": {"action": "accept", "content": {}}})
    assert (out["id"], text(out)) == (2, "All is gone.")
    (out,) = ended({"result": {"action": "decline"}})
    assert text(out) == "Nothing was done."
    (out,) = ended({"error": {"code": -1, "message": "no"}})
    assert (out["id"], out["result"]["isError"]) == (2, True)


def test_a_cancelled_call_takes_its_question_back() -> None:
    (out,) = ended(notification("notifications/cancelled", {"requestId": 2}))
    assert out["method"] == "notifications/cancelled"


def test_since_2026_07_28() -> None:
    can: dict[str, Any] = {"elicitation": {}}
    (out,) = talk(new("tools/call", ERASE, can))
    assert out["result"]["inputRequests"]["sure"]["method"] == "elicitation/create"
    answers: list[tuple[dict[str, Any], str]] = [
        ({"action": "accept", "content": {}}, "All is gone."),
        ({"action": "cancel"}, "Nothing was done."),
    ]
    for answer, said in answers:
        (out,) = talk(new("tools/call", {**ERASE, "inputResponses": {"sure": answer}}, can))
        assert text(out) == said


def test_a_client_that_cannot_be_asked_is_told_so() -> None:
    (out,) = talk(new("tools/call", ERASE, {}))
    assert out["error"]["code"] == -32021
    out = talk(*begun({}))[1]
    assert "elicitation" in out["error"]["data"]["requiredCapabilities"]


def test_a_client_that_is_not_initialized() -> None:
    first, _, call = begun({"elicitation": {}})
    out = talk(first, call)[1]
    assert (text(out), out["result"]["isError"]) == ("Say that you are initialized.", True)
