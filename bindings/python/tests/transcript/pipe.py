"""A case over a pipe."""

from __future__ import annotations

import sansmcp
from worlds import make_server

from .cases import Case, Cut, bytes_in
from .play import Play

WORLD = {"rx", "tx", "slots", "server"}


class Replay(Play[sansmcp.Server]):
    """One case on a new server, its inputs cut in one way."""

    def __init__(self, case: Case, cut: Cut) -> None:
        super().__init__(case)
        self.cut = cut
        self.sizes = {"rx": 4096, "tx": 4096, "slots": 8}
        self.name = "echo"

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
        self.go_on()
        while line := self.peek():
            self.at += 1
            match line.mark:
                case ">" | ">+" | ">x":
                    for part in self.cut(bytes_in(line)):
                        self.take(self.lines.feed(part))
                case ">.":
                    self.take(self.lines.finish())
                case "=":
                    self.fail(line, "this event did not come")
                case mark:
                    self.fail(line, f"{mark} does not belong here")
            self.go_on()

    def take(self, frames: list[sansmcp.Frame]) -> None:
        for frame in frames:
            for event in self.server.receive(frame, self.desk.now):
                self.came(event)
                self.go_on()

    def is_own(self, verb: str, rest: str, event: sansmcp.Event | None) -> bool:
        if verb == "closed":
            self.server.closed()
        return verb == "closed"

    def sent(self, out: sansmcp.Out | None) -> list[str]:
        if not out:
            return []
        text = out.line.decode()
        return [f"< {text[:-1]}" if text.endswith("\n") else f"<+ {text}"]
