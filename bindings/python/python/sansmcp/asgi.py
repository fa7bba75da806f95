"""An endpoint as an ASGI app, for uvicorn, hypercorn and their like, alone or inside another app.

    endpoint = Endpoint("echo", "1.0.0", tools=[Tool("echo", "Returns its text")])

    def respond(event: Event) -> Out:  # or an `async def`
        ...

    app = App(endpoint, respond)

It reads, waits and sends; every decision is the endpoint's. It needs asyncio and nothing else.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
import os
import time
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from contextlib import suppress
from typing import Any, Literal, Union

from . import Cancelled, Delivery, Endpoint, Error, Event, Out, Verdict

__all__ = ["App", "Respond"]

Respond = Callable[[Event], Union[Out, Awaitable[Out]]]
"""Makes what an event asks for, at once or when it is awaited, with calls of the endpoint."""

_Message = MutableMapping[str, Any]
_Receive = Callable[[], Awaitable[_Message]]
_Send = Callable[[_Message], Awaitable[None]]
# What is to be sent on an exchange. "end": its client has another one; "gone": it has gone, or
# cannot follow.
_Queue = asyncio.Queue[Union[Delivery, Literal["end", "gone"]]]

_log = logging.getLogger("sansmcp")


class App:
    """The app. All of it runs in the thread of one event loop.

    `path`: the only one that is served; on every other one nothing is found.
    `queue`: how many messages may wait for a client that reads slowly before it is cut off.
    """

    def __init__(
        self, endpoint: Endpoint, respond: Respond, *, path: str = "/mcp", queue: int = 256
    ) -> None:
        self._endpoint = endpoint
        self._respond = respond
        self._path = path
        self._longest = queue
        self._numbers = itertools.count(1)
        self._open: dict[int, _Queue] = {}
        # The ticket of each handler that is awaited; 0 where nobody can give it up.
        self._tasks: dict[asyncio.Future[None], int] = {}
        self._at = 0  # the ticket of the handler that runs now

    def send(self, out: Out | None = None) -> None:
        """Sends what was made since: a handler calls it for what comes before its answer."""
        is_lost = False
        while (delivery := self._endpoint.next_delivery()) is not None:
            queue = self._open.get(delivery.to)
            if queue is not None and queue.qsize() < self._longest:
                queue.put_nowait(delivery)
            elif queue is not None:
                is_lost = True
                queue.put_nowait("gone")
                del self._open[delivery.to]
                self._endpoint.closed(delivery.to)
        if is_lost:
            self._give_up()

    async def __call__(self, scope: _Message, receive: _Receive, send: _Send) -> None:
        if scope["type"] == "lifespan":
            await _lifespan(receive, send)
        elif scope["type"] != "http":
            raise ValueError(f"{scope['type']} is not served")
        elif scope["path"] != self._path:
            await _reply(send, 404, [], b"")
        else:
            await self._exchange(scope, receive, send)

    async def _exchange(self, scope: _Message, receive: _Receive, send: _Send) -> None:
        number = next(self._numbers) & 0xFFFFFFFF
        while number in self._open:
            number = next(self._numbers) & 0xFFFFFFFF
        queue = self._open[number] = _Queue()
        watch: asyncio.Future[None] | None = None
        try:
            verdict = self._endpoint.judge(scope["method"], scope["headers"], number, now=_now())
            if verdict.kind == "body":
                body = await _body(receive, verdict.max_body)
                if body is None:
                    return
                if len(body) > verdict.max_body:
                    verdict = verdict.too_long()
                else:
                    await self._post(verdict, body)
            elif verdict.replaces in self._open:
                self._open.pop(verdict.replaces).put_nowait("end")
            if verdict.kind == "reply":
                self._give_up()  # a session may have ended with it
                await _reply(send, verdict.status, verdict.headers, verdict.body)
                self._open.pop(number, None)
                return
            if verdict.kind == "stream":
                await _start(send, verdict.status, verdict.headers)
                await _more(send, verdict.body)
            watch = asyncio.ensure_future(_watch(receive, queue))
            if await _flow(verdict, queue, send):
                self._open.pop(number, None)
        finally:
            if watch is not None:
                watch.cancel()
            if self._open.get(number) is queue:  # it did not come to its end
                del self._open[number]
                self._endpoint.closed(number)
                self._give_up()

    async def _post(self, verdict: Verdict, body: bytes) -> None:
        frame = verdict.frame(body, os.urandom(16))
        for event in self._endpoint.receive(frame, _now()):
            # The ticket of a cancel is that of another request.
            self._at = ticket = 0 if isinstance(event, Cancelled) else event.ticket
            try:
                out = self._respond(event)
            except Exception:
                self._failed(event)
            else:
                if not isinstance(out, Out):
                    task = asyncio.ensure_future(self._wait(event, out))
                    self._tasks[task] = ticket
                    task.add_done_callback(self._tasks.pop)
                    self._at = 0
                    await asyncio.sleep(0)  # what need not wait is answered now
            self._at = 0
            if isinstance(event, Cancelled):
                self._give_up()
        self._endpoint.received(frame)
        self.send()

    async def _wait(self, event: Event, out: Awaitable[Out]) -> None:
        try:
            await out
        except Exception:
            self._failed(event)
        finally:
            self.send()

    def _failed(self, event: Event) -> None:
        _log.exception("%s was not answered", event.method)
        with suppress(Error):  # it may need no answer, or have one
            self._endpoint.error(event.ticket, -32603, "Internal error")

    def _give_up(self) -> None:
        """Stops the work that nobody waits for any more."""
        for ticket in self._endpoint.cancelled():
            for task, of in self._tasks.items():
                if of == ticket:
                    task.cancel()
            if ticket != self._at:
                self._endpoint.abandon(ticket)
        self.send()


def _now() -> int:
    return time.monotonic_ns() // 1_000_000


async def _lifespan(receive: _Receive, send: _Send) -> None:
    while True:
        kind = (await receive())["type"]
        await send({"type": f"{kind}.complete"})
        if kind == "lifespan.shutdown":
            return


async def _body(receive: _Receive, longest: int) -> bytes | None:
    """The body, or more than it may be; `None` if its client went before its end."""
    body = bytearray()
    while len(body) <= longest:
        message = await receive()
        if message["type"] != "http.request":
            return None
        body += message.get("body", b"")
        if not message.get("more_body"):
            break
    return bytes(body)


async def _watch(receive: _Receive, queue: _Queue) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    queue.put_nowait("gone")


async def _flow(verdict: Verdict, queue: _Queue, send: _Send) -> bool:
    """Sends what comes; true if the response came to its end."""
    extra = verdict.headers if verdict.kind == "body" else []
    while isinstance(item := await queue.get(), Delivery):
        if item.status is not None:
            headers = [*extra, *item.headers]
            if item.is_end:
                await _reply(send, item.status, headers, item.body)
                return True
            await _start(send, item.status, headers)
        await _more(send, item.body, is_end=item.is_end)
        if item.is_end:
            return True
    if item == "end":
        await _more(send, b"", is_end=True)
    return item == "end"


async def _reply(
    send: _Send, status: int, headers: Iterable[tuple[str, str]], body: bytes
) -> None:
    length = [] if status == 204 else [("content-length", str(len(body)))]
    await _start(send, status, [*headers, *length])
    await _more(send, body, is_end=True)


async def _start(send: _Send, status: int, headers: Iterable[tuple[str, str]]) -> None:
    lines = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]
    await send({"type": "http.response.start", "status": status, "headers": lines})


async def _more(send: _Send, body: bytes, *, is_end: bool = False) -> None:
    await send({"type": "http.response.body", "body": body, "more_body": not is_end})
