"""HTTP/1.1 and event streams as they stand on the wire, read strictly."""

import re

TOKEN = re.compile(rb"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
LONGEST_HEAD = 64 * 1024


class Broken(ValueError):
    """What came is no HTTP/1.1 message."""


class Head:
    """A first line and headers. `raw` are its bytes, with the empty line."""

    def __init__(self, raw):
        self.raw = raw
        first, *lines = raw[:-4].split(b"\r\n")
        self.first = first.decode("ascii", "replace")
        self.fields = []
        for line in lines:
            name, colon, value = line.partition(b":")
            if not colon or not TOKEN.fullmatch(name):
                raise Broken(f"a header that is none: {line[:80]!r}")
            if any(byte < 32 and byte != 9 or byte == 127 for byte in value):
                raise Broken(f"a control byte in {line[:80]!r}")
            text = value.strip(b" \t").decode("latin-1")
            self.fields.append((name.decode().lower(), text))
        for name in ("content-length", "content-type", "mcp-session-id", "transfer-encoding"):
            if len(self.all(name)) > 1:
                raise Broken(f"{name} stands twice")
        if self.get("content-length") and self.get("transfer-encoding"):
            raise Broken("both a length and chunks")

    def all(self, name):
        return [value for key, value in self.fields if key == name]

    def get(self, name, default=None):
        return next(iter(self.all(name)), default)

    @property
    def status(self):
        found = re.fullmatch(r"HTTP/1\.1 ([1-5][0-9][0-9]) .*", self.first)
        if not found:
            raise Broken(f"no status line: {self.first[:80]}")
        return int(found[1])

    def body_form(self, verb=None):
        """`chunked`, a number of bytes, or `rest` (a response until the end of its connection)."""
        if verb is not None and (self.status in (204, 304) or verb == "HEAD"):
            return 0
        if self.get("transfer-encoding", "").lower() == "chunked":
            return "chunked"
        length = self.get("content-length")
        if length is not None:
            if not length.isdecimal():
                raise Broken(f"content-length: {length}")
            return int(length)
        return 0 if verb is None else "rest"


async def read_head(reader, begun=b""):
    """The next head, or None at the end of input."""
    raw = begun
    while not raw.endswith(b"\r\n\r\n"):
        line = await reader.readline()
        if not line:
            if raw:
                raise Broken(f"the end within a head: {raw[:80]!r}")
            return None
        raw += line
        if not line.endswith(b"\r\n") or len(raw) > LONGEST_HEAD:
            raise Broken(f"no head: {raw[:80]!r}")
    return Head(raw)


async def pieces(reader, form):
    """The body as it comes: (bytes on the wire, bytes of the body). An incomplete one is broken."""
    if form == "chunked":
        while True:
            line = await reader.readline()
            size = line.partition(b";")[0].strip()
            if not line.endswith(b"\r\n") or not re.fullmatch(rb"[0-9A-Fa-f]{1,8}", size):
                raise Broken(f"no chunk but {line[:40]!r}")
            size = int(size, 16)
            data = await exactly(reader, size + 2)
            if not data.endswith(b"\r\n"):
                raise Broken("a chunk is longer than it says")
            yield line + data, data[:size]
            if size == 0:
                return
    elif form == "rest":
        while data := await reader.read(65536):
            yield data, data
    else:
        left = form
        while left:
            data = await reader.read(min(left, 65536))
            if not data:
                raise Broken(f"the end, {left} bytes of the body missing")
            left -= len(data)
            yield data, data


async def exactly(reader, count):
    data = b""
    while len(data) < count:
        more = await reader.read(count - len(data))
        if not more:
            raise Broken("the end within a chunk")
        data += more
    return data


class Events:
    """Event streams: feed() gives the events that are whole by then.

    An event is {"data": text} with "id", "event" and "retry" where they stand.
    """

    def __init__(self):
        self.rest, self.bad = b"", None

    def feed(self, data):
        self.rest += data
        while (end := self.rest.find(b"\n\n")) >= 0:
            block, self.rest = self.rest[: end + 2], self.rest[end + 2 :]
            event = self.event(block)
            if event is not None:
                yield event

    def event(self, block):
        """One event. Only comments: none."""
        found, data = {}, []
        try:
            text = block.decode()
        except UnicodeDecodeError:
            self.bad = f"no UTF-8: {block[:80]!r}"
            return None
        for line in text.strip("\n").split("\n"):
            name, _, value = line.partition(":")
            value = value.removeprefix(" ")
            if name == "data":
                data.append(value)
            elif name in ("id", "event", "retry") and name not in found:
                found[name] = value
            elif name:
                self.bad = f"a field that is none, or twice: {line[:80]}"
        if "\r" in text or "\0" in found.get("id", ""):
            self.bad = f"a carriage return or a zero: {text[:80]!r}"
        if not found and not data:
            return None
        return {**found, "data": "\n".join(data)}


def written(event):
    """The bytes of an event."""
    lines = [f"{key}: {event[key]}\n" for key in ("event", "id", "retry") if key in event]
    return "".join([*lines, f"data: {event['data']}\n\n"]).encode()
