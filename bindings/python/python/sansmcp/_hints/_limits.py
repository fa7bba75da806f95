"""What `Annotated` says of a hint: its description, and bounds that are checked.

They are those of `Hint`, of a plain text, of annotated_types and of pydantic's `Field`, none of
which needs to be there. As in JSON Schema a bound looks at the value as it is in JSON, and binds
those types only that it is for.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from typing import Any

from .._describe import Hint
from ._anything import write_anything
from ._node import BAD, Fault, Faults, Node, Schema, Shape, Undrawable, shown

__all__ = ["gather", "limited"]

# The names in annotated_types, and in pydantic's Field, of what Hint has.
_FOREIGN = {
    "gt": "exclusive_minimum",
    "ge": "minimum",
    "lt": "exclusive_maximum",
    "le": "maximum",
    "multiple_of": "multiple_of",
    "min_length": "min_length",
    "max_length": "max_length",
    "pattern": "pattern",
}
_BOUNDS = ("minimum", "maximum", "exclusive_minimum", "exclusive_maximum", "multiple_of")
_TOKEN = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_NUMBERS = frozenset({"integer", "number"})

_Said = dict[str, Any]
_Check = Callable[[Any], "str | None"]


def gather(metadata: Iterable[object]) -> tuple[_Said, list[object]]:
    """What is said, by the names of `Hint`, and what only pydantic understands."""
    said: _Said = {}
    rest: list[object] = []
    for item in metadata:
        home = type(item).__module__.split(".")[0]
        if isinstance(item, str):
            said["description"] = item
        elif isinstance(item, Hint):
            own = {field.name: getattr(item, field.name) for field in fields(item)}
            said |= {key: value for key, value in own.items() if value not in (None, ())}
        elif type(item).__name__ == "Doc" and hasattr(item, "documentation"):
            said["description"] = item.documentation
        elif home == "annotated_types":
            said |= _annotated(item)
        elif home == "pydantic":
            found = _field(item)
            if found is None:
                rest.append(item)
            else:
                said |= found
        # Others are for others.
    return said, rest


def _annotated(item: Any) -> _Said:
    own = {said_as: getattr(item, key, None) for key, said_as in _FOREIGN.items()}
    said = {key: value for key, value in own.items() if value is not None}
    if not said and type(item).__name__ not in ("DocInfo", "Unit", "Len", "Interval"):
        raise Undrawable(f"{item!r} cannot be told in a schema; check it in the function")
    return said


def _field(item: Any) -> _Said | None:
    """What a `Field` of pydantic says, if nothing of it is pydantic's alone."""
    if type(item).__name__ != "FieldInfo":
        return None
    said: _Said = {}
    for key in ("description", "title", "examples"):
        if (value := getattr(item, key, None)) is not None:
            said[key] = value
    for part in item.metadata:
        if type(part).__module__ == "annotated_types":
            said |= _annotated(part)
        elif set(vars(part)) == {"pattern"}:
            said["pattern"] = part.pattern
        else:
            return None
    others = ("alias", "validation_alias", "json_schema_extra", "discriminator")
    return said if all(getattr(item, key, None) is None for key in others) else None


def limited(node: Node, said: Mapping[str, Any], *, is_input: bool) -> Node:
    """The node with what is said of it."""
    if not said:
        return node
    for key in _BOUNDS:
        _refuse_bound(node, key, said.get(key))
    _refuse_empty(said)
    header = said.get("header") if is_input else None
    if header is not None:
        _refuse_header(node, header)
    checks = _checks(node, said)
    keywords = _keywords(node, said, header)

    def check(value: Any, faults: Faults) -> bool:
        before = len(faults)
        for is_for, find in checks:
            if isinstance(value, is_for) and not isinstance(value, bool):
                text = find(value)
                if text is not None:
                    faults.append(Fault(text))
        return len(faults) == before

    def read(value: Any, faults: Faults) -> Any:
        got = inner_read(value, faults)
        return got if got is BAD or check(value, faults) else BAD

    def write(value: Any, faults: Faults) -> Any:
        out = inner_write(value, faults)
        return out if out is BAD or check(out, faults) else BAD

    def schema(shape: Shape) -> Schema:
        drawn = inner_schema(shape)
        return (_given(node, drawn) if header is not None else drawn) | keywords

    inner_read, inner_write, inner_schema = node.read, node.write, node.schema
    return Node(
        node.says,
        node.types,
        read if checks else inner_read,
        write if checks else inner_write,
        schema,
        exact=None if checks else node.exact,
        is_hashable=node.is_hashable,
        choices=node.choices,
        headers=node.headers if header is None else (header,),
        tags=node.tags,
        members=() if checks else node.members,
    )


def _refuse_bound(node: Node, key: str, bound: Any) -> None:
    if bound is None:
        return
    if not node.types & _NUMBERS:
        raise Undrawable(f"{key} is for numbers, not for {node.says}")
    is_number = isinstance(bound, (int, float)) and not isinstance(bound, bool)
    if not is_number or not math.isfinite(bound):
        raise Undrawable(f"{key} must be a number, not {bound!r}")
    if key == "multiple_of" and bound <= 0:
        raise Undrawable(f"multiple_of must be more than 0, not {bound!r}")


def _refuse_empty(said: Mapping[str, Any]) -> None:
    for least, most, what in (
        ("minimum", "maximum", "number"),
        ("exclusive_minimum", "exclusive_maximum", "number"),
        ("min_length", "max_length", "length"),
    ):
        low, high = said.get(least), said.get(most)
        if low is not None and high is not None and low > high:
            raise Undrawable(f"no {what} is at least {low} and at most {high}")


