"""A hostile host at the device's line: it stammers, floods, adds noise, and leaves without a word.

    host.py [--seed N] [--messages N] [--only CHECKS] [--spoil WHAT] -- COMMAND…

COMMAND becomes a machine whose serial line is what $SERIAL says (see line.py). Each whole message
must have the one right answer, each damaged one an error or none, and the next must work. Prints a
line a check, and how many passed. What it does follows from the seed, which it prints; only when
things happen does not.
"""

import argparse
import random
import re
import signal
import sys
import time

import noise
import stays
from line import Machine
from stays import Host


def steady(host, count):
    """Messages in pieces of any size, several on their way, in both eras on one line."""
    book, line, random = host.book, host.line, host.random
    host.subscribe()
    for n in range(count):
        kind = random.random()
        if kind < 0.01:
            request = book.measure(random.randint(1, 4))
        elif kind < 0.013:
            request = book.dump()
        elif kind < 0.1:
            request = host.pin()
        else:
            request = book.some()
        host.say(request)
        if len(book.whole) > random.choice((0, 3, 30)):
            host.wait_for(random.choice((0, 2, 10)))
    host.settled()
    host.told()


def flood(host, count):
    """Far more than the device can keep, and nobody reads what it says; then all is read."""
    for _ in range(3):
        requests = [host.book.some() for _ in range(count)]
        requests.insert(count // 4, host.book.dump())
        for request in requests:
            host.book.expect(request)
        rest = host.line.pour(b"".join(line for line, *_ in requests))
        time.sleep(0.2)
        host.line.reads.set()
        host.line.send(rest)
        host.settled()


def too_long(host, count):
    """Lines longer than the buffer: their senders are told, by their ids, wherever these stand."""
    for n in range(count):
        line, key, _ = host.book.some()
        pad = b" " * host.random.choice((2048, 3000, 15_000))
        at = host.random.choice((0, line.rfind(b'"id"'), len(line) - 1))
        host.say((line[:at] + pad + line[at:], key, stays.error_is(-32600)))
        host.say(host.book.some())
        host.settled()


def silence(host, count):
    """Half a line and then nothing: after a second its sender is told, and the next line works."""
    for n in range(count):
        line, *_ = host.book.some(sure=True)
        half = line[: host.random.randrange(1, len(line) - 1)]
        with host.book.lock:
            errors = host.book.credit
        host.book.spoilt(half)
        host.line.dribble(half)
        host.until(lambda: host.book.credit == errors, "an error for half a line", 3)
        if n % 2:
            time.sleep(0.3)
        host.say(host.book.some())
        host.settled()
    # A pause that is shorter changes nothing.
    for pause in (0.2, 0.4):
        request = host.book.some()
        line = request[0]
        host.line.dribble(line[:20])
        begun = time.monotonic()
        time.sleep(pause)
        late = time.monotonic() - begun > 0.8
        host.book.expect(request, late)
        host.line.send(line[20:])
        host.settled()


def main(command, given):
    begun = time.monotonic()
    # The machine must not outlive a test that is stopped.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    machine = Machine(command)
    report, messages = stays.Report(re.compile(given.only), given.spoil), given.messages
    print(f"seed {given.seed}", flush=True)
    try:
        host = Host(machine, random.Random(given.seed), report)
        report.check("a handshake", host.begin)
        report.check("in pieces", lambda: steady(host, messages))
        report.check("floods", lambda: flood(host, messages // 8))
        report.check("too long lines", lambda: too_long(host, 10))
        report.check("noise", lambda: noise.noise(host, messages // 2))
        report.check("breaks", lambda: noise.breaks(host, 30))
        report.check("silence", lambda: silence(host, 3))
        host.line.leave()
        for what, stay in stays.STAYS.items():
            for _ in range(stay.times):
                report.check(what, lambda s=stay: s.run(machine, host, report))
        last = Host(machine, host.random, report)
        report.check("a handshake at the end", last.begin)
        report.check("in pieces, at the end", lambda: steady(last, messages // 8))
        last.line.leave()
        report.line("the machine runs on", None if machine.runs else "it stopped")
    finally:
        machine.stop()
    took = time.monotonic() - begun
    print(f"--   {report.right} right answers, {report.damaged} damaged lines, {took:.0f} s")
    print(f"{report.passed} passed, {report.failed} failed", flush=True)
    return report.failed > 0 or report.passed == 0


if __name__ == "__main__":
    at = sys.argv.index("--") if "--" in sys.argv else len(sys.argv)
    options = argparse.ArgumentParser(usage=__doc__)
    options.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    options.add_argument("--messages", type=int, default=1000)
    options.add_argument("--only", default="", help="a regular expression")
    options.add_argument("--spoil", choices=("byte", "answer", "twice", "old"))
    given = options.parse_args(sys.argv[1:at])
    if not sys.argv[at + 1 :]:
        options.error("no COMMAND")
    sys.exit(main(sys.argv[at + 1 :], given))
