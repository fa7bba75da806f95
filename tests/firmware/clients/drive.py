"""The official Python client drives the device, in all eras side by side.

    drive.py [ERA…] -- COMMAND…

COMMAND becomes a machine whose serial line is its standard input and output. Each connection has a
machine of its own; two a revision, one with all capabilities and one with none. Without an ERA:
some revisions before 2026-07-28, that one, and `auto` (server/discover first). Prints a line a
check, then the most stack that any device needed, and how many checks passed.
"""

import asyncio
import logging
import os
import sys
import tempfile
import warnings
from functools import partial

import anyio
from device import DEVICE

import checks
import client
import judge
from client import MODERN, TIMEOUT
from peer import connect, tapped

ERAS = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", MODERN, "auto")
PROFILES = os.environ.get("FIRMWARE_PROFILES", "full none").split()
ENOUGH = {"full": 150, "none": 5}
# More machines at once would only wait for the processors, and for time-outs.
AT_ONCE = int(os.environ.get("DEVICES", "3"))


class Report(client.Report):
    def __init__(self, name):
        super().__init__()
        self.name, self.stack = name, 0

    def line(self, name, why=None):
        super().line(f"{self.name}: {name}", why)


async def full(report, peer, directory):
    async def check(name, action, *more, seconds=TIMEOUT):
        await report.check(name, partial(action, peer, *more), seconds)

    unanswered = partial(judge.unanswered, directory)
    await check("identity", checks.identity)
    await check("lists", checks.lists)
    await check("forty channels", checks.channels)
    for n, case in enumerate(DEVICE["set_pin"]):
        await check(f"set_pin {n}", checks.typed, case)
    await check("measurements", checks.measure)
    await check("steps out of bounds", checks.bad_steps)
    await check("two measurements, not three", checks.side_by_side, seconds=2 * TIMEOUT)
    await check("errors", checks.errors)
    await check("a dump larger than the buffers", checks.dump)
    await check("cancelled measurements", checks.cancel, unanswered)
    await check("cancelled dumps", checks.cancel_dump)
    await check("the prompt", checks.prompt)
    if peer.revision >= "2025-06-18":
        await check("rename", checks.rename)
    else:
        await check("nobody can be asked", checks.unasked)
    if peer.modern:
        await check("listening", checks.listen)
        return
    await check("subscribing", checks.subscribe)
    await check("ping", checks.pings)


async def few(report, peer, _):
    await report.check("nobody can be asked", partial(checks.unasked, peer))
    await report.check("lists", partial(checks.lists, peer))
    await report.check("measurements", partial(checks.measure, peer))


async def connection(era, profile, command, directory):
    report, reached = Report(f"python {era} {profile}"), False

    async def last(peer):
        report.stack = await checks.stack(peer)

    try:
        with anyio.fail_after(3 * TIMEOUT) as scope:
            async with connect(era, profile, tapped(command, directory)) as peer:
                reached = True
                report.line("connect")
                scope.deadline += 10 * TIMEOUT
                await {"full": full, "none": few}[profile](report, peer, directory)
                await report.check("the stack", partial(last, peer))
        report.line("close")
    except Exception as error:
        while isinstance(error, ExceptionGroup):
            error = error.exceptions[0]
        why = f"{type(error).__name__}: {client.brief(str(error))}"
        report.line("close" if reached else "connect", why)
    for rule, why in judge.judge(directory, era, ENOUGH[profile]):
        report.line(rule, why)
    return report


async def main(eras, command, root):
    gate, reports = asyncio.Semaphore(AT_ONCE), []

    async def one(era, profile):
        async with gate:
            directory = os.path.join(root, f"{era}-{profile}")
            reports.append(await connection(era, profile, command, directory))

    await asyncio.gather(*(one(era, profile) for profile in PROFILES for era in eras))
    print(f"stack {max(report.stack for report in reports)}")
    passed = sum(report.passed for report in reports)
    failed = sum(report.failed for report in reports)
    print(f"{passed} passed, {failed} failed", flush=True)
    return failed > 0 or passed == 0


if __name__ == "__main__":
    at = sys.argv.index("--") if "--" in sys.argv else 0
    if at == 0 or len(sys.argv) == at + 1 or set(sys.argv[1:at]) - set(ERAS):
        sys.exit(__doc__)
    warnings.simplefilter("ignore")
    # The client writes a traceback when it is closed while an event comes in.
    logging.getLogger("mcp").setLevel(logging.CRITICAL)
    with tempfile.TemporaryDirectory(prefix="firmware-") as log:
        status = asyncio.run(main(sys.argv[1:at] or ERAS, sys.argv[at + 1 :], log))
    sys.exit(status)
