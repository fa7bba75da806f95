"""A drawn hint: how a value of it is read, how one is written, and its schema.

`read` takes what came as JSON and gives what the function gets; `write` takes what the function
gave and gives what goes out as JSON. Both put what is wrong into `Faults` and give `BAD` then, and
only then.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

__all__ = [
    "ALL_TYPES",
    "BAD",
    "Fault",
    "Faults",
    "Node",
    "Read",
    "Schema",
    "Shape",
    "Undrawable",
    "called",
    "miss",
    "place",
    "shown",
    "type_of",
]

Schema: TypeAlias = dict[str, Any]

BAD: Final[Any] = object()

ALL_TYPES: Final[frozenset[str]] = frozenset(
    {"null", "boolean", "integer", "number", "string", "array", "object"}
)

_MOST = 100  # faults that are told; whoever made more has read enough
_LONGEST = 40  # characters of a value in a fault


class Undrawable(Exception):
    """A hint from which no schema can be drawn: what is wrong with it, and what to do."""


class Fault:
    """One thing that is wrong, and where: `path` goes from the inside to the outside."""

    __slots__ = ("path", "text")

    def __init__(self, text: str, *path: str | int) -> None:
        self.text: str = text
        self.path: list[str | int] = list(path)

    def where(self) -> str:
        """The place as one writes it in code, such as `items[2].name`."""
        text = ""
        for step in reversed(self.path):
            if isinstance(step, int):
                text += f"[{step}]"
            elif step.isidentifier():
                text += f".{step}" if text else step
            else:
                text += f"[{shown(step, 'string')}]"
        return text

    def copy(self) -> Fault:
        return Fault(self.text, *self.path)


class Faults(list[Fault]):
    """All that is wrong with one value."""

    __slots__ = ("memo",)

    memo: dict[tuple[int, int], tuple[Any, list[Fault]]]
    """What unions found out; made by the first that needs it."""

    def is_full(self) -> bool:
        return len(self) >= _MOST


class Shape:
    """What of a hint goes into a schema beyond one place: the definitions that are shared."""

    __slots__ = ("definitions", "names")

    def __init__(self) -> None:
        self.definitions: dict[str, Schema] = {}
        self.names: dict[int, str] = {}

    def free_name(self, name: str) -> str:
        plain = "".join(c if c.isascii() and (c.isalnum() or c in "_-.") else "_" for c in name)
        free, count = plain, 1
        while free in self.definitions:
            count += 1
            free = f"{plain}_{count}"
        return free


Read: TypeAlias = Callable[[Any, Faults], Any]


class Node:
    """What is known of a hint. `types` are the JSON types that may fit."""

    __slots__ = (
        "choices",
        "exact",
        "headers",
        "is_hashable",
        "members",
        "read",
        "says",
        "schema",
        "tags",
        "types",
        "write",
    )

    def __init__(
        self,
        says: str,
        types: frozenset[str],
        read: Read,
        write: Read,
        schema: Callable[[Shape], Schema],
        *,
        exact: type | None = None,
        is_hashable: bool = False,
        choices: tuple[str, ...] = (),
        headers: tuple[str, ...] = (),
        tags: Mapping[str, Node] | None = None,
        members: tuple[Node, ...] = (),
    ) -> None:
        self.says: str = says  # as in "must be a string"
        self.types: frozenset[str] = types
        self.read: Read = read
        self.write: Read = write
        self.schema: Callable[[Shape], Schema] = schema
        # The Python type of JSON that this and nothing else stands for.
        self.exact: type | None = exact
        self.is_hashable: bool = is_hashable
        self.choices: tuple[str, ...] = choices  # the texts, where there are only a few
        # What is named in HTTP headers, here and in the members.
        self.headers: tuple[str, ...] = headers
        # Members that tell which object it is.
        self.tags: Mapping[str, Node] = tags or {}
        self.members: tuple[Node, ...] = members  # of a union


def type_of(value: object) -> str:
    """The JSON type of a value that came as JSON."""
    return _TYPES.get(type(value), "object" if isinstance(value, Mapping) else "")


_TYPES: dict[type, str] = {
    type(None): "null",
    bool: "boolean",
    int: "integer",
    float: "number",
    str: "string",
    list: "array",
    tuple: "array",
    dict: "object",
}


def shown(value: object, kind: str = "") -> str:
    """A value in the words of JSON, short enough for a line."""
    kind = kind or type_of(value)
    if kind == "string":
        text = str(value)
        text = text if len(text) <= _LONGEST else text[:_LONGEST] + "…"
        escaped = text.replace("\\", "\\\\").replace('"', '\\"')
        return '"' + "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in escaped) + '"'
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return repr(value) if math.isfinite(value) else "beyond all bounds"
    if isinstance(value, int):
        # Python refuses to write integers of some thousand digits.
        return repr(value) if abs(value) < 10**_LONGEST else "of more than 40 digits"
    return "null"


def called(value: object) -> str:
    """A value and what it is, as in "not the number 7"."""
    kind = type_of(value)
    if kind == "string":
        return f"the string {shown(value)}"
    if kind in ("integer", "number"):
        return f"the number {shown(value)}"
    if kind in ("array", "object"):
        return f"an {kind}"
    if kind:
        return shown(value)
    return f"a value of the class {type(value).__name__}"


def miss(faults: Faults, says: str, value: object) -> Any:
    """The fault of a value that is something else."""
    faults.append(Fault(f"must be {says}, not {called(value)}"))
    return BAD


def place(faults: Faults, since: int, step: str | int) -> int:
    """Says of the faults since then that they are one step further in; gives the new count."""
    for fault in faults[since:]:
        fault.path.append(step)
    return len(faults)
