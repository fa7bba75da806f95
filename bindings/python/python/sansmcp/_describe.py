"""What a server says of itself: plain values, read once when the server is made."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from ._engine import RawJson

__all__ = ["Icon", "Tool", "ToolAnnotations"]

@dataclass(frozen=True)
class Icon:
    """A picture that stands for a thing. From DRAFT-2025-v3 on."""

    src: str
    """An `https:` or `data:` URI."""
    mime_type: str | None = None
    """Its media type, if the source does not tell."""
    sizes: Iterable[str] = ()
    """Sizes such as `48x48`, or `any`."""
    theme: Literal["light", "dark"] | None = None
    """The background it is made for. From 2025-11-25 on."""


@dataclass(frozen=True)
class ToolAnnotations:
    """Hints about a tool's behaviour. None of them is a promise. From 2025-03-26 on."""

    title: str | None = None
    """A name for people."""
    read_only: bool | None = None
    """It changes nothing."""
    destructive: bool | None = None
    """It may destroy something."""
    idempotent: bool | None = None
    """A second call with the same arguments changes nothing more."""
    open_world: bool | None = None
    """It deals with an open world, such as the web."""


@dataclass(frozen=True)
class Tool:
    """A tool that the model may call."""

    name: str
    """The name it is called by: 1 to 64 of `A-Z a-z 0-9 _ - . /`."""
    description: str | None = None
    """What it does, for the model."""
    input_schema: Mapping[str, object] | RawJson | None = None
    """JSON Schema of the arguments; none stands for `{"type": "object"}`."""
    title: str | None = None
    """The name for people. From 2025-06-18 on."""
    output_schema: Mapping[str, object] | RawJson | None = None
    """JSON Schema of the structured result. From 2025-06-18 on."""
    annotations: ToolAnnotations | None = None
    """What it does to the world. From 2025-03-26 on."""
    icons: Iterable[Icon] = ()
    """Its pictures. From DRAFT-2025-v3 on."""
    meta: Mapping[str, object] | RawJson | None = None
    """`_meta`. From 2025-06-18 on."""
