"""Objects: those of named members, and those of any keys."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ._anything import write_anything
from ._node import BAD, Fault, Faults, Node, Read, Schema, Shape, Undrawable, miss, place

__all__ = ["Member", "Named", "mapping", "members_schema", "reader", "unique_headers"]

_OBJECT = frozenset({"object"})


class Member:
    """A named member. `default` is its schema's, or a mapping with nothing in it."""

    __slots__ = ("default", "is_required", "name", "node")

    def __init__(
        self, name: str, node: Node, is_required: bool, default: Schema | None = None
    ) -> None:
        self.name: str = name
        self.node: Node = node
        self.is_required: bool = is_required
        self.default: Schema = default or {}


def reader(members: Sequence[Member], make: Callable[[dict[str, Any], Faults], Any] | None) -> Read:
    """Reads an object of these members and no other, and makes something of it."""
    reads = {member.name: member.node.read for member in members}
    required = tuple(member.name for member in members if member.is_required)
    known = ", ".join(reads)

    def read(value: Any, faults: Faults) -> Any:
        if type(value) is not dict and not isinstance(value, Mapping):
            return miss(faults, "an object", value)
        out: dict[str, Any] = {}
        before = count = len(faults)
        for key, each in value.items():
            read_member = reads.get(key)
            if read_member is None:
                says = f"known here are {known}" if known else "nothing is known here"
                faults.append(Fault(f"is unknown; {says}", key))
                count += 1
                if faults.is_full():
                    break
                continue
            out[key] = read_member(each, faults)
            if len(faults) > count:
                count = place(faults, count, key)
        for key in required:
            if key not in out:
                faults.append(Fault("is missing", key))
                count += 1
        if count > before:
            return BAD
        return out if make is None else make(out, faults)

    return read


def members_schema(members: Sequence[Member], shape: Shape) -> Schema:
    """The schema of such an object."""
    out: Schema = {"type": "object"}
    if members:
        out["properties"] = {member.name: _drawn(member, shape) for member in members}
    if required := [member.name for member in members if member.is_required]:
        out["required"] = required
    return out | {"additionalProperties": False}


def _drawn(member: Member, shape: Shape) -> Schema:
    schema = member.node.schema(shape)
    # What has a header says no null.
    is_null = "x-mcp-header" in schema and member.default == {"default": None}
    return schema if is_null else schema | member.default


def unique_headers(members: Sequence[Member]) -> tuple[str, ...]:
    """The headers that are named in them."""
    headers = tuple(header for member in members for header in member.node.headers)
    seen: set[str] = set()
    for header in headers:
        if header.lower() in seen:
            raise Undrawable(f"two arguments have the header {header}; give each its own")
        seen.add(header.lower())
    return headers


class Named:
    """A hint with a name, which may occur in itself. Its node is there before its members are."""

    def __init__(self, name: str, says: str) -> None:
        self.name: str = name
        self.uses: int = 0
        self.is_recursive: bool = False
        self.is_open: bool = True
        self.body: Callable[[Shape], Schema] = lambda shape: {}
        self.node: Node = Node(
            says,
            _OBJECT,
            lambda value, faults: self.node_read(value, faults),
            lambda value, faults: self.node_write(value, faults),
            self.schema,
        )
        self.node_read: Read = lambda value, faults: BAD
        self.node_write: Read = self.node_read

    def use(self) -> Node:
        self.uses += 1
        self.is_recursive |= self.is_open
        return self.node

    def close(self, read: Read, write: Read, body: Callable[[Shape], Schema]) -> Node:
        """What was drawn meanwhile goes by way of `node_read`; from now on it is direct."""
        self.node.read = self.node_read = read
        self.node.write = self.node_write = write
        self.body = body
        self.is_open = False
        if self.is_recursive and self.node.headers:
            raise Undrawable(f"{self.name} occurs in itself, so no member of it can be a header")
        return self.use() if self.uses == 0 else self.node

    def schema(self, shape: Shape) -> Schema:
        """Where it occurs once it stands in its place, else among the definitions."""
        if self.uses < 2 and not self.is_recursive:
            return self.body(shape)
        if id(self) not in shape.names:
            name = shape.names[id(self)] = shape.free_name(self.name)
            shape.definitions[name] = {}
            shape.definitions[name] = self.body(shape)
        return {"$ref": f"#/$defs/{shape.names[id(self)]}"}


def mapping(key: Node | None, item: Node | None) -> Node:
    """An object of any keys. No nodes: of any texts, of anything."""
    if key is not None and key.types != {"string"}:
        raise Undrawable(f"keys are texts in JSON, so they cannot be {key.says}; use str")
    if item is not None and item.headers:
        raise Undrawable("a header can be named for an argument, not in a dict")

    def read(value: Any, faults: Faults) -> Any:
        if type(value) is not dict and not isinstance(value, Mapping):
            return miss(faults, "an object", value)
        if key is None and item is None:
            return value
        out: dict[Any, Any] = {}
        before = count = len(faults)
        for name, each in value.items():
            known = name if key is None else key.read(name, faults)
            got = each if item is None else item.read(each, faults)
            if len(faults) > count:
                count = place(faults, count, name)
                if faults.is_full():
                    break
                continue
            out[known] = got
        return BAD if count > before else out

    def write(value: Any, faults: Faults) -> Any:
        if not isinstance(value, Mapping):
            return miss(faults, "an object", value)
        out: dict[str, Any] = {}
        before = count = len(faults)
        for name, each in value.items():
            text = name if key is None else key.write(name, faults)
            got = write_anything(each, faults) if item is None else item.write(each, faults)
            if not isinstance(text, str) and len(faults) == count:
                miss(faults, "a text as a key", name)
            if len(faults) > count:
                count = place(faults, count, str(name))
                if faults.is_full():
                    break
            out[text] = got
        return BAD if count > before else out

    def schema(shape: Shape) -> Schema:
        out: Schema = {"type": "object"}
        if key is not None and set(names := key.schema(shape)) != {"type"}:
            out["propertyNames"] = names
        if item is not None and (items := item.schema(shape)):
            out["additionalProperties"] = items
        return out

    return Node("an object", _OBJECT, read, write, schema)
