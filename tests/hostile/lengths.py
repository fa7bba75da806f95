"""Requests that are not what they say: lengths, chunks, heads, and what hides behind them.

Each is sent on a connection of its own, with a whole request hidden where a second reader would
find one. Nothing hidden may ever be answered, unless it is a request of its own by the rules."""

from calls import MODERN, Client, headers
from wire import Broken, Link, request, responses

HIDDEN = "X-HOSTILE-hidden"


def hidden(target):
    client = Client(target, MODERN)
    return client.post(client.echo(HIDDEN, 7))


def good(target):
    client = Client(target, MODERN)
    message = client.echo("X-HOSTILE-open", 1)
    whole = client.post(message)
    head, body = whole.split(b"\r\n\r\n", 1)
    lines = [line for line in head.split(b"\r\n")[1:] if not line.startswith(b"Content-Length")]
    return lines, body


def cases(target):
    """Name, bytes, and the statuses of the first response that are allowed; 0 is none at all."""
    lines, body = good(target)
    secret = hidden(target)

    def post(*more, body=body, first=b"POST /mcp HTTP/1.1", mark=b"\r\n"):
        return mark.join([first, *lines, *more]) + mark * 2 + body

    def length(value):
        return b"Content-Length: " + value

    size = str(len(body)).encode()
    both = str(len(body) + len(secret)).encode()
    chunked = b"Transfer-Encoding: chunked"
    chunks = b"%x\r\n" % len(body) + body + b"\r\n0\r\n\r\n"
    bad, none = (400,), (0, 400)
    yield "too long", post(length(b"%d" % (len(body) + 10))), none
    yield "too short", post(length(b"10"), body=body), bad
    yield "none", post(), (400, 411)
    for value in [
        b"-1",
        b"+5",
        b"0x10",
        b"5 5",
        b"5,6",
        b"1e2",
        b"",
        b"five",
        b"99999999999999999999",
    ]:
        yield f"length {value.decode()!r}", post(length(value), body=secret), (0, 400, 413)
    yield "length, as large as can be", post(length(b"18446744073709551615")), (0, 400, 413, 431)
    yield "twice, different", post(length(size), length(both), body=body + secret), bad
    yield (
        "twice, different, the other way",
        post(length(both), length(size), body=body + secret),
        bad,
    )
    yield "a list that differs", post(length(size + b", " + both), body=body + secret), bad
    for order in (0, 1):
        pair = [chunked, length(both)]
        more = pair[::-1] if order else pair
        yield f"length and chunked {order}", post(*more, body=chunks + secret), (0, 400, 200)
        pair = [chunked, length(b"4")]
        more = pair[::-1] if order else pair
        yield f"short length and chunked {order}", post(*more, body=chunks + secret), (0, 400, 200)
    for value in [
        b"identity",
        b"chunked, identity",
        b"xchunked",
        b"chunked, chunked",
        b"gzip",
        b"\x0bchunked",
        b"chunked\x00",
        b'"chunked"',
        b"chunked;q=1",
        b"",
    ]:
        encoding = b"Transfer-Encoding: " + value
        for more in ([encoding, length(size)], [encoding]):
            yield (
                f"encoding {value!r} {len(more)}",
                post(*more, body=chunks + secret),
                (
                    0,
                    400,
                    411,
                    501,
                ),
            )
    yield "chunked twice", post(chunked, chunked, body=chunks + secret), (0, 200, 400, 501)
    yield "encoding with a space", post(b"Transfer-Encoding : chunked", body=chunks), (0, 400)
    for start in [
        b"-1",
        b"ffffffffffffffff1",
        b"ffffffffffffffff",
        b"0x5",
        b"+5",
        b"g",
        b"",
        b" 5",
        b"5 5",
        b"7fffffffffffffff",
    ]:
        yield f"chunk {start!r}", post(chunked, body=start + b"\r\n" + secret), (0, 400, 413)
    yield "chunk without end", post(chunked, body=b"3\r\nabcdef\r\n0\r\n\r\n" + secret), (0, 400)
    yield "chunk, bare newlines", post(chunked, body=chunks.replace(b"\r\n", b"\n")), (0, 400, 200)
    yield "chunk, long extension", post(chunked, body=b"1;" + b"x" * 70000 + b"\r\n{\r\n"), (0, 400)
    trailer = chunks[:-2] + b"Mcp-Session-Id: 1\r\nMcp-Name: other\r\nContent-Length: 3\r\n\r\n"
    yield "trailers that lie", post(chunked, body=trailer), (0, 200, 400)
    yield (
        "endless trailers",
        post(chunked, body=chunks[:-2] + b"a: b\r\n" * 20000),
        (
            0,
            200,
            400,
            413,
            431,
        ),
    )
    # Heads.
    size = length(size)
    yield "folded", post(size, b"X-A: b\r\n Content-Length: 1"), (0, 200, 400)
    yield "name with a space", post(size, b"Mcp-Name : x"), bad
    yield "name with a NUL", post(size, b"Mcp-\x00Name: x"), bad
    yield "value with a NUL", post(size, b"X-A: a\x00b"), bad
    yield "value with a CR", post(size, b"X-A: a\rContent-Length: 1"), bad
    yield "line without a colon", post(size, b"Nothing"), bad
    yield "line of a colon", post(size, b": x"), bad
    yield "bare newlines", post(size, mark=b"\n"), (0, 200, 400)
    yield "no version", b"POST /mcp\r\n\r\n", (0, 400)
    yield "HTTP/2", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", (0, 400, 505)
    yield "HTTP/3.7", post(size, first=b"POST /mcp HTTP/3.7"), (0, 400, 505)
    yield "TLS", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\xa5" * 500, (0, 400)
    yield "spaces in the target", post(size, first=b"POST /mcp  x HTTP/1.1"), bad
    yield "a target with a NUL", post(size, first=b"POST /mcp\x00 HTTP/1.1"), bad
    yield "a long method", b"P" * 100_000 + b" /mcp HTTP/1.1\r\n\r\n", (0, 400, 403, 414, 431)
    yield (
        "a long target",
        b"POST /" + b"m" * 100_000 + b" HTTP/1.1\r\n\r\n",
        (
            0,
            400,
            404,
            414,
            431,
        ),
    )
    yield "a long line", post(size, b"X-A: " + b"a" * 200_000), (0, 400, 431)
    yield "a long name", post(size, b"a" * 200_000 + b": a"), (0, 400, 431)
    yield "a thousand lines", post(size, *[b"X-%d: a" % it for it in range(1000)]), (0, 400, 431)
    yield "ninety lines", post(size, *[b"X-%d: a" % it for it in range(90)]), (0, 200, 400, 431)
    yield "another path", post(size, first=b"POST /mcp/../secret HTTP/1.1"), (404,)
    yield "garbage", bytes(range(256)) * 40, (0, 400)


