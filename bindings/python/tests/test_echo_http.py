"""The echo server over HTTP as a program: an ASGI app under uvicorn, on the installed package."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from peer import modern, request

ECHO = Path(__file__).parents[3] / "tests" / "echo" / "echo_http.py"
BOTH = "application/json, text/event-stream"


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Where it serves, as long as the tests need it; it has to say nothing else."""
    command = [sys.executable, "-W", "error", str(ECHO), "0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stderr
            said = process.stderr.readline()
            assert said.startswith("serving http://127.0.0.1:"), said + process.stderr.read()
            yield said.split()[-1]
        finally:
            process.terminate()
        assert process.stderr.read() == ""


def send(
    address: str, method: str, message: object = None, headers: dict[str, str] | None = None
) -> tuple[HTTPResponse, bytes]:
    url = urlsplit(address)
    assert url.hostname
    connection = HTTPConnection(url.hostname, url.port, timeout=30)
    base = {"Accept": BOTH}
    body = None
    if message is not None:
        base["Content-Type"] = "application/json"
        body = json.dumps(message)
    connection.request(method, url.path, body, {**base, **(headers or {})})
    try:
        response = connection.getresponse()
        return response, response.read()
    finally:
        connection.close()


def test_a_call_of_the_modern_era(address: str) -> None:
    text = 'a "b" \\ \n \U0001f600'
    for arguments, content, failed in (
        ({"text": text}, text, None),
        ({}, "text is missing", True),
        ({"text": "\ud800"}, None, True),
    ):
        message = modern("tools/call", {"name": "echo", "arguments": arguments})
        lines = {
            "MCP-Protocol-Version": "2026-07-28",
            "Mcp-Method": "tools/call",
            "Mcp-Name": "echo",
        }
        response, body = send(address, "POST", message, lines)
        assert response.status == 200
        result: dict[str, Any] = json.loads(body)["result"]
        assert content is None or result["content"] == [{"type": "text", "text": content}]
        assert result.get("isError") is failed


def test_a_session(address: str) -> None:
    info = {"name": "test", "version": "1"}
    params = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": info}
    response, body = send(address, "POST", request("initialize", params))
    assert json.loads(body)["result"]["serverInfo"]["name"] == "echo"
    lines = {
        "Mcp-Session-Id": response.headers["mcp-session-id"],
        "MCP-Protocol-Version": "2025-06-18",
    }
    ready = {"jsonrpc": "2.0", "method": "notifications/initialized"}
    response, body = send(address, "POST", ready, lines)
    assert (response.status, body) == (202, b"")
    call = request("tools/call", {"name": "echo", "arguments": {"text": "x" * 500_000}})
    response, body = send(address, "POST", call, lines)
    assert len(json.loads(body)["result"]["content"][0]["text"]) == 500_000
    assert send(address, "DELETE", None, lines)[0].status == 204
    assert send(address, "POST", call, lines)[0].status == 404


@pytest.mark.parametrize(
    ("method", "headers", "path", "status"),
    [
        ("GET", {}, "", 400),
        ("PUT", {}, "", 405),
        ("POST", {"Content-Type": "text/plain"}, "", 415),
        ("POST", {"Content-Type": "application/json", "Origin": "http://evil.example"}, "", 403),
        ("POST", {"Content-Type": "application/json", "Host": "evil.example"}, "", 403),
        ("GET", {}, "/other", 404),
    ],
)
def test_those_who_are_not_let_in(
    address: str, method: str, headers: dict[str, str], path: str, status: int
) -> None:
    response, _ = send(address + path, method, None, headers)
    assert response.status == status
