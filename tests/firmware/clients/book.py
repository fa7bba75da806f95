"""What a raw host has sent, and whether what comes is right.

Each whole message has exactly one answer, which is known beforehand. A damaged one has an error or
nothing; if it still happens to be a sound request, it has some answer.
"""

import json
import threading
import time

from device import CHANNELS, DEVICE, PINS, dumped, reading
from device import INVALID_PARAMS, METHOD_NOT_FOUND, NO_RESOURCE

from conversation import MODERN, PREFIX, TAG
from wire import broken_shape, parse, same, short

META = {
    PREFIX + "protocolVersion": MODERN,
    PREFIX + "clientCapabilities": {},
    PREFIX + "clientInfo": {"name": "host", "version": "1.0.0"},
}
PROGRESS, UPDATED = "notifications/progress", "notifications/resources/updated"
DUMPED = dumped()


def text_is(*wanted, fails=False):
    """The answer is one of these texts."""

    def check(message):
        result = message.get("result", {})
        got = [part.get("text") for part in result.get("content", [])]
        failed = result.get("isError", False)
        return None if len(got) == 1 and got[0] in wanted and failed == fails else "other text"

    return check


def error_is(code):
    return lambda message: None if message.get("error", {}).get("code") == code else "no such error"


def anything(_):
    return None


def either(*checks):
    def check(message):
        found = [check(message) for check in checks]
        return None if None in found else found[0]

    return check


def pin_is(arguments):
    def check(message):
        result = message.get("result", {})
        got = [json.loads(part["text"]) for part in result.get("content", [])]
        wanted = {"duty": 1} | arguments
        return None if got == [wanted] and not result.get("isError") else f"not {wanted}"

    return check


def is_prompt(part):
    def check(message):
        messages = message.get("result", {}).get("messages", [])
        got = [one["content"]["text"] for one in messages]
        return None if len(got) == 1 and got[0].startswith(f"Diagnose {part}. Pins: ") else "other"

    return check


def is_pins(message):
    got = [one["text"] for one in message.get("result", {}).get("contents", [])]
    return None if len(got) == 1 and len(got[0]) == 16 and set(got[0]) <= set("LH") else "no pins"


def is_page(message):
    names = [tool["name"] for tool in message.get("result", {}).get("tools", [])]
    all_tools = DEVICE["tools"] + CHANNELS
    return None if names and names == all_tools[: len(names)] else f"lists {names}"


def is_empty(message):
    return None if "result" in message else "no result"


