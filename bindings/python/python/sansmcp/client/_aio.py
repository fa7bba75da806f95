"""The same for asyncio: the calls of `StdioClient` and `HttpClient`, awaited."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from typing import IO, Any, Generic, TypeVar

from .._engine import RawJson
from ._calls import USUAL, completion
from ._client import Client
from ._connect import connect_http, connect_stdio
from ._engine import Listening as Subscription
from ._engine import Pages
from ._events import Connected, Event, InputNeeded, Progress, Request
from ._http import HttpClient
from ._policy import Level, Options, Policy
from ._response import Denial
from ._stdio import StdioClient
from ._transport import Transport
from ._waiting import Waiting

__all__ = [
    "AsyncHttpClient",
    "AsyncStdioClient",
    "AsyncWaiting",
    "connect_http_async",
    "connect_stdio_async",
]

_W = TypeVar("_W", bound=Waiting)
_A = TypeVar("_A", bound="AsyncWaiting[Any]")
_Given = Mapping[str, object]
_Object = Mapping[str, object] | RawJson


class AsyncWaiting(Generic[_W]):
    """An asynchronous context manager around a client, whose threads do the work.

    The callbacks run in those threads, and not in the event loop.
    """

    def __init__(self, connect: Callable[[], _W]) -> None:
        self._connect = connect
        self._waiting: _W | None = None

    async def __aenter__(self: _A) -> _A:
        connecting = asyncio.ensure_future(asyncio.to_thread(self._connect))
        try:
            self._waiting = await asyncio.shield(connecting)
        except asyncio.CancelledError:
            # The thread goes on; what it gives is not wanted any more.
            connecting.add_done_callback(_end)
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._waiting is not None:
            await asyncio.to_thread(self._waiting.close)

    @property
    def waiting(self) -> _W:
        """The client beneath, which waits in the thread that calls it."""
        if self._waiting is None:
            raise RuntimeError("use it in an `async with`")
        return self._waiting

    @property
    def client(self) -> Client:
        """The client without I/O."""
        return self.waiting.client

    @property
    def connected(self) -> Connected:
        """What the server said of itself."""
        return self.waiting.connected

    async def call(
        self,
        method: str,
        params: _Object | None = None,
        options: Options = USUAL,
        *,
        on_progress: Callable[[Progress], None] | None = None,
    ) -> dict[str, Any]:
        """Any request. A task that is cancelled cancels its call."""
        future = self.waiting.submit(method, params, options, on_progress=on_progress)
        return await asyncio.wrap_future(future)

    async def flush(self) -> None:
        """Waits until all that came before this was heard by `on_event` and `on_progress`, which
        may come after a call that has returned.
        """
        await asyncio.to_thread(self.waiting.flush)

    async def call_tool(
        self,
        name: str,
        arguments: Mapping[str, object] | None = None,
        options: Options = USUAL,
        *,
        on_progress: Callable[[Progress], None] | None = None,
    ) -> dict[str, Any]:
        """`tools/call`. Whether the tool failed, `isError` in the result says."""
        params: dict[str, object] = {"name": name, "arguments": arguments or {}}
        return await self.call("tools/call", params, options, on_progress=on_progress)

    def list_tools(self) -> AsyncIterator[dict[str, Any]]:
        """All tools, page after page."""
        return self.list_all("tools/list", "tools")

    def list_resources(self) -> AsyncIterator[dict[str, Any]]:
        """All resources, page after page."""
        return self.list_all("resources/list", "resources")

    def list_templates(self) -> AsyncIterator[dict[str, Any]]:
        """All resource templates, page after page."""
        return self.list_all("resources/templates/list", "resourceTemplates")

    def list_prompts(self) -> AsyncIterator[dict[str, Any]]:
        """All prompts, page after page."""
        return self.list_all("prompts/list", "prompts")

    async def list_all(
        self, method: str, key: str, options: Options = USUAL
    ) -> AsyncIterator[dict[str, Any]]:
        """The entries under `key` of all pages of a list.

        Raises `ValueError` where the server's cursors go in a circle.
        """
        pages = Pages()
        cursor: str | None = None
        while True:
            page = await self.call(method, None if cursor is None else {"cursor": cursor}, options)
            entries = self.waiting.entries(key, page)
            for entry in entries:
                yield entry
            cursor = pages.next(page)
            if cursor is None:
                return

    async def read_resource(self, uri: str, options: Options = USUAL) -> dict[str, Any]:
        """`resources/read`."""
        return await self.call("resources/read", {"uri": uri}, options)

    async def get_prompt(
        self,
        name: str,
        arguments: Mapping[str, str] | None = None,
        options: Options = USUAL,
    ) -> dict[str, Any]:
        """`prompts/get`."""
        params: dict[str, object] = {"name": name, "arguments": arguments or {}}
        return await self.call("prompts/get", params, options)

    async def complete(
        self,
        argument: str,
        value: str,
        *,
        prompt: str | None = None,
        template: str | None = None,
        context: Mapping[str, str] | None = None,
        options: Options = USUAL,
    ) -> dict[str, Any]:
        """`completion/complete`; see `Calls.complete`."""
        params = completion(argument, value, prompt, template, context)
        return await self.call("completion/complete", params, options)

    async def ping(self, options: Options = USUAL) -> None:
        """`ping`, which the server has to answer. Up to 2025-11-25."""
        await self.call("ping", None, options)

    async def set_level(self, level: Level) -> None:
        """Asks for log messages from a level on; they come to `on_event`."""
        await asyncio.to_thread(self.waiting.set_level, level)

    async def listen(self, subscription: Subscription) -> None:
        """Asks to be told of changes; `Listening`, and then they, come to `on_event`."""
        self.waiting.listen(subscription)

    async def unlisten(self, subscription: Subscription) -> None:
        """Asks not to be told any more."""
        self.waiting.unlisten(subscription)

    async def notify(self, method: str, params: _Object | None = None) -> None:
        """Sends a notification."""
        self.waiting.notify(method, params)


class AsyncStdioClient(AsyncWaiting[StdioClient]):
    """A client of a server that is a process of its own."""

    @property
    def stdio(self) -> StdioClient:
        """The client beneath."""
        return self.waiting


class AsyncHttpClient(AsyncWaiting[HttpClient]):
    """A client of a server over Streamable HTTP."""

    @property
    def http(self) -> HttpClient:
        """The client beneath."""
        return self.waiting


def _end(connecting: asyncio.Future[Any]) -> None:
    if not connecting.cancelled() and connecting.exception() is None:
        connecting.result().close()


def connect_stdio_async(
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
) -> AsyncStdioClient:
    """As `connect_stdio`, for an `async with`."""
    return AsyncStdioClient(
        lambda: connect_stdio(
            command,
            client=client,
            policy=policy,
            on_input=on_input,
            on_request=on_request,
            on_event=on_event,
            env=env,
            cwd=cwd,
            stderr=stderr,
            patience_s=patience_s,
            max_line=max_line,
        )
    )


def connect_http_async(
    url: str,
    *,
    client: Client | None = None,
    policy: Policy | None = None,
    headers: Mapping[str, str] | None = None,
    on_denied: Callable[[Denial], Mapping[str, str] | None] | None = None,
    on_input: Callable[[InputNeeded], _Given | None] | None = None,
    on_request: Callable[[Request], _Object | None] | None = None,
    on_event: Callable[[Event], None] | None = None,
    transport: Transport | None = None,
    patience_s: float = 2.0,
    max_message: int = 16_777_216,
) -> AsyncHttpClient:
    """As `connect_http`, for an `async with`."""
    return AsyncHttpClient(
        lambda: connect_http(
            url,
            client=client,
            policy=policy,
            headers=headers,
            on_denied=on_denied,
            on_input=on_input,
            on_request=on_request,
            on_event=on_event,
            transport=transport,
            patience_s=patience_s,
            max_message=max_message,
        )
    )
