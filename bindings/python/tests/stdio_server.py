"""A server on standard input and output whose tools do what may go wrong: `stdio_server.py WAY`."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import threading
import time
from collections.abc import Awaitable, Generator
from typing import Any

from sansmcp import Answered, CallTool, Cancelled, Event, Out, Server, Short, Tool
from sansmcp.stdio import Stdio, now

NAMES = "ask echo exit forever later never print raise slow steps wait wrong".split()
WAY, *named = sys.argv[1:]
options: dict[str, Any] = {}
for word in named:
    name, _, value = word.partition("=")
    options[name] = float(value) if "." in value else int(value)
server = Server(
    "stdio",
    "1",
    tools=[Tool(name) for name in NAMES],
    slots=1024,
    max_message=options.pop("max_message", 16_777_216),
)


def text(event: CallTool) -> Out:
    return server.answer(event.ticket).text(str(event.arguments.get("text"))).end()


def later(event: CallTool) -> None:
    time.sleep(event.arguments.get("s", 0.05))
    stdio.send(text(event))


async def wait(event: CallTool) -> Out:
    try:
        await asyncio.sleep(event.arguments.get("s", 0.05))
    except asyncio.CancelledError:
        print("cancelled", event.arguments.get("text"), file=sys.stderr, flush=True)
        raise
    return text(event)


async def forever() -> None:
    await Forever()


class Forever:
    """What no loop is needed for to wait for it."""

    def __await__(self) -> Generator[None, None, None]:
        while True:
            yield


async def at_once(event: CallTool) -> Out:
    return text(event)


def respond(event: Event) -> Out | None | Awaitable[Out | None]:
    match event:
        case CallTool(name="ask"):
            most = event.arguments["ms"]
            _, out = server.request(
                event.ticket, "ping", idle_ms=most, hard_ms=most, now=now()
            )
            stdio.send(out)
            return None
        case Answered(parent=parent, outcome=outcome):
            return server.answer(parent).text(outcome).end()
        case CallTool(name="later"):
            threading.Thread(target=later, args=(event,), daemon=True).start()
            return None
        case CallTool(name="forever"):
            return forever()
        case CallTool(name="never"):
            return None
        case CallTool(name="wait"):
            return wait(event)
        case CallTool(name="slow"):
            time.sleep(0.2)
            return text(event)
        case CallTool(name="print"):
            print("printed")
            os.write(1, b"written\n")
            subprocess.run([sys.executable, "-c", "print('said', input('') or 'nothing')"])
            subprocess.run([sys.executable, "-c", "print('a child')"], check=True)
            return text(event)
        case CallTool(name="raise"):
            raise ValueError("a secret")
        case CallTool(name="exit"):
            sys.exit(3)
        case CallTool(name="wrong"):
            return "text"  # type: ignore[return-value] # pyright: ignore[reportReturnType]
        case CallTool(name="steps"):
            for step in range(event.arguments["n"]):
                stdio.send(server.progress(event.ticket, step))
            return text(event)
        case CallTool():
            return at_once(event) if WAY == "async" else text(event)
        case Cancelled():
            return None
        case other:
            try:
                return server.reply(other)
            except Short:
                return server.begin_reply(other)


stdio = Stdio(server, respond, **options)
try:
    if WAY == "async":
        asyncio.run(stdio.serve_async())
    else:
        stdio.serve()
except asyncio.CancelledError:
    pass
print("after", flush=True)
