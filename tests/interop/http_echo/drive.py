"""The official Python client against an echo server over Streamable HTTP, in all eras side by side.

    drive.py URL [ERA…]

The checks are those of client.py but for the cancel, which over HTTP leaves nothing to count.
"""

import asyncio
import contextlib
import os
import sys
import warnings
from pathlib import Path

import anyio
from mcp import ClientSession
from mcp.client.streamable_http import streamable_http_client

os.environ.setdefault("INTEROP_BUFFER", "0")
sys.path[:0] = [str(Path(__file__).resolve().parent.parent)]
import client
from client import INFO, MODERN, TIMEOUT, UNKNOWN

ERAS = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", MODERN, "auto", UNKNOWN)


class Report(client.Report):
    def __init__(self, name):
        super().__init__()
        self.name = name

    def line(self, name, why=None):
        super().line(f"python {self.name}: {name}", why)


@contextlib.asynccontextmanager
async def connect(era, url):
    if era in ("2025-11-25", MODERN, "auto"):
        async with client.connect(era, url) as peer:
            yield peer
        return
    async with streamable_http_client(url) as (read, write):
        async with ClientSession(read, write, TIMEOUT, client_info=INFO) as session:
            await client.offer(session, era)
            yield client.Peer(session, session)


async def cancel(peer, _):
    """Calls that are given up at every stage; the next ones work."""
    for turns in range(10):
        with anyio.CancelScope() as scope:
            async with anyio.create_task_group() as group:
                group.start_soon(peer.echo, "to be cancelled")
                for _ in range(turns):
                    await asyncio.sleep(0)
                scope.cancel()
    await peer.echo("after the cancels")


async def drive(era, url):
    report = Report(era)
    try:
        with anyio.fail_after(40 * TIMEOUT):
            async with connect(era, url) as peer:
                report.line("connect")
                await client.connected(report, peer, era, None)
        report.line("close")
    except Exception as error:
        while isinstance(error, ExceptionGroup):
            error = error.exceptions[0]
        report.line("to the end", f"{type(error).__name__}: {client.brief(str(error))}")
    return report


async def main(url, eras):
    reports = []

    async def one(era):
        reports.append(await drive(era, url))

    async with anyio.create_task_group() as group:
        for era in eras:
            group.start_soon(one, era)
    passed, failed = (sum(getattr(it, of) for it in reports) for of in ("passed", "failed"))
    print(f"{passed} passed, {failed} failed", flush=True)
    return failed > 0 or passed < 33 * len(eras)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    warnings.simplefilter("ignore")
    client.cancel = cancel
    sys.exit(asyncio.run(main(sys.argv[1], sys.argv[2:] or ERAS)))
