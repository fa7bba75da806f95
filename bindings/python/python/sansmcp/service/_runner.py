"""Where calls run: here, in a task, in a thread."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import TYPE_CHECKING, Union

from .._engine import Out
from .._respond import log
from .._step import running_loop, step
from ._call import Call
from ._threads import Threads

if TYPE_CHECKING:
    import asyncio

__all__ = ["Runner"]


class Runner:
    """Runs calls. Derive from it for a loop of your own, and give it to the service.

    A coroutine's first step is made at once, and most end with it. Under asyncio what waits is a
    task. Under trio, and without a loop, whoever called the responder awaits it.
    """

    __module__ = "sansmcp.service"

    def __init__(self, threads: int = 32) -> None:
        """`threads`: how many calls of `threaded` functions may run at once; others wait."""
        self.threads: Threads = Threads(threads)

    def run(self, call: Call) -> Union[Out, Awaitable[Out]]:
        """Runs a call: gives its output, or what is to be awaited for it."""
        if call.is_async:
            return self.wait(call)
        return self.thread(call) if call.is_threaded else call.here()

    def wait(self, call: Call) -> Union[Out, Awaitable[Out]]:
        """Runs `call.wait()`."""
        stepped = step(call.wait())
        if isinstance(stepped, tuple):
            return stepped[0]
        cancel = getattr(stepped, "cancel", None)
        if cancel is not None:
            call.context.on_cancel(cancel)
        return stepped

    def thread(self, call: Call) -> Union[Out, Awaitable[Out]]:
        """Runs `call.now()` in a thread. Without asyncio it is sent when it is there."""
        loop = running_loop()
        if loop is None:
            self.threads.submit(lambda: _and_send(call))
            return call.nothing
        stepped = step(self._wait_for_thread(loop, call))
        if isinstance(stepped, tuple):
            return stepped[0]
        return stepped

    async def _wait_for_thread(self, loop: asyncio.AbstractEventLoop, call: Call) -> Out:
        from asyncio import wrap_future

        future = self.threads.submit(call.now)
        try:
            return await wrap_future(future, loop=loop)
        except BaseException:
            was_cancelled = call.context.is_cancelled
            call.context.cancel()
            if future.cancel():
                call.give_up()
            if was_cancelled:
                return call.nothing
            raise


def _and_send(call: Call) -> None:
    try:
        call.send(call.now())
    except Exception:
        log().exception("an answer could not be sent")
