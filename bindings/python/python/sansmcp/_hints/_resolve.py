"""What hints mean: names in texts, type variables, documentation."""

from __future__ import annotations

import inspect
import typing
from collections.abc import Mapping
from types import GenericAlias
from typing import Any, TypeVar, get_args, get_origin

from ._node import Undrawable

__all__ = ["class_hints", "documentation", "hint_of", "key_of", "substituted", "type_arguments"]


def hint_of(hint: object, names: Mapping[str, Any], local_names: Mapping[str, Any]) -> Any:
    """A hint with all names in it looked up."""

    def carrier() -> None: ...

    carrier.__annotations__ = {"hint": hint}
    try:
        return typing.get_type_hints(carrier, dict(names), dict(local_names), True)["hint"]
    except NameError as error:
        raise _unknown(error) from None
    except (SyntaxError, TypeError, AttributeError) as error:
        raise Undrawable(f"{hint!r} is no type hint: {error}") from None


def class_hints(kind: type, local_names: Mapping[str, Any]) -> dict[str, Any]:
    """The hints of a class and of those that it comes from."""
    names = {**local_names, kind.__name__: kind}
    try:
        return typing.get_type_hints(kind, None, names, include_extras=True)
    except NameError:
        pass
    except (SyntaxError, TypeError, AttributeError) as error:
        raise Undrawable(f"a hint of {kind.__name__} is none: {error}") from None
    try:  # names that stand in the class itself
        return typing.get_type_hints(kind, include_extras=True)
    except NameError as error:
        raise _unknown(error) from None


def _unknown(error: NameError) -> Undrawable:
    return Undrawable(
        f"the name {error.name} is unknown where the hint is; "
        "define or import it in the module, not within a function or for type checkers alone"
    )


def substituted(hint: Any, of: Mapping[Any, Any]) -> Any:
    """The hint with type variables replaced by what they stand for."""
    if not of:
        return hint
    if isinstance(hint, TypeVar):
        return of.get(hint, hint)
    free = getattr(hint, "__parameters__", ())
    if not free or isinstance(hint, type) and not isinstance(hint, GenericAlias):
        return hint
    return hint[tuple(of.get(each, each) for each in free)]


def type_arguments(hint: Any) -> dict[Any, Any]:
    """What the type variables of a class and of its bases stand for in a hint of it."""
    kind = get_origin(hint) or hint
    out = dict(zip(getattr(kind, "__parameters__", ()), get_args(hint)))
    for base in getattr(kind, "__orig_bases__", ()):
        if get_origin(base) not in (None, typing.Generic):
            found = type_arguments(substituted(base, out))
            out |= {key: value for key, value in found.items() if key not in out}
    return out


def key_of(hint: Any) -> object:
    """What tells hints apart, also those that hold something of which there is no hash."""
    try:
        hash(hint)
    except TypeError:
        return repr(hint)
    return hint


def documentation(kind: type) -> str | None:
    """What its author wrote of a class, not what Python makes up."""
    text = vars(kind).get("__doc__")
    if not isinstance(text, str) or text.startswith(f"{kind.__name__}("):
        return None
    return inspect.cleandoc(text) or None
