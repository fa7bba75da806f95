"""An endpoint as an ASGI app, for uvicorn, hypercorn and their like, alone or inside another app.

    endpoint = Endpoint("echo", "1.0.0", tools=[Tool("echo", "Returns its text")])

    def respond(event: Event) -> Out:  # or an `async def`
        ...

    app = App(endpoint, respond)

It reads, waits and sends; every decision is the endpoint's. It needs asyncio and nothing else.

Servers wait at their end until all responses have ended, and streams of events never do by
themselves: call `App.close` then, or have the server cut them off, as
`uvicorn --timeout-graceful-shutdown 5` does.
"""

from __future__ import annotations

import asyncio
import inspect
import itertools
import os
import threading
from collections.abc import Awaitable, Callable, MutableMapping
from concurrent.futures import Future
from contextlib import suppress
from contextvars import ContextVar
from typing import Any, Union, cast

from . import Cancelled, Endpoint, Error, Event, Out, Verdict
from ._asgi import Denied, Exchange, Send, body_of, denied, number_of, reply
from ._respond import Respond, attach, failed, now, refused, ticket, wrong
from ._step import step

__all__ = ["App", "Denied", "Principal", "Respond", "now", "principal"]

_Scope = MutableMapping[str, Any]
_Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
_Given = Union[Out, None]

Principal = Callable[[_Scope], Union[str, Denied, None, Awaitable[Union[str, Denied, None]]]]
"""Says from the scope of a request who asks: a name, `None` for nobody in particular, or `Denied`.

It sees all requests but those with which a browser asks whether it may ask."""

principal: ContextVar[Union[str, None]] = ContextVar("sansmcp principal", default=None)
"""Who asks, in the course of `respond`: what `App.principal` said."""


