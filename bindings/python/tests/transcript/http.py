"""A case over HTTP."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import sansmcp
from worlds import make_endpoint

from .cases import Case, Line, bytes_in
from .desk import same
from .play import Play
from .responses import Host, events_in

WORLD = {"tx", "slots", "server", "sessions", "streams", "store", "policy"}
HOST = ("host", "localhost")
BOTH = ("accept", "application/json, text/event-stream")
EVENTS = ("accept", "text/event-stream")
JSON = ("content-type", "application/json")
IMPLIED = {"POST": [HOST, BOTH, JSON], "GET": [HOST, EVENTS]}
# Every response to a page of another site has them; the transcripts leave them out.
EXPOSED = {"Access-Control-Allow-Origin", "Access-Control-Expose-Headers", "Vary"}


class HttpReplay(Play[sansmcp.Endpoint]):
    """One case on a new endpoint."""

    def __init__(self, case: Case) -> None:
        super().__init__(case)
        self.name = "echo"
        self.policy: dict[str, Any] = {"slots": 8, "sessions": 4, "streams": 8, "tx": 4096}
        self.store, self.is_kept, self.has_sessions = 4096, False, True
        self.host = Host()
        self.random: bytes | None = None

    def run(self) -> None:
        while (line := self.peek()) and line.mark == "!" and line.rest.split(" ")[0] in WORLD:
            self.at += 1
            self.set_up(*line.rest.split(" "))
        self.policy["replay"] = self.store if self.is_kept else 0
        if not self.has_sessions:
            self.policy["sessions"] = 0
        self.server = make_endpoint(self.name, **self.policy)
        self.go_on()
        while line := self.peek():
            if line.mark != ">>":
                self.fail(line, f"{line.mark} does not belong here")
            self.at += 1
            self.request(line)
            self.go_on()

    def set_up(self, verb: str, *words: str) -> None:
        if verb == "policy":
            name, *values = words
            match name:
                case "hosts" | "origins":
                    self.policy[name] = values
                case "sessions":
                    self.has_sessions = values == ["yes"]
                case "replay":
                    self.is_kept = values == ["yes"]
                case _:
                    name = {"longest_body": "max_body"}.get(name, name)
                    self.policy[name] = int(values[0])
        elif verb == "server":
            self.name = words[0]
        elif verb == "store":
            self.store = int(words[0])
        else:
            self.policy[verb] = int(words[0])

    def request(self, line: Line) -> None:
        method, number, *words = line.rest.split(" ")
        exchange = int(number)
        headers: list[tuple[str, str]] = []
        while header := self.next(">:"):
            name, _, value = header.rest.partition(":")
            headers.append((name, value))
        if "bare" not in words:
            own = {name.lower() for name, _ in headers}
            headers += [pair for pair in IMPLIED.get(method, [HOST]) if pair[0] not in own]
        body = b""
        while piece := self.next(">", ">+", ">x"):
            body += bytes_in(piece)
        principal = int(words[words.index("by") + 1]) if "by" in words else 0
        now = self.desk.now
        self.host.begin(exchange)
        verdict = self.server.judge(method, headers, exchange, principal=principal, now=now)
        if verdict.kind != "body":
            self.expect(line, list(self.judged(verdict, exchange)))
            return
        frame = verdict.frame(body, self.random or bytes([exchange & 0xFF]) * 16)
        for event in self.server.receive(frame, now):
            self.came(event)
            self.go_on()
        self.next(">.")
        self.server.received(frame)
        self.expect(line, self.sent(None))

    def judged(self, verdict: sansmcp.Verdict, number: int) -> Iterator[str]:
        """What the head alone is answered with."""
        if verdict.replaces is not None:
            yield from self.host.send(verdict.replaces, None, b"", True)
        if verdict.status == 204:
            self.host.closed(number)
            yield f"<< {number} 204 empty"
            yield from (f"<: {name}: {value}" for name, value in verdict.headers)
            yield "<."
            return
        headers = [pair for pair in verdict.headers if pair[0] not in EXPOSED]
        head = (verdict.status, headers)
        if ("content-type", "text/event-stream") not in headers:
            yield from self.host.send(number, head, verdict.body, True)
            return
        # What was missed comes event by event.
        first, *missed = ["", *events_in(verdict.body.decode())]
        if missed and not missed[0].startswith("event: message\n"):
            first, *missed = missed
        yield from self.host.send(number, head, first.encode(), False)
        for event in missed:
            yield from self.host.send(number, None, event.encode(), False)
        if verdict.kind == "reply":
            yield from self.host.send(number, None, b"", True)

    def is_own(self, verb: str, rest: str, event: sansmcp.Event | None) -> bool:
        match verb:
            case "random":
                self.random = bytes.fromhex(rest)
            case "closed":
                self.server.closed(int(rest))
                self.host.closed(int(rest))
            case "given_up":
                same(len(self.server.cancelled()), int(rest))
            case "put_off":
                self.server.put_off(event.ticket if event else 0, int(rest))
            case _:
                return False
        return True

    def sent(self, out: sansmcp.Out | None) -> list[str]:
        """What became of it is a delivery."""
        lines: list[str] = []
        while (delivery := self.server.next_delivery(due=False)) is not None:
            number, body = delivery.to, delivery.body
            if delivery.is_cut:
                lines += self.host.cut(number, body)
                continue
            head = None if delivery.status is None else (delivery.status, delivery.headers)
            lines += self.host.send(number, head, body, delivery.is_end)
        return lines