def wrong(target):
    """Lengths, chunks and heads that lie."""
    faults = []
    for name, data, allowed in cases(target):
        with Link(target.port, 30) as link:
            link.send(data)
            if 0 not in allowed:
                # A server may take one that says it is done for one that left.
                link.begun(30)
            link.end()
            got = link.rest_of(30)
        found = responses(got)
        first = found[0] if found else 0
        if first not in allowed:
            faults.append(f"{name}: {first} {got[:120]!r}")
        if HIDDEN.encode() in got:
            faults.append(f"{name}: what was hidden is answered: {got[-200:]!r}")
        if len(found) > 2:
            faults.append(f"{name}: {found}")
    return faults


# Each: the lines that conflict, and what may come of it; all with a body that is fine.
def conflicts(target):
    """Two lines of one header that do not agree, and lines that do not agree with the body."""
    modern, legacy = Client(target, MODERN), Client(target)
    assert legacy.begin().status == 200
    other = Client(target)
    assert other.begin().status == 200
    faults = []

    def look(name, allowed, lines, message, method="POST", target_path="/mcp"):
        import json

        body = json.dumps(message).encode() if message else b""
        with Link(target.port) as link:
            link.send(request(method, lines, body, target_path))
            try:
                reply = link.answer()
            except Broken as error:
                faults.append(f"{name}: {error}")
                return
        if reply.status not in allowed or (b"X-HOSTILE" in reply.body and 200 not in allowed):
            faults.append(f"{name}: {reply}")

    echo = modern.echo("X-HOSTILE", 1)
    plain = modern.lines(echo)
    without = [line for line in plain if line[0] != "Host"]
    for host in [
        "evil.example",
        "localhost.evil.example",
        "localhost@evil.example",
        "127.0.0.1.nip.io",
        "localhost:80:80",
        "localhost:",
        "localhost:99999",
        "[::2]",
        "",
        "127.1",
        "0.0.0.0",
        "localhost, evil.example",
        "2130706433",
        "0x7f.0.0.1",
        "localhost/x",
        "local host",
    ]:
        look(f"host {host!r}", (400, 403), [("Host", host), *without], echo)
    look("no host", (400, 403), without, echo)
    look("two hosts", (400, 403), [("Host", "evil.example"), *plain], echo)
    look("two hosts, the other way", (400, 403), [*plain, ("Host", "evil.example")], echo)
    for origin in [
        "https://evil.example",
        "null",
        "http://localhost.evil.example",
        "file://",
        "http://localhost@evil.example",
        "http://localhost http://evil.example",
        "",
        "http://127.0.0.1.evil.example:80",
        "localhost",
        "ws://localhost",
    ]:
        look(f"origin {origin!r}", (403,), [*plain, ("Origin", origin)], echo)
    own = ("Origin", "http://localhost")
    look("two origins", (403,), [*plain, own, ("Origin", "https://evil.example")], echo)
    look("the same origin twice", (403,), [*plain, own, own], echo)
    look("an origin of this machine", (200,), [*plain, own], echo)
    for name, value in [("Mcp-Method", "tools/list"), ("MCP-Protocol-Version", "2025-11-25")]:
        look(f"two of {name}", (400,), [*plain, (name, value)], echo)
        look(f"two of {name}, the other way", (400,), [(name, value), *plain], echo)
        swapped = [(key, value if key == name else had) for key, had in plain]
        look(f"another {name}", (400, 404), swapped, echo)
        joined = [(key, f"{had}, {value}" if key == name else had) for key, had in plain]
        look(f"a list in {name}", (400,), joined, echo)
        look(f"no {name}", (400,), [line for line in plain if line[0] != name], echo)
    call = modern.call("echo", 1, {"text": "X-HOSTILE"})
    named = modern.lines(call)
    for value in ["other", "echo2", "=?base64?ZWNobzI=?=", "ECHO", "ech\xf6"]:
        swapped = [(key, value if key == "Mcp-Name" else had) for key, had in named]
        look(f"another name {value!r}", (400,), swapped, call)
        look(f"two names {value!r}", (400,), [*named, ("mcp-name", value)], call)
    # Sessions.
    ping = legacy.echo("X-HOSTILE", 1)
    mine, his = ("Mcp-Session-Id", legacy.session), ("Mcp-Session-Id", other.session)
    base = headers()
    look("two sessions", (400, 404), [*base, mine, his], ping)
    look("two sessions, the other way", (400, 404), [*base, his, mine], ping)
    both = f"{legacy.session}, {other.session}"
    look("a list of sessions", (400, 404), [*base, ("Mcp-Session-Id", both)], ping)
    look("the same session twice", (200,), [*base, mine, mine], ping)
    look("no session", (400,), base, ping)
    two = [("MCP-Protocol-Version", "2025-11-25"), ("MCP-Protocol-Version", MODERN)]
    look("two versions", (400,), [*base, mine, *two], ping)
    stream = [("Host", "localhost"), ("Accept", "text/event-stream"), mine]
    last = [("Last-Event-ID", "1-0"), ("Last-Event-ID", "2-0")]
    look("two last events", (400,), [*stream, *last], None, "GET")
    for value in ["x", "1", "1-", "-1", "1-1-1", "01-1", "ffffffffff-1", "1-1, 2-2", "g-1", "\xff"]:
        look(f"last event {value!r}", (400,), [*stream, ("Last-Event-ID", value)], None, "GET")
    assert legacy.end() == 204 and other.end() == 204
    return faults
