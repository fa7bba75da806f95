"""Bodies: huge ones, and JSON that is made to hurt."""

import threading
import time

from calls import MODERN, Client, encode, headers, rpc
from wire import Broken, Link, request

MIB = 1 << 20


def huge(target):
    """Bodies past the bound, with a length and without, and many that come at once."""
    faults = []
    client = Client(target, MODERN)
    lines = client.lines(client.echo("x", 1))
    with Link(target.port) as link:
        # It is refused by its head: nothing of it has to be sent.
        link.send(request("POST", [*lines, ("Content-Length", str(5 * MIB))], length=False))
        reply = link.answer()
        if reply.status != 413:
            faults.append(f"5 MiB: {reply}")
    with Link(target.port) as link:
        link.send(request("POST", [*lines, ("Transfer-Encoding", "chunked")], length=False))
        piece = b"10000\r\n" + b" " * 0x10000 + b"\r\n"
        for _ in range(90):
            link.send(piece)
        got = link.rest_of(30)
        if not got.startswith(b"HTTP/1.1 413"):
            faults.append(f"5 MiB in chunks: {got[:100]!r}")
    with Link(target.port) as link:
        link.send(request("POST", [*lines, ("Transfer-Encoding", "chunked")], length=False))
        # A byte a chunk, so that the frames weigh more than the body.
        link.send(b"1\r\n \r\n" * 200_000)
        link.send(b"0\r\n\r\n")
        # 408 where the machine was too busy for all of it to come in time.
        if link.answer().status not in (400, 408):
            faults.append(f"a byte a chunk: {link.reply}")
    return faults


def json_bombs(target):
    """JSON that is deep, wide, long or odd; every one is answered with an error, and soon."""
    faults = []
    client = Client(target, MODERN)
    lines = client.lines(client.echo("x", 1))
    inside = b'{"jsonrpc":"2.0","id":1,"method":"ping","params":'
    cases = {
        "deep arrays": b"[" * 2_000_000,
        "deep objects": b'{"a":' * 500_000,
        "deep params": inside + b"[" * 1_000_000 + b"]" * 1_000_000 + b"}",
        "wide": inside + b"{" + b",".join(b'"%d":0' % n for n in range(200_000)) + b"}}",
        "same keys": inside + b"{" + b",".join([b'"_meta":{}'] * 200_000) + b"}}",
        "a long id": b'{"jsonrpc":"2.0","method":"ping","id":"' + b"i" * MIB + b'"}',
        "a long number": b'{"jsonrpc":"2.0","method":"ping","id":1' + b"0" * MIB + b"}",
        "a long method": b'{"jsonrpc":"2.0","id":1,"method":"' + b"m" * MIB + b'"}',
        "escapes": b'{"jsonrpc":"2.0","id":1,"method":"' + b"\\u0061" * 300_000 + b'"}',
        "backslashes": b'"' + b"\\\\" * MIB,
        "surrogates": b'{"jsonrpc":"2.0","id":"\\ud800","method":"ping"}',
        "not UTF-8": b'{"jsonrpc":"2.0","id":"' + b"\xff" * MIB + b'","method":"ping"}',
        "blank": b" " * (4 * MIB),
        "nothing": b"",
        "NUL": b"\0" * MIB,
        "two values": encode(client.echo("x", 1)) * 2,
        "a BOM": b"\xef\xbb\xbf" + encode(client.echo("x", 1)),
        "many commas": b"[" + b"," * MIB,
        "a batch of blanks": b"[" + b"1," * 100_000 + b"1]",
    }
    for name, body in cases.items():
        with Link(target.port) as link:
            begun = time.monotonic()
            link.send(request("POST", lines, body))
            try:
                reply = link.answer()
            except Broken as error:
                faults.append(f"{name}: {error}")
                continue
            took = time.monotonic() - begun
        if reply.status not in (400, 404) or took > 20:
            faults.append(f"{name}: {took:.1f} s {reply}")
    return faults


def hung(target):
    """Two hundred bodies of almost 4 MiB of which the last byte never comes."""
    links, faults = [], []
    client = Client(target, MODERN)
    lines = client.lines(client.echo("x", 1))
    body = b" " * (4 * MIB - 2)
    data = request("POST", [*lines, ("Content-Length", str(len(body) + 1))], body, length=False)

    def send(link):
        try:
            link.send(data)
        except OSError:
            pass

    for _ in range(200):
        link = Link(target.port)
        links.append(link)
    threads = [
        threading.Thread(target=lambda part=part: [send(it) for it in part], daemon=True)
        for part in (links[0::4], links[1::4], links[2::4], links[3::4])
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(15)
    for link in links:
        link.reset()
    return faults


class Slow:
    """Begun first and looked at last: heads and bodies of which a byte comes now and then, sockets
    on which nothing is said, and answers that nobody reads. The server has to lose patience."""

    PATIENCE = 60.0

    def __init__(self, target):
        self.target, self.faults = target, []
        client = Client(target, MODERN)
        message = client.echo("X-HOSTILE", 1)
        whole = client.post(message)
        split = whole.index(b"\r\n\r\n") + 4
        self.heads = [(Link(target.port), whole) for _ in range(60)]
        self.bodies = [(Link(target.port), whole[split:]) for _ in range(60)]
        for link, _ in self.bodies:
            link.send(whole[:split])
        self.idle = [Link(target.port) for _ in range(60)]
        self.over = threading.Event()
        self.begun = time.monotonic()
        self.thread = threading.Thread(target=self.drip, daemon=True)
        self.thread.start()

    def drip(self):
        """A byte a second on each."""
        at = 0
        while not self.over.wait(1):
            for link, data in self.heads + self.bodies:
                link.send(data[at : at + 1])
            at += 1

    def end(self):
        """Waits until the server has closed them all."""
        left = self.PATIENCE - (time.monotonic() - self.begun)
        for name, links in [
            ("heads", [link for link, _ in self.heads]),
            ("bodies", [link for link, _ in self.bodies]),
            ("silent", self.idle),
        ]:
            open_ = 0
            for link in links:
                left = max(self.PATIENCE - (time.monotonic() - self.begun), 0.01)
                open_ += not link.is_closed(left)
            if open_:
                self.faults.append(f"{open_} of {len(links)} {name} are still open")
        self.over.set()
        self.thread.join()
        for link in [link for link, _ in self.heads + self.bodies] + self.idle:
            link.close()
        return self.faults


def no_such(target):
    """Methods and paths that are not there."""
    faults = []
    plain = headers()
    for method in ("PUT", "PATCH", "HEAD", "TRACE", "get", "POSTX", "OPTIONS"):
        with Link(target.port) as link:
            link.send(request(method, plain))
            reply = link.answer(is_head=method == "HEAD")
            if reply.status != 405 or not reply.get("allow"):
                faults.append(f"{method}: {reply} {reply.headers}")
    for path in ("/", "/mcp/", "/MCP", "/mcp%00", "//mcp", "/mcp;x", "*"):
        with Link(target.port) as link:
            link.send(request("POST", plain, encode(rpc("ping", id=1)), path))
            reply = link.answer()
            if reply.status not in (404, 400):
                faults.append(f"{path}: {reply}")
    return faults
