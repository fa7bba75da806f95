"""The handlers of one event loop of asyncio that wait for something."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Union, cast

from ._engine import Cancelled, Event, Out, Server
from ._errors import Error
from ._respond import failed, refused, wrong
from ._step import step

__all__ = ["Tasks"]

_STOP_S = 1.0
"""How long handlers may take to end once they were cancelled."""
_Given = Union[Out, None]


class Tasks:
    """A task for each of them, which ends with what it gives, or when its request is given up."""

    def __init__(self, server: Server, add: Callable[[_Given], None]) -> None:
        """`add` takes what they give."""
        self._server = server
        self._add = add
        # The ticket that each works for; 0 where nobody can give it up.
        self._tasks: dict[asyncio.Future[_Given], int] = {}
        self._is_over = False

    def __bool__(self) -> bool:
        return bool(self._tasks)

    def settled(self, event: Event, out: Union[_Given, Awaitable[_Given]]) -> _Given:
        """What `respond` gives at once; else a task goes on with it."""
        if inspect.iscoroutine(out):
            done = step(out)
            out = done[0] if isinstance(done, tuple) else done
        if out is None or isinstance(out, Out):
            return out
        if not inspect.isawaitable(out):
            raise wrong(event, out)
        task = asyncio.ensure_future(cast("Awaitable[_Given]", out))
        # The ticket of a cancel is that of another request.
        self._tasks[task] = 0 if isinstance(event, Cancelled) else event.ticket
        task.add_done_callback(lambda task: self._ended(event, task))
        return None

    def give_up(self, ticket: int) -> None:
        """Stops the work on a request that its client has cancelled."""
        for task, at in self._tasks.items():
            if at == ticket:
                task.cancel()

    async def wait(self, most_s: float) -> None:
        """Waits until one has ended, at most so long."""
        if self._tasks:
            first = asyncio.FIRST_COMPLETED
            await asyncio.wait(self._tasks, timeout=most_s, return_when=first)
            await asyncio.sleep(0)  # what it gave is added

    async def stop(self) -> None:
        """Ends the work that nobody waits for any more."""
        self._is_over = True
        for task in self._tasks:
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=_STOP_S)

    def _ended(self, event: Event, task: asyncio.Future[_Given]) -> None:
        at = self._tasks.pop(task)
        error = None if task.cancelled() else task.exception()
        if self._is_over:
            return  # nobody is left to be told
        out: _Given = None
        if (task.cancelled() or error is not None) and at and self._server.is_cancelled(at):
            with suppress(Error):
                self._server.abandon(at)
        elif task.cancelled():
            out = refused(self._server, event)
        elif error is not None:
            out = failed(self._server, event, error)
        else:
            out = task.result()
            if out is not None and not isinstance(out, Out):
                out = failed(self._server, event, wrong(event, out))
        self._add(out)
