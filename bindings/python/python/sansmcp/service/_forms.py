"""Forms for the user, drawn from a class with fields, and what was filled in."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeVar

from .._engine import RawJson
from .._errors import HintError
from .._hints import BadArguments, Signature
from ._errors import AskFailed

__all__ = ["Elicited", "Form", "form_of"]

T = TypeVar("T")
_EMPTY: dict[str, object] = {"type": "object", "properties": {}}
_PLAIN = ("string", "number", "integer", "boolean")


@dataclass(frozen=True)
class Elicited(Generic[T]):
    """What the user did with a form, or with a page to visit."""

    action: Literal["accept", "decline", "cancel"]
    content: T | None
    """What was filled in; `None` unless the action is `accept`."""


@dataclass(frozen=True)
class Form:
    """What the client is sent, and how its answer is read."""

    schema: Mapping[str, object] | RawJson
    read: Callable[[dict[str, Any]], Any]

    def answered(self, key: str, answer: dict[str, Any]) -> Elicited[Any]:
        """The answer, checked. Raises `AskFailed`."""
        action = answer.get("action")
        if action not in ("accept", "decline", "cancel"):
            raise AskFailed(key, f"its action is {action!r}")
        if action != "accept":
            return Elicited(action, None)
        content = answer.get("content")
        try:
            return Elicited(action, self.read(content if isinstance(content, dict) else {}))
        except BadArguments as error:
            raise AskFailed(key, str(error)) from None


def form_of(wanted: Mapping[str, object] | RawJson | type | None) -> Form:
    """The form of a class with fields, or of a schema as it is."""
    if isinstance(wanted, type):
        return _drawn(wanted)
    return Form(_EMPTY if wanted is None else wanted, dict)


def _drawn(kind: type) -> Form:
    def form(answer: object) -> None:
        """Stands for the class, of which its signature is drawn."""

    form.__name__ = kind.__name__
    form.__annotations__ = {"answer": kind}
    signature = Signature(form)
    definitions = signature.input_schema.get("$defs", {})
    drawn = _resolved(signature.input_schema["properties"]["answer"], definitions)
    if drawn.get("type") != "object":
        raise HintError(f"{kind.__name__} is no form: give a dataclass or a TypedDict")
    schema: dict[str, Any] = {"type": "object", "properties": {}}
    for name, field in drawn.get("properties", {}).items():
        schema["properties"][name] = _field(kind, name, _resolved(field, definitions))
    if drawn.get("required"):
        schema["required"] = drawn["required"]

    def read(content: dict[str, Any]) -> Any:
        return signature.bind({"answer": content})["answer"]

    return Form(schema, read)


def _resolved(schema: dict[str, Any], definitions: dict[str, Any]) -> dict[str, Any]:
    name = str(schema.get("$ref", "")).removeprefix("#/$defs/")
    more = {key: value for key, value in schema.items() if key != "$ref"}
    return {**definitions.get(name, {}), **more}


def _field(kind: type, name: str, schema: dict[str, Any]) -> dict[str, Any]:
    """One field, of those that clients know how to show."""
    either = [each for each in schema.get("anyOf", ()) if each != {"type": "null"}]
    if len(either) == 1:  # it may be left out
        schema = {**{key: schema[key] for key in schema if key != "anyOf"}, **either[0]}
        if schema.get("default", ...) is None:
            del schema["default"]
    choices = [*schema.get("enum", ()), *([schema["const"]] if "const" in schema else [])]
    if choices and all(isinstance(choice, str) for choice in choices):
        schema.pop("const", None)
        return {**schema, "type": "string", "enum": choices}
    if schema.get("type") in _PLAIN and not choices:
        return schema
    raise HintError(
        f"{kind.__name__}, field {name}: a form has texts, numbers, truth values, and choices "
        "among texts"
    )
