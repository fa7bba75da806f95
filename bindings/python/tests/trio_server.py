"""A server on trio: the engine without I/O on streams of trio's, each call in a task of its own."""

from __future__ import annotations

import trio

from sansmcp import CallTool, Event, Lines, Out, Server, Tool

server = Server("trio", "1", tools=[Tool("echo"), Tool("wait")])
lines = Lines()


async def respond(event: Event) -> Out:
    match event:
        case CallTool(name="wait"):
            await trio.sleep(event.arguments["s"])
        case CallTool(name="echo"):
            pass
        case other:
            return server.reply(other)
    return server.answer(event.ticket).text(event.arguments["text"]).end()


async def main() -> None:
    stdin, stdout = trio.lowlevel.FdStream(0), trio.lowlevel.FdStream(1)
    order = trio.Lock()

    async def answer(event: Event) -> None:
        out = await respond(event)
        async with order:
            await stdout.send_all(out.line)

    async with trio.open_nursery() as nursery:
        async for chunk in stdin:
            for frame in lines.feed(chunk):
                for event in server.receive(frame):
                    nursery.start_soon(answer, event)


trio.run(main)
