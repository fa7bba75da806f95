"""Servers on standard input and output, as processes: both ways of serving."""

from __future__ import annotations

import json
import os
import pty
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from stdio_peer import BOUND_S, SERVER, Peer, call, cancel, old_call, said

from sansmcp import Answered, CallTool, Event, Out, Server, Tool
from sansmcp.stdio import Stdio, now

SHAKE = (
    b'{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25",'
    b'"capabilities":{},"clientInfo":{"name":"peer","version":"1"}}}\n',
    b'{"jsonrpc":"2.0","method":"notifications/initialized"}\n',
)
WAYS = pytest.mark.parametrize("way", ["threads", "async"])


@WAYS
def test_a_pipe(way: str) -> None:
    with Peer(way) as peer:
        for text in ("hi", 'a "b" \n \U0001f600', "x" * 200_000):
            peer.send(call(1, "echo", text=text))
            assert said(peer.read()) == text
        peer.send(b"not json\n", call(2, "echo", text="alive").rstrip(b"\n"))
        assert peer.read()["error"]["code"] == -32700
        (last,), errors = peer.end()
        assert (said(last), errors) == ("alive", b"")


@WAYS
def test_a_file_in_and_a_file_out(way: str, tmp_path: Path) -> None:
    source, sink = tmp_path / "in", tmp_path / "out"
    source.write_bytes(b"".join(call(n, "echo", text=str(n)) for n in range(2000)))
    with source.open("rb") as stdin, sink.open("wb") as stdout:
        command = [sys.executable, "-W", "error", str(SERVER), way]
        done = subprocess.run(
            command, stdin=stdin, stdout=stdout, stderr=subprocess.PIPE, timeout=60, check=True
        )
    assert done.stderr == b""
    *lines, after = sink.read_bytes().splitlines()
    assert after == b"after"
    assert [said(json.loads(line)) for line in lines] == [str(n) for n in range(2000)]


@WAYS
def test_sockets(way: str) -> None:
    """As clients in Node have them."""
    ours, theirs = socket.socketpair()
    with ours, theirs, Peer(way, stdin=theirs, stdout=theirs) as peer:
        theirs.close()
        ours.settimeout(BOUND_S)
        data = b"".join(call(n, "echo", text="x" * 1000) for n in range(100))
        ours.sendall(data)
        got = b""
        while got.count(b"\n") < 100:
            got += ours.recv(65536)
        ours.shutdown(socket.SHUT_WR)
        assert peer.process.wait(BOUND_S) == 0


@WAYS
def test_a_terminal(way: str) -> None:
    ours, theirs = pty.openpty()
    try:
        with Peer(way, stdin=theirs) as peer:
            os.write(ours, b'{"jsonrpc":"2.0","id":1,"method":"ping"}\n')
            assert peer.read()["id"] == 1
            os.write(ours, b"\4")  # Ctrl-D
            assert peer.ended() == ([], b"")
            assert os.get_blocking(theirs), "others have the terminal too"
    finally:
        os.close(ours)
        os.close(theirs)


@WAYS
def test_the_answers_of_a_batch_are_written_together(way: str) -> None:
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with ours, theirs, Peer(way, stdout=theirs) as peer:
        theirs.close()
        ours.settimeout(BOUND_S)
        peer.send(call(0, "echo"))
        assert ours.recv(1 << 20).count(b"\n") == 1
        peer.send(*(call(n, "echo", text="x") for n in range(50)))
        answers = writes = 0
        while answers < 50:
            answers += ours.recv(1 << 20).count(b"\n")
            writes += 1
        assert writes < 10  # one, unless the machine is very slow


@WAYS
def test_what_is_answered_in_pieces_ends_before_the_next_answer(way: str) -> None:
    with Peer(way, "max_message=100") as peer:
        listed = b'{"jsonrpc":"2.0","id":1,"method":"tools/list"}\n'
        peer.send(*SHAKE, listed, b'{"jsonrpc":"2.0","id":2,"method":"ping"}\n')
        assert [peer.read()["id"] for _ in range(3)] == [0, 1, 2]
        assert peer.end() == ([], b"")


@WAYS
def test_what_is_answered_does_not_wait_for_what_is_slow(way: str) -> None:
    with Peer(way) as peer:
        peer.send(call(1, "slow", text="a"), call(2, "slow", text="b"))
        assert said(peer.read()) == "a"
        assert peer.rest == b"", "the other answer came with it"
        assert said(peer.read()) == "b"


