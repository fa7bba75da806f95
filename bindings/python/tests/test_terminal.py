"""`python -m sansmcp`, as a person at a terminal has it."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from client_peer import program
from stdio_peer import SERVER

SANSMCP = [sys.executable, "-W", "error", "-m", "sansmcp"]
STDIO = ["--", sys.executable, str(SERVER), "threads"]

SERVICE = """
from sansmcp.service import Service

service = Service("greeter", "1.0.0")

@service.tool
def greet(name: str, times: int = 1) -> str:
    \"\"\"Says hello.\"\"\"
    return f"hello {name} " * times

@service.tool
def find(code: str | None = None, near: str | int = 0) -> str:
    return f"{code!r} {near!r}"

@service.tool
def fail() -> str:
    raise ValueError("a secret")
"""


def sansmcp(*words: str, status: int = 0, given: str = "") -> tuple[str, str]:
    """What it prints on standard output, and on standard error."""
    done = subprocess.run(
        [*SANSMCP, *words], input=given, capture_output=True, timeout=60, text=True, check=False
    )
    assert done.returncode == status, done.stderr
    assert "_terminal" not in done.stderr, "no traceback but one that the server has logged"
    return done.stdout, done.stderr


@pytest.fixture
def service(tmp_path: Path) -> Path:
    file = tmp_path / "greeter.py"
    file.write_text(SERVICE)
    return file


def test_it_explains_itself() -> None:
    for words in ([], ["--help"]):
        out, errors = sansmcp(*words)
        assert "python -m sansmcp call" in out
        assert errors == ""
    assert re.fullmatch(r"\d+\.\d+\.\d+\n", sansmcp("--version")[0])
    assert "there is no 'cal'" in sansmcp("cal", status=2)[1]
    assert "FILE[:NAME]" in sansmcp("run", "--help")[0]
    assert "--http URL" in sansmcp("call", "--help")[0]


def test_what_a_server_has(service: Path) -> None:
    out, errors = sansmcp("call", "--", *SANSMCP, "run", str(service))
    assert out.startswith("greeter 1.0.0, MCP 2026-07-28\n")
    assert "  greet name=string [times=integer]\n      Says hello.\n" in out
    assert errors == ""
    old = sansmcp("call", "--revision", "2025-06-18", "--", *SANSMCP, "run", str(service))[0]
    assert old.startswith("greeter 1.0.0, MCP 2025-06-18\n")


def test_calls(service: Path) -> None:
    server = ["--", *SANSMCP, "run", f"{service}:service"]
    assert sansmcp("call", "greet", "name=7", "times=2", *server)[0].strip() == "hello 7 hello 7"
    json = '{"name": "Ada"}'
    assert sansmcp("call", "greet", json, *server)[0].strip() == "hello Ada"
    assert sansmcp("call", "greet", "-", *server, given=json)[0].strip() == "hello Ada"
    assert '"content": [' in sansmcp("call", "--json", "greet", json, *server)[0]
    out, errors = sansmcp("call", "greet", "times=x", *server, status=1)
    assert "its arguments are: name=string [times=integer]" in errors
    assert "name" in out
    out, errors = sansmcp("call", "fail", *server, status=1)
    assert "a secret" not in out


def test_a_value_is_of_a_kind_that_the_tool_takes(service: Path) -> None:
    server = ["--", *SANSMCP, "run", str(service)]
    assert "  find [code=string|null] [near=string|integer]" in sansmcp("call", *server)[0]
    for words, found in {
        ("code=12345", "near=12345"): "'12345' 12345",
        ("code=null", 'near="5"'): "None '5'",
        ("code=[1]", "near=[1"): "'[1]' '[1'",
    }.items():
        assert sansmcp("call", "find", *words, *server)[0].strip() == found


def test_progress_is_shown() -> None:
    out, errors = sansmcp("call", "steps", "n=3", "text=done", *STDIO)
    assert out == "done\n"
    assert errors.split() == ["0", "1", "2"]


@pytest.mark.parametrize(
    ("words", "status", "why"),
    [
        (["stps", *STDIO], 1, "did you mean 'steps'?"),
        (["zzz", *STDIO], 1, "it has: ask, echo, exit"),
        (["echo", "text", *STDIO], 2, "write NAME=VALUE"),
        (["echo", "{", *STDIO], 2, "is no JSON"),
        (["raise", *STDIO], 1, "error -32603: Internal error"),
        (["exit", *STDIO], 1, "its process ended with status 3"),
        (["--timeout", "0.3", "never", *STDIO], 1, "in time"),
        ([], 2, "say which server"),
        (["--http", "http://127.0.0.1:1/mcp", *STDIO], 2, "say which server"),
        (["--", "/no/such/program"], 1, "there is no '/no/such/program'"),
        (["--", sys.executable, "-c", ""], 1, "there is no connection"),
        (["--http", "http://127.0.0.1:1/mcp"], 1, "there is no connection"),
        (["--http", "http://127.0.0.1:1/mcp", "--header", "x"], 2, "is no header"),
        (["--revision", "2020-01-01", *STDIO], 2, "'2025-11-25', '2026-07-28'"),
    ],
)
def test_what_goes_wrong_is_said(words: list[str], status: int, why: str) -> None:
    out, errors = sansmcp("call", *words, status=status)
    assert out == ""
    assert errors.startswith("sansmcp: ") or "sansmcp: " in errors
    assert why in errors


def test_what_cannot_be_run(tmp_path: Path, service: Path) -> None:
    two = tmp_path / "two.py"
    two.write_text(
        "from sansmcp.service import Service\na = Service('a', '1')\nb = Service('b', '1')\n"
    )
    for word, why in {
        str(tmp_path / "none.py"): "there is no file",
        "no_such_module": "neither a file nor a module",
        str(two): "it has: a, b",
        f"{service}:greet": "it is a function",
        f"{service}:nobody": "there is none",
    }.items():
        assert why in sansmcp("run", word, status=2)[1]
    assert "no HOST:PORT" in sansmcp("run", "--http", "x", str(service), status=2)[1]


def test_a_terminal_is_not_told_what_to_do(tmp_path: Path) -> None:
    command = program(
        tmp_path,
        """
while message := read():
    if message["method"] == "server/discover":
        discovered(message["id"])
    else:
        tool = {"name": "a\\x1b[2Jb", "description": "c\\x07", "inputSchema": {"type": "object"}}
        write({"id": message["id"], "result": {"resultType": "complete", "tools": [tool],
            "ttlMs": 0, "cacheScope": "private"}})
""",
    )
    out, _ = sansmcp("call", "--", *command)
    assert "\x1b" not in out
    assert "\x07" not in out


def test_over_http(service: Path) -> None:
    serving = subprocess.Popen(
        [*SANSMCP, "run", "--http", "127.0.0.1:0", str(service)], stderr=subprocess.PIPE, text=True
    )
    with serving:
        try:
            assert serving.stderr
            url = serving.stderr.readline().split()[-1]
            assert "greet name=string" in sansmcp("call", "--http", url)[0]
            out, _ = sansmcp("call", "--http", url, "--header", "x-a: b", "greet", "name=Ada")
            assert out.strip() == "hello Ada"
            serving.send_signal(signal.SIGINT)
            assert serving.wait(20) == 0
            assert "Traceback" not in serving.stderr.read()
        finally:
            serving.kill()
