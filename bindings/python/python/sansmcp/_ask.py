"""What is asked of the client, and what it brings back, under the name for type checkers."""

from ._engine import Input, Seal

__all__ = ["Input", "Seal"]
