"""Hints that are classes with named members: dataclasses, typed dicts, named tuples."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, get_args, get_origin

from ._node import BAD, Fault, Faults, Node, Read, Schema, Shape, Undrawable, miss, place
from ._objects import Member, Named, members_schema, reader, unique_headers
from ._resolve import class_hints, documentation, key_of, substituted, type_arguments

if TYPE_CHECKING:
    from ._draw import Drawer

__all__ = ["class_node", "default_of"]


def class_node(drawer: Drawer, hint: Any, kind: type) -> Node | None:
    """The node of such a class; `None` if it is none."""
    if dataclasses.is_dataclass(kind):
        return _draw(drawer, hint, kind, _of_dataclass)
    if issubclass(kind, dict) and hasattr(kind, "__total__"):
        return _draw(drawer, hint, kind, _of_typed_dict)
    if issubclass(kind, tuple) and hasattr(kind, "_fields"):
        return _draw(drawer, hint, kind, _of_named_tuple)
    return None


_Hints = dict[str, Any]
_Make = Callable[[_Hints, Faults], Any]
_Parts = tuple["list[Member]", "_Make | None", Read]
_Of = Callable[["Drawer", Any, _Hints], _Parts]


def _draw(drawer: Drawer, hint: Any, kind: type, of: _Of) -> Node:
    known = drawer.known.get(key := key_of(hint))
    if known is not None:
        return known.use()
    named = drawer.known[key] = Named(kind.__name__, f"an object ({kind.__name__})")
    stands_for = type_arguments(hint)
    hints = {
        name: substituted(each, stands_for)
        for name, each in class_hints(kind, drawer.names).items()
    }
    members, make, write = of(drawer, kind, hints)
    text = documentation(kind)
    headers = unique_headers(members)

    def body(shape: Shape) -> Schema:
        drawn = members_schema(members, shape)
        return drawn if text is None else {"type": "object", "description": text} | drawn

    node = named.node
    node.headers = headers
    node.tags = {m.name: m.node for m in members if m.node.choices and m.node.exact is None}
    node.is_hashable = _is_hashable(kind) and all(m.node.is_hashable for m in members)
    return named.close(reader(members, make), write, body)


def _is_hashable(kind: type) -> bool:
    # A dataclass without __eq__ is hashable, but then two that are alike are not the same.
    own: Any = kind
    return own.__hash__ is not None and own.__eq__ is not object.__eq__


def _member(drawer: Drawer, kind: type, name: str, hint: Any) -> Node:
    try:
        return drawer.draw(hint)
    except Undrawable as wrong:
        raise Undrawable(f"{name} of {kind.__name__}: {wrong}") from None


def default_of(node: Node, value: object) -> Schema:
    """What a schema says of a default; nothing if it has no form in JSON."""
    faults = Faults()
    written = node.write(value, faults)
    return {} if faults else {"default": written}


def _of_dataclass(drawer: Drawer, kind: Any, hints: _Hints) -> _Parts:
    members: list[Member] = []
    for each in kind.__dataclass_fields__.values():
        # The other way to find these is to read the text of the hint.
        if drawer.is_input and each._field_type.name == "_FIELD_INITVAR":
            raise Undrawable(f"{each.name} of {kind.__name__} is an InitVar; make it a field")
    for field in dataclasses.fields(kind):
        if drawer.is_input and not field.init:
            continue
        node = _member(drawer, kind, field.name, hints[field.name])
        has_value = field.default is not dataclasses.MISSING
        is_optional = has_value or field.default_factory is not dataclasses.MISSING
        default = default_of(node, field.default) if has_value and drawer.is_input else {}
        is_required = not (is_optional and drawer.is_input)
        members.append(Member(field.name, node, is_required, default))
    return members, _maker(kind), _writer(kind, members)


def _of_named_tuple(drawer: Drawer, kind: Any, hints: _Hints) -> _Parts:
    members: list[Member] = []
    for name in kind._fields:
        if name not in hints:
            raise Undrawable(f"{name} of {kind.__name__} has no type hint; use typing.NamedTuple")
        node = _member(drawer, kind, name, hints[name])
        has_default = name in kind._field_defaults and drawer.is_input
        default = default_of(node, kind._field_defaults[name]) if has_default else {}
        members.append(Member(name, node, not has_default, default))
    return members, _maker(kind), _writer(kind, members)


def _of_typed_dict(drawer: Drawer, kind: Any, hints: _Hints) -> _Parts:
    members: list[Member] = []
    for name, hint in hints.items():
        is_required = name in kind.__required_keys__
        while (word := getattr(get_origin(hint), "_name", None)) in _WORDS:
            is_required = {"Required": True, "NotRequired": False}.get(word, is_required)
            (hint,) = get_args(hint)
        members.append(Member(name, _member(drawer, kind, name, hint), is_required))
    writes = {member.name: member.node.write for member in members}
    required = [member.name for member in members if member.is_required]

    def write(value: Any, faults: Faults) -> Any:
        if not isinstance(value, Mapping):
            return miss(faults, f"a {kind.__name__}", value)
        before = len(faults)
        for key in value:
            if key not in writes:
                faults.append(Fault(f"is no member of {kind.__name__}", str(key)))
        for key in required:
            if key not in value:
                faults.append(Fault("is missing", key))
        found = ((key, each, value[key]) for key, each in writes.items() if key in value)
        out = _written(found, faults)
        return BAD if len(faults) > before else out

    return members, None, write


# What may stand around the hint of a member of a typed dict.
_WORDS = ("Required", "NotRequired", "ReadOnly")


def _maker(kind: Callable[..., Any]) -> _Make:
    def make(members: _Hints, faults: Faults) -> Any:
        try:
            return kind(**members)
        except ValueError as error:  # of a check of its own
            faults.append(Fault(str(error) or "has a value that is refused"))
            return BAD

    return make


def _writer(kind: type, members: Sequence[Member]) -> Read:
    writes = [(member.name, member.node.write) for member in members]

    def write(value: Any, faults: Faults) -> Any:
        if not isinstance(value, kind):
            return miss(faults, f"a {kind.__name__}", value)
        return _written(((name, each, getattr(value, name)) for name, each in writes), faults)

    return write


def _written(found: Any, faults: Faults) -> Any:
    out: dict[str, Any] = {}
    before = count = len(faults)
    for name, write, value in found:
        out[name] = write(value, faults)
        if len(faults) > count:
            count = place(faults, count, name)
    return BAD if count > before else out
