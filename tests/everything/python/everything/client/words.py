"""Results in a few words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..values import items_of, members_of, written

__all__ = ["result", "say", "short"]

SHOWN = 100
"""Characters of a text that are shown."""


def say(line: str) -> None:
    """Prints a line, whole, whichever threads print others."""
    print(f"{line}\n", end="", flush=True)


def result(method: str, given: dict[str, Any]) -> str:
    """What a result says, in one line."""
    match method:
        case "tools/call":
            failed = "the tool failed: " if given.get("isError") is True else ""
            return failed + _joined(map(_content, items_of(given.get("content"))))
        case "resources/read":
            return _joined(map(_content, items_of(given.get("contents"))))
        case "prompts/get":
            return _joined(
                f"{message.get('role', '')}: {_content(message.get('content', {}))}"
                for message in items_of(given.get("messages"))
            )
        case "completion/complete":
            return _joined(items_of(members_of(given.get("completion")).get("values")))
        case _:
            return short(written(given))


def short(text: str) -> str:
    """The start of a text, on one line."""
    line = " ".join(text.split())
    return line if len(line) <= SHOWN else f"{line[:SHOWN]} …"


def _content(piece: dict[str, Any]) -> str:
    """A piece of content, or a resource's contents."""
    if isinstance(text := piece.get("text"), str):
        return short(text)
    if isinstance(data := piece.get("blob", piece.get("data")), str):
        return f"{piece.get('mimeType', '')}, {len(data)} characters of base64"
    if inside := members_of(piece.get("resource")):
        return f"{inside.get('uri', '')}: {short(written(inside))}"
    return f"{piece.get('type', '')} {piece.get('uri', '')}"


def _joined(pieces: Iterable[str]) -> str:
    return short(" | ".join(pieces))
