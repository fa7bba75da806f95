"""From a hint to its node."""

from __future__ import annotations

import collections
import collections.abc
import sys
import types
import typing
from collections.abc import Mapping
from enum import Enum
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin

from . import _plain
from ._arrays import array, fixed
from ._classes import class_node
from ._limits import gather, limited
from ._node import ALL_TYPES, Node, Undrawable
from ._objects import Named, mapping
from ._pydantic import is_pydantic, pydantic_node
from ._resolve import hint_of, key_of, substituted
from ._texts import text_node
from ._unions import union

__all__ = ["Drawer"]

_LISTS = {
    list,
    collections.abc.Sequence,
    collections.abc.MutableSequence,
    collections.abc.Collection,
    collections.abc.Iterable,
}
_SETS = {
    set: set,
    frozenset: frozenset,
    collections.abc.Set: frozenset,
    collections.abc.MutableSet: set,
}
_DICTS = {dict, collections.abc.Mapping, collections.abc.MutableMapping}

_ADVICE = "use str, int, list, dict and their like, a dataclass, a TypedDict or a pydantic model"


class Drawer:
    """Draws the hints of one schema: what goes in, or what comes out."""

    def __init__(
        self, *, is_input: bool, names: Mapping[str, Any], module: Mapping[str, Any]
    ) -> None:
        self.is_input: bool = is_input
        self.names: Mapping[str, Any] = names  # those of the place of declaration
        self.module: Mapping[str, Any] = module  # those of the module of the function
        self.known: dict[Any, Named] = {}

    def draw(self, hint: Any) -> Node:
        """The node of a hint. Raises `Undrawable`."""
        origin = get_origin(hint)
        if origin is not None:
            return self._draw_generic(hint, origin, get_args(hint))
        if hint is None or hint is type(None):
            return _plain.null()
        if hint is Any or hint is object:
            return _plain.anything()
        if isinstance(hint, (str, typing.ForwardRef)):
            return self.draw(hint_of(hint, self.module, self.names))
        if isinstance(hint, TypeVar):
            return self._draw_variable(hint)
        if hasattr(hint, "__supertype__"):  # NewType
            return self.draw(hint.__supertype__)
        if hasattr(hint, "__value__") and not isinstance(hint, type):  # type X = …
            return self._draw_alias(hint, hint.__value__)
        if getattr(hint, "_name", None) == "LiteralString":
            return _plain.string()
        if isinstance(hint, type):
            return self._draw_class(hint, hint)
        raise Undrawable(f"{hint!r} is no hint that has a JSON Schema; {_ADVICE}")

    def _draw_generic(self, hint: Any, origin: Any, args: tuple[Any, ...]) -> Node:
        if origin is Annotated:
            return self._draw_annotated(hint, args[0], hint.__metadata__)
        if origin is Union or origin is types.UnionType:
            return union([self.draw(each) for each in args])
        if origin is Literal:
            return _literal(args)
        if origin is tuple:
            return self._draw_tuple(args)
        if origin in _LISTS or origin in _SETS:
            item = self.draw(args[0]) if args else None
            return array(item, _SETS.get(origin, list))
        if origin in _DICTS:
            key, item = map(self.draw, args) if args else (None, None)
            return mapping(key, item)
        if hasattr(origin, "__value__") and not isinstance(origin, type):
            of = dict(zip(origin.__type_params__, args))
            return self._draw_alias(hint, substituted(origin.__value__, of))
        if getattr(origin, "_name", None) in ("Required", "NotRequired", "ReadOnly"):
            raise Undrawable(f"{origin._name} is for a TypedDict alone; give a default instead")
        if isinstance(origin, type):
            return self._draw_class(hint, origin)
        raise Undrawable(f"{hint!r} is no hint that has a JSON Schema; {_ADVICE}")

    def _draw_annotated(self, hint: Any, inner: Any, metadata: tuple[Any, ...]) -> Node:
        said, others = gather(metadata)
        if others:
            # pydantic looks at all that it understands, and so at what is left of ours.
            node = pydantic_node(Annotated[(inner, *metadata)], is_input=self.is_input)
        else:
            node = self.draw(inner)
        return limited(node, said, is_input=self.is_input)

    def _draw_tuple(self, args: tuple[Any, ...]) -> Node:
        if len(args) == 2 and args[1] is Ellipsis:
            return array(self.draw(args[0]), tuple)
        if args == ((),):  # tuple[()] of Python 3.10
            args = ()
        return fixed([self.draw(each) for each in args])

    def _draw_variable(self, hint: TypeVar) -> Node:
        if hint.__bound__ is not None:
            return self.draw(hint.__bound__)
        if hint.__constraints__:
            return union([self.draw(each) for each in hint.__constraints__])
        raise Undrawable(f"nothing is said of what {hint.__name__} stands for; name the type")

    def _draw_alias(self, hint: Any, value: Any) -> Node:
        known = self.known.get(key := key_of(hint))
        if known is not None:
            return known.use()
        name = str(getattr(hint, "__name__", "") or get_origin(hint).__name__)
        named = self.known[key] = Named(name, name)
        node = named.node
        node.types = ALL_TYPES  # as long as it is not known
        module, home = self.module, sys.modules.get(str(getattr(hint, "__module__", "")))
        self.module = module if home is None else vars(home)
        inner = self.draw(value)
        self.module = module
        for part in ("says", "types", "is_hashable", "choices", "headers", "tags"):
            setattr(node, part, getattr(inner, part))
        if not named.is_recursive:
            node.exact, node.members = inner.exact, inner.members
        return named.close(inner.read, inner.write, inner.schema)

    def _draw_class(self, hint: Any, kind: type) -> Node:
        if kind in _PLAIN:
            return _PLAIN[kind]()
        if is_pydantic(kind):
            return pydantic_node(hint, is_input=self.is_input)
        if issubclass(kind, Enum):
            return _plain.enumeration(kind)
        if kind is tuple:
            return array(None, tuple)
        if kind in _LISTS:
            return array(None, list)
        if kind in _SETS:
            return array(None, _SETS[kind])
        if kind in _DICTS:
            return mapping(None, None)
        node = class_node(self, hint, kind) or text_node(kind)
        if node is None:
            raise Undrawable(f"{kind.__name__} is no class that has a JSON Schema; {_ADVICE}")
        return node


_PLAIN = {
    str: _plain.string,
    int: _plain.integer,
    float: _plain.number,
    bool: _plain.boolean,
}


def _literal(values: tuple[Any, ...]) -> Node:
    written = [each.value if isinstance(each, Enum) else each for each in values]
    return _plain.choice(values, written, "Literal")
