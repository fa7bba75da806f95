"""Clients of servers that are processes: the echo servers, and some that behave badly."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import wait
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import pytest
from client_peer import program
from sansmcp import NotOffered, NotSupported
from sansmcp.client import (
    CallFailed,
    Changed,
    Client,
    ConnectionFailed,
    Declined,
    Event,
    Failed,
    Ignored,
    InputNeeded,
    Listening,
    Options,
    Policy,
    Progress,
    Request,
    ServerError,
    Subscription,
    connect_stdio,
    connect_stdio_async,
)

ECHO = Path(__file__).parents[3] / "tests" / "echo"
PYTHON = [sys.executable, str(ECHO / "echo.py")]
# Echo servers in other languages, which tests/parts/python names.
OTHERS = [[path] for path in os.environ.get("ECHO_SERVERS", "").split(":") if path]
SERVERS = pytest.mark.parametrize("server", [PYTHON, *OTHERS], ids=lambda it: Path(it[-1]).name)
ERAS = pytest.mark.parametrize("newest", ["2026-07-28", "2025-11-25", "2024-11-05"])
BOUND_S = 20.0

GREET = """
while message := read():
    if message["method"] == "server/discover":
        discovered(message["id"])
    elif message["method"] == "tools/call":
        break
"""


@SERVERS
@ERAS
def test_the_echo_servers(server: list[str], newest: str) -> None:
    policy = Policy(newest=newest)  # type: ignore[arg-type] # pyright: ignore[reportArgumentType]
    with connect_stdio(server, policy=policy) as client:
        assert client.connected.revision == client.client.revision == newest
        assert client.connected.server_info == {"name": "echo", "version": "1.0.0"}
        (tool,) = client.list_tools()
        assert tool["name"] == "echo"
        for text in ["hi", "", 'a "b" \\ \n é \U0001f600 \0', "x" * 3000]:
            result = client.call_tool("echo", {"text": text})
            assert result["content"] == [{"type": "text", "text": text}]
        assert client.call_tool("echo")["isError"]
        with pytest.raises(ServerError) as raised:
            client.call_tool("other")
        assert raised.value.code == -32602
        with pytest.raises(NotOffered):
            list(client.list_prompts())
        if newest != "2026-07-28":
            client.ping()
        else:
            with pytest.raises(NotSupported):
                client.ping()
        assert client.client.open() == []


@SERVERS
def test_the_echo_client(server: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", ECHO / "client.py", *server],
        capture_output=True,
        timeout=60,
        check=True,
    )
    assert (done.stdout.splitlines(), done.stderr) == ([b"hi there"], b"")


def test_many_threads_call_at_once() -> None:
    with connect_stdio(PYTHON) as client:
        failed: SimpleQueue[object] = SimpleQueue()

        def work(number: int) -> None:
            for turn in range(20):
                text = f"{number}-{turn}"
                result = client.call_tool("echo", {"text": text})
                if result["content"][0]["text"] != text:
                    failed.put(result)

        threads = [threading.Thread(target=work, args=(n,)) for n in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(BOUND_S * 3)
            assert not thread.is_alive()
        assert failed.empty()


def test_a_silent_server() -> None:
    policy = Policy(probe_ms=100, connect_ms=100)
    start = time.monotonic()
    command = [sys.executable, "-c", "import sys; sys.stdin.read()"]
    with pytest.raises(ConnectionFailed) as raised:
        connect_stdio(command, policy=policy)
    assert time.monotonic() - start < BOUND_S
    assert (raised.value.failure.name, raised.value.failure.whose) == ("silent", "server")
    assert "the fault of the server" in str(raised.value)


def test_a_server_that_reads_nothing_is_made_to_end() -> None:
    command = [
        sys.executable,
        "-c",
        "import signal, time\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\ntime.sleep(600)",
    ]
    policy = Policy(probe_ms=200, connect_ms=200)
    start = time.monotonic()
    with pytest.raises(ConnectionFailed):
        connect_stdio(command, policy=policy, patience_s=0.3)
    assert time.monotonic() - start < BOUND_S


@pytest.mark.parametrize("status", [0, 3])
def test_a_server_that_ends_at_once(status: int) -> None:
    command = [sys.executable, "-c", f"import sys; sys.exit({status})"]
    with pytest.raises(ConnectionFailed) as raised:
        connect_stdio(command)
    assert raised.value.failure.name == "closed"
    assert raised.value.exit_status == status
    assert f"its process ended with status {status}" in str(raised.value)


def test_there_is_no_such_program(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        connect_stdio([tmp_path / "none"])


def test_a_server_that_does_not_survive_the_probe_is_started_again(tmp_path: Path) -> None:
    command = program(
        tmp_path,
        """
