"""What a response over HTTP leads to: plain values."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from .._engine import RawJson

__all__ = ["Denial", "Expect", "Headers", "Tools"]

Headers: TypeAlias = Iterable[tuple[str | bytes, str | bytes]]


@dataclass(frozen=True)
class Expect:
    """What to do with the body of a response. In any case `Client.closed` comes last."""

    kind: Literal["json", "events", "nothing", "denied"]
    """`json`: read it whole, and give it to `receive` as a frame on the route of the exchange, one
    beyond your bound as `Frame.too_long`.
    `events`: read it with `SseEvents`, give each event to `receive`, and say what was `seen`.
    `nothing`: drop it.
    `denied`: drop it; what `ticket` names is to be sent `again`, or to be given up: `cancel`."""
    ticket: int = 0
    """What was denied: a call, or the connection; 0 for what is not sent again."""
    challenge: str = ""
    """What was wanted: `WWW-Authenticate`, one character for each byte."""


@dataclass(frozen=True)
class Denial:
    """The server wants to know who asks (401), or does not allow it (403)."""

    status: int
    """The status of the response."""
    challenge: str
    """What it wants: `WWW-Authenticate`; empty if it did not say."""


@dataclass(frozen=True)
class Tools:
    """The tools of a page."""

    tools: list[dict[str, Any]]
    """Those that can be called."""
    schemas: dict[str, RawJson]
    """Their input schemas as they were written, by name."""
    dropped: dict[str, str]
    """Those that cannot, by name, and why."""

    @classmethod
    def read(cls, listed: Sequence[tuple[str, dict[str, Any], str, str | None]]) -> Tools:
        """As the engine gives them."""
        return cls(
            [tool for _, tool, _, why in listed if why is None],
            {name: RawJson(schema) for name, _, schema, _ in listed if schema},
            {name: why for name, _, _, why in listed if why is not None},
        )
