"""What a server has: its tables, other tables in their place, and pages filled by hand."""

from __future__ import annotations

import json
from typing import Any

import pytest
from peer import connected, error, events, modern, request, response, result, shake

from sansmcp import (
    Annotations,
    CallTool,
    Endpoint,
    Icon,
    ListPrompts,
    ListResources,
    ListTemplates,
    ListTools,
    NotJson,
    NotSupported,
    NotText,
    Prompt,
    PromptArgument,
    RawJson,
    Resource,
    ResourceTemplate,
    Server,
    Short,
    Stale,
    Streaming,
    Tool,
)

ICON = Icon("https://example.com/i.png", "image/png", ["48x48", "any"], "dark")
NOTED = Annotations(["user", "assistant"], 0.5, "2025-01-12T15:00:58Z")
ICONS = [
    {
        "src": "https://example.com/i.png",
        "mimeType": "image/png",
        "sizes": ["48x48", "any"],
        "theme": "dark",
    }
]
NOTED_JSON = {
    "audience": ["user", "assistant"],
    "priority": 0.5,
    "lastModified": "2025-01-12T15:00:58Z",
}


def full() -> dict[str, Any]:
    """One of each with all that it can say."""
    return {
        "tools": [Tool("tool", task_support="optional")],
        "resources": [
            Resource("a:1", "one", "First", "text/plain", "One", 7, NOTED, [ICON], {"k": 1}),
            Resource("a:2", "two"),
        ],
        "templates": [
            ResourceTemplate("a:{n}", "any", "All", "text/plain", "Any", NOTED, [ICON], {"k": [2]})
        ],
        "prompts": [
            Prompt(
                "greet",
                "Greets",
                [PromptArgument("who", "Whom", True, "Who"), PromptArgument("how", required=False)],
                "Greet",
                [ICON],
                {"k": None},
            ),
            Prompt("silent"),
        ],
    }


def listed(server: Server, method: str, modern_era: bool = True) -> dict[str, Any]:
    (event,) = events(server, modern(method) if modern_era else request(method))
    return result(server.reply(event))


def test_every_field_is_sent() -> None:
    server = Server("s", "1", **full())
    (one, two) = listed(server, "resources/list")["resources"]
    assert one == {
        "uri": "a:1",
        "name": "one",
        "title": "One",
        "description": "First",
        "mimeType": "text/plain",
        "size": 7,
        "annotations": NOTED_JSON,
        "_meta": {"k": 1},
        "icons": ICONS,
    }
    assert two == {"uri": "a:2", "name": "two"}
    (template,) = listed(server, "resources/templates/list")["resourceTemplates"]
    assert template == {
        "uriTemplate": "a:{n}",
        "name": "any",
        "title": "Any",
        "description": "All",
        "mimeType": "text/plain",
        "annotations": NOTED_JSON,
        "_meta": {"k": [2]},
        "icons": ICONS,
    }
    (greet, silent) = listed(server, "prompts/list")["prompts"]
    assert greet == {
        "name": "greet",
        "title": "Greet",
        "description": "Greets",
        "arguments": [
            {"name": "who", "title": "Who", "description": "Whom", "required": True},
            {"name": "how", "required": False},
        ],
        "_meta": {"k": None},
        "icons": ICONS,
    }
    assert silent == {"name": "silent"}


def test_a_tool_may_be_a_task_in_one_revision() -> None:
    server = Server("s", "1", **full())
    assert "execution" not in listed(server, "tools/list")["tools"][0]
    shake(server, "2025-11-25")
    (tool,) = listed(server, "tools/list", modern_era=False)["tools"]
    assert tool["execution"] == {"taskSupport": "optional"}


