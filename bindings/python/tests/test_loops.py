"""Without asyncio: on trio, and without any loop."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from stdio_peer import call, said

from sansmcp.client import Policy, connect_stdio

TRIO = [sys.executable, "-W", "error", str(Path(__file__).parent / "trio_server.py")]


def test_trio() -> None:
    for policy in (Policy(), Policy(newest="2025-11-25")):
        with connect_stdio(TRIO, policy=policy) as client:
            slow = client.submit("tools/call", {"name": "wait", "arguments": {"s": 60, "text": ""}})
            texts = [str(n) for n in range(20)]
            waiting = [
                client.submit("tools/call", {"name": "wait", "arguments": {"s": 0, "text": text}})
                for text in texts
            ]
            assert client.call_tool("echo", {"text": "x"})["content"][0]["text"] == "x"
            assert [it.result(20)["content"][0]["text"] for it in waiting] == texts
            assert not slow.done()
            slow.cancel()


ALONE = """
import sys
before = set(sys.modules)
import sansmcp.stdio
from sansmcp import Server, Tool
server = Server("alone", "1", tools=[Tool("tool")])

def respond(event):
    if event.kind != "call_tool":
        return server.reply(event)
    loaded = sorted({name.partition(".")[0] for name in set(sys.modules) - before})
    return server.answer(event.ticket).text(" ".join(loaded)).end()

sansmcp.stdio.serve(server, respond)
"""


def test_no_loop_at_all(tmp_path: Path) -> None:
    """Threads alone: no event loop is even loaded."""
    program = tmp_path / "server.py"
    program.write_text(ALONE)
    done = subprocess.run(
        [sys.executable, "-W", "error", str(program)],
        input=call(1, "tool"),
        capture_output=True,
        timeout=60,
        check=True,
    )
    assert done.stderr == b""
    loaded = str(said(json.loads(done.stdout))).split()
    assert "sansmcp" in loaded
    assert not {"asyncio", "concurrent", "trio", "socket", "ssl"} & set(loaded)
