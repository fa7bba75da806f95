"""The servers that the transcripts talk to (tests/vectors/README.md)."""

from sansmcp import Icon, RawJson, Server, Tool, ToolAnnotations

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


def make_server(name: str, slots: int, max_message: int) -> Server:
    """A new server of this name."""
    match name:
        case "echo":
            tools = [Tool("echo", "Returns its text", ECHO_SCHEMA)]
            return Server("echo", "1.0.0", tools=tools, slots=slots, max_message=max_message)
        case "many":
            tools = [Tool(f"tool_{n:02}", f"Tool number {n}") for n in range(40)]
            return Server("many", "1.0.0", tools=tools, slots=slots, max_message=max_message)
        case "bare":
            return Server("bare", "1.0.0", slots=slots, max_message=max_message)
        case "full":
            return Server(
                "full",
                "2.1.0-rc.1",
                title="Voller Server – 完整",
                description='Says "everything" that a server can say',
                website_url="https://example.com/full?a=1&b=2",
                icons=ICONS,
                instructions='First line\nsecond: "quoted"\ta \\ backslash, \x01, é, 😀',
                ttl_ms=60000,
                cache_scope="public",
                tools=FULL,
                slots=slots,
                max_message=max_message,
            )
        case _:
            pass
    raise AssertionError(f"no server {name} is known")