def test_capabilities_follow_from_the_tables_and_from_what_is_said() -> None:
    def announced(**options: Any) -> dict[str, Any]:
        server = Server("s", "1", **options)
        capabilities: dict[str, Any] = listed(server, "server/discover")["capabilities"]
        return capabilities

    assert announced() == {}
    assert announced(**full()) == {"tools": {}, "resources": {}, "prompts": {}}
    assert announced(capabilities=["tools", "tools.listChanged", "logging"]) == {
        "tools": {"listChanged": True},
        "logging": {},
    }
    extensions = {"com.example/x": {"level": 2}}
    assert announced(extensions=extensions, experimental=RawJson('{"y":{}}')) == {
        "experimental": {"y": {}},
        "extensions": extensions,
    }


def a(kind: Any, *values: Any, **more: Any) -> Any:
    """An object of a class, whatever its types say."""
    return kind(*values, **more)


@pytest.mark.parametrize(
    ("options", "kind", "words"),
    [
        ({"capabilities": ["no.such"]}, ValueError, "no server has the capability 'no.such'"),
        ({"capabilities": "logging"}, TypeError, "not a text"),
        ({"extensions": [1]}, NotJson, "extensions must be a mapping, not list"),
        ({"resources": [Resource("a:1", "x", size=-1)]}, TypeError, "size of the resource 'a:1'"),
        ({"resources": [a(Resource, "a:1", 7)]}, TypeError, "name of .* a text, not int"),
        ({"resources": [Resource("a:1", "\ud800")]}, NotText, "surrogate"),
        (
            {"resources": [Resource("a:1", "x", annotations=Annotations(priority=float("nan")))]},
            NotJson,
            "(?i)nan",
        ),
        (
            {"templates": [a(ResourceTemplate, "a:{x}", "x", annotations=a(Annotations, ["you"]))]},
            ValueError,
            "audience of annotations of the template 'a:{x}' must be 'user' or 'assistant'",
        ),
        ({"prompts": [Prompt("p", meta={"a": {1}})]}, NotJson, r"meta of .* 'p': .*\['a'\]"),
        (
            {"prompts": [Prompt("p", arguments=[a(PromptArgument, "a", required=1)])]},
            TypeError,
            "required of the prompt 'p', argument 'a' must be True, False or None, not int",
        ),
        (
            {"tools": [a(Tool, "t", task_support="maybe")]},
            ValueError,
            "task_support of the tool 't' must be 'forbidden' or 'optional' or 'required'",
        ),
        ({"prompts": [Tool("t")]}, AttributeError, "arguments"),
        ({"tools": 7}, TypeError, "iterable"),
    ],
)
def test_what_is_wrong_is_said_when_it_is_given(
    options: dict[str, Any], kind: type[Exception], words: str
) -> None:
    for make in (Server, Endpoint):
        with pytest.raises(kind, match=words):
            make("s", "1", **options)
    if options.keys() <= {"tools", "resources", "templates", "prompts"}:
        server = Server("s", "1", **full())
        with pytest.raises(kind, match=words):
            server.offer(**options)
        assert len(listed(server, "resources/list")["resources"]) == 2


@pytest.mark.parametrize("make", [Server, Endpoint])
def test_other_tables_take_the_place_of_those_that_are_there(make: type[Server]) -> None:
    server = Server("s", "1", **full()) if make is Server else Endpoint("s", "1", **full())
    server.offer(tools=[Tool("a"), Tool("b")], prompts=[])
    if make is Endpoint:
        return
    assert [tool["name"] for tool in listed(server, "tools/list")["tools"]] == ["a", "b"]
    assert len(listed(server, "resources/list")["resources"]) == 2
    (event,) = events(server, modern("prompts/list"))
    assert error(server.reply(event))["code"] == -32601
    server.offer()
    assert len(listed(server, "tools/list")["tools"]) == 2


def test_tables_do_not_change_while_they_are_read_in_pieces() -> None:
    server = Server("s", "1", tools=[Tool("t", "x" * 5000)], max_message=1000)
    (event,) = events(server, modern("tools/list"))
    with pytest.raises(Short):
        server.reply(event)
    sent = server.begin_reply(event).line
    with pytest.raises(Streaming):
        server.offer(tools=[])
    while (out := server.next_output()) is not None:
        sent += out.line
    assert len(json.loads(sent)["result"]["tools"][0]["description"]) == 5000
    server.offer(tools=[])


