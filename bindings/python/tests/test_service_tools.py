"""Tools as functions: what they take, what they give, how they fail."""

from __future__ import annotations

import asyncio
import enum
import functools
import logging
import time
from dataclasses import dataclass
from typing import Annotated, Any, TypedDict

import pytest
from service_peer import ERAS, Peer, called, read, text

from sansmcp import Icon, Out, RawJson, ToolAnnotations
from sansmcp.service import (
    Audio,
    Block,
    Context,
    Image,
    Link,
    RequestError,
    ResourceContents,
    Service,
    Text,
    ToolError,
    ToolResult,
)


@dataclass
class Point:
    x: int
    y: int = 0


class Box(TypedDict):
    corner: str
    size: float


class Colour(enum.Enum):
    RED = "red"


class OutOfStock(ToolError):
    """Nothing is left."""


@pytest.fixture
def service() -> Service:
    return Service("test", "1")


@pytest.mark.parametrize("revision", ERAS)
def test_a_function_is_a_tool(service: Service, revision: str) -> None:
    @service.tool
    def add(a: int, b: Annotated[int, "what is added"] = 1) -> int:
        """Adds two numbers.

        All of them.
        """
        return a + b

    assert add(1, 2) == 3  # it is a function as before
    peer = Peer(service, revision)
    (tool,) = peer.ask("tools/list")["result"]["tools"]
    assert (tool["name"], tool["description"]) == ("add", "Adds two numbers.\n\nAll of them.")
    assert tool["inputSchema"]["required"] == ["a"]
    assert tool["inputSchema"]["properties"]["b"]["description"] == "what is added"
    assert tool["outputSchema"]["properties"] == {"result": {"type": "integer"}}
    result = peer.call("add", a=2)
    assert (text(result), result["structuredContent"]) == ("3", {"result": 3})


def test_what_is_said_of_a_tool(service: Service) -> None:
    @service.tool(
        name="other.name",
        title="Title",
        description="Says so",
        annotations=ToolAnnotations(read_only=True),
        icons=[Icon("https://example.com/i.png")],
        meta={"a": 1},
    )
    def function() -> None:
        """Not this."""

    (tool,) = Peer(service).ask("tools/list")["result"]["tools"]
    assert (tool["name"], tool["title"], tool["description"]) == ("other.name", "Title", "Says so")
    assert (tool["annotations"], tool["_meta"]) == ({"readOnlyHint": True}, {"a": 1})
    assert tool["icons"] == [{"src": "https://example.com/i.png"}]
    assert "outputSchema" not in tool


def test_a_schema_of_ones_own_is_told_and_the_hints_still_check(service: Service) -> None:
    schema = {
        "type": "object",
        "properties": {"a": {"type": "integer"}, "b": {"type": "integer"}},
        "anyOf": [{"required": ["a"]}, {"required": ["b"]}],
    }

    @service.tool(input_schema=schema)
    def either(a: int = 0, b: int = 0) -> str:
        return f"{a} {b}"

    peer = Peer(service)
    (tool,) = peer.ask("tools/list")["result"]["tools"]
    assert tool["inputSchema"] == schema
    assert text(peer.call("either", b=2)) == "0 2"
    failed = peer.call("either", a="one")
    assert failed["isError"] is True
    assert text(failed).startswith("a: ")
    with pytest.raises(ValueError, match="no_object"):

        @service.tool(input_schema=RawJson("[]"))
        def no_object() -> str:
            return ""


def test_values_become_structured_results_with_a_text(service: Service) -> None:
    @service.tool
    def point(x: int) -> Point:
        return Point(x)

    @service.tool
    def box() -> Box:
        return {"corner": "é", "size": 1.5}

    @service.tool
    def points() -> list[Point]:
        return [Point(1), Point(2, 3)]

    @service.tool
    def colour() -> Colour:
        return Colour.RED

    peer = Peer(service)
    for name, structured, words in [
        ("point", {"x": 4, "y": 0}, '{"x":4,"y":0}'),
        ("box", {"corner": "é", "size": 1.5}, '{"corner":"é","size":1.5}'),
        ("points", {"result": [{"x": 1, "y": 0}, {"x": 2, "y": 3}]}, None),
        ("colour", {"result": "red"}, None),
    ]:
        result = peer.call(name, **({"x": 4} if name == "point" else {}))
        assert result["structuredContent"] == structured
        assert words is None or text(result) == words