message = read()
if message["method"] != "initialize":
    sys.exit(1)
shaken(message["id"])
assert read()["method"] == "notifications/initialized"
write({"id": read()["id"], "result": {"content": []}})
read()
""",
    )
    with connect_stdio(command) as client:
        assert client.connected.revision == "2025-11-25"
        assert client.call_tool("x") == {"content": []}


def test_a_server_that_ends_in_the_middle(tmp_path: Path) -> None:
    heard: SimpleQueue[Event] = SimpleQueue()
    command = program(tmp_path, GREET + "sys.exit(9)\n")
    with connect_stdio(command, on_event=heard.put) as client:
        with pytest.raises(CallFailed) as raised:
            client.call_tool("x")
        assert (raised.value.failure.name, raised.value.failure.whose) == ("closed", "network")
        assert raised.value.exit_status == 9
        event = heard.get(timeout=BOUND_S)
        assert isinstance(event, Failed)
        with pytest.raises(ConnectionFailed):
            client.call_tool("x")


def test_an_answer_that_does_not_come(tmp_path: Path) -> None:
    command = program(tmp_path, GREET + "write({'method': 'x', 'params': read()})\nread()\n")
    heard: SimpleQueue[Event] = SimpleQueue()
    with connect_stdio(command, on_event=heard.put) as client:
        with pytest.raises(CallFailed) as raised:
            client.call_tool("x", None, Options(idle_ms=100))
        assert (raised.value.failure.name, raised.value.failure.whose) == ("silent", "server")
        assert "more silence" in raised.value.failure.advice
        # The server was told.
        event = heard.get(timeout=BOUND_S)
        assert getattr(event, "params")["method"] == "notifications/cancelled"


def test_a_call_that_is_given_up(tmp_path: Path) -> None:
    command = program(tmp_path, GREET + "write({'method': 'x', 'params': read()})\nread()\n")
    heard: SimpleQueue[Event] = SimpleQueue()
    with connect_stdio(command, on_event=heard.put) as client:
        future = client.submit("tools/call", {"name": "x"})
        assert future.cancel()
        assert wait([future], BOUND_S).done == {future}
        event = heard.get(timeout=BOUND_S)
        assert getattr(event, "params")["method"] == "notifications/cancelled"
        assert client.client.open() == []


def test_closing_ends_what_waits(tmp_path: Path) -> None:
    command = program(tmp_path, GREET + "read()\n")
    client = connect_stdio(command)
    future = client.submit("tools/call", {"name": "x"})
    client.close()
    client.close()
    error = future.exception(BOUND_S)
    assert isinstance(error, CallFailed)
    assert error.failure.name == "closed"
    with pytest.raises(ConnectionFailed):
        client.call_tool("x")


def test_what_a_server_prints_beside(tmp_path: Path) -> None:
    heard: SimpleQueue[Event] = SimpleQueue()
    command = program(
        tmp_path,
        "print('Listening', flush=True)\nsys.stdout.buffer.write(b'\\xff\\xfe\\n' + b'[' * 9999)\n"
        "sys.stdout.buffer.write(b'\\n')\nsys.stdout.flush()\n" + GREET + "read()\n",
    )
    with connect_stdio(command, on_event=heard.put) as client:
        assert client.client.is_connected
        for _ in range(3):
            assert isinstance(heard.get(timeout=BOUND_S), Ignored)


NEWER = """
first = True
while message := read():
    if message["method"] == "server/discover":
        discovered(message["id"])
    elif "inputResponses" in message["params"] or "requestState" in message["params"]:
        params = {"progressToken": message["id"], "progress": 1, "total": 2}
        write({"method": "notifications/progress", "params": params})
        given = message["params"].get("inputResponses")
        write({"id": message["id"], "result": {"resultType": "complete", "content": [],
            "given": given}})
    elif message["method"] == "tools/call":
        wanted = {"message": "?", "mode": "form", "requestedSchema": {"type": "object",
            "properties": {"age": {"type": "integer", "default": 4}}}}
        asked = {"who": {"method": "elicitation/create", "params": wanted}}
        more = {"inputRequests": asked} if message["params"]["name"] == "ask" else {}
        write({"id": message["id"], "result": {"resultType": "input_required",
            "requestState": "s", **more}})
