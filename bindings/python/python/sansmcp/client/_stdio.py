"""Ready I/O: a server as a process, and calls that wait for their answers."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, wait
from contextlib import suppress
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import IO, Any

from .._engine import Lines, RawJson, __version__
from ._engine import Listening as Subscription
from .._errors import Error
from ._calls import USUAL, Calls
from ._client import Client
from ._errors import CallFailed, ConnectionFailed, Declined, Failure
from ._events import (
    Answered,
    Connected,
    Event,
    Failed,
    InputNeeded,
    Ping,
    Progress,
    Refused,
    Request,
    Suspended,
)
from ._pipe import Pipe
from ._policy import Level, Options, Policy

__all__ = ["StdioClient"]

_Given = Mapping[str, object]
_Object = Mapping[str, object] | RawJson
_METHOD_NOT_FOUND = -32601
_REFUSED = -1
_FAILED = -32603


@dataclass
class _Call:
    """A call that waits for its answer."""

    method: str
    params: _Object | None
    options: Options
    on_progress: Callable[[Progress], None] | None
    future: Future[dict[str, Any]]
    ticket: int = 0


class StdioClient(Calls):
    """A client of a server that is a process of its own. It may be used by several threads.

    Calls wait for their answer and give the server's result, a `dict` with the protocol's names.
    They raise `ServerError` where the server answered with an error, `CallFailed` where there was
    no answer, `ConnectionFailed` where there is no connection (any more), `Declined` where the
    server wanted input and was not given it, and a `sansmcp.Error` where nothing was sent.
    """

    client: Client
    """The client without I/O."""
    connected: Connected
    """What the server said of itself."""

    def __init__(
        self,
        command: Sequence[str | os.PathLike[str]],
        *,
        client: Client | None = None,
        policy: Policy | None = None,
        on_input: Callable[[InputNeeded], _Given | None] | None = None,
        on_request: Callable[[Request], _Object | None] | None = None,
        on_event: Callable[[Event], None] | None = None,
        env: Mapping[str, str] | None = None,
        cwd: str | os.PathLike[str] | None = None,
        stderr: int | IO[bytes] | None = None,
        patience_s: float = 2.0,
        max_line: int = 16_777_216,
    ) -> None:
        """As `connect_stdio`."""
        self.client = client or Client("sansmcp", __version__)
        self._on_input = on_input
        self._on_request = on_request
        self._on_event = on_event
        self._patience_s = patience_s
        self._max_line = max_line
        self._start: Callable[[], Pipe] = lambda: Pipe(
            command, self._inbox_of(), env=env, cwd=cwd, stderr=stderr
        )
        # Of the engine, and of the order of what is sent. Not held while the application runs.
        self._lock = threading.RLock()
        self._calls: dict[int, _Call] = {}
        self._failed: ConnectionFailed | None = None
        self._retry: Policy | None = None
        self._greeting: Future[Connected] = Future()
        self._told: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._generation = 0
        self._inbox: SimpleQueue[tuple[int, bytes | None]] = SimpleQueue()
        self._lines = Lines(max_line)
        self._has_ended = False
        self._is_closed = False
        self._pipe = self._start()
        self._threads = [
            threading.Thread(target=work, name=f"sansmcp {work.__name__}", daemon=True)
            for work in (self._work, self._tell)
        ]
        for thread in self._threads:
            thread.start()
        try:
            with self._lock:
                self.client.connect(policy or Policy(), _now())
                self._flush()
            self._wake()
            self.connected = self._greeting.result()
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> StdioClient:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends the connection and the server's process. What still waits raises `CallFailed`."""
        with self._lock:
            is_first, self._is_closed = not self._is_closed, True
        if is_first:
            self._pipe.close(self._patience_s)
            self._inbox.put((self._generation, b""))
            self._inbox.put((self._generation, None))
            for thread in self._threads:
                if thread is not threading.current_thread():
                    thread.join(self._patience_s)

    def submit(
        self,
        method: str,
        params: _Object | None = None,
        options: Options = USUAL,
        *,
        on_progress: Callable[[Progress], None] | None = None,
    ) -> Future[dict[str, Any]]:
        """Sends a request, and gives what its result will be in. `cancel` of that cancels it."""
        call = _Call(method, params, options, on_progress, Future())
        with self._lock:
            self._must_be_connected()
            self._sent(call, self.client.call(method, params, options, _now()))
        call.future.add_done_callback(lambda future: self._given_up(call, future))
        return call.future

    def call(
        self,
        method: str,
        params: _Object | None = None,
        options: Options = USUAL,
        *,
        on_progress: Callable[[Progress], None] | None = None,
    ) -> dict[str, Any]:
        """Any request: sends it and waits for its result.

        A call that is interrupted, as with Ctrl-C, is cancelled.
        """
        future = self.submit(method, params, options, on_progress=on_progress)
        try:
            wait([future])
        except BaseException:
            future.cancel()
            raise
        return future.result()

    def set_level(self, level: Level) -> None:
        """Asks for log messages from a level on; they come to `on_event`."""
        call = _Call("logging/setLevel", {"level": level}, USUAL, None, Future())
        with self._lock:
            self._must_be_connected()
            ticket, out = self.client.set_level(level, USUAL, _now())
            if ticket == 0:
                return
            self._sent(call, (ticket, out))
        call.future.result()

    def listen(self, subscription: Subscription) -> None:
        """Asks to be told of changes; `Listening`, and then they, come to `on_event`."""
        with self._lock:
            self._must_be_connected()
            for out in self.client.listen(subscription, _now()):
                self._pipe.send(out.line)
        self._wake()

    def unlisten(self, subscription: Subscription) -> None:
        """Asks not to be told any more."""
        with self._lock:
            self._must_be_connected()
            for out in self.client.unlisten(subscription, _now()):
                self._pipe.send(out.line)
            self._flush()
        self._wake()

    def notify(self, method: str, params: _Object | None = None) -> None:
        """Sends a notification."""
        with self._lock:
            self._must_be_connected()
            self._pipe.send(self.client.notify(method, params).line)

    # How it works.

    def _must_be_connected(self) -> None:
        if self._failed is not None:
            failed = self._failed
            raise ConnectionFailed(failed.failure, failed.received, failed.exit_status)

    def _inbox_of(self) -> Callable[[bytes], None]:
        """Where the pipe that is begun now puts what it hears."""
        self._generation += 1
        generation = self._generation
        return lambda chunk: self._inbox.put((generation, chunk))

    def _wake(self) -> None:
        """A deadline may have come nearer."""
        self._inbox.put((0, None))

    def _sent(self, call: _Call, sent: tuple[int, Any]) -> None:
        call.ticket, out = sent
        self._calls[call.ticket] = call
        self._pipe.send(out.line)
        self._flush()
        self._wake()

    def _given_up(self, call: _Call, future: Future[dict[str, Any]]) -> None:
        if not future.cancelled():
            return
        with self._lock:
            if self._calls.pop(call.ticket, None) is not None:
                future.set_running_or_notify_cancel()
                with suppress(Error):
                    self.client.cancel(call.ticket)
                self._flush()
        self._wake()

    def _flush(self) -> None:
        while (out := self.client.next_output()) is not None:
            self._pipe.send(out.line)

    def _tell(self) -> None:
        """The thread in which the application hears of things, one after the other."""
        while (act := self._told.get()) is not None:
            try:
                act()
            except Exception:
                sys.excepthook(*sys.exc_info())  # as for a thread that ends with it

    def _work(self) -> None:
        """The thread that reads, and keeps the time."""
        try:
            self._turn()
        except BaseException as error:
            # Nobody would be told of anything any more.
            with self._lock:
                calls, self._calls = list(self._calls.values()), {}
            for call in calls:
                self._fail(call, error)
            if not self._greeting.done():
                self._greeting.set_exception(error)
            raise
        finally:
            self._told.put(None)

    def _turn(self) -> None:
        is_over = False
        while not is_over:
            with self._lock:
                deadline = self.client.next_deadline()
            timeout = None if deadline is None else max(0, deadline - _now()) / 1000
            try:
                generation, chunk = self._inbox.get(timeout=timeout)
            except Empty:
                generation, chunk = 0, None
            with self._lock:
                if generation == self._generation:
                    is_over = chunk is None
                    if chunk:
                        self._take(self._lines.feed(chunk))
                    elif chunk is not None:
                        self._ended()
                for event in self.client.expire(_now()):
                    self._on(event)
                self._flush()
                if self._retry is not None and not self._is_closed:
                    self._again(self._retry)

    def _take(self, frames: Sequence[Any]) -> None:
        for frame in frames:
            for event in self.client.receive(frame, _now()):
                self._on(event)
                self._flush()

    def _ended(self) -> None:
        """The server has closed its end."""
        if self._has_ended:
            return
        self._has_ended = True
        self._take(self._lines.finish())
        if not self._is_closed:
            self._pipe.exit_status(0.5)  # it is likely to end now
        self.client.closed(_now())

    def _again(self, policy: Policy) -> None:
        """Starts the server anew: it did not survive the question for its era."""
        self._retry = None
        self._has_ended = False
        self._pipe.close(self._patience_s)
        self._lines = Lines(self._max_line)
        try:
            self._pipe = self._start()
            self.client.connect(policy, _now())
            self._flush()
        except Exception as error:
            self._greeting.set_exception(error)

    def _on(self, event: Event) -> None:
        if isinstance(event, Answered):
            self._answered(event)
        elif isinstance(event, InputNeeded):
            name = "sansmcp input"
            threading.Thread(target=self._input, args=(event,), name=name, daemon=True).start()
        elif isinstance(event, Suspended):
            self._suspended(event)
        elif isinstance(event, (Ping, Refused)):
            self._pipe.send(self.client.reply(event).line)
        elif isinstance(event, Request):
            name = "sansmcp request"
            threading.Thread(target=self._asked, args=(event,), name=name, daemon=True).start()
        elif isinstance(event, Connected):
            self._greeting.set_result(event)
        elif isinstance(event, Failed):
            self._lost(event)
        elif isinstance(event, Progress):
            call = self._calls.get(event.ticket)
            told = call.on_progress if call and call.on_progress else self._on_event
            if told is not None:
                self._told.put(lambda: told(event))
        elif self._on_event is not None:
            on_event = self._on_event
            self._told.put(lambda: on_event(event))

    def _exit_status(self) -> int | None:
        return self._pipe.exit_status(0)

    def _answered(self, event: Answered) -> None:
        call = self._calls.pop(event.ticket, None)
        if call is None or not call.future.set_running_or_notify_cancel():
            return
        failure, error = event.failure, event.error
        if failure is not None:
            received = event.received
            call.future.set_exception(CallFailed(failure, received, self._exit_status()))
        elif error is not None:
            call.future.set_exception(error)
        else:
            call.future.set_result(event.result or {})

    def _lost(self, event: Failed) -> None:
        retry = event.retry
        if retry is not None and not self._greeting.done() and not self._is_closed:
            self._retry = retry
            return
        self._failed = ConnectionFailed(event.failure, event.received, self._exit_status())
        if not self._greeting.done():
            self._greeting.set_exception(self._failed)
        elif self._on_event is not None and not self._is_closed:
            on_event = self._on_event
            self._told.put(lambda: on_event(event))

    def _suspended(self, event: Suspended) -> None:
        call = self._calls.pop(event.ticket, None)
        if call is None:
            return
        try:
            now = _now()
            again = self.client.again(event.ticket, call.method, call.params, call.options, now)
            self._sent(call, again)
        except Error as error:
            with suppress(Error):
                self.client.cancel(event.ticket)
            self._fail(call, error)

    def _fail(self, call: _Call, error: BaseException) -> None:
        if call.future.set_running_or_notify_cancel():
            call.future.set_exception(error)

    def _input(self, event: InputNeeded) -> None:
        """In a thread of its own: asks the application, and gives the server what it wants."""
        given: _Given | None = {}
        error: BaseException | None = None
        try:
            if event.inputs:
                given = self._on_input(event) if self._on_input is not None else None
            else:
                time.sleep(event.pause_ms / 1000)
        except BaseException as raised:
            given, error = None, raised
        with self._lock:
            call = None if event.is_request else self._calls.pop(event.ticket, None)
            try:
                self._give(event, call, given, error)
            except Error as failed:
                error = error or failed
                with suppress(Error):
                    self._pipe.send(self.client.refuse(event, _FAILED, "the client failed").line)
                if call is not None:
                    self._fail(call, failed)
            self._flush()
        if error is not None and event.is_request:
            raise error

    def _give(
        self,
        event: InputNeeded,
        call: _Call | None,
        given: _Given | None,
        error: BaseException | None,
    ) -> None:
        if given is None:
            reason = "nobody answers here" if self._on_input is None else "declined"
            self._pipe.send(self.client.refuse(event, _REFUSED, reason).line)
            if call is not None:
                wanted = ", ".join(needed.method for needed in event.inputs)
                self._fail(call, error or Declined(f"the server wanted {wanted}: {reason}"))
        elif event.is_request:
            self._pipe.send(self.client.provide(event, given)[1].line)
        elif call is not None:
            now = _now()
            self._sent(call, self.client.provide(event, given, call.params, call.options, now))

    def _asked(self, event: Request) -> None:
        """In a thread of its own: a request that the protocol does not know."""
        result: _Object | None = None
        error: BaseException | None = None
        try:
            result = None if self._on_request is None else self._on_request(event)
        except BaseException as raised:
            error = raised
        with self._lock, suppress(Error):
            if result is not None:
                out = self.client.result(event.ticket, result)
            elif error is not None:
                out = self.client.error(event.ticket, _FAILED, "the client failed")
            else:
                out = self.client.error(event.ticket, _METHOD_NOT_FOUND, "method not found")
            self._pipe.send(out.line)
        if error is not None:
            raise error


def _now() -> int:
    return time.monotonic_ns() // 1_000_000
