"""The official Python client against the everything server, in all eras side by side.

    drive.py [ERA…] -- COMMAND…

Without an ERA: every revision, 2026-07-28 pinned, and `auto` (server/discover first). One
connection with every capability drives all fixtures; further ones declare less, read pages, or are
slow to answer.
"""

import asyncio
import os
import shutil
import sys
import tempfile
import warnings
from functools import partial
from pathlib import Path

import anyio

# What the checks of the echo server have is not written twice.
sys.path[:0] = [str(Path(__file__).resolve().parent.parent)]

import client
import judge
import modern
import steps
from client import MODERN, TIMEOUT
from peer import connect

ERAS = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", MODERN, "auto")
PROFILES = ("full", "sampling", "none", "paged", "slow")
# A page that holds few entries, so that a list has several; a server that does not wait for long.
OPTIONS = {"paged": ["--page", "600"], "slow": ["--patience", "200"]}


class Report(client.Report):
    """As for the echo server, but each line says which connection it is about."""

    def __init__(self, name):
        super().__init__()
        self.name = name

    def line(self, name, why=None):
        super().line(f"{self.name}: {name}", why)


async def full(report, peer, unanswered):
    check = report.check
    tools = []

    async def lists():
        tools.extend(await steps.lists(peer))

    await check("identity", partial(steps.identity, peer))
    await check("lists", lists)
    await check("a cursor that nobody gave", partial(steps.bad_cursor, peer))
    for case in steps.cases(peer):
        await check(case["name"], partial(steps.perform, peer, case))
    await check("completion", partial(steps.completion, peer))
    await check("logging", partial(steps.logging, peer))
    await check("progress", partial(steps.progress, peer))
    await check("unknown methods", partial(steps.unknown, peer))
    await check("a method of our own", partial(steps.custom, peer))
    await check("a large resource", partial(steps.large, peer))
    await check("all capabilities", partial(steps.every_capability, peer))
    if peer.revision >= "2025-06-18":
        await check("structured content", partial(steps.structured, peer, tools))
    await check("a cancelled call", partial(steps.cancel_work, peer, unanswered), 2 * TIMEOUT)
    if not peer.modern:
        await check("ping", partial(steps.batch_of_pings, peer))
        await check("a cancelled question", partial(steps.cancel_question, peer))
        await check("subscriptions", partial(steps.subscribe, peer))
        await check("list changes", partial(steps.changed, peer))
        await check("no listen in this era", partial(steps.legacy_listen, peer))
        await check("changed roots", partial(steps.roots_changed, peer))
        return
    await check("an unknown revision", partial(modern.versions, peer))
    await check("listening", partial(modern.listen, peer))
    await check("several listens", partial(modern.listen_many, peer))
    await check("listening to nothing", partial(modern.listen_nothing, peer))
    await check("the end of listens", partial(modern.listen_end, peer))
    await check("rounds", partial(modern.rounds, peer))
    await check("states", partial(modern.state, peer))
    await check("wrong answers", partial(modern.wrong_answers, peer))
    await check("rounds of a prompt", partial(modern.prompt, peer))
    await check("capabilities of a call", partial(modern.capabilities, peer))


async def other(report, peer):
    check = report.check
    if peer.profile == "paged":
        await check("lists in pages", partial(steps.lists, peer, 3))
        return
    if peer.profile == "slow":
        await check("an answer that does not come", partial(steps.too_slow, peer))
        return
    await check("what the client lacks", partial(steps.lacking, peer))
    if peer.profile == "sampling":
        await check("what it has is used", partial(steps.lesser, peer))
        if peer.modern:
            await check("capabilities of a call", partial(modern.capabilities, peer))


async def connection(era, profile, command, directory):
    report = Report(f"python {era} {profile}")
    command = [*command, *OPTIONS.get(profile, [])]
    reached = False
    try:
        with anyio.fail_after(3 * TIMEOUT) as scope:
            async with connect(era, profile, command, directory) as peer:
                reached = True
                report.line("connect")
                scope.deadline += 20 * TIMEOUT
                if profile == "full":
                    await full(report, peer, partial(judge.unanswered, directory))
                else:
                    await other(report, peer)
        report.line("close")
    except Exception as error:
        while isinstance(error, ExceptionGroup):
            error = error.exceptions[0]
        why = f"{type(error).__name__}: {client.brief(str(error))}"
        report.line("close" if reached else "connect", why)
    for rule, why in judge.judge(directory, era, profile):
        report.line(rule, why)
    return report


async def main(eras, command, root):
    only = os.environ.get("INTEROP_PROFILES", " ".join(PROFILES)).split()
    runs = [(era, profile) for profile in only for era in eras]
    # Since 2026-07-28 the server waits for nobody.
    runs = [run for run in runs if run[1] != "slow" or run[0] not in (MODERN, "auto")]
    # More at once would only wait for the processors, and for time-outs.
    gate, reports = asyncio.Semaphore(8), []

    async def one(era, profile):
        async with gate:
            directory = os.path.join(root, f"python-{era}-{profile}")
            reports.append(await connection(era, profile, command, directory))

    await asyncio.gather(*(one(*run) for run in runs))
    passed = sum(report.passed for report in reports)
    failed = sum(report.failed for report in reports)
    print(f"{passed} passed, {failed} failed", flush=True)
    return failed > 0 or passed == 0


if __name__ == "__main__":
    at = sys.argv.index("--") if "--" in sys.argv else 0
    if at == 0 or len(sys.argv) == at + 1 or set(sys.argv[1:at]) - set(ERAS):
        sys.exit(__doc__)
    warnings.simplefilter("ignore")
    keep = os.environ.get("INTEROP_LOG")
    log = keep or tempfile.mkdtemp(prefix="interop-")
    try:
        status = asyncio.run(main(sys.argv[1:at] or ERAS, sys.argv[at + 1 :], log))
    finally:
        if not keep:
            shutil.rmtree(log, ignore_errors=True)
    sys.exit(status)