"""

OLDER = """
while message := read():
    method = message.get("method")
    if method == "initialize":
        shaken(message["id"])
    elif method == "server/discover":
        write({"id": message["id"], "error": {"code": -32601, "message": "no"}})
    elif method == "tools/call":
        call = message["id"]
        wanted = {"message": "?", "requestedSchema": {"type": "object",
            "properties": {"age": {"type": "integer", "default": 4}}}}
        write({"id": "q", "method": message["params"]["name"], "params": wanted})
    elif message.get("id") == "q":
        params = {"progressToken": call, "progress": 1, "total": 2}
        write({"method": "notifications/progress", "params": params})
        given = {"who": message.get("result")}
        write({"id": call, "result": {"content": [], "given": given,
            "error": message.get("error")}})
"""


def ask(event: InputNeeded) -> dict[str, object]:
    return {needed.key: needed.accept({"name": "Ann"}) for needed in event.inputs}


ELICITS: dict[str, dict[str, dict[str, str]]] = {"elicitation": {"form": {}}}


@pytest.mark.parametrize("text, name", [(NEWER, "ask"), (OLDER, "elicitation/create")])
def test_input_is_needed(tmp_path: Path, text: str, name: str) -> None:
    command = program(tmp_path, text)
    client = Client("test", "1", capabilities=ELICITS)
    told: SimpleQueue[Progress] = SimpleQueue()
    with connect_stdio(command, client=client, on_input=ask) as stdio:
        result = stdio.call_tool(name, on_progress=told.put)
        accepted = {"action": "accept", "content": {"name": "Ann", "age": 4}}
        assert result["given"] == {"who": accepted}
        progress = told.get(timeout=BOUND_S)
        assert (progress.progress, progress.total) == (1, 2)


def test_a_server_that_wants_to_be_asked_again(tmp_path: Path) -> None:
    with connect_stdio(program(tmp_path, NEWER)) as stdio:
        assert stdio.call_tool("wait")["given"] is None


def decline(event: InputNeeded) -> None:
    assert event.inputs


@pytest.mark.parametrize("handler", [None, decline])
def test_input_that_nobody_gives(
    tmp_path: Path, handler: Callable[[InputNeeded], None] | None
) -> None:
    client = Client("test", "1", capabilities=ELICITS)
    with connect_stdio(program(tmp_path, NEWER), client=client, on_input=handler) as stdio:
        with pytest.raises(Declined, match="elicitation/create"):
            stdio.call_tool("ask")
    client = Client("test", "1", capabilities=ELICITS)
    with connect_stdio(program(tmp_path, OLDER), client=client, on_input=handler) as stdio:
        assert stdio.call_tool("elicitation/create")["error"]["code"] == -1


def test_an_answer_to_input_that_is_none(tmp_path: Path) -> None:
    client = Client("test", "1", capabilities=ELICITS)
    command = program(tmp_path, NEWER)

    def wrong(event: InputNeeded) -> dict[str, object]:
        return {"who": float("nan")}

    def broken(event: InputNeeded) -> dict[str, object]:
        raise KeyError("mine")

    with connect_stdio(command, client=client, on_input=wrong) as stdio:
        with pytest.raises(ValueError, match="NaN"):
            stdio.call_tool("ask")
        assert client.open() == []
    client = Client("test", "1", capabilities=ELICITS)
    with connect_stdio(command, client=client, on_input=broken) as stdio:
        with pytest.raises(KeyError, match="mine"):
            stdio.call_tool("ask")


def test_a_request_that_the_protocol_does_not_know(tmp_path: Path) -> None:
    def answer(event: Request) -> dict[str, object] | None:
        return {"who": event.method} if event.method == "my/own" else None

    with connect_stdio(program(tmp_path, OLDER), on_request=answer) as stdio:
        assert stdio.call_tool("my/own")["given"] == {"who": {"who": "my/own"}}
        error = stdio.call_tool("your/own")["error"]
        assert error == {"code": -32601, "message": "method not found"}


def test_a_listen(tmp_path: Path) -> None:
    command = program(
        tmp_path,
        """
