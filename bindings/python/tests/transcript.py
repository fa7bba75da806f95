"""Reads the transcripts of tests/vectors and replays them against the installed package."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Literal

import sansmcp
from worlds import make_server

VECTORS = Path(__file__).parents[3] / "tests" / "vectors"
WORLD = {"rx", "tx", "slots", "server"}
LONG = 4096
EVENT = re.compile(r'(\w+) ("(?:[^"\\]|\\.)*"|\S+)(?: (.*))?')
ERRORS: dict[str, type[sansmcp.Error]] = {
    "stale": sansmcp.Stale,
    "streaming": sansmcp.Streaming,
    "busy": sansmcp.Busy,
    "not_supported": sansmcp.NotSupported,
    "not_json": sansmcp.NotJson,
    "not_text": sansmcp.NotText,
}


@dataclass(frozen=True)
class Line:
    number: int
    mark: str
    rest: str


@dataclass
class Case:
    file: str
    title: str = ""
    lines: list[Line] = field(default_factory=list[Line])

    @property
    def inputs(self) -> list[bytes]:
        return [bytes_in(line) for line in self.lines if line.mark in (">", ">+", ">x")]


def files() -> list[Path]:
    return sorted(VECTORS.glob("*.txt"))


def read(path: Path) -> list[Case]:
    """The cases of a file, as many as its first line says."""
    head, *lines = path.read_text("utf-8").split("\n")
    word, count = head.split(" ")
    assert word == "cases", f"{path.name}:1: must say how many cases"
    cases: list[Case] = []
    fresh = True
    for number, text in enumerate(lines, 2):
        if not text:
            fresh = True
            continue
        if fresh:
            cases.append(Case(path.name))
            fresh = False
        mark, _, rest = text.partition(" ")
        if mark == "#":
            cases[-1].title = cases[-1].title or rest
        else:
            cases[-1].lines.append(Line(number, mark, rest))
    assert len(cases) == int(count), f"{path.name}: has {len(cases)} cases and says {count}"
    return cases


def bytes_in(line: Line) -> bytes:
    match line.mark:
        case ">" | "<":
            return line.rest.encode() + b"\n"
        case ">+" | "<+":
            return line.rest.encode()
        case ">x":
            return bytes.fromhex(line.rest)
        case _:
            pass
    raise AssertionError(f"line {line.number}: {line.mark} is no input")


Cut = Callable[[bytes], list[bytes]]


def whole(data: bytes) -> list[bytes]:
    return [data]


def byte_by_byte(data: bytes) -> list[bytes]:
    return [data[at : at + 1] for at in range(len(data))]


def cuts(case: Case) -> Iterator[Cut]:
    """Cuts that together part every input of a case at every place."""
    places: set[int] = set()
    for data in case.inputs:
        border = range(1, len(data))
        places.update(border if len(data) <= LONG else (i for i in border if data[i] in b'{}[]:,"'))
    for place in sorted(places):
        yield partial(cut_at, place)


def cut_at(place: int, data: bytes) -> list[bytes]:
    return [part for part in (data[:place], data[place:]) if part]


class Replay:
    """One case on a new server. `run` raises AssertionError where it goes another way."""

    def __init__(self, case: Case, cut: Cut) -> None:
        self.case, self.cut, self.at, self.now = case, cut, 0, 0
        self.sizes = {"rx": 4096, "tx": 4096, "slots": 8}
        self.name = "echo"
        self.event: sansmcp.Event | None = None
        self.kept: dict[str, sansmcp.Event] = {}

    def run(self) -> None:
        while (line := self.peek()) and line.mark == "!" and line.rest.split(" ")[0] in WORLD:
            self.at += 1
            verb, value = line.rest.split(" ")
            if verb == "server":
                self.name = value
            else:
                self.sizes[verb] = int(value)
        self.lines = sansmcp.Lines(self.sizes["rx"])
        self.server = make_server(self.name, self.sizes["slots"], self.sizes["tx"])
        while line := self.peek():
            self.at += 1
            match line.mark:
                case ">" | ">+" | ">x":
                    for part in self.cut(bytes_in(line)):
                        self.take(self.lines.feed(part))
                case ">.":
                    self.take(self.lines.finish())
                case "@":
                    self.now = int(line.rest)
                case "!":
                    self.act(line)
                case "=":
                    self.fail(line, "this event did not come")
                case mark:
                    self.fail(line, f"{mark} does not belong here")

    def peek(self) -> Line | None:
        return self.case.lines[self.at] if self.at < len(self.case.lines) else None

    def fail(self, line: Line | None, why: str) -> None:
        number = line.number if line else "end"
        raise AssertionError(f"{self.case.file}:{number}: {why} (in: {self.case.title})")

    def equal(self, line: Line | None, got: object, wanted: object) -> None:
        if got != wanted:
            self.fail(line, f"\n     got: {got!r}\n  wanted: {wanted!r}")

    def take(self, frames: list[sansmcp.Frame]) -> None:
        for frame in frames:
            for event in self.server.receive(frame, self.now):
                line = self.peek()
                if line is None or line.mark != "=":
                    self.fail(line, f"{event!r} came instead")
                    return
                self.at += 1
                self.equal(line, *seen(event, line.rest))
                self.event = event
                while (line := self.peek()) and line.mark in ("!", "@"):
                    self.at += 1
                    if line.mark == "!":
                        self.act(line)
                    else:
                        self.now = int(line.rest)

    def act(self, line: Line) -> None:
        verb, _, rest = line.rest.partition(" ")
        event = self.event
        if rest.startswith("@"):
            name, _, rest = rest[1:].partition(" ")
            event = self.kept[name]
        wanted: list[bytes] = []
        error = None
        while (after := self.peek()) and after.mark in ("<", "<+", "?"):
            self.at += 1
            if after.mark == "?":
                error = after.rest
            else:
                wanted.append(bytes_in(after))
        got: list[bytes] = []
        try:
            for out in self.perform(line, verb, rest, event):
                if out:
                    got.append(out.line)
        except sansmcp.Short as short:
            self.equal(line, f"short {short.need}", error)
        except sansmcp.Error as raised:
            known = {kind: name for name, kind in ERRORS.items()}
            self.equal(line, known.get(type(raised)), error)
        else:
            if error:
                self.fail(line, f"no error came, but {got!r}")
        self.equal(line, got, wanted)

    def perform(
        self, line: Line, verb: str, rest: str, event: sansmcp.Event | None
    ) -> Iterator[sansmcp.Out]:
        server = self.server
        if verb == "next":
            out = server.next_output()
            yield from [out] if out else []
            return
        if verb == "open":
            return self.equal(line, len(server.open()), int(rest))
        assert event is not None, f"line {line.number}: no event yet"
        ticket = event.ticket
        match verb:
            case "keep":
                self.kept[rest] = event
            case "reply":
                yield server.reply(event)
            case "echo":
                yield echo(server, event)
            case "answer":
                yield server.answer(ticket).text(rest).end()
            case "fail":
                yield server.answer(ticket).fail(rest).end()
            case "result":
                yield server.result(ticket, sansmcp.RawJson(rest))
            case "error":
                code, _, message = rest.partition(" ")
                yield server.error(ticket, int(code), message)
            case "progress":
                number, _, rest = rest.partition(" ")
                total, _, message = rest.partition(" ")
                yield server.progress(
                    ticket,
                    json.loads(number),
                    None if total in ("-", "") else json.loads(total),
                    message or None,
                )
            case "begin":
                yield self.begin(ticket, rest)
            case "piece" | "piecex":
                yield from self.pieces(ticket, verb, rest)
            case "end":
                yield server.end(ticket, rest or None)
            case "begin_reply":
                yield server.begin_reply(event)
            case "cancelled":
                self.equal(line, server.is_cancelled(ticket), {"yes": True, "no": False}[rest])
            case "abandon":
                server.abandon(ticket)
            case _:
                self.fail(line, f"the verb {verb} is not known")

    def begin(self, ticket: int, rest: str) -> sansmcp.Out:
        match rest.split(" "):
            case ["text"]:
                return self.server.begin(ticket, "text")
            case ["image" | "audio" as shape, mime_type]:
                media: Literal["image", "audio"] = "image" if shape == "image" else "audio"
                return self.server.begin(ticket, media, mime_type)
            case ["blob", uri, mime_type]:
                return self.server.begin(ticket, "blob", mime_type, uri=uri)
            case _:
                pass
        raise AssertionError(f"begin {rest} is not known")

    def pieces(self, ticket: int, verb: str, rest: str) -> Iterator[sansmcp.Out]:
        data = rest.encode() if verb == "piece" else bytes.fromhex(rest)
        while True:
            taken, out = self.server.piece(ticket, data)
            yield out
            data = data[taken:]
            if not data:
                return
            assert taken, "a piece took nothing"


def echo(server: sansmcp.Server, event: sansmcp.Event) -> sansmcp.Out:
    """What tests/echo/echo.py does with an event.

    The text goes as it was written, since a transcript is compared byte by byte.
    """
    match event:
        case sansmcp.CallTool(name="echo", arguments={"text": str(text)}):
            written = event.argument_json("text") or ""
            assert json.loads(written) == text
            return server.answer(event.ticket).text(sansmcp.RawJson(written)).end()
        case sansmcp.CallTool(name="echo"):
            return server.answer(event.ticket).fail("text is missing").end()
        case other:
            return server.reply(other)


def seen(event: sansmcp.Event, rest: str) -> tuple[object, object]:
    """The event and the one of the line, as values that can be compared.

    Names stand in the line as they were written, so their escapes are decoded.
    """
    found = EVENT.fullmatch(rest)
    assert found, f"no event: {rest}"
    kind, identity, words = found.groups()
    own: object = None
    wanted: object = words
    match event:
        case sansmcp.CallTool(name=name):
            own, wanted = name, decoded(words)
        case sansmcp.Request(method=method) | sansmcp.Notification(method=method):
            own, wanted = method, decoded(words)
        case sansmcp.Cancelled(reason=reason):
            own, wanted = reason, None if words == "-" else decoded(words)
        case sansmcp.Refused(code=code):
            own, wanted = str(code), words
        case _:
            pass
    return (event.kind, event.id_json or "-", own), (kind, identity, wanted)


def decoded(words: str | None) -> str:
    text = json.loads(f'"{words or ""}"')
    assert isinstance(text, str)
    return text
