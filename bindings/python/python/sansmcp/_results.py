"""Results under construction, under the name by which type checkers know them."""

from ._engine import Answer, Completion, Contents, Messages

__all__ = ["Answer", "Completion", "Contents", "Messages"]
