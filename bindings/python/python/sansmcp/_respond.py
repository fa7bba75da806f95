"""What the ready I/O has in common: how an application answers, and what follows if it fails."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from contextvars import ContextVar
from typing import TYPE_CHECKING, Union

from ._engine import Event, Out, Server
from ._errors import Error

if TYPE_CHECKING:
    import logging
    from concurrent.futures import Future

__all__ = [
    "Respond", "Room", "attach", "failed", "log", "now", "over", "refused", "ticket", "waits",
    "wrong",
]

Respond = Callable[[Event], Union[Out, None, Awaitable[Union[Out, None]]]]
"""Makes what an event asks for, with calls of the server: at once or when it is awaited, or `None`
where that comes later, by `send`."""

Room = Callable[[int], "Union[Future[None], None]"]
"""Whether there is room for more of the answer to the request of this ticket: `None`, or what is
done once there is, or once nobody takes any more, which the next call of the server tells."""


def log() -> logging.Logger:
    """Where failures go; it takes a while to load, and most servers never need it."""
    import logging

    return logging.getLogger("sansmcp")


ticket: ContextVar[int] = ContextVar("sansmcp ticket", default=0)
"""The ticket of the event that is being answered; 0 outside."""

_INTERNAL = -32603


def now() -> int:
    """The time that the ready I/O goes by, in milliseconds: give it to calls that take `now`."""
    return time.monotonic_ns() // 1_000_000


def attach(
    respond: Respond, send: Callable[[Union[Out, None]], None], room: Union[Room, None] = None
) -> None:
    """Tells what answers how it can send what comes between, and where there is a bound, when more
    of it may come; if it wants to know.
    """
    wanted = getattr(respond, "attach", None)
    if wanted is not None:
        wanted(send)
    wanted = getattr(respond, "attach_room", None)
    if wanted is not None and room is not None:
        wanted(room)


def waits(respond: Respond, ticket: int) -> bool:
    """True if it is known that the answer to a request takes one of the client's before."""
    asked = getattr(respond, "waits", None)
    return asked is not None and bool(asked(ticket))


def over(respond: Respond) -> None:
    """Tells what answers that its client has gone, if it wants to know."""
    told = getattr(respond, "over", None)
    if told is not None:
        told()


def wrong(event: Event, given: object) -> TypeError:
    """What is raised where `respond` gave something that cannot be sent."""
    kind = type(given).__name__
    return TypeError(
        f"respond gave {kind!r} for {event.method or event.kind!r}: give the Out of a call of the "
        "server, None if it is sent later, or an awaitable of one of the two"
    )


def failed(server: Server, event: Event, error: BaseException) -> Union[Out, None]:
    """Logs what an application raised, and makes the answer, which says nothing of it."""
    log().error("%s was not answered", event.method or event.kind, exc_info=error)
    return refused(server, event)


def refused(server: Server, event: Event) -> Union[Out, None]:
    """The answer where an application gave none."""
    with suppress(Error):  # it may need no answer, or have one
        return server.error(event.ticket, _INTERNAL, "Internal error")
    return None
