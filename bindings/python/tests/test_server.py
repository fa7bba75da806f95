"""The calls of a server: outputs, errors, tickets, streams, threads."""

from __future__ import annotations

import base64
import gc
import json
import pickle
import re
import sys
import threading
from importlib import metadata
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import pytest
import sansmcp
from peer import (
    call,
    connected,
    error,
    events,
    modern,
    notification,
    request,
    response,
    result,
    shake,
)
from sansmcp import (
    Answer,
    CallTool,
    Icon,
    NotJson,
    NotSupported,
    NotText,
    Out,
    Server,
    Short,
    Stale,
    Streaming,
    Tool,
    ToolAnnotations,
)


def test_the_installed_package_is_tested() -> None:
    where = Path(sansmcp.__file__)
    assert "site-packages" in where.parts
    assert (where.parent / "py.typed").is_file()
    assert not metadata.requires("sansmcp")


def test_there_is_one_version() -> None:
    manifest = Path(__file__).parents[3] / "Cargo.toml"
    found = re.search(r'^version = "(.*)"$', manifest.read_text(), re.MULTILINE)
    assert found
    assert found[1] == sansmcp.__version__ == metadata.version("sansmcp")


def test_an_output() -> None:
    server = connected()
    out = server.answer(call(server).ticket).text("x").end()
    assert isinstance(out, Out)
    assert out.line.endswith(b"}\n")
    assert out.json == out.line[:-1] == bytes(out)[:-1]
    assert len(out) == len(out.line)
    assert out
    assert out.is_last
    assert out.line is out.line
    assert repr(out) == f"<Out {out.line!r}, is_last=True>"
    (event,) = events(server, notification("my/note"))
    nothing = server.reply(event)
    assert (nothing.line, nothing.json, len(nothing), bool(nothing)) == (b"", b"", 0, False)


def test_every_kind_of_block() -> None:
    server = connected()
    data = bytes(range(256))
    out = (
        server.answer(call(server).ticket)
        .text("t")
        .image(data, "image/png")
        .audio(bytearray(data), mime_type="audio/wav")
        .resource("a:1", "text", mime_type="text/plain")
        .blob("a:2", memoryview(data))
        .link("a:3", "name", mime_type="b/c")
        .structured({"s": 1})
        .meta({"m": 2})
        .end()
    )
    encoded = base64.b64encode(data).decode()
    assert result(out) == {
        "content": [
            {"type": "text", "text": "t"},
            {"type": "image", "data": encoded, "mimeType": "image/png"},
            {"type": "audio", "data": encoded, "mimeType": "audio/wav"},
            {
                "type": "resource",
                "resource": {"uri": "a:1", "mimeType": "text/plain", "text": "text"},
            },
            {"type": "resource", "resource": {"uri": "a:2", "blob": encoded}},
            {"type": "resource_link", "name": "name", "uri": "a:3", "mimeType": "b/c"},
        ],
        "structuredContent": {"s": 1},
        "_meta": {"m": 2},
    }


def test_a_failure_of_the_tool() -> None:
    server = connected()
    out = server.answer(call(server).ticket).text("before").fail("why").end()
    texts = [block["text"] for block in result(out)["content"]]
    assert (texts, result(out)["isError"]) == (["before", "why"], True)


def test_an_answer_can_be_built_before_it_is_sent_and_only_once() -> None:
    server = connected()
    answer = server.answer(call(server).ticket)
    assert isinstance(answer, Answer)
    assert answer.text("a") is answer
    assert result(answer.end())["content"] == [{"type": "text", "text": "a"}]
    with pytest.raises(Stale):
        answer.end()
    with pytest.raises(Stale):
        server.answer(0).text("nobody").end()
    with pytest.raises(Stale):
        server.answer(2**64 - 1).text("nobody").end()
    with pytest.raises(OverflowError):
        server.answer(-1)