@WAYS
def test_standard_output_is_the_protocols_alone(way: str) -> None:
    with Peer(way) as peer:
        peer.send(call(1, "print", text="x"))
        assert said(peer.read()) == "x"
        messages, errors = peer.end()
        assert messages == []
        words = errors.decode()
        assert all(word in words for word in ("printed", "written", "a child"))
        assert "EOFError" in words, "a child reads nothing of the protocol's"


@WAYS
def test_the_end_of_the_input_waits_for_what_is_being_answered(way: str) -> None:
    name = "wait" if way == "async" else "later"
    with Peer(way, "patience_s=19.0") as peer:
        peer.send(call(1, name, text="late", s=0.5), call(2, "never"), cancel(2))
        (answer,), errors = peer.end()
        assert (said(answer), errors) == ("late", b"")


@WAYS
def test_the_end_of_the_input_waits_no_longer_than_it_is_told(way: str) -> None:
    with Peer(way, "patience_s=0.2") as peer:
        peer.send(call(1, "never"), call(2, "later", s=60))
        assert peer.end() == ([], b"")


def test_tasks_that_go_on_at_the_end_are_cancelled() -> None:
    with Peer("async", "patience_s=0.2") as peer:
        peer.send(call(1, "wait", text="x", s=60))
        assert peer.end() == ([], b"cancelled x\n")


def test_ctrl_c_ends_threads_quietly() -> None:
    with Peer("threads", "patience_s=19.0") as peer:
        peer.send(call(1, "echo", text="x"), call(2, "never"))
        assert said(peer.read()) == "x"
        peer.interrupt()
        assert peer.ended() == ([], b"")


def test_ctrl_c_ends_a_loop_quietly(tmp_path: Path) -> None:
    program = tmp_path / "server.py"
    program.write_text(
        "from sansmcp import Server\n"
        "from sansmcp.stdio import run_async\n"
        "server = Server('s', '1')\n"
        "run_async(server, server.reply)\n"
        "print('over')\n"
    )
    with subprocess.Popen(
        [sys.executable, program],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        bufsize=0,
    ) as process:
        assert process.stdin
        assert process.stdout
        process.stdin.write(b'{"jsonrpc":"2.0","id":1,"method":"ping"}\n')
        assert process.stdout.readline()
        process.send_signal(2)
        out, errors = process.communicate(timeout=BOUND_S)
        assert (process.returncode, out, errors) == (0, b"over\n", b"")


@WAYS
def test_a_peer_that_reads_no_more(way: str) -> None:
    with Peer(way, "patience_s=19.0") as peer:
        peer.send(call(1, "echo", text="x"))
        assert said(peer.read()) == "x"
        peer.stdout.close()
        peer.process.stdout = None
        for n in range(100):
            try:
                peer.send(call(n, "echo", text="x"))
            except BrokenPipeError:
                break
            time.sleep(0.01)
        _, errors = peer.ended(status=1)  # its own print finds nobody
        assert b"BrokenPipeError" in errors.splitlines()[-1]
        assert b"stdio/" not in errors, "no traceback of the package"


@WAYS
def test_a_peer_that_was_killed(way: str) -> None:
    """Nobody waits for the calls that are under way, however long the patience is."""
    with Peer(way, "patience_s=600") as peer:
        peer.send(call(1, "echo", text="x"), call(2, "later", s=60), call(3, "never"))
        assert said(peer.read()) == "x"
        peer.stdout.close()
        peer.process.stdout = None
        _, errors = peer.end(status=1)
        assert b"stdio/" not in errors


@WAYS
def test_a_peer_that_reads_slowly(way: str) -> None:
    """Nothing is read from it meanwhile, so that little waits; then all is answered."""
    with Peer(way, "max_waiting=65536") as peer:
        os.set_blocking(peer.stdin.fileno(), False)
        lines = [call(n, "echo", text="x" * 2000) for n in range(2000)]
        data = memoryview(b"".join(lines))
        sent = 0
        idle_since = time.monotonic()
        while time.monotonic() - idle_since < 0.5:
            try:
                sent += os.write(peer.stdin.fileno(), data[sent : sent + 4096])
                idle_since = time.monotonic()
            except BlockingIOError:
                time.sleep(0.01)
        # Two pipes, what waits, what was read at once, and what came of it.
        assert sent < 1 << 19
        os.set_blocking(peer.stdin.fileno(), True)
        whole = data[:sent].tobytes().rpartition(b"\n")[0].count(b"\n") + 1
        for n in range(whole):
            assert peer.read()["id"] == n


def test_a_peer_that_does_not_read_a_flood_of_a_task_is_gone() -> None:
    with Peer("async", "max_waiting=1024") as peer:
        peer.send(call(1, "steps", n=5000))
        assert b"the peer does not read" in peer.errors(until=b"end\n")


