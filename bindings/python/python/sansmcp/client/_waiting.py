"""Calls that wait for their answers, whatever the messages go over."""

from __future__ import annotations

import threading
import time
from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Future, wait
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, TypeVar

from .._engine import Frame, Out, RawJson, __version__
from .._errors import Error, NotReady, Stale
from ._backlog import Backlog
from ._calls import USUAL, Calls
from ._client import Client
from ._engine import Listening as Subscription
from ._errors import CallFailed, ConnectionFailed, Declined, Failure
from ._events import (
    Answered,
    Connected,
    Event,
    Failed,
    InputNeeded,
    ListenEnded,
    Ping,
    Progress,
    Refused,
    Request,
    Suspended,
)
from ._policy import Level, Options, Policy
from ._told import Told

__all__ = ["Call", "Given", "Object", "Waiting", "now"]

Given = Mapping[str, object]
Object = Mapping[str, object] | RawJson
_T = TypeVar("_T")
_W = TypeVar("_W", bound="Waiting")
_Broken = TypeVar("_Broken", CallFailed, ConnectionFailed)
_METHOD_NOT_FOUND = -32601
_REFUSED = -1
_FAILED = -32603
_MOST_TRIES = 4
_WAIT_S = 0.5


@dataclass
class Call:
    """A call that waits for its answer."""

    method: str
    params: Object | None
    options: Options
    on_progress: Callable[[Progress], None] | None
    future: Future[dict[str, Any]]
    ticket: int = 0
    tries: int = 0