def _refuse_header(node: Node, header: object) -> None:
    if not isinstance(header, str) or _TOKEN.fullmatch(header) is None:
        raise Undrawable(f"header must be a name such as Region, not {header!r}")
    types = node.types - {"null"}
    good = len(types) == 1 and types <= {"integer", "string", "boolean"}
    if not good or "type" not in _given(node, node.schema(Shape())):
        raise Undrawable(f"header is for a str, an int or a bool, not for {node.says}")


def _given(node: Node, schema: Schema) -> Schema:
    """The schema of what is given and not null: a header stands at one type alone, and clients
    leave tools out where it is a list of types.
    """
    if "enum" in schema:
        choices = [choice for choice in schema["enum"] if choice is not None]
        types = {"type": kind for kind in node.types - {"null"}}
        return types | {**schema, "enum": choices}
    members = [member for member in schema.get("anyOf", ()) if member != {"type": "null"}]
    if len(members) != 1:
        return schema
    rest = {key: value for key, value in schema.items() if key != "anyOf"}
    return {**members[0], **rest}


def _keywords(node: Node, said: Mapping[str, Any], header: str | None) -> Schema:
    out: Schema = {key: said[key] for key in ("title", "description") if key in said}
    if "examples" in said:
        faults = Faults()
        out["examples"] = [node.write(value, faults) for value in said["examples"]]
        if faults:
            raise Undrawable(f"an example does not fit: {faults[0].text}")
    for key, keyword in (
        ("minimum", "minimum"),
        ("maximum", "maximum"),
        ("exclusive_minimum", "exclusiveMinimum"),
        ("exclusive_maximum", "exclusiveMaximum"),
        ("multiple_of", "multipleOf"),
        ("pattern", "pattern"),
    ):
        if key in said:
            out[keyword] = said[key]
    for key in ("min_length", "max_length"):
        for kind, _, noun in _LENGTHS:
            if key in said and kind in node.types:
                out[key[:3] + noun] = said[key]
    if header is not None:
        out["x-mcp-header"] = header
    return out


_LENGTHS: tuple[tuple[str, tuple[type, ...], str], ...] = (
    ("string", (str,), "Length"),
    ("array", (list,), "Items"),
    ("object", (dict,), "Properties"),
)
_COUNTED = {"Length": "characters", "Items": "items", "Properties": "members"}


def _checks(node: Node, said: Mapping[str, Any]) -> list[tuple[tuple[type, ...], _Check]]:
    numbers = (int, float)
    out: list[tuple[tuple[type, ...], _Check]] = [
        (numbers, _bound(key, said[key])) for key in _BOUNDS if key in said
    ]
    for key in ("min_length", "max_length"):
        if key in said:
            count = said[key]
            if not isinstance(count, int) or isinstance(count, bool) or count < 0:
                raise Undrawable(f"{key} must be 0 or more, not {count!r}")
            kinds = [entry for entry in _LENGTHS if entry[0] in node.types]
            if not kinds:
                raise Undrawable(f"{key} is for texts, arrays and objects, not for {node.says}")
            out += [(is_for, _length(key, count, _COUNTED[noun])) for _, is_for, noun in kinds]
    if "pattern" in said:
        if "string" not in node.types:
            raise Undrawable(f"pattern is for texts, not for {node.says}")
        out.append(((str,), _pattern(said["pattern"])))
    return out


def _bound(key: str, bound: Any) -> _Check:
    if key == "multiple_of":
        from decimal import Decimal  # for those alone who need it

        exact = Decimal(repr(bound)).as_integer_ratio()

        def multiple(value: Any) -> str | None:
            if isinstance(value, float) and not math.isfinite(value):
                good = False
            elif isinstance(bound, int):
                good = value == int(value) and int(value) % bound == 0
            else:
                # In decimals, as the numbers are written: 0.3 is a multiple of 0.1. Fractions
                # need no precision that could run out.
                is_float = isinstance(value, float)
                top, bottom = Decimal(repr(value)).as_integer_ratio() if is_float else (value, 1)
                good = top * exact[1] % (bottom * exact[0]) == 0
            return None if good else f"must be a multiple of {bound}, not {shown(value)}"

        return multiple
    words, is_good = _COMPARED[key]

    def compare(value: Any) -> str | None:
        return None if is_good(value, bound) else f"must be {words} {bound}, not {shown(value)}"

    return compare


_COMPARED: dict[str, tuple[str, Callable[[Any, Any], bool]]] = {
    "minimum": ("at least", lambda value, bound: value >= bound),
    "maximum": ("at most", lambda value, bound: value <= bound),
    "exclusive_minimum": ("more than", lambda value, bound: value > bound),
    "exclusive_maximum": ("less than", lambda value, bound: value < bound),
}


def _length(key: str, count: int, noun: str) -> _Check:
    def at_least(value: Any) -> str | None:
        if len(value) >= count:
            return None
        return f"must have at least {count} {noun}, not {len(value)}"

    def at_most(value: Any) -> str | None:
        if len(value) <= count:
            return None
        return f"must have at most {count} {noun}, not {len(value)}"

    return at_least if key == "min_length" else at_most


def _pattern(pattern: object) -> _Check:
    try:
        found = re.compile(pattern if isinstance(pattern, str) else "(").search
    except re.error as error:
        raise Undrawable(f"pattern {pattern!r} is no regular expression: {error}") from None

    def match(value: Any) -> str | None:
        return None if found(value) else f"must match the pattern {pattern}, not {shown(value)}"

    return match
