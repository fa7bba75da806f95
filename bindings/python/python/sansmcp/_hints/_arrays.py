"""Hints of arrays: lists and the like, sets, tuples."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ._anything import write_anything
from ._node import BAD, Fault, Faults, Node, Schema, Shape, Undrawable, miss, place

__all__ = ["array", "fixed"]

_ARRAY = frozenset({"array"})


def array(item: Node | None, into: type, says: str = "an array") -> Node:
    """Any number of items, read into a list, a tuple or a set. No node: of anything."""
    is_set = issubclass(into, (set, frozenset))
    if item is not None:
        _refuse_headers([item])
    if is_set and not (item is not None and item.is_hashable):
        what = "anything" if item is None else item.says
        raise Undrawable(f"a set of {what} may not be hashable; use a list")

    def read(value: Any, faults: Faults) -> Any:
        if type(value) is not list:
            return miss(faults, says, value)
        if item is None:
            return value if into is list else into(value)
        read_item = item.read
        out: list[Any] = []
        before = count = len(faults)
        for at, each in enumerate(value):
            out.append(read_item(each, faults))
            if len(faults) > count:
                count = place(faults, count, at)
                if faults.is_full():
                    break
        if count > before:
            return BAD
        if is_set:
            return _as_set(value, into(out), faults)
        return out if into is list else into(out)

    def write(value: Any, faults: Faults) -> Any:
        return _write(value, None if item is None else [item], faults, says)

    def schema(shape: Shape) -> Schema:
        out: Schema = {"type": "array"}
        if item is not None and (items := item.schema(shape)):
            out["items"] = items
        return out | ({"uniqueItems": True} if is_set else {})

    is_hashable = into is not list and into is not set and item is not None and item.is_hashable
    return Node(says, _ARRAY, read, write, schema, is_hashable=is_hashable)


def fixed(items: Sequence[Node]) -> Node:
    """A tuple of so many items."""
    _refuse_headers(items)
    says = f"an array of {len(items)} item{'s' * (len(items) != 1)}"

    def read(value: Any, faults: Faults) -> Any:
        if type(value) is not list:
            return miss(faults, says, value)
        before = count = len(faults)
        if len(value) != len(items):
            faults.append(Fault(f"must be {says}, not of {len(value)}"))
            count += 1
        out: list[Any] = []
        for at, (item, each) in enumerate(zip(items, value)):
            out.append(item.read(each, faults))
            if len(faults) > count:
                count = place(faults, count, at)
        return BAD if count > before else tuple(out)

    def write(value: Any, faults: Faults) -> Any:
        out = _write(value, items, faults, says)
        if out is not BAD and len(out) != len(items):
            faults.append(Fault(f"must be {says}, not of {len(out)}"))
            return BAD
        return out

    def schema(shape: Shape) -> Schema:
        count = len(items)
        drawn = [item.schema(shape) for item in items]
        prefix: Schema = {"prefixItems": drawn} if drawn else {}
        return {"type": "array", **prefix, "minItems": count, "maxItems": count}

    is_hashable = all(item.is_hashable for item in items)
    return Node(says, _ARRAY, read, write, schema, is_hashable=is_hashable)


def _write(value: Any, items: Sequence[Node] | None, faults: Faults, says: str) -> Any:
    """Writes each item by its own node, or all by the one that there is."""
    if not isinstance(value, Iterable) or isinstance(value, (str, bytes, bytearray, Mapping)):
        return miss(faults, says, value)
    out: list[Any] = []
    before = count = len(faults)
    each: Any
    for at, each in enumerate(value):
        if items is None:
            out.append(write_anything(each, faults))
        elif at < len(items) or len(items) == 1:
            out.append(items[min(at, len(items) - 1)].write(each, faults))
        else:
            out.append(None)  # one too many, which the caller sees
        if len(faults) > count:
            count = place(faults, count, at)
            if faults.is_full():
                break
    return BAD if count > before else out


def _as_set(value: list[Any], got: Any, faults: Faults) -> Any:
    if len(got) == len(value):
        return got
    # Things that are one for Python may be two in JSON, such as 1 and true.
    seen: set[Any] = set()
    before = len(faults)
    for at, each in enumerate(value):
        key = _identity(each)
        if key in seen:
            faults.append(Fault("is there twice, but no item may be", at))
        seen.add(key)
    return BAD if len(faults) > before else got


def _identity(value: Any) -> Any:
    if isinstance(value, list):
        return ("array", *map(_identity, value))
    if isinstance(value, dict):
        return ("object", frozenset((key, _identity(each)) for key, each in value.items()))
    return (type(value) is bool, value)


def _refuse_headers(items: Sequence[Node]) -> None:
    if any(item.headers for item in items):
        raise Undrawable("a header can be named for an argument or a member of one, not in a list")
