"""A tool that asks the person first, in all revisions: the same loop, and one thing to remember."""

import os
import sys
from typing import Any

from sansmcp import (
    Answered,
    CallTool,
    Cancelled,
    Event,
    Input,
    Lines,
    NotReady,
    Out,
    Rejected,
    Server,
    Tool,
)

FORM: dict[str, Any] = {"type": "object", "properties": {}}
SURE = {"message": "Erase everything?", "requestedSchema": FORM}
server = Server("ask", "1.0.0", tools=[Tool("erase", "Erases everything, if told so")])
lines = Lines()
kept: dict[int, bytes] = {}  # of the calls that wait


def erase(call: CallTool) -> Out:
    """Runs from its start each time the call comes, and finds what was answered meanwhile."""
    match call.inputs.get("sure"):
        case {"action": "accept"}:
            return server.answer(call.ticket).text("All is gone.").end()
        case None:
            if "elicitation.form" not in call.capabilities:
                return server.undeclared(call.ticket, "elicitation.form")
            try:
                return server.ask(call, [Input.elicit("sure", SURE)], idle_ms=0, hard_ms=0)
            except NotReady:
                return server.answer(call.ticket).fail("Say that you are initialized.").end()
        case _:
            return server.answer(call.ticket).text("Nothing was done.").end()


def remembered(ticket: int, out: Out) -> Out:
    if out.keep is not None:
        kept[ticket] = out.keep
    return out


def respond(event: Event) -> Out | None:
    match event:
        case CallTool(name="erase", ticket=ticket):
            return remembered(ticket, erase(event))
        case Answered(parent=ticket):
            # Before 2026-07-28: the answer to a request of ours. The call comes again.
            try:
                again = server.resume(event, kept.pop(ticket), idle_ms=0, hard_ms=0)
            except Rejected as why:
                return server.answer(ticket).fail(str(why)).end()
            return remembered(ticket, again) if isinstance(again, Out) else respond(again)
        case Cancelled(ticket=ticket):
            kept.pop(ticket, None)
            server.abandon(ticket)
            return server.next_output()  # takes the question back, if there was one
        case other:
            return server.reply(other)


while True:
    chunk = os.read(0, 65536)
    for frame in lines.feed(chunk) if chunk else lines.finish():
        for event in server.receive(frame):
            if (out := respond(event)) is not None:
                sys.stdout.buffer.write(out.line)
    sys.stdout.buffer.flush()
    if not chunk:
        break
