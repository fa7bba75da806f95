"""The client's end of a pair in memory."""

from __future__ import annotations

import asyncio
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from typing import Any, TypeVar, Union

from .._engine import Lines, Out, Server
from .._respond import Respond, now
from .._tasks import Tasks
from ..client import (
    CallFailed,
    Client,
    Connected,
    ConnectionFailed,
    Event,
    Failure,
    InputNeeded,
    Level,
    Options,
    Policy,
    Progress,
    Request,
    Subscription,
)
from ..client._aio import AsyncWaiting
from ..client._calls import USUAL
from ..client._waiting import Call, Given, Object, Waiting
from ._end import End

__all__ = ["AsyncMemoryClient", "MemoryClient", "OnLoop"]

_Broken = TypeVar("_Broken", CallFailed, ConnectionFailed)
_T = TypeVar("_T")
_M = TypeVar("_M", bound="MemoryClient")
_MAX_LINE = 67_108_864
_NEVER = 1e6


class MemoryClient(Waiting):
    """A client of a server in this process. All is done in the thread that calls it, in its order.

    What a callback raises comes out of the call in whose course it was made.
    """

    connected: Connected
    """What the server said of itself."""

    def __init__(
        self,
        server: Server,
        respond: Respond,
        *,
        client: Union[Client, None] = None,
        on_input: Union[Callable[[InputNeeded], Union[Given, None]], None] = None,
        on_request: Union[Callable[[Request], Union[Object, None]], None] = None,
        on_event: Union[Callable[[Event], None], None] = None,
        patience_s: float = 10.0,
    ) -> None:
        """As `connect`, and not connected yet: `begin`."""
        super().__init__(client, on_input, on_request, on_event)
        self._patience_s = patience_s
        self._lines = Lines(_MAX_LINE)
        self._acts: deque[Callable[[], None]] = deque()
        self._came = threading.Condition()
        self._pumps = threading.RLock()
        self._end = End(server, respond, self._given)

    def begin(self: _M, policy: Union[Policy, None] = None) -> _M:
        """Connects."""
        self._greet(policy)
        self._wait(self._greeting, "the handshake")
        self.connected = self._greeting.result(0)
        return self

    def submit(
        self,
        method: str,
        params: Union[Object, None] = None,
        options: Options = USUAL,
        *,
        on_progress: Union[Callable[[Progress], None], None] = None,
    ) -> Future[dict[str, Any]]:
        """Sends a request, and gives what its result will be in. `cancel` of that cancels it."""
        future = super().submit(method, params, options, on_progress=on_progress)
        self._pump()
        return future

    def call(
        self,
        method: str,
        params: Union[Object, None] = None,
        options: Options = USUAL,
        *,
        on_progress: Union[Callable[[Progress], None], None] = None,
    ) -> dict[str, Any]:
        """Any request: sends it and waits for its result.

        Raises `TimeoutError` if nothing comes any more that would answer it.
        """
        future = self.submit(method, params, options, on_progress=on_progress)
        try:
            self._wait(future, method)
        except BaseException:
            future.cancel()
            self._pump()
            raise
        return future.result(0)

    def set_level(self, level: Level) -> None:
        """Asks for log messages from a level on; they come to `on_event`."""
        future = self.submit_level(level)
        self._wait(future, "logging/setLevel")
        future.result(0)

    def submit_level(self, level: Level) -> Future[dict[str, Any]]:
        """As `set_level`, without waiting for the answer."""
        call = Call("logging/setLevel", {"level": level}, USUAL, None, Future())
        with self._lock:
            self._must_be_connected()
            ticket, out = self.client.set_level(level, USUAL, now())
            if ticket:
                self._sent(call, (ticket, out))
            else:
                call.future.set_result({})
        self._pump()
        return call.future

    def listen(self, subscription: Subscription) -> None:
        """Asks to be told of changes; `Listening`, and then they, come to `on_event`."""
        super().listen(subscription)
        self._pump()

    def unlisten(self, subscription: Subscription) -> None:
        """Asks not to be told any more."""
        super().unlisten(subscription)
        self._pump()

    def notify(self, method: str, params: Union[Object, None] = None) -> None:
        """Sends a notification."""
        super().notify(method, params)
        self._pump()

    def settle(self) -> None:
        """Does all that can be done now, such as what the server has sent by itself since."""
        self._pump()

    def flush(self) -> None:
        """As `settle`: nothing is heard later than it is done."""
        self._pump()

    def close(self) -> None:
        """Ends the connection. What still waits raises `CallFailed`."""
        with self._lock:
            is_first, self._is_closed = not self._is_closed, True
            if is_first:
                self.client.closed(now())
                self._due()
        if is_first:
            self._pump()

    # How it works.

    def _greet(self, policy: Union[Policy, None]) -> None:
        with self._lock:
            self.client.connect(policy or Policy(), now())
            self._flush()
        self._pump()

    def _put(self, act: Callable[[], None]) -> None:
        """Does it in its turn."""
        with self._came:
            self._acts.append(act)
            self._came.notify_all()

    def _given(self, line: bytes) -> None:
        """The server has sent this."""
        self._put(lambda: self._heard(line))

    def _heard(self, line: bytes) -> None:
        with self._lock:
            self._take(self._lines.feed(line))

    def _pump(self) -> None:
        raised: Union[Exception, None] = None
        with self._pumps:
            while True:
                while self._acts:
                    try:
                        self._acts.popleft()()
                    except Exception as error:  # a callback's: the rest is done all the same
                        raised = raised or error
                with self._lock:
                    self._due()
                self._end.expire()
                if not self._acts:
                    break
        if raised is not None:
            raise raised

    def _wait(self, future: Future[Any], what: str) -> None:
        """Does what comes until this is there."""
        until = time.monotonic() + self._patience_s
        while True:
            self._pump()
            if future.done():
                return
            rest = until - time.monotonic()
            if rest <= 0:
                raise self._late(what)
            with self._came:
                if not self._acts:
                    self._came.wait(min(rest, self._rest()))

    def _late(self, what: str) -> TimeoutError:
        return TimeoutError(
            f"{what} was not answered in {self._patience_s:g} s: nothing was given or sent for it"
        )

    def _rest(self) -> float:
        """Seconds until something may end by itself."""
        deadlines = [self.client.next_deadline(), self._end.server.next_deadline()]
        rests = [max(0, it - now()) / 1000 for it in deadlines if it is not None]
        return min(rests, default=_NEVER)

    def _transmit(self, out: Out, call: Union[Call, None] = None) -> None:
        if out:
            line = out.line
            self._put(lambda: self._end.take(line))

    def _given_up(self, call: Call, future: Future[dict[str, Any]]) -> None:
        super()._given_up(call, future)
        if future.cancelled():
            self._pump()

    def _turn(self) -> None:
        raise AssertionError("there is no thread")

    def _wake(self) -> None:
        pass

    def _broken(self, kind: type[_Broken], failure: Failure, received: Any) -> _Broken:
        return kind(failure, received)

    def _spawn(self, work: Callable[[], None], name: str) -> None:
        self._put(work)

    def _hear(self, event: Event, told: Union[Callable[[Any], None], None] = None) -> None:
        on_event = told or self._on_event
        if on_event is not None:
            self._put(lambda: on_event(event))


