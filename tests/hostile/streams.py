"""Streams, many and slow, and calls that are left hanging."""

import json
import threading
import time

from calls import MODERN, Client, rpc
from target import hold
from wire import Broken, Link


def many(target):
    """A thousand open event streams: 500 of sessions, 500 of listens, and changes for all of them;
    of a server that has no listens all are of sessions."""
    faults, links, clients = [], [], []
    count = 500 if target.flavour == "everything" else 1000
    with Link(target.port) as link:
        for _ in range(count):
            client = Client(target)
            client.begin(link)
            clients.append(client)
    for client in clients:
        link = Link(target.port)
        client.listen(link)
        links.append(link)
    for link in links:
        if link.head().status != 200:
            faults.append(f"no stream: {link.reply}")
    listens = hold(target, 1000 - count, keep=True)
    if len(listens) != 1000 - count:
        faults.append(f"{len(listens)} listens of {1000 - count}")
    if target.flavour == "everything":
        modern = Client(target, MODERN)
        for number in range(3):
            modern.send(modern.call("test_trigger_tool_change", number))
        for link in listens[::50] + links[::50]:
            until = time.monotonic() + 30
            try:
                while b"tools/list_changed" not in link.rest:
                    link.more(until)
            except Broken:
                faults.append(f"nothing was told: {link.rest[:100]!r}")
    for number, link in enumerate(links + listens):
        (link.reset if number % 2 else link.close)()
    with Link(target.port) as link:
        for client in clients:
            if client.end(link) != 204:
                faults.append("a session cannot be ended")
    return faults


def hanging(target):
    """Calls that take a minute, left alone: 500 of 2026-07-28, and 1000 questions in one session,
    whose sockets are closed at once."""
    faults, links = [], []
    modern, legacy = Client(target, MODERN), Client(target)
    legacy.begin()
    for number in range(500):
        link = Link(target.port)
        link.send(modern.post(modern.call("test_wait", number, {"milliseconds": 60000})))
        links.append(link)
    question = [
        legacy.post(legacy.call("test_elicitation", n, {"message": "?"})) for n in range(1000)
    ]
    for data in question:
        with Link(target.port) as link:
            link.send(data)
    # One session has not taken everybody's places.
    other = Client(target)
    other.begin()
    reply = other.send(other.call("test_simple_text", 1))
    if reply.status != 200:
        faults.append(f"no place is left for others: {reply}")
    other.end()
    for number, link in enumerate(links):
        (link.reset if number % 2 else link.close)()
    legacy.end()
    return faults


def slow_reader(target):
    """Fifty listeners that do not read while a thousand events come, and one that does."""
    faults, slow = [], []
    modern = Client(target, MODERN)
    params = {"notifications": {"toolsListChanged": True}}
    data = modern.post(modern.message("subscriptions/listen", params, "L"))
    for _ in range(50):
        link = Link(target.port, receive=2048)
        link.send(data)
        slow.append(link)
    count, seen, ready = 1000, [], threading.Event()
    quick = Link(target.port, 120)
    quick.send(data)

    def read():
        try:
            for event in quick.events(120):
                if "list_changed" in event.get("data", ""):
                    seen.append(json.loads(event["data"]))
                ready.set()
                if len(seen) == count:
                    return
        except Broken as error:
            faults.append(f"who reads is cut off: {error}")

    quick.head()
    reader = threading.Thread(target=read)
    reader.start()
    ready.wait(30)
    with Link(target.port) as link:
        for number in range(count):
            link.send(modern.post(modern.call("test_trigger_tool_change", number)))
            if number % 50 == 49:
                for _ in range(50):
                    link.answer()
    reader.join(120)
    if len(seen) != count:
        faults.append(f"who reads has {len(seen)} events of {count}")
    quick.close()
    for link in slow:
        link.close()
    return faults


