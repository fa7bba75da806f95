"""What an application does with a request: reply, answer, stream, give up."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Literal

import sansmcp

from .desk import Desk, same

Act = Callable[[sansmcp.Server, Desk, str, sansmcp.Event], Iterator[sansmcp.Out]]
Outs = Iterator[sansmcp.Out]


def keep(_: sansmcp.Server, desk: Desk, rest: str, event: sansmcp.Event) -> Outs:
    desk.kept[rest] = event
    yield from ()


def reply(server: sansmcp.Server, _: Desk, rest: str, event: sansmcp.Event) -> Outs:
    yield server.reply(event)


def echo(server: sansmcp.Server, _: Desk, rest: str, event: sansmcp.Event) -> Outs:
    """What tests/echo/echo.py does with an event.

    The text goes as it was written, since a transcript is compared byte by byte.
    """
    match event:
        case sansmcp.CallTool(name="echo", arguments={"text": str(text)}):
            written = event.argument_json("text") or ""
            assert json.loads(written) == text
            yield server.answer(event.ticket).text(sansmcp.RawJson(written)).end()
        case sansmcp.CallTool(name="echo"):
            yield server.answer(event.ticket).fail("text is missing").end()
        case other:
            yield server.reply(other)


def answer(server: sansmcp.Server, _: Desk, rest: str, event: sansmcp.Event) -> Outs:
    yield server.answer(event.ticket).text(rest).end()


def fail(server: sansmcp.Server, _: Desk, rest: str, event: sansmcp.Event) -> Outs:
    yield server.answer(event.ticket).fail(rest).end()


def result(server: sansmcp.Server, _: Desk, rest: str, event: sansmcp.Event) -> Outs:
    yield server.result(event.ticket, sansmcp.RawJson(rest))


def error(server: sansmcp.Server, _: Desk, rest: str, event: sansmcp.Event) -> Outs:
    code, _text, message = rest.partition(" ")
    yield server.error(event.ticket, int(code), message)


def progress(server: sansmcp.Server, _: Desk, rest: str, event: sansmcp.Event) -> Outs:
    number, _space, rest = rest.partition(" ")
    total, _space, message = rest.partition(" ")
    whole = None if total in ("-", "") else json.loads(total)
    yield server.progress(event.ticket, json.loads(number), whole, message or None)


def begin(server: sansmcp.Server, _: Desk, rest: str, event: sansmcp.Event) -> Outs:
    match rest.split(" "):
        case ["text"]:
            yield server.begin(event.ticket, "text")
        case ["image" | "audio" as shape, mime_type]:
            media: Literal["image", "audio"] = "image" if shape == "image" else "audio"
            yield server.begin(event.ticket, media, mime_type)
        case ["blob" | "contents" | "bytes" as shape, uri, mime_type]:
            at: dict[str, Literal["blob", "contents", "bytes"]]
            at = {"blob": "blob", "contents": "contents", "bytes": "bytes"}
            yield server.begin(event.ticket, at[shape], mime_type, uri=uri)
        case _:
            raise AssertionError(f"begin {rest} is not known")


def pieces(server: sansmcp.Server, event: sansmcp.Event, data: bytes) -> Outs:
    while True:
        taken, out = server.piece(event.ticket, data)
        yield out
        data = data[taken:]
        if not data:
            return
        assert taken, "a piece took nothing"


def piece(server: sansmcp.Server, _: Desk, rest: str, event: sansmcp.Event) -> Outs:
    yield from pieces(server, event, rest.encode())


def piecex(server: sansmcp.Server, _: Desk, rest: str, event: sansmcp.Event) -> Outs:
    yield from pieces(server, event, bytes.fromhex(rest))


def end(server: sansmcp.Server, _: Desk, rest: str, event: sansmcp.Event) -> Outs:
    yield server.end(event.ticket, rest or None)


def begin_reply(server: sansmcp.Server, _: Desk, rest: str, event: sansmcp.Event) -> Outs:
    yield server.begin_reply(event)


def cancelled(server: sansmcp.Server, _: Desk, rest: str, event: sansmcp.Event) -> Outs:
    same(server.is_cancelled(event.ticket), {"yes": True, "no": False}[rest])
    yield from ()


def abandon(server: sansmcp.Server, _: Desk, rest: str, event: sansmcp.Event) -> Outs:
    server.abandon(event.ticket)
    yield from ()


VERBS: dict[str, Act] = {
    "keep": keep,
    "reply": reply,
    "echo": echo,
    "answer": answer,
    "fail": fail,
    "result": result,
    "error": error,
    "progress": progress,
    "begin": begin,
    "piece": piece,
    "piecex": piecex,
    "end": end,
    "begin_reply": begin_reply,
    "cancelled": cancelled,
    "abandon": abandon,
}
