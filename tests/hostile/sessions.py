"""Sessions: guessed ones, and what belongs to another's."""

import random
import threading
import time

from calls import MODERN, Client, marks, result, rpc, values
from wire import Broken, Link, request


# The places that there are for sessions.
MOST = 1024


def guesses(target):
    """Ids that nobody was given, and those of sessions that have ended."""
    client = Client(target)
    client.begin()
    real, faults = client.session, []
    ended = Client(target)
    ended.begin()
    over = ended.session
    assert ended.end() == 204
    dice = random.Random(7)
    wrong = [
        over,
        real[:-1],
        real + "0",
        real.upper() if real.upper() != real else "A" * 36,
        "0" * 36,
        "",
        "../" * 12,
        real.replace(real[0], "g", 1),
        " ".join(real),
        "ffff" + real[4:],
        "\xff" * 36,
    ]
    # Each digit changed, and many that are in the right place.
    wrong += [
        real[:at] + ("0" if real[at] != "0" else "1") + real[at + 1 :] for at in range(len(real))
    ]
    wrong += [real[:4] + f"{dice.getrandbits(128):032x}" for _ in range(200)]
    base = [line for line in client.lines() if line[0] != "Mcp-Session-Id"]
    with Link(target.port) as link:
        for method in ("POST", "GET", "DELETE"):
            for id in wrong:
                lines = [*base, ("Mcp-Session-Id", id)]
                message = client.post(rpc("ping", id=1)).split(b"\r\n\r\n", 1)[1]
                body = message if method == "POST" else b""
                link.send(request(method, lines, body))
                reply = link.answer()
                if reply.status != 404 and not (id == "" and reply.status in (400, 404)):
                    faults.append(f"{method} {id!r}: {reply}")
    # The real one is still what it was.
    result(client.send(client.echo("X-HOSTILE", 1)), 1)
    assert client.end() == 204
    return faults


def replay(target):
    """Events of another's session, asked for by their ids, known or guessed."""
    victim, thief = Client(target), Client(target)
    victim.begin()
    thief.begin()
    seen, faults = [], []
    for number in range(5):
        text = f"X-HOSTILE-of-the-victim-{number}"
        reply = victim.send(victim.echo(text, number), accept="text/event-stream")
        assert text.encode() in reply.body
        ids = [line[4:] for line in reply.body.decode().split("\n") if line.startswith("id: ")]
        # The first may say only where to come back to.
        seen += [id for id in ids if not id.endswith("-0")]
    if target.flavour == "everything":
        assert len(seen) == 5, seen
        # It is there for whom it belongs to.
        name = seen[0].split("-")[0]
        with Link(target.port) as link:
            victim.listen(link, f"{name}-0")
            link.head()
            got = next(link.events())
            assert "of-the-victim-0" in got["data"] and got["id"] == seen[0], got
    names = {int(id.split("-")[0], 16) for id in seen} or {0x10001}
    near = {name + by for name in names for by in range(-20, 21)}
    near |= {name + (by << 16) for name in names for by in range(-8, 9)}
    tries = [f"{name:x}-0" for name in sorted(near) if 0 < name < 1 << 32]
    tries += [f"{place:x}-0" for place in range(1, 300)] + seen
    with Link(target.port) as link:
        for last in tries:
            thief.listen(link, last)
            head = link.head()
            if head.status == 200:
                # A stream of its own, if anything: nobody else's text is on it.
                got = link.rest_of(0.2)
                faults.append(f"{last}: {head.status} {got[:200]!r}")
                break
            for piece in link.pieces():
                if b"victim" in piece:
                    faults.append(f"{last}: {piece!r}")
            if head.status != 400:
                faults.append(f"{last}: {head.status}")
    assert victim.end() == 204 and thief.end() == 204
    return faults


def same_ids(target):
    """Fifty clients of both eras with the same ids at once; one session with an id twice."""
    faults, threads = [], []
    barrier = threading.Barrier(50)

    def one(number):
        era = ("2025-03-26", "2025-11-25", MODERN)[number % 3]
        client = Client(target, era)
        try:
            client.begin()
            barrier.wait(60)
            for turn in range(6):
                text = f"T-same-{number}-{turn}"
                reply = client.send(client.echo(text, 1))
                got = {mark.decode() for mark in marks(reply.body)}
                if text not in str(result(reply, 1)) or got != {f"T-same-{number}-"}:
                    faults.append(f"{text}: {reply}")
            client.end()
        except (AssertionError, Broken, OSError, threading.BrokenBarrierError) as error:
            faults.append(f"{number}: {error!r}")

    for number in range(50):
        threads.append(threading.Thread(target=one, args=(number,)))
        threads[-1].start()
    for thread in threads:
        thread.join()
    if target.flavour != "everything":
        return faults
    client = Client(target)
    client.begin()
    with Link(target.port) as first, Link(target.port) as second:
        first.send(client.post(client.call("test_wait", 5, {"milliseconds": 2500})))
        time.sleep(0.2)
        second.send(client.post(client.echo("X-HOSTILE", 5)))
        reply = second.answer()
        if "error" not in values(reply)[0]:
            faults.append(f"an id twice: {reply}")
        assert "Waited" in str(result(first.answer(), 5))
    assert client.end() == 204
    return faults


