"""How a client connects and calls: plain values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from .._engine import RawJson

__all__ = ["Level", "Options", "Policy", "Revision"]

Revision: TypeAlias = Literal[
    "2024-11-05", "2025-03-26", "2025-06-18", "DRAFT-2025-v3", "2025-11-25", "2026-07-28"
]

Level: TypeAlias = Literal[
    "debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"
]


@dataclass(frozen=True)
class Policy:
    """How a connection comes about."""

    newest: Revision = "2026-07-28"
    """The newest revision that may be spoken."""
    oldest: Revision = "2024-11-05"
    """The oldest revision that may be spoken."""
    known: Revision | None = None
    """What was spoken with this server last time, if that is known."""
    probe_ms: int = 3000
    """How long to wait for an answer to `server/discover`, in milliseconds, before it counts as a
    server of an older revision; 0 is for ever."""
    connect_ms: int = 30_000
    """How long to wait for an answer to `initialize`, in milliseconds; 0 is for ever."""

    def written(self) -> dict[str, Any]:
        """As the engine takes it."""
        return {
            "newest": self.newest,
            "oldest": self.oldest,
            "known": self.known,
            "probeMs": self.probe_ms,
            "connectMs": self.connect_ms,
        }

    @classmethod
    def read(cls, written: Mapping[str, Any]) -> Policy:
        """As the engine gives it."""
        return cls(
            written["newest"],
            written["oldest"],
            written.get("known"),
            written["probeMs"],
            written["connectMs"],
        )


@dataclass(frozen=True)
class Options:
    """How a request is made."""

    idle_ms: int = 300_000
    """How long the answer may take, in milliseconds, since the request was sent or the last
    progress on it came; 0 is for ever, and then no progress is asked for."""
    hard_ms: int = 3_600_000
    """How long it may take in all, in milliseconds; 0 is for ever."""
    meta: Mapping[str, object] | RawJson | None = None
    """Members of `_meta` of your own."""
    anyway: bool = False
    """Ask even for what the server did not announce."""

    def written(self) -> dict[str, Any]:
        """As the engine takes it."""
        return {
            "idleMs": self.idle_ms,
            "hardMs": self.hard_ms,
            "meta": self.meta,
            "anyway": self.anyway,
        }
