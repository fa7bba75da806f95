"""A client of a service, in memory: requests in, responses out, as Python objects."""

from __future__ import annotations

import json
from collections.abc import Awaitable
from typing import Any

from peer import MODERN, notification, numbers

from sansmcp import Event, Frame, Out, Server
from sansmcp.service import Responder, Service

ERAS = ("2025-06-18", "2025-11-25", "2026-07-28")
CAPABILITIES: dict[str, Any] = {
    "elicitation": {"form": {}, "url": {}},
    "sampling": {},
    "roots": {},
}


class Peer:
    """One connection in one revision."""

    def __init__(
        self,
        service: Service,
        revision: str = "2026-07-28",
        capabilities: dict[str, Any] = CAPABILITIES,
        **limits: Any,
    ) -> None:
        self.server: Server = service.server(**limits)
        self.respond: Responder = service.respond(self.server)
        self.revision = revision
        self.capabilities = capabilities
        self.sent: list[dict[str, Any]] = []
        """What came without being an answer at once."""
        self.respond.attach(self._take)
        if revision != "2026-07-28":
            params: dict[str, Any] = {"protocolVersion": revision, "capabilities": capabilities}
            params["clientInfo"] = {"name": "peer", "version": "1"}
            assert self.ask("initialize", params)["result"]["protocolVersion"] == revision
            self.tell("notifications/initialized")

    @property
    def running(self) -> dict[int, Any]:
        """The calls that take their time, by their tickets."""
        found: dict[int, Any] = self.respond._running  # pyright: ignore[reportPrivateUsage]
        return found

    @property
    def kept(self) -> set[int]:
        """The calls that wait for an answer."""
        return set(self.respond._kept)  # pyright: ignore[reportPrivateUsage]

    def _take(self, out: Out) -> None:
        if out:
            self.sent.append(json.loads(out.json))

    def request(self, method: str, params: dict[str, Any] | None = None) -> dict[str, Any]:
        """A request with an id of its own."""
        params = dict(params or {})
        if self.revision == "2026-07-28":
            info = {"io.modelcontextprotocol/clientCapabilities": self.capabilities}
            params["_meta"] = {**MODERN, **info, **params.get("_meta", {})}
        return {"jsonrpc": "2.0", "id": next(numbers), "method": method, "params": params}

    def events(self, message: object) -> list[Event]:
        """What comes of a message."""
        text = message if isinstance(message, str) else json.dumps(message)
        return list(self.server.receive(Frame(text.encode("utf-8", "surrogatepass"))))

    def give(self, message: object) -> list[Out | Awaitable[Out]]:
        """What is made of a message, which may have to be awaited."""
        return [self.respond(event) for event in self.events(message)]

    def start(
        self, method: str, params: dict[str, Any] | None = None
    ) -> Out | Awaitable[Out]:
        """Begins a request."""
        (given,) = self.give(self.request(method, params))
        return given

    def ask(self, method: str, params: dict[str, Any] | None = None) -> dict[str, Any]:
        """The response to a request that is answered at once."""
        given = self.start(method, params)
        assert isinstance(given, Out), "it waits"
        found: dict[str, Any] = json.loads(given.json)
        return found

    def tell(self, method: str, params: dict[str, Any] | None = None) -> None:
        """A notification, which is not answered."""
        (given,) = self.give(notification(method, params))
        assert isinstance(given, Out)
        assert not given

    def call(self, name: str, /, **arguments: Any) -> dict[str, Any]:
        """The result of a tool that answers at once."""
        found: dict[str, Any] = self.ask("tools/call", called(name, arguments))["result"]
        return found


def called(name: str, arguments: dict[str, Any]) -> dict[str, Any]:
    return {"name": name, "arguments": arguments}


def text(result: dict[str, Any]) -> str:
    """The only block of a result, a text."""
    (block,) = result["content"]
    assert block["type"] == "text"
    found: str = block["text"]
    return found


def read(out: Out) -> dict[str, Any]:
    """An output as an object."""
    found: dict[str, Any] = json.loads(out.json)
    return found
