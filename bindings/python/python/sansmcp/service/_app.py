"""A service as an ASGI app, with its lifespan."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, MutableMapping
from typing import TYPE_CHECKING, Any

from .._engine import Endpoint
from ..asgi import App, Principal

if TYPE_CHECKING:
    from ._service import Service

__all__ = ["ServiceApp"]

_Message = MutableMapping[str, Any]
_log = logging.getLogger("sansmcp")


class ServiceApp:
    """What `Service.app` gives: an `App` that begins and ends the lifespan, where its server tells
    of its own. Inside of another app, which is told instead, use `service.running()` there.
    """

    __module__ = "sansmcp.service"

    def __init__(
        self,
        service: Service,
        endpoint: Endpoint,
        *,
        path: str = "/mcp",
        principal: Principal | None = None,
    ) -> None:
        self._service = service
        self.endpoint: Endpoint = endpoint
        self.app: App = App(endpoint, service.respond(endpoint), path=path, principal=principal)

    async def __call__(
        self,
        scope: _Message,
        receive: Callable[[], Awaitable[_Message]],
        send: Callable[[_Message], Awaitable[None]],
    ) -> None:
        if scope["type"] != "lifespan":
            await self.app(scope, receive, send)
            return
        while (await receive())["type"] != "lifespan.startup":
            pass
        step = "startup"
        try:
            async with self._service.running():
                await send({"type": "lifespan.startup.complete"})
                step = "shutdown"
                while (await receive())["type"] != "lifespan.shutdown":
                    pass
                self.app.close()
        except Exception as error:
            _log.exception("the lifespan failed at %s", step)
            await send({"type": f"lifespan.{step}.failed", "message": type(error).__name__})
        else:
            await send({"type": "lifespan.shutdown.complete"})