def test_what_has_no_schema_is_text_or_blocks(service: Service) -> None:
    given: list[Any] = []

    @service.tool
    def anything() -> Any:
        return given[0]

    peer = Peer(service)

    def gives(value: object) -> dict[str, Any]:
        given[:] = [value]
        return peer.call("anything")

    assert text(gives("plain")) == "plain"
    assert gives(None)["content"] == []
    assert text(gives([1, "a"])) == '[1,"a"]'
    assert gives({"a": Point(1)})["structuredContent"] == {"a": {"x": 1, "y": 0}}
    assert gives(Image(b"\x00\x01", "image/png"))["content"] == [
        {"type": "image", "data": "AAE=", "mimeType": "image/png"}
    ]
    assert [block["type"] for block in gives(
        [
            "text",
            Text("more", meta={"m": 1}),
            Audio(b"a", "audio/wav"),
            ResourceContents("a:b", "text", "text/plain"),
            ResourceContents("a:c", b"bytes"),
            Link("a:d", "name", title="Title", size=3),
            Block({"type": "text", "text": "raw"}),
        ]
    )["content"]] == ["text", "text", "audio", "resource", "resource", "resource_link", "text"]
    whole = ToolResult(["why"], structured={"n": Point(1)}, is_error=True, meta={"m": RawJson("2")})
    result = gives(whole)
    assert (result["isError"], text(result)) == (True, "why")
    assert result["structuredContent"] == {"n": {"x": 1, "y": 0}}
    assert result["_meta"]["m"] == 2


@pytest.mark.parametrize("revision", ERAS)
def test_wrong_arguments_are_told_to_the_model(service: Service, revision: str) -> None:
    runs: list[int] = []

    @service.tool
    def add(a: int, b: int) -> int:
        runs.append(a)
        return a + b

    result = Peer(service, revision).call("add", a="7", c=1)
    assert result["isError"]
    assert all(word in text(result) for word in ("a:", "b:", "c", "integer", "missing"))
    assert runs == []


def test_exceptions_are_named_and_not_shown(
    service: Service, caplog: pytest.LogCaptureFixture
) -> None:
    raised: list[Exception] = []

    @service.tool
    def fails() -> str:
        raise raised[0]

    @service.tool
    async def fails_later() -> str:
        raise raised[0]

    peer = Peer(service)
    for name in ("fails", "fails_later"):
        for error, words, is_logged in [
            (KeyError("secret"), f"{name} failed: KeyError", True),
            (ToolError("the disk is full"), "the disk is full", False),
            (OutOfStock("no bolts"), "OutOfStock: no bolts", False),
            (OutOfStock(), "OutOfStock", False),
        ]:
            caplog.clear()
            raised[:] = [error]
            result = peer.call(name)
            assert (result["isError"], text(result)) == (True, words)
            assert ("Traceback" in caplog.text) == is_logged
            assert caplog.text == "" or "secret" in caplog.text
        raised[:] = [RequestError(7, "not here", {"why": "closed"})]
        assert peer.ask("tools/call", called(name, {}))["error"] == {
            "code": 7,
            "message": "not here",
            "data": {"why": "closed"},
        }
    assert {record.name for record in caplog.records} <= {"sansmcp"}


def test_a_result_that_cannot_be_sent_is_a_failure(
    service: Service, caplog: pytest.LogCaptureFixture
) -> None:
    given: list[Any] = []

    @service.tool
    def hinted() -> int:
        value: int = given[0]
        return value

    @service.tool
    def free() -> Any:
        return given[0]

    peer = Peer(service, max_message=2000)
    for name, value, error in [
        ("hinted", "seven", "BadResult"),
        ("free", object(), "BadResult"),
        ("free", float("nan"), "BadResult"),
        ("free", [Image(b"", "image/png"), 7], "TypeError"),
        ("free", "\ud800", "NotText"),
        ("free", "x" * 3000, "Short"),
    ]:
        caplog.clear()
        given[:] = [value]
        result = peer.call(name)
        assert (result["isError"], text(result)) == (True, f"{name} failed: {error}")
        assert error in caplog.text
    assert peer.server.open() == []


def test_what_a_revision_has_no_words_for_is_told(service: Service) -> None:
    several = {"type": "array", "items": {"type": "string", "enum": ["a"]}}

    @service.tool
    def sings() -> Audio:
        return Audio(b"a", "audio/wav")

    @service.tool
    def asks(ctx: Context) -> str:
        return ctx.elicit("a", "Which?", {"properties": {"a": several}}).action

    for name, revision in (("sings", "2024-11-05"), ("asks", "2025-06-18")):
        result = Peer(service, revision).call(name)
        assert result["isError"]
        why = f"{name} failed: the revision or the kind of the message does not allow this"
        assert text(result) == why


def test_a_tool_that_is_not_there_is_the_engines_to_tell(service: Service) -> None:
    service.tool(lambda: None)
    assert Peer(service).ask("tools/call", called("no", {}))["error"]["code"] == -32602


def test_methods_partials_and_objects(service: Service) -> None:
    class Counter:
        """Counts."""

        def __init__(self) -> None:
            self.count = 0

        def up(self, by: int) -> int:
            self.count += by
            return self.count

        async def __call__(self, by: int) -> int:
            return self.up(by)

    counter = Counter()
    service.tool(counter.up)
    service.tool(name="called")(counter)
    service.tool(name="twice")(functools.partial(counter.up, by=2))
    peer = Peer(service)
    assert text(peer.call("up", by=3)) == "3"
    assert text(peer.call("called", by=4)) == "7"
    assert text(peer.call("twice")) == "9"


