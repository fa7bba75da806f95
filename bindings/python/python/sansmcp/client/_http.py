"""Ready I/O: a server over Streamable HTTP, and calls that wait for their answers."""

from __future__ import annotations

import logging
import os
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, TypeVar

from .._engine import Frame, Out, RawJson
from .._errors import Error
from ._client import Client
from ._denied import Keys
from ._engine import SseEvents
from ._errors import CallFailed, ConnectionFailed, Failure, failure_named
from ._events import Answered, Event, InputNeeded, Request, Suspended
from ._policy import Policy
from ._response import Denial, Expect
from ._transport import Exchange, StandardTransport, Transport, location_of
from ._waiting import Call, Given, Object, Waiting, now
from ._workers import Workers

__all__ = ["HttpClient", "usual_transport"]

_Broken = TypeVar("_Broken", CallFailed, ConnectionFailed)
_log = logging.getLogger("sansmcp.client")
# How long an exchange may take that no call waits for. The engine has the time of all others.
_ASIDE_MS = 30_000
# Requests at once that nobody waits for. A server that sends pings without end is read no faster
# than it takes the answers.
_MOST_ASIDES = 16
# Bytes that are read of a body that nobody wants, so that its socket can be used again.
_MOST_UNWANTED = 65536
_OPENING_S = 2.0
_MOST_TRIES = 3


def usual_transport() -> Transport:
    """httpx if it is installed, else the standard library."""
    try:
        from ._httpx import HttpxTransport

        return HttpxTransport()
    except ImportError:
        return StandardTransport()


@dataclass(eq=False)
class _Running:
    """An HTTP exchange that has not ended."""

    route: int
    exchange: Exchange
    is_aside: bool
    deadline: int
    key: int
    has_head: bool = False
    is_cut: bool = False


