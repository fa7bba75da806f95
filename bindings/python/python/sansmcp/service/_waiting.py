"""Waiting for what another thread or task will give, in whatever runs the function."""

from __future__ import annotations

import sys
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeVar

from .._step import running_loop

if TYPE_CHECKING:
    from concurrent.futures import Future

__all__ = ["awaited", "clock", "resolve"]

T = TypeVar("T")


def clock() -> int:
    """The time of the engine's deadlines."""
    return time.monotonic_ns() // 1_000_000


def resolve(future: Future[Any], value: object = None) -> None:
    """Gives it to who waits, if somebody still does."""
    if future.set_running_or_notify_cancel():
        future.set_result(value)


async def awaited(future: Future[T]) -> T:
    """What it will hold: under asyncio, and under trio. Raises `RuntimeError` without a loop."""
    if future.done():
        return future.result()
    loop = running_loop()
    if loop is not None:
        from asyncio import wrap_future

        return await wrap_future(future, loop=loop)
    trio = sys.modules.get("trio")
    if trio is None or not trio.lowlevel.in_trio_task():
        raise RuntimeError("no running event loop")
    is_there = trio.Event()
    token = trio.lowlevel.current_trio_token()

    def tell(_: object) -> None:
        with suppress(trio.RunFinishedError):
            token.run_sync_soon(is_there.set)

    future.add_done_callback(tell)
    try:
        await is_there.wait()
    finally:
        future.cancel()  # of no effect once it is there
    return future.result()