while message := read():
    if message["method"] == "server/discover":
        discovered(message["id"])
    elif message["method"] == "subscriptions/listen":
        tag = {"io.modelcontextprotocol/subscriptionId": message["id"]}
        agreed = {"notifications": {"toolsListChanged": True}, "_meta": tag}
        write({"method": "notifications/subscriptions/acknowledged", "params": agreed})
        write({"method": "notifications/tools/list_changed", "params": {"_meta": tag}})
    elif message["method"] == "notifications/cancelled":
        write({"method": "my/note", "params": {"cancelled": message["params"]["requestId"]}})
""",
    )
    heard: SimpleQueue[Event] = SimpleQueue()
    with connect_stdio(command, on_event=heard.put) as client:
        subscription = Subscription(tools=True)
        client.listen(subscription)
        listening = heard.get(timeout=BOUND_S)
        assert isinstance(listening, Listening) and listening.tools
        changed = heard.get(timeout=BOUND_S)
        assert isinstance(changed, Changed) and changed.what == "tools"
        client.unlisten(subscription)
        note = heard.get(timeout=BOUND_S)
        assert getattr(note, "params") == {"cancelled": subscription.ticket}
        client.unlisten(subscription)  # has ended


def test_pages_in_a_circle(tmp_path: Path) -> None:
    command = program(
        tmp_path,
        """
while message := read():
    if message["method"] == "server/discover":
        discovered(message["id"])
    else:
        tools = [{"name": "t", "inputSchema": {"type": "object"}}]
        write({"id": message["id"], "result": {"resultType": "complete", "tools": tools,
            "nextCursor": "a", "ttlMs": 0, "cacheScope": "private"}})
""",
    )
    with connect_stdio(command) as client:
        tools = client.list_tools()
        assert next(tools)["name"] == "t"
        with pytest.raises(ValueError, match="circle"):
            list(tools)


def test_asyncio() -> None:
    async def run() -> None:
        async with connect_stdio_async(PYTHON) as client:
            results = await asyncio.gather(
                *(client.call_tool("echo", {"text": str(n)}) for n in range(20))
            )
            texts = [result["content"][0]["text"] for result in results]
            assert texts == [str(n) for n in range(20)]
            assert [tool["name"] async for tool in client.list_tools()] == ["echo"]
            with pytest.raises(ServerError):
                await client.call_tool("other")

    asyncio.run(asyncio.wait_for(run(), BOUND_S * 3))


def test_a_task_that_is_cancelled_cancels_its_call(tmp_path: Path) -> None:
    command = program(tmp_path, GREET + "print(json.dumps(read()), flush=True)\nread()\n")

    async def run() -> None:
        async with connect_stdio_async(command) as client:
            with pytest.raises(asyncio.TimeoutError):
                await asyncio.wait_for(client.call_tool("x"), 0.1)
            assert client.stdio.client.open() == []
        with pytest.raises(RuntimeError, match="async with"):
            _ = connect_stdio_async(command).stdio

    asyncio.run(asyncio.wait_for(run(), BOUND_S))


def test_the_environment_of_a_server(tmp_path: Path) -> None:
    command = program(
        tmp_path,
        """
while message := read():
    discovered(message["id"], instructions=os.environ["WORD"] + os.getcwd())
""",
    )
    assert "PATH" in os.environ
    with connect_stdio(command, env={"WORD": "w"}, cwd=tmp_path) as client:
        assert client.connected.instructions == f"w{tmp_path.resolve()}"
        assert json.dumps(client.connected.capabilities) == '{"tools": {"listChanged": true}}'


def test_input_that_cannot_be_sent_is_an_error_to_the_server(tmp_path: Path) -> None:
    said: SimpleQueue[str] = SimpleQueue()

    def wrong(event: InputNeeded) -> dict[str, object]:
        return {"": {1, 2}}

    client = Client("test", "1", capabilities=ELICITS)

    def ended(thread: threading.ExceptHookArgs) -> None:
        said.put(str(thread.exc_value))

    hook, threading.excepthook = threading.excepthook, ended
    try:
        with connect_stdio(program(tmp_path, OLDER), client=client, on_input=wrong) as stdio:
            error = stdio.call_tool("elicitation/create")["error"]
            assert error == {"code": -32603, "message": "the client failed"}
        assert "set has no form in JSON" in said.get(timeout=BOUND_S)
    finally:
        threading.excepthook = hook


def test_a_command_is_a_list_of_words() -> None:
    commands: list[Any] = ["python server.py", b"server", Path("server"), []]
    for wrong in commands:
        with pytest.raises(TypeError, match=r"such as \['python', 'server.py'\]"):
            connect_stdio(wrong)
