"""What an import brings along: time and memory that every server pays."""

from __future__ import annotations

import subprocess
import sys

import pytest

HEAVY = "asyncio concurrent email http httpx pydantic socket ssl subprocess trio urllib".split()


@pytest.mark.parametrize(
    ("modules", "others"),
    [
        ("sansmcp", "json logging threading"),
        ("sansmcp.stdio", "json logging threading"),
        ("sansmcp.stdio._threads", "json logging"),
        ("sansmcp.service", "logging"),
        ("sansmcp.service, sansmcp.stdio._threads", "logging"),
    ],
)
def test_an_import_brings_nothing_heavy(modules: str, others: str) -> None:
    program = f"import sys; before = set(sys.modules); import {modules}\n" + (
        "print(*{name.partition('.')[0] for name in set(sys.modules) - before})"
    )
    command = [sys.executable, "-W", "error", "-c", program]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    loaded = set(done.stdout.split())
    assert "sansmcp" in loaded
    assert not loaded & {*HEAVY, *others.split()}
