"""The forms that are asked with, and how answers of the model are read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, TypeVar

from sansmcp import Hint
from sansmcp.service import Elicited, RequestError

from .values import items_of, members_of

__all__ = [
    "CHOICES", "DEFAULTS", "USER", "Colour", "Consent", "Named", "Subject", "filled_in", "of_user",
    "said_by_model", "wished_by_model",
]

T = TypeVar("T")
INVALID_PARAMS = -32602


@dataclass
class Named:
    """Asks for a name."""

    name: Annotated[str, Hint(title="Name")]


@dataclass
class Colour:
    """Asks for a colour."""

    color: str


@dataclass
class Consent:
    """Asks whether somebody agrees."""

    ok: bool


@dataclass
class Subject:
    """Asks what a talk is about."""

    context: str


# What is told to the model just as it was filled in is described by a schema, not by a class.
USER = {
    "type": "object",
    "properties": {
        "username": {"type": "string", "description": "The name you go by"},
        "email": {"type": "string", "description": "Where mail reaches you"},
    },
    "required": ["username", "email"],
}

DEFAULTS = {
    "type": "object",
    "properties": {
        "name": {"type": "string", "description": "Your name", "default": "John Doe"},
        "age": {"type": "integer", "description": "Your age in years", "default": 30},
        "score": {"type": "number", "description": "Your score", "default": 95.5},
        "status": {
            "type": "string",
            "description": "How you are",
            "enum": ["active", "inactive", "pending"],
            "default": "active",
        },
        "verified": {"type": "boolean", "description": "Whether it was checked", "default": True},
    },
}

_OPTIONS = ["option1", "option2", "option3"]
_TITLED = [
    {"const": "value1", "title": "First Option"},
    {"const": "value2", "title": "Second Option"},
    {"const": "value3", "title": "Third Option"},
]

CHOICES = {
    "type": "object",
    "properties": {
        "untitledSingle": {"type": "string", "enum": _OPTIONS},
        "titledSingle": {"type": "string", "oneOf": _TITLED},
        "legacyEnum": {
            "type": "string",
            "enum": ["opt1", "opt2", "opt3"],
            "enumNames": ["Option One", "Option Two", "Option Three"],
        },
        "untitledMulti": {"type": "array", "items": {"type": "string", "enum": _OPTIONS}},
        "titledMulti": {"type": "array", "items": {"anyOf": _TITLED}},
    },
}


def filled_in(key: str, answer: Elicited[T]) -> T:
    """What was filled in. The client's mistake if it was accepted and is not there."""
    if answer.content is None:
        raise RequestError(INVALID_PARAMS, f"{key} is not the result of the form")
    return answer.content


def of_user(text: str) -> list[dict[str, Any]]:
    """The messages for a model, of which there is one."""
    return [{"role": "user", "content": {"type": "text", "text": text}}]


def said_by_model(key: str, answer: dict[str, Any]) -> str:
    """The text that the model wrote."""
    for block in _blocks(answer):
        if block.get("type") == "text" and isinstance(text := block.get("text"), str):
            return text
    raise RequestError(INVALID_PARAMS, f"{key} is not a message of text")


def wished_by_model(answer: dict[str, Any]) -> tuple[str, dict[str, Any]] | None:
    """The tool that the model wants to call, and its input."""
    for block in _blocks(answer):
        if block.get("type") == "tool_use":
            return block["name"], block["input"]
    return None


def _blocks(answer: dict[str, Any]) -> list[dict[str, Any]]:
    content = answer.get("content")
    return [members_of(block) for block in items_of(content) or [content]]
