"""What is wrong with the answers to calls."""

import threading

from . import kind
from .good import Good
from .messages import META, MODERN, error, note, said, text_of, token_of


class OneDiffers(Good):
    """Answers the call `one` as `one` says, and all others well."""

    def call(self, message):
        if text_of(message) == "one":
            yield from self.one(message)
        else:
            yield from super().call(message)


@kind("twice")
class Twice(Good):
    """Every answer twice, the second time as an error."""

    def request(self, message):
        yield from super().request(message)
        yield from super().request(message)
        yield error(message, -32603, "a second thought")


def strays():
    """Answers to nothing that was asked."""
    for number in (999999, -1, 1.5, 9223372036854775808, "abc", "", "1", True, [1], {"a": 1}):
        yield {"jsonrpc": "2.0", "id": number, "result": {"stray": True}}
        yield {"jsonrpc": "2.0", "id": number, "error": {"code": -32603, "message": "stray"}}


@kind("unknown-ids")
class UnknownIds(Good):
    def request(self, message):
        yield from strays()
        yield from super().request(message)
        yield from strays()


@kind("null-ids")
class NullIds(OneDiffers):
    """Errors that say of nothing what they are for, before the answer."""

    def one(self, message):
        yield error({"id": None}, -32700, "Parse error")
        yield {"jsonrpc": "2.0", "error": {"code": -32600, "message": "Invalid Request"}}
        yield said(message, "one")


@kind("string-ids")
class StringIds(OneDiffers):
    """The id `7` comes back as `"7"`."""

    def one(self, message):
        yield {**said(message, "one"), "id": str(message["id"])}


@kind("float-ids")
class FloatIds(OneDiffers):
    """The id `7` comes back as `7.0`."""

    def one(self, message):
        yield {**said(message, "one"), "id": float(message["id"])}


@kind("out-of-order")
class OutOfOrder(Good):
    """Waits for the three calls and answers the last of them first."""

    def __init__(self, legacy_only):
        super().__init__(legacy_only)
        self.done = {text: threading.Event() for text in ("three", "two", "one")}

    def call(self, message):
        before = {"two": "three", "one": "two"}.get(text_of(message))
        if before:
            # Who makes one call at a time gets an answer all the same.
            self.done[before].wait(1.5)
            yield 0.05
        yield from super().call(message)
        if text_of(message) in self.done:
            self.done[text_of(message)].set()


class OneIs(OneDiffers):
    members = {}

    def one(self, message):
        yield {"jsonrpc": "2.0", "id": message["id"], **self.members}


wrong = {
    "result-string": {"result": "one"},
    "result-number": {"result": 1},
    "result-null": {"result": None},
    "result-array": {"result": [1]},
    "both": {"result": {"content": []}, "error": {"code": 1, "message": "and yet"}},
    "neither": {},
    "error-string": {"error": "it failed"},
    "error-null": {"error": None},
    "error-empty": {"error": {}},
    "error-code-float": {"error": {"code": -32603.0, "message": "half"}},
    "error-code-string": {"error": {"code": "E_FAIL", "message": "words"}},
    "error-code-huge": {"error": {"code": 10**30, "message": "large"}},
    "error-no-message": {"error": {"code": 5}},
    "error-null-result": {"result": None, "error": {"code": 5, "message": "JSON-RPC 1.0"}},
    "result-null-error": {"result": {"content": []}, "error": None},
    "method-too": {"result": {"content": []}, "method": "tools/call"},
    "type-unknown": {"result": {"resultType": "later", "content": []}},
    "type-number": {"result": {"resultType": 1, "content": []}},
    "type-absent": {"result": {"content": [{"type": "text", "text": "one"}]}},
    "content-absent": {"result": {"resultType": "complete"}},
    "members-unknown": {"result": {"content": [{"type": "text", "text": "one"}]}, "took": "5 ms"},
}
for name, value in wrong.items():
    members = {"members": value}
    if name == "method-too":
        # It may as well be read as a request, and be answered.
        members["response"] = lambda self, message: None
    kind(name)(type("OneIs", (OneIs,), members))


@kind("jsonrpc-absent")
class NoVersion(OneDiffers):
    def one(self, message):
        answer = said(message, "one")
        del answer["jsonrpc"]
        yield answer


@kind("jsonrpc-1.0")
class OldVersion(OneDiffers):
    def one(self, message):
        yield {**said(message, "one"), "jsonrpc": "1.0"}


@kind("batched")
class Batched(OneDiffers):
    """The answer in an array, which 2025-03-26 alone knows."""

    def one(self, message):
        yield [said(message, "one")]


@kind("error-cases")
class ErrorCases(Good):
    """Errors of the newer era where they belong, with what they have to carry."""

    def call(self, message):
        data = {"requiredCapabilities": {"sampling": {}}}
        told = {
            "one": error(message, -32021, "Missing capability", data),
            "two": error(message, -32602, "Unknown tool", {"name": "echo"}),
            "three": error(message, -32603, "Internal error"),
        }
        yield told.get(text_of(message)) or said(message, "last")


