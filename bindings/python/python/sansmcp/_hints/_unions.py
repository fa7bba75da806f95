"""A hint that is one of several."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ._node import BAD, Fault, Faults, Node, Schema, Shape, Undrawable, miss, type_of

__all__ = ["union"]

_CONTAINERS = ("array", "object")


def union(given: Sequence[Node]) -> Node:
    """The first that fits, but one that stands for just the type of the value before others."""
    nodes = tuple(_flat(given))
    if any(node.headers for node in nodes):
        raise Undrawable("a header can be named for an argument, not for one of several hints")
    says = _joined([node.says for node in nodes])
    by_type = _by_type(nodes)
    choices = tuple(dict.fromkeys(text for node in nodes for text in node.choices))

    def read(value: Any, faults: Faults) -> Any:
        kind = type_of(value)
        fitting = by_type.get(kind)
        if not fitting:
            return miss(faults, says, value)
        if len(fitting) == 1:
            return fitting[0].read(value, faults)
        if kind in _CONTAINERS:
            return _remembered(fitting, value, faults, says)
        return _read_first(fitting, value, faults, says)

    def write(value: Any, faults: Faults) -> Any:
        before = len(faults)
        written: list[Any] = []
        for node in sorted(nodes, key=lambda node: node.exact is not type(value)):
            out = node.write(value, faults)
            if out is not BAD:
                del faults[before:]
                return out
            written.append((node, [fault.copy() for fault in faults[before:]]))
            del faults[before:]
        # What failed inside of a value says more than that others have another type.
        inside = [found for _, found in written if any(fault.path for fault in found)]
        if len(inside) == 1:
            faults.extend(inside[0])
            return BAD
        return miss(faults, says, value)

    def schema(shape: Shape) -> Schema:
        drawn: list[Schema] = []
        for node in nodes:
            if (each := node.schema(shape)) not in drawn:
                drawn.append(each)
        return drawn[0] if len(drawn) == 1 else {"anyOf": drawn}

    return Node(
        says,
        frozenset().union(*(node.types for node in nodes)),
        read,
        write,
        schema,
        is_hashable=all(node.is_hashable for node in nodes),
        choices=choices,
        members=nodes,
    )


def _flat(nodes: Iterable[Node]) -> Iterable[Node]:
    for node in nodes:
        if node.members:
            yield from _flat(node.members)
        else:
            yield node


def _by_type(nodes: Sequence[Node]) -> dict[str, list[Node]]:
    exact = {"null": type(None), "boolean": bool, "integer": int, "number": float, "string": str}
    out: dict[str, list[Node]] = {}
    for kind in (*exact, *_CONTAINERS):
        # 7.0 is an integer too, and 7 is a number.
        kinds = {"integer", "number"} if kind in ("integer", "number") else {kind}
        fitting = [node for node in nodes if node.types & kinds]
        out[kind] = sorted(fitting, key=lambda node: node.exact is not exact.get(kind, object))
    return out


def _joined(parts: Sequence[str]) -> str:
    parts = list(dict.fromkeys(parts))
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} or {parts[-1]}"


def _remembered(nodes: Sequence[Node], value: Any, faults: Faults, says: str) -> Any:
    """As `_read_first`, once for each value: two of several that contain the same union would
    else take twice as long with each level of nesting."""
    memo = getattr(faults, "memo", None)
    if memo is None:
        memo = faults.memo = {}
    key = (id(nodes), id(value))
    if key not in memo:
        before = len(faults)
        got = _read_first(nodes, value, faults, says)
        memo[key] = (got, [fault.copy() for fault in faults[before:]])
        return got
    got, found = memo[key]
    faults.extend(fault.copy() for fault in found)
    return got


def _read_first(nodes: Sequence[Node], value: Any, faults: Faults, says: str) -> Any:
    before = len(faults)
    failed: list[tuple[Node, list[Fault]]] = []
    for node in nodes:
        got = node.read(value, faults)
        if got is not BAD:
            return got
        failed.append((node, faults[before:]))
        del faults[before:]
    if isinstance(value, Mapping):
        told = [entry for entry in failed if entry[0].tags and _is_meant(entry[0].tags, value)]
        if len(told) == 1:
            failed = told
    if len(failed) == 1:
        faults.extend(failed[0][1])
    elif all(not fault.path for _, found in failed for fault in found):
        texts = dict.fromkeys(fault.text for _, found in failed for fault in found)
        if all(text.startswith("must be ") for text in texts):
            return miss(faults, says, value)
        faults.append(Fault("; or ".join(texts)))
    else:
        whys = "; ".join(f"{node.says}: {_first(found)}" for node, found in failed)
        faults.append(Fault(f"must be {says}, but fits none ({whys})"))
    return BAD


def _first(found: Sequence[Fault]) -> str:
    where = found[0].where()
    return f"{where} {found[0].text}" if where else found[0].text


def _is_meant(tags: Mapping[str, Node], value: Mapping[str, Any]) -> bool:
    """True if the members that tell objects apart say that it is this one."""
    return all(
        name in value and node.read(value[name], Faults()) is not BAD
        for name, node in tags.items()
    )
