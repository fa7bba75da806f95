"""Values made up to fit a schema: what a person or a model would have chosen."""

from __future__ import annotations

from typing import Any

from ..values import items_of, members_of

__all__ = ["members", "value"]

DEEPEST = 8
"""How deep a value may be. Deeper ones are `{}` and may not fit."""

WORDS = {
    "email": "ada@example.com",
    "uri": "https://example.com/",
    "date": "2026-07-28",
    "date-time": "2026-07-28T12:00:00Z",
}


def members(schema: Any, *, has_all: bool = False, deep: int = DEEPEST) -> dict[str, Any]:
    """An object with the properties that the schema requires; with `has_all`, with every one that
    has no default.
    """
    required = items_of(members_of(schema).get("required"))
    return {
        name: value(each, deep)
        for name, each in members_of(members_of(schema).get("properties")).items()
        if name in required or (has_all and "default" not in members_of(each))
    }


def value(schema: Any, deep: int = DEEPEST) -> Any:
    """A value that fits."""
    of = members_of(schema)
    for key in ("const", "default"):
        if key in of:
            return of[key]
    if choices := items_of(of.get("enum")):
        return choices[0]
    if not deep:
        return {}
    for key in ("oneOf", "anyOf"):
        if choices := items_of(of.get(key)):
            return value(choices[0], deep - 1)
    kind = of.get("type")
    match next(iter(items_of(kind)), kind):  # the first of several
        case "string":
            return WORDS.get(str(of.get("format")), "Ada")
        case "integer" | "number":
            least = of.get("minimum")
            return least if isinstance(least, (int, float)) else 1
        case "boolean":
            return True
        case "null":
            return None
        case "array":
            return [value(of["items"], deep - 1)] if "items" in of else []
        case _:
            return members(schema, deep=deep - 1)
