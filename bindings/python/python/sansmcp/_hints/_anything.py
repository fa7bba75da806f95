"""Values without a hint, on their way out."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping, Set
from enum import Enum
from typing import Any

from ._node import BAD, Fault, Faults, miss, place

__all__ = ["write_anything"]


def write_anything(value: Any, faults: Faults) -> Any:
    """What stands for a value in JSON, by what it is."""
    kind = type(value)
    if kind in _AS_IT_IS:
        return value
    if kind is float:
        if math.isfinite(value):
            return value
        faults.append(Fault(f"{value} has no form in JSON"))
        return BAD
    if isinstance(value, Enum):
        return write_anything(value.value, faults)
    if isinstance(value, (str, int, float)):
        return value
    if isinstance(value, Mapping):
        return _write_members(value, faults)
    if hasattr(kind, "_fields") and isinstance(value, tuple):
        return _write_members(dict(zip(kind._fields, value)), faults)
    if isinstance(value, (list, tuple, Set)):
        return _write_items(list(value), faults)
    if dataclasses.is_dataclass(kind):
        members = {f.name: getattr(value, f.name) for f in dataclasses.fields(kind)}
        return _write_members(members, faults)
    if hasattr(kind, "model_dump"):  # pydantic's
        return value.model_dump(mode="json", by_alias=True)
    from ._texts import text_of

    text = text_of(value)
    return miss(faults, "something that has a form in JSON", value) if text is None else text


_AS_IT_IS = frozenset({type(None), bool, int, str})


def _write_members(value: Mapping[Any, Any], faults: Faults) -> Any:
    out: dict[str, Any] = {}
    before = len(faults)
    for key, item in value.items():
        key = key.value if isinstance(key, Enum) else key
        if not isinstance(key, str):
            faults.append(Fault(f"keys are texts in JSON, not {type(key).__name__}"))
            return BAD
        count = len(faults)
        out[key] = write_anything(item, faults)
        if len(faults) > count:
            place(faults, count, key)
    return BAD if len(faults) > before else out


def _write_items(value: list[Any], faults: Faults) -> Any:
    out: list[Any] = []
    before = count = len(faults)
    for at, item in enumerate(value):
        out.append(write_anything(item, faults))
        if len(faults) > count:
            count = place(faults, count, at)
            if faults.is_full():
                break
    return BAD if count > before else out
