"""What functions give back: blocks of content, and whole results."""

from __future__ import annotations

from collections.abc import AsyncIterable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, Union

from .._describe import Annotations, Icon
from .._engine import RawJson

__all__ = [
    "Audio",
    "Block",
    "Content",
    "Image",
    "Link",
    "Message",
    "PromptResult",
    "ResourceContents",
    "Streamed",
    "Suggestions",
    "Text",
    "ToolResult",
]

_Meta = Union[Mapping[str, object], RawJson, None]


@dataclass(frozen=True)
class Text:
    """A text that has more to it than its characters; a plain `str` does for others."""

    text: str
    annotations: Annotations | None = None
    meta: _Meta = None


@dataclass(frozen=True)
class Image:
    """A picture."""

    data: bytes
    mime_type: str
    annotations: Annotations | None = None
    meta: _Meta = None


@dataclass(frozen=True)
class Audio:
    """Sound. From 2025-03-26 on."""

    data: bytes
    mime_type: str
    annotations: Annotations | None = None
    meta: _Meta = None


@dataclass(frozen=True)
class ResourceContents:
    """What a resource holds: text or bytes. In a tool's result and a prompt it is embedded."""

    uri: str
    data: str | bytes
    mime_type: str | None = None
    annotations: Annotations | None = None
    """Of the block that it is embedded in; what is read has none."""
    meta: _Meta = None


@dataclass(frozen=True)
class Link:
    """A link to a resource that the client can read. From 2025-06-18 on."""

    uri: str
    name: str
    mime_type: str | None = None
    title: str | None = None
    description: str | None = None
    size: int | None = None
    """In bytes."""
    icons: Iterable[Icon] = ()
    annotations: Annotations | None = None
    meta: _Meta = None


@dataclass(frozen=True)
class Block:
    """Any block of content, as the protocol writes it."""

    value: Mapping[str, object]


Content = Union[str, Text, Image, Audio, ResourceContents, Link, Block]
"""One block of content."""

CONTENT = (Text, Image, Audio, ResourceContents, Link, Block)


@dataclass(frozen=True)
class ToolResult:
    """The whole result of a tool, where a value is not enough."""

    content: Iterable[Content] = ()
    structured: object = None
    """The structured result; `None` for none."""
    is_error: bool = False
    """The tool failed, and the content says how."""
    meta: _Meta = None


@dataclass(frozen=True)
class Streamed:
    """The result of a tool or a resource that leaves in pieces, as they are made and as fast as the
    client takes them: one block, or all that a resource holds, of any length.

    Pieces are texts or bytes: those of a generator, of an asynchronous one under an event loop, or
    of any iterable; generators are closed where they are not needed to their end. What a piece
    raises ends a tool's result as a failure, and a resource where it stands. On standard output
    everything else that is to be said waits for its end, so it should not have to wait for long.
    """

    pieces: Iterable[str | bytes] | AsyncIterable[str | bytes]
    mime_type: str | None = None
    """Of bytes: of a picture, of sound, or of anything else with a `uri`. Of a resource, in the
    place of the declared one."""
    uri: str | None = None
    """Of bytes in a tool's result that are a resource's."""


@dataclass(frozen=True)
class Message:
    """A message of a prompt."""

    role: Literal["user", "assistant"]
    content: Content


@dataclass(frozen=True)
class PromptResult:
    """The whole result of a prompt, where its messages are not enough."""

    messages: Iterable[Message | str]
    description: str | None = None
    """That of the prompt if not said; an empty one is not sent."""
    meta: _Meta = None


@dataclass(frozen=True)
class Suggestions:
    """Suggestions, where there are more of them than are given. The engine sends 100 at most."""

    values: Iterable[str]
    total: int | None = None
    """How many there are."""
    has_more: bool = False
    """There are more than these."""


def add(result: Any, content: object, *role: str) -> None:
    """Adds a block to an `Answer`, or with a role to `Messages`."""
    match content:
        case str():
            result.text(*role, content)
        case Text():
            result.text(*role, content.text, **_more(content))
        case Image():
            result.image(*role, content.data, content.mime_type, **_more(content))
        case Audio():
            result.audio(*role, content.data, content.mime_type, **_more(content))
        case ResourceContents():
            write = result.resource if isinstance(content.data, str) else result.blob
            more = {"annotations": content.annotations, "resource_meta": content.meta}
            write(*role, content.uri, content.data, mime_type=content.mime_type, **more)
        case Link():
            result.link(
                *role,
                content.uri,
                content.name,
                mime_type=content.mime_type,
                title=content.title,
                description=content.description,
                size=content.size,
                icons=content.icons,
                **_more(content),
            )
        case Block():
            result.block(*role, content.value)
        case _:
            raise TypeError(f"{type(content).__name__} is no block of content")


def _more(content: Text | Image | Audio | Link) -> dict[str, Any]:
    return {"annotations": content.annotations, "meta": content.meta}