class HttpClient(Waiting):
    """A client of a server over Streamable HTTP."""

    def __init__(
        self,
        url: str,
        *,
        client: Client | None = None,
        policy: Policy | None = None,
        headers: Mapping[str, str] | None = None,
        on_denied: Callable[[Denial], Mapping[str, str] | None] | None = None,
        on_input: Callable[[InputNeeded], Given | None] | None = None,
        on_request: Callable[[Request], Object | None] | None = None,
        on_event: Callable[[Event], None] | None = None,
        transport: Transport | None = None,
        patience_s: float = 2.0,
        max_message: int = 16_777_216,
    ) -> None:
        """As `connect_http`."""
        super().__init__(client, on_input, on_request, on_event, is_http=True)
        location_of(url)
        self._url = url
        self._patience_s = patience_s
        self._max_message = max_message
        self._keys = Keys(headers, on_denied)
        self._owns_transport = transport is None
        self._transport = transport if transport is not None else usual_transport()
        self._workers = Workers("sansmcp exchange")
        self._news = threading.Condition(self._lock)
        self._running: list[_Running] = []
        self._schemas: dict[str, RawJson] = {}
        self._greeting_tries = 0
        # What HTTP or the system says of the exchange that is closed just now.
        self._detail: str | None = None
        self._is_over = False
        self._begin(policy)
        try:
            # The server has to know of the connection before calls come. One that is slow with it
            # is called all the same.
            self._wait_for(lambda running: not running.has_head, _OPENING_S)
        except BaseException:
            self.close()
            raise

    def set_headers(self, headers: Mapping[str, str]) -> None:
        """Headers of your own that all requests have from now on, instead of those before."""
        self._keys.replace(headers)

    def entries(self, key: str, page: Mapping[str, Any]) -> list[Any]:
        """The entries under `key` of one page, without those that are of no use here.

        From 2026-07-28 on tools are left out that could not be called, since what their schemas
        say of headers is invalid; the log has a warning.
        """
        if key != "tools":
            return super().entries(key, page)
        found = self.client.tools(page)
        for name, why in found.dropped.items():
            _log.warning("the tool %r of %s is left out: %s", name, self._url, why)
        return found.tools

    def close(self) -> None:
        """Ends the session, and all that is open. What still waits raises `CallFailed`."""
        with self._lock:
            is_first, self._is_closed = not self._is_closed, True
            if not is_first:
                return
            self.client.leave()
            with suppress(Error):
                self._due()
        self._wait_for(lambda running: running.is_aside, self._patience_s)
        with self._lock:
            for running in self._running:
                self._cut(running)
            self._is_over = True
            self._news.notify_all()
            closed = failure_named("closed")
            if self._failed is None:
                self._lose(ConnectionFailed(closed))
        self._fail_all(CallFailed(closed))
        self._wait_for(lambda running: True, self._patience_s)
        self._workers.close()
        if self._owns_transport:
            self._transport.close()
        self._join(self._patience_s)

    # How it works.

    def _transmit(self, out: Out, call: Call | None = None) -> None:
        if out.verb is None:
            if out.is_last:
                for running in self._running:
                    if running.route == out.route:
                        self._cut(running)
            return
        key, own = self._keys.now()
        try:
            head = self.client.head(out, None if call is None else self._schema_of(call))
            names = {name.lower() for name, _ in head}
            lines = [*((name, it) for name, it in own.items() if name.lower() not in names), *head]
            exchange = self._transport.exchange(out.verb, self._url, lines, out.line)
        except Exception:
            # It cannot go out, so nothing will come of it.
            self.client.closed(now(), route=out.route)
            raise
        is_aside = out.route & 0xFFFF_FFFF == 0
        running = _Running(out.route, exchange, is_aside, now() + _ASIDE_MS, key)
        self._running.append(running)
        self._workers.run(lambda: self._run(running))

    def _schema_of(self, call: Call) -> RawJson | None:
        if call.method != "tools/call" or not isinstance(call.params, Mapping):
            return None
        name = call.params.get("name")
        return self._schemas.get(name) if isinstance(name, str) else None

    def _broken(self, kind: type[_Broken], failure: Failure, received: Any) -> _Broken:
        return kind(failure, received, None, self._detail)

    def _wake(self) -> None:
        with self._lock:
            self._news.notify_all()

    def _turn(self) -> None:
        with self._lock:
            while not self._is_over:
                deadlines = [it.deadline for it in self._running if it.is_aside]
                deadline = self.client.next_deadline()
                if deadline is not None:
                    deadlines.append(deadline)
                left = max(0, min(deadlines) - now()) / 1000 if deadlines else None
                self._news.wait(left)
                if self._is_over:
                    return
                self._due()
                for running in self._running:
                    if running.is_aside and running.deadline <= now():
                        self._cut(running)

    def _wait_for(self, is_open: Callable[[_Running], bool], most_s: float) -> None:
        """Waits until there is no such exchange, but not for ever."""
        until = time.monotonic() + most_s
        with self._lock:
            while any(map(is_open, self._running)) and (left := until - time.monotonic()) > 0:
                self._news.wait(left)

    def _cut(self, running: _Running) -> None:
        running.is_cut = True
        running.exchange.cut()
        self._news.notify_all()
        self._backlog.wake()

    def _run(self, running: _Running) -> None:
        """In a thread of its own: one exchange, to its end."""
        detail: str | None = None
        try:
            try:
                detail = self._talk(running)
            finally:
                running.exchange.close()
        except Exception as error:
            detail = _told(error)
        with self._lock:
            self._running.remove(running)
            self._news.notify_all()
            if running.is_cut:
                return
            self._detail = detail
            try:
                self.client.closed(now(), route=running.route)
                self._due()
            finally:
                self._detail = None

    def _talk(self, running: _Running) -> str | None:
        exchange = running.exchange
        status, headers = exchange.open()
        with self._lock:
            running.has_head = True
            self._news.notify_all()
            if running.is_cut:
                return None
            expect = self.client.responded(running.route, status, headers, now())
            self._due()
        if expect.kind == "denied":
            self._denied(running, status, expect)
        elif expect.kind == "json":
            self._read_json(running)
        elif expect.kind == "events":
            self._read_events(running)
        else:
            seen = 0
            for piece in exchange.pieces():
                seen += len(piece)
                if seen > _MOST_UNWANTED:
                    break
        if 200 <= status < 300:
            return None
        to = [value for name, value in headers if name.lower() == "location"]
        moved = f", and the way to {to[0]!r} is not followed" if to else ""
        return f"HTTP status {status}{moved}"

    def _read_json(self, running: _Running) -> None:
        body = bytearray()
        frame = None
        for piece in running.exchange.pieces():
            body += piece
            if len(body) > self._max_message:
                frame = Frame.too_long(len(body))
                break
        frame = frame or Frame(body)
        with self._lock:
            if not running.is_cut:
                self._take([frame.on(running.route)])

    def _read_events(self, running: _Running) -> None:
        events = SseEvents(self._max_message)
        for piece in running.exchange.pieces():
            self._backlog.wait(lambda: not running.is_cut)
            self._backlog.add(len(piece))
            try:
                is_cut = self._take_events(running, events, piece)
            finally:
                self._backlog.heard(len(piece))
            if is_cut:
                return

    def _take_events(self, running: _Running, events: SseEvents, piece: bytes) -> bool:
        """Takes what a piece of a stream ends; true if nobody wants its rest."""
        for event in events.feed(piece):
            with self._lock:
                while not running.is_cut and self._count_asides() > _MOST_ASIDES:
                    self._news.wait()
                if running.is_cut:
                    return True
                self._take([event.frame(running.route)])
                self.client.seen(running.route, event.id)
        with self._lock:
            if not running.is_cut:
                self.client.seen(running.route, events.last_id, events.retry)
            return running.is_cut

    def _count_asides(self) -> int:
        return sum(running.is_aside for running in self._running)

    def _denied(self, running: _Running, status: int, expect: Expect) -> None:
        error: BaseException | None = None
        try:
            may_again = self._keys.renew(running.key, Denial(status, expect.challenge))
        except BaseException as raised:
            may_again, error = False, raised
        with self._lock:
            if running.is_cut or expect.ticket == 0:
                return
            said = {"status": status, "challenge": expect.challenge}
            denied = failure_named("denied")
            call = self._calls.get(expect.ticket)
            if call is not None:
                if may_again and call.tries < _MOST_TRIES:
                    self._again(call)
                else:
                    self._give_up(call, error or CallFailed(denied, said))
                self._flush()
                return
            for subscription in self._listens:
                if subscription.ticket == expect.ticket:
                    if may_again:
                        self._listen(subscription)
                    else:
                        self._forget(subscription.ticket)
                        self.client.cancel(expect.ticket)
                        _log.warning("%s denied a listen with status %d", self._url, status)
                    self._flush()
                    return
            # It is the handshake.
            self._greeting_tries += 1
            if may_again and self._greeting_tries <= _MOST_TRIES:
                _, out = self.client.again(expect.ticket, "", now=now())
                self._transmit(out)
            else:
                self.client.cancel(expect.ticket)
                if error is not None and not self._greeting.done():
                    self._greeting.set_exception(error)
                self._lose(ConnectionFailed(denied, said))
            self._flush()

    def _answered(self, event: Answered) -> None:
        call = self._calls.get(event.ticket)
        if call is not None and call.method == "tools/list" and event.result is not None:
            self._schemas.update(self.client.tools(event.result).schemas)
        super()._answered(event)

    def _suspended(self, event: Suspended) -> None:
        call = self._calls.get(event.ticket)
        if event.why == "header" and call is not None:
            # What it said of the tool's headers is out of date.
            self._workers.run(lambda: self._look_up(call))
        else:
            super()._suspended(event)

    def _resume(self, call: Call) -> None:
        self._workers.run(lambda: self._resend(call))

    def _resend(self, call: Call) -> None:
        # First the server has to know that the session has begun.
        self._wait_for(lambda it: it.is_aside and not it.has_head, _OPENING_S)
        with self._lock:
            self._again(call)
            self._flush()

    def _look_up(self, call: Call) -> None:
        # If that comes to nothing, the call says so itself when it is made again.
        with suppress(Exception):
            for _ in self.list_tools():
                pass
        with self._lock:
            self._again(call)
            self._flush()


def _told(error: BaseException) -> str:
    """What an error says, and what the system said below it: libraries have words of their own."""
    told, below = f"{type(error).__name__}: {error}", error
    while (cause := below.__cause__ or below.__context__) is not None:
        below = cause
    # What a look-up of a name failed with is no number of the system's.
    if below is error or not isinstance(below, OSError) or (below.errno or 0) <= 0:
        return told
    return f"{told} ({os.strerror(below.errno or 0)})"
