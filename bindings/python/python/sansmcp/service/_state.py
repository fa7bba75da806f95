"""What goes along with a question, so that the call can be taken up again where it comes back.

A client answers the last question only. The answers before, and what the function wants to know
when it runs again, are in the state of the request: sealed, since a client could change it.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from .._engine import Server
from .._events import Event
from .._ask import Seal

__all__ = ["Carried", "States"]


@dataclass
class Carried:
    """What a call brings along."""

    answers: dict[str, Any] = field(default_factory=dict)
    state: Any = None

    @property
    def is_empty(self) -> bool:
        """True for a call that was not asked anything yet."""
        return not self.answers and self.state is None


class States:
    """Seals what is carried, and opens it."""

    def __init__(self, keys: tuple[bytes, ...], ttl_ms: int) -> None:
        self._seal = Seal(*(keys or (os.urandom(32),)))
        self._ttl_ms = ttl_ms

    def seal(self, event: Event, carried: Carried) -> str | None:
        """The state of a request; `None` where there is nothing to carry."""
        if carried.is_empty:
            return None
        data = json.dumps([carried.answers, carried.state], separators=(",", ":")).encode()
        return self._seal.seal(event, data, expires=_clock() + self._ttl_ms)

    def open(self, event: Event) -> Carried:
        """What a call brings along. Raises `SealBroken` where the state is not one of ours."""
        data = self._seal.open(event, now=_clock())
        inputs: Mapping[str, Any] = event.inputs or {}
        if data is None:
            return Carried(dict(inputs))
        answers, state = json.loads(data)
        return Carried({**answers, **inputs}, state)


def _clock() -> int:
    # Of the calendar: all machines that share a key share it too.
    return time.time_ns() // 1_000_000
