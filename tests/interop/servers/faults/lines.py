"""What is wrong with the lines of a pipe. Most of these kinds exist over a pipe alone."""

import json
import time

from . import kind
from .good import Good
from .messages import CLOSE, note, said, text_of

MIB = 1024 * 1024


@kind("log-lines")
class LogLines(Good):
    """Prints what it does on standard output, as servers do by mistake."""

    prints = [
        b"Starting the server...\n",
        b"\n",
        b"   \n",
        b"{not json\n",
        b"[1, 2\n",
        b'"a string"\n',
        b"42\n",
        b"null\n",
        b"\x1b[32mINFO\x1b[0m \xe2\x9c\x93 ready\n",
    ]

    def begin(self):
        yield from self.prints

    def request(self, message):
        yield from self.prints
        yield from super().request(message)
        yield from self.prints


@kind("crlf")
class Crlf(Good):
    def line(self, message):
        return message + b"\r\n"


@kind("crlf-blank")
class CrlfBlank(Good):
    """With empty lines of both kinds between, and white space around the message."""

    def line(self, message):
        return b"\r\n\n \t" + message + b" \t\r\n\r\n"


@kind("bom")
class Bom(Good):
    """A byte order mark before its first line."""

    def discover(self, message):
        yield from super().discover(message)
        # Who cannot read that line turns to the older era with reason.
        self.discovered = False

    def begin(self):
        yield b"\xef\xbb\xbf"


@kind("slow-bytes")
class SlowBytes(Good):
    """A byte at a time."""

    def write(self, pipe, data):
        for byte in data:
            pipe.write(bytes([byte]))
            pipe.flush()
            time.sleep(0.0005)


@kind("joined")
class Joined(Good):
    """All three answers, and what else there is, in one write."""

    def call(self, message):
        out = b""
        for text in ("a", "b"):
            logged = note("notifications/message", {"level": "info", "data": text})
            out += self.line(json.dumps(logged).encode())
        yield out + self.line(json.dumps(said(message, text_of(message))).encode())


@kind("escapes")
class Escapes(Good):
    """Every character of the answer that may be escaped is."""

    def line(self, message):
        value = json.loads(message)
        return self.dump(value).encode() + b"\n"

    def dump(self, value):
        if isinstance(value, str):
            return '"' + "".join(f"\\u{ord(char):04X}" for char in value) + '"'
        if isinstance(value, dict):
            pairs = (f"{self.dump(key)} : {self.dump(item)}" for key, item in value.items())
            return "{ " + " , ".join(pairs) + " }"
        if isinstance(value, list):
            return "[ " + " , ".join(map(self.dump, value)) + " ]"
        return json.dumps(value)


@kind("separators")
class Separators(Good):
    """U+2028, U+2029, U+0085, vertical tab and form feed in a text: no ends of lines."""

    def call(self, message):
        logged = {"level": "info", "data": "a\u2028b\u2029c\u0085d"}
        yield note("notifications/message", logged)
        yield from super().call(message)


@kind("huge-answer")
class HugeAnswer(Good):
    """An answer of 16 MiB, its id before the result."""

    last_id = False

    def call(self, message):
        if text_of(message) != "one":
            yield from super().call(message)
            return
        answer = said(message, "x" * 16 * MIB)
        if self.last_id:
            answer["id"] = answer.pop("id")
        yield answer


@kind("huge-answer-id-last")
class HugeAnswerIdLast(HugeAnswer):
    last_id = True


@kind("huge-note")
class HugeNote(Good):
    """A notification of 16 MiB before the answer."""

    def call(self, message):
        if text_of(message) == "one":
            yield note("notifications/message", {"level": "info", "data": "x" * 16 * MIB})
        yield from super().call(message)


@kind("huge-noise")
class HugeNoise(Good):
    """A line of 16 MiB that is no message at all."""

    def call(self, message):
        if text_of(message) == "one":
            yield b"x" * 16 * MIB + b"\n"
        yield from super().call(message)


@kind("endless-line")
class EndlessLine(Good):
    """A line that never ends: 64 MiB, and the input stays open."""

    def discover(self, message):
        for _ in range(64):
            yield b"x" * MIB

    def initialize(self, message):
        return ()


class OneIs(Good):
    """The answer to the call `one` is this line instead."""

    instead = b""

    def call(self, message):
        if text_of(message) == "one":
            yield self.instead.replace(b"ID", json.dumps(message["id"]).encode()) + b"\n"
        else:
            yield from super().call(message)


DEEP = 1000
instead = {
    "not-utf8": b'{"jsonrpc":"2.0","id":ID,"result":{"content":[{"type":"text","text":"\xff"}]}}',
    "too-deep": b'{"jsonrpc":"2.0","id":ID,"result":{"a":' + b"[" * DEEP + b"]" * DEEP + b"}}",
    "cut-line": b'{"jsonrpc":"2.0","id":ID,"result":{"content":[{"type":"te',
    "id-twice": b'{"jsonrpc":"2.0","id":ID,"id":9999,"result":{"content":[]}}',
    "no-members": b"{}",
    "trailing": b'{"jsonrpc":"2.0","id":ID,"result":{"content":[]}} thanks',
    "control": b'{"jsonrpc":"2.0","id":ID,"result":{"content":[{"type":"text","text":"\x01"}]}}',
    "single-quotes": b"{'jsonrpc':'2.0','id':ID,'result':{'content':[]}}",
    "comment": b'{"jsonrpc":"2.0","id":ID,"result":{"content":[]}/* done */}',
    "nan": b'{"jsonrpc":"2.0","id":ID,"result":{"content":[],"n":NaN}}',
}
for name, value in instead.items():
    kind(name)(type("OneIs", (OneIs,), {"instead": value}))


@kind("cut-at-the-end")
class CutAtTheEnd(Good):
    """Goes in the middle of an answer; nothing comes after it."""

    def call(self, message):
        if text_of(message) == "one":
            yield 0.2
            yield b'{"jsonrpc":"2.0","id":%d,"result":{"con' % message["id"]
            yield CLOSE
        # The others wait until then.
        yield 30


@kind("goes")
class Goes(Good):
    """Goes without a word when the calls are there."""

    def call(self, message):
        yield 0.2
        yield CLOSE


@kind("last-line")
class LastLine(Good):
    """The last answer has no end of line; the end of the output follows it."""

    def call(self, message):
        if text_of(message) == "last":
            yield json.dumps(said(message, "last")).encode()
            yield CLOSE
        yield from super().call(message)
