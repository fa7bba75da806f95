"""The person at the client, and the model: they answer what servers ask, and read what comes."""

from __future__ import annotations

from collections.abc import Mapping
from threading import Event as Flag
from typing import Any

from sansmcp.client import (
    Changed,
    Event,
    InputNeeded,
    ListenEnded,
    Listening,
    Log,
    NeededInput,
    Progress,
    Updated,
)

from ..values import written
from . import sample
from .words import say

__all__ = ["Person"]

SAYS = {
    "role": "assistant",
    "content": {"type": "text", "text": "Certainly."},
    "model": "none",
    "stopReason": "endTurn",
}
ROOTS = {"roots": [{"uri": "file:///project", "name": "project"}]}


class Person:
    """Somebody who says yes to everything, with made-up answers. It is asked in many threads."""

    def __init__(self) -> None:
        self.is_loud = False
        """Print what happens."""
        self.was_asked = Flag()
        self._hurries = Flag()
        self._hurries.set()

    def slow_down(self) -> None:
        """Thinks about each answer until `hurry`."""
        self._hurries.clear()

    def hurry(self) -> None:
        """Answers what waits."""
        self._hurries.set()

    def answer(self, event: InputNeeded) -> Mapping[str, object] | None:
        """What the server wants."""
        if self.is_loud:
            for needed in event.inputs:
                say(f"    the server asks: {needed.method}")
        self.was_asked.set()
        self._hurries.wait()
        return {needed.key: _answer(needed) for needed in event.inputs}

    def hear(self, event: Event) -> None:
        """Prints what came."""
        line = _line(event) if self.is_loud else None
        if line is not None:
            say(line)


def _answer(needed: NeededInput) -> dict[str, Any]:
    match needed.method:
        case "elicitation/create":
            form = needed.params.get("requestedSchema")
            return needed.accept(sample.members(form, has_all=True))
        case "sampling/createMessage":
            return SAYS
        case _:
            return ROOTS


def _line(event: Event) -> str | None:
    match event:
        case Progress(progress, total, message):
            of = "" if total is None else f" of {total}"
            return f"    … {progress}{of} {message or ''}"
        case Log(level, _, data):
            return f"    log, {level}: {written(data)}"
        case Listening():
            return "  the server tells of changes"
        case ListenEnded():
            return "    the server tells of changes no more"
        case Changed(what):
            return f"    the {what.capitalize()} have changed"
        case Updated(uri):
            return f"    {uri} has changed"
        case _:
            return None
