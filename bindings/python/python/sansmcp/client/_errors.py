"""What a connection or a call can end with beside a result."""

from __future__ import annotations

import reprlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from ._engine import failure

__all__ = ["CallFailed", "ClientError", "ConnectionFailed", "Declined", "Failure", "ServerError"]

_SHORT = reprlib.Repr()
_SHORT.maxstring = 200


@dataclass(frozen=True)
class Failure:
    """Why a connection or a call failed."""

    name: str
    """Its name in logs, such as `silent` or `closed`."""
    whose: Literal["server", "client", "network"]
    """Whose fault it is; `network` is what lies between the two."""
    message: str
    """What happened."""
    advice: str
    """What can be done."""


class ClientError(Exception):
    """A connection or a call came to no result."""

    __module__ = "sansmcp.client"


class _Failed(ClientError):
    __module__ = "sansmcp.client"

    failure: Failure
    """What happened, whose fault it is, and what can be done."""
    received: Any
    """What was received of the server under `result` or `error`, if anything was."""
    exit_status: int | None
    """With which status the server's process ended, if it had; negative for a signal."""
    detail: str | None
    """What HTTP or the system said of it, such as `HTTP status 503`."""

    def __init__(
        self,
        failure: Failure,
        received: Any = None,
        exit_status: int | None = None,
        detail: str | None = None,
    ) -> None:
        parts = [f"{failure.message} (the fault of the {failure.whose}); {failure.advice}"]
        if detail is not None:
            parts.append(detail)
        if exit_status is not None:
            parts.append(f"its process ended with status {exit_status}")
        if received is not None:
            parts.append(f"received: {received!r:.500}")
        super().__init__("; ".join(parts))
        self.failure = failure
        self.received = received
        self.exit_status = exit_status
        self.detail = detail

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.failure, self.received, self.exit_status, self.detail)


class ConnectionFailed(_Failed):
    """No connection came about, or it has ended."""

    __module__ = "sansmcp.client"


class CallFailed(_Failed):
    """A call ended without an answer, or with one that is none."""

    __module__ = "sansmcp.client"


class Declined(ClientError):
    """The server wanted something before it went on, and was not given it."""

    __module__ = "sansmcp.client"


class ServerError(ClientError):
    """The server answered a call with an error."""

    __module__ = "sansmcp.client"

    code: int
    """What kind of error it is: -32602 for wrong params, and so on."""
    message: str
    """What was wrong, in the server's words."""
    data: Any
    """More of it, if the server said more."""

    def __init__(self, code: int, message: str, data: Any = None) -> None:
        more = "" if data is None else f" ({_SHORT.repr(data)})"
        super().__init__(f"the server answered with error {code}: {message}{more}")
        self.code = code
        self.message = message
        self.data = data

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.code, self.message, self.data)


def failure_named(name: str) -> Failure:
    """The failure of this name, with the engine's words."""
    return Failure(**failure(name))


def failure_of(said: Mapping[str, Any]) -> Failure | None:
    """The failure that an event speaks of."""
    found = said.get("failure")
    return None if found is None else Failure(**found)


def error_of(said: Mapping[str, Any]) -> ServerError | None:
    """The server's error that an event speaks of."""
    found = said.get("error")
    if found is None:
        return None
    return ServerError(found["code"], found["message"], found.get("data"))
