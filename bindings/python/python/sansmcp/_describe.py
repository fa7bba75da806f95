"""What a server says of itself and what it has: plain values, read once when they are given."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from ._engine import RawJson

__all__ = [
    "Annotations",
    "Capability",
    "Hint",
    "Icon",
    "Prompt",
    "PromptArgument",
    "Resource",
    "ResourceTemplate",
    "Tool",
    "ToolAnnotations",
]

Capability: TypeAlias = Literal[
    "completions",
    "logging",
    "prompts",
    "prompts.listChanged",
    "resources",
    "resources.listChanged",
    "resources.subscribe",
    "tools",
    "tools.listChanged",
]
"""What a server can do, as it says: a member of its capabilities, or one of those of a member."""


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
class Annotations:
    """Hints on how to use or show a resource or a piece of content."""

    audience: Iterable[Literal["user", "assistant"]] = ()
    """Whom it is for: the person, the model. Empty: not said."""
    priority: float | None = None
    """How important it is, from 0 (can be left out) to 1 (must be there)."""
    last_modified: str | None = None
    """When it was changed last, as in `2025-01-12T15:00:58Z`. From 2025-06-18 on."""


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
    task_support: Literal["forbidden", "optional", "required"] | None = None
    """Whether it can be called as a task. 2025-11-25 only."""


@dataclass(frozen=True, eq=False)
class Hint:
    """What a type hint alone cannot say: `Annotated[int, Hint("Pages", minimum=1)]`.

    A plain text in `Annotated` is a description: `Annotated[str, "What to look for"]`.
    """

    description: str | None = None
    """What it is, for the model."""
    title: str | None = None
    """A name for people."""
    minimum: int | float | None = None
    """The least number."""
    maximum: int | float | None = None
    """The greatest number."""
    exclusive_minimum: int | float | None = None
    """What the number must be more than."""
    exclusive_maximum: int | float | None = None
    """What the number must be less than."""
    multiple_of: int | float | None = None
    """What the number must be a multiple of."""
    min_length: int | None = None
    """The least count of characters of a text, items of an array or members of an object."""
    max_length: int | None = None
    """The greatest count of them."""
    pattern: str | None = None
    """A regular expression that must match somewhere in a text. Write what Python and JavaScript
    both understand: clients may check it too."""
    examples: Iterable[object] = ()
    """Values that are good examples."""
    header: str | None = None
    """Over HTTP clients repeat the argument in the header `Mcp-Param-…` of this name, for proxies.
    From 2026-07-28 on. For a text, an integer or a truth value; beside it `None` is left out of
    the schema, since clients leave a tool out that says null there."""


@dataclass(frozen=True)
class Resource:
    """Something that can be read: a file, a table, a page."""

    uri: str
    """Where it is: a URI, the key that it is read by."""
    name: str
    """The name for programs."""
    description: str | None = None
    """What it is, for the model."""
    mime_type: str | None = None
    """Its media type, if known."""
    title: str | None = None
    """The name for people. From 2025-06-18 on."""
    size: int | None = None
    """Its size in bytes, before any encoding, if known."""
    annotations: Annotations | None = None
    """For whom it is, and how important."""
    icons: Iterable[Icon] = ()
    """Its pictures. From DRAFT-2025-v3 on."""
    meta: Mapping[str, object] | RawJson | None = None
    """`_meta`. From 2025-06-18 on."""


@dataclass(frozen=True)
class ResourceTemplate:
    """A family of resources whose URIs follow a pattern."""

    uri_template: str
    """The pattern: a URI template (RFC 6570) such as `file:///{path}`."""
    name: str
    """The name for programs."""
    description: str | None = None
    """What the resources are, for the model."""
    mime_type: str | None = None
    """Their media type, if all have the same."""
    title: str | None = None
    """The name for people. From 2025-06-18 on."""
    annotations: Annotations | None = None
    """For whom they are, and how important."""
    icons: Iterable[Icon] = ()
    """Its pictures. From 2025-11-25 on."""
    meta: Mapping[str, object] | RawJson | None = None
    """`_meta`. From 2025-06-18 on."""


@dataclass(frozen=True)
class PromptArgument:
    """An argument of a prompt; its value is a text."""

    name: str
    """The name for programs."""
    description: str | None = None
    """What it is."""
    required: bool | None = None
    """Whether the prompt cannot do without it."""
    title: str | None = None
    """The name for people. From 2025-06-18 on."""


@dataclass(frozen=True)
class Prompt:
    """A prompt, or a template for prompts, that a person may pick."""

    name: str
    """The name it is asked for by."""
    description: str | None = None
    """What it is for."""
    arguments: Iterable[PromptArgument] = ()
    """What it can be filled in with."""
    title: str | None = None
    """The name for people. From 2025-06-18 on."""
    icons: Iterable[Icon] = ()
    """Its pictures. From DRAFT-2025-v3 on."""
    meta: Mapping[str, object] | RawJson | None = None
    """`_meta`. From 2025-06-18 on."""
