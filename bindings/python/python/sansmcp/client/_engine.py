"""The client's part of the engine."""

from .._engine import (
    ClientEngine,
    Heard,
    Listening,
    Pages,
    SseEvent,
    SseEvents,
    accept,
    failure,
)

__all__ = [
    "ClientEngine",
    "Heard",
    "Listening",
    "Pages",
    "SseEvent",
    "SseEvents",
    "accept",
    "failure",
]
