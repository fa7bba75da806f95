"""The programs in the package's README run as they stand there."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

README = (Path(__file__).parents[1] / "README.md").read_text("utf-8")
PROGRAMS: list[str] = re.findall(r"^```python\n(.*?)^```", README, re.DOTALL | re.MULTILINE)
SERVERS = [program for program in PROGRAMS if "connect_" not in program]
ASKED = """
import asyncio, httpx
ask = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion":
    "2025-11-25", "capabilities": {}, "clientInfo": {"name": "c", "version": "1"}}}
head = {"accept": "application/json, text/event-stream"}

async def asks():
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
        print((await client.post("/api/mcp", json=ask, headers=head)).status_code)
        head["authorization"] = "Bearer secret"
        print((await client.post("/api/mcp", json=ask, headers=head)).status_code)

asyncio.run(asks())
"""


def run(program: str) -> str:
    """What it prints, with nothing to read."""
    done = subprocess.run(
        [sys.executable, "-c", program],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=60,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_all_are_there() -> None:
    assert len(SERVERS) >= 4
    assert len(PROGRAMS) > len(SERVERS)


@pytest.mark.parametrize("program", SERVERS)
def test_a_server_runs(program: str) -> None:
    assert run(program) == ""


def test_who_is_let_in_inside_of_another_app() -> None:
    (program,) = [program for program in SERVERS if "Starlette" in program]
    assert run(program + ASKED) == "401\n200\n"
