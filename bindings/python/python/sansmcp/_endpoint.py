"""The server behind HTTP, under the name by which type checkers know it."""

from ._engine import Delivery, Endpoint, Verdict

__all__ = ["Delivery", "Endpoint", "Verdict"]