@WAYS
def test_steps_come_before_their_answer(way: str) -> None:
    with Peer(way) as peer:
        peer.send(call(1, "echo", text="first"), call("t", "steps", text="last", n=300))
        assert said(peer.read()) == "first"
        steps = [peer.read() for _ in range(300)]
        assert [step["params"]["progress"] for step in steps] == list(range(300))
        assert said(peer.read()) == "last"


@WAYS
def test_answers_of_other_threads(way: str) -> None:
    with Peer(way) as peer:
        peer.send(*(call(n, "later", text=str(n), s=0.01) for n in range(100)))
        texts = {said(peer.read()) for _ in range(100)}
        assert texts == {str(n) for n in range(100)}
        assert peer.end() == ([], b"")


@WAYS
def test_what_is_raised_is_logged_and_not_told(way: str) -> None:
    with Peer(way) as peer:
        words_of = {"raise": b"a secret", "wrong": b"respond gave 'str' for 'tools/call'"}
        for name, words in words_of.items():
            peer.send(call(1, name))
            error = peer.read()["error"]
            assert error == {"code": -32603, "message": "Internal error"}
            assert words in peer.errors()


def test_what_waits_for_a_loop_is_told_where_to_go() -> None:
    with Peer("threads") as peer:
        peer.send(call(1, "wait"), call(2, "forever"))
        for _ in range(2):
            assert peer.read()["error"]["code"] == -32603
        assert peer.errors().count(b"serve it with serve_async") == 2


@WAYS
def test_a_question_that_is_not_answered_in_time(way: str) -> None:
    with Peer(way) as peer:
        bounds = {1: 100, 2: 300, 3: 60_000}
        peer.send(*SHAKE, *(old_call(n, "ask", ms=ms) for n, ms in bounds.items()))
        assert peer.read()["id"] == 0
        asked = [peer.read() for _ in range(3)]
        assert [it["method"] for it in asked] == ["ping"] * 3
        answer: dict[str, Any] = {"jsonrpc": "2.0", "id": asked[2]["id"], "result": {}}
        peer.send(json.dumps(answer).encode() + b"\n")
        came = [peer.read() for _ in range(5)]
        ended = [(it["id"], said(it)) for it in came if "result" in it]
        assert ended == [(3, "result"), (1, "expired"), (2, "expired")]
        withdrawn = [it["params"]["requestId"] for it in came if "method" in it]
        assert withdrawn == [it["id"] for it in asked[:2]]


@WAYS
def test_exit(way: str) -> None:
    with Peer(way) as peer:
        peer.send(call(1, "exit"))
        assert peer.ended(status=3) == ([], b"")


def test_a_cancel_stops_a_task() -> None:
    with Peer("async") as peer:
        peer.send(call("a", "wait", s=60, text="a"), call("b", "wait", text="b"), cancel("a"))
        assert said(peer.read()) == "b"
        assert peer.end() == ([], b"cancelled a\n")


def test_tasks_run_at_the_same_time() -> None:
    with Peer("async") as peer:
        peer.send(call(1, "wait", s=0.4, text="slow"), call(2, "wait", s=0, text="fast"))
        assert [said(peer.read()) for _ in range(2)] == ["fast", "slow"]


def test_a_server_that_is_started_without_input(tmp_path: Path) -> None:
    line = f'exec "{sys.executable}" "{SERVER}" threads <&-'
    done = subprocess.run(["sh", "-c", line], capture_output=True, timeout=60, check=False)
    assert done.returncode == 1
    assert b"standard input is closed; start the server with one" in done.stderr


def test_who_wants_to_exit_in_the_thread_of_the_clock_does_not_stop_it() -> None:
    asked: list[int] = []
    late = threading.Semaphore(0)
    server = Server("late", "1", tools=[Tool("ask")])

    def respond(event: Event) -> Out:
        if isinstance(event, CallTool):
            number, out = server.request(event.ticket, "ping", idle_ms=1, now=now())
            asked.append(number)
            return out
        if isinstance(event, Answered):
            late.release()
            sys.exit(3)
        return server.reply(event)

    source, peer = os.pipe()
    with open(os.devnull, "wb") as nowhere:
        stdio = Stdio(server, respond, stdin=source, stdout=nowhere.fileno(), patience_s=0.1)
        serving = threading.Thread(target=stdio.serve, daemon=True)
        serving.start()
        os.write(peer, b"".join(SHAKE))
        for id in (1, 2):
            os.write(peer, old_call(id, "ask"))
            assert late.acquire(timeout=BOUND_S)
        os.close(peer)
        serving.join(BOUND_S)
        assert not serving.is_alive()
    os.close(source)
    assert len(asked) == 2
