"""What a client over HTTP leaves to an HTTP library: TLS, and libraries of one's own."""

from __future__ import annotations

import json
import signal
import ssl
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import pytest
from client_peer import PROBED
from http_peer import BOUND_S, Asked, Scripted, done, greeted
from sansmcp.client import (
    CallFailed,
    ConnectionFailed,
    Exchange,
    HttpxTransport,
    Options,
    StandardTransport,
    Transport,
    connect_http,
)


@pytest.mark.parametrize("library", ["standard", "httpx"])
def test_tls(library: str, tmp_path: Path) -> None:
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"]
    command += ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
    command += ["-keyout", str(key), "-out", str(certificate)]
    subprocess.run(command, check=True, capture_output=True, timeout=60)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    trusting = ssl.create_default_context(cafile=certificate)

    def answer(asked: Asked) -> None:
        if asked.method == "tools/call":
            asked.result(done())
        elif asked.method == "prompts/list":
            assert asked.is_gone()
        else:
            assert greeted(asked)

    def made(is_trusting: bool) -> Transport:
        if library == "httpx":
            return HttpxTransport(verify=trusting if is_trusting else True)
        return StandardTransport(context=trusting if is_trusting else None)

    with Scripted(answer, context) as server:
        transport = made(is_trusting=True)
        with connect_http(server.url, transport=transport) as http:
            for _ in range(3):
                assert http.call_tool("x") == done()
            with pytest.raises(CallFailed):
                http.call("prompts/list", None, Options(hard_ms=100, anyway=True))
        transport.close()
        transport = made(is_trusting=False)
        with pytest.raises(ConnectionFailed) as raised:
            connect_http(server.url, transport=transport)
        assert "certificate" in str(raised.value).lower()
        transport.close()


class Own:
    """A library of the user's own: a server within this process."""

    def __init__(self) -> None:
        self.seen: list[str] = []
        self.is_closed = False

    def exchange(
        self, verb: str, url: str, headers: Sequence[tuple[str, str]], body: bytes
    ) -> Exchange:
        self.seen.append(verb)
        return OwnExchange(json.loads(body))

    def close(self) -> None:
        self.is_closed = True


class OwnExchange:
    def __init__(self, message: dict[str, Any]) -> None:
        result = PROBED if message["method"] == "server/discover" else done()
        self._body = {"jsonrpc": "2.0", "id": message["id"], "result": result}

    def open(self) -> tuple[int, Sequence[tuple[str, str]]]:
        return 200, [("Content-Type", "application/json")]

    def pieces(self) -> Iterator[bytes]:
        yield from (bytes([byte]) for byte in json.dumps(self._body).encode())

    def close(self) -> None:
        pass

    def cut(self) -> None:
        pass


def test_a_library_of_ones_own() -> None:
    own = Own()
    with connect_http("https://nowhere.example/mcp", transport=own) as http:
        assert http.call_tool("x") == done()
    assert own.seen == ["POST", "POST"]
    # It is its owner's, who may use it for others.
    assert not own.is_closed


@pytest.mark.parametrize("library", ["StandardTransport", "HttpxTransport"])
def test_a_program_that_never_closes_it_ends(library: str) -> None:
    def answer(asked: Asked) -> None:
        if asked.method == "tools/call":
            asked.result(done())
        elif asked.method == "prompts/list":
            assert asked.is_gone()
        else:
            assert greeted(asked)

    text = """if True:
        import sys
        from sansmcp.client import *
        http = connect_http(sys.argv[1], transport=globals()[sys.argv[2]]())
        print(http.call_tool("x")["content"][0]["text"])
        http.submit("prompts/list", None, Options(anyway=True))
    """
    with Scripted(answer) as server:
        command = [sys.executable, "-c", text, server.url, library]
        ended = subprocess.run(command, capture_output=True, timeout=60, check=True)
    assert (ended.stdout.split(), ended.stderr) == ([b"done"], b"")


def test_a_call_that_is_interrupted_is_cancelled() -> None:
    left: SimpleQueue[bool] = SimpleQueue()

    def answer(asked: Asked) -> None:
        if asked.method == "tools/call":
            process.send_signal(signal.SIGINT)
            left.put(asked.is_gone())
        else:
            assert greeted(asked)

    text = """if True:
        import sys
        from sansmcp.client import *
        with connect_http(sys.argv[1], transport=StandardTransport()) as http:
            try:
                http.call_tool("x")
            except KeyboardInterrupt:
                print(http.client.open())
    """
    with Scripted(answer) as server:
        command = [sys.executable, "-c", text, server.url]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            stdout, stderr = process.communicate(timeout=60)
        assert (stdout.strip(), stderr) == (b"[]", b"")
        assert left.get(timeout=BOUND_S)
