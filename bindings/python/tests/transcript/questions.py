"""What an application asks of the client."""

from __future__ import annotations

import json

import sansmcp

from .acts import Act, Outs
from .desk import Desk, same
from .events import decoded

MAKE = {
    "elicitation/create": sansmcp.Input.elicit,
    "sampling/createMessage": sansmcp.Input.create_message,
    "roots/list": sansmcp.Input.list_roots,
}


def members(text: str) -> list[tuple[str, str]]:
    """The members of a JSON object, their values as they were written."""
    reader, found, at = json.JSONDecoder(), list[tuple[str, str]](), text.index("{") + 1
    while text[at] != "}":
        key, at = reader.raw_decode(text, at)
        start = text.index(":", at) + 1
        _, at = reader.raw_decode(text, start)
        found.append((key, text[start:at]))
        at += text[at] == ","
    return found


def kept(_: sansmcp.Server, desk: Desk, rest: str, event: sansmcp.Event) -> Outs:
    same(desk.questions.get(event.ticket, b"-").decode(), rest)
    yield from ()


def input_of(_: sansmcp.Server, desk: Desk, rest: str, event: sansmcp.Event) -> Outs:
    key, _space, wanted = rest.partition(" ")
    same(event.input_json(key), None if wanted == "-" else wanted)
    yield from ()


def state(_: sansmcp.Server, desk: Desk, rest: str, event: sansmcp.Event) -> Outs:
    same(event.request_state, None if rest == "-" else decoded(rest))
    yield from ()


def ask(server: sansmcp.Server, desk: Desk, rest: str, event: sansmcp.Event) -> Outs:
    words, _space, asked = rest.partition(" ")
    inputs: list[sansmcp.Input] = []
    for key, text in members(asked):
        parts = dict(members(text))
        params = sansmcp.RawJson(parts.get("params", "{}"))
        method = json.loads(parts["method"])
        if method not in MAKE:
            # No input of another kind can be made here.
            raise sansmcp.NotSupported(method)
        inputs.append(MAKE[method](key, params))
    wanted = None if words == "-" else words
    out = server.ask(event, inputs, wanted, now=desk.now, **desk.limits)
    if out.keep is not None:
        desk.questions[event.ticket] = out.keep
    yield out


def resume(server: sansmcp.Server, desk: Desk, rest: str, event: sansmcp.Event) -> Outs:
    assert isinstance(event, sansmcp.Answered)
    question = desk.questions.get(event.parent, b"")
    done = server.resume(event, question, now=desk.now, **desk.limits)
    if isinstance(done, sansmcp.Out):
        desk.questions[event.parent] = done.keep or b""
        yield done
    else:
        desk.questions.pop(event.parent, None)
        desk.events.append(done)


def request_of(
    server: sansmcp.Server, desk: Desk, rest: str, ticket: int, session: int
) -> sansmcp.Out:
    method, _space, params = rest.partition(" ")
    _ticket, out = server.request(
        ticket, method, sansmcp.RawJson(params), session=session, now=desk.now, **desk.limits
    )
    return out


def request(server: sansmcp.Server, desk: Desk, rest: str, event: sansmcp.Event) -> Outs:
    yield request_of(server, desk, rest, event.ticket, 0)


def undeclared(server: sansmcp.Server, _: Desk, rest: str, event: sansmcp.Event) -> Outs:
    names = ["elicitation.form" if name == "elicitation" else name for name in rest.split(" ")]
    yield server.undeclared(event.ticket, *names)


VERBS: dict[str, Act] = {
    "kept": kept,
    "input": input_of,
    "state": state,
    "ask": ask,
    "resume": resume,
    "request": request,
    "undeclared": undeclared,
}
