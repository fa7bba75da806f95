"""What is wrong with event streams."""

import json
import time

from . import kind
from .good import Good
from .http import OneHttp
from .messages import error, note, said, text_of, token_of
from .web import Gone


class OneStream(OneHttp):
    """The call `one` is answered on a stream that `one` writes; the stream then ends well."""

    def one(self, x):
        x.stream()
        self.write_stream(x)
        x.end()

    def answer(self, x):
        return said(x.message, text_of(x.message))


def data_of(message):
    return json.dumps(message).encode()


class Bytes(OneStream):
    """The bytes of the stream; DATA stands for the answer."""

    stream_bytes = b""

    def write_stream(self, x):
        x.raw(self.stream_bytes.replace(b"DATA", data_of(self.answer(x))))


streams = {
    "stream-priming": b"id: 1\ndata:\n\nid: 2\ndata: \n\nid\ndata: DATA\n\n",
    "stream-retry-alone": b"retry: 50\n\ndata: DATA\n\n",
    "stream-comments": b": hello\n\n:\n\n:\r\n\r\n: more\ndata: DATA\n: end\n\n",
    "stream-names": b'event: ping\ndata: {"a":1}\n\nevent: endpoint\ndata: /x\n\n'
    b"event: message\ndata: DATA\n\n",
    "stream-other-name": b"event: answer\ndata: DATA\n\n",
    "stream-fields": b"foo: bar\ndatas: 1\ndata-x: 2\nnothing\ndata:DATA\n\n",
    "stream-crlf": b"event: message\r\nid: 1\r\ndata: DATA\r\n\r\n",
    "stream-cr": b"event: message\rid: 1\rdata: DATA\r\r",
    "stream-bom": b"\xef\xbb\xbfdata: DATA\n\n",
    "stream-no-json": b"data: hello\n\ndata: {\n\ndata: [1,\n\ndata: DATA\n\n",
    "stream-no-blank": b"data: DATA\n",
    "stream-no-end-of-line": b"data: DATA",
    "stream-empty": b"",
    "stream-comments-alone": b": hello\n\n" * 3,
    "stream-odd-retry": b"retry: -5\nretry: soon\nretry: 99999999999999999999\ndata: DATA\n\n",
    "stream-odd-ids": b"id: a\x00b\ndata:\n\nid: " + b"x" * 5000 + b"\ndata: DATA\n\n",
    "stream-not-utf8": b'data: {"a":"\xff"}\n\ndata: DATA\n\n',
    "stream-nothing-huge": b":" + b"x" * 16 * 1024 * 1024 + b"\n\ndata: DATA\n\n",
}
for name, value in streams.items():
    kind(name)(type("Bytes", (Bytes,), {"stream_bytes": value}))


@kind("stream-many-lines")
class ManyLines(OneStream):
    """The answer over several lines of data, as a pretty printer has it."""

    def write_stream(self, x):
        lines = json.dumps(self.answer(x), indent=1).split("\n")
        x.raw(("\n".join(f"data: {line}" for line in lines) + "\n\n").encode())


@kind("stream-slow")
class Slow(OneStream):
    """A byte at a time, each a chunk of its own."""

    def write_stream(self, x):
        for byte in b"id: 7\ndata: " + data_of(self.answer(x)) + b"\n\n":
            x.raw(bytes([byte]))
            time.sleep(0.001)


@kind("stream-huge")
class Huge(OneStream):
    """An event of 16 MiB with the answer."""

    def write_stream(self, x):
        x.event(said(x.message, "x" * 16 * 1024 * 1024))


@kind("stream-huge-note")
class HugeNote(OneStream):
    """An event of 16 MiB that is none of the client's business, then the answer."""

    def write_stream(self, x):
        logged = {"level": "info", "data": "x" * 16 * 1024 * 1024}
        x.event(note("notifications/message", logged))
        x.event(self.answer(x))


@kind("stream-stays")
class Stays(OneStream):
    """Stays open after the answer."""

    def write_stream(self, x):
        x.event(self.answer(x))
        x.pause(30)


@kind("stream-more")
class More(OneStream):
    """Goes on after the answer: the answer again, an error for it, news."""

    def write_stream(self, x):
        x.event(self.answer(x))
        x.event(self.answer(x))
        x.event(error(x.message, -32603, "a second thought"))
        x.event(note("notifications/message", {"level": "info", "data": "late"}))


