"""A server that sends without end is read no faster than the application hears it."""

from __future__ import annotations

import threading
import time
from pathlib import Path
from typing import Any

import pytest
from client_peer import program
from http_peer import BOUND_S, Asked, Scripted, greeted, transport_of
from sansmcp.client import Event, connect_http, connect_stdio
from sansmcp.client._backlog import Backlog

MOST = 4_194_304
CHUNK = 65_536
FLOOD = """
while True:
    message = read()
    if message["method"] == "server/discover":
        discovered(message["id"])
        break
while True:
    sys.stdout.write({text!r})
"""


class Slow:
    """An application that hears of one thing, and then of nothing until it may go on."""

    def __init__(self) -> None:
        self.came = threading.Semaphore(0)
        self.may = threading.Semaphore(0)
        self.is_free = False

    def __call__(self, event: Event) -> None:
        self.came.release()
        if not self.is_free:
            self.may.acquire()

    def go_on(self) -> None:
        """Hears of everything from now on, at once."""
        self.is_free = True
        self.may.release()


def size_of(client: Any) -> int:
    backlog: Backlog = client._backlog
    size: int = backlog._size  # pyright: ignore[reportPrivateUsage]
    return size


def is_bounded(client: Any, most: int, step: Any = lambda: None) -> None:
    """The most that is held is reached, and not exceeded in the course of some steps."""
    until = time.monotonic() + 3 * BOUND_S
    while size_of(client) <= MOST:
        assert time.monotonic() < until
        time.sleep(0.01)
    for _ in range(50):
        step()
        assert size_of(client) <= most


def test_a_flood_of_notifications_over_stdio(tmp_path: Path) -> None:
    slow = Slow()
    line = '{"jsonrpc":"2.0","method":"notifications/x","params":{"a":"%s"}}\n' % ("x" * 2000)

    def step() -> None:
        assert slow.came.acquire(timeout=BOUND_S)
        slow.may.release()

    command = program(tmp_path, FLOOD.format(text=line * 30))
    with connect_stdio(command, on_event=slow, patience_s=0.5) as client:
        is_bounded(client, MOST + CHUNK, step)
        slow.go_on()
        for _ in range(5_000):  # nothing is lost, and it goes on
            assert slow.came.acquire(timeout=BOUND_S)


def test_a_flood_of_pings_whose_answers_nobody_reads(tmp_path: Path) -> None:
    line = '{"jsonrpc":"2.0","id":"%s%04d","method":"ping"}\n'
    text = "".join(line % ("x" * 120, n) for n in range(1_000))
    command = program(tmp_path, FLOOD.format(text=text))
    with connect_stdio(command, patience_s=0.5) as client:
        # What is being read may be answered yet.
        is_bounded(client, 2 * (MOST + CHUNK), lambda: time.sleep(0.01))


@pytest.mark.parametrize("library", ["standard", "httpx"])
def test_a_flood_over_http(library: str) -> None:
    slow = Slow()
    is_over = threading.Event()
    told = {"jsonrpc": "2.0", "method": "notifications/x", "params": {"a": "x" * 60_000}}

    def answer(asked: Asked) -> None:
        if greeted(asked):
            return
        asked.events()
        try:
            while True:
                asked.event(told)
        except OSError:
            is_over.set()

    def step() -> None:
        assert slow.came.acquire(timeout=BOUND_S)
        slow.may.release()

    with (
        Scripted(answer) as server,
        transport_of(library) as transport,
        connect_http(server.url, transport=transport, on_event=slow) as client,
    ):
        client.submit("tools/call", {"name": "x"})
        is_bounded(client, MOST + 4 * CHUNK, step)
        slow.go_on()
    assert is_over.wait(BOUND_S)  # its end waits for nobody
