"""Values of JSON: as text, and what is in those of which nothing is known."""

from __future__ import annotations

import json
from typing import Any, TypeGuard

__all__ = ["items_of", "members_of", "written"]


def written(value: object) -> str:
    """A value as JSON, as short as it can be."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def members_of(value: object) -> dict[str, Any]:
    """The members of an object; none of all else."""
    return value if _is_object(value) else {}


def items_of(value: object) -> list[Any]:
    """The items of an array; none of all else."""
    return value if _is_array(value) else []


def _is_object(value: object) -> TypeGuard[dict[str, Any]]:
    return isinstance(value, dict)


def _is_array(value: object) -> TypeGuard[list[Any]]:
    return isinstance(value, list)
