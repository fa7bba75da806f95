"""The server: all fixtures on one service, over standard input and output or over HTTP."""

from __future__ import annotations

import asyncio
import socket
import sys
from contextlib import suppress
from typing import Any

from sansmcp.service import Service

from . import completions, prompts, resources
from .desk import Desk
from .options import Options
from .tools import asks, content, listeners, rounds, slow

__all__ = ["everything", "over_http", "over_stdio"]

GRACE_S = 1.0
"""Seconds that calls may go on for when the input has ended."""
REPLAY = 1 << 20
"""Bytes of memory for events that are kept for clients that lost a stream."""


def everything(options: Options) -> Service:
    """The service with all fixtures, in the order of the lists."""
    desk = Desk(options)
    for part in (content, slow, asks, rounds, listeners, resources, prompts, completions):
        part.declare(desk)

    @desk.service.request("test/echo")
    def echo(arguments: dict[str, Any] | None = None) -> dict[str, Any]:
        """A method that the protocol does not know."""
        return arguments or {}

    return desk.service


def over_stdio(options: Options) -> None:
    """Serves one client until the input ends."""
    from sansmcp.stdio import Stdio

    service = everything(options)
    server = service.server(slots=1024, page=options.page)
    stdio = Stdio(server, service.respond(server), patience_s=GRACE_S)
    with suppress(KeyboardInterrupt):
        asyncio.run(stdio.serve_async())


def over_http(address: str, options: Options) -> None:
    """Serves all clients at an address such as `127.0.0.1:8080`; port 0 is any that is free."""
    import uvicorn

    host, _, port = address.rpartition(":")
    app = everything(options).app(replay=REPLAY, page=options.page)
    listener = socket.create_server((host.strip("[]"), int(port)))
    listener.set_inheritable(True)
    config = uvicorn.Config(app, log_level="warning", timeout_graceful_shutdown=1)
    print(f"serving http://{host}:{listener.getsockname()[1]}/mcp", file=sys.stderr, flush=True)
    with suppress(KeyboardInterrupt):
        asyncio.run(uvicorn.Server(config).serve(sockets=[listener]))