def test_a_context_knows_the_call(service: Service) -> None:
    seen: list[Context] = []

    @service.tool
    def look(n: int, ctx: Context) -> str:
        seen.append(ctx)
        return f"{ctx.revision} {ctx.can('roots')} {ctx.can('sampling')} {ctx.is_cancelled}"

    peer = Peer(service)
    for revision in ERAS:
        peer = Peer(service, revision, {"roots": {}})
        assert text(peer.call("look", n=1)) == f"{revision} True False False"
        assert seen[-1].event.method == "tools/call"
        assert seen[-1].ticket == seen[-1].event.ticket
        assert seen[-1].state is None
        if revision != "2026-07-28":
            assert seen[-1].client == {"name": "peer", "version": "1"}
    (tool,) = peer.ask("tools/list")["result"]["tools"]
    assert list(tool["inputSchema"]["properties"]) == ["n"]


def test_progress_and_log_messages_go_before_the_answer(service: Service) -> None:
    @service.tool
    def work(ctx: Context) -> str:
        ctx.progress(1, 2, "half")
        ctx.progress(0.5)  # not farther: nothing is sent
        ctx.log("info", {"step": 1}, logger="worker")
        ctx.log("debug", "too fine")
        return "done"

    peer = Peer(service)
    meta = {"progressToken": "t", "io.modelcontextprotocol/logLevel": "info"}
    peer.ask("tools/call", {**called("work", {}), "_meta": meta})
    progress, log = (message["params"] for message in peer.sent)
    assert progress == {"progressToken": "t", "progress": 1, "total": 2, "message": "half"}
    assert log == {"level": "info", "logger": "worker", "data": {"step": 1}}


def test_without_a_way_out_progress_is_a_failure_that_says_so(
    service: Service, caplog: pytest.LogCaptureFixture
) -> None:
    @service.tool
    def work(ctx: Context) -> str:
        ctx.progress(1)
        return "done"

    peer = Peer(service)
    respond = service.respond(peer.server)
    message = peer.request("tools/call", {**called("work", {}), "_meta": {"progressToken": 1}})
    (event,) = peer.events(message)
    out = respond(event)
    assert isinstance(out, Out)
    assert text(read(out)["result"]) == "work failed: RuntimeError"
    assert "attach" in caplog.text


def test_a_thread_works_without_a_loop(service: Service) -> None:
    @service.tool(threaded=True)
    def slow(n: int, ctx: Context) -> int:
        ctx.progress(n)
        return n

    peer = Peer(service)
    for n in range(20):
        out = peer.start("tools/call", called("slow", {"n": n}))
        assert isinstance(out, Out)
        assert not out
    limit = time.monotonic() + 20
    while len(peer.sent) < 20 and time.monotonic() < limit:
        time.sleep(0.001)
    numbers = [message["result"]["structuredContent"]["result"] for message in peer.sent]
    assert sorted(numbers) == list(range(20))
    assert peer.server.open() == []


def test_a_thread_works_beside_a_loop(service: Service) -> None:
    @service.tool(threaded=True)
    def slow(n: int) -> int:
        if n == 3:
            raise ToolError("three")
        return n

    async def calls() -> list[str]:
        peer = Peer(service)
        started = [peer.start("tools/call", called("slow", {"n": n})) for n in range(5)]
        outs = [out if isinstance(out, Out) else await out for out in started]
        return [text(read(out)["result"]) for out in outs]

    assert asyncio.run(calls()) == ["0", "1", "2", "three", "4"]


def test_methods_and_notifications_of_ones_own(
    service: Service, caplog: pytest.LogCaptureFixture
) -> None:
    heard: list[Any] = []

    @service.request("x/add")
    async def add(a: int, b: int = 1) -> dict[str, int]:
        return {"sum": a + b}

    @service.request("x/nothing")
    def nothing() -> None:
        """Gives nothing."""

    @service.request("x/wrong")
    def wrong() -> int:
        return 7

    @service.notification("x/heard")
    def hear(what: str, ctx: Context) -> None:
        heard.append((what, ctx.event.method))
        if what == "bad":
            raise KeyError(what)

    peer = Peer(service, "2025-11-25")
    assert peer.ask("x/add", {"a": 2})["result"] == {"sum": 3}
    assert peer.ask("x/nothing")["result"] == {}
    error = peer.ask("x/add", {"a": "2"})["error"]
    assert error["code"] == -32602
    assert "a:" in error["message"]
    error = peer.ask("x/wrong")["error"]
    assert (error["code"], error["message"]) == (-32603, "Internal error: TypeError")
    assert peer.ask("x/other")["error"]["code"] == -32601
    peer.tell("x/heard", {"what": "this"})
    peer.tell("x/heard", {"what": 7})
    caplog.clear()
    peer.tell("x/heard", {"what": "bad"})
    assert heard == [("this", "x/heard"), ("bad", "x/heard")]
    assert [record.levelno for record in caplog.records] == [logging.ERROR]


@pytest.mark.parametrize("revision", ERAS)
def test_no_arguments_may_be_written_as_null(service: Service, revision: str) -> None:
    @service.tool
    def greet(name: str = "you") -> str:
        return name

    peer = Peer(service, revision)
    for params in ({"name": "greet"}, {"name": "greet", "arguments": None}):
        assert text(peer.ask("tools/call", params)["result"]) == "you"
