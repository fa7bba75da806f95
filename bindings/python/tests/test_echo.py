"""The README's echo server as a program, on the installed package."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from peer import MODERN

ECHO = Path(__file__).parents[3] / "tests" / "echo" / "echo.py"


def run(data: bytes, program: Path = ECHO) -> list[dict[str, Any]]:
    """What the program answers; it has to end by itself, quietly, with status 0."""
    done = subprocess.run(
        [sys.executable, program], input=data, capture_output=True, timeout=60, check=True
    )
    assert done.stderr == b""
    assert done.stdout == b"" or done.stdout.endswith(b"\n")
    return [json.loads(line) for line in done.stdout.splitlines()]


def call(id: int, arguments: str) -> bytes:
    params = f'{{"name":"echo","arguments":{arguments},"_meta":{json.dumps(MODERN)}}}'
    message = f'{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{params}}}\n'
    return message.encode()


def test_it_echoes() -> None:
    text = 'a "b" \\ \n \U0001f600'
    (first, second) = run(call(1, json.dumps({"text": text})) + call(2, "{}").rstrip(b"\n"))
    assert first["result"]["content"] == [{"type": "text", "text": text}]
    assert second["result"]["content"] == [{"type": "text", "text": "text is missing"}]
    assert second["result"]["isError"]


def test_the_program_in_the_readme_echoes_too(tmp_path: Path) -> None:
    readme = (Path(__file__).parents[1] / "README.md").read_text("utf-8")
    program = tmp_path / "readme.py"
    programs = [block.split("```")[0] for block in readme.split("```python\n")[1:]]
    (echo,) = (each for each in programs if "Lines()" in each)
    program.write_text(echo, "utf-8")
    (answer,) = run(call(1, '{"text":"hello"}'), program)
    assert answer["result"]["content"] == [{"type": "text", "text": "hello"}]


def test_nothing_in_nothing_out() -> None:
    assert run(b"") == []


@pytest.mark.parametrize(
    "bad",
    [
        b"\xff\xfe\n",
        b"{\n",
        b"[" * 100_000 + b"\n",
        b'{"jsonrpc":"2.0","id":9,"method":"' + b"x" * (1 << 20) + b'"}\n',
        call(9, '{"text":"\\ud800"}'),
        call(9, '{"text":' + "9" * 5000 + "}"),
        call(9, '{"\\ud800":1}'),
        call(9, '{"text":1e999}'),
    ],
)
def test_no_line_ends_it(bad: bytes) -> None:
    answers = run(bad + call(1, '{"text":"alive"}'))
    assert len(answers) == 2
    assert answers[1]["result"]["content"][0]["text"] == "alive"
