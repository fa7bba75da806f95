"""Stands between a client and the everything server and makes one thing wrong.

    meddle.py FAULT -- COMMAND…

The checks are only worth something if they can fail; `prove` runs them against each fault. Without
arguments it lists the faults: the name, the era in which it shows, and what it does.
"""

import json
import os
import signal
import subprocess
import sys
import threading

TAG = "io.modelcontextprotocol/subscriptionId"
NOTE = "notifications/"
FAULTS = {}


def fault(era, what, side="client", profile="full"):
    """Registers a fault: a function of (message, tap) that gives the messages to pass on."""

    def register(function):
        FAULTS[function.__name__.replace("_", "-")] = (era, profile, what, side, function)
        return function

    return register


def text_fault(name, era, what, old, new, side, profile="full"):
    """A fault that writes something else wherever a certain text stands."""

    def function(message, _):
        return [json.loads(json.dumps(message, ensure_ascii=False).replace(old, new))]

    FAULTS[name] = (era, profile, what, side, function)


def drop_fault(name, era, what, method):
    """A fault that loses all notifications of a method."""
    FAULTS[name] = (
        era,
        "full",
        what,
        "client",
        lambda message, _: [] if message.get("method") == method else [message],
    )


def changed(message, method, change):
    """The message, after `change` of its params if it is of this method."""
    if message.get("method") == method:
        change(message["params"])
    return [message]


BOTH = "2025-11-25 auto"
# Name, era, what it does; the text that is replaced, and by what; the profile that sees it.
TEXTS = (
    ("text", BOTH, "says something else", "simple text response", "simple test response"),
    ("picture", BOTH, "spoils a picture", "iVBORw0KGgo", "iVBORw1KGgo"),
    ("template", BOTH, "mixes up ids", "Data for ID: 123", "Data for ID: 124"),
    ("code-old", "2025-11-25", "a later code for a missing resource", "-32002", "-32602"),
    (
        "code-new",
        "auto",
        "an older code for a missing resource",
        '"code": -32602, "message": "Res',
        '"code": -32002, "message": "Res',
    ),
    ("more", BOTH, "says that 100 of 150 values are all", '"hasMore": true', '"hasMore": false'),
    ("schema", BOTH, "loses a keyword of a schema", '"$anchor"', '"anchor"'),
    ("default", BOTH, "loses the defaults of a form", '"default": 95.5', '"default": 95'),
    ("title", BOTH, "loses the titles of a choice", '"oneOf"', '"anyOf"'),
    (
        "hidden",
        BOTH,
        "does not list a prompt",
        '"name": "test_prompt_with_image", "desc',
        '"name": "x", "desc',
    ),
    ("capability", BOTH, "does not announce logging", '"logging": {}, ', ""),
    ("level", BOTH, "logs at another level", '"level": "info"', '"level": "notice"'),
    ("no-level", BOTH, "logs at a level that does not exist", '"level": "info"', '"level": "loud"'),
    ("key", "auto", "asks under another key", '"user_name": {"method"', '"name": {"method"'),
    (
        "needed",
        "auto",
        "does not say which capability is missing",
        '"requiredCapabilities": {',
        '"needed": {',
        "none",
    ),
    ("type", "auto", "does not say that a result is complete", '"resultType": "complete", ', ""),
    ("ttl", "auto", "does not say how long a result may be kept", '"ttlMs"', '"ttl"'),
    (
        "structured",
        BOTH,
        "has another structure than its text says",
        '"humidity": 65',
        '"humidity": 66',
    ),
)
# The same of what the client says: the server hears something else.
HEARD = (
    ("accept", BOTH, "takes a declined form for an accepted one", '"decline"', '"cancel"'),
    ("deaf", BOTH, "hears something else than the model said", "It is Paris", "It is Rome"),
    ("roots", BOTH, "sees other roots", "file:///srv/data", "file:///srv"),
    ("forged", "auto", "takes a state that was changed", "-TAMPERED", ""),
    ("lost-state", "auto", "loses the state of a call", '"requestState"', '"request_state"'),
    ("cursor", BOTH, "starts again at each page", '"cursor": "', '"no": "', "paged"),
)
for side, table in (("client", TEXTS), ("server", HEARD)):
    for name, era, what, old, new, *profile in table:
        text_fault(name, era, what, old, new, side, *profile)
drop_fault("no-log", BOTH, "does not log", NOTE + "message")
drop_fault("no-update", BOTH, "does not tell of an update", NOTE + "resources/updated")
drop_fault("no-tools", BOTH, "does not tell of changed tools", NOTE + "tools/list_changed")
drop_fault("no-prompts", BOTH, "does not tell of changed prompts", NOTE + "prompts/list_changed")
drop_fault("no-ack", "auto", "does not acknowledge a listen", NOTE + "subscriptions/acknowledged")
drop_fault("insists", "2025-11-25", "does not take back what it asked", NOTE + "cancelled")


@fault(BOTH, "reports a progress that does not rise")
def stuck(message, _):
    return changed(message, NOTE + "progress", lambda params: params.update(progress=50))


