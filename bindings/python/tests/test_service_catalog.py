"""Resources, prompts and completions as functions; what changes while a service is served."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager
from typing import Annotated, Any, Literal

import pytest
from service_peer import ERAS, Peer, text

from sansmcp import Annotations, Out
from sansmcp.service import (
    Context,
    Image,
    Message,
    PromptResult,
    RequestError,
    ResourceContents,
    Service,
    Suggestions,
)


@pytest.fixture
def service() -> Service:
    return Service("test", "1")


@pytest.mark.parametrize("revision", ERAS)
def test_resources(service: Service, revision: str) -> None:
    @service.resource("config:main", mime_type="text/plain", annotations=Annotations(priority=0.5))
    def config() -> str:
        """The settings."""
        return "a=1"

    @service.resource("file:///{+path}", name="files")
    async def file(path: str, ctx: Context) -> bytes:
        assert ctx.event.method == "resources/read"
        return path.encode()

    @service.resource("row:{table}/{id}")
    def row(table: Literal["a", "b"], id: int) -> dict[str, Any]:
        return {"table": table, "id": id}

    @service.resource("many:all")
    def many() -> list[ResourceContents]:
        return [ResourceContents("many:1", "one"), ResourceContents("many:2", b"2", "a/b")]

    peer = Peer(service, revision)
    first = peer.ask("resources/list")["result"]["resources"][0]
    assert (first["uri"], first["name"]) == ("config:main", "config")
    assert (first["description"], first["mimeType"]) == ("The settings.", "text/plain")
    assert first["annotations"] == {"priority": 0.5}
    listed = peer.ask("resources/templates/list")["result"]["resourceTemplates"]
    assert [(each["uriTemplate"], each["name"]) for each in listed] == [
        ("file:///{+path}", "files"),
        ("row:{table}/{id}", "row"),
    ]

    def contents(uri: str) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = peer.ask("resources/read", {"uri": uri})["result"]["contents"]
        return found

    assert contents("config:main") == [
        {"uri": "config:main", "mimeType": "text/plain", "text": "a=1"}
    ]
    assert contents("file:///a/b%20c") == [{"uri": "file:///a/b%20c", "blob": "YS9iIGM="}]
    assert contents("row:a/7") == [
        {"uri": "row:a/7", "mimeType": "application/json", "text": '{"table":"a","id":7}'}
    ]
    assert contents("many:all") == [
        {"uri": "many:1", "text": "one"},
        {"uri": "many:2", "mimeType": "a/b", "blob": "Mg=="},
    ]
    code = -32602 if revision == "2026-07-28" else -32002
    for uri in ("config:other", "row:c/7", "row:a/seven"):
        assert peer.ask("resources/read", {"uri": uri})["error"]["code"] == code


def test_a_resource_that_fails(service: Service, caplog: pytest.LogCaptureFixture) -> None:
    @service.resource("a:{name}")
    def fails(name: str) -> str:
        raise KeyError("secret") if name == "key" else RequestError(7, name)

    peer = Peer(service)
    error = peer.ask("resources/read", {"uri": "a:key"})["error"]
    assert (error["code"], error["message"]) == (-32603, "Internal error: KeyError")
    assert "secret" in caplog.text
    assert peer.ask("resources/read", {"uri": "a:b"})["error"] == {"code": 7, "message": "b"}


def test_prompts(service: Service) -> None:
    @service.prompt
    def review(code: Annotated[str, "what is reviewed"], lines: int = 10) -> str:
        """Reviews code."""
        return f"Review {code} in {lines}"

    @service.prompt(name="chat", title="Chat")
    async def talk() -> list[Message | str]:
        return ["Hello", Message("assistant", Image(b"", "image/png"))]

    @service.prompt
    def whole() -> PromptResult:
        return PromptResult([Message("user", "x")], description="Its own", meta={"m": 1})

    @service.prompt
    def bare() -> PromptResult:
        """Says what it is in the list alone."""
        return PromptResult(["x"], description="")

    peer = Peer(service)
    listed = peer.ask("prompts/list")["result"]["prompts"]
    assert [each["name"] for each in listed] == ["review", "chat", "whole", "bare"]
    assert listed[0]["arguments"] == [
        {"name": "code", "description": "what is reviewed", "required": True},
        {"name": "lines", "required": False},
    ] or listed[0]["arguments"] == [
        {"name": "code", "description": "what is reviewed", "required": True},
        {"name": "lines"},
    ]

    def get(name: str, **arguments: str) -> dict[str, Any]:
        return peer.ask("prompts/get", {"name": name, "arguments": arguments})

    result = get("review", code="x", lines="3")["result"]
    assert result["description"] == "Reviews code."
    assert result["messages"] == [
        {"role": "user", "content": {"type": "text", "text": "Review x in 3"}}
    ]
    messages = get("chat")["result"]["messages"]
    assert [(each["role"], each["content"]["type"]) for each in messages] == [
        ("user", "text"),
        ("assistant", "image"),
    ]
    result = get("whole")["result"]
    assert (result["description"], result["_meta"]["m"]) == ("Its own", 1)
    assert "description" not in get("bare")["result"]
    for arguments in ({}, {"code": "x", "lines": "many"}, {"code": "x", "other": "y"}):
        assert get("review", **arguments)["error"]["code"] == -32602
    assert get("other")["error"]["code"] == -32602


def test_arguments_of_a_prompt_that_are_no_texts(service: Service) -> None:
    @service.prompt
    def review(code: str = "", lines: int = 10, only: list[int] | None = None) -> str:
        return f"{code} {lines} {only}"

    peer = Peer(service)

    def get(arguments: Any) -> Any:
        answer = peer.ask("prompts/get", {"name": "review", "arguments": arguments})
        error = answer.get("error")
        return error["code"] if error else answer["result"]["messages"][0]["content"]["text"]

    assert get(None) == " 10 None"
    assert get({"lines": 3, "only": [1]}) == " 3 [1]"
    assert get({"code": 3}) == -32602
    assert get({"lines": "9" * 5000}) == -32602
    assert get({"only": "[" * 100_000}) == -32602


def test_completions(service: Service) -> None:
    @service.prompt
    def review(code: str, language: str, style: Literal["short", "shy", "long"]) -> str:
        return code + language + style

    @service.resource("row:{table}/{id}")
    def row(table: str, id: str) -> str:
        return table + id

    @service.completion("language", prompt="review")
    async def languages(typed: str, ctx: Context, code: str = "none") -> list[str]:
        assert ctx.event.method == "completion/complete"
        return [typed + "rust", code]

    @service.completion("id", template="row:{table}/{id}")
    def ids(typed: str) -> Suggestions:
        return Suggestions([typed + str(n) for n in range(120)], total=1000)

    peer = Peer(service)

    def complete(ref: dict[str, str], name: str, value: str, **context: str) -> dict[str, Any]:
        params: dict[str, Any] = {"ref": ref, "argument": {"name": name, "value": value}}
        if context:
            params["context"] = {"arguments": context}
        found: dict[str, Any] = peer.ask("completion/complete", params)["result"]["completion"]
        return found

    prompt = {"type": "ref/prompt", "name": "review"}
    template = {"type": "ref/resource", "uri": "row:{table}/{id}"}
    assert complete(prompt, "language", "t")["values"] == ["trust", "none"]
    found = complete(prompt, "language", "", code="x", style="short")
    assert found["values"] == ["rust", "x"]
    assert complete(prompt, "style", "sh")["values"] == ["short", "shy"]
    assert complete(prompt, "code", "")["values"] == []
    found = complete(template, "id", "n")
    assert (len(found["values"]), found["total"], found["hasMore"]) == (100, 1000, True)
    assert complete(template, "table", "")["values"] == []


def test_only_what_is_there_is_announced(service: Service) -> None:
    empty = Peer(service).ask("server/discover")["result"]["capabilities"]
    assert empty == {}

    @service.prompt
    def review(style: Literal["short", "long"]) -> str:
        return style

    announced = Peer(service).ask("server/discover")["result"]["capabilities"]
    assert set(announced) == {"prompts", "completions"}
    logs = Service("test", "1", capabilities=["logging", "tools.listChanged"])
    announced = Peer(logs).ask("server/discover")["result"]["capabilities"]
    assert announced == {"logging": {}, "tools": {"listChanged": True}}


def test_a_list_too_long_for_a_message_goes_out_in_pieces(service: Service) -> None:
    @service.tool(description="x" * 2000)
    def long() -> None: ...

    peer = Peer(service, max_message=1000)
    first = peer.start("tools/list")
    assert isinstance(first, Out)
    pieces = [first.line]
    while (out := peer.server.next_output()) is not None:
        pieces.append(out.line)
    assert len(pieces) > 1
    (tool,) = json.loads(b"".join(pieces))["result"]["tools"]
    assert tool["description"] == "x" * 2000


def test_those_who_are_connected_are_told_of_changes() -> None:
    service = Service("test", "1", capabilities=["tools.listChanged", "resources.subscribe"])

    @service.resource("a:b")
    def resource() -> str:
        return ""

    peer = Peer(service, "2025-11-25")
    other = Peer(service, "2025-11-25")

    @service.tool
    def late() -> str:
        return "here"

    for each in (peer, other):
        (told,) = each.sent
        assert told["method"] == "notifications/tools/list_changed"
        assert text(each.call("late")) == "here"
    service.withdraw("tools", "late")
    assert peer.ask("tools/list")["result"]["tools"] == []
    with pytest.raises(KeyError):
        service.withdraw("tools", "late")
    peer.sent.clear()
    peer.ask("resources/subscribe", {"uri": "a:b"})
    other.sent.clear()
    service.updated("a:b")
    assert [told["params"] for told in peer.sent] == [{"uri": "a:b"}]
    assert other.sent == []


def test_a_lifespan_gives_the_state() -> None:
    seen: list[str] = []

    @asynccontextmanager
    async def later(service: Service) -> AsyncGenerator[str]:
        seen.append(f"{service.name} begins")
        try:
            yield "async state"
        finally:
            seen.append("ends")

    @contextmanager
    def now(service: Service) -> Generator[str]:
        seen.append(f"{service.name} begins")
        try:
            yield "state"
        finally:
            seen.append("ends")

    def state(ctx: Context) -> str:
        found: str = ctx.state
        return found

    async def lives(service: Service, expected: str) -> None:
        async with service.running() as given:
            assert given == expected
            assert text(Peer(service).call("state")) == expected

    for lifespan, expected in ((later, "async state"), (now, "state")):
        service = Service("test", "1", lifespan=lifespan)
        service.tool(state)
        seen.clear()
        asyncio.run(lives(service, expected))
        assert seen == ["test begins", "ends"]
        assert text(Peer(service).call("state")) == "state failed: RuntimeError"
        with pytest.raises(RuntimeError, match=r"service\.running"):
            service.state  # noqa: B018
    with service.running_sync():
        assert text(Peer(service).call("state")) == "state"
        with pytest.raises(RuntimeError, match="already"), service.running_sync():
            pass
    with pytest.raises(TypeError, match="asynchronous"):
        Service("test", "1", lifespan=later).running_sync().__enter__()
    with Service("test", "1").running_sync() as nothing:
        assert nothing is None
