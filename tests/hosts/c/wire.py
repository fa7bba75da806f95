"""The host in C over bare sockets: requests one behind the other, bodies nobody wants, clients that
take their time, full tables.

    wire.py USUAL HASTY

USUAL and HASTY are the echo server (tests/echo/echo_http.c), the second one built with short times
and four places: see tests/parts/c. The last line is `N passed, M failed`.
"""

import json
import re
import socket
import subprocess
import sys
import time

CLOSE = "Connection: close\r\n"
CHUNKED = "Transfer-Encoding: chunked\r\n"
passed = failed = 0


def check(what, is_so, why=""):
    global passed, failed
    if is_so:
        passed += 1
    else:
        failed += 1
        print(f"FAIL {what}: {why[:600]}")


class Served:
    def __init__(self, program):
        self.process = subprocess.Popen(
            [program, "0"], stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True
        )
        said = self.process.stderr.readline()
        self.port = int(re.match(r"serving http://127\.0\.0\.1:(\d+)/mcp$", said).group(1))

    def connect(self, timeout=20):
        return socket.create_connection(("127.0.0.1", self.port), timeout)

    def say(self, data):
        """Sends all of it, and hears to the end."""
        with self.connect() as it:
            try:
                it.sendall(data.encode())
            except OSError:
                pass
            return hear(it)

    def end(self):
        alive = self.process.poll() is None
        self.process.terminate()
        said = self.process.stderr.read()
        self.process.wait(10)
        check("it said nothing more, and did not end", alive and said == "", said)


def hear(it, until=None):
    said = b""
    while until is None or until.encode() not in said:
        try:
            more = it.recv(65536)
        except ConnectionResetError:
            break
        if not more:
            break
        said += more
    return said.decode()


def request(number, method, params, name=None, more="", version="HTTP/1.1"):
    meta = {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
    }
    message = {"jsonrpc": "2.0", "id": number, "method": method, "params": params | {"_meta": meta}}
    body = json.dumps(message)
    name = f"Mcp-Name: {name}\r\n" if name else ""
    return (
        f"POST /mcp {version}\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        "Accept: application/json, text/event-stream\r\nMCP-Protocol-Version: 2026-07-28\r\n"
        f"Mcp-Method: {method}\r\n{name}{more}Content-Length: {len(body)}\r\n\r\n{body}"
    )


def call(number, text, more="", version="HTTP/1.1"):
    params = {"name": "echo", "arguments": {"text": text}}
    return request(number, "tools/call", params, "echo", more, version)


def session(served):
    """Begins a session of 2025-11-25, and asks for its event stream; what is to be sent for it."""
    body = json.dumps({
        "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
            "protocolVersion": "2025-11-25", "capabilities": {},
            "clientInfo": {"name": "wire", "version": "1"}}})
    head = "Host: localhost\r\nContent-Type: application/json\r\n"
    head += f"{CLOSE}Content-Length: {len(body)}\r\n"
    said = served.say(f"POST /mcp HTTP/1.1\r\n{head}\r\n{body}")
    name = re.search(r"mcp-session-id: ([0-9a-f]{36})\r\n", said)
    check("a session begins", name is not None, said)
    return (
        "GET /mcp HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n"
        f"Mcp-Session-Id: {name.group(1)}\r\nMCP-Protocol-Version: 2025-11-25\r\n\r\n"
    )