def test_what_a_revision_lacks() -> None:
    server = connected("2024-11-05")
    event = call(server)
    with pytest.raises(NotSupported):
        server.answer(event.ticket).audio(b"x", "audio/wav").end()
    with pytest.raises(NotSupported):
        server.answer(event.ticket).link("a:b", "name").end()
    assert server.answer(event.ticket).text("then so").end()


def test_short_says_what_it_takes_and_nothing_is_lost() -> None:
    server = connected(max_message=4096)
    answer = server.answer(call(server).ticket).text("x" * 4096)
    with pytest.raises(Short) as raised:
        answer.end()
    need = raised.value.need
    assert need > 4096
    assert str(need) in str(raised.value)
    roomy = connected(max_message=need)
    assert len(roomy.answer(call(roomy).ticket).text("x" * 4096).end()) <= need


def test_errors_are_one_family_and_can_be_pickled() -> None:
    kinds = [sansmcp.Stale, sansmcp.Streaming, sansmcp.Busy, sansmcp.NotSupported, NotJson, NotText]
    for kind in [*kinds, Short]:
        assert issubclass(kind, sansmcp.Error)
        assert kind.__module__ == "sansmcp"
    assert issubclass(NotJson, ValueError) and issubclass(NotText, ValueError)
    again = pickle.loads(pickle.dumps(Short(77)))
    assert (type(again), again.need) == (Short, 77)


def test_an_error() -> None:
    server = connected()
    assert error(server.error(call(server).ticket, -5, "why\n")) == {"code": -5, "message": "why\n"}
    data = {"a": [1, None]}
    failure = error(server.error(call(server).ticket, code=-5, message="m", data=data))
    assert failure == {"code": -5, "message": "m", "data": data}
    with pytest.raises(OverflowError):
        server.error(call(server).ticket, 2**31, "m")


def test_progress() -> None:
    server = connected()
    event = call(server, _meta={"progressToken": "t"})

    def tell(*args: Any, **more: Any) -> Any:
        out = server.progress(event.ticket, *args, **more)
        assert not out.is_last
        return json.loads(out.json)["params"] if out else None

    assert tell(1) == {"progressToken": "t", "progress": 1}
    assert tell(1) is None
    assert tell(1.5, total=2**70, message="half") == {
        "progressToken": "t",
        "progress": 1.5,
        "total": 2**70,
        "message": "half",
    }
    assert tell(1e30, 1e31)["progress"] == 1e30
    with pytest.raises(NotJson, match="NaN"):
        tell(float("nan"))
    for wrong in (True, "2", None):
        with pytest.raises(TypeError):
            tell(wrong)
    with pytest.raises(NotText):
        tell(1e40, message="\ud800")
    assert not server.progress(call(server).ticket, 1)


def test_a_cancelled_request_gets_no_answer() -> None:
    server = connected()
    late, given_up = call(server), call(server)
    for event in (late, given_up):
        assert not server.is_cancelled(event.ticket)
        events(server, notification("notifications/cancelled", {"requestId": event.id}))
        assert server.is_cancelled(event.ticket)
    assert set(server.open()) == {late.ticket, given_up.ticket}
    assert not server.answer(late.ticket).text("late").end()
    server.abandon(given_up.ticket)
    assert server.open() == []
    with pytest.raises(Stale):
        server.abandon(given_up.ticket)
    with pytest.raises(Stale):
        server.answer(late.ticket).text("later").end()


def test_a_full_table_still_answers() -> None:
    server = connected(slots=1)
    first = call(server)
    (busy,) = events(server, request("tools/call", {"name": "tool"}))
    assert error(server.reply(busy))["code"] == -32603
    (ping,) = events(server, request("ping"))
    assert result(server.reply(ping)) == {}
    assert server.answer(first.ticket).text("free again").end()


def stream(server: Server, ticket: int, data: bytes) -> bytes:
    sent = bytearray()
    while data:
        taken, out = server.piece(ticket, data)
        assert taken > 0
        assert not out.is_last
        sent += out.line
        data = data[taken:]
    return bytes(sent)


