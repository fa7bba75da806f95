"""Replays the transcripts of a client (tests/vectors/client) against the installed package."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import sansmcp
from sansmcp import Frame, Lines, Out, RawJson
from client_lines import canonical, decoded, line_of
from sansmcp.client import (
    Client,
    Event,
    Failed,
    Failure,
    InputNeeded,
    Options,
    Pages,
    Policy,
    Subscription,
)
from transcript import ERRORS, VECTORS, Case, Cut, Line, bytes_in

WORLD = {"rx", "tx", "slots", "client", "http"}
NAMES = {
    **{kind: name for name, kind in ERRORS.items()},
    sansmcp.NotOffered: "not_offered",
    sansmcp.NotReady: "not_ready",
    sansmcp.Undeclared: "undeclared",
}
Declared = dict[str, dict[str, Any]]
WHOLE: Declared = {
    "roots": {"listChanged": True},
    "sampling": {"tools": {}},
    "elicitation": {"form": {}, "url": {}},
    "experimental": {"x": {}},
    "extensions": {"io.modelcontextprotocol/ui": {}},
}


def files(http: bool = False) -> list[Path]:
    """Those over a pipe, or those over HTTP."""
    found = sorted((VECTORS / "client").glob("*.txt"))
    return [path for path in found if path.name.startswith("http") == http]


def make_client(name: str, slots: int, max_message: int, http: bool = False) -> Client:
    declared: Declared | None = None
    if name == "whole":
        declared = WHOLE
    elif name == "forms":
        declared = {"elicitation": {"form": {}}}
    else:
        assert name == "bare", name
    return Client(
        name,
        "1.0.0",
        title="Whole" if name == "whole" else None,
        capabilities=declared,
        slots=slots,
        max_message=max_message,
        http=http,
    )


@dataclass
class Called:
    ticket: int
    method: str
    params: str


class Replay:
    """One case on a new client. `run` raises AssertionError where it goes another way."""

    def __init__(self, case: Case, cut: Cut) -> None:
        self.case, self.cut, self.at, self.now = case, cut, 0, 0
        self.sizes = {"rx": 4096, "tx": 4096, "slots": 8}
        self.name = "bare"
        self.policy = Policy()
        self.options = Options()
        self.pages = Pages()
        self.last: Event | None = None
        self.kept: dict[str, Event] = {}
        self.calls: dict[str, Called] = {}
        self.listens: dict[str, Subscription] = {}
        self.gifts: dict[str, tuple[str, str]] = {}

    is_http = False

    def run(self) -> None:
        while (line := self.peek()) and line.mark == "!" and line.rest.split(" ")[0] in WORLD:
            self.at += 1
            verb, _, value = line.rest.partition(" ")
            if verb == "client":
                self.name = value
            elif verb == "http":
                assert self.is_http, "it goes over HTTP"
            else:
                self.sizes[verb] = int(value)
        slots, max_message = self.sizes["slots"], self.sizes["tx"]
        self.client = make_client(self.name, slots, max_message, self.is_http)
        self.go_on()
        self.replay()

    def replay(self) -> None:
        lines = Lines(self.sizes["rx"])
        while line := self.peek():
            self.at += 1
            if line.mark in (">", ">+", ">x"):
                for part in self.cut(bytes_in(line)):
                    self.take(lines.feed(part))
            elif line.mark == ">.":
                self.take(lines.finish())
            else:
                self.fail(line, f"{line.mark} does not belong here")
            self.go_on()

    def peek(self) -> Line | None:
        return self.case.lines[self.at] if self.at < len(self.case.lines) else None

    def fail(self, line: Line | None, why: str) -> None:
        number = line.number if line else "end"
        raise AssertionError(f"{self.case.file}:{number}: {why} (in: {self.case.title})")

    def expect(self, mark: str, got: str) -> None:
        """This line comes next."""
        line = self.peek()
        self.at += 1
        if line is None or line.mark != mark:
            self.fail(line, f"{mark} {got} came instead")
            return
        wanted = line.rest
        if mark == "=":
            got, wanted = got.rstrip(" "), canonical(line.rest)
        if got != wanted:
            self.fail(line, f"\n     got: {got}\n  wanted: {wanted}")

    def same(self, line: Line, got: object, wanted: object) -> None:
        if got != wanted:
            self.fail(line, f"\n     got: {got!r}\n  wanted: {wanted!r}")

    def take(self, frames: list[Frame]) -> None:
        for frame in frames:
            for event in self.client.receive(frame, self.now):
                self.last = event
                self.expect("=", line_of(event))
                self.go_on()

    def go_on(self) -> None:
        while (line := self.peek()) and line.mark in ("!", "@"):
            self.at += 1
            if line.mark == "@":
                self.now = int(line.rest)
            else:
                self.act(line)

    def act(self, line: Line) -> None:
        verb, _, rest = line.rest.partition(" ")
        name = ""
        if rest.startswith("@"):
            name, _, rest = rest[1:].partition(" ")
        try:
            for out in self.perform(line, verb, name, rest):
                self.send(out)
        except sansmcp.Short as short:
            self.expect("?", f"short {short.need}")
        except sansmcp.Error as error:
            is_no_level = verb == "level" and isinstance(error, sansmcp.NotSupported)
            self.expect("?", "not_json" if is_no_level else NAMES[type(error)])
        except ValueError as error:
            # What is wrong with an option is said in words.
            assert str(error) == "meta must be an object, or the JSON text of one"
            self.expect("?", "not_json")

    def send(self, out: Out) -> None:
        if out:
            assert out.line == out.json + b"\n"
            self.expect("<", out.json.decode())

    def expire(self) -> None:
        """What ends without a message."""
        for event in self.client.expire(self.now):
            self.last = event
            self.expect("=", line_of(event))

    def event_of(self, name: str) -> Event:
        event = self.kept[name] if name else self.last
        assert event is not None, "no event yet"
        return event

    def ticket_of(self, name: str) -> int:
        if not name:
            return self.event_of("").ticket
        if name in self.calls:
            return self.calls[name].ticket
        if name in self.listens:
            return self.listens[name].ticket
        return self.kept[name].ticket

    def perform(self, line: Line, verb: str, name: str, rest: str) -> Iterator[Out]:
        client, now = self.client, self.now
        match verb:
            case "connect":
                client.connect(self.policy, now)
            case "next":
                out = client.next_output()
                yield from [] if out is None else [out]
            case "call":
                method, _, params = rest.partition(" ")
                params = params or "{}"
                ticket, out = client.call(method, RawJson(params), self.options, now)
                self.calls[name] = Called(ticket, method, params)
                yield out
            case "again":
                yield self.again(name)
            case "cancel":
                client.cancel(self.ticket_of(name))
            case "listen" | "unlisten":
                yield from self.listen(verb, name, rest)
            case "give" | "accept":
                key, _, text = rest.partition(" ")
                self.gifts["" if key == "-" else key] = (verb, text)
            case "provide":
                yield self.provide(name)
            case "expire" | "closed":
                if verb == "closed":
                    client.closed(now)
                self.expire()
            case "keep":
                self.kept[rest] = self.event_of("")
            case "reply":
                yield client.reply(self.event_of(name))
            case "result":
                yield client.result(self.ticket_of(name), RawJson(rest))
            case "error":
                code, _, words = rest.partition(" ")
                yield client.error(self.event_of(name).ticket, int(code), words)
            case "refuse":
                code, _, words = rest.partition(" ")
                needed = self.event_of(name)
                assert isinstance(needed, InputNeeded)
                yield client.refuse(needed, int(code), words)
            case "notify":
                method, _, params = rest.partition(" ")
                yield client.notify(method, RawJson(params or "{}"))
            case "level":
                level: Any = rest
                ticket, out = client.set_level(level, self.options, now)
                if ticket:
                    self.calls[name] = Called(ticket, "logging/setLevel", "{}")
                yield out
            case "policy" | "limits" | "meta" | "anyway" | "retry":
                self.set(verb, rest)
            case _:
                self.look(line, verb, name, rest)

    def again(self, name: str) -> Out:
        if name:
            call = self.calls[name]
        else:
            ticket = self.ticket_of("")
            found = (call for call in self.calls.values() if call.ticket == ticket)
            # The handshake is no call.
            call = next(found, Called(ticket, "", "{}"))
        params = RawJson(call.params)
        ticket, out = self.client.again(
            call.ticket, call.method, params, self.options, self.now
        )
        call.ticket = ticket
        return out

    def provide(self, name: str) -> Out:
        needed = self.event_of(name)
        assert isinstance(needed, InputNeeded)
        gifts, self.gifts = self.gifts, {}
        given: dict[str, object] = {}
        for key, (verb, text) in gifts.items():
            if verb == "give":
                given[key] = RawJson(text)
            else:
                (wanted,) = (it for it in needed.inputs if it.key == key)
                given[key] = wanted.accept(json.loads(text))
        call = next((it for it in self.calls.values() if it.ticket == needed.ticket), None)
        params = RawJson(call.params if call else "{}")
        try:
            ticket, out = self.client.provide(needed, given, params, self.options, self.now)
        except sansmcp.Error:
            self.gifts = gifts
            raise
        if call:
            call.ticket = ticket
        return out

    def listen(self, verb: str, name: str, rest: str) -> Iterator[Out]:
        words = rest.split(" ")
        if name not in self.listens:
            self.listens[name] = Subscription(
                tools="tools" in words,
                prompts="prompts" in words,
                resources="resources" in words,
                uris=[word for word in words if ":" in word],
            )
        subscription = self.listens[name]
        if verb == "listen":
            return self.client.listen(subscription, self.now)
        return self.client.unlisten(subscription, self.now)

    def set(self, verb: str, rest: str) -> None:
        if verb == "limits":
            idle, hard = rest.split(" ")
            self.options = replace(self.options, idle_ms=int(idle), hard_ms=int(hard))
        elif verb == "meta":
            self.options = replace(self.options, meta=None if rest == "-" else RawJson(rest))
        elif verb == "anyway":
            self.options = replace(self.options, anyway=rest == "yes")
        elif verb == "retry":
            failed = self.event_of("")
            assert isinstance(failed, Failed) and failed.retry is not None
            self.policy = failed.retry
        else:
            self.set_policy(*rest.split(" "))

    def set_policy(self, name: str, value: Any = None) -> None:
        match name:
            case "any":
                self.policy = Policy()
            case "modern":
                self.policy = Policy(oldest="2026-07-28")
            case "legacy":
                self.policy = Policy(newest="2025-11-25")
            case "probe_ms":
                self.policy = replace(self.policy, probe_ms=int(value))
            case "connect_ms":
                self.policy = replace(self.policy, connect_ms=int(value))
            case "newest":
                self.policy = replace(self.policy, newest=value)
            case "oldest":
                self.policy = replace(self.policy, oldest=value)
            case _:
                assert name == "known"
                self.policy = replace(self.policy, known=value)

    def look(self, line: Line, verb: str, name: str, rest: str) -> None:
        """Checks. The server's capabilities as a number (`can`) have no form here."""
        client = self.client
        event: Any = self.last
        match verb:
            case "deadline":
                at = client.next_deadline()
                self.same(line, "-" if at is None else str(at), rest)
            case "open":
                self.same(line, len(client.open()), int(rest))
            case "revision":
                self.same(line, client.revision or "-", rest)
            case "connected":
                self.same(line, "yes" if client.is_connected else "no", rest)
            case "input":
                key, _, text = rest.partition(" ")
                found = [it for it in event.inputs if it.key == ("" if key == "-" else key)]
                self.same(line, found[0].params, json.loads(text) or {})
            case "round":
                self.same(line, event.round, int(rest))
            case "pause":
                self.same(line, event.pause_ms, int(rest))
            case "whose":
                failure: Failure | None = event.failure
                self.same(line, failure.whose if failure else "-", rest)
            case "instructions":
                self.same(line, event.instructions or "-", decoded(rest))
            case "cache":
                self.same(line, f"{event.ttl_ms} {event.cache_scope}", rest)
            case "page":
                try:
                    cursor = self.pages.next(event.result)
                    self.same(line, "-" if cursor is None else f"next {cursor}", decoded(rest))
                except ValueError as error:
                    stuck = "repeated" if "circle" in str(error) else "nottext"
                    self.same(line, stuck, rest)
            case _:
                assert verb == "can", f"line {line.number}: the verb {verb} is not known"
