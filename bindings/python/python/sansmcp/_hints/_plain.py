"""Hints of the plain values of JSON, and of a choice among some: Literal and Enum."""

from __future__ import annotations

import math
import operator
from collections.abc import Sequence
from enum import Enum, Flag
from typing import Any

from ._anything import write_anything
from ._node import ALL_TYPES, BAD, Fault, Faults, Node, Read, Schema, Shape, Undrawable, miss, shown

__all__ = ["anything", "boolean", "choice", "enumeration", "integer", "null", "number", "string"]


def string() -> Node:
    return _plain("a string", "string", str, _read_string, _read_string)


def integer() -> Node:
    return _plain("an integer", "integer", int, _read_integer, _write_integer)


def number() -> Node:
    return _plain("a number", "number", float, _read_number, _write_number)


def boolean() -> Node:
    node = _plain("true or false", "boolean", bool, _read_boolean, _read_boolean)
    node.choices = ("false", "true")
    return node


def null() -> Node:
    return _plain("null", "null", type(None), _read_null, _read_null)


def anything() -> Node:
    return Node(
        "anything",
        ALL_TYPES,
        lambda value, faults: value,
        write_anything,
        lambda shape: {},
    )


def _plain(says: str, kind: str, exact: type, read: Read, write: Read) -> Node:
    def schema(shape: Shape) -> Schema:
        return {"type": kind}

    return Node(says, frozenset({kind}), read, write, schema, exact=exact, is_hashable=True)


def _read_string(value: Any, faults: Faults) -> Any:
    return value if isinstance(value, str) else miss(faults, "a string", value)


def _read_integer(value: Any, faults: Faults) -> Any:
    kind = type(value)
    if kind is int:
        return value
    if kind is float and value.is_integer():
        return int(value)  # 7.0 is the integer 7 in JSON Schema
    return miss(faults, "an integer", value)


def _write_integer(value: Any, faults: Faults) -> Any:
    if type(value) is int:
        return value
    if not isinstance(value, bool):
        try:
            return operator.index(value)
        except TypeError:
            pass
    return miss(faults, "an integer", value)


def _read_number(value: Any, faults: Faults) -> Any:
    kind = type(value)
    if kind is int:
        try:
            value = float(value)
        except OverflowError:
            value = math.inf
    elif kind is not float:
        return miss(faults, "a number", value)
    if math.isfinite(value):
        return value
    faults.append(Fault("must be a number that a float of 64 bits can hold"))
    return BAD


def _write_number(value: Any, faults: Faults) -> Any:
    if isinstance(value, bool):
        return miss(faults, "a number", value)
    if isinstance(value, int):
        return value
    if not isinstance(value, float):
        try:
            value = float(value) if hasattr(value, "__float__") else value.__index__()
        except (AttributeError, TypeError):
            return miss(faults, "a number", value)
    if math.isfinite(value):
        return value
    faults.append(Fault(f"must be a number, but {value} has no form in JSON"))
    return BAD


def _read_boolean(value: Any, faults: Faults) -> Any:
    return value if value is True or value is False else miss(faults, "true or false", value)


def _read_null(value: Any, faults: Faults) -> Any:
    return None if value is None else miss(faults, "null", value)


def enumeration(kind: type[Enum]) -> Node:
    """The values stand for the members."""
    if issubclass(kind, Flag):
        raise Undrawable(f"{kind.__name__} is a Flag; use a list of the members of an Enum")
    if not len(kind):
        raise Undrawable(f"{kind.__name__} has no members")
    return choice(list(kind), [member.value for member in kind], kind.__name__)


def choice(members: Sequence[Any], values: Sequence[Any], name: str) -> Node:
    """One of some values, each of which stands for a member."""
    table: dict[object, Any] = {}
    for member, value in zip(members, values):
        if type(value) not in _KINDS:
            raise Undrawable(
                f"{_python(value)} of {name} has no form in JSON; "
                "use texts, integers, truth values or None"
            )
        if isinstance(value, float) and not math.isfinite(value):
            raise Undrawable(f"{value} of {name} has no form in JSON")
        table.setdefault(_key(value), member)
    kinds = dict.fromkeys(_KINDS[type(value)] for value in values)
    written = list(dict.fromkeys(map(_key, values)))
    plain = [key[0] if isinstance(key, tuple) else key for key in written]
    texts = ", ".join(map(shown, plain[:_TOLD]))
    more = f" and {len(plain) - _TOLD} more" if len(plain) > _TOLD else ""
    says = f"one of {texts}{more}" if len(plain) > 1 else texts

    def schema(shape: Shape) -> Schema:
        out: Schema = {"type": next(iter(kinds))} if len(kinds) == 1 else {}
        return out | ({"const": plain[0]} if len(plain) == 1 else {"enum": list(plain)})

    def read(value: Any, faults: Faults) -> Any:
        if type(value) in _KINDS:
            got = table.get((value,) if isinstance(value, bool) else value, BAD)
            if got is not BAD:
                return got
        return miss(faults, says, value)

    def write(value: Any, faults: Faults) -> Any:
        if isinstance(value, Enum):
            if any(value is member for member in members):
                return value.value
        elif type(value) in _KINDS and _key(value) in table:
            return value
        return miss(faults, says, value)

    choices = tuple(value if isinstance(value, str) else shown(value) for value in plain)
    return Node(
        says, frozenset(kinds), read, write, schema, is_hashable=True, choices=choices
    )


_TOLD = 50  # of the values that a fault lists; the schema has all

_KINDS: dict[type, str] = {
    str: "string",
    int: "integer",
    float: "number",
    bool: "boolean",
    type(None): "null",
}


def _key(value: Any) -> Any:
    # True is 1 for Python, not for JSON.
    return (value,) if isinstance(value, bool) else value


def _python(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 40 else text[:40] + "…"
