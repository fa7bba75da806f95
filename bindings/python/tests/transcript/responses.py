"""The host's side of HTTP: which responses have begun, which have ended, and that each is one."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field

NO_STORE = ("cache-control", "no-cache, no-store")
KINDS: dict[str, list[tuple[str, str]]] = {
    "json": [("content-type", "application/json"), NO_STORE],
    "events": [("content-type", "text/event-stream"), NO_STORE, ("x-accel-buffering", "no")],
    "empty": [],
}
Headers = list[tuple[str, str]]


@dataclass
class Response:
    kind: str = ""
    body: bytearray = field(default_factory=bytearray)


class Host:
    """The responses, by the number of their exchange."""

    def __init__(self) -> None:
        self.open: dict[int, Response] = {}

    def begin(self, number: int) -> None:
        assert number not in self.open, f"exchange {number} is still open"
        self.open[number] = Response()

    def closed(self, number: int) -> None:
        """Its client is gone."""
        assert self.open.pop(number, None) is not None, f"exchange {number} is not open"

    def cut(self, number: int, body: bytes) -> Iterator[str]:
        """Breaks a response off in the middle of a message."""
        response = self.open.pop(number)
        ends = response.kind == "events" and response.body.endswith(b"\n\n")
        assert response.kind and not ends and not body, f"nothing is half out on {number}"
        yield f"<< {number}"
        yield "<x"

    def send(
        self, number: int, head: tuple[int, Headers] | None, body: bytes, is_end: bool
    ) -> Iterator[str]:
        """The lines of a head, bytes and the end of a response, as far as they are there."""
        if head is None and not body and not is_end:
            return
        response = self.open[number]
        assert (head is None) == bool(response.kind), f"exchange {number} has no head, or two"
        if head is None:
            yield f"<< {number}"
        else:
            status, headers = head
            response.kind, rest = kind_of(headers)
            yield f"<< {number} {status} {response.kind}"
            yield from (f"<: {name}: {value}" for name, value in rest)
        response.body += body
        yield from body_lines(response.kind, body.decode(), head is not None and is_end)
        if is_end:
            yield "<."
            check(response)
            del self.open[number]


def kind_of(headers: Headers) -> tuple[str, Headers]:
    """The kind that a head is of, and its headers beside those of the kind."""
    for kind, implied in KINDS.items():
        if implied and headers[: len(implied)] == implied:
            return kind, headers[len(implied) :]
    return "empty", headers


def body_lines(kind: str, text: str, is_whole: bool) -> Iterator[str]:
    if not text:
        return
    assert kind != "empty", f"a body where there is none: {text}"
    if kind == "json":
        yield f"< {text}" if is_whole and "\n" not in text else raw(text)
        return
    for event in events_in(text):
        yield event_line(event) or raw(event)


def events_in(text: str) -> list[str]:
    """The events of a stream; the last may be under way."""
    *whole, rest = text.split("\n\n")
    return [event + "\n\n" for event in whole] + ([rest] if rest else [])


def raw(text: str) -> str:
    return "<+ " + text.replace("\n", "␊")


def event_line(text: str) -> str | None:
    """The line of a whole event with a message."""
    if not text.startswith("event: message\n") or not text.endswith("\n\n"):
        return None
    mark, fields = "<", text[len("event: message\n") : -2]
    if fields.startswith("id: "):
        identity, _, fields = fields.partition("\n")
        mark = f"<id {identity[len('id: ') :]}"
    if not fields.startswith("data: ") or "\n" in fields:
        return None
    return f"{mark} {fields[len('data: ') :]}"


def check(response: Response) -> None:
    """A whole body is what it says it is."""
    text = response.body.decode()
    if response.kind == "json":
        assert isinstance(json.loads(text), dict), f"no JSON object: {text}"
    elif response.kind == "events":
        for line in text.split("\n"):
            data = line.removeprefix("data: ")
            if data not in (line, ""):
                assert isinstance(json.loads(data), dict), f"no JSON object: {line}"
