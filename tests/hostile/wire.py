"""HTTP/1.1 over bare sockets: any bytes are sent, and what comes back is read to the byte."""

import socket
import struct
import time


class Broken(Exception):
    """The server closed the connection, or said something that is no HTTP, or nothing in time."""


class Closed(Broken):
    """The server closed the connection where an answer would begin."""


class Reply:
    """A response: its status, its headers in lower case, its body, and whether all of it came."""

    def __init__(self, status, headers):
        self.status, self.headers = status, headers
        self.body = b""
        self.is_whole = False

    def get(self, name):
        found = [value for key, value in self.headers if key == name]
        return found[0] if found else None

    def __repr__(self):
        return f"{self.status} {self.body[:300]!r}"


class Link:
    """A connection. What came and was not read yet is in `rest`."""

    def __init__(self, port, timeout=30.0, receive=None):
        self.socket = socket.socket()
        if receive:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive)
        self.socket.settimeout(timeout)
        self.socket.connect(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.timeout = timeout
        self.rest = b""
        self.reply = None
        self.left = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self.socket.close()

    def reset(self):
        """Closes without a word: the other side gets RST."""
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.socket.close()

    def end(self):
        """Says that nothing more will be sent."""
        try:
            self.socket.shutdown(socket.SHUT_WR)
        except OSError:
            pass

    def send(self, data):
        """Sends all of it, or as much as the server takes before it closes."""
        try:
            self.socket.sendall(data)
        except (BrokenPipeError, ConnectionResetError):
            pass

    def more(self, until=None):
        """Reads once; False at the end."""
        if until is not None:
            left = until - time.monotonic()
            if left <= 0:
                raise Broken("not in time")
            self.socket.settimeout(left)
        try:
            data = self.socket.recv(1 << 16)
        except TimeoutError as error:
            raise Broken("not in time") from error
        except ConnectionResetError:
            data = b""
        self.rest += data
        return bool(data)

    def line(self, until):
        while b"\r\n" not in self.rest:
            if not self.more(until):
                raise Broken(f"closed behind {self.rest[:200]!r}")
        line, self.rest = self.rest.split(b"\r\n", 1)
        return line

    def head(self, timeout=None):
        """The head of the next response that is no 1xx."""
        until = time.monotonic() + (timeout or self.timeout)
        if not self.rest and not self.more(until):
            raise Closed("closed before an answer")
        while True:
            status = self.line(until)
            if not status.startswith(b"HTTP/1."):
                raise Broken(f"no status: {status[:200]!r}")
            headers = []
            while line := self.line(until):
                name, _, value = line.partition(b":")
                headers.append((name.decode("latin-1").lower(), value.strip().decode("latin-1")))
            reply = Reply(int(status.split()[1]), headers)
            if reply.status >= 200:
                self.reply = reply
                return reply

    def pieces(self, timeout=None, is_head=False):
        """The body as it comes, piece by piece."""
        until = time.monotonic() + (timeout or self.timeout)
        reply = self.reply
        length = reply.get("content-length")
        if is_head or reply.status in (204, 304):
            reply.is_whole = True
        elif reply.get("transfer-encoding") == "chunked":
            while True:
                size = int(self.line(until).split(b";")[0], 16)
                data = self.exactly(size + 2, until)
                if data[size:] != b"\r\n":
                    raise Broken("a chunk without its end")
                if not size:
                    reply.is_whole = True
                    return
                yield data[:size]
        elif length is not None:
            yield self.exactly(int(length), until)
            reply.is_whole = True
        else:
            while self.more(until):
                pass
            data, self.rest = self.rest, b""
            reply.is_whole = True
            yield data

    def exactly(self, count, until):
        while len(self.rest) < count:
            if not self.more(until):
                raise Broken(f"closed with {count - len(self.rest)} bytes to come")
        data, self.rest = self.rest[:count], self.rest[count:]
        return data

    def answer(self, timeout=None, is_head=False):
        """The next response, whole."""
        reply = self.head(timeout)
        for piece in self.pieces(timeout, is_head):
            reply.body += piece
        return reply

    def events(self, timeout=None):
        """The events of the response whose head was read: each a dictionary of its fields."""
        text = b""
        for piece in self.pieces(timeout):
            text += piece
            self.reply.body += piece
            while b"\n\n" in text:
                event, text = text.split(b"\n\n", 1)
                fields = {}
                for line in event.split(b"\n"):
                    name, _, value = line.partition(b":")
                    fields[name.decode()] = value.removeprefix(b" ").decode()
                yield fields

    def is_closed(self, timeout):
        """Whether the server closes the connection in time; what it still says is left out."""
        until = time.monotonic() + timeout
        try:
            while self.more(until):
                self.rest = b""
            return True
        except Broken:
            return False
        except OSError:
            return True

    def begun(self, timeout):
        """Waits for the first bytes of an answer, or the end, and leaves them in `rest`."""
        until = time.monotonic() + timeout
        try:
            if not self.rest:
                self.more(until)
        except (Broken, OSError):
            pass

    def rest_of(self, timeout):
        """All that comes until the server closes, or nothing more comes in time."""
        until = time.monotonic() + timeout
        try:
            while self.more(until):
                pass
        except (Broken, OSError):
            pass
        data, self.rest = self.rest, b""
        return data


def request(method, headers, body=b"", target="/mcp", length=True):
    """The bytes of a request. `headers` is a list of pairs; the length is added if it is wanted."""
    lines = [f"{method} {target} HTTP/1.1"]
    lines += [f"{name}: {value}" for name, value in headers]
    if length and method == "POST":
        lines.append(f"Content-Length: {len(body)}")
    return "\r\n".join(lines).encode("latin-1") + b"\r\n\r\n" + body


def responses(data):
    """The statuses of all responses in bytes that came."""
    found = []
    for line in data.split(b"HTTP/1.1 ")[1:]:
        status = line[:3]
        if status.isdigit():
            found.append(int(status))
    return found