def test_a_streamed_text_is_larger_than_any_message() -> None:
    server = connected(max_message=512)
    event = call(server)
    text = 'line\n"é\U0001f600' * 1000
    sent = server.begin(event.ticket, "text").line
    with pytest.raises(Streaming):
        server.answer(event.ticket).text("between").end()
    with pytest.raises(Streaming):
        server.abandon(event.ticket)
    sent += stream(server, event.ticket, text.encode())
    last = server.end(event.ticket)
    assert last.is_last
    content = json.loads(sent + last.line)["result"]["content"]
    assert content == [{"type": "text", "text": text}]
    with pytest.raises(Stale):
        server.piece(event.ticket, b"x")


@pytest.mark.parametrize("size", [0, 1, 2, 3, 1000])
def test_streamed_bytes(size: int) -> None:
    server = connected(max_message=512)
    data = bytes(n % 256 for n in range(size))
    for shape in ("image", "audio", "blob"):
        event = call(server)
        if shape == "blob":
            sent = server.begin(event.ticket, "blob", "a/b", uri="a:b").line
        else:
            sent = server.begin(event.ticket, "image" if shape == "image" else "audio", "a/b").line
        sent += stream(server, event.ticket, data)
        sent += server.end(event.ticket, failure="it broke").line
        found = json.loads(sent)["result"]
        block, why = found["content"]
        assert found["isError"]
        assert why["text"] == "it broke"
        encoded = block["resource"]["blob"] if shape == "blob" else block["data"]
        assert base64.b64decode(encoded) == data


def test_a_stream_that_is_cancelled_ends_as_valid_json() -> None:
    server = connected()
    event = call(server)
    sent = server.begin(event.ticket, "text").line + stream(server, event.ticket, b"abc")
    events(server, notification("notifications/cancelled", {"requestId": event.id}))
    taken, out = server.piece(event.ticket, b"more")
    assert (taken, out.line) == (4, b"")
    sent += server.end(event.ticket).line
    assert json.loads(sent)["id"] == event.id


def test_begin_wants_the_words_of_its_shape() -> None:
    server: Any = connected()
    ticket = call(server).ticket
    for wrong in [("image",), ("audio",), ("blob", "a/b"), ("text", "a/b")]:
        with pytest.raises(TypeError):
            server.begin(ticket, *wrong)
    with pytest.raises(TypeError):
        server.begin(ticket, "image", "a/b", uri="a:b")
    with pytest.raises(ValueError, match="shape must be"):
        server.begin(ticket, "video", "a/b")
    assert server.begin(ticket, "text")
    with pytest.raises(NotText):
        server.piece(ticket, b"\xff")


def test_a_list_cuts_itself_and_one_huge_entry_leaves_in_pieces() -> None:
    tools = [Tool(f"t{n}", "d" * 300) for n in range(5)] + [Tool("huge", "d" * 5000)]
    server = Server("s", "1", tools=tools, max_message=1024)
    shake(server, "2025-11-25")
    names: list[str] = []
    cursor: dict[str, Any] = {}
    pieces = 0
    while True:
        (event,) = events(server, request("tools/list", cursor))
        try:
            page = result(server.reply(event))
        except Short as short:
            assert short.need > 1024
            sent = server.begin_reply(event).line
            while out := server.next_output():
                sent += out.line
                pieces += 1
            page = json.loads(sent)["result"]
        names += [tool["name"] for tool in page["tools"]]
        if "nextCursor" not in page:
            break
        cursor = {"cursor": page["nextCursor"]}
    assert names == [tool.name for tool in tools]
    assert pieces > 3
    assert server.next_output() is None


