"""Hosts that come to the line and leave it as they like, and what they find when they come back."""

import time

from book import Book, anything, either, error_is, is_empty, text_is
from device import PINS
from line import Line
from wire import same

__all__ = ["STAYS", "Host", "Report", "error_is"]

REVISIONS = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")


class Report:
    """What was found. `only` says which checks are made, `spoil` what the line is to do wrong."""

    def __init__(self, only, spoil):
        self.only, self.spoil = only, spoil
        self.passed = self.failed = self.right = self.damaged = 0

    def line(self, what, why=None):
        self.passed += why is None
        self.failed += why is not None
        print(f"ok   {what}" if why is None else f"FAIL {what}: {why}", flush=True)

    def check(self, what, action):
        if not self.only.search(what):
            return
        begun = time.monotonic()
        try:
            action()
        except (AssertionError, OSError) as error:
            self.line(what, f"{type(error).__name__}: {error}"[:600])
        else:
            self.line(f"{what} ({time.monotonic() - begun:.1f} s)")


class Host:
    """One stay of a host on the line."""

    def __init__(self, machine, random, report, **more):
        self.random, self.report = random, report
        self.book = Book(random, **more)
        self.line = Line(machine, random, lambda line: self.book.heard(line), report.spoil)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        """It leaves, whatever was wrong: the next one could not come otherwise."""
        self.line.leave()

    # Talking.

    def say(self, request):
        """A whole message, in pieces of any size."""
        self.book.expect(request)
        if self.line.dribble(request[0]):
            with self.book.lock:  # the computer was busy: the device may have given it up
                check = self.book.whole.pop(request[1], None)
                if check:
                    self.book.expect(request, late=True)

    def tell(self, method):
        self.line.dribble(b'{"jsonrpc":"2.0","method":"%s"}\n' % method.encode())

    def begin(self):
        """The handshake of the older revisions; nothing of another host's comes after it."""
        book = self.book
        params = {
            "protocolVersion": self.random.choice(REVISIONS),
            "capabilities": {},
            "clientInfo": {"name": "host", "version": "1.0.0"},
        }
        request = book.request("initialize", params, is_empty, modern=False)
        self.say(request)
        self.settled()
        self.tell("notifications/initialized")

    def subscribe(self):
        uri = {"uri": PINS}
        self.say(self.book.request("resources/subscribe", uri, is_empty, modern=False))
        self.settled()
        self.book.subscribed.add("session")
        filter = {"notifications": {"resourceSubscriptions": [PINS]}}
        line, key, _ = self.book.request("subscriptions/listen", filter, anything, modern=True)
        self.book.listens.add(key)
        self.line.dribble(line)
        self.book.subscribed.add("listen")
        self.book.updates = self.book.sets = 0

    def pin(self):
        self.book.sets += 1
        return self.book.set_pin()

    def told(self):
        """Both who want to know were told of each change of a pin."""
        wanted = 2 * self.book.sets
        self.until(lambda: self.book.updates >= wanted, "the updates")
        assert self.book.updates == wanted, f"{self.book.updates} updates instead of {wanted}"

    # Waiting.

    def until(self, holds, what, seconds=10):
        end = time.monotonic() + seconds
        while not holds():
            assert time.monotonic() < end, f"no sign of {what}; {self.book.wrong[:3]}"
            time.sleep(0.002)

    def wait_for(self, left):
        self.until(lambda: len(self.book.whole) <= left, f"answers to {list(self.book.whole)[:3]}")

    def settled(self):
        """All is answered, and rightly."""
        book = self.book
        done = book.settle()
        with book.lock:
            right, book.right = book.right, 0
            damaged, book.damaged = book.damaged, 0
            wrong, book.wrong = book.wrong, []
            left, book.whole = list(book.whole), {}
        self.report.right += right
        self.report.damaged += damaged
        assert not wrong, f"{len(wrong)} wrong: {'; '.join(wrong[:3])}"
        assert done, f"no answer to {len(left)}: {left[:5]}"


class Stay:
    """How hosts leave: `leave` is what the first does last; the next may be of either era."""

    def __init__(self, leave, times, pause, modern):
        self.leave, self.times, self.pause, self.modern = leave, times, pause, modern

    def run(self, machine, host, report):
        random = host.random
        # Ids of its own in 2026-07-28, as no handshake ends what another host has begun.
        id = random.getrandbits(40) if self.modern else 0
        with Host(machine, random, report, modern=self.modern or None, first=id) as first:
            if not self.modern:
                first.begin()
            for _ in range(5):
                first.say(first.book.some())
            first.settled()
            old = self.leave(first)
        time.sleep(self.pause)
        more = {"first": first.book.id + 1000, "before": old} if self.modern else {}
        more |= {"modern": self.modern or None, "tail": True}
        with Host(machine, random, report, **more) as second:
            self.comes_back(second)

    def comes_back(self, host):
        self.first_words(host)
        if host.report.spoil == "old":
            host.book.heard(b'{"jsonrpc":"2.0","id":99999,"result":{}}')
        # The ids are those of the first host's calls, some of which are still under way.
        for _ in range(30):
            host.say(host.book.some())
        for _ in range(2):
            host.say(host.book.measure(2))
        host.settled()
        time.sleep(0.15)
        host.settled()

    def first_words(self, host):
        """Half a line of another host's may spoil them, if there was no second between."""
        host.book.credit += 1  # half a line of the other host's may be given up only now
        if self.pause < 1:
            line, *_ = host.book.some(sure=True, modern=True)
            host.book.spoilt(line)
            host.line.send(line)
        if self.modern:
            host.say(host.book.some())
            host.settled()
        else:
            host.begin()


def in_mid_message(host):
    line, key, _ = host.book.some()
    host.line.dribble(line[: host.random.randrange(1, len(line) - 1)])
    time.sleep(0.02)
    return (key,)


def in_mid_dump(host):
    line, key, _ = host.book.dump()
    before = host.line.bytes
    host.line.send(line)
    host.until(lambda: host.line.bytes > before + 5000, "the beginning of a dump")
    return (key,)


def in_mid_measure(host):
    keys = []
    for _ in range(2):
        request = host.book.measure(100)
        host.book.expect(request)
        keys.append(request[1])
        host.line.send(request[0])
    host.until(lambda: set(host.book.steps) >= set(keys), "both measurements")
    return keys


def in_a_flood(host):
    """It leaves with much unsaid and unheard."""
    lines = [host.book.some()[0] for _ in range(300)]
    host.line.pour(b"".join(lines))
    return ()


STAYS = {
    "left in mid-message": Stay(in_mid_message, 2, 1.3, False),
    "left in mid-message, 2026-07-28": Stay(in_mid_message, 2, 1.3, True),
    "left in mid-message, back at once": Stay(in_mid_message, 3, 0.05, False),
    "left in mid-message, back at once, 2026-07-28": Stay(in_mid_message, 3, 0.05, True),
    "left in a dump": Stay(in_mid_dump, 3, 0.0, False),
    "left in a dump, 2026-07-28": Stay(in_mid_dump, 2, 0.0, True),
    "left in measurements": Stay(in_mid_measure, 3, 0.0, False),
    "left in measurements, back later": Stay(in_mid_measure, 1, 1.3, False),
    "left in a flood": Stay(in_a_flood, 2, 0.1, False),
}