def usual(served):
    calls = [call(number, "hello", CLOSE if number == 199 else "") for number in range(200)]
    said = served.say("".join(calls))
    ids = [int(number) for number in re.findall(r'"id":(\d+),', said)]
    check("many at once are answered in order", ids == list(range(200)), str(ids))
    check("each with its head", said.count("HTTP/1.1 200 OK\r\n") == 200, said)
    check("the last one says so", said.count("Connection: close") == 1)

    with served.connect() as it:
        it.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for byte in call(7, "slow", CLOSE):
            it.sendall(byte.encode())
        check("byte by byte", '"text":"slow"' in hear(it))

    long = "X" * 20_000
    for status, wrong in [
        (400, "GET / HTTP/1.1\n\n"),
        (400, f"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n{CHUNKED}\r\n"),
        (431, f"GET / HTTP/1.1\r\nHost: a\r\nX: {long}"),
        (505, "GET / HTTP/2.0\r\nHost: a\r\n\r\n"),
        (501, "CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n"),
    ]:
        said = served.say(wrong + call(1, "smuggled"))
        is_so = said.startswith(f"HTTP/1.1 {status} ") and "smuggled" not in said
        check(f"refused with {status}", is_so and "Connection: close\r\n" in said, said)
    said = served.say(call(1, "x").replace("Content-Length: ", "Content-Length: 4294967297"))
    check("a body that is too long", said.startswith("HTTP/1.1 413 "), said)

    for status, line in [
        (404, "POST /elsewhere HTTP/1.1\r\nHost: localhost\r\n"),
        (403, "POST /mcp HTTP/1.1\r\nHost: evil.example\r\n"),
        (403, "POST /mcp HTTP/1.1\r\nHost: localhost\r\nOrigin: http://evil.example\r\n"),
        (415, "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\n"),
        (405, "PUT /mcp HTTP/1.1\r\nHost: localhost\r\n"),
    ]:
        for body in [
            "Content-Length: 5\r\n\r\nhello",
            f"{CHUNKED}\r\n2;x\r\nhi\r\n0\r\n\r\n",
        ]:
            said = served.say(line + body + call(2, "next", CLOSE))
            is_so = said.startswith(f"HTTP/1.1 {status} ") and '"text":"next"' in said
            check(f"a body nobody wants, {status}", is_so, said)
        said = served.say(line + "Content-Length: 1000000\r\n\r\n" + "x" * 1_000_000)
        is_so = re.match(f"HTTP/1.1 ({status}|413) ", said) and "Connection: close\r\n" in said
        check(f"a long body nobody wants, {status}", is_so, said)

    said = served.say(call(3, "old", version="HTTP/1.0"))
    is_so = '"text":"old"' in said and "Connection: close\r\n" in said and "chunked" not in said
    check("HTTP/1.0", said.startswith("HTTP/1.1 200 OK\r\n") and is_so, said)
    with served.connect() as it:
        head, body = call(4, "waited", CLOSE + "Expect: 100-continue\r\n").split("\r\n\r\n")
        it.sendall((head + "\r\n\r\n").encode())
        said = hear(it, "\r\n\r\n")
        check("100 Continue", said == "HTTP/1.1 100 Continue\r\n\r\n", said)
        it.sendall(body.encode())
        check("and then the answer", '"text":"waited"' in hear(it))
    said = served.say(
        "OPTIONS /mcp HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost:6274\r\n"
        f"Access-Control-Request-Method: POST\r\n{CLOSE}\r\n")
    is_so = "Access-Control-Allow-Origin: http://localhost:6274\r\n" in said
    check("a preflight", said.startswith("HTTP/1.1 204 ") and is_so, said)

    # Who does not read what is said is not listened to, and others are served meanwhile.
    with served.connect() as it:
        it.settimeout(2)
        sent, text = 0, call(5, "y" * 100_000)
        try:
            for _ in range(400):
                it.sendall(text.encode())
                sent += 1
        except (TimeoutError, OSError):
            pass
        check("who does not read is held up", 0 < sent < 400, str(sent))
        said = served.say(call(6, "meanwhile", CLOSE))
        check("others are served", '"text":"meanwhile"' in said, said)

    get = session(served)
    with served.connect() as one, served.connect() as two:
        one.sendall(get.encode())
        said = hear(one, "\r\n\r\n")
        is_so = "content-type: text/event-stream\r\n" in said and "chunked" in said
        check("an event stream", said.startswith("HTTP/1.1 200 OK") and is_so, said)
        two.sendall(get.encode())
        check("another one", hear(two, "\r\n\r\n").startswith("HTTP/1.1 200 OK"))
        check("ends the first", hear(one, "0\r\n\r\n").endswith("0\r\n\r\n"))
        one.sendall(call(8, "after it", CLOSE).encode())
        check("whose connection goes on", '"text":"after it"' in hear(one))


def hasty(served):
    whole = call(1, "late")
    for length in [1, 20, len(whole) - 1]:
        start = time.monotonic()
        with served.connect() as it:
            it.sendall(whole[:length].encode())
            said = hear(it)
        is_so = said.startswith("HTTP/1.1 408 ") and time.monotonic() - start >= 0.4
        check(f"a request of {length} bytes that does not go on", is_so, said)
    with served.connect() as it:
        try:
            for byte in whole:
                it.sendall(byte.encode())
                time.sleep(0.005)
        except OSError:
            pass
        check("one byte after the other does not help", hear(it).startswith("HTTP/1.1 408 "))
    start = time.monotonic()
    said = served.say(call(1, "x"))
    is_so = "Connection: close" not in said and 0.5 <= time.monotonic() - start < 15
    check("who says nothing is closed", said.startswith("HTTP/1.1 200 OK") and is_so, said)

    # Those in the middle of something keep their places; new ones wait.
    busy = [served.connect() for _ in range(4)]
    for it in busy:
        it.sendall(b"GET /")
    time.sleep(0.1)
    with served.connect() as waiting:
        waiting.sendall(call(3, "waited", CLOSE).encode())
        waiting.settimeout(0.1)
        try:
            early = waiting.recv(1)
        except TimeoutError:
            early = None
        check("a full table", early is None, str(early))
        for it in busy:
            it.close()
        waiting.settimeout(20)
        check("a place is free again", '"text":"waited"' in hear(waiting))

    # More than there are places: each one that goes leaves its place and all else behind.
    get = session(served)
    alive = 0
    for _ in range(20):
        with served.connect() as it:
            it.sendall(get.encode())
            alive += hear(it, "3\r\n:\n\n\r\n3\r\n:\n\n\r\n").endswith("3\r\n:\n\n\r\n")
    check("signs of life, and clients that go", alive == 20, str(alive))


def main(programs):
    for program, run in zip(programs, [usual, hasty], strict=True):
        served = Served(program)
        try:
            run(served)
        finally:
            served.end()
    print(f"{passed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
