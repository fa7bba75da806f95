"""The output where nothing is to be sent."""

from __future__ import annotations

from .._engine import Frame, Out, Server

__all__ = ["NOTHING"]


def _nothing() -> Out:
    # The engine alone makes outputs; a notification is never answered.
    server = Server("nothing", "0")
    (event,) = server.receive(Frame(b'{"jsonrpc":"2.0","method":"nothing"}'))
    return server.reply(event)


NOTHING = _nothing()
"""Empty, and false."""
