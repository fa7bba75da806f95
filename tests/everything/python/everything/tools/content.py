"""Tools that answer at once: every kind of content, structured results, schemas."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from sansmcp import Annotations, Hint, ToolAnnotations
from sansmcp.service import (
    Audio,
    Content,
    Image,
    Link,
    ResourceContents,
    Streamed,
    Text,
    ToolError,
)

from ..desk import PIXEL, SILENCE, Desk

__all__ = ["declare"]

# The schema that tests whether JSON Schema 2020-12 goes through unchanged; no hint says this.
SCHEMA_2020_12: dict[str, object] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "object",
    "$defs": {
        "address": {
            "$anchor": "addressDef",
            "type": "object",
            "properties": {"street": {"type": "string"}, "city": {"type": "string"}},
        }
    },
    "properties": {
        "name": {"type": "string"},
        "address": {"$ref": "#/$defs/address"},
        "contactMethod": {"type": "string", "enum": ["phone", "email"]},
        "phone": {"type": "string"},
        "email": {"type": "string"},
    },
    "allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
    "if": {"properties": {"contactMethod": {"const": "phone"}}, "required": ["contactMethod"]},
    "then": {"required": ["phone"]},
    "else": {"required": ["email"]},
    "additionalProperties": False,
}

# The long text is this again and again, with characters of all lengths and some to be escaped.
UNIT = '0123456789 "quoted" \\ é \N{GRINNING FACE}\n'.encode()
LONGEST = 0x100_0000
"""Bytes of it at most."""
PIECE = 4096
"""Bytes of a piece, as a small device would send it; of a very long text they are larger."""
PIECES = 128


# What a docstring says would be in the schema.
@dataclass
class Weather:
    temperature: float
    conditions: str
    humidity: int


def declare(desk: Desk) -> None:
    """Declares them."""
    service = desk.service

    @service.tool(
        title="Simple text", annotations=ToolAnnotations(read_only=True, open_world=False)
    )
    def test_simple_text() -> str:
        """Answers with one line of text"""
        return "This is a simple text response for testing."

    @service.tool
    def echo(text: str) -> str:
        """Returns its text"""
        return text

    @service.tool
    def test_image_content() -> Image:
        """Answers with a picture"""
        return Image(PIXEL, "image/png")

    @service.tool
    def test_audio_content() -> Audio:
        """Answers with sound"""
        return Audio(SILENCE, "audio/wav")

    @service.tool
    def test_embedded_resource() -> ResourceContents:
        """Answers with a resource"""
        text = "This is an embedded resource content."
        return ResourceContents("test://embedded-resource", text, "text/plain")

    @service.tool
    def test_multiple_content_types() -> list[Content]:
        """Answers with text, a picture and a resource"""
        uri, json = "test://mixed-content-resource", '{"test":"data","value":123}'
        return [
            "Multiple content types test:",
            Image(PIXEL, "image/png"),
            ResourceContents(uri, json, "application/json"),
        ]

    @service.tool
    def test_resource_link() -> Link:
        """Answers with a link to a resource"""
        return Link("test://static-text", "static-text", "text/plain")

    @service.tool
    def test_annotated_content() -> Text:
        """Answers with a text that says for whom it is"""
        return Text("For the person, and important.", Annotations(["user"], 0.9))

    @service.tool
    def test_error_handling() -> None:
        """Always fails"""
        raise ToolError("This tool intentionally returns an error for testing")

    @service.tool
    def test_structured_output() -> Weather:
        """Answers for programs and for people at once"""
        return Weather(22.5, "Partly cloudy", 65)

    @service.tool(input_schema=SCHEMA_2020_12)
    def json_schema_2020_12_tool(
        name: str = "",
        address: dict[str, Any] | None = None,
        contactMethod: Literal["phone", "email"] | None = None,
        phone: str = "",
        email: str = "",
    ) -> str:
        """Has a schema with every keyword that is easily lost"""
        return "The arguments are as they came."

    @service.tool
    def test_header_parameter(
        region: Annotated[str, Hint("Where to look", header="Region")] = "",
    ) -> list[Content]:
        """Has an argument that HTTP clients repeat in a header"""
        return ["Region:", Text(region)] if region else [Text("Region: none")]

    @service.tool
    def test_streamed_text(
        bytes: Annotated[int, Hint(minimum=1, maximum=LONGEST)] = 300_000,
    ) -> Streamed:
        """Answers with a long text, sent in pieces through a small buffer"""
        return Streamed(_pieces(bytes))


def _pieces(length: int) -> Iterator[str]:
    piece = UNIT * (max(PIECE, length // PIECES) // len(UNIT))
    for at in range(0, length, len(piece)):
        # It does not end within a character.
        yield piece[: length - at].decode(errors="ignore")
