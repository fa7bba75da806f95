"""Services on the ready I/O: standard input and output, and ASGI."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import threading
import time
from collections.abc import AsyncGenerator, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from asgi_client import Client
from peer import modern, request
from service_peer import CAPABILITIES, text

from sansmcp.service import Context, Service

README = (Path(__file__).parents[1] / "README.md").read_text("utf-8")
PROGRAMS = [block.split("```")[0] for block in README.split("```python\n")[1:]]
(SHOP,) = (program for program in PROGRAMS if 'Service("shop"' in program)
META = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": CAPABILITIES,
}


def run(test: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(test, 30))


def answers(program: str, *messages: dict[str, Any]) -> list[dict[str, Any]]:
    """What a program answers on its standard output."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program],
        input="".join(json.dumps(message) + "\n" for message in messages),
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert done.stderr == ""
    return [json.loads(line) for line in done.stdout.splitlines()]


def buys(**more: Any) -> dict[str, Any]:
    params = {"name": "buy", "arguments": {"thing": "tea"}, "_meta": META, **more}
    return {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}


def test_the_service_in_the_readme() -> None:
    (asked,) = answers(SHOP, buys())
    assert asked["result"]["inputRequests"]["sure"]["params"]["message"] == "Buy 1 tea?"
    given: dict[str, Any] = {"sure": {"action": "accept", "content": {}}}
    (bought,) = answers(SHOP, buys(inputResponses=given))
    assert bought["result"]["structuredContent"] == {"tea": 1}


def test_without_coroutines_no_loop_is_made() -> None:
    program = """
import sys
from sansmcp.service import Service
service = Service("test", "1")
@service.tool(threaded=True)
def loops() -> bool:
    return "asyncio" in sys.modules
service.run()
"""
    message = modern("tools/call", {"name": "loops"})
    (answer,) = answers(program, message)
    assert answer["result"]["structuredContent"] == {"result": False}


@pytest.mark.parametrize("fails", ["", "startup", "shutdown"])
def test_an_app_lives_as_long_as_its_server(fails: str, caplog: pytest.LogCaptureFixture) -> None:
    @asynccontextmanager
    async def lifespan(service: Service) -> AsyncGenerator[str]:
        if fails == "startup":
            raise KeyError("secret")
        yield "state"
        if fails == "shutdown":
            raise KeyError("secret")

    service = Service("test", "1", lifespan=lifespan)

    @service.tool
    async def state(ctx: Context) -> str:
        await asyncio.sleep(0)
        found: str = ctx.state
        return found

    async def lives() -> None:
        app = service.app()
        told: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        heard: asyncio.Queue[Any] = asyncio.Queue()
        life = asyncio.ensure_future(app({"type": "lifespan"}, told.get, heard.put))
        told.put_nowait({"type": "lifespan.startup"})
        begun = await heard.get()
        if fails == "startup":
            assert begun == {"type": "lifespan.startup.failed", "message": "KeyError"}
            await life
            return
        assert begun["type"] == "lifespan.startup.complete"
        message = modern("tools/call", {"name": "state"})
        lines = {"mcp-method": "tools/call", "mcp-name": "state"}
        lines["mcp-protocol-version"] = "2026-07-28"
        answer = await Client(app).post(message, lines).end()
        assert text(answer.json()["result"]) == "state"
        told.put_nowait({"type": "lifespan.shutdown"})
        ended = await heard.get()
        assert ended["type"] == f"lifespan.shutdown.{'failed' if fails else 'complete'}"
        await life

    run(lives())
    assert ("secret" in caplog.text) == bool(fails)


async def begin(client: Client) -> None:
    """A session whose client can be asked."""
    params: dict[str, Any] = {"protocolVersion": "2025-11-25", "capabilities": CAPABILITIES}
    params["clientInfo"] = {"name": "peer", "version": "1"}
    first = await client.post(request("initialize", params)).end()
    client.session = {"mcp-session-id": first.headers["mcp-session-id"]}
    client.session["mcp-protocol-version"] = "2025-11-25"
    await client.post({"jsonrpc": "2.0", "method": "notifications/initialized"}).end()


def test_a_question_over_http_in_a_session() -> None:
    service = Service("test", "1")

    @service.tool
    async def tool(ctx: Context) -> str:
        ctx.progress(1)
        await asyncio.sleep(0)
        return ctx.elicit("sure", "Sure?").action

    async def asks() -> None:
        client = Client(service.app())
        await begin(client)
        call = client.call({}, progressToken="t")
        await call.until("elicitation/create")
        messages = call.events()
        assert messages[0]["method"] == "notifications/progress"
        answer = {"jsonrpc": "2.0", "id": messages[1]["id"], "result": {"action": "decline"}}
        assert (await client.post(answer).end()).status == 202
        assert text((await call.end()).events()[-1]["result"]) == "decline"

    run(asks())


@pytest.mark.parametrize("is_threaded", [False, True])
def test_a_client_that_leaves_stops_the_work(is_threaded: bool) -> None:
    service = Service("test", "1")
    begun: list[bool] = []
    stopped: list[bool] = []

    async def waits(ctx: Context) -> str:
        begun.append(True)
        try:
            await asyncio.Event().wait()
        finally:
            stopped.append(True)
        return "never"

    def works(ctx: Context) -> str:
        begun.append(True)
        while not ctx.is_cancelled:
            time.sleep(0.001)
        stopped.append(True)
        return "late"

    if is_threaded:
        service.tool(name="tool", threaded=True)(works)
    else:
        service.tool(name="tool")(waits)

    async def leaves() -> None:
        app = service.app()
        call = Client(app).call({})
        while not begun:  # a thread that had not begun would never run
            await asyncio.sleep(0.001)
        call.disconnect()
        await call.task
        while not stopped or app.endpoint.open():
            await asyncio.sleep(0.001)

    run(leaves())


def test_what_a_thread_says_comes_at_once() -> None:
    service = Service("test", "1")
    gate = threading.Event()

    @service.tool(threaded=True)
    def tool(ctx: Context) -> str:
        ctx.progress(1, message="half")
        assert gate.wait(30)
        return "done"

    async def hears() -> None:
        call = Client(service.app()).call({}, progressToken="t")
        await call.until("half")
        gate.set()
        assert text((await call.end()).events()[-1]["result"]) == "done"

    run(hears())
