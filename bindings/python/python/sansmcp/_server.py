"""The server, under the name by which type checkers know it."""

from ._engine import Page, Server, Updates

__all__ = ["Page", "Server", "Updates"]
