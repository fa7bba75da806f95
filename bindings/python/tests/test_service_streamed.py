"""Answers in pieces: whole at the other end, and nothing else is lost."""

from __future__ import annotations

import asyncio
import base64
import json
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any

import pytest
from service_peer import ERAS, called, text
from streamed import KINDS, PIECES, Source, Wire, declared, run, until

from sansmcp import Capability, Event
from sansmcp.service import Context, Elicited, Service, Streamed, ToolError

BINARY = [b"\x00", b"\xff\xfe", b"", bytes(range(256)) * 300, b"z"]
SHAPES: list[tuple[list[Any], Callable[[Any], Streamed], dict[str, Any]]] = [
    (PIECES, Streamed, {"type": "text", "text": "".join(PIECES)}),
    ([], Streamed, {"type": "text", "text": ""}),
    (
        BINARY,
        lambda pieces: Streamed(pieces, "image/png"),
        {"type": "image", "mimeType": "image/png"},
    ),
    (
        BINARY,
        lambda pieces: Streamed(pieces, "audio/wav"),
        {"type": "audio", "mimeType": "audio/wav"},
    ),
    ([], lambda pieces: Streamed(pieces, "image/png"), {"type": "image", "mimeType": "image/png"}),
    (
        BINARY,
        lambda pieces: Streamed(pieces, "a/b", uri="x://y"),
        {"type": "resource", "resource": {"uri": "x://y", "mimeType": "a/b"}},
    ),
]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("shape", range(len(SHAPES)))
def test_every_shape_from_every_kind_of_function(kind: str, shape: int) -> None:
    pieces, streamed, found = SHAPES[shape]
    service, source = Service("test", "1"), Source(pieces)
    declared(service, source, streamed)
    data = base64.b64encode(b"".join(piece for piece in pieces if type(piece) is bytes)).decode()

    async def calls() -> None:
        for revision in ERAS:
            peer = Wire(service, revision)
            (block,) = (await peer.result("tools/call", called(kind, {})))["content"]
            holder = block.get("resource", block)
            assert holder.pop({"resource": "blob"}.get(block["type"], "data"), data) == data
            assert block == found
            assert peer.server.open() == []

    run(calls())
    assert source.closed == (2 if kind == "waits" else 1) * len(ERAS)


def test_without_a_loop_threads_send_them() -> None:
    service, source = Service("test", "1"), Source()
    declared(service, source, Streamed)
    for kind in ("plain", "knows"):
        peer = Wire(service)
        (nothing,) = peer.give(peer.request("tools/call", called(kind, {})))
        assert not nothing
        (message,) = peer.messages
        assert text(message["result"]) == "".join(PIECES)
    peer = Wire(service)
    peer.give(peer.request("tools/call", called("works", {})))
    until(lambda: peer.bytes.endswith(b"\n"))
    assert text(peer.messages[0]["result"]) == "".join(PIECES)


@pytest.mark.parametrize("revision", ERAS)
def test_resources(revision: str) -> None:
    service = Service("test", "1")
    source = Source(BINARY)

    @service.resource("text:{name}", mime_type="text/x")
    def texts(name: str) -> Streamed:
        return Streamed([name, "!"])

    @service.resource("bytes:all")
    async def blob() -> Streamed:
        return Streamed(source.later())

    @service.resource("bad:all")
    def bad() -> Streamed:
        source.made, source.before = 0, fails_at(1)
        return Streamed(source.now())

    async def calls() -> None:
        peer = Wire(service, revision)
        (found,) = (await peer.result("resources/read", {"uri": "text:a"}))["contents"]
        assert found == {"uri": "text:a", "mimeType": "text/x", "text": "a!"}
        (found,) = (await peer.result("resources/read", {"uri": "bytes:all"}))["contents"]
        assert found["mimeType"] == "application/octet-stream"
        assert base64.b64decode(found["blob"]) == b"".join(BINARY)
        (found,) = (await peer.result("resources/read", {"uri": "bad:all"}))["contents"]
        assert base64.b64decode(found["blob"]) == BINARY[0]  # there is no place for a failure

    run(calls())


class Mute(ToolError):
    """Its text cannot be made."""

    def __str__(self) -> str:
        raise KeyError("secret")


