"""An event beside the line that stands for it."""

from __future__ import annotations

import json
import re

import sansmcp

EVENT = re.compile(r'(\w+) ("(?:[^"\\]|\\.)*"|\S+)(?: (.*))?')


def seen(event: sansmcp.Event, rest: str) -> tuple[object, object]:
    """The event and the one of the line, as values that can be compared.

    Names stand in the line as they were written, so their escapes are decoded.
    """
    found = EVENT.fullmatch(rest)
    assert found, f"no event: {rest}"
    kind, identity, words = found.groups()
    own = words_of(event)
    is_written = own is None or isinstance(event, sansmcp.Answered)
    wanted = words if is_written or words is None else decoded(words)
    return (event.kind, event.id_json or "-", own), (kind, identity, wanted)


def words_of(event: sansmcp.Event) -> str | None:
    """What stands in the line of an event behind its id."""
    match event:
        case sansmcp.CallTool(name=name) | sansmcp.GetPrompt(name=name):
            return name
        case (
            sansmcp.ReadResource(uri=uri)
            | sansmcp.Subscribe(uri=uri)
            | sansmcp.Unsubscribe(uri=uri)
        ):
            return uri
        case sansmcp.Complete(argument=argument, value=value):
            return f"{argument} {value}"
        case sansmcp.SetLevel(level=level):
            return level
        case sansmcp.Answered():
            json_text = event.result_json or event.error_json
            return event.outcome if json_text is None else f"{event.outcome} {json_text}"
        case sansmcp.Request(method=method) | sansmcp.Notification(method=method):
            return method
        case sansmcp.Cancelled(reason=reason):
            return "-" if reason is None else reason
        case sansmcp.Refused(code=code):
            return str(code)
        case _:
            return None


def decoded(words: str) -> str:
    text = json.loads(f'"{words}"')
    assert isinstance(text, str)
    return text
