"""The HTTP library httpx, if it is installed."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine, Iterator, Sequence
from concurrent.futures import Future
from contextlib import suppress
from importlib import import_module
from typing import Any, TypeVar

from ._transport import Exchange

__all__ = ["HttpxTransport"]

_T = TypeVar("_T")
_CLOSING_S = 5.0


class HttpxTransport:
    """`httpx`, in an event loop in a thread of its own: what is cut there ends at once."""

    def __init__(self, *, connect_s: float = 10.0, **options: Any) -> None:
        """`connect_s`: seconds to wait until a socket is connected. `options` are those of
        `httpx.AsyncClient`: `proxy`, `verify`, `cert`, `auth`, `http2`.

        Raises `ImportError` where httpx is not installed.
        """
        httpx: Any = import_module("httpx")
        usual = {
            "timeout": httpx.Timeout(None, connect=connect_s),
            "limits": httpx.Limits(max_connections=None, max_keepalive_connections=8),
            "follow_redirects": False,
        }
        self._client: Any = httpx.AsyncClient(**{**usual, **options})
        self.loop: asyncio.AbstractEventLoop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, name="sansmcp httpx", daemon=True)
        self._thread.start()

    def exchange(
        self, verb: str, url: str, headers: Sequence[tuple[str, str]], body: bytes
    ) -> Exchange:
        sent = [("Accept-Encoding", "identity"), *headers]
        content = body if verb == "POST" else None
        return _Httpx(self, self._client.build_request(verb, url, headers=sent, content=content))

    def close(self) -> None:
        self.wait(self._client.aclose())
        with suppress(RuntimeError):
            self.loop.call_soon_threadsafe(self.loop.stop)
        self._thread.join(_CLOSING_S)

    def wait(self, closing: Coroutine[Any, Any, None]) -> None:
        """Closes something in the loop, if that is still there."""
        try:
            future = asyncio.run_coroutine_threadsafe(closing, self.loop)
        except RuntimeError:
            closing.close()
            return
        with suppress(Exception):
            future.result(_CLOSING_S)

    async def send(self, request: Any) -> Any:
        """Sends a request, and gives its response without a body."""
        return await self._client.send(request, stream=True)

    def _run(self) -> None:
        try:
            self.loop.run_forever()
        finally:
            self.loop.close()


class _Httpx:
    """One exchange of httpx."""

    def __init__(self, transport: HttpxTransport, request: Any) -> None:
        self._transport = transport
        self._request = request
        self._response: Any = None
        self._pieces: Any = None
        self._lock = threading.Lock()
        self._step: Future[Any] | None = None
        self._is_cut = False

    def open(self) -> tuple[int, Sequence[tuple[str, str]]]:
        self._response = self._do(self._transport.send(self._request))
        self._pieces = self._response.aiter_raw()
        raw = self._response.headers.raw
        headers = [(name.decode("latin-1"), value.decode("latin-1")) for name, value in raw]
        return self._response.status_code, headers

    def pieces(self) -> Iterator[bytes]:
        while (piece := self._do(self._next())) is not None:
            yield piece

    def close(self) -> None:
        response, self._response = self._response, None
        if response is not None:
            self._transport.wait(response.aclose())

    def cut(self) -> None:
        with self._lock:
            self._is_cut = True
            if self._step is not None:
                self._step.cancel()

    async def _next(self) -> bytes | None:
        async for piece in self._pieces:
            found: bytes = piece
            return found
        return None

    def _do(self, step: Coroutine[Any, Any, _T]) -> _T:
        """Does a step in the loop, and waits for it, unless it is cut meanwhile."""
        with self._lock:
            if self._is_cut:
                step.close()
                raise ConnectionAbortedError("it is not wanted any more")
            future = asyncio.run_coroutine_threadsafe(step, self._transport.loop)
            self._step = future
        return future.result()