@kind("stream-chatty")
class Chatty(OneStream):
    """Comments for ever, which are no progress: the limits still hold."""

    def write_stream(self, x):
        for _ in range(600):
            x.raw(b": still there\n\n")
            x.pause(0.1)


@kind("stream-foreign")
class Foreign(OneStream):
    """The answers to the other calls come here first, as errors; nobody may believe them."""

    def write_stream(self, x):
        for number in range(x.message["id"] + 1, x.message["id"] + 4):
            x.event(error({"id": number}, -32603, "from another stream"))
        x.pause(0.2)
        x.event(self.answer(x))

    def call(self, message):
        if text_of(message) in ("two", "three"):
            yield 0.5
        yield from super().call(message)


class Breaks(OneStream):
    """Ends before the answer; `rest` is what comes before."""

    event_id = None
    retry = None
    cut = False

    def write_stream(self, x):
        if (token := token_of(x.message)) is not None:
            x.event(note("notifications/progress", {"progressToken": token, "progress": 1}))
        if self.event_id is not None:
            x.event("", self.event_id, self.retry)
        if self.cut:
            x.raw(b'data: {"jsonrpc":"2.0","id"')
            raise Gone


kind("stream-breaks")(Breaks)
kind("stream-cut")(type("Breaks", (Breaks,), {"cut": True}))


class Resumed(Breaks):
    """Ends before the answer, which is there for who comes back with the id of the last event."""

    event_id = "one/1"
    retry = 300
    rounds = 1

    def __init__(self, legacy_only):
        super().__init__(legacy_only)
        self.kept = None
        self.left = 0.0
        self.came = 0

    def one(self, x):
        self.kept = self.answer(x)
        x.stream()
        self.write_stream(x)
        self.left = time.monotonic()
        x.end()

    def get(self, x):
        last = x.headers.get("last-event-id")
        if last is None:
            return super().get(x)
        if not self.has_session(x):
            return None
        self.came += 1
        waited = time.monotonic() - self.left
        wanted = (self.retry or 0) / 1000
        self.expect(waited > wanted - 0.05, f"came back after {waited:.2f} s, not {wanted} s")
        self.expect(last == f"one/{self.came}", f"Last-Event-ID: {last}")
        return self.resume(x)

    def resume(self, x):
        x.stream()
        if self.came < self.rounds:
            x.event("", f"one/{self.came + 1}")
        else:
            x.event(self.kept, f"one/{self.came + 1}")
        self.left = time.monotonic()
        x.end()

    def last_fault(self):
        # In the newer era nothing is asked for again.
        wanted = 0 if self.modern else self.rounds
        self.expect(self.came == wanted, f"came back {self.came} times, not {wanted}")
        return super().last_fault()


kind("stream-resumes")(Resumed)
kind("stream-resumes-cut")(type("Resumed", (Resumed,), {"cut": True}))
kind("stream-resumes-late")(type("Resumed", (Resumed,), {"rounds": 4, "retry": 100}))
kind("stream-resumes-no-retry")(type("Resumed", (Resumed,), {"retry": None}))


@kind("stream-resumes-never")
class ResumesNever(Resumed):
    """There is always a new id, and never the answer."""

    retry = 50

    def resume(self, x):
        x.stream()
        x.event("", f"one/{self.came + 1}")
        self.left = time.monotonic()
        x.end()

    def last_fault(self):
        self.expect(self.came < 200, f"came back {self.came} times")
        return Good.last_fault(self)


@kind("stream-resumes-same")
class ResumesSame(Resumed):
    """The stream ends again and again without a word, at once."""

    retry = None

    def get(self, x):
        if "last-event-id" not in x.headers:
            return super().get(x)
        self.came += 1
        x.stream()
        return x.end()

    def last_fault(self):
        self.expect(self.came < 50, f"came back {self.came} times, a storm")
        return Good.last_fault(self)


class ResumeRefused(Resumed):
    status_of_resume = 404

    def resume(self, x):
        x.whole(self.status_of_resume, b"")

    def last_fault(self):
        # An id that is not known any more does not come back.
        self.expect(self.came < 10, f"came back {self.came} times")
        return Good.last_fault(self)


for number in (400, 404, 405, 500):
    members = {"status_of_resume": number}
    kind(f"stream-resume-{number}")(type("ResumeRefused", (ResumeRefused,), members))


@kind("stream-error-status")
class ErrorStatus(OneHttp):
    """An event stream with status 400 and the error on it."""

    def one(self, x):
        x.stream(status=400)
        x.event(error(x.message, -32603, "on a stream"))
        x.end()
