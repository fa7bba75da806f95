"""The arguments of a tool, as they are written in a terminal."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from typing import Any

__all__ = ["WrongArguments", "arguments_of", "usage_of"]


class WrongArguments(Exception):
    """What was written is no argument; the text says why, and what to write."""


def arguments_of(words: Sequence[str], schema: Mapping[str, Any]) -> dict[str, Any]:
    """`key=value` words, JSON objects, or `-` for JSON on standard input; the last one counts.

    A value is taken as the text that it is where the schema wants a text there, and else as JSON
    if it is JSON.
    """
    found: dict[str, Any] = {}
    for word in words:
        if word == "-":
            found |= _object(sys.stdin.read(), "standard input")
        elif word.startswith("{"):
            found |= _object(word, repr(word))
        else:
            key, equals, value = word.partition("=")
            if not equals or not key:
                raise WrongArguments(
                    f"{word!r} is no argument: write NAME=VALUE, a JSON object, or - to read one "
                    "from standard input"
                )
            found[key] = _value(value, _property(schema, key))
    return found


def usage_of(schema: Mapping[str, Any]) -> list[str]:
    """How the arguments of this schema are written: those that may be left out in brackets."""
    found: list[str] = []
    required = schema.get("required")
    for key in _object_of(schema.get("properties")):
        word = f"{key}={_kind(_property(schema, key))}"
        found.append(word if isinstance(required, list) and key in required else f"[{word}]")
    return found


def _object(text: str, where: str) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except ValueError as error:
        raise WrongArguments(f"{where} is no JSON: {error}") from None
    if not isinstance(found, dict):
        raise WrongArguments(f"{where} is no JSON object, which the arguments of a tool are")
    return found


def _object_of(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def _property(schema: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    return _object_of(_object_of(schema.get("properties")).get(key))


def _value(text: str, schema: Mapping[str, Any]) -> Any:
    kinds = _kinds(schema)
    if kinds == ["string"]:
        return text
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return text
    is_meant = not kinds or not _KINDS[type(value)].isdisjoint(kinds)
    return value if is_meant or "string" not in kinds else text


_KINDS = {
    bool: {"boolean"},
    int: {"integer", "number"},
    float: {"number", "integer"},  # 1.0 is whole
    str: {"string"},
    list: {"array"},
    dict: {"object"},
    type(None): {"null"},
}


def _kinds(schema: Mapping[str, Any]) -> list[str]:
    """The kinds of values that a schema takes; none if it does not say all of them."""
    kind = schema.get("type")
    if isinstance(kind, (str, list)):
        return [kind] if isinstance(kind, str) else [str(it) for it in kind]
    found: list[str] = []
    for each in schema.get("anyOf") or schema.get("oneOf") or ():
        kinds = _kinds(_object_of(each))
        if not kinds:
            return []
        found += kinds
    return found


def _kind(schema: Mapping[str, Any]) -> str:
    choices = schema.get("enum")
    if isinstance(choices, list) and choices:
        return "|".join(it if isinstance(it, str) else json.dumps(it) for it in choices)
    return "|".join(_kinds(schema)) or "any"