def questions(target):
    """Answers to another's questions, and cancels of another's requests."""
    victim, thief = Client(target), Client(target)
    victim.begin()
    thief.begin()
    modern, faults = Client(target, MODERN), []
    with Link(target.port) as link:
        link.send(victim.post(victim.call("test_elicitation", "q", {"message": "who?"})))
        link.head()
        events = link.events()
        asked = next(event for event in events if "elicitation/create" in event.get("data", ""))
        import json

        id = json.loads(asked["data"])["id"]
        evil = {"action": "accept", "content": {"username": "X-HOSTILE", "email": "x"}}
        for liar, lines in [
            (thief, thief.lines()),
            (modern, modern.lines()),
            (thief, [line for line in thief.lines() if line[0] != "Mcp-Session-Id"]),
        ]:
            for number in (id, id + 1, id - 1, id + 65536, str(id)):
                for answer in ({"result": evil}, {"error": {"code": -1, "message": "X-HOSTILE"}}):
                    body = json.dumps({"jsonrpc": "2.0", "id": number, **answer}).encode()
                    with Link(target.port) as other:
                        other.send(request("POST", lines, body))
                        reply = other.answer()
                    if reply.status not in (202, 400, 404):
                        faults.append(f"a lie of {liar.era}: {reply}")
        for number in ("q", 1):
            note = rpc("notifications/cancelled", {"requestId": number})
            for liar in (thief, modern):
                reply = liar.send(note)
                if reply.status not in (202, 400):
                    faults.append(f"a cancel of {liar.era}: {reply}")
        good = {"action": "accept", "content": {"username": "honest", "email": "h@example"}}
        body = {"jsonrpc": "2.0", "id": id, "result": good}
        assert victim.send(body).status == 202
        for event in events:
            if event.get("data"):
                value = json.loads(event["data"])
                if (
                    value.get("id") != "q"
                    or "honest" not in str(value)
                    or "X-HOSTILE" in str(value)
                ):
                    faults.append(f"the victim gets {value}")
                break
    # A cancel of the same id in another session, while it waits.
    with Link(target.port) as link:
        link.send(victim.post(victim.call("test_wait", 9, {"milliseconds": 1000})))
        time.sleep(0.1)
        for liar in (thief, modern):
            liar.send(rpc("notifications/cancelled", {"requestId": 9}))
        if "Waited" not in str(result(link.answer(), 9)):
            faults.append("cancelled by another")
    assert victim.end() == 204 and thief.end() == 204
    return faults


def mint(target):
    """Sessions without end: every place is taken, and who is there goes on; then there is room."""
    sessions, faults, times = [], [], []
    with Link(target.port) as link:
        for _ in range(5000):
            client = Client(target)
            times.append(time.monotonic())
            # Only `initialize`: nothing is gone on with.
            link.send(client.post(client.hello()))
            reply = link.answer()
            if reply.status == 503:
                break
            client.session = reply.get("mcp-session-id")
            sessions.append(client)
        else:
            # On a machine so busy that the first give way before the last come it is never full.
            quickest = min(last - first for first, last in zip(times, times[MOST + 1 :]))
            if quickest < 5:
                faults.append(f"5000 sessions, {MOST + 1} of them in {quickest:.1f} s, and no end")
    if reply.status == 503 and reply.get("retry-after") is None:
        faults.append(f"full, and no word of when to come again: {reply}")
    # Who never goes on gives way to who comes.
    begun = time.monotonic()
    late = None
    while time.monotonic() - begun < 40:
        time.sleep(0.5)
        client = Client(target)
        if client.begin().status == 200:
            late = time.monotonic() - begun
            client.end()
            break
    if late is None:
        faults.append("full for 40 seconds, of sessions that nobody goes on with")
    with Link(target.port) as link:
        for client in sessions:
            if client.end(link) not in (204, 404):
                faults.append("a session cannot be ended")
    return faults
