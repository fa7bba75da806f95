"""The official Python client against the everything server, in all eras side by side.

    drive.py [ERA…] -- COMMAND…
    drive.py [ERA…] -- URL          of proxy.py: the same over Streamable HTTP

Without an ERA: every revision, 2026-07-28 pinned, and `auto` (server/discover first). One
connection with every capability drives all fixtures; further ones declare less, read pages, or are
slow to answer.
"""

import asyncio
import logging
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
import overhttp
import steps
from client import MODERN, TIMEOUT
from peer import connect, tapped

ERAS = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", MODERN, "auto")
PROFILES = ("full", "sampling", "none", "paged", "slow")
# A page that holds few entries, so that a list has several; a server that does not wait for long.
OPTIONS = {"paged": ["--page", "600"], "slow": ["--patience", "2000"]}


class Report(client.Report):
    """As for the echo server, but each line says which connection it is about."""

    def __init__(self, name):
        super().__init__()
        self.name = name

    def line(self, name, why=None):
        super().line(f"{self.name}: {name}", why)


async def full(report, peer, directory, beside):
    check, unanswered = report.check, partial(judge.unanswered, directory)
    tools = []

    def twin(name):
        return connect(peer.era, peer.profile, beside(name))

    twins = partial(overhttp.twins, peer, twin)

    async def shared(name, action, *more):
        """A check that hears of all changes: over HTTP of those of the others as well."""
        if peer.url is None:
            return await check(name, action, *more)
        async with overhttp.alone(os.path.dirname(directory)):
            await check(name, action, *more)

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
        await shared("subscriptions", partial(steps.subscribe, peer))
        await shared("list changes", partial(steps.changed, peer))
        await check("no listen in this era", partial(steps.legacy_listen, peer))
        await check("changed roots", partial(steps.roots_changed, peer))
        if peer.url is not None:
            await check("a call that is put off", partial(overhttp.put_off, peer))
            await check("a call whose socket breaks", partial(overhttp.broken_call, peer))
            await shared("a stream that breaks", partial(overhttp.broken_stream, peer))
            await check("an answer by its token", partial(overhttp.token, peer, beside("token")))
            await check("others with the same ids", twins, 2 * TIMEOUT)
        return
    await check("an unknown revision", partial(modern.versions, peer))
    await shared("listening", partial(modern.listen, peer))
    await shared("several listens", partial(modern.listen_many, peer))
    await shared("listening to nothing", partial(modern.listen_nothing, peer))
    await shared("the end of listens", partial(modern.listen_end, peer))
    await check("rounds", partial(modern.rounds, peer))
    await check("states", partial(modern.state, peer))
    await check("wrong answers", partial(modern.wrong_answers, peer))
    await check("rounds of a prompt", partial(modern.prompt, peer))
    await check("capabilities of a call", partial(modern.capabilities, peer))
    if peer.url is not None:
        await check("a call that is not put off", partial(overhttp.put_off, peer))
        await check("a call whose socket breaks", partial(overhttp.broken_call, peer))
        await shared("a listen whose socket breaks", partial(overhttp.broken_listen, peer))
        await shared("a listen that was closed", partial(overhttp.nobody_listens, peer))
        await check("others with the same ids", twins, 2 * TIMEOUT)


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
    reached, directories = False, [directory]

    def server(name):
        if command[0].startswith(overhttp.SCHEME):
            return overhttp.url_of(command, profile, name)
        return tapped([*command, *OPTIONS.get(profile, [])], directory)

    def beside(name):
        """The server for a client more, whose messages are judged on their own."""
        directories.append(f"{directory}-{name}")
        return server(os.path.basename(directories[-1]))

    try:
        with anyio.fail_after(3 * TIMEOUT) as scope:
            async with connect(era, profile, server(os.path.basename(directory))) as peer:
                reached = True
                report.line("connect")
                if peer.url is not None and not peer.modern:
                    await report.check("the session's stream", partial(overhttp.stream, peer))
                scope.deadline += 20 * TIMEOUT
                if profile == "full":
                    await full(report, peer, directory, beside)
                else:
                    await other(report, peer)
        report.line("close")
    except Exception as error:
        while isinstance(error, ExceptionGroup):
            error = error.exceptions[0]
        why = f"{type(error).__name__}: {client.brief(str(error))}"
        report.line("close" if reached else "connect", why)
    await asyncio.sleep(0.05)
    for place in directories:
        few = {f"{directory}-token": "token", directory: profile}.get(place, "twin")
        for rule, why in judge.judge(place, era, few):
            report.line(rule, why)
    return report


async def main(eras, command, root):
    only = os.environ.get("INTEROP_PROFILES", " ".join(PROFILES)).split()
    runs = [(era, profile) for profile in only for era in eras]
    # Since 2026-07-28 the server waits for nobody.
    runs = [run for run in runs if run[1] != "slow" or run[0] not in (MODERN, "auto")]
    # More at once would only wait for the processors, and for time-outs.
    gate, reports = asyncio.Semaphore(int(os.environ.get("INTEROP_AT_ONCE", "8"))), []

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
    # The client writes a traceback when it is closed while an event comes in.
    logging.getLogger("mcp").setLevel(logging.CRITICAL)
    keep = os.environ.get("INTEROP_LOG")
    log = keep or tempfile.mkdtemp(prefix="interop-")
    try:
        status = asyncio.run(main(sys.argv[1:at] or ERAS, sys.argv[at + 1 :], log))
    finally:
        if not keep:
            shutil.rmtree(log, ignore_errors=True)
    sys.exit(status)