def unread(target):
    """Eighty large answers that nobody reads, and then half of them are."""
    faults, links = [], []
    client = Client(target, MODERN)
    text = "x" * 100_000
    data = client.post(client.echo(text, 1))
    for _ in range(80):
        link = Link(target.port, receive=2048)
        link.send(data)
        links.append(link)
    time.sleep(1)
    for link in links[::2]:
        try:
            if text.encode() not in link.answer(60).body:
                faults.append("not the answer")
        except Broken as error:
            faults.append(f"cut off: {error}")
    for link in links:
        link.close()
    return faults


def replays(target):
    """Large answers that were kept, asked for again on two hundred streams that nobody reads."""
    faults, links = [], []
    client = Client(target, "2025-03-26")
    client.begin()
    # Less than the 4 MiB that are kept: what others say meanwhile must not push them out.
    members = [client.echo("x" * 280_000, number) for number in range(10)]
    reply = client.send(json.dumps(members).encode())
    ids = [line[4:] for line in reply.body.decode().split("\n") if line.startswith("id: ")]
    name = ids[-1].split("-")[0]
    for _ in range(200):
        link = Link(target.port, receive=2048)
        client.listen(link, f"{name}-0")
        links.append(link)
    # The last is served as the first was: it gets the events, or is told to come later.
    try:
        head = links[-1].head()
        if head.status == 200:
            got = next(links[-1].events())
            if "xxx" not in got.get("data", ""):
                faults.append(f"not what was kept: {str(got)[:100]}")
        elif head.status != 503:
            faults.append(f"{head}")
    except Broken as error:
        faults.append(f"the last: {error}")
    for link in links:
        link.close()
    if client.end() != 204:
        faults.append("the session cannot be ended")
    return faults


def pipeline(target):
    """A thousand requests on one connection, none of whose answers is read before all are sent."""
    faults = []
    client = Client(target, MODERN)
    with Link(target.port, 60) as link:
        data = b"".join(client.post(client.echo(f"T-pipe-{n}-", n)) for n in range(1000))
        sender = threading.Thread(target=link.send, args=(data,))
        sender.start()
        for number in range(1000):
            reply = link.answer(60)
            if f"T-pipe-{number}-".encode() not in reply.body:
                faults.append(f"{number}: {reply}")
                break
        sender.join()
    return faults


def batches(target):
    """Batches with a thousand members (2025-03-26)."""
    faults = []
    client = Client(target, "2025-03-26")
    client.begin()

    def send(members, count, status=200):
        begun = time.monotonic()
        reply = client.send(json.dumps(members).encode(), timeout=60)
        took = time.monotonic() - begun
        if reply.status != status:
            faults.append(f"{len(members)} members: {reply}")
            return []
        from calls import values

        found = [value for value in values(reply) if "method" not in value]
        if len(found) != count:
            faults.append(f"{len(found)} answers to {count} requests, in {took:.1f} s")
        return found

    texts = [f"T-batch-{number}-" for number in range(1000)]
    found = send([client.echo(text, n) for n, text in enumerate(texts)], 1000)
    for value in found:
        if texts[value["id"]] not in str(value):
            faults.append(f"another's answer: {value}")
            break
    send([rpc("ping", id=n) for n in range(5000)], 5000)
    send([rpc("ping", id=1) for _ in range(1000)], 1000)
    send([rpc("notifications/cancelled", {"requestId": n}) for n in range(1000)], 0, 202)
    send([7] * 1000, 1000)
    send([[]] * 1000, 1000)
    send([rpc("no/such", id=n) for n in range(1000)], 1000)
    if target.flavour == "everything":
        waits = [client.call("test_wait", n, {"milliseconds": 200}) for n in range(300)]
        send(waits + [rpc("ping", id="p")], 301)
        # Its own end, in its middle.
        cut = Link(target.port)
        cut.send(client.post(json.dumps(waits * 3).encode()))
        cut.reset()
    if client.end() != 204:
        faults.append("the session cannot be ended")
    return faults