class Waiting(Calls):
    """A client that is connected. It may be used by several threads.

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
        client: Client | None,
        on_input: Callable[[InputNeeded], Given | None] | None,
        on_request: Callable[[Request], Object | None] | None,
        on_event: Callable[[Event], None] | None,
        is_http: bool = False,
    ) -> None:
        self.client = client or Client("sansmcp", __version__, http=is_http)
        if self.client.is_http != is_http:
            raise ValueError(f"client must be made with http={is_http} to be used here")
        self._on_input = on_input
        self._on_request = on_request
        self._on_event = on_event
        # Of the engine, and of the order of what is sent. Not held while the application runs.
        self._lock = threading.RLock()
        self._calls: dict[int, Call] = {}
        self._listens: list[Subscription] = []
        # To be sent again as soon as there is a connection.
        self._delayed: list[Call] = []
        self._failed: ConnectionFailed | None = None
        self._greeting: Future[Connected] = Future()
        self._told = Told()
        self._backlog = Backlog(self._told)
        self._is_closed = False
        self._threads: list[threading.Thread] = []

    def __enter__(self: _W) -> _W:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @abstractmethod
    def close(self) -> None:
        """Ends the connection. What still waits raises `CallFailed`."""

    def submit(
        self,
        method: str,
        params: Object | None = None,
        options: Options = USUAL,
        *,
        on_progress: Callable[[Progress], None] | None = None,
    ) -> Future[dict[str, Any]]:
        """Sends a request, and gives what its result will be in. `cancel` of that cancels it."""
        call = Call(method, params, options, on_progress, Future())
        with self._lock:
            self._must_be_connected()
            self._sent(call, self.client.call(method, params, options, now()))
        call.future.add_done_callback(lambda future: self._given_up(call, future))
        return call.future

    def call(
        self,
        method: str,
        params: Object | None = None,
        options: Options = USUAL,
        *,
        on_progress: Callable[[Progress], None] | None = None,
    ) -> dict[str, Any]:
        """Any request: sends it and waits for its result.

        A call that is interrupted, as with Ctrl-C, is cancelled.
        """
        future = self.submit(method, params, options, on_progress=on_progress)
        try:
            return _result_of(future)
        except BaseException:
            future.cancel()  # of what has ended this is nothing
            raise

    def set_level(self, level: Level) -> None:
        """Asks for log messages from a level on; they come to `on_event`."""
        call = Call("logging/setLevel", {"level": level}, USUAL, None, Future())
        with self._lock:
            self._must_be_connected()
            ticket, out = self.client.set_level(level, USUAL, now())
            if ticket == 0:
                return
            self._sent(call, (ticket, out))
        _result_of(call.future)

    def listen(self, subscription: Subscription) -> None:
        """Asks to be told of changes; `Listening`, and then they, come to `on_event`."""
        with self._lock:
            self._must_be_connected()
            self._listen(subscription)
        self._wake()

    def unlisten(self, subscription: Subscription) -> None:
        """Asks not to be told any more. Nothing is to do where the server has ended it."""
        with self._lock:
            self._must_be_connected()
            self._forget(subscription.ticket)
            with suppress(Stale):
                for out in self.client.unlisten(subscription, now()):
                    self._transmit(out)
            self._flush()
        self._wake()

    def notify(self, method: str, params: Object | None = None) -> None:
        """Sends a notification."""
        with self._lock:
            self._must_be_connected()
            self._transmit(self.client.notify(method, params))

    def flush(self) -> None:
        """Waits until all that came before this was heard by `on_event` and `on_progress`, which
        run in a thread of their own and may come after a call that has returned. Of no effect in
        there.
        """
        self._told.flush()

    # What a way of messages has to do.

    @abstractmethod
    def _transmit(self, out: Out, call: Call | None = None) -> None:
        """Sends what was written, of this call if it is one. It does not wait."""

    @abstractmethod
    def _turn(self) -> None:
        """The work of the thread that keeps the time, until it is over."""

    @abstractmethod
    def _wake(self) -> None:
        """Tells that thread that a deadline may have come nearer."""

    @abstractmethod
    def _broken(self, kind: type[_Broken], failure: Failure, received: Any) -> _Broken:
        """The exception of a failure, with all that is known of the way."""

    # What it does for it.

    def _begin(self, policy: Policy | None) -> None:
        """Connects, and waits until that is done. `_transmit` works from now on."""
        self._threads = [
            threading.Thread(target=work, name=f"sansmcp {work.__name__}", daemon=True)
            for work in (self._work, self._told.run)
        ]
        for thread in self._threads:
            thread.start()
        try:
            with self._lock:
                self.client.connect(policy or Policy(), now())
                self._flush()
            self._wake()
            self.connected = _result_of(self._greeting)
        except BaseException:
            self.close()
            raise

    def _join(self, patience_s: float) -> None:
        for thread in self._threads:
            if thread is not threading.current_thread():
                thread.join(patience_s)

    def _take(self, frames: Iterable[Frame]) -> None:
        """Takes what came in."""
        for frame in frames:
            for event in self.client.receive(frame, now()):
                self._on(event)
                self._flush()

    def _due(self) -> None:
        """Takes what came to its end without a message, and sends what is due."""
        for event in self.client.expire(now()):
            self._on(event)
        self._flush()

    def _flush(self) -> None:
        while (out := self.client.next_output()) is not None:
            self._transmit(out)

    # How it works.

    def _must_be_connected(self) -> None:
        if self._failed is not None:
            failed = self._failed
            raise type(failed)(*failed.__reduce__()[1])

    def _sent(self, call: Call, sent: tuple[int, Out]) -> None:
        self._calls.pop(call.ticket, None)
        call.ticket, out = sent
        self._calls[call.ticket] = call
        try:
            self._transmit(out, call)
        except Exception:
            del self._calls[call.ticket]
            raise
        self._flush()
        self._wake()

    def _listen(self, subscription: Subscription) -> None:
        for out in self.client.listen(subscription, now()):
            self._transmit(out)
        if subscription not in self._listens:
            self._listens.append(subscription)

    def _forget(self, listen: int) -> None:
        self._listens = [it for it in self._listens if it.ticket != listen]

    def _given_up(self, call: Call, future: Future[dict[str, Any]]) -> None:
        if not future.cancelled():
            return
        with self._lock:
            if self._calls.pop(call.ticket, None) is not None:
                future.set_running_or_notify_cancel()
                with suppress(Error):
                    self.client.cancel(call.ticket)
                self._flush()
        self._wake()

    def _work(self) -> None:
        """The thread that keeps the time."""
        try:
            self._turn()
        except BaseException as error:
            # Nobody would be told of anything any more.
            self._fail_all(error)
            if not self._greeting.done():
                self._greeting.set_exception(error)
            raise
        finally:
            self._told.end()

    def _on(self, event: Event) -> None:
        if isinstance(event, Answered):
            self._answered(event)
        elif isinstance(event, InputNeeded):
            self._spawn(lambda: self._input(event), "sansmcp input")
        elif isinstance(event, Suspended):
            self._hear(event)
            self._suspended(event)
        elif isinstance(event, (Ping, Refused)):
            self._reply(self.client.reply(event))
        elif isinstance(event, Request):
            self._spawn(lambda: self._asked(event), "sansmcp request")
        elif isinstance(event, Connected):
            self._greeted(event)
        elif isinstance(event, Failed):
            self._lost(event)
        elif isinstance(event, Progress):
            call = self._calls.get(event.ticket)
            self._hear(event, call.on_progress if call else None)
        else:
            if isinstance(event, ListenEnded):
                self._forget(event.ticket)
            self._hear(event)

    def _reply(self, out: Out) -> None:
        self._transmit(out)

    def _spawn(self, work: Callable[[], None], name: str) -> None:
        """Has this done where it may wait for the application."""
        threading.Thread(target=work, name=name, daemon=True).start()

    def _hear(self, event: Event, told: Callable[[Any], None] | None = None) -> None:
        """Tells the application, in its turn."""
        on_event = told or self._on_event
        if on_event is not None:
            self._told.put(lambda: on_event(event))

    def _greeted(self, event: Connected) -> None:
        if not self._greeting.done():
            self._greeting.set_result(event)
            return
        # It was begun anew.
        self.connected = event
        self._hear(event)
        delayed, self._delayed = self._delayed, []
        for call in delayed:
            self._resume(call)

    def _answered(self, event: Answered) -> None:
        call = self._calls.pop(event.ticket, None)
        if call is None or not call.future.set_running_or_notify_cancel():
            return
        failure, error = event.failure, event.error
        if failure is not None:
            call.future.set_exception(self._broken(CallFailed, failure, event.received))
        elif error is not None:
            call.future.set_exception(error)
        else:
            call.future.set_result(event.result or {})

    def _lost(self, event: Failed) -> None:
        """There is no connection, or no more."""
        self._lose(self._broken(ConnectionFailed, event.failure, event.received))
        if self._greeting.exception(0) is None and not self._is_closed:
            self._hear(event)

    def _lose(self, error: ConnectionFailed) -> None:
        self._failed = error
        delayed, self._delayed = self._delayed, []
        for call in delayed:
            self._calls.pop(call.ticket, None)
            self._fail(call, error)
        if not self._greeting.done():
            self._greeting.set_exception(error)

    def _suspended(self, event: Suspended) -> None:
        call = self._calls.get(event.ticket)
        if call is not None:
            self._resume(call)
        for subscription in self._listens:
            if subscription.ticket == event.ticket:
                with suppress(Error):
                    self._listen(subscription)

    def _resume(self, call: Call) -> None:
        """Sends a call again that the connection was in the way of."""
        self._again(call)

    def _again(self, call: Call) -> None:
        """Sends a suspended call again, if it was not given up."""
        if self._calls.get(call.ticket) is not call:
            return
        call.tries += 1
        try:
            if call.tries > _MOST_TRIES:
                raise Error("the server never came to an answer, however often it was asked")
            ticket, params = call.ticket, call.params
            self._sent(call, self.client.again(ticket, call.method, params, call.options, now()))
        except NotReady:
            self._delayed.append(call)
        except Error as error:
            self._give_up(call, error)

    def _give_up(self, call: Call, error: BaseException) -> None:
        self._calls.pop(call.ticket, None)
        with suppress(Error):
            self.client.cancel(call.ticket)
        self._fail(call, error)

    def _fail(self, call: Call, error: BaseException) -> None:
        if call.future.set_running_or_notify_cancel():
            call.future.set_exception(error)

    def _fail_all(self, error: BaseException) -> None:
        with self._lock:
            calls, self._calls = list(self._calls.values()), {}
        for call in calls:
            self._fail(call, error)

    def _input(self, event: InputNeeded) -> None:
        """In a thread of its own: asks the application, and gives the server what it wants."""
        given: Given | None = {}
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
                    self._transmit(self.client.refuse(event, _FAILED, "the client failed"))
                if call is not None:
                    self._fail(call, failed)
            self._flush()
        if error is not None and event.is_request:
            raise error

    def _give(
        self,
        event: InputNeeded,
        call: Call | None,
        given: Given | None,
        error: BaseException | None,
    ) -> None:
        if given is None:
            reason = "nobody answers here" if self._on_input is None else "declined"
            self._transmit(self.client.refuse(event, _REFUSED, reason))
            if call is not None:
                wanted = ", ".join(needed.method for needed in event.inputs)
                self._fail(call, error or Declined(f"the server wanted {wanted}: {reason}"))
        elif event.is_request:
            self._transmit(self.client.provide(event, given)[1])
        elif call is not None:
            params, options = call.params, call.options
            self._sent(call, self.client.provide(event, given, params, options, now()))

    def _asked(self, event: Request) -> None:
        """In a thread of its own: a request that the protocol does not know."""
        result: Object | None = None
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
            self._transmit(out)
        if error is not None:
            raise error


def _result_of(future: Future[_T]) -> _T:
    """Waits for a result. Ctrl-C that comes just before Python waits is seen when that ends."""
    while not future.done():
        wait([future], _WAIT_S)
    return future.result()


def now() -> int:
    """The time, in milliseconds."""
    return time.monotonic_ns() // 1_000_000
