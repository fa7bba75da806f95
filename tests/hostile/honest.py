"""The honest clients: one of each era, each a process of its own, served all the while. Every text
that they send is theirs alone, and every byte that they get is looked through for another's."""

import multiprocessing
import os
import socket
import time

from calls import ERAS, Client, marks, result, values
from wire import Broken, Closed, Link

# Seconds after which an operation counts as not served. Far more than any takes: how fast is no
# test, since machines are noisy, and is printed as a figure.
BOUND = float(os.environ.get("HOSTILE_BOUND", "20"))
# How long a connection waits, so that it is the bound that says what was too late.
PATIENCE = max(30.0, BOUND)


class Honest:
    """All of them, for as long as one attack takes."""

    def __init__(self, target, eras=ERAS, may_be_full=False):
        self.stop = multiprocessing.Event()
        self.parts = []
        for era in eras:
            ours, theirs = multiprocessing.Pipe()
            # What they begin with is not to fail, so the attack waits for it.
            process = multiprocessing.Process(
                target=live, args=(target, era, self.stop, theirs, may_be_full), daemon=True
            )
            process.start()
            self.parts.append((era, process, ours))
        for era, _, pipe in self.parts:
            if not pipe.poll(60) or pipe.recv() != "ready":
                raise AssertionError(f"the honest client of {era} could not begin")

    def end(self):
        """Ends them; gives for each its era, operations, worst time in seconds and faults."""
        self.stop.set()
        found = []
        for era, process, pipe in self.parts:
            told = pipe.recv() if pipe.poll(60 + BOUND) else (0, 60.0, ["it did not end"])
            process.join(2)
            if process.is_alive():
                process.kill()
            found.append((era, *told))
        return found


def live(target, era, stop, pipe, may_be_full):
    person = Person(target, era, may_be_full)
    try:
        person.begin()
        pipe.send("ready")
    except Exception as error:  # told to whoever started it
        pipe.send(repr(error))
        return
    while not stop.is_set() or person.count < 14:
        person.turn()
        if len(person.faults) > 3:
            break
        time.sleep(0.01)
    person.leave()
    pipe.send((person.count, person.worst, person.faults))


class Person:
    def __init__(self, target, era, may_be_full):
        self.client = Client(target, era, PATIENCE)
        self.target, self.era, self.may_be_full = target, era, may_be_full
        self.name = f"h{era.replace('-', '')}p{os.getpid()}"
        self.count, self.worst, self.faults = 0, 0.0, []
        self.number = 0
        self.link, self.uses = None, 0
        self.stream = None

    def begin(self):
        assert self.client.begin().status == 200
        if not self.client.is_modern:
            self.stream = Link(self.target.port, PATIENCE)
            self.client.listen(self.stream)
            assert self.stream.head().status == 200

    def text(self):
        self.number += 1
        return f"T-{self.name}-{self.number}-" + "abcdefghij"[: self.number % 10]

    def turn(self):
        """One operation, and how long it took."""
        acts = [self.echo, self.ping, self.fresh, self.tools, self.slow, self.batch, self.other]
        act = acts[self.count % len(acts)]
        begun = time.monotonic()
        try:
            try:
                act()
            except Closed:
                # A connection that was kept may be closed between two requests: once more on
                # another, as any client of HTTP does.
                if self.uses < 2:
                    raise
                self.drop()
                act()
            self.look()
        except (AssertionError, Broken, OSError, ValueError, KeyError) as error:
            self.faults.append(f"{act.__name__}: {type(error).__name__} {str(error)[:300]}")
            self.drop()
        self.worst = max(self.worst, time.monotonic() - begun - self.allowed)
        self.count += 1

    allowed = 0.0

    def drop(self):
        if self.link:
            self.link.close()
        self.link = None

    def kept(self):
        """A connection that is used again and again."""
        self.allowed = 0.0
        if self.link is None:
            self.link = Link(self.target.port, PATIENCE)
            self.uses = 0
        self.uses += 1
        return self.link

    def check(self, reply, *texts):
        found = marks(reply.body)
        own = {text.rsplit("-", 1)[0].encode() + b"-" for text in texts}
        assert found <= own, f"another's text: {found - own}"

    def echo(self):
        text, link = self.text(), self.kept()
        reply = self.client.send(self.client.echo(text, self.number), link)
        assert text in str(result(reply, self.number)), reply
        self.check(reply, text)

    def ping(self):
        method = "server/discover" if self.client.is_modern else "ping"
        reply = self.client.send(self.client.message(method, id="p"), self.kept())
        result(reply, "p")
        self.check(reply)

    def fresh(self):
        """As `echo`, on a connection of its own; its id is everybody's."""
        text = self.text()
        reply = self.client.send(self.client.echo(text, 1))
        assert text in str(result(reply, 1)), reply
        self.check(reply, text)

    def tools(self):
        reply = self.client.send(self.client.message("tools/list", id="t"), self.kept())
        assert result(reply, "t")["tools"], reply
        self.check(reply)

    def slow(self):
        """A call that takes its time and tells of its progress."""
        if self.target.flavour != "everything":
            return
        token = self.text()
        call = self.client.call("test_wait", self.number, {"milliseconds": 100}, token)
        reply = self.client.send(call, self.kept())
        self.allowed = 0.1
        assert "Waited 100 ms" in str(result(reply, self.number)), reply
        told = [value for value in values(reply) if "method" in value]
        assert told and all(it["params"]["progressToken"] == token for it in told), reply
        self.check(reply, token)

    def batch(self):
        if self.era != "2025-03-26":
            return
        texts = [self.text() for _ in range(5)]
        batch = [self.client.echo(text, place) for place, text in enumerate(texts)]
        reply = self.client.send(b"[" + b",".join(map(_bytes, batch)) + b"]", self.kept())
        found = {value["id"]: str(value["result"]) for value in values(reply)}
        assert len(found) == 5 and all(texts[id] in found[id] for id in found), reply
        self.check(reply, *texts)

    def other(self):
        """A second session, or none where every place is taken."""
        if self.client.is_modern or self.count % 14 > 7:
            return
        second = Client(self.target, self.era, PATIENCE)
        begun = second.begin()
        if begun.status == 503 and self.may_be_full:
            return
        assert begun.status == 200 and second.session, begun
        text = self.text()
        reply = second.send(second.echo(text, 1))
        assert text in str(result(reply, 1)), reply
        self.check(reply, text)
        assert second.end() == 204

    def look(self):
        """What came on the event stream, without waiting."""
        if self.stream is None:
            return
        self.stream.socket.setblocking(False)
        try:
            while self.stream.more():
                pass
            raise AssertionError(f"the event stream was closed: {self.stream.rest[-200:]!r}")
        except BlockingIOError:
            pass
        finally:
            self.stream.socket.setblocking(True)
        assert not marks(self.stream.rest), f"another's text: {self.stream.rest[-300:]!r}"
        # Long enough for a text that is cut.
        self.stream.rest = self.stream.rest[-100:]

    def leave(self):
        try:
            self.drop()
            if self.stream:
                self.stream.close()
            self.client.end()
        except (Broken, OSError, socket.timeout) as error:
            self.faults.append(f"leave: {error}")


def _bytes(message):
    import json

    return json.dumps(message).encode()
