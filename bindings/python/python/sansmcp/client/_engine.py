"""The client's part of the engine."""

from .._engine import ClientEngine, Heard, Listening, Pages, accept

__all__ = ["ClientEngine", "Heard", "Listening", "Pages", "accept"]
