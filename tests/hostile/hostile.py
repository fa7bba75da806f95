"""A hostile client of a server over HTTP, and honest ones beside it.

    hostile.py [--only NAME,…] [--rounds N] -- COMMAND…

COMMAND is a server that prints `serving URL` on standard error. While each attack runs, an honest
client of each era is served in time and sees nothing of another's; the memory of the server stays
under a bound, and a second round of the same attack does not take more than the first; afterwards
there is room for as much as before. Says what it checks, and ends with `N passed, M failed`.
"""

import os
import resource
import sys
import time

import bodies
import cuts
import lengths
import sessions
import streams
from honest import BOUND, Honest
from target import Target, Watch, room, settled
from wire import Broken

# MiB that an attack may take beyond what the server had, and that two rounds may differ by. (Of
# bodies that never end a server may hold 64 MiB, and a heap in which buffers grow by doubling holds
# up to as much again.)
MOST = 64
GROWTH = 16

# The attack, what it may take where that is more, and whether only the everything server has what
# it needs.
ATTACKS = [
    (lengths.wrong, MOST, False),
    (lengths.conflicts, MOST, False),
    (bodies.no_such, MOST, False),
    (bodies.huge, MOST, False),
    (bodies.json_bombs, MOST, False),
    (bodies.hung, 128, False),
    (sessions.guesses, MOST, False),
    (sessions.replay, MOST, False),
    (sessions.same_ids, MOST, False),
    (sessions.questions, MOST, True),
    (cuts.everywhere, MOST, False),
    (streams.batches, MOST, False),
    (streams.pipeline, MOST, False),
    (streams.many, 96, False),
    (streams.hanging, 96, True),
    (streams.slow_reader, MOST, True),
    (streams.unread, MOST, False),
    (streams.replays, 64, True),
    (sessions.mint, MOST, False),
]
# Those take long, or fill a table, and are done once.
ONCE = {"mint", "hung", "slow_reader", "everywhere", "many", "hanging", "json_bombs", "huge"}


class Report:
    def __init__(self):
        self.passed, self.failed, self.quiet = 0, 0, bool(os.environ.get("HOSTILE_QUIET"))
        self.slowest = (0.0, "")

    def check(self, name, is_good, why=""):
        if is_good:
            self.passed += 1
            if not self.quiet:
                print(f"ok   {name}{'  ' + why if why else ''}", flush=True)
        else:
            self.failed += 1
            print(f"FAIL {name}: {why}", flush=True)


def attack(target, report, run, most):
    """One round; gives the memory behind it."""
    name = f"{run.__module__}.{run.__name__}"
    before = target.memory()
    sockets = target.sockets()
    honest = Honest(target, may_be_full=run.__name__ == "mint")
    watch = Watch(target)
    begun = time.monotonic()
    try:
        faults = run(target)
    except (AssertionError, Broken, OSError, ValueError, KeyError, StopIteration) as error:
        faults = [f"{type(error).__name__}: {str(error)[:400]}"]
    took = time.monotonic() - begun
    highest = watch.end()
    told = honest.end()
    report.check(f"{name}", not faults, "; ".join(faults[:5]) or f"{took:.1f} s")
    for era, count, worst, wrong in told:
        report.slowest = max(report.slowest, (worst, name))
        is_served = not wrong and worst <= BOUND
        text = f"{count} operations, the slowest {worst:.2f} s of {BOUND:.0f} s"
        report.check(f"{name}: {era} is served", is_served, "; ".join([text, *wrong]))
    grown = highest - before
    report.check(f"{name}: memory", grown <= most, f"{before:.0f} and at most {grown:.0f} MiB more")
    left = settled(target, sockets)
    report.check(f"{name}: sockets", left <= sockets, f"{left} are open, before {sockets}")
    report.check(f"{name}: the server lives", target.is_alive())
    return target.memory()


def main(arguments):
    only, rounds = None, 2
    while arguments and arguments[0] != "--":
        option = arguments.pop(0)
        if option == "--only":
            only = set(arguments.pop(0).split(","))
        elif option == "--rounds":
            rounds = int(arguments.pop(0))
        else:
            sys.exit(__doc__)
    command = arguments[1:]
    if not command:
        sys.exit(__doc__)
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    if hard < 6000:
        print(f"FAIL only {hard} files may be open: 6000 are needed\n0 passed, 1 failed")
        return 1
    report = Report()
    target = Target(command, os.environ.get("HOSTILE_LOG", os.devnull))
    target.start()
    begun, base = time.monotonic(), target.memory()
    try:
        slow = bodies.Slow(target) if only is None or "slow" in only else None
        first = room(target) if only is None else None
        for run, most, needs_everything in ATTACKS:
            if only is not None and run.__name__ not in only:
                continue
            if needs_everything and target.flavour != "everything":
                continue
            memory = [attack(target, report, run, most)]
            for _ in range(1, 1 if run.__name__ in ONCE else rounds):
                memory.append(attack(target, report, run, most))
            if len(memory) > 1:
                grown = memory[-1] - memory[-2]
                text = " and ".join(f"{it:.0f}" for it in memory) + " MiB"
                report.check(f"{run.__name__}: memory comes back", grown <= GROWTH, text)
            if not target.is_alive():
                break
        if slow:
            faults = slow.end()
            report.check(
                "slow heads, bodies and silence come to an end", not faults, "; ".join(faults)
            )
        if first:
            last = room(target)
            report.check("there is room as before", last == first, f"{first} and then {last}")
            print(f"figure: hostile, sessions and streams at once = {last[0]} and {last[1]}")
        last = target.memory()
        report.check(
            "memory at the end", last <= base + 2 * MOST, f"{base:.0f} and then {last:.0f} MiB"
        )
        print(f"figure: hostile, memory at the end = {last:.0f} MiB")
        print("figure: hostile, slowest honest operation = %.2f s, in %s" % report.slowest)
        print(f"figure: hostile, time = {time.monotonic() - begun:.0f} s")
    finally:
        target.stop()
    print(f"{report.passed} passed, {report.failed} failed")
    return 1 if report.failed or not report.passed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
