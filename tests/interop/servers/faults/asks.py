"""Requests of the server's own."""

import threading

from . import kind
from .good import Good
from .messages import is_modern, note, request, said, text_of

FORM = {
    "mode": "form",
    "message": "Who are you?",
    "requestedSchema": {"type": "object", "properties": {"name": {"type": "string"}}},
}
SAMPLE = {
    "messages": [{"role": "user", "content": {"type": "text", "text": "Hm?"}}],
    "maxTokens": 5,
}


class Asking(Good):
    """Sends requests with the call `one`, and looks at how they are answered."""

    patience = 2.0

    def __init__(self, legacy_only):
        super().__init__(legacy_only)
        self.waiting = {}
        self.answers = {}

    def ask(self, message, requests):
        """Sends them all, then waits for all answers."""
        for asked in requests:
            with self.lock:
                self.waiting[asked["id"]] = threading.Event()
            yield asked
        for event in list(self.waiting.values()):
            event.wait(self.patience)

    def response(self, message):
        with self.lock:
            number = message.get("id")
            event = self.waiting.get(number)
            if event is None or number in self.answers:
                self.blame(f"an answer to nothing, or the second: {message!r:.120}")
                return
            self.answers[number] = message
            event.set()


@kind("asks-modern")
class AsksModern(Good):
    """Sends requests in 2026-07-28, where there are none; nobody may answer them."""

    def call(self, message):
        if is_modern(message):
            yield request(message["id"], "ping")
            yield request(1, "elicitation/create", FORM)
            yield request("s", "sampling/createMessage", SAMPLE)
            yield request("r", "roots/list")
            yield request("u", "no/such")
            # Time for an answer, which would be seen before `last`.
            yield 0.1
        yield from super().call(message)


@kind("asks-undeclared")
class AsksUndeclared(Asking):
    """Asks for what the client never declared: each has to be refused, and nothing to hang."""

    asked = {
        "e": ("elicitation/create", FORM),
        "s": ("sampling/createMessage", SAMPLE),
        "r": ("roots/list", None),
        "u": ("no/such", {"a": 1}),
        "t": ("tools/call", {"name": "echo", "arguments": {}}),
    }

    def call(self, message):
        if text_of(message) == "one" and not is_modern(message):
            asked = (request(number, *what) for number, what in self.asked.items())
            yield from self.ask(message, asked)
        yield from super().call(message)

    def last_fault(self):
        for number, (method, _) in self.asked.items():
            code = self.answers.get(number, {}).get("error", {}).get("code")
            if code not in (-32601, -32602):
                self.blame(f"{method} was answered by {self.answers.get(number)!r:.100}")
        return super().last_fault()


@kind("ping-storm")
class PingStorm(Asking):
    """1000 pings at once (over HTTP 100), each of which has to be answered once."""

    patience = 10.0

    def call(self, message):
        if text_of(message) == "one" and not is_modern(message):
            count = 100 if self.over_http else 1000
            yield from self.ask(message, (request(f"p{n}", "ping") for n in range(count)))
        yield from super().call(message)

    def last_fault(self):
        good = [answer for answer in self.answers.values() if answer.get("result") == {}]
        if len(good) < len(self.waiting):
            self.blame(f"{len(good)} pings of {len(self.waiting)} were answered well")
        return super().last_fault()


@kind("asks-odd-ids")
class AsksOddIds(Asking):
    """Pings with ids that are hard to give back as they were."""

    def call(self, message):
        if text_of(message) == "one" and not is_modern(message):
            # The ids of the client's own requests are another space.
            numbers = [message["id"], str(message["id"]), 0, -7, 2**63, "", '\u00e4"\\', "x" * 100]
            yield from self.ask(message, (request(number, "ping") for number in numbers))
        yield from super().call(message)

    def last_fault(self):
        for number in self.waiting:
            answer = self.answers.get(number)
            if not answer or answer.get("result") != {}:
                self.blame(f"ping {number!r} was answered by {answer!r:.100}")
        return super().last_fault()


@kind("asks-refused-ids")
class AsksRefusedIds(Good):
    """Requests with ids that are none: they may be refused, not answered as if they were."""

    def call(self, message):
        if not is_modern(message):
            for number in (None, True, [1], {"a": 1}, 1.5, "x" * 5000):
                yield request(number, "ping")
        yield from super().call(message)

    def response(self, message):
        fine = "error" in message or message.get("id") == 1.5
        self.expect(fine, f"an id that is none got {message!r:.100}")


@kind("asks-outside")
class AsksOutside(Asking):
    """Asks the person after the call that it was for has ended."""

    def call(self, message):
        yield from super().call(message)
        if text_of(message) == "one" and not is_modern(message):
            yield request("after", "elicitation/create", FORM)
            yield note("notifications/cancelled", {"requestId": "after"})

    def response(self, message):
        # It may be answered before the cancel is seen, or not at all.
        self.expect(message.get("id") == "after", f"an answer to nothing: {message!r:.100}")


@kind("asks-cancelled")
class AsksCancelled(Asking):
    """Asks the person and takes it back at once; then the same with a cancel twice."""

    def call(self, message):
        if text_of(message) == "one" and not is_modern(message):
            for number in ("c1", "c2"):
                self.waiting[number] = threading.Event()
                yield request(number, "elicitation/create", FORM)
                yield note("notifications/cancelled", {"requestId": number})
                yield note("notifications/cancelled", {"requestId": number})
        yield from super().call(message)


@kind("asks-person")
class AsksPerson(Asking):
    """Asks the person as it should: no fault, to see that it goes well in the older era."""

    def call(self, message):
        if text_of(message) == "one" and not is_modern(message):
            yield from self.ask(message, [request("q", "elicitation/create", FORM)])
            if self.answers.get("q", {}).get("result", {}).get("action") != "accept":
                self.blame(f"the question was answered by {self.answers.get('q')!r:.100}")
        yield said(message, text_of(message))
