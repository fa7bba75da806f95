"""Log records as messages to the client."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from asgi_client import Client as HttpClient

from sansmcp import CallTool, Endpoint, Event, Out, Server, Tool
from sansmcp.asgi import App
from sansmcp.client import Event as ClientEvent
from sansmcp.client import Level, Log, Policy
from sansmcp.log import LogHandler
from sansmcp.memory import MemoryClient, connect
from sansmcp.stdio import Stdio

NOTICE = 25
LEVELS: dict[int, Level] = {
    logging.DEBUG: "debug",
    logging.INFO: "info",
    NOTICE: "notice",
    logging.WARNING: "warning",
    logging.ERROR: "error",
    logging.CRITICAL: "critical",
    60: "alert",
    70: "emergency",
}
logger = logging.getLogger("application")


@pytest.fixture(autouse=True)
def restored() -> Iterator[None]:
    """No handler outlives its test."""
    before = list(logger.handlers)
    logger.setLevel(1)
    yield
    logger.handlers[:] = before


class Served:
    """A server whose tool logs what it is told to, at each level."""

    def __init__(self) -> None:
        self.server = Server("log", "1", tools=[Tool("tool")], capabilities=["logging"])
        self.told: list[tuple[str | None, object, str | None]] = []
        self.answer: list[Out] = []

    def attach(self, send: Any) -> None:
        self.handler = LogHandler(self.server, send)
        logger.addHandler(self.handler)

    def __call__(self, event: Event) -> Out:
        if not isinstance(event, CallTool):
            return self.server.reply(event)
        for number in LEVELS:
            logger.log(number, "at %d", number)
        return self.server.answer(event.ticket).text("done").end()

    def heard(self, event: ClientEvent) -> None:
        assert isinstance(event, Log)
        self.told.append((event.level, event.data, event.logger))

    def connect(self, policy: Policy | None = None) -> MemoryClient:
        return connect(self.server, self, policy=policy, on_event=self.heard)


ALL = [(level, f"at {number}", "application") for number, level in LEVELS.items()]


def test_who_asked_for_it_with_the_request_gets_it() -> None:
    served = Served()
    with served.connect() as client:
        client.call_tool("tool")
        logger.error("of no request")
        assert served.told == []
        client.set_level("debug")
        client.call_tool("tool")
        assert served.told == ALL
        served.told.clear()
        client.set_level("error")
        client.call_tool("tool")
        assert served.told == ALL[4:]


def test_who_set_a_level_gets_it() -> None:
    served = Served()
    with served.connect(Policy(newest="2025-11-25")) as client:
        client.call_tool("tool")
        assert served.told == ALL
        client.set_level("critical")
        served.told.clear()
        client.call_tool("tool")
        assert served.told == ALL[5:]
        served.told.clear()
        logger.critical("of no request")
        client.settle()
        assert served.told == [("critical", "of no request", "application")]


def test_nobody_is_there_yet_or_any_more() -> None:
    served = Served()
    with served.connect(Policy(newest="2025-11-25")):
        pass
    Served().attach(served.answer.append)
    logger.error("x")
    assert served.answer == []
    assert served.told == []


def test_a_traceback_is_no_business_of_the_client() -> None:
    served = Served()
    with served.connect(Policy(newest="2025-11-25")) as client:
        served.handler.setFormatter(logging.Formatter("%(levelname)s %(message)s"))
        try:
            raise ValueError("a secret")
        except ValueError:
            logger.exception("it failed", stack_info=True)
        client.settle()
    assert served.told == [("error", "ERROR it failed", "application")]


def test_what_the_package_logs_is_left_out() -> None:
    served = Served()
    sent: list[Out] = []

    def send(out: Out) -> None:
        sent.append(out)
        logger.error("while it is sent")
        logging.getLogger("sansmcp").error("of the package itself")

    with served.connect(Policy(newest="2025-11-25")):
        logger.handlers[:] = [LogHandler(served.server, send)]
        logging.getLogger("sansmcp").addHandler(logger.handlers[0])
        try:
            logger.error("once")
        finally:
            logging.getLogger("sansmcp").removeHandler(logger.handlers[0])
    assert [json.loads(out.json)["params"]["data"] for out in sent] == ["once"]


def test_a_server_without_logging_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    server = Server("none", "1")
    logger.addHandler(LogHandler(server, print))
    logger.propagate = False
    try:
        logger.error("x")
    finally:
        logger.propagate = True
    assert "NotSupported" in capsys.readouterr().err


def test_it_never_waits_for_a_peer_that_does_not_read() -> None:
    """Over pipes that are full, with threads that log all the time."""
    source, to_server = os.pipe()
    from_server, sink = os.pipe()
    server = Server("log", "1", tools=[Tool("tool")], capabilities=["logging"])
    stdio = Stdio(server, server.reply, stdin=source, stdout=sink, max_waiting=100_000)
    serving = threading.Thread(target=stdio.serve)
    serving.start()
    shake = (
        b'{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25",'
        b'"capabilities":{},"clientInfo":{"name":"c","version":"1"}}}\n'
        b'{"jsonrpc":"2.0","method":"notifications/initialized"}\n'
        b'{"jsonrpc":"2.0","id":1,"method":"ping"}\n'
    )
    os.write(to_server, shake)
    with os.fdopen(from_server, "rb") as answers:
        assert answers.readline()
        assert json.loads(answers.readline()) == {"jsonrpc": "2.0", "id": 1, "result": {}}
        logger.addHandler(LogHandler(server, stdio.offer))

        def work() -> None:
            for _ in range(200):
                logger.error("x" * 1000)

        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(30)
            assert not thread.is_alive()
        logger.handlers.clear()
        os.close(to_server)
        lines = 0
        serving_ended = threading.Event()

        def close() -> None:
            serving.join(30)
            os.close(sink)
            serving_ended.set()

        threading.Thread(target=close).start()
        for line in answers:
            assert json.loads(line)["params"]["data"] == "x" * 1000
            lines += 1
        assert serving_ended.wait(30)
        os.close(source)
    assert 100 < lines < 800  # what fits into the pipe and what may wait


def test_over_http() -> None:
    async def logs() -> None:
        server = Endpoint("log", "1", tools=[Tool("tool")], capabilities=["logging"])

        async def respond(event: Event) -> Out:
            if not isinstance(event, CallTool):
                return server.reply(event)
            await asyncio.sleep(0)
            logger.warning("of a task")
            return server.answer(event.ticket).text("x").end()

        app = App(server, respond)
        logger.addHandler(LogHandler(server, app.send))
        client = HttpClient(app)
        await client.begin()
        first, last = (await client.call({"text": "x"}).end()).events()
        assert first["params"] == {
            "level": "warning",
            "logger": "application",
            "data": "of a task",
        }
        assert last["result"]
        logger.warning("of nobody")

    asyncio.run(asyncio.wait_for(logs(), 30))
