"""The servers that the transcripts talk to (tests/vectors/README.md)."""

from typing import Any

from sansmcp import (
    Capability,
    Endpoint,
    Icon,
    Prompt,
    PromptArgument,
    RawJson,
    Resource,
    ResourceTemplate,
    Server,
    Tool,
    ToolAnnotations,
)

ECHO_SCHEMA = {
    "type": "object",
    "properties": {"text": {"type": "string"}},
    "required": ["text"],
}

ICONS = (
    Icon("https://example.com/icon.png", "image/png", ("48x48", "96x96"), "light"),
    Icon("data:image/svg+xml;base64,PHN2Zy8+", "image/svg+xml", ("any",), "dark"),
    Icon("https://example.com/plain.ico"),
)

FULL = (
    Tool(
        "all-fields",
        'Every field is set: "quotes", \\ and é',
        # As text, since it is compared as it was written.
        RawJson(
            '{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object",'
            '"properties":{"q":{"type":"string","description":"\\u00e9 é"}},"required":["q"],'
            '"additionalProperties":false}'
        ),
        title="Alle Felder – 全部 😀",
        output_schema={"type": "object", "properties": {"n": {"type": "integer"}}},
        annotations=ToolAnnotations(
            "Hint “title”", read_only=False, destructive=True, idempotent=False, open_world=True
        ),
        icons=ICONS,
        meta={"com.example/tag": [1, RawJson("2.50"), None], "ui": {"resourceUri": "ui://x"}},
    ),
    Tool("one_hint", annotations=ToolAnnotations(read_only=True)),
    Tool(
        "spaced/1.0",
        "Line ends in its schema",
        RawJson('{\n  "type" : "object"\r\n}'),
        meta=RawJson("{ }"),
    ),
)


ECHO = (Tool("echo", "Returns its text", ECHO_SCHEMA),)

MIRROR_SCHEMA = {
    "type": "object",
    "properties": {
        "region": {"type": "string", "x-mcp-header": "Region"},
        "count": {"type": "integer", "x-mcp-header": "Count"},
        "sure": {"type": "boolean", "x-mcp-header": "Sure"},
        "plain": {"type": "string"},
        "in": {
            "type": "object",
            "properties": {"deep": {"type": "string", "x-mcp-header": "Deep"}},
        },
    },
}

# Everything that a server may announce.
ALL: tuple[Capability, ...] = (
    "completions",
    "logging",
    "prompts.listChanged",
    "resources.listChanged",
    "resources.subscribe",
    "tools.listChanged",
)


def world(name: str) -> dict[str, Any]:
    """What a server is made of beside its name and version."""
    whole = {
        "tools": ECHO,
        "resources": [Resource("test://one", "one"), Resource("test://two", "two")],
        "templates": [ResourceTemplate("test://item/{id}", "item")],
        "prompts": [Prompt("greet", arguments=[PromptArgument("name", required=True)])],
    }
    match name:
        case "echo":
            return {"tools": ECHO}
        case "many":
            return {"tools": [Tool(f"tool_{n:02}", f"Tool number {n}") for n in range(40)]}
        case "bare":
            return {}
        case "mirror":
            return {"tools": [Tool("place", input_schema=MIRROR_SCHEMA)]}
        case "whole":
            return {**whole, "capabilities": ALL}
        case "some":
            return {**whole, "capabilities": ["tools.listChanged"]}
        case "full":
            return {
                "title": "Voller Server – 完整",
                "description": 'Says "everything" that a server can say',
                "website_url": "https://example.com/full?a=1&b=2",
                "icons": ICONS,
                "instructions": 'First line\nsecond: "quoted"\ta \\ backslash, \x01, é, 😀',
                "ttl_ms": 60000,
                "cache_scope": "public",
                "tools": FULL,
            }
        case _:
            pass
    raise AssertionError(f"no server {name} is known")


def version(name: str) -> str:
    return "2.1.0-rc.1" if name == "full" else "1.0.0"


def make_server(name: str, slots: int, max_message: int) -> Server:
    """A new server of this name."""
    return Server(name, version(name), **world(name), slots=slots, max_message=max_message)


def make_endpoint(name: str, *, tx: int, **policy: Any) -> Endpoint:
    """A new endpoint of this name."""
    return Endpoint(name, version(name), **world(name), **policy, max_message=tx)