def test_a_page_is_filled_by_hand() -> None:
    server = connected()
    (event,) = events(server, request("tools/list", {"cursor": "mine"}))
    assert isinstance(event, ListTools)
    page = server.page(event)
    assert page.tool(Tool("a"))
    assert page.tool(Tool("b", meta={"x": 1}))
    out = page.end("next\n")
    assert out.is_last
    assert result(out) == {
        "tools": [
            {"name": "a", "inputSchema": {"type": "object"}},
            {"name": "b", "inputSchema": {"type": "object"}, "_meta": {"x": 1}},
        ],
        "nextCursor": "next\n",
    }
    with pytest.raises(Stale):
        page.end()
    with pytest.raises(Stale):
        server.page(event)


def test_pages_of_every_list() -> None:
    server = Server("s", "1", **full())
    for method, kind, key in (
        ("resources/list", ListResources, "resources"),
        ("resources/templates/list", ListTemplates, "resourceTemplates"),
        ("prompts/list", ListPrompts, "prompts"),
    ):
        (event,) = events(server, modern(method))
        assert isinstance(event, (ListResources, ListTemplates, ListPrompts))
        assert isinstance(event, kind)
        page = server.page(event)
        with pytest.raises(NotSupported):
            page.tool(Tool("of another list"))
        if key == "resources":
            assert page.resource(Resource("b:1", "b"))
        elif key == "prompts":
            assert page.prompt(Prompt("b"))
        else:
            assert page.template(ResourceTemplate("b:{x}", "b"))
        (entry,) = result(page.end())[key]
        assert entry["name"] == "b"


def test_a_page_ends_where_the_message_does() -> None:
    server = connected(max_message=1000)
    (event,) = events(server, request("tools/list"))
    assert isinstance(event, ListTools)
    page, count = server.page(event), 0
    while page.tool(Tool(f"tool-{count}", "x" * 100)):
        count += 1
    out = page.end(str(count))
    assert 3 < count < 10
    assert len(out.line) <= 1000
    assert len(result(out)["tools"]) == count


def test_a_page_grows_for_its_first_entry_alone() -> None:
    server = connected(max_message=1 << 20)
    (event,) = events(server, request("tools/list"))
    assert isinstance(event, ListTools)
    page = server.page(event)
    assert page.tool(Tool("large", "x" * 200_000))
    assert not page.tool(Tool("second", "x" * 200_000))
    out = page.end("c" * 3000)
    assert [tool["name"] for tool in result(out)["tools"]] == ["large"]


def test_an_entry_that_is_too_large_leaves_the_page_as_it_was() -> None:
    server = connected(max_message=1000)
    (event,) = events(server, request("tools/list"))
    assert isinstance(event, ListTools)
    page = server.page(event)
    with pytest.raises(Short) as short:
        page.tool(Tool("large", "x" * 2000))
    assert 2000 < short.value.need < 2300
    with pytest.raises(Short):
        page.end("c" * 2000)
    assert page.tool(Tool("small"))
    assert len(result(page.end())["tools"]) == 1


def test_a_page_is_of_a_list() -> None:
    server = connected()
    (event,) = events(server, request("tools/call", {"name": "tool"}))
    assert isinstance(event, CallTool)
    with pytest.raises(NotSupported):
        server.page(event)  # type: ignore[arg-type] # pyright: ignore[reportArgumentType]
    assert response(server.reply(event))


def test_a_page_that_nobody_waits_for_is_empty() -> None:
    server = connected()
    (event,) = events(server, request("tools/list", id="l"))
    assert isinstance(event, ListTools)
    page = server.page(event)
    cancel = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": "l"}}
    events(server, cancel)
    assert page.tool(Tool("a"))
    assert not page.end()
    assert server.open() == []