@fault(BOTH, "reports progress of nothing")
def token(message, _):
    return changed(message, NOTE + "progress", lambda params: params.update(progressToken="x"))


@fault(BOTH, "answers a completion with more than 100 values")
def values(message, _):
    found = message.get("result", {}).get("completion", {}).get("values", [])
    found += ["more"] if len(found) == 100 else []
    return [message]


@fault(BOTH, "cuts off the end of a long text")
def short(message, _):
    for one in message.get("result", {}).get("contents", []):
        if len(one.get("text", "")) > 100_000:
            one["text"] = one["text"][:-1]
    return [message]


@fault("auto", "tags its notifications with another listen")
def tag(message, _):
    params = message.get("params", {})
    if TAG in params.get("_meta", {}) and "list_changed" in message["method"]:
        params["_meta"][TAG] = "another"
    return [message]


@fault("auto", "does not tag its notifications")
def untagged(message, _):
    if "list_changed" in message.get("method", ""):
        del message["params"]
    return [message]


@fault("auto", "agrees to more than was asked for")
def agrees(message, _):
    def more(params):
        params["notifications"]["toolsListChanged"] = True

    return changed(message, NOTE + "subscriptions/acknowledged", more)


@fault("auto", "goes on after the end of a listen")
def after(message, _):
    meta = message.get("result", {}).get("_meta", {})
    if TAG not in meta:
        return [message]
    params = {"_meta": {TAG: meta[TAG]}}
    return [message, notification(NOTE + "tools/list_changed", params)]


@fault("auto", "does not end a listen")
def endless(message, _):
    meta = message.get("result", {}).get("_meta", {})
    return [] if TAG in meta else [message]


@fault("auto", "logs although nobody asked for it")
def chatty(message, _):
    if "result" in message:
        return [notification(NOTE + "message", {"level": "emergency", "data": "x"}), message]
    return [message]


@fault("2025-11-25", "tells of an update to which nobody subscribed")
def unwanted(message, _):
    if "watched resource has changed" in json.dumps(message):
        uri = "test://watched-resource"
        return [notification(NOTE + "resources/updated", {"uri": uri}), message]
    return [message]


@fault("auto", "asks by a request, as the older revisions did")
def asks(message, _):
    if "result" in message and message["result"].get("resultType") == "input_required":
        return [{"jsonrpc": "2.0", "id": 9, "method": "roots/list"}, message]
    return [message]


@fault("2025-11-25", "asks when nothing is under way")
def idle(message, _):
    if message.get("result", {}).get("messages"):
        return [message, {"jsonrpc": "2.0", "id": "idle", "method": "roots/list"}]
    return [message]


@fault("2025-11-25", "asks for what the client did not declare", profile="none")
def bold(message, _):
    if "error" in message or message.get("result", {}).get("isError"):
        return [{"jsonrpc": "2.0", "id": message["id"], "method": "roots/list"}, message]
    return [message]


@fault(BOTH, "answers what was cancelled")
def answers(message, tap):
    late = [answer_of(id) for id in tap.cancelled if isinstance(id, int)]
    tap.cancelled.clear()
    return [message, *late]


@fault("auto", "asks again although all is said")
def again(message, tap):
    result = message.get("result", {})
    if result.get("resultType") == "input_required":
        tap.kept = result
    elif tap.kept and "Hello" in json.dumps(result):
        return [{**message, "result": tap.kept}]
    return [message]


def notification(method, params):
    return {"jsonrpc": "2.0", "method": method, "params": params}


def answer_of(id):
    return {"jsonrpc": "2.0", "id": id, "result": {"content": [], "resultType": "complete"}}


class Tap:
    def __init__(self, name, command):
        _, _, _, self.side, self.fault = FAULTS[name]
        self.cancelled, self.kept = [], None
        self.child = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
        )

    def pump(self, source, sink, to):
        for line in source:
            message = json.loads(line)
            if to == "server" and message.get("method") == NOTE + "cancelled":
                self.cancelled.append(message["params"].get("requestId"))
            if to == self.side:
                passed = self.fault(message, self)
                if passed != [json.loads(line)]:
                    texts = [json.dumps(one, ensure_ascii=False) for one in passed]
                    line = "".join(text + "\n" for text in texts).encode()
            try:
                sink.write(line)
                sink.flush()
            except OSError:
                return
        try:
            sink.close()
        except OSError:
            pass

    def run(self):
        signal.signal(signal.SIGTERM, lambda *_: (self.child.kill(), os._exit(1)))
        inward = threading.Thread(
            target=self.pump, args=(sys.stdin.buffer, self.child.stdin, "server"), daemon=True
        )
        inward.start()
        self.pump(self.child.stdout, sys.stdout.buffer, "client")
        sys.exit(self.child.wait())


if __name__ == "__main__":
    if len(sys.argv) < 4 or sys.argv[1] not in FAULTS or sys.argv[2] != "--":
        for name, (era, profile, what, *_) in sorted(FAULTS.items()):
            print(f"{name}\t{era}\t{profile}\t{what}")
        sys.exit(2)
    Tap(sys.argv[1], sys.argv[3:]).run()
