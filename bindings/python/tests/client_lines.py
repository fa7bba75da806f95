"""How the events of a client look in transcripts."""

from __future__ import annotations

import json

from sansmcp.client import (
    Answered,
    Changed,
    Connected,
    Event,
    Failed,
    Failure,
    Ignored,
    InputNeeded,
    ListenEnded,
    Listening,
    Log,
    Notification,
    Ping,
    Progress,
    Refused,
    Request,
    ServerError,
    Suspended,
    Updated,
    Withdrawn,
)

METHODS = {
    "elicitation/create": "Elicit",
    "sampling/createMessage": "CreateMessage",
    "roots/list": "ListRoots",
}


def decoded(words: str) -> str:
    text = json.loads(f'"{words}"') if "\\" in words else words
    assert isinstance(text, str)
    return text


def compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def canonical(rest: str) -> str:
    """An event line with its texts decoded, and its JSON as `compact` writes it."""
    kind, identity, *more = rest.split(" ", 2)
    words = more[0] if more else ""
    if kind in ("answered", "failed", "listen_ended"):
        # The JSON is the last of one word or, of a request that failed, of two.
        parts = words.split(" ", 2 if words.startswith("failed ") else 1)
        text = parts.pop() if len(parts) > (2 if words.startswith("failed ") else 1) else ""
        # What was received is `None` where it was nothing, and where it was `null`.
        shown = compact(json.loads(text)) if text not in ("", "null") else ""
        return " ".join([kind, identity, *parts, shown]).rstrip(" ")
    return f"{kind} {identity} {decoded(words)}".rstrip(" ")


def failed_with(failure: Failure, received: object) -> str:
    return failure.name if received is None else f"{failure.name} {compact(received)}"


def line_of(event: Event) -> str:
    """The line of an event, as `canonical` has it."""
    is_servers = isinstance(event, (Ping, Request, Refused, Withdrawn, Ignored)) or (
        isinstance(event, InputNeeded) and event.is_request
    )
    if is_servers:
        identity = event.id_json or "-"
    else:
        identity = str(event.ticket) if event.ticket else "-"
    return f"{event.kind} {identity} {words_of(event)}"


def words_of(event: Event) -> str:
    match event:
        case Connected(server_info=info):
            return f"{event.revision} {info['name'] if info and 'name' in info else '-'}"
        case Failed(failure=failure):
            return failed_with(failure, event.received)
        case Answered(result=dict() as result):
            return f"result {compact(result)}"
        case Answered(failure=Failure() as failure):
            return f"failed {failed_with(failure, event.received)}"
        case Answered():
            return f"error {compact(event.received)}"
        case InputNeeded(inputs=inputs):
            return " ".join(f"{it.key or '-'} {METHODS[it.method]}" for it in inputs) or "-"
        case Suspended(why=why):
            return why
        case Progress(progress=at, total=total, message=words):
            numbers = ["-" if it is None else compact(it) for it in (at, total)]
            return " ".join([*numbers, words or ""])
        case Log(level=level, logger=logger, data=data):
            return f"{level or '-'} {logger or '-'} {compact(data)}"
        case Listening():
            lists = {"tools": event.tools, "prompts": event.prompts, "resources": event.resources}
            agreed = [name for name, hears in lists.items() if hears] + event.uris
            agreed += [f"refused {event.refused}"] if event.refused else []
            return " ".join(agreed) or "-"
        case ListenEnded(failure=Failure() as failure):
            return f"failed {failure.name}"
        case ListenEnded(error=ServerError() as error):
            shown = {"code": error.code, "message": error.message}
            more = {} if error.data is None else {"data": error.data}
            return "error " + compact({**shown, **more})
        case ListenEnded(is_graceful=is_graceful):
            return "graceful" if is_graceful else "cancelled"
        case Changed(what=what):
            return what
        case Updated(uri=uri):
            return uri
        case Withdrawn(reason=reason):
            return reason or "-"
        case Request(method=method) | Notification(method=method):
            return method or ""
        case Refused(code=code) | Ignored(code=code):
            return "-" if code is None else str(code)
        case _:
            return ""