def fails_at(at: int, error: BaseException | None = None) -> Callable[[int], None]:
    def before(made: int) -> None:
        if made == at:
            raise error or KeyError("secret")

    return before


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("error", "told"),
    [
        (KeyError("secret"), "failed: KeyError"),
        (ToolError("all gone"), "all gone"),
        (SystemExit(3), "failed: SystemExit"),
        (ToolError("long " * 1000), "failed"),
        (Mute(), "failed"),
    ],
)
def test_a_failure_ends_it(
    kind: str, error: BaseException, told: str, caplog: pytest.LogCaptureFixture
) -> None:
    service, source = Service("test", "1"), Source(list("pieces"))
    declared(service, source, Streamed)

    async def calls() -> None:
        for at in (2,) if told == "failed" else (0, 2):  # else it is no result
            source.made, source.before = 0, fails_at(at, error)
            peer = Wire(service, max_message=4096)
            result = await peer.result("tools/call", called(kind, {}))
            *some, last = result["content"]
            assert result["isError"]
            assert last["text"].endswith(told)
            assert [block["text"] for block in some] == ["pi"] * bool(at)
            assert peer.server.open() == []
            peer.bytes = b""
            await peer.run(peer.request("ping"))  # others can go on
            assert len(peer.messages) == 1

    run(calls())
    assert "secret" not in "".join(record.getMessage() for record in caplog.records)


def test_what_is_no_piece_fails_as_what_is_raised() -> None:
    service = Service("test", "1")

    @service.tool
    def wrong(piece: int) -> Streamed:
        pieces: list[Any] = [["a", 7], ["\ud800"], ["a", "\ud800"], [b"a"]]
        return Streamed(pieces[piece])

    async def calls() -> None:
        for piece in range(4):
            peer = Wire(service)
            result = await peer.result("tools/call", called("wrong", {"piece": piece}))
            assert result["isError"]
            assert peer.server.open() == []

    run(calls())


def test_the_first_piece_may_ask_and_no_other() -> None:
    service = Service("test", "1")

    @service.tool
    def asks(ctx: Context, late: bool) -> Streamed:
        def pieces() -> Iterator[str]:
            if late:
                yield "too "
            answer: Elicited[Any] = ctx.elicit("key", "Sure?")
            yield answer.action

        return Streamed(pieces())

    async def calls() -> None:
        peer = Wire(service)
        params = called("asks", {"late": False})
        assert "key" in (await peer.result("tools/call", params))["inputRequests"]
        params["inputResponses"] = {"key": {"action": "decline"}}
        assert text(await peer.result("tools/call", params)) == "decline"
        result = await peer.result("tools/call", called("asks", {"late": True}))
        assert result["isError"]
        assert [block["text"] for block in result["content"]] == [
            "too ",
            "asks failed: RuntimeError",
        ]

    run(calls())


class Half:
    """A service with an answer that is half out, until `go_on`."""

    def __init__(self, revision: str = "2025-11-25") -> None:
        told: list[Capability] = ["resources.subscribe", "tools.listChanged"]
        self.service = Service("test", "1", capabilities=told)
        self.wish = asyncio.Event()
        self.closed = False

        @self.service.tool
        async def half() -> Streamed:
            async def pieces() -> AsyncIterator[str]:
                try:
                    yield "a"
                    await self.wish.wait()
                    yield "b"
                finally:
                    self.closed = True

            return Streamed(pieces())

        @self.service.tool
        def echo(text: str) -> str:
            return text

        @self.service.tool(threaded=True)
        def works(text: str, ctx: Context) -> str:
            ctx.log("info", text)
            return text

        @self.service.tool
        async def fails(ctx: Context) -> str:
            await asyncio.sleep(0)
            raise ToolError("failed")

        @self.service.tool
        def asks(ctx: Context) -> str:
            return ctx.elicit("key", "Sure?").action

        @self.service.tool
        async def pings(ctx: Context) -> str:
            return str(await ctx.request("ping"))

        @self.service.resource("a:b")
        def a() -> str:
            return "a"

        self.peer = Wire(self.service, revision)
        self.tasks: list[asyncio.Future[None]] = []

    async def start(self, name: str, **arguments: object) -> dict[str, Any]:
        message = self.peer.request("tools/call", called(name, arguments))
        self.begin(message)
        for _ in range(20):
            await asyncio.sleep(0)
        return message

    def begin(self, message: object) -> None:
        self.tasks.append(asyncio.ensure_future(self.peer.run(message)))

    async def end(self) -> dict[object, dict[str, Any]]:
        """Goes on, and gives all that came by id or method, in its order."""
        self.wish.set()
        await asyncio.gather(*self.tasks)
        return {it.get("id", it.get("method")): it for it in self.peer.messages}


