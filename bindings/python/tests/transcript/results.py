"""The results of reads, prompts and completions."""

from __future__ import annotations

import sansmcp

from .acts import Act, Outs
from .desk import Desk


def contents(server: sansmcp.Server, _: Desk, rest: str, event: sansmcp.Event) -> Outs:
    uri, _space, text = rest.partition(" ")
    yield server.contents(event.ticket).text(uri, text, mime_type="text/plain").end()


def contents_hex(server: sansmcp.Server, _: Desk, rest: str, event: sansmcp.Event) -> Outs:
    uri, _space, data = rest.partition(" ")
    yield server.contents(event.ticket).blob(uri, bytes.fromhex(data)).end()


def no_contents(server: sansmcp.Server, _: Desk, rest: str, event: sansmcp.Event) -> Outs:
    yield server.contents(event.ticket).end()


def messages(server: sansmcp.Server, _: Desk, rest: str, event: sansmcp.Event) -> Outs:
    yield server.messages(event.ticket).text("user", rest).end()


def values(server: sansmcp.Server, _: Desk, rest: str, event: sansmcp.Event) -> Outs:
    completion = server.completion(event.ticket)
    for value in filter(None, rest.split(" ")):
        completion.value(value)
    yield completion.end()


def many_values(server: sansmcp.Server, _: Desk, rest: str, event: sansmcp.Event) -> Outs:
    completion = server.completion(event.ticket)
    for number in range(int(rest)):
        completion.value(f"v{number}")
    yield completion.end()


VERBS: dict[str, Act] = {
    "contents": contents,
    "contents_hex": contents_hex,
    "no_contents": no_contents,
    "messages": messages,
    "values": values,
    "many_values": many_values,
}
