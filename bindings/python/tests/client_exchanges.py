"""Replays the transcripts of a client over HTTP."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from client_lines import line_of
from client_transcript import Replay
from sansmcp import Frame, Out, RawJson
from sansmcp.client import Event, SseEvents
from transcript import Case, Cut, Line, cut_at, whole

KINDS = {"json": "application/json", "events": "text/event-stream"}
IMPLIED = {
    "POST": [
        ("Accept", "application/json, text/event-stream"),
        ("Content-Type", "application/json"),
    ],
    "GET": [("Accept", "text/event-stream")],
    "DELETE": [],
}


@dataclass
class Exchange:
    """One request and its response."""

    route: int
    reads: str = ""
    """How its body is read, once its head was."""
    body: bytes = b""
    events: SseEvents | None = None


class HttpReplay(Replay):
    """One case on a new client over HTTP."""

    is_http = True

    def __init__(self, case: Case, cut: Cut) -> None:
        super().__init__(case, cut)
        self.open: dict[int, Exchange] = {}
        self.count = 0
        self.number = 0
        self.schema: RawJson | None = None
        self.denied: int | None = None

    def replay(self) -> None:
        while line := self.peek():
            self.at += 1
            match line.mark:
                case ">>":
                    self.respond(line)
                case ">" | ">+":
                    self.take_body(line)
                case ">.":
                    self.end(line)
                case _:
                    self.fail(line, f"{line.mark} does not belong here")
            self.go_on()

    def send(self, out: Out) -> None:
        if out.verb is None:
            if out.is_last:
                self.abort(out.route)
            return
        self.count += 1
        self.open[self.count] = Exchange(out.route)
        head = self.client.head(out, self.schema)
        implied = IMPLIED[out.verb]
        assert head[: len(implied)] == implied
        self.expect("<<", f"{out.verb} {self.count}")
        for name, value in head[len(implied) :]:
            self.expect("<:", f"{name}: {value}")
        if out:
            assert out.line == out.json + b"\n"
            self.expect("<", out.json.decode())

    def abort(self, route: int) -> None:
        """The newest exchange on this way is closed from this side, if it is open."""
        numbers = [number for number, exchange in self.open.items() if exchange.route == route]
        if numbers:
            del self.open[numbers[-1]]
            self.expect("<x", str(numbers[-1]))

    def exchange(self, line: Line) -> Exchange:
        if self.number not in self.open:
            self.fail(line, "this exchange is not open")
        return self.open[self.number]

    def respond(self, line: Line) -> None:
        """The head of a response, or more of one that has begun."""
        number, *words = line.rest.split(" ")
        self.number = int(number)
        exchange = self.exchange(line)
        if not words:
            return
        status, *kind = words
        headers: list[tuple[str, str]] = []
        if kind and kind[0] in KINDS:
            headers.append(("content-type", KINDS[kind[0]]))
        while (header := self.peek()) and header.mark == ">:":
            self.at += 1
            name, _, value = header.rest.partition(":")
            headers.append((name, value))
        # One character for each byte.
        lines = [(name, value.encode().decode("latin-1")) for name, value in headers]
        expect = self.client.responded(exchange.route, int(status), lines, self.now)
        exchange.reads = expect.kind
        said: list[str] = [expect.kind]
        if expect.kind == "events":
            exchange.events = SseEvents(self.sizes["rx"])
        elif expect.kind == "denied":
            self.denied = expect.ticket
            challenge = expect.challenge.encode("latin-1").decode()
            said += [str(expect.ticket) if expect.ticket else "-", challenge]
        self.expect("=", f"expect {' '.join(said)}")
        self.expire()

    def take_body(self, line: Line) -> None:
        exchange = self.exchange(line)
        data = body_of(line)
        if exchange.reads == "json":
            exchange.body += data
        elif exchange.events is not None:
            for part in self.cut(stream_of(line)):
                for event in exchange.events.feed(part):
                    self.take([event.frame(exchange.route)])
                    self.client.seen(exchange.route, event.id)
                events = exchange.events
                self.client.seen(exchange.route, events.last_id, events.retry)

    def end(self, line: Line) -> None:
        """The response has ended."""
        exchange = self.exchange(line)
        del self.open[self.number]
        if exchange.reads == "json":
            frame = Frame(exchange.body).on(exchange.route)
            for event in self.client.receive(frame, self.now):
                self.hear(event)
        self.client.closed(self.now, route=exchange.route)
        self.expire()

    def hear(self, event: Event) -> None:
        self.last, self.denied = event, None
        self.expect("=", line_of(event))

    def ticket_of(self, name: str) -> int:
        if not name and self.denied is not None:
            return self.denied
        return super().ticket_of(name)

    def perform(self, line: Line, verb: str, name: str, rest: str) -> Iterator[Out]:
        match verb:
            case "schema":
                self.schema = None if rest == "-" else RawJson(rest)
            case "broken":
                exchange = self.open.pop(int(rest))
                self.client.closed(self.now, route=exchange.route)
                self.expire()
            case "leave":
                self.client.leave()
            case _:
                yield from super().perform(line, verb, name, rest)

    def look(self, line: Line, verb: str, name: str, rest: str) -> None:
        event: Any = self.last
        if verb == "tools":
            found = self.client.tools(event.result)
            listed = [tool["name"] for tool in event.result["tools"]]
            kept = [tool["name"] for tool in found.tools]
            shown = [name if name in kept else f"-{name}" for name in listed]
            assert sorted([*kept, *found.dropped]) == sorted(listed)
            self.same(line, " ".join(shown), rest)
        else:
            super().look(line, verb, name, rest)


def body_of(line: Line) -> bytes:
    return (line.rest + "\n" * (line.mark == ">")).encode()


def stream_of(line: Line) -> bytes:
    """What of an event stream a line stands for: an event with this data, or bytes as they are."""
    if line.mark == ">":
        return f"event: message\ndata: {line.rest}\n\n".encode()
    return line.rest.replace("\u240a", "\n").replace("\u240d", "\r").encode()


def stream_cuts(case: Case) -> Iterator[Cut]:
    """Cuts that together part every piece of an event stream at every place."""
    longest, is_stream = 0, {"": False}
    number = ""
    for line in case.lines:
        if line.mark == ">>":
            number, *words = line.rest.split(" ")
            if words:
                is_stream[number] = words[-1] == "events"
        elif line.mark in (">", ">+") and is_stream.get(number):
            longest = max(longest, len(stream_of(line)))
    yield whole
    yield from (partial(cut_at, place) for place in range(1, longest))