def test_what_others_answer_meanwhile_comes_behind() -> None:
    async def calls() -> None:
        half = Half()
        peer = half.peer
        await peer.run(peer.request("resources/subscribe", {"uri": "a:b"}))
        peer.bytes = b""
        first = await half.start("half")
        assert peer.bytes.endswith(b'"a')
        before = peer.bytes
        others = [
            await half.start("echo", text="plain"),
            await half.start("fails"),
            await half.start("works", text="thread"),
            await half.start("unknown"),
            await half.start("half"),
        ]
        for method in ("ping", "tools/list", "resources/read"):
            message = peer.request(method, {"uri": "a:b"} if method == "resources/read" else None)
            half.begin(message)
            others.append(message)
        half.service.updated("a:b")
        half.service.changed("tools")
        while len(peer.running) > 2 or sum(not task.done() for task in half.tasks) > 2:
            await asyncio.sleep(0.001)
        assert peer.bytes == before
        came = await half.end()
        assert next(iter(came)) == first["id"]
        assert text(came[first["id"]]["result"]) == "ab"
        assert set(came) == {
            first["id"],
            *(other["id"] for other in others),
            "notifications/message",
            "notifications/resources/updated",
            "notifications/tools/list_changed",
        }
        assert len(peer.messages) == len(came)  # each once
        results = [came[other["id"]].get("result", {}) for other in others]
        assert [text(result) for result in results[:3]] == ["plain", "failed", "thread"]
        assert text(results[4]) == "ab"
        assert peer.server.open() == []

    run(calls())


def test_what_others_ask_meanwhile_is_asked_behind() -> None:
    async def calls() -> None:
        half = Half()
        peer = half.peer
        await half.start("half")
        asks, pings = await half.start("asks"), await half.start("pings")
        before = peer.bytes
        assert b"elicitation" not in before
        half.wish.set()
        while peer.bytes.count(b"\n") < 3:
            await asyncio.sleep(0)
        by_method = {it.get("method"): it["id"] for it in peer.messages}
        given: dict[str, dict[str, Any]] = {
            "elicitation/create": {"action": "accept", "content": {}},
            "ping": {"pong": 1},
        }
        for method, result in given.items():
            await peer.run({"jsonrpc": "2.0", "id": by_method[method], "result": result})
        came = await half.end()
        assert text(came[asks["id"]]["result"]) == "accept"
        assert text(came[pings["id"]]["result"]) == "{'pong': 1}"
        assert peer.server.open() == []

    run(calls())


@pytest.mark.parametrize("revision", ["2025-11-25", "2026-07-28"])
def test_a_cancel_in_the_middle_ends_it_as_whole_json(revision: str) -> None:
    async def calls() -> None:
        half = Half(revision)
        peer = half.peer
        first = await half.start("half")
        second = await half.start("half")
        other = await half.start("echo", text="other")
        await peer.run(cancel(second["id"]))
        await peer.run(cancel(first["id"]))
        while not all(task.done() for task in half.tasks):
            await asyncio.sleep(0)
        came = {it["id"]: it for it in peer.messages}
        assert set(came) == {first["id"], other["id"]}
        assert text(came[first["id"]]["result"]) == "a"
        assert half.closed
        assert peer.server.open() == []
        assert peer.running == {}

    run(calls())


def cancel(id: object) -> dict[str, Any]:
    params = {"requestId": id}
    return {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params}


def test_what_it_needs() -> None:
    service = Service("test", "1")

    @service.prompt
    def prompt() -> Streamed:
        return Streamed(["a"])

    async def later() -> AsyncIterator[str]:
        yield "a"

    @service.tool
    def without_a_loop() -> Streamed:
        return Streamed(later())

    peer = Wire(service)
    (out,) = peer.give(peer.request("prompts/get", {"name": "prompt"}))
    assert json.loads(bytes(out))["error"]["code"] == -32603  # type: ignore[arg-type]
    (out,) = peer.give(peer.request("tools/call", called("without_a_loop", {})))
    assert "TypeError" in bytes(out).decode()  # type: ignore[arg-type]
    assert peer.server.open() == []


def test_events_are_still_read_while_nobody_takes() -> None:
    """What does not answer is done meanwhile."""

    async def calls() -> None:
        half = Half()
        heard: list[Event] = []
        half.service.on(Event)(lambda event, _: heard.append(event))
        await half.start("half")
        await half.peer.run({"jsonrpc": "2.0", "method": "notifications/roots/list_changed"})
        assert [event.method for event in heard][-1] == "notifications/roots/list_changed"
        await half.end()

    run(calls())
