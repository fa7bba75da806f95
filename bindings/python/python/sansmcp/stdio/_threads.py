"""Standard input and output on plain threads, without any event loop."""

from __future__ import annotations

import os
import select
import threading
import time
from collections.abc import Iterable
from typing import Union

from .._engine import Event, Frame, Lines, Out, Server
from .._errors import Error, Streaming
from .._respond import Respond, failed, log, now, over, ticket, waits
from .._settle import settled
from ._clock import Clock
from ._outbox import Outbox

__all__ = ["SLOW_NS", "Threads", "is_gone"]

_CHUNK = 65536
SLOW_NS = 50_000_000
"""How long answers wait for others that are made of the same piece of input."""
_TURN_S = 0.05
"""How often it is looked whether somebody still waits, once nothing more comes."""


class Threads:
    """Reads in the thread that calls `run`, and answers there; others may send."""

    def __init__(
        self, server: Server, respond: Respond, source: int, sink: int, *, max_waiting: int
    ) -> None:
        self._server = server
        self._respond = respond
        self._source = source
        self._sink = sink
        self._outbox = Outbox(sink, max_waiting)
        self._clock = Clock(self._expire)
        self._batch: list[bytes] = []
        self._turns = threading.RLock()  # of respond, which runs in one thread at a time
        self._pumps = threading.Lock()  # what is due by itself goes out in its order
        self._thread = threading.get_ident()

    def run(self, lines: Lines, patience_s: float) -> None:
        """Serves until the end of the input, or until nobody reads any more."""
        outbox = self._outbox
        try:
            while not outbox.is_broken:
                try:
                    chunk = os.read(self._source, _CHUNK)
                except OSError:  # such as a terminal that was closed
                    chunk = b""
                if not chunk:
                    self._turn(lines.finish())
                    self._finish(patience_s)
                    return
                self._turn(lines.feed(chunk))
        finally:
            self._clock.close()
            self._server.closed()  # who still works can see that nobody waits
            over(self._respond)

    def send(self, out: Union[Out, None]) -> None:
        """Sends it, and what is due by itself."""
        if threading.get_ident() == self._thread and self._batch:
            self._flush()
        if out:
            self._outbox.put((out.line,))
        self._pump()

    def room(self, _: int) -> None:
        """There is, since `send` waits."""

    def offer(self, out: Out) -> bool:
        """Sends it without waiting for anything; false if too much waits already."""
        if threading.get_ident() == self._thread and self._batch:
            batch, self._batch = self._batch, []
            self._outbox.offer(batch, is_forced=True)
        return self._outbox.offer((out.line,))

    def _turn(self, frames: Iterable[Frame]) -> None:
        receive, answered = self._server.receive, self._answered
        before = time.monotonic_ns()
        with self._turns:
            for frame in frames:
                for event in receive(frame, before // 1_000_000):
                    out = answered(event)
                    if out:
                        line = out.line
                        self._batch.append(line)
                        if not line.endswith(b"\n"):
                            # Its other pieces: until its end nothing else can be answered.
                            self._flush()
                            self._pump()
                if self._batch and (later := time.monotonic_ns()) - before > SLOW_NS:
                    self._flush()
                    before = later
            ticket.set(0)
        self._flush()
        self._pump()

    def _answered(self, event: Event) -> Union[Out, None]:
        ticket.set(event.ticket)
        try:
            out = self._respond(event)
            return out if type(out) is Out else settled(event, out)
        except Exception as error:
            return failed(self._server, event, error)

    def _expire(self) -> None:
        """In the thread of the clock: ends what was asked of the client and took too long."""
        with self._turns:
            for event in self._server.expire(now()):
                try:
                    out = self._answered(event)
                except BaseException as error:  # in this thread it would end nothing but the clock
                    out = failed(self._server, event, error)
                if out:
                    self._outbox.put((out.line,))
            ticket.set(0)
        self._pump()

    def _flush(self) -> None:
        batch, self._batch = self._batch, []
        if batch:
            self._outbox.put(batch)

    def _pump(self) -> None:
        with self._pumps:
            try:
                while (out := self._server.next_output()) is not None:
                    self._outbox.put((out.line,), is_next=True)
            except Streaming:
                pass  # once that has ended
            except Error:
                log().exception("what was due was not sent")
            self._clock.set(self._server.next_deadline())

    def _finish(self, patience_s: float) -> None:
        """Waits, for so long, until all is answered that somebody still wants to know."""
        until = time.monotonic() + patience_s
        while self._is_wanted() and (rest := until - time.monotonic()) > 0:
            time.sleep(min(rest, _TURN_S))
        self._outbox.close(max(0.0, until - time.monotonic()))

    def _is_wanted(self) -> bool:
        if self._outbox.is_broken or is_gone(self._sink):
            return False
        # What takes an answer of the client's is not: it says nothing any more.
        server, respond = self._server, self._respond
        return any(not (server.is_cancelled(at) or waits(respond, at)) for at in server.open())


def is_gone(sink: int) -> bool:
    """True if it is known that nobody reads what is written here."""
    poll = getattr(select, "poll", None)
    if poll is None:
        return False
    asked = poll()
    asked.register(sink, 0)
    return any(what & (select.POLLERR | select.POLLHUP) for _, what in asked.poll(0))