class Cancelled(OneDiffers):
    """Leaves the call `one` alone, and wants to be told that the client gave up on it."""

    number = None

    def one(self, message):
        self.number = message["id"]
        return ()

    def last_fault(self):
        def told():
            return self.number in self.cancelled

        def closed():
            return self.number in self.closed

        if self.over_http and self.modern:
            self.expect(not told(), "notifications/cancelled over HTTP in the newer era")
            self.soon(closed, "the exchange of the call is still open")
        else:
            self.soon(told, "nobody cancelled the call that was given up")
        return super().last_fault()


@kind("never")
class Never(Cancelled):
    """Never answers the call `one`."""


@kind("late")
class Late(Cancelled):
    """Answers it when nobody waits any more."""

    def one(self, message):
        self.number = message["id"]
        yield 2
        yield said(message, "one")


@kind("cancel-answered")
class CancelAnswered(Cancelled):
    """Answers the cancel with an error for the request, as some servers do."""

    def note(self, message):
        super().note(message)
        if message["method"] == "notifications/cancelled":
            number = message["params"].get("requestId")
            yield error({"id": number}, 0, "Request cancelled")


def report(token, progress, **more):
    return note("notifications/progress", {"progressToken": token, "progress": progress, **more})


@kind("progress-strays")
class ProgressStrays(Good):
    """Progress for nobody, out of order, after the answer, and of every wrong form."""

    def call(self, message):
        token = token_of(message)
        for other in (999999, "abc", "", None, 1.5, [1], str(token)):
            yield report(other, 1)
        for progress in (5, 3, 3, -1, "much", None, 1e300, 0.1):
            yield report(token, progress, total=progress, message=7)
        yield note("notifications/progress", {"progress": 1})
        yield note("notifications/progress", {"progressToken": token})
        yield note("notifications/progress")
        yield from super().call(message)
        yield report(token, 100)


@kind("progress-patient")
class ProgressPatient(OneDiffers):
    """Takes longer than the idle limit, and says in time that it goes on."""

    def one(self, message):
        for step in range(6):
            yield 0.3
            yield report(token_of(message), step + 1, total=6, message="still there")
        yield said(message, "one")


@kind("progress-forever")
class ProgressForever(OneDiffers):
    """Goes on for ever, which nothing but the hard limit ends."""

    def one(self, message):
        step = 0
        while message["id"] not in self.cancelled and step < 200:
            step += 1
            yield 0.1
            yield report(token_of(message), step)


@kind("notes-unknown")
class NotesUnknown(Good):
    """Notifications that nobody knows, of wrong form, or that nobody may send."""

    def request(self, message):
        yield from self.notes(message)
        yield from super().request(message)
        yield from self.notes(message)

    def notes(self, message):
        yield note("notifications/vendor/unknown", {"deep": [[[[{"a": {}}]]]]})
        yield note("no/such/thing")
        yield note("", {})
        yield note("x" * 1000, {})
        yield {**note("notifications/message"), "params": [1, 2]}
        yield {**note("notifications/message"), "params": "text"}
        yield note("notifications/message", {"level": "loud", "data": None})
        yield note("notifications/message", {})
        yield note("notifications/resources/updated", {"uri": 7})
        yield note("notifications/resources/updated", {"uri": "demo://nobody"})
        for what in ("tools", "prompts", "resources"):
            yield note(f"notifications/{what}/list_changed")
        yield note("notifications/elicitation/complete", {"elicitationId": "none"})
        yield note("notifications/subscriptions/acknowledged", {"notifications": {}})
        yield note("notifications/initialized")
        yield note("tools/call", {"name": "echo", "arguments": {"text": "you"}})


@kind("cancels-calls")
class CancelsCalls(Good):
    """Tells the client that its own requests are cancelled, which is not a server's to say."""

    def call(self, message):
        for number in (message["id"], str(message["id"]), 999999, None, [1]):
            yield note("notifications/cancelled", {"requestId": number, "reason": "no"})
        yield note("notifications/cancelled", {})
        yield note("notifications/cancelled")
        yield from super().call(message)


@kind("logs-unasked")
class LogsUnasked(Good):
    """Log messages of every level, though nobody asked for them."""

    def call(self, message):
        levels = "debug info notice warning error critical alert emergency".split()
        for level in levels:
            yield note("notifications/message", {"level": level, "data": {"n": [1, 2.5, None]}})
        yield from super().call(message)


@kind("modern-mark")
class ModernMark(OneDiffers):
    """The answer carries a revision in its `_meta`, as requests do."""

    def one(self, message):
        answer = said(message, "one")
        meta = {f"{META}protocolVersion": MODERN, f"{META}subscriptionId": 3}
        answer["result"]["_meta"] = meta
        yield answer
