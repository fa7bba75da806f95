"""What the application remembers: its events, its questions, the time."""

from __future__ import annotations

from dataclasses import dataclass, field

import sansmcp


@dataclass
class Desk:
    now: int = 0
    last: sansmcp.Event | None = None
    kept: dict[str, sansmcp.Event] = field(default_factory=dict[str, sansmcp.Event])
    # Events that an action made.
    events: list[sansmcp.Event] = field(default_factory=list[sansmcp.Event])
    # What is remembered of a call while the client is asked, by the call's ticket.
    questions: dict[int, bytes] = field(default_factory=dict[int, bytes])
    limits: dict[str, int] = field(default_factory=dict[str, int])


def same(got: object, wanted: object) -> None:
    assert got == wanted, f"\n     got: {got!r}\n  wanted: {wanted!r}"