class App:
    """The app. It may be used by several event loops, each in a thread of its own.

    `path`: the only one that is served; on every other one nothing is found. `principal`: who is
    let in, if not everyone is; sessions are then their principal's alone. `queue`: how many
    messages may wait for a client that reads slowly before it is cut off. `patience_s`: how long a
    client may take none of them before it is.
    """

    def __init__(
        self,
        endpoint: Endpoint,
        respond: Respond,
        *,
        path: str = "/mcp",
        principal: Union[Principal, None] = None,
        queue: int = 256,
        patience_s: float = 60.0,
    ) -> None:
        self._endpoint = endpoint
        self._respond = respond
        self._path = path
        self._principal = principal
        self._longest = queue
        self._patience_s = patience_s
        self._numbers = itertools.count(1)
        # Of all that follows, and of the order of what is sent.
        self._lock = threading.RLock()
        self._open: dict[int, Exchange] = {}
        # Where the answer to each ticket goes.
        self._ways: dict[int, Exchange] = {}
        # The ticket of each handler that is awaited; 0 where nobody can give it up.
        self._tasks: dict[asyncio.Future[_Given], int] = {}
        self._is_closed = False
        self._loop: Union[asyncio.AbstractEventLoop, None] = None  # the one that keeps the time
        self._deadline: Union[int, None] = None
        self._bell: Union[asyncio.TimerHandle, None] = None
        attach(respond, self.send, self.room)

    def send(self, out: Union[Out, None] = None) -> None:
        """Sends what was made since, such as what comes before an answer. For any thread."""
        lost: list[int] = []
        with self._lock:
            while (delivery := self._endpoint.next_delivery()) is not None:
                exchange = self._open.get(delivery.to)
                if exchange is None:
                    continue
                if exchange.waiting >= self._longest or not exchange.put(delivery):
                    exchange.cut()
                    lost.append(delivery.to)
                    del self._open[delivery.to]
        for number in lost:
            self._endpoint.closed(number)
        if lost:
            self._give_up()
        self._set_clock()

    def room(self, ticket: int) -> Union[Future[None], None]:
        """What to wait for before more is sent of the answer to the request of this ticket, if its
        client has much to take already; else `None`. For any thread.
        """
        exchange = self._ways.get(ticket)
        return None if exchange is None else exchange.room(self._longest // 2)

    def close(self) -> None:
        """Ends all streams of events, and those that are begun from now on. For any thread."""
        with self._lock:
            self._is_closed = True
            for number, exchange in list(self._open.items()):
                if exchange.is_stream:
                    exchange.put("end")
                    del self._open[number]
                    self._endpoint.closed(number)
        self._end_listens()
        self._give_up()

    def _end_listens(self) -> None:
        for listen in self._endpoint.listens():
            with suppress(Error):  # it has ended since
                self._endpoint.end_listen(listen)

    async def __call__(self, scope: _Scope, receive: _Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await _lifespan(receive, send, self.close)
        elif scope["type"] != "http":
            raise ValueError(f"{scope['type']} is not served")
        elif _path(scope) != self._path:
            await reply(send, scope, 404, [], b"")
        else:
            await self._exchange(scope, receive, send)

    async def _exchange(self, scope: _Scope, receive: _Receive, send: Send) -> None:
        exchange = Exchange(scope, send, self._patience_s)
        with self._lock:
            if self._loop is None or self._loop.is_closed():
                self._loop, self._deadline = asyncio.get_running_loop(), None
            number = next(self._numbers) & 0xFFFFFFFF
            while number in self._open:
                number = next(self._numbers) & 0xFFFFFFFF
            self._open[number] = exchange
        is_over = False
        try:
            is_over = await self._served(number, exchange, scope, receive)
        finally:
            with self._lock:
                is_ours = self._open.get(number) is exchange
                if is_ours:
                    del self._open[number]
            for at in exchange.tickets:
                self._ways.pop(at, None)
            exchange.over()
            if is_ours and not is_over:
                self._endpoint.closed(number)
                self._give_up()

    async def _served(
        self, number: int, exchange: Exchange, scope: _Scope, receive: _Receive
    ) -> bool:
        """True if the response came to its end."""
        method, headers = scope["method"], scope["headers"]
        who: Union[str, None] = None
        if self._principal is not None and method != "OPTIONS":
            found = self._principal(scope)
            asked = await found if inspect.isawaitable(found) else found
            if isinstance(asked, Denied):
                await exchange.reply(*denied(self._endpoint, asked, headers, number))
                return False  # the endpoint did not hear of its end
            who = asked
        of = number_of(who)
        verdict = self._endpoint.judge(method, headers, number, principal=of, now=now())
        if verdict.kind == "body":
            body = await body_of(receive, verdict.max_body)
            if body is None:
                return False
            if len(body) > verdict.max_body:
                verdict = verdict.too_long()
            else:
                principal.set(who)
                self._post(exchange, verdict, body)
        elif verdict.replaces is not None:
            with self._lock:
                replaced = self._open.pop(verdict.replaces, None)
                if replaced is not None:
                    replaced.put("end")
        if verdict.kind == "reply":
            self._give_up()  # a session may have ended with it
            await exchange.reply(verdict.status, verdict.headers, verdict.body)
            return True
        if verdict.kind == "stream":
            exchange.is_stream = True
            if self._is_closed:
                exchange.put("end")
        return await exchange.flow(verdict, receive)

    def _post(self, exchange: Exchange, verdict: Verdict, body: bytes) -> None:
        frame = verdict.frame(body, os.urandom(16))
        for event in self._endpoint.receive(frame, now()):
            if event.ticket:
                self._ways.setdefault(event.ticket, exchange)
                exchange.tickets.append(event.ticket)
            self._answer(event)
        self._endpoint.received(frame)
        if self._is_closed:
            self._end_listens()
        self.send()

    def _answer(self, event: Event) -> None:
        # The ticket of a cancel is that of another request.
        at = 0 if isinstance(event, Cancelled) else event.ticket
        token = ticket.set(at)
        try:
            out = self._respond(event)
            if type(out) is not Out:
                self._settle(event, at, out)
            elif out and not out.is_last:
                self.send()  # its other pieces: until its end nothing else can be answered
        except Exception as error:
            failed(self._endpoint, event, error)
        finally:
            ticket.reset(token)
        if isinstance(event, Cancelled):
            self._give_up()

    def _settle(self, event: Event, at: int, out: object) -> None:
        """What it gives at once is there already; else a task goes on with it."""
        if inspect.iscoroutine(out):
            done = step(out)
            out = done[0] if isinstance(done, tuple) else done
        if out is None or isinstance(out, Out):
            return
        if not inspect.isawaitable(out):
            raise wrong(event, out)
        task = asyncio.ensure_future(cast("Awaitable[_Given]", out))
        with self._lock:
            self._tasks[task] = at
        task.add_done_callback(lambda task: self._ended(event, task))
        if at and self._endpoint.is_cancelled(at):  # its client went before it was a task
            task.cancel()

    def _ended(self, event: Event, task: asyncio.Future[_Given]) -> None:
        with self._lock:
            at = self._tasks.pop(task)
        error = None if task.cancelled() else task.exception()
        if (task.cancelled() or error is not None) and at and self._endpoint.is_cancelled(at):
            with suppress(Error):
                self._endpoint.abandon(at)
        elif task.cancelled():  # as the tasks of a loop are that comes to its end
            refused(self._endpoint, event)
        elif error is not None:
            failed(self._endpoint, event, error)
        elif not isinstance(out := task.result(), (Out, type(None))):
            failed(self._endpoint, event, wrong(event, out))
        self.send()

    def _give_up(self) -> None:
        """Stops the work that nobody waits for any more."""
        for at in self._endpoint.cancelled():
            with self._lock:
                tasks = [task for task, of in self._tasks.items() if of == at]
            for task in tasks:  # once they have ended it is abandoned
                with suppress(RuntimeError):  # its loop was closed
                    task.get_loop().call_soon_threadsafe(task.cancel)
            if not tasks and at != ticket.get():
                with suppress(Error):
                    self._endpoint.abandon(at)
        self.send()


    def _set_clock(self) -> None:
        """There may be something to end at another time."""
        with self._lock:
            deadline = self._endpoint.next_deadline()
            if deadline != self._deadline and self._loop is not None:
                self._deadline = deadline
                with suppress(RuntimeError):  # it was closed
                    self._loop.call_soon_threadsafe(self._ring_at, deadline)

    def _ring_at(self, deadline: Union[int, None]) -> None:
        """In the loop that keeps the time."""
        if self._bell is not None:
            self._bell.cancel()
            self._bell = None
        if deadline is not None and self._loop is not None:
            self._bell = self._loop.call_later(max(0, deadline - now()) / 1000, self._expire)

    def _expire(self) -> None:
        """Ends what was asked of a client and took too long."""
        with self._lock:
            self._deadline = None
        for event in self._endpoint.expire(now()):
            self._answer(event)
        self.send()


def _path(scope: _Scope) -> str:
    """The path as it is below where an app around this one has mounted it."""
    path: str = scope["path"]
    root: str = scope.get("root_path", "")
    rest = path[len(root) :]
    is_below = bool(root) and path.startswith(root) and rest[:1] in {"", "/"}
    return (rest or "/") if is_below else path


async def _lifespan(receive: _Receive, send: Send, close: Callable[[], None]) -> None:
    while True:
        kind = (await receive())["type"]
        if kind == "lifespan.shutdown":
            close()
        await send({"type": f"{kind}.complete"})
        if kind == "lifespan.shutdown":
            return
