"""Disconnects: in the middle of everything."""

import time

from calls import ERAS, MODERN, Client, result, rpc
from wire import Broken, Link, request


def requests(target):
    """A request of each kind in each era, as bytes; and sessions to end afterwards."""
    found, sessions = [], []
    for era in ERAS:
        client = Client(target, era)
        client.begin()
        sessions.append(client)
        found.append((f"{era} echo", client.post(client.echo("X-HOSTILE", 1))))
        found.append((f"{era} list", client.post(client.message("tools/list", id=2))))
        if era != MODERN:
            found.append((f"{era} initialize", Client(target, era).post(client.hello())))
            stream = [
                line for line in client.lines(accept="text/event-stream") if "Type" not in line[0]
            ]
            found.append((f"{era} GET", request("GET", stream)))
            found.append((f"{era} note", client.post(rpc("notifications/x"))))
        else:
            params = {"notifications": {"toolsListChanged": True}}
            listen = client.message("subscriptions/listen", params, 4)
            found.append((f"{era} listen", client.post(listen)))
        if target.flavour == "everything":
            wait = client.call("test_wait", 3, {"milliseconds": 300}, "t")
            found.append((f"{era} wait", client.post(wait)))
            ask = client.call("test_elicitation", 5, {"message": "?"})
            found.append((f"{era} ask", client.post(ask)))
        if era == "2025-03-26":
            batch = (
                b"["
                + b",".join([b'{"jsonrpc":"2.0","id":%d,"method":"ping"}' % n for n in range(50)])
                + b"]"
            )
            found.append((f"{era} batch", client.post(batch)))
    return found, sessions


def everywhere(target):
    """Each request cut at many places, and its answer too: closed, reset, or half closed."""
    faults = []
    found, sessions = requests(target)
    for name, data in found:
        split = data.index(b"\r\n\r\n")
        places = {0, 1, 5, 20, split, split + 2, split + 4, split + 5, len(data) - 1, len(data)}
        places |= {len(data) * part // 7 for part in range(7)}
        for place in sorted(place for place in places if place <= len(data)):
            for how in ("close", "reset", "half"):
                link = Link(target.port)
                link.send(data[:place])
                if how == "half":
                    link.end()
                    if place not in (0, len(data)):
                        got = link.rest_of(2)
                        if b"X-HOSTILE" in got:
                            faults.append(f"{name}, cut at {place}, is answered: {got[:100]!r}")
                (link.reset if how == "reset" else link.close)()
        # And in its answer.
        for count in (1, 20, 120, 300):
            for how in ("close", "reset"):
                link = Link(target.port, 3)
                link.send(data)
                try:
                    got = 0
                    while got < count and link.more(time.monotonic() + 0.3):
                        got = len(link.rest)
                except Broken:
                    pass
                (link.reset if how == "reset" else link.close)()
    # Sessions were begun whose clients never heard of them. After ten seconds they may be given up,
    # so that from then on there is room for as many as before.
    time.sleep(11)
    # All sessions are what they were.
    for client in sessions:
        text = f"T-cut-{client.era.replace('-', '')}-1-"
        reply = client.send(client.echo(text, 77))
        if text not in str(result(reply, 77)):
            faults.append(f"{client.era}: {reply}")
        if client.end() not in (204, None):
            faults.append(f"{client.era}: the session cannot be ended")
    return faults
