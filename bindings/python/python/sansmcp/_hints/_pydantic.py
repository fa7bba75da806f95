"""Hints that are pydantic's. It is asked only where a hint of it says that it is there."""

from __future__ import annotations

import json
import sys
from typing import Any

from ._node import ALL_TYPES, BAD, Fault, Faults, Node, Schema, Shape, Undrawable, called

__all__ = ["is_pydantic", "pydantic_node"]


def is_pydantic(kind: type) -> bool:
    """True for models, pydantic's dataclasses and classes that know how it is to treat them."""
    return "pydantic" in sys.modules and (
        hasattr(kind, "__pydantic_core_schema__")
        or hasattr(kind, "__pydantic_validator__")
        or hasattr(kind, "__get_pydantic_core_schema__")
    )


def pydantic_node(hint: Any, *, is_input: bool) -> Node:
    """Values are checked as strictly as JSON allows: "7" is no number, but a text is a date."""
    import pydantic
    from pydantic_core import PydanticSerializationError

    try:
        adapter: pydantic.TypeAdapter[Any] = pydantic.TypeAdapter(hint)
        mode = "validation" if is_input else "serialization"
        drawn = adapter.json_schema(mode=mode)  # type: ignore[arg-type, unused-ignore]
    except (pydantic.errors.PydanticUserError, NameError) as error:
        why = str(error).splitlines()[0]
        raise Undrawable(f"pydantic draws no schema of {hint!r}: {why}") from None

    def read(value: Any, faults: Faults) -> Any:
        try:
            text = json.dumps(value)
        except ValueError:  # Python writes no integer of some thousand digits
            faults.append(Fault("has a number that is too long"))
            return BAD
        try:
            return adapter.validate_json(text, strict=True)
        except pydantic.ValidationError as error:
            for each in error.errors(include_url=False, include_context=False):
                faults.append(Fault(_text(each["msg"], each["input"]), *reversed(each["loc"])))
            return BAD

    def write(value: Any, faults: Faults) -> Any:
        try:
            return adapter.dump_python(value, mode="json", by_alias=True, warnings="error")
        except (PydanticSerializationError, ValueError) as error:
            faults.append(Fault("; ".join(str(error).split("\n"))))
            return BAD

    def schema(shape: Shape) -> Schema:
        return _adopted(drawn, shape)

    return Node(_says(drawn), _types(drawn), read, write, schema)


def _text(message: str, value: object) -> str:
    if message.startswith("Input should be "):
        return f"must be {message[16:]}, not {called(value)}"
    if message.startswith("Value error, "):
        return message[13:]
    return {
        "Field required": "is missing",
        "Extra inputs are not permitted": "is unknown",
    }.get(message, message)


def _root(drawn: Schema) -> Schema:
    name = drawn.get("$ref", "").removeprefix("#/$defs/")
    root: Schema = drawn["$defs"][name] if name else drawn
    return root


def _says(drawn: Schema) -> str:
    root = _root(drawn)
    return f"an object ({root['title']})" if "title" in root else "what pydantic accepts"


def _types(drawn: Schema) -> frozenset[str]:
    found = _root(drawn).get("type", ALL_TYPES)
    return frozenset({found} if isinstance(found, str) else found)


def _adopted(drawn: Schema, shape: Shape) -> Schema:
    """The schema with its definitions among those of the whole."""
    names: dict[str, str] = {}
    defined: dict[str, Schema] = drawn.get("$defs", {})
    for name, each in defined.items():
        known = shape.definitions.get(name)
        names[name] = name if known == each else shape.free_name(name)
        shape.definitions.setdefault(names[name], each)  # so that no other takes the name
    for name, new in names.items():
        shape.definitions[new] = _renamed(defined[name], names)
    root: Schema = _renamed({key: each for key, each in drawn.items() if key != "$defs"}, names)
    return root


def _renamed(value: Any, names: dict[str, str]) -> Any:
    if isinstance(value, list):
        return [_renamed(each, names) for each in value]
    if not isinstance(value, dict):
        return value
    out: Schema = {}
    for key, each in value.items():
        if key == "$ref" and isinstance(each, str):
            name = each.removeprefix("#/$defs/")
            out[key] = f"#/$defs/{names.get(name, name)}"
        else:
            out[key] = _renamed(each, names)
    return out
