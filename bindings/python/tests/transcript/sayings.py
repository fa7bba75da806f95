"""What an application says beside its answers, and to whom."""

from __future__ import annotations

from collections.abc import Iterable

import sansmcp

from .acts import Act, Outs
from .desk import Desk, same
from .questions import request_of


def log_of(server: sansmcp.Server, rest: str, ticket: int, session: int) -> sansmcp.Out:
    level, logger, text = rest.split(" ", 2)
    return server.log(
        level,  # type: ignore[arg-type] # pyright: ignore[reportArgumentType]
        text,
        logger=None if logger == "-" else logger,
        ticket=ticket,
        session=session,
    )


def log(server: sansmcp.Server, _: Desk, rest: str, event: sansmcp.Event) -> Outs:
    yield log_of(server, rest, event.ticket, 0)


def notify_of(server: sansmcp.Server, rest: str, ticket: int, session: int) -> sansmcp.Out:
    method, _, params = rest.partition(" ")
    return server.notify(method, sansmcp.RawJson(params), ticket=ticket, session=session)


def notify(server: sansmcp.Server, _: Desk, rest: str, event: sansmcp.Event) -> Outs:
    yield notify_of(server, rest, event.ticket, 0)


def accept(server: sansmcp.Server, _: Desk, rest: str, event: sansmcp.Event) -> Outs:
    assert isinstance(event, sansmcp.Listen)
    yield server.accept(event, rest.split(" "))


def end_listen(server: sansmcp.Server, _: Desk, rest: str, event: sansmcp.Event) -> Outs:
    server.end_listen(event.ticket)
    yield from ()


VERBS: dict[str, Act] = {
    "log": log,
    "notify": notify,
    "accept": accept,
    "end_listen": end_listen,
}


CONNECTION = {"log_connection", "notify_connection", "request_connection"}
OF_SERVER = CONNECTION | {
    "next",
    "updated",
    "limits",
    "open",
    "listens",
    "changed",
    "deadline",
    "expire",
}


def of_server(
    server: sansmcp.Server, desk: Desk, verb: str, rest: str, session: int
) -> Iterable[sansmcp.Out]:
    """What is done without a request, one of `OF_SERVER`."""
    match verb:
        case "next":
            out = server.next_output()
            return [] if out is None else [out]
        case "updated":
            return server.updated(rest)
        case "log_connection":
            return [log_of(server, rest, 0, session)]
        case "notify_connection":
            return [notify_of(server, rest, 0, session)]
        case "request_connection":
            return [request_of(server, desk, rest, 0, session)]
        case "limits":
            idle, hard = rest.split(" ")
            desk.limits = {"idle_ms": int(idle), "hard_ms": int(hard)}
        case "open":
            same(len(server.open()), int(rest))
        case "listens":
            same(len(server.listens()), int(rest))
        case "changed":
            server.changed(rest)  # type: ignore[arg-type] # pyright: ignore[reportArgumentType]
        case "deadline":
            same(server.next_deadline(), None if rest == "-" else int(rest))
        case "expire":
            desk.events += server.expire(desk.now)
        case _:
            raise LookupError(verb)
    return []


