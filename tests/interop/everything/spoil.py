"""Faults that proxy.py makes: those of meddle.py in the messages, and those of HTTP.

It lists them as meddle.py lists its own: the name, the eras in which it shows, the profile of the
client that sees it, and what it does.
"""

import json

import heads
import meddle

BOTH = "2025-11-25 auto"
LEGACY = "2025-11-25"
FAULTS = {}


class Fault:
    """None; the others change some of this."""

    def __init__(self, function=None):
        self.function = function

    def request(self, _connection, head, text):
        return head, text

    def body(self, _connection, head, text):
        """The head of a response, and its body if it has a whole one."""
        return head, text

    def event(self, _connection, _response, event):
        return [event]


class Message(Fault):
    """A fault of meddle.py."""

    def __init__(self, side, function):
        super().__init__(function)
        self.side = side

    def request(self, connection, head, text):
        message = json.loads(text) if text else {}
        if message.get("method") == "notifications/cancelled":
            connection.cancelled.append(message["params"].get("requestId"))
        if self.side != "server" or not text:
            return head, text
        passed = self.function(message, connection)
        if passed == [message]:
            return head, text
        return resized(head, encoded(passed[0])), encoded(passed[0])

    def body(self, connection, head, text):
        if self.side != "client" or not text:
            return head, text
        message = json.loads(text)
        passed = self.function(message, connection)
        if passed == [json.loads(text)]:
            return head, text
        if len(passed) == 1:
            return resized(head, encoded(passed[0])), encoded(passed[0])
        # More or less than one message is no JSON body.
        text = b"".join(heads.written({"data": encoded(one).decode()}) for one in passed)
        return replaced(resized(head, text), "content-type", "text/event-stream"), text

    def event(self, connection, _response, event):
        if self.side != "client" or not event["data"]:
            return [event]
        passed = self.function(json.loads(event["data"]), connection)
        if passed == [json.loads(event["data"])]:
            return [event]
        rest = {key: value for key, value in event.items() if key != "id"}
        texts = [{**rest, "data": encoded(one).decode()} for one in passed]
        return [*texts[:-1], {**event, **texts[-1]}] if texts else []


def encoded(message):
    return json.dumps(message, ensure_ascii=False).encode()


def replaced(head, name, value):
    """The head with another value for a header; None: without it."""
    lines = [f"{key}: {text}" for key, text in head.fields if key != name]
    lines += [f"{name}: {value}"] if value is not None else []
    return heads.Head("\r\n".join([head.first, *lines, "", ""]).encode("latin-1"))


def resized(head, text):
    length = head.get("content-length")
    return head if length is None else replaced(head, "content-length", len(text))


def fault(name, eras, what):
    """Registers a class."""

    def register(kind):
        FAULTS[name] = (eras, "full", what, kind)
        return kind

    return register


@fault("accepted", LEGACY, "answers a notification with 200")
class Accepted(Fault):
    def body(self, _, head, text):
        if head.status != 202:
            return head, text
        return heads.Head(head.raw.replace(b" 202 Accepted", b" 200 OK", 1)), text


@fault("typed", BOTH, "calls JSON by another name")
class Typed(Fault):
    def body(self, connection, head, text):
        # Not so soon that the client cannot even connect.
        if head.get("content-type") != "application/json" or connection.count < 12:
            return head, text
        return replaced(head, "content-type", "text/json"), text


@fault("renewed", BOTH, "writes a session's id where there is none")
class Renewed(Fault):
    def body(self, connection, head, text):
        if connection.count < 12 or head.get("mcp-session-id") or head.status != 200:
            return head, text
        return replaced(head, "mcp-session-id", "another"), text


@fault("numbered", "auto", "gives events ids in 2026-07-28")
class Numbered(Fault):
    def event(self, _connection, response, event):
        return [{**event, "id": f"{response.x}-{response.messages}"}]


@fault("same", LEGACY, "gives several events one id")
class Same(Fault):
    def event(self, connection, _, event):
        if "id" in event and event["data"]:
            event = {**event, "id": connection.memory.setdefault("id", event["id"])}
        return [event]


@fault("unprimed", LEGACY, "does not say where to come back to")
class Unprimed(Fault):
    def event(self, _connection, _response, event):
        return [event] if event["data"] else []


@fault("undying", LEGACY, "does not end a session")
class Undying(Fault):
    def request(self, _, head, text):
        return heads.Head(head.raw.replace(b"DELETE ", b"PUT ", 1)), text


@fault("forgetful", LEGACY, "begins a new stream for one that was lost")
class Forgetful(Fault):
    def request(self, _, head, text):
        return replaced(head, "last-event-id", None) if head.get("last-event-id") else head, text


@fault("skips", LEGACY, "leaves out what a client missed")
class Skips(Fault):
    def event(self, _, response, event):
        is_first = response.messages == 0
        is_back = response.verb == "GET" and "last-event-id" in response.given
        return [] if is_back and is_first and event["data"] else [event]


@fault("repeats", LEGACY, "sends again what a client has")
class Repeats(Fault):
    def event(self, connection, response, event):
        last = response.given.get("last-event-id")
        had = connection.memory.get(last)
        if "id" in event:
            connection.memory[event["id"]] = event
        is_first = response.messages == 0 and event["data"]
        return [had, event] if had and is_first and had["data"] else [event]


@fault("astray", LEGACY, "reports progress on the event stream of the session")
class Astray(Fault):
    def event(self, connection, response, event):
        if response.verb == "POST" and "notifications/progress" in event["data"]:
            connection.memory["astray"] = event
            return []
        if response.verb == "GET" and event["data"]:
            before = connection.memory.pop("astray", None)
            return [before, event] if before else [event]
        return [event]


def find(name):
    """The fault of this name; `-`: none."""
    if name == "-":
        return Fault()
    if name in FAULTS:
        return FAULTS[name][3]()
    _, _, _, side, function = meddle.FAULTS[name]
    return Message(side, function)


if __name__ == "__main__":
    # Where a socket that is closed is a cancel, nothing can be sent to who cancelled.
    elsewhere = {"answers": LEGACY}
    for name, (eras, profile, what, *_) in sorted((meddle.FAULTS | FAULTS).items()):
        print(f"{name}\t{elsewhere.get(name, eras)}\t{profile}\t{what}")
