"""Tools that take time, and leave it to others meanwhile."""

from __future__ import annotations

from asyncio import sleep
from typing import Annotated

from sansmcp import Hint
from sansmcp.service import Context

from ..desk import Desk
from ..forms import Named, filled_in

__all__ = ["declare"]

STEP = 0.05
"""Seconds between two steps."""
RETRY_MS = 100
"""After how many milliseconds the client of `test_reconnection` is asked to come back."""


def declare(desk: Desk) -> None:
    """Declares them."""
    service = desk.service

    @service.tool
    async def test_tool_with_progress(ctx: Context) -> str:
        """Takes a tenth of a second and reports its progress"""
        for done in (0, 50, 100):
            ctx.progress(done, 100)
            await sleep(STEP)
        return "Progress complete."

    @service.tool
    async def test_tool_with_logging(ctx: Context) -> str:
        """Takes a tenth of a second and logs what it does"""
        ctx.log("info", "Tool execution started")
        await sleep(STEP)
        ctx.log("info", "Tool processing data")
        await sleep(STEP)
        ctx.log("info", "Tool execution completed")
        return "Logging complete."

    @service.tool
    def test_logging_tool(ctx: Context) -> str:
        """Logs at several levels"""
        ctx.log("debug", "A detail", logger="everything")
        ctx.log("info", "What goes on", logger="everything")
        ctx.log("warning", "Worth a look", logger="everything")
        ctx.log("error", "An error, were it one", logger="everything")
        return "Logged."

    @service.tool
    async def test_wait(
        ctx: Context, milliseconds: Annotated[int, Hint(minimum=0, maximum=60000)] = 100
    ) -> str:
        """Waits, and reports its progress twenty times a second"""
        for done in range(0, milliseconds, 50):
            ctx.progress(done, milliseconds, "waiting")
            await sleep(min(50, milliseconds - done) / 1000)
        return f"Waited {milliseconds} ms."

    @service.tool
    async def test_streaming_elicitation(ctx: Context) -> str:
        """Sends notifications, then asks for a name"""
        # It runs once more with the answer, and has told all this already.
        if not ctx.event.inputs:
            ctx.log("info", "About to ask")
            await sleep(STEP)
            ctx.progress(1, 2)
            await sleep(STEP)
        answer = ctx.elicit("user_name", "What is your name?", Named)
        if answer.action != "accept":
            return f"No name: {answer.action}"
        return f"Hello, {filled_in('user_name', answer).name}!"

    @service.tool
    async def test_reconnection(ctx: Context) -> str:
        """Answers after a while; over HTTP its event stream ends before"""
        ctx.put_off(RETRY_MS)
        await sleep(0.2)
        return "Answered, whether the stream broke or not."
