"""The echo server of the README: bytes in, events out; answers in, bytes out."""

import os
import sys

from sansmcp import CallTool, Event, Frame, Lines, NotText, Out, Server, Tool

SCHEMA = {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]}
server = Server("echo", "1.0.0", tools=[Tool("echo", "Returns its text", SCHEMA)])
lines = Lines()


def respond(event: Event) -> Out:
    match event:
        case CallTool(name="echo", arguments={"text": str(text)}):
            try:
                return server.answer(event.ticket).text(text).end()
            except NotText as error:  # half of a surrogate pair
                return server.answer(event.ticket).fail(str(error)).end()
        case CallTool(name="echo"):
            return server.answer(event.ticket).fail("text is missing").end()
        case other:
            return server.reply(other)  # all that the engine can answer


def serve(frames: list[Frame]) -> None:
    for frame in frames:
        for event in server.receive(frame):
            sys.stdout.buffer.write(respond(event).line)  # your I/O; empty where nothing is due
    sys.stdout.buffer.flush()


while chunk := os.read(0, 65536):  # your I/O
    serve(lines.feed(chunk))
serve(lines.finish())
