"""One case under way, whatever brings its messages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Generic, NoReturn, TypeVar

import sansmcp

from . import acts, questions, results, sayings
from .cases import Case, Line
from .desk import Desk
from .events import seen

ERRORS: dict[str, type[sansmcp.Error]] = {
    "stale": sansmcp.Stale,
    "streaming": sansmcp.Streaming,
    "busy": sansmcp.Busy,
    "not_supported": sansmcp.NotSupported,
    "not_json": sansmcp.NotJson,
    "not_text": sansmcp.NotText,
    "undeclared": sansmcp.Undeclared,
    "not_ready": sansmcp.NotReady,
    "use_ask": sansmcp.UseAsk,
    "rejected": sansmcp.Rejected,
}
NAMES = {kind: name for name, kind in ERRORS.items()}
# What comes out, line by line.
OUT = ("<", "<+", "<<", "<:", "<.", "<x", "<id", "?")
VERBS = {**acts.VERBS, **results.VERBS, **sayings.VERBS, **questions.VERBS}

S = TypeVar("S", bound=sansmcp.Server)


class Play(Generic[S]):
    """A case and how far it is. What goes another way raises AssertionError."""

    server: S

    def __init__(self, case: Case) -> None:
        self.case, self.at = case, 0
        self.desk = Desk()

    def peek(self) -> Line | None:
        return self.case.lines[self.at] if self.at < len(self.case.lines) else None

    def next(self, *marks: str) -> Line | None:
        """The next line if it has one of these marks; it is done then."""
        line = self.peek()
        if line is None or line.mark not in marks:
            return None
        self.at += 1
        return line

    def fail(self, line: Line | None, why: str) -> NoReturn:
        number = line.number if line else "end"
        raise AssertionError(f"{self.case.file}:{number}: {why} (in: {self.case.title})")

    def equal(self, line: Line | None, got: object, wanted: object) -> None:
        if got != wanted:
            self.fail(line, f"\n     got: {got!r}\n  wanted: {wanted!r}")

    def came(self, event: sansmcp.Event) -> None:
        """The event has to stand in the next line."""
        line = self.next("=")
        if line is None:
            self.fail(self.peek(), f"{event!r} came instead")
        self.equal(line, *seen(event, line.rest))
        self.desk.last = event

    def go_on(self) -> None:
        """All that happens before the next message."""
        while line := self.next("!", "@"):
            if line.mark == "@":
                self.desk.now = int(line.rest)
            else:
                self.act(line)

    def act(self, line: Line) -> None:
        verb, _, rest = line.rest.partition(" ")
        event = self.desk.last
        if rest.startswith("@"):
            name, _, rest = rest[1:].partition(" ")
            event = self.desk.kept[name]
        got: list[str] = []
        try:
            for out in self.perform(line, verb, rest, event):
                got += self.sent(out)
            got += self.sent(None)
        except sansmcp.Short as short:
            got += [*self.sent(None), f"? short {short.need}"]
        except sansmcp.Error as raised:
            got += [*self.sent(None), f"? {NAMES[type(raised)]}"]
        self.expect(line, got)
        events, self.desk.events = self.desk.events, []
        for made in events:
            self.came(made)

    def expect(self, line: Line, got: list[str]) -> None:
        """What came out has to stand in the next lines."""
        wanted: list[str] = []
        self.pass_over_kept()
        while len(wanted) < len(got) and (after := self.next(*OUT)):
            wanted.append(f"{after.mark} {after.rest}" if after.rest else after.mark)
            self.pass_over_kept()
        self.equal(line, got, wanted)

    def pass_over_kept(self) -> None:
        """What is kept shows when somebody comes back for it."""
        while self.next("<k"):
            pass

    def perform(
        self, line: Line, verb: str, rest: str, event: sansmcp.Event | None
    ) -> Iterator[sansmcp.Out]:
        if self.is_own(verb, rest, event):
            return
        if verb in sayings.OF_SERVER:
            session = event.session if event else 0
            yield from sayings.of_server(self.server, self.desk, verb, rest, session)
            return
        if verb not in VERBS:
            self.fail(line, f"the verb {verb} is not known")
        if event is None:
            self.fail(line, "no event came yet")
        yield from VERBS[verb](self.server, self.desk, rest, event)

    def is_own(self, verb: str, rest: str, event: sansmcp.Event | None) -> bool:
        """Does what is done in another way here; false if it is something else."""
        raise NotImplementedError

    def sent(self, out: sansmcp.Out | None) -> list[str]:
        """The lines of an output, or of what else was made."""
        raise NotImplementedError
