"""A function as what it takes and gives in JSON."""

from __future__ import annotations

import functools
import inspect
import json
import sys
from collections.abc import Callable, Mapping
from typing import Annotated, Any, get_args, get_origin

from .._errors import HintError
from ._classes import default_of
from ._draw import Drawer
from ._faults import TOO_DEEP, BadResult, raised, told
from ._node import BAD, Faults, Schema, Shape, Undrawable
from ._objects import Member, members_schema, reader, unique_headers
from ._resolve import hint_of

__all__ = ["Parameter", "Signature"]


class Parameter:
    """One argument, as prompts and completion see it."""

    def __init__(self, member: Member, schema: Mapping[str, Any]) -> None:
        self.name: str = member.name
        self.is_required: bool = member.is_required
        self.title: str | None = schema.get("title")
        self.description: str | None = schema.get("description")
        self.choices: tuple[str, ...] = member.node.choices
        """The texts that it may be, if it is a choice among some."""
        self.takes_text: bool = "string" in member.node.types


class Signature:
    """What a function takes and gives. Raises `HintError` if that cannot be said in a schema.

    `markers`: parameters whose hint is such a class are no arguments, but named in `marked`.
    `content`: a function that gives such a class has no output schema.
    `names`: what names in the hints stand for, beside those of the function's module.
    """

    def __init__(
        self,
        function: Callable[..., Any],
        *,
        markers: tuple[type, ...] = (),
        content: tuple[type, ...] = (),
        names: Mapping[str, Any] | None = None,
    ) -> None:
        inner, bound = _unwrapped(function)
        self.name: str = getattr(inner, "__name__", type(inner).__name__)
        self.description: str | None = _description(inner)
        self.marked: dict[str, Any] = {}
        self._names: dict[str, Any] = {**_type_parameters(inner), **(names or {})}
        self._globals: Mapping[str, Any] = getattr(inspect.unwrap(inner), "__globals__", {})
        try:
            found = inspect.signature(function)
        except (TypeError, ValueError) as error:
            raise HintError(f"{self.name}() has no signature that can be read: {error}") from None
        members = self._members(found, markers, bound)
        self._read = reader(members, None)
        self._required = frozenset(each.name for each in members if each.is_required)
        # A float may still be infinite.
        kinds = {each.name: each.node.exact for each in members}
        self._exact = {name: kind for name, kind in kinds.items() if kind not in (None, float)}
        self.input_schema: Schema = self._input_schema(members)
        properties = self.input_schema.get("properties", {})
        self.parameters: tuple[Parameter, ...] = tuple(
            Parameter(each, properties[each.name]) for each in members
        )
        self._nodes = {parameter.name: parameter for parameter in self.parameters}
        self.returns_text: bool = False
        self.is_wrapped: bool = False
        self.output_schema: Schema | None = None
        self._write: Callable[[Any, Faults], Any] | None = None
        if found.return_annotation is not inspect.Signature.empty:
            self._draw_result(found.return_annotation, content)

    def bind(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """The keyword arguments that were sent. Raises `BadArguments` with all that is wrong."""
        # Most arguments are what they are to be already, and that is quickly seen.
        exact = self._exact
        for name, value in arguments.items():
            if type(value) is not exact.get(name):
                break
        else:
            if self._required <= arguments.keys():
                return dict(arguments)
        faults = Faults()
        try:
            out: dict[str, Any] = self._read(arguments, faults)
        except RecursionError:
            raise raised(Faults([TOO_DEEP])) from None
        if faults:
            raise raised(faults)
        return out

    def bind_texts(self, texts: Mapping[str, Any]) -> dict[str, Any]:
        """As `bind`, where values are texts: a number or the like is read out of its own. One that
        is a number already, as careless peers send it, may be one.
        """
        return self.bind({name: self._of_text(name, text) for name, text in texts.items()})

    def _of_text(self, name: str, text: Any) -> Any:
        parameter = self._nodes.get(name)
        if parameter is None or parameter.takes_text or not isinstance(text, str):
            return text
        try:
            return json.loads(text)
        except (ValueError, RecursionError):
            return text  # and that is the fault

    def give(self, value: object) -> Any:
        """What stands for a result in JSON. Raises `BadResult` if the hint promised another."""
        if self._write is None:
            return value
        faults = Faults()
        try:
            out = self._write(value, faults)
        except RecursionError:
            out, faults = BAD, Faults([TOO_DEEP])
        if out is BAD:
            raise BadResult(
                f"the result of {self.name}() does not fit its return hint: {told(faults)}"
            )
        return out

    def wrap(self, given: Any) -> Any:
        """The structured content: what `give` gave, in an object if it is none."""
        return {"result": given} if self.is_wrapped else given

    def _members(
        self, found: inspect.Signature, markers: tuple[type, ...], bound: frozenset[str]
    ) -> list[Member]:
        drawer = Drawer(is_input=True, names=self._names, module=self._globals)
        members: list[Member] = []
        for name, parameter in found.parameters.items():
            if name in bound:
                continue
            if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
                stars = "*" if parameter.kind is parameter.VAR_POSITIONAL else "**"
                raise self._wrong(f"{stars}{name}", "name each argument, or take a dict")
            if parameter.kind is parameter.POSITIONAL_ONLY:
                raise self._wrong(name, "arguments have names; leave out the slash after it")
            if parameter.annotation is parameter.empty and name == "self":
                raise self._wrong(name, "declare the method of an object: service.tool(it.method)")
            if parameter.annotation is parameter.empty:
                raise self._wrong(name, f"it has no type hint; write one, such as {name}: str")
            try:
                hint = hint_of(parameter.annotation, self._globals, self._names)
                if markers and _has_class(hint, markers):
                    self.marked[name] = hint
                    continue
                hint, default = _default(hint, parameter)
                node = drawer.draw(hint)
            except Undrawable as wrong:
                raise self._wrong(name, str(wrong)) from None
            is_required = default is parameter.empty
            told = {} if is_required else default_of(node, default)
            members.append(Member(name, node, is_required, told))
        return members

    def _wrong(self, name: str, what: str) -> HintError:
        return HintError(f"{self.name}(), parameter {name}: {what}")

    def _input_schema(self, members: list[Member]) -> Schema:
        try:
            unique_headers(members)
        except Undrawable as wrong:
            raise HintError(f"{self.name}(): {wrong}") from None
        shape = Shape()
        return _with_definitions(members_schema(members, shape), shape)

    def _draw_result(self, annotation: Any, content: tuple[type, ...]) -> None:
        try:
            hint = hint_of(annotation, self._globals, self._names)
            if content and _has_class(hint, content):
                return
            drawer = Drawer(is_input=False, names=self._names, module=self._globals)
            node = drawer.draw(hint)
        except Undrawable as wrong:
            raise HintError(f"{self.name}(), what it returns: {wrong}") from None
        self._write = node.write
        self.returns_text = node.exact is str
        shape = Shape()
        drawn = node.schema(shape)
        if node.types == {"null"} or not drawn:
            return
        if node.types == {"object"}:
            name = drawn.get("$ref", "").removeprefix("#/$defs/")
            if name and len(drawn) == 1:
                drawn = shape.definitions[name]
            self.output_schema = _with_definitions({"type": "object"} | drawn, shape)
        else:
            self.is_wrapped = True
            whole = {"type": "object", "properties": {"result": drawn}, "required": ["result"]}
            self.output_schema = _with_definitions(whole, shape)


def _with_definitions(schema: Schema, shape: Shape) -> Schema:
    return schema | ({"$defs": shape.definitions} if shape.definitions else {})


def _unwrapped(function: Callable[..., Any]) -> tuple[Any, frozenset[str]]:
    """The function behind partials and objects, and the names that partials have filled in."""
    bound: set[str] = set()
    inner: Any = function
    while isinstance(inner, functools.partial):
        bound |= set(inner.keywords)
        inner = inner.func
    if isinstance(inner, type):
        raise HintError(f"{inner.__name__} is a class; give a function that makes one")
    if not callable(inner):
        named = f"; for a name write name={inner!r}" if isinstance(inner, str) else ""
        raise HintError(f"{inner!r} is no function{named}")
    if not hasattr(inner, "__name__"):
        return _Called(inner).function, frozenset(bound)
    return inner, frozenset(bound)


class _Called:
    """An object that is called like a function, under the name of its class."""

    def __init__(self, inner: Any) -> None:
        call = type(inner).__call__

        @functools.wraps(call)
        def function(*args: Any, **kwargs: Any) -> Any:
            return call(inner, *args, **kwargs)

        function.__name__ = type(inner).__name__
        function.__doc__ = type(inner).__doc__ or call.__doc__
        self.function: Callable[..., Any] = function


def _description(inner: Any) -> str | None:
    text = inner.__doc__
    return (inspect.cleandoc(text) or None) if isinstance(text, str) else None


def _type_parameters(inner: Any) -> dict[str, Any]:
    found = getattr(inspect.unwrap(inner), "__type_params__", ())
    return {each.__name__: each for each in found}


def _has_class(hint: Any, kinds: tuple[type, ...]) -> bool:
    origin = get_origin(hint)
    kind = hint if origin is None else origin
    if isinstance(kind, type) and issubclass(kind, kinds):
        return True
    args = hint.__args__ if origin is Annotated else get_args(hint)
    return origin is not None and any(_has_class(each, kinds) for each in args)


def _default(hint: Any, parameter: inspect.Parameter) -> tuple[Any, Any]:
    """The hint and the default. `Field(…)` of pydantic as a default says something of both."""
    default = parameter.default
    module = sys.modules.get("pydantic.fields")
    if module is None or not isinstance(default, module.FieldInfo):
        return hint, default
    hint = Annotated[hint, default]
    if default.is_required():
        return hint, parameter.empty
    raise Undrawable("write the default of Field after it: x: Annotated[int, Field(ge=1)] = 1")