def test_what_a_server_says_of_itself() -> None:
    icon = Icon("https://a/b.png", "image/png", ["48x48", "any"], "dark")
    tool = Tool(
        "full",
        "What it does",
        {"type": "object", "properties": {}},
        title="Full",
        output_schema={"type": "object"},
        annotations=ToolAnnotations("T", read_only=True, destructive=False, open_world=True),
        icons=[icon],
        meta={"a": (1,)},
    )
    server = Server(
        "s",
        "1",
        tools=(tool for tool in [tool]),
        title="S",
        description="A server",
        website_url="https://a",
        icons=[icon],
        instructions="Use it",
        ttl_ms=60000,
        cache_scope="public",
    )
    (event,) = events(server, modern("server/discover"))
    found = result(server.reply(event))
    drawn = [
        {
            "src": "https://a/b.png",
            "mimeType": "image/png",
            "sizes": ["48x48", "any"],
            "theme": "dark",
        }
    ]
    assert found["instructions"] == "Use it"
    assert (found["ttlMs"], found["cacheScope"]) == (60000, "public")
    assert found["_meta"]["io.modelcontextprotocol/serverInfo"] == {
        "name": "s",
        "title": "S",
        "version": "1",
        "description": "A server",
        "websiteUrl": "https://a",
        "icons": drawn,
    }
    (event,) = events(server, modern("tools/list"))
    assert result(server.reply(event))["tools"] == [
        {
            "name": "full",
            "title": "Full",
            "description": "What it does",
            "inputSchema": {"type": "object", "properties": {}},
            "outputSchema": {"type": "object"},
            "annotations": {
                "title": "T",
                "readOnlyHint": True,
                "destructiveHint": False,
                "openWorldHint": True,
            },
            "icons": drawn,
            "_meta": {"a": [1]},
        }
    ]


def test_what_a_server_cannot_say_is_refused_when_it_is_made() -> None:
    make: Any = Server
    with pytest.raises(NotJson, match=r"nan|NaN.*\['a'\]"):
        make("s", "1", tools=[Tool("t", input_schema={"a": float("nan")})])
    with pytest.raises(NotJson, match="input_schema of the tool 't' must be a mapping, not str"):
        make("s", "1", tools=[Tool("t", input_schema="{}")])  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="cache_scope"):
        make("s", "1", cache_scope="all")
    with pytest.raises(ValueError, match="65534"):
        make("s", "1", slots=65535)
    with pytest.raises(AttributeError):
        make("s", "1", tools=["not a tool"])
    with pytest.raises(TypeError):
        make("s", "1", [Tool("t")])
    with pytest.raises(TypeError):
        make("s")
    with pytest.raises(OverflowError):
        make("s", "1", max_message=-1)


def test_threads_answer_what_another_one_receives() -> None:
    server = connected(slots=64)
    todo: SimpleQueue[CallTool | None] = SimpleQueue()
    sent: SimpleQueue[bytes] = SimpleQueue()
    free = threading.Semaphore(64)

    def work() -> None:
        while event := todo.get():
            text = str(event.arguments["n"])
            sent.put(server.answer(event.ticket).text(text).end().line)
            free.release()

    workers = [threading.Thread(target=work) for _ in range(8)]
    for worker in workers:
        worker.start()
    wanted: dict[object, str] = {}
    for n in range(2000):
        free.acquire()
        event = call(server, {"n": n})
        wanted[event.id] = str(n)
        todo.put(event)
    for _ in workers:
        todo.put(None)
    for worker in workers:
        worker.join(timeout=60)
        assert not worker.is_alive()
    got: dict[object, str] = {}
    while not sent.empty():
        message = json.loads(sent.get())
        assert message["id"] not in got
        got[message["id"]] = message["result"]["content"][0]["text"]
    assert got == wanted
    assert server.open() == []


def test_nothing_keeps_what_is_done_with() -> None:
    server = connected()
    before = sys.getrefcount(server)

    def use() -> None:
        event = call(server, {"a": ["b", {"c": 1.5}]})
        assert event.arguments["a"]
        assert response(server.answer(event.ticket).structured(event.arguments).end())

    for _ in range(1000):
        use()
    gc.collect()
    assert sys.getrefcount(server) == before