class Book:
    """The exchanges of one host.

    Another may have been on the line before. What comes first may be the `tail` of a line of its;
    what it asked for in 2026-07-28 (`before`) goes on under its ids, and a handshake ends the rest.
    All of this is known before the first byte is heard.
    """

    def __init__(self, random, modern=None, first=0, tail=False, before=()):
        self.random, self.modern, self.id = random, modern, first
        self.tail, self.before = tail, frozenset(before)
        # Until its own is answered, all that a host hears is another's.
        self.handshake = not modern
        self.lock = threading.RLock()
        self.whole, self.answered, self.perhaps = {}, set(), set()
        self.credit, self.damaged, self.right = 0, 0, 0
        self.steps, self.subscribed, self.updates, self.sets = {}, set(), 0, 0
        self.listens = set()
        self.wrong = []

    # Messages to send.

    def next_id(self, sure):
        """The next number; where lines are spoilt, one that no accident makes of another."""
        self.id += 1
        if not sure:
            return self.id
        number = self.random.getrandbits(52)
        return number if self.random.random() < 0.5 else f"{number:x}-{self.id}"

    def request(self, method, params, check, sure=False, modern=None):
        """A line that asks, not yet expected to be answered: (line, key, check)."""
        id = self.next_id(sure)
        if modern is None:
            modern = self.random.random() < 0.5 if self.modern is None else self.modern
        params = dict(params)
        token = params.pop("token", None)
        if modern:
            params["_meta"] = dict(META)
        if token is not None:
            params.setdefault("_meta", {})["progressToken"] = id
        items = [("jsonrpc", "2.0"), ("id", id), ("method", method), ("params", params)]
        if self.random.random() < 0.3:  # the order of keys is free
            self.random.shuffle(items)
        wide = self.random.random() < 0.3
        separators = (", ", ": ") if wide else (",", ":")
        line = json.dumps(dict(items), separators=separators, ensure_ascii=wide)
        return line.encode() + b"\n", same(id), check

    def call(self, name, arguments, check, **more):
        return self.request("tools/call", {"name": name, "arguments": arguments}, check, **more)

    def some(self, **more):
        """A request of any kind, that changes nothing."""
        random = self.random
        n = random.randrange(len(CHANNELS))
        read = (CHANNELS[n], {}, text_is(reading(n)))
        kind = random.randrange(14)
        if kind < 7:
            return self.call(*read, **more)
        if kind == 7:
            part = random.choice(("lamp", 'a "b" \\', "☃\U0001f600\u2028", "x" * 300))
            params = {"name": "diagnose", "arguments": {"part": part}}
            return self.request("prompts/get", params, is_prompt(part), **more)
        if kind == 8:
            return self.request("resources/read", {"uri": PINS}, is_pins, **more)
        if kind == 9:
            return self.request("tools/list", {}, is_page, **more)
        if kind == 10:
            return self.request("x/y", {"a": [1]}, error_is(METHOD_NOT_FOUND), **more)
        if kind == 11:
            return self.call("no_such", {}, error_is(INVALID_PARAMS), **more)
        if kind == 12:
            codes = either(error_is(INVALID_PARAMS), error_is(NO_RESOURCE))
            return self.request("resources/read", {"uri": "device://no-such"}, codes, **more)
        label = "x" * random.randint(17, 900)
        arguments = {"pin": 1, "level": "low", "label": label}
        return self.call("set_pin", arguments, text_is("label is too long", fails=True), **more)

    def measure(self, steps, **more):
        """One that may find two others before it."""
        check = either(text_is(f"measured {steps} times"), text_is("busy", fails=True))
        params = {"name": "measure", "arguments": {"steps": steps}, "token": True}
        return self.request("tools/call", params, check, **more)

    def dump(self, **more):
        return self.call("dump", {}, text_is(DUMPED), **more)

    def set_pin(self, **more):
        random = self.random
        arguments = {"pin": random.randrange(16), "level": random.choice(("low", "high"))}
        if random.random() < 0.5:
            arguments["duty"] = random.choice((0, 0.5, 0.25, 0.125, 1))
        if random.random() < 0.5:
            arguments["label"] = random.choice(("lamp", "", "é" * 16, '"\\/\n'))
        return self.call("set_pin", arguments, pin_is(arguments), **more)

    # What becomes of them.

    def expect(self, request, late=False):
        """It goes out whole; if it took too long, the device may have given it up."""
        _, key, check = request
        with self.lock:
            if late:
                self.perhaps.add(key)
                self.spoilt()
            else:
                self.whole[key] = check

    def spoilt(self, line=b"", sound=True):
        """A line goes out that may be nothing the device knows; it says so once, or is silent."""
        with self.lock:
            self.damaged += 1
            self.credit += 1
            try:
                message = parse(line.decode()) if sound else {}
            except (ValueError, UnicodeError):
                return
            if "id" in message:
                self.perhaps.add(same(message["id"]))

    def heard(self, line):
        with self.lock:
            try:
                message = parse(line.decode())
            except (ValueError, UnicodeError) as error:
                if self.tail:
                    self.tail = False
                    return
                self.wrong.append(f"{error}: {short(repr(line))}")
                return
            if self.handshake:
                self.handshake = "protocolVersion" not in message.get("result", {})
                if self.handshake:
                    return
            self.tail = False
            why = self.notified(message) if "method" in message else self.response(message)
            if why:
                self.wrong.append(f"{why}: {short(json.dumps(message))}")

    def response(self, message):
        if why := broken_shape(message):
            return why
        key = same(message.get("id"))
        if key in self.whole:
            self.answered.add(key)
            self.right += 1
            return self.whole.pop(key)(message)
        if key in self.answered:
            return "answered twice"
        if key in self.perhaps:
            self.perhaps.discard(key)
            self.credit -= 1
            return None
        if key in self.before:
            return None
        if "error" in message and self.credit > 0:
            self.credit -= 1
            return None
        return "nobody asked"

    def notified(self, message):
        params, method = message.get("params", {}), message["method"]
        if method == PROGRESS:
            key = same(params.get("progressToken"))
            step, last = params.get("progress"), self.steps.get(key, 0)
            if key in self.before:
                return None
            if key not in self.whole and key not in self.perhaps:
                return "progress of nothing"
            self.steps[key] = step
            return None if step == last + 1 else f"step {step} after {last}"
        if method == UPDATED and self.subscribed:
            self.updates += 1
            return None
        if method == "notifications/subscriptions/acknowledged":
            return None if same(params["_meta"][TAG]) in self.listens else "of no listen"
        return "nobody asked"

    def settle(self, seconds=20):
        """Waits until all is answered; gives whether it is."""
        until = time.monotonic() + seconds
        while self.whole and time.monotonic() < until:
            time.sleep(0.002)
        return not self.whole
