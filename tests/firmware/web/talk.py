#!/usr/bin/env python3
"""What the image on the network has to bear: many connections, clients that read slowly, say half
or vanish, and those that come back. COMMAND prints `serving URL` on standard error.

    tests/firmware/web/talk.py COMMAND...

The last line is `N passed, M failed`. What is said over bare sockets is that of tests/hostile.
"""

import os
import sys
import threading
import time
import traceback

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../hostile"))
from calls import MODERN, Client, encode, result, rpc, values  # noqa: E402
from target import Target  # noqa: E402
from wire import Broken, Link, request, responses  # noqa: E402

# More than the image has connections, and fewer.
MANY, SOME = 120, 24
# Seconds between the beginnings of two connections. QEMU's user network has room for one that was
# not taken yet, and the controller 10 KiB for all that arrives before the chip can look at it: what
# finds no room comes again by itself, but after seconds.
APART = 0.02


def connect(target, count, receive=None):
    """So many connections."""
    links = []
    for _ in range(count):
        links.append(Link(target.port, 60, receive))
        time.sleep(APART)
    return links


def all_at_once(count, action):
    """Runs `action(number)` in as many threads; gives what went wrong."""
    faults = []

    def run(number):
        time.sleep(number * APART)
        try:
            action(number)
        except Exception as error:  # whatever it is, the others go on
            faults.append(f"{number}: {error!r}")

    threads = [threading.Thread(target=run, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not faults, f"{len(faults)} of {count}: {faults[:3]}"


def echoes(target, link=None, text="hello"):
    client = Client(target, MODERN)
    assert text in str(result(client.send(client.echo(text, 1), link, timeout=30), 1))


def side_by_side(target):
    """Calls of a second and a half on connections of their own: all are served at once."""
    begun = time.monotonic()

    def action(number):
        client = Client(target, MODERN)
        call = client.call("test_wait", number, {"milliseconds": 1500}, token=f"t{number}")
        reply = client.send(call)
        assert "Waited 1500 ms" in str(result(reply, number))
        steps = [it for it in values(reply) if it.get("method") == "notifications/progress"]
        tokens = {step["params"]["progressToken"] for step in steps}
        assert len(steps) > 10 and tokens == {f"t{number}"}, steps[:3]

    all_at_once(SOME, action)
    took = time.monotonic() - begun
    assert took < SOME * 1.5 / 2, f"one after the other, it seems: {took:.1f} s"


def more_than_there_is(target):
    """More calls than connections, all at once: those who find none wait, and each is served."""

    def action(number):
        client = Client(target, MODERN)
        call = client.call("test_wait", number, {"milliseconds": 3000})
        assert "Waited 3000 ms" in str(result(client.send(call, timeout=60), number))

    all_at_once(MANY, action)


def silent(target):
    """More connections than there are, on which nothing is said: the next client is let in."""
    links = connect(target, MANY)
    time.sleep(1)
    for _ in range(5):
        echoes(target)
    for link in links:
        link.close()


def kept(target):
    """One connection for many requests, sent one behind the other without waiting."""
    client = Client(target, MODERN)
    with Link(target.port) as link:
        link.send(b"".join(client.post(client.echo(f"T-{n}-", n)) for n in range(100)))
        for number in range(100):
            assert f"T-{number}-" in str(result(link.answer(), number))


def forms(target):
    """Chunks, a wait for 100, HTTP/1.0, Connection: close, and what is not let in."""
    client = Client(target, MODERN)
    body = encode(client.echo("T-form-", 1))
    lines = client.lines(client.echo("T-form-", 1))
    chunks = b"".join(b"%x\r\n%s\r\n" % (len(it), it) for it in (body[:7], body[7:50], body[50:]))
    head = request("POST", [*lines, ("Transfer-Encoding", "chunked")], length=False)
    with Link(target.port) as link:
        link.send(head)
        for at in range(0, len(chunks), 11):
            link.send(chunks[at : at + 11])
            time.sleep(0.001)
        link.send(b"0\r\n\r\n")
        assert "T-form-" in str(result(link.answer(), 1))
        more = [("Expect", "100-continue"), ("Content-Length", len(body))]
        link.send(request("POST", [*lines, *more], length=False))
        while b"\r\n\r\n" not in link.rest:
            assert link.more()
        assert link.rest == b"HTTP/1.1 100 Continue\r\n\r\n", link.rest
        link.send(body)
        assert "T-form-" in str(result(link.answer(), 1))
        # The last one, and then the other side ends too.
        link.send(request("POST", [*lines, ("Connection", "close")], body))
        reply = link.answer()
        assert "T-form-" in str(result(reply, 1)) and reply.get("connection") == "close", reply
        assert link.is_closed(5)
    with Link(target.port) as link:
        link.send(request("POST", lines, body).replace(b"HTTP/1.1", b"HTTP/1.0", 1))
        assert "T-form-" in str(result(link.answer(), 1)) and link.is_closed(5)
    for status, data in [
        (404, request("POST", lines, body, target="/other")),
        (405, request("PUT", lines, body)),
        (403, request("POST", [*lines, ("Origin", "http://evil.example")], body)),
        (413, request("POST", [*lines, ("Content-Length", 1 << 20)], length=False)),
        (400, b"nonsense\r\n\r\n"),
        (431, request("POST", [*lines, ("X", "x" * 20_000)], body)),
    ]:
        with Link(target.port) as link:
            link.send(data)
            assert link.head().status == status, link.reply


def half(target):
    """A head and a body that do not come to their end: 408, then closed. Others go on meanwhile."""
    client = Client(target, MODERN)
    data = client.post(client.echo("X-HOSTILE", 1))
    links = connect(target, 4)
    for link, part in zip(links, (1, 60, len(data) - 1, len(data) - 30)):
        link.send(data[:part])
    begun = time.monotonic()
    for link in links:
        link.head(timeout=40)
        assert link.reply.status == 408, link.reply
        assert link.is_closed(5)
    took = time.monotonic() - begun
    assert 10 < took < 30, f"{took:.1f} s"


def slow_readers(target):
    """Who asks for megabytes and reads nothing is cut off; who reads gets all of it meanwhile."""
    client = Client(target, MODERN)
    slow = connect(target, 2, receive=2048)
    for number, link in enumerate(slow):
        link.send(client.post(client.call("test_streamed_text", number, {"bytes": 16_000_000})))
    reply = client.send(client.call("test_streamed_text", 9, {"bytes": 300_000}), timeout=60)
    text = result(reply, 9)["content"][0]["text"]
    assert len(text.encode()) in range(299_997, 300_001), len(text.encode())
    echoes(target)
    # First the buffers of this machine take in megabytes; then the image waits for a moment, as do
    # those whose answers are made piece by piece.
    until = time.monotonic() + 20
    while time.monotonic() < until:
        echoes(target)
        time.sleep(0.5)
    for link in slow:
        data = link.rest_of(30)
        assert 1000 < len(data) < 15_000_000 and not data.endswith(b"\r\n0\r\n\r\n"), len(data)
    echoes(target)


def vanish(target):
    """Calls of a minute whose clients go: more than there are slots, so these are free again."""
    client = Client(target, MODERN)
    for turn in range(10):
        links = connect(target, SOME)
        for number, link in enumerate(links):
            call = client.call("test_wait", number, {"milliseconds": 60_000}, token=f"t{number}")
            link.send(client.post(call))
            time.sleep(APART)
        for link in links:
            assert link.head().status == 200
        for number, link in enumerate(links):
            (link.reset if (number + turn) % 2 else link.close)()
        echoes(target)


def come_back(target):
    """A call whose socket breaks, in a session: its client comes back for the rest, once and again.
    The stream of a session stays, is told of changes, and shows signs of life."""
    client = Client(target, "2025-11-25")
    client.begin()
    seen = []
    with Link(target.port) as link:
        call = client.call("test_wait", 5, {"milliseconds": 2000}, token="back")
        link.send(client.post(call))
        link.head()
        for event in link.events():
            seen.append(event)
            if len(seen) == 5:
                break
    last = seen[-1]["id"]
    for _ in range(2):
        with Link(target.port) as link:
            client.listen(link, last)
            assert link.head().status == 200, link.reply
            after = list(link.events())
        steps = [it for it in seen + after if '"progress":' in it.get("data", "")]
        assert len(steps) > 30, len(steps)
        assert "Waited 2000 ms" in after[-1]["data"], after[-1]
        ids = [event["id"] for event in seen + after if "id" in event]
        assert len(ids) == len(set(ids)), "something came twice"
    with Link(target.port) as link:
        client.listen(link)
        assert link.head().status == 200, link.reply
        begun = time.monotonic()
        while b"\n:" not in link.rest and not link.rest.startswith(b":"):
            assert link.more(begun + 15), "closed"
        client.send(client.call("test_trigger_tool_change", 6))
        while b"tools/list_changed" not in link.rest:
            assert link.more(time.monotonic() + 5), "closed"
        # The session ends, and its stream with it.
        assert client.end() == 204
        assert link.rest_of(2).endswith(b"0\r\n\r\n")
    reply = Client(target).send(rpc("ping", id=1))
    assert reply.status in (200, 400), reply


def full(target):
    """Sessions until there is no room: 503, with when to come again; and there is when one ends."""
    clients = []
    with Link(target.port) as link:
        while len(clients) < 200:
            client = Client(target)
            reply = client.begin(link)
            if reply.status == 503:
                break
            clients.append(client)
        assert reply.status == 503 and reply.get("retry-after"), reply
        echoes(target, link)
        clients.pop().end(link)
        client = Client(target)
        assert client.begin(link).status == 200
        for client in [*clients, client]:
            assert client.end(link) == 204
    assert len(clients) > 30, len(clients)


CHECKS = [
    side_by_side,
    more_than_there_is,
    kept,
    forms,
    vanish,
    silent,
    come_back,
    half,
    slow_readers,
    full,
    more_than_there_is,
]


def main(command):
    target = Target(command, os.environ.get("LOG", os.devnull))
    target.start()
    good = bad = 0
    try:
        for check in CHECKS:
            begun = time.monotonic()
            try:
                check(target)
                good += 1
                print(f"ok   {check.__name__} ({time.monotonic() - begun:.1f} s)", flush=True)
            except (AssertionError, Broken, OSError, ValueError, KeyError, IndexError) as error:
                bad += 1
                where = traceback.extract_tb(error.__traceback__)[-1]
                print(f"FAIL {check.__name__}: {error!r}, line {where.lineno}"[:600], flush=True)
        if not target.is_alive():
            bad += 1
            print("FAIL it does not live to the end")
    finally:
        target.stop()
    print(f"{good} passed, {bad} failed")
    return 1 if bad or not good else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