class OnLoop(MemoryClient):
    """The same on an event loop, where what comes later is done when it comes."""

    def __init__(self, *args: Any, **named: Any) -> None:
        self._loop = asyncio.get_running_loop()
        self._thread = threading.get_ident()
        self._is_due = False
        self._bell: Union[asyncio.TimerHandle, None] = None
        super().__init__(*args, **named)
        self.tasks = Tasks(self._end.server, self._end.send)
        self._end.settled = self.tasks.settled
        self._end.give_up = self.tasks.give_up

    async def began(self, policy: Union[Policy, None]) -> None:
        """Connects."""
        self._greet(policy)
        self.connected = await self.bounded(self._greeting, "the handshake")

    async def bounded(self, future: Future[_T], what: str) -> _T:
        """What will be there, if it is in time."""
        waiting = asyncio.wrap_future(future)
        try:
            await asyncio.wait({waiting}, timeout=self._patience_s)
            if waiting.done():
                return waiting.result()
        finally:
            waiting.cancel()
        raise self._late(what)

    def _put(self, act: Callable[[], None]) -> None:
        super()._put(act)
        if not self._is_due:
            self._is_due = True
            with suppress(RuntimeError):  # the loop was closed
                self._loop.call_soon_threadsafe(self._pump)

    def _pump(self) -> None:
        if threading.get_ident() != self._thread:
            return  # the loop does
        self._is_due = False
        super()._pump()
        if self._bell is not None:
            self._bell.cancel()
            self._bell = None
        rest = self._rest()
        if rest < _NEVER and not self._is_closed:
            self._bell = self._loop.call_later(rest, self._pump)


class AsyncMemoryClient(AsyncWaiting[OnLoop]):
    """A client of a server in this process, in the running event loop.

    The callbacks run in the loop; what they raise goes to its exception handler.
    """

    def __init__(self, connect: Callable[[], OnLoop], policy: Union[Policy, None]) -> None:
        super().__init__(connect)
        self._policy = policy

    async def __aenter__(self) -> AsyncMemoryClient:
        self._waiting = self._connect()
        try:
            await self._waiting.began(self._policy)
        except BaseException:
            await self.__aexit__()
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        self.waiting.close()
        await self.waiting.tasks.stop()

    async def call(
        self,
        method: str,
        params: Union[Object, None] = None,
        options: Options = USUAL,
        *,
        on_progress: Union[Callable[[Progress], None], None] = None,
    ) -> dict[str, Any]:
        """Any request. A task that is cancelled cancels its call."""
        future = self.waiting.submit(method, params, options, on_progress=on_progress)
        return await self.waiting.bounded(future, method)

    async def flush(self) -> None:
        """Does all that can be done now: nothing is heard later than it is done."""
        self.waiting.flush()

    async def set_level(self, level: Level) -> None:
        """Asks for log messages from a level on; they come to `on_event`."""
        future = self.waiting.submit_level(level)
        await self.waiting.bounded(future, "logging/setLevel")
