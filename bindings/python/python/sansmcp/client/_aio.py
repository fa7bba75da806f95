"""The same for asyncio: the calls of `StdioClient`, awaited."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from typing import IO, Any

from .._engine import RawJson
from ._client import Client
from ._connect import connect_stdio
from ._engine import Pages
from ._events import Event, InputNeeded, Progress, Request
from ._policy import Options, Policy
from ._stdio import StdioClient

__all__ = ["AsyncStdioClient", "connect_stdio_async"]

_USUAL = Options()


class AsyncStdioClient:
    """An asynchronous context manager around a `StdioClient`, whose threads do the work.

    The callbacks of `connect_stdio` run in those threads, and not in the event loop.
    """

    def __init__(self, connect: Callable[[], StdioClient]) -> None:
        self._connect = connect
        self._stdio: StdioClient | None = None

    async def __aenter__(self) -> AsyncStdioClient:
        connecting = asyncio.ensure_future(asyncio.to_thread(self._connect))
        try:
            self._stdio = await asyncio.shield(connecting)
        except asyncio.CancelledError:
            # The thread goes on; what it gives is not wanted any more.
            connecting.add_done_callback(_end)
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._stdio is not None:
            await asyncio.to_thread(self._stdio.close)

    @property
    def stdio(self) -> StdioClient:
        """The client beneath, for what does not wait: `listen`, `notify`, `connected`."""
        if self._stdio is None:
            raise RuntimeError("use it in an `async with`")
        return self._stdio

    async def call(
        self,
        method: str,
        params: Mapping[str, object] | RawJson | None = None,
        options: Options = _USUAL,
        *,
        on_progress: Callable[[Progress], None] | None = None,
    ) -> dict[str, Any]:
        """Any request. A task that is cancelled cancels its call."""
        future = self.stdio.submit(method, params, options, on_progress=on_progress)
        return await asyncio.wrap_future(future)

    async def call_tool(
        self,
        name: str,
        arguments: Mapping[str, object] | None = None,
        options: Options = _USUAL,
        *,
        on_progress: Callable[[Progress], None] | None = None,
    ) -> dict[str, Any]:
        """`tools/call`. Whether the tool failed, `isError` in the result says."""
        params: dict[str, object] = {"name": name, "arguments": arguments or {}}
        return await self.call("tools/call", params, options, on_progress=on_progress)

    def list_tools(self) -> AsyncIterator[dict[str, Any]]:
        """All tools, page after page."""
        return self.list_all("tools/list", "tools")

    async def list_all(
        self, method: str, key: str, options: Options = _USUAL
    ) -> AsyncIterator[dict[str, Any]]:
        """The entries under `key` of all pages of a list.

        Raises `ValueError` where the server's cursors go in a circle.
        """
        pages = Pages()
        cursor: str | None = None
        while True:
            page = await self.call(method, None if cursor is None else {"cursor": cursor}, options)
            entries = page.get(key)
            for entry in entries if isinstance(entries, list) else []:
                yield entry
            cursor = pages.next(page)
            if cursor is None:
                return


def _end(connecting: asyncio.Future[StdioClient]) -> None:
    if not connecting.cancelled() and connecting.exception() is None:
        connecting.result().close()


def connect_stdio_async(
    command: Sequence[str | os.PathLike[str]],
    *,
    client: Client | None = None,
    policy: Policy | None = None,
    on_input: Callable[[InputNeeded], Mapping[str, object] | None] | None = None,
    on_request: Callable[[Request], Mapping[str, object] | RawJson | None] | None = None,
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
