"""The server's end of a pair in memory."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Union

from .._engine import Cancelled, Event, Lines, Out, Server
from .._errors import Streaming
from .._respond import Respond, attach, failed, now, ticket
from .._settle import settled

__all__ = ["End"]

_Given = Union[Out, None]
_MAX_LINE = 67_108_864


class End:
    """A server, and what answers for it. What it sends, `give` gets."""

    def __init__(self, server: Server, respond: Respond, give: Callable[[bytes], None]) -> None:
        self.server = server
        self._respond = respond
        self._give = give
        self._lines = Lines(_MAX_LINE)
        self.settled: Callable[[Event, Any], _Given] = settled
        """Makes an output of what `respond` gave, if it is none."""
        self.give_up: Callable[[int], None] = _nothing
        """Stops the work for a ticket."""
        attach(respond, self.send)

    def take(self, data: bytes) -> None:
        """What the client sent."""
        for frame in self._lines.feed(data):
            for event in self.server.receive(frame, now()):
                self._answer(event)
        self.send()

    def expire(self) -> None:
        """Ends what was asked of the client and took too long."""
        events = self.server.expire(now())
        for event in events:
            self._answer(event)
        if events:
            self.send()

    def send(self, out: _Given = None) -> None:
        """Sends it, and what is due by itself. For any thread."""
        if out:
            self._give(out.line)
        try:
            while (due := self.server.next_output()) is not None:
                self._give(due.line)
        except Streaming:
            pass  # once that has ended

    def _answer(self, event: Event) -> None:
        token = ticket.set(event.ticket)
        try:
            out = self._respond(event)
            if type(out) is not Out:
                out = self.settled(event, out)
        except Exception as error:
            out = failed(self.server, event, error)
        finally:
            ticket.reset(token)
        if out:
            self._give(out.line)
        if isinstance(event, Cancelled):
            self.give_up(event.ticket)


def _nothing(_: int) -> None:
    pass
