"""A client and a server in one process."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from sansmcp import Answered, CallTool, Cancelled, Event, Input, Out, Server, Tool
from sansmcp.client import CallFailed, Client, ConnectionFailed, InputNeeded, Policy, ServerError
from sansmcp.client import Progress, Revision
from sansmcp.memory import connect, connect_async
from sansmcp.stdio import now

ERAS: tuple[Revision, ...] = ("2026-07-28", "2025-11-25", "2024-11-05")
ELICITS: dict[str, Any] = {"elicitation": {"form": {}}}
FORM: dict[str, Any] = {
    "message": "Who?",
    "requestedSchema": {"type": "object", "properties": {"name": {"type": "string"}}},
}
TOOLS = [Tool(name) for name in ("ask", "echo", "later", "never", "raise", "steps", "wait")]


class Served:
    """A server whose tools do what may be tested."""

    def __init__(self) -> None:
        self.server = Server("memory", "1", tools=TOOLS)
        self.kept: dict[int, bytes] = {}
        self.said: list[str] = []
        self.send: Callable[[Out | None], None] = lambda out: None

    def attach(self, send: Callable[[Out | None], None]) -> None:
        self.send = send

    def text(self, event: CallTool) -> Out:
        return self.server.answer(event.ticket).text(str(event.arguments.get("text"))).end()

    async def wait(self, event: CallTool) -> Out:
        try:
            await asyncio.sleep(event.arguments["s"])
        finally:
            self.said.append(f"left {event.arguments['text']}")
        return self.text(event)

    def ask(self, event: CallTool) -> Out:
        answer = event.inputs.get("name")
        if answer is not None:
            name = answer["content"]["name"]
            return self.server.answer(event.ticket).text(f"hello {name}").end()
        out = self.server.ask(event, [Input.elicit("name", FORM)], now=now())
        if out.keep is not None:
            self.kept[event.ticket] = out.keep
        return out

    def __call__(self, event: Event) -> Out | None | Awaitable[Out]:
        server = self.server
        match event:
            case CallTool(name="echo"):
                return self.text(event)
            case CallTool(name="ask"):
                return self.ask(event)
            case Answered(parent=parent):
                again = server.resume(event, self.kept.pop(parent), now=now())
                assert isinstance(again, CallTool)
                return self.ask(again)
            case CallTool(name="later"):
                send, out = self.send, self.text(event)
                threading.Timer(0.05, lambda: send(out)).start()
                return None
            case CallTool(name="never"):
                return None
            case CallTool(name="raise"):
                raise ValueError("a secret")
            case CallTool(name="steps"):
                for step in range(3):
                    self.send(server.progress(event.ticket, step, 3, f"step {step}"))
                return self.text(event)
            case CallTool(name="wait"):
                return self.wait(event)
            case Cancelled():
                self.said.append("cancelled")
                return None
            case other:
                return server.reply(other)


def text(result: dict[str, Any]) -> object:
    return result["content"][0]["text"]


def fill(needed: InputNeeded) -> dict[str, object]:
    return {it.key: it.accept({"name": "Ada"}) for it in needed.inputs}


@pytest.mark.parametrize("newest", ERAS)
def test_without_a_loop(newest: Revision) -> None:
    served = Served()
    before = set(threading.enumerate())
    with connect(served.server, served, policy=Policy(newest=newest)) as client:
        assert client.connected.revision == newest
        assert [tool["name"] for tool in client.list_tools()] == [tool.name for tool in TOOLS]
        assert text(client.call_tool("echo", {"text": "hi"})) == "hi"
        assert text(client.call_tool("echo", {"text": "x" * 3_000_000})) == "x" * 3_000_000
        with pytest.raises(ServerError):
            client.call_tool("other")
        assert set(threading.enumerate()) <= before  # none more
        assert text(client.call_tool("later", {"text": "late"})) == "late"
        assert client.client.open() == []
    assert served.server.open() == []


def test_what_a_call_leads_to_is_done_within_it() -> None:
    served = Served()
    steps: list[object] = []

    def stepped(progress: Progress) -> None:
        steps.append(progress.progress)
        if progress.progress == 1:  # a call in the course of a call
            steps.append(text(client.call_tool("echo", {"text": "inner"})))

    with connect(served.server, served) as client:
        assert text(client.call_tool("steps", {"text": "x"}, on_progress=stepped)) == "x"
        assert steps == [0, 1, 2, "inner"]
        future = client.submit("tools/call", {"name": "echo", "arguments": {"text": "x"}})
        assert future.done()


@pytest.mark.parametrize("newest", ["2026-07-28", "2025-11-25"])
def test_questions(newest: Revision) -> None:
    served = Served()
    ada = Client("ada", "1", capabilities=ELICITS)
    policy = Policy(newest=newest)
    with connect(served.server, served, client=ada, policy=policy, on_input=fill) as client:
        for _ in range(3):
            assert text(client.call_tool("ask")) == "hello Ada"


def test_what_a_callback_raises_comes_out() -> None:
    def fails(_: object) -> None:
        raise LookupError("wrong")

    served = Served()
    with connect(served.server, served) as client:
        with pytest.raises(LookupError, match="wrong"):
            client.call_tool("steps", on_progress=fails)
        assert text(client.call_tool("echo", {"text": "hi"})) == "hi"


def test_what_is_never_answered() -> None:
    served = Served()
    with connect(served.server, served, patience_s=0.1) as client:
        with pytest.raises(TimeoutError, match="tools/call was not answered in 0.1 s"):
            client.call_tool("never")
        assert served.said == ["cancelled"]
        future = client.submit("tools/call", {"name": "never"})
        future.cancel()
        assert served.said == ["cancelled"] * 2
        last = client.submit("tools/call", {"name": "never"})
    with pytest.raises(CallFailed):
        last.result(0)
    with pytest.raises(ConnectionFailed):
        client.call_tool("echo")


def test_failures_are_logged_and_not_told(caplog: pytest.LogCaptureFixture) -> None:
    served = Served()
    with connect(served.server, served) as client:
        for name in ("raise", "wait"):
            with caplog.at_level(logging.ERROR), pytest.raises(ServerError) as raised:
                client.call_tool(name, {"s": 1, "text": ""})
            assert (raised.value.code, raised.value.message) == (-32603, "Internal error")
    assert "a secret" in caplog.text
    assert "serve it with serve_async" in caplog.text


def run(test: Awaitable[None]) -> None:
    asyncio.run(asyncio.wait_for(test, 30))


@pytest.mark.parametrize("newest", ERAS)
def test_on_a_loop(newest: Revision) -> None:
    async def calls() -> None:
        served = Served()
        before = set(threading.enumerate())
        async with connect_async(served.server, served, policy=Policy(newest=newest)) as client:
            assert client.connected.revision == newest
            assert [tool["name"] async for tool in client.list_tools()][0] == "ask"
            slow = asyncio.ensure_future(client.call_tool("wait", {"s": 60, "text": "slow"}))
            results = await asyncio.gather(
                *(client.call_tool("wait", {"s": 0.01, "text": str(n)}) for n in range(50))
            )
            assert [text(it) for it in results] == [str(n) for n in range(50)]
            assert not slow.done()
            assert set(threading.enumerate()) <= before  # none more
            slow.cancel()
            with pytest.raises(asyncio.CancelledError):
                await slow
            while "left slow" not in served.said:
                await asyncio.sleep(0)
            assert text(await client.call_tool("later", {"text": "late"})) == "late"
            open_still = asyncio.ensure_future(client.call_tool("wait", {"s": 60, "text": "last"}))
            await asyncio.sleep(0)
        with pytest.raises(CallFailed):
            await open_still
        assert served.said[-1] == "left last"

    run(calls())


def test_questions_on_a_loop() -> None:
    async def asks() -> None:
        served = Served()
        ada = Client("ada", "1", capabilities=ELICITS)
        async with connect_async(served.server, served, client=ada, on_input=fill) as client:
            assert text(await client.call_tool("ask")) == "hello Ada"

    run(asks())


def test_what_is_never_answered_on_a_loop() -> None:
    async def never() -> None:
        served = Served()
        async with connect_async(served.server, served, patience_s=0.1) as client:
            with pytest.raises(TimeoutError, match="tools/call was not answered"):
                await client.call_tool("never")
            while served.said != ["cancelled"]:
                await asyncio.sleep(0)

    run(never())
