"""The HTTP exchanges of `sansmcp.asgi`: how a response goes out, and how it is cut off."""

from __future__ import annotations

import asyncio
import hashlib
import os
import threading
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Literal, Union

from ._engine import Delivery, Endpoint, Verdict

__all__ = ["Denied", "Exchange", "Send", "body_of", "denied", "number_of", "reply"]

_Message = MutableMapping[str, Any]
_Receive = Callable[[], Awaitable[_Message]]
_Headers = Iterable[tuple[str, str]]
Send = Callable[[_Message], Awaitable[None]]

_SMALL = 65536
"""A body of so many bytes is taken by every server at once."""
_KEY = os.urandom(32)


@dataclass(frozen=True)
class Denied:
    """Who asks is not let in."""

    status: int = 401
    """401 where it is not known who asks, 403 where it is, and is not enough."""
    message: str = "Unauthorized"
    """The body, for a person."""
    challenge: Union[str, None] = "Bearer"
    """What `WWW-Authenticate` says, such as
    `Bearer resource_metadata="https://example.com/.well-known/oauth-protected-resource"`."""


Denied.__module__ = "sansmcp.asgi"

class Exchange:
    """A request, and what is to be sent on it. All but `put` and `cut` is its own loop's."""

    def __init__(self, scope: _Message, send: Send, patience_s: float) -> None:
        self.is_stream = False
        self._scope = scope
        self._send = send
        self._patience_s = patience_s
        self._loop = asyncio.get_running_loop()
        self._thread = threading.get_ident()
        # "end": its client has another one, or the server ends.
        self._items: deque[Union[Delivery, Literal["end"]]] = deque()
        self._more = asyncio.Event()
        self._cut: asyncio.Future[None] = self._loop.create_future()
        self.tickets: list[int] = []  # of the requests that it answers
        self._rooms: deque[Future[None]] = deque()  # for those who wait until there is room
        self._is_over = False

    @property
    def waiting(self) -> int:
        """How many messages wait to be sent."""
        return len(self._items)

    def put(self, item: Union[Delivery, Literal["end"]]) -> bool:
        """Sends it in its turn; false if there is nobody left who could."""
        self._items.append(item)
        return self._tell(self._more.set)

    def room(self, most: int) -> Union[Future[None], None]:
        """What to wait for if more than `most` messages wait. For any thread."""
        if self.waiting <= most or self._is_over:
            return None
        room: Future[None] = Future()
        self._rooms.append(room)
        if self.waiting <= most or self._is_over:  # since
            self._give_room()
        return room

    def _give_room(self) -> None:
        while self._rooms:
            with suppress(IndexError):
                room = self._rooms.popleft()
                if room.set_running_or_notify_cancel():
                    room.set_result(None)

    def over(self) -> None:
        """Nothing more is sent, so nobody has to wait. For any thread."""
        self._is_over = True
        self._give_room()

    def cut(self) -> None:
        """Its client has gone, or cannot follow: nothing more is sent."""
        self.over()
        self._tell(self._end)

    def _tell(self, act: Callable[[], None]) -> bool:
        if threading.get_ident() == self._thread:
            act()
            return True
        with suppress(RuntimeError):  # the loop was closed
            self._loop.call_soon_threadsafe(act)
            return True
        return False

    def _end(self) -> None:
        if not self._cut.done():
            self._cut.set_result(None)

    async def reply(self, status: int, headers: _Headers, body: bytes) -> bool:
        """A whole response; true if it went out."""
        whole = reply(self._send, self._scope, status, headers, body)
        try:
            if len(body) <= _SMALL:
                await whole
            else:
                await asyncio.wait_for(whole, self._patience_s)
        except (OSError, asyncio.TimeoutError):  # its client has gone, or cannot follow
            return False
        return True

    async def flow(self, verdict: Verdict, receive: _Receive) -> bool:
        """Sends what comes; true if the response came to its end."""
        extra = verdict.headers if verdict.kind == "body" else []
        if self._items and not self._cut.done():
            whole = self._items[0]
            if isinstance(whole, Delivery) and whole.is_end and whole.status is not None:
                return await self.reply(whole.status, [*extra, *whole.headers], whole.body)
        sending = asyncio.ensure_future(self._flow(verdict, extra))
        watching = asyncio.ensure_future(_watch(receive))
        ends: set[asyncio.Future[Any]] = {sending, watching, self._cut}
        try:
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
            return sending.done() and not sending.cancelled() and sending.result()
        finally:
            sending.cancel()
            watching.cancel()
            await asyncio.wait(ends - {self._cut})

    async def _flow(self, verdict: Verdict, extra: list[tuple[str, str]]) -> bool:
        try:
            if verdict.kind == "stream":
                await self._bounded(_head(verdict.status, verdict.headers))
                await self._bounded(_more(verdict.body))
            while isinstance(item := await self._next(), Delivery):
                if item.status is not None:
                    await self._bounded(_head(item.status, [*extra, *item.headers]))
                await self._bounded(_more(item.body, is_end=item.is_end))
                if item.is_end:
                    return True
            await self._bounded(_more(b"", is_end=True))
        except OSError:  # its client has gone
            return False
        return True

    async def _next(self) -> Union[Delivery, Literal["end"]]:
        while not self._items:
            self._more.clear()
            await self._more.wait()
        item = self._items.popleft()
        if self._rooms and not self._items:
            self._give_room()
        return item

    async def _bounded(self, message: _Message) -> None:
        """Sends it; a client that does not take it in time is cut off."""
        bound = self._loop.call_later(self._patience_s, self._end)
        try:
            await self._send(message)
        finally:
            bound.cancel()


async def _watch(receive: _Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def body_of(receive: _Receive, longest: int) -> Union[bytes, None]:
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


def number_of(principal: Union[str, None]) -> int:
    """The number under which the endpoint knows who asks."""
    if principal is None:
        return 0
    digest = hashlib.blake2b(principal.encode("utf-8", "surrogatepass"), digest_size=8, key=_KEY)
    return int.from_bytes(digest.digest(), "big") or 1


def denied(
    endpoint: Endpoint, who: Denied, headers: Any, number: int
) -> tuple[int, list[tuple[str, str]], bytes]:
    """The response to who is not let in: what a page of another site needs to read it included."""
    # With a method that is never served the endpoint says just that.
    verdict = endpoint.judge("PUT", headers, number)
    if verdict.status != 405:  # the host or the page is a wrong one
        return verdict.status, verdict.headers, verdict.body
    found = [("content-type", "text/plain; charset=utf-8")]
    if who.challenge is not None:
        found.append(("www-authenticate", who.challenge))
    for name, value in verdict.headers:
        if name.lower() == "vary" or name.lower().startswith("access-control-"):
            found.append((name, value))
    return who.status, found, who.message.encode()


async def reply(
    send: Send, scope: _Message, status: int, headers: _Headers, body: bytes
) -> None:
    """A whole response."""
    length = [] if status == 204 else [("content-length", str(len(body)))]
    await send(_head(status, [*headers, *length]))
    await send(_more(b"" if scope["method"] == "HEAD" else body, is_end=True))


def _head(status: int, headers: _Headers) -> _Message:
    lines = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]
    return {"type": "http.response.start", "status": status, "headers": lines}


def _more(body: bytes, *, is_end: bool = False) -> _Message:
    return {"type": "http.response.body", "body": body, "more_body": not is_end}
