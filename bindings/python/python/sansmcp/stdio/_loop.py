"""Standard input and output on asyncio."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Iterable
from concurrent.futures import Future
from contextlib import suppress
from typing import Union

from .._engine import Cancelled, Event, Frame, Lines, Out, Server
from .._errors import Error, Streaming
from .._respond import Respond, failed, log, now, over, ticket, waits
from .._tasks import Tasks
from ._order import Order
from ._outbox import Outbox
from ._sink import Sink, sink_of
from ._source import Source
from ._threads import SLOW_NS, is_gone

__all__ = ["Loop"]

_TURN_S = 0.05
"""How often it is looked whether somebody still waits, once nothing more comes."""
_FLOOD = 64
"""How often more than `max_waiting` may wait, at most, before a peer counts as gone."""
_Given = Union[Out, None]


class Loop:
    """Reads and answers in the thread of one event loop; others may send."""

    def __init__(
        self, server: Server, respond: Respond, source: int, sink: int, *, max_waiting: int
    ) -> None:
        self._server = server
        self._respond = respond
        self._sink_number = sink
        self._most = max_waiting
        self._order = Order()
        self._rest = memoryview(b"")  # of what is being written
        self._thread = threading.get_ident()
        self._loop = asyncio.get_running_loop()
        self._over: asyncio.Future[None] = self._loop.create_future()
        self._lines = Lines()
        self._tasks = Tasks(server, lambda out: self._add(out, self._thread))
        self._deadline: Union[int, None] = None
        self._bell: Union[asyncio.TimerHandle, None] = None
        self._is_in_turn = False
        self._is_due = False  # a flush is on its way
        self._is_blocked = False  # the sink takes nothing for now
        self._is_full = False  # the peer reads too slowly
        self._is_broken = False  # nobody reads any more
        self._is_over = False
        self._rooms: list[Future[None]] = []  # for those who wait until there is room
        self._sink: Union[Sink, None] = sink_of(sink)
        # Where writing has to wait, a thread does it.
        self._outbox = None if self._sink else Outbox(sink, max_waiting)
        self._source = Source(self._loop, source, self._heard, self._failed)

    async def run(self, lines: Lines, patience_s: float) -> None:
        """Serves until the end of the input, or until nobody reads any more."""
        self._lines = lines
        self._source.go_on()
        try:
            await self._over
            await self._finish(patience_s)
        finally:
            self._is_over = True
            self._source.close()
            if self._bell is not None:
                self._bell.cancel()
            if self._sink is not None:
                self._loop.remove_writer(self._sink.number)
                self._sink.close()
            await self._tasks.stop()
            self._server.closed()  # who still works can see that nobody waits
            over(self._respond)
            self._give_room()

    def send(self, out: _Given) -> None:
        """Sends it, and what is due by itself."""
        thread = threading.get_ident()
        if thread == self._thread:
            self._add(out, thread)
        else:
            with suppress(RuntimeError):  # the loop was closed
                self._loop.call_soon_threadsafe(self._add, out, thread)

    def room(self, _: int) -> Union[Future[None], None]:
        """What to wait for if too much waits for the peer."""
        if threading.get_ident() == self._thread and self._has_room():
            return None
        room: Future[None] = Future()
        if threading.get_ident() == self._thread:
            self._rooms.append(room)
            return room
        try:  # behind what that thread has sent
            self._loop.call_soon_threadsafe(self._want_room, room)
        except RuntimeError:  # the loop was closed
            return None
        return room

    def _has_room(self) -> bool:
        return self._waiting() <= self._most or self._is_broken or self._is_over

    def _want_room(self, room: Future[None]) -> None:
        self._rooms.append(room)
        if self._has_room():
            self._give_room()

    def _give_room(self) -> None:
        rooms, self._rooms = self._rooms, []
        for room in rooms:
            if room.set_running_or_notify_cancel():
                room.set_result(None)

    def offer(self, out: Out) -> bool:
        """Sends it unless too much waits already."""
        if self._waiting() > self._most:
            return False
        self.send(out)
        return True

    # Reading.

    def _heard(self, chunk: bytes) -> None:
        if chunk:
            self._turn(self._lines.feed(chunk))
            return
        self._turn(self._lines.finish())
        self._end()

    def _failed(self, error: BaseException) -> None:
        if not self._over.done():
            self._over.set_exception(error)

    def _end(self) -> None:
        self._source.close()
        if not self._over.done():
            self._over.set_result(None)

    def _turn(self, frames: Iterable[Frame]) -> None:
        receive, take = self._server.receive, self._take
        before = time.monotonic_ns()
        self._is_in_turn = True
        try:
            for frame in frames:
                for event in receive(frame, before // 1_000_000):
                    take(event)
                if (later := time.monotonic_ns()) - before > SLOW_NS:
                    before = later
                    self._flush()
        finally:
            ticket.set(0)
            self._is_in_turn = False
        self._flush()

    def _take(self, event: Event) -> None:
        ticket.set(event.ticket)
        try:
            out = self._respond(event)
            if type(out) is not Out:
                out = self._tasks.settled(event, out)
        except Exception as error:
            out = failed(self._server, event, error)
        if out:
            line = out.line
            self._order.add(line, self._thread)
            if not line.endswith(b"\n"):
                self._pull()  # its other pieces: until its end nothing else can be answered
        if isinstance(event, Cancelled):
            self._tasks.give_up(event.ticket)

    def _expire(self) -> None:
        """Ends what was asked of the client and took too long."""
        self._deadline = self._bell = None
        for event in self._server.expire(now()):
            self._take(event)
        ticket.set(0)
        self._flush()

    def _set_clock(self) -> None:
        deadline = self._server.next_deadline()
        if deadline == self._deadline:
            return
        if self._bell is not None:
            self._bell.cancel()
        self._deadline, self._bell = deadline, None
        if deadline is not None and not self._is_over:
            self._bell = self._loop.call_later(max(0, deadline - now()) / 1000, self._expire)

    # Writing.

    def _add(self, out: _Given, thread: int) -> None:
        if out:
            self._order.add(out.line, thread)
        if not (self._is_in_turn or self._is_due or self._is_over):
            self._is_due = True
            self._loop.call_soon(self._flush)

    def _waiting(self) -> int:
        in_thread = self._outbox.waiting if self._outbox is not None else 0
        return self._order.size + len(self._rest) + in_thread

    def _flush(self) -> None:
        self._is_due = False
        if self._is_over:
            return
        self._pull()
        try:
            self._write()
        except OSError:
            self._break()
        self._mind_the_peer()
        self._set_clock()

    def _pull(self) -> None:
        """Takes what is due by itself."""
        try:
            while (due := self._server.next_output()) is not None:
                self._order.add(due.line, self._thread, is_next=True)
        except Streaming:
            pass  # once that has ended
        except Error:
            log().exception("what was due was not sent")

    def _write(self) -> None:
        sink, outbox = self._sink, self._outbox
        if outbox is not None:
            if outbox.is_broken:
                raise BrokenPipeError
            if not self._order.is_empty:
                outbox.offer((self._order.take(),), is_forced=True)
            return
        assert sink is not None
        while not self._is_blocked and (self._rest or not self._order.is_empty):
            if not self._rest:
                self._rest = memoryview(self._order.take())
            try:
                self._rest = self._rest[sink.write(self._rest) :]
            except BlockingIOError:
                self._is_blocked = True
                self._loop.add_writer(sink.number, self._writable)

    def _writable(self) -> None:
        assert self._sink is not None
        self._loop.remove_writer(self._sink.number)
        self._is_blocked = False
        self._flush()

    def _break(self) -> None:
        """Nobody reads any more."""
        self._is_broken = True
        self._order, self._rest = Order(), memoryview(b"")
        self._give_room()
        self._end()

    def _mind_the_peer(self) -> None:
        """Reads no more from a peer that does not read, until it does."""
        waiting = self._waiting()
        if waiting > self._most * _FLOOD:
            log().warning("the peer does not read: %d bytes wait for it, which is the end", waiting)
            self._break()
        elif self._is_full and waiting <= self._most // 2:
            self._is_full = False
            self._source.go_on()
        elif waiting > self._most and not self._is_full:
            self._is_full = True
            self._source.pause()
        if self._rooms and waiting <= self._most // 2:
            self._give_room()
        if (self._is_full or self._rooms) and self._outbox is not None and not self._is_over:
            self._loop.call_later(_TURN_S, self._flush)

    # The end.

    async def _finish(self, patience_s: float) -> None:
        """Waits, for so long, until all is answered and sent that somebody still wants to know."""
        until = time.monotonic() + patience_s
        waiting = self._waiting()
        while self._is_wanted() and time.monotonic() < until:
            if self._tasks:
                await self._tasks.wait(_TURN_S)
            else:
                await asyncio.sleep(0 if self._is_due else _TURN_S)
            if waiting != (waiting := self._waiting()):
                until = time.monotonic() + patience_s  # the peer is at it
        if self._outbox is not None:
            await asyncio.to_thread(self._outbox.close, max(0.0, until - time.monotonic()))

    def _is_wanted(self) -> bool:
        if self._is_broken or is_gone(self._sink_number):
            return False
        if self._is_due or self._waiting():
            return True
        # What takes an answer of the client's is not: it says nothing any more.
        server, respond = self._server, self._respond
        return any(not (server.is_cancelled(at) or waits(respond, at)) for at in server.open())
