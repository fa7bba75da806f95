"""HTTP on plain sockets, so that everything about it can be wrong."""

import json
import os
import select
import socket
import sys
import threading
import time

REASONS = {200: "OK", 202: "Accepted", 204: "No Content", 400: "Bad Request", 404: "Not Found"}


class Gone(Exception):
    """The client has closed the socket."""


class Exchange:
    """One request, and the answer to it."""

    def __init__(self, sock, verb, path, headers, body):
        self.sock = sock
        self.verb = verb
        self.path = path
        # Names in small letters; of several of one name the values, with commas between.
        self.headers = headers
        self.body = body
        # Another request may follow on this socket.
        self.framed = False
        self.chunked = False
        try:
            self.message = json.loads(body) if body else None
        except ValueError:
            self.message = None

    # Bytes ---------------------------------------------------------------------------------------

    def send(self, data):
        try:
            self.sock.sendall(data)
        except OSError as error:
            raise Gone from error

    def pause(self, seconds):
        """Waits; ends with `Gone` if the client goes meanwhile."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            ready, _, _ = select.select([self.sock], [], [], left)
            if not ready:
                return
            try:
                more = self.sock.recv(1, socket.MSG_PEEK)
            except OSError as error:
                raise Gone from error
            if not more:
                raise Gone
            # The next request, early; it waits.
            time.sleep(min(left, 0.01))

    def abort(self):
        """Ends the connection at once, with a reset."""
        linger = b"\x01\x00\x00\x00\x00\x00\x00\x00"
        self.sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
        raise Gone

    # Whole responses -----------------------------------------------------------------------------

    def head(self, status, headers=(), version="HTTP/1.1"):
        lines = [f"{version} {status} {REASONS.get(status, 'Status')}"]
        lines += [f"{name}: {value}" for name, value in dict(headers).items()]
        self.send("\r\n".join([*lines, "", ""]).encode("latin-1"))

    def whole(self, status, body=b"", headers=()):
        length = {} if status == 204 else {"Content-Length": len(body)}
        self.head(status, {**dict(headers), **length})
        if body:
            self.send(body)
        self.framed = True

    def json(self, status, value, headers=()):
        body = json.dumps(value, ensure_ascii=False).encode()
        self.whole(status, body, {"Content-Type": "application/json", **dict(headers)})

    # Event streams -------------------------------------------------------------------------------

    def stream(self, headers=(), status=200):
        given = {
            "Content-Type": "text/event-stream",
            "Cache-Control": "no-cache",
            "Transfer-Encoding": "chunked",
        }
        self.head(status, {**given, **dict(headers)})
        self.chunked = True

    def raw(self, data):
        """Bytes of the body, as they are."""
        if self.chunked and data:
            data = b"%x\r\n%s\r\n" % (len(data), data)
        self.send(data)

    def event(self, message=None, event_id=None, retry=None, name=None):
        lines = []
        if name is not None:
            lines.append(f"event: {name}")
        if event_id is not None:
            lines.append(f"id: {event_id}")
        if retry is not None:
            lines.append(f"retry: {retry}")
        if message is not None:
            data = json.dumps(message, ensure_ascii=False) if message != "" else ""
            lines.append(f"data: {data}")
        self.raw("\n".join([*lines, "", ""]).encode())

    def end(self):
        """The end of a stream, as it should be; the socket may go on."""
        self.send(b"0\r\n\r\n")
        self.framed = True


def read_request(sock, begun):
    """The next request on the socket, and the bytes after it; None when there is none."""
    data = begun
    while b"\r\n\r\n" not in data:
        more = sock.recv(65536)
        if not more:
            return None
        data += more
    head, data = data.split(b"\r\n\r\n", 1)
    first, *lines = head.decode("latin-1").split("\r\n")
    verb, path, _ = first.split(" ", 2)
    headers = {}
    for line in lines:
        name, value = line.split(":", 1)
        name, value = name.strip().lower(), value.strip()
        headers[name] = f"{headers[name]}, {value}" if name in headers else value
    if headers.get("expect", "").lower() == "100-continue":
        sock.sendall(b"HTTP/1.1 100 Continue\r\n\r\n")
    if "chunked" in headers.get("transfer-encoding", ""):
        body, data = read_chunks(sock, data)
    else:
        length = int(headers.get("content-length", 0))
        while len(data) < length:
            more = sock.recv(65536)
            if not more:
                return None
            data += more
        body, data = data[:length], data[length:]
    return Exchange(sock, verb, path, headers, body), data


def read_chunks(sock, data):
    body = b""
    while True:
        while b"\r\n" not in data:
            data += sock.recv(65536)
        size, data = data.split(b"\r\n", 1)
        size = int(size.split(b";")[0], 16)
        while len(data) < size + 2:
            data += sock.recv(65536)
        body, data = body + data[:size], data[size + 2 :]
        if size == 0:
            return body, data


def converse(server, sock):
    data = b""
    with sock:
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        try:
            while (read := read_request(sock, data)) is not None:
                exchange, data = read
                server.exchange(exchange)
                if not exchange.framed:
                    return
        except (Gone, OSError):
            pass


def serve(server, port):
    listener = socket.create_server(("127.0.0.1", port), backlog=128)
    url = f"http://127.0.0.1:{listener.getsockname()[1]}/mcp"
    print(f"serving {url}", file=sys.stderr, flush=True)

    def accept():
        while True:
            sock, _ = listener.accept()
            threading.Thread(target=converse, args=(server, sock), daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    sys.stdin.buffer.read()
    time.sleep(server.linger)
    # Threads may still wait for what does not come.
    os._exit(1 if server.faults else 0)
