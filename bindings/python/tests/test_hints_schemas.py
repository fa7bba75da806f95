"""The schemas that are drawn from hints."""

from __future__ import annotations

import datetime
import decimal
import enum
import functools
import json
import pathlib
import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import (
    Annotated,
    Any,
    Generic,
    Literal,
    NamedTuple,
    NewType,
    Optional,
    TypedDict,
    TypeVar,
    Union,
)

import pytest
from hinted import check, fault, giving, read, schema, taking
from sansmcp import Hint
from sansmcp._hints import Signature
from typing_extensions import NotRequired, Required, TypeAliasType

T = TypeVar("T")
Bounded = TypeVar("Bounded", bound=int)
Either = TypeVar("Either", int, str)


class Colour(enum.Enum):
    RED = "red"
    BLUE = "blue"


class Level(enum.IntEnum):
    LOW = 1
    HIGH = 2


@dataclass
class Point:
    x: int
    y: Annotated[int, "Upwards"] = 0
    tags: list[str] = field(default_factory=list[str])
    length: int = field(init=False, default=0)


@dataclass
class Page:
    """A page of a book."""

    number: int
    next: Page | None = None


@dataclass
class Box(Generic[T]):
    content: T
    others: list[T]


@dataclass
class NumberBox(Box[int]):
    name: str = ""


class Options(TypedDict, total=False):
    a: Required[int]
    b: Annotated[str, "Second"]


class Derived(Options):
    c: NotRequired[bool]
    d: bool


class Pair(NamedTuple):
    left: int
    right: str = "r"


Name = NewType("Name", str)

# As `type Json = …` from Python 3.12 on.
_Json: Any = Union[dict[str, "Json"], list["Json"], str, int, None]
Json: Any = TypeAliasType("Json", _Json)  # pyright: ignore[reportGeneralTypeIssues]
Two = TypeAliasType("Two", tuple[T, T], type_params=(T,))

POINT = {
    "type": "object",
    "properties": {
        "x": {"type": "integer"},
        "y": {"type": "integer", "description": "Upwards", "default": 0},
        "tags": {"type": "array", "items": {"type": "string"}},
    },
    "required": ["x"],
    "additionalProperties": False,
}


def box(item: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {"content": item, "others": {"type": "array", "items": item}},
        "required": ["content", "others"],
        "additionalProperties": False,
    }


INTEGER, STRING, NULL = {"type": "integer"}, {"type": "string"}, {"type": "null"}

DRAWN: list[tuple[Any, dict[str, Any]]] = [
    (str, STRING),
    (int, INTEGER),
    (float, {"type": "number"}),
    (bool, {"type": "boolean"}),
    (None, NULL),
    (Any, {}),
    (object, {}),
    (Name, STRING),
    (Bounded, INTEGER),
    (Either, {"anyOf": [INTEGER, STRING]}),
    (list, {"type": "array"}),
    (list[Any], {"type": "array"}),
    (list[int], {"type": "array", "items": INTEGER}),
    (Sequence[int], {"type": "array", "items": INTEGER}),
    (Iterable[int], {"type": "array", "items": INTEGER}),
    (dict, {"type": "object"}),
    (dict[str, Any], {"type": "object"}),
    (dict[str, int], {"type": "object", "additionalProperties": INTEGER}),
    (Mapping[str, int], {"type": "object", "additionalProperties": INTEGER}),
    (
        dict[Colour, int],
        {
            "type": "object",
            "propertyNames": {"type": "string", "enum": ["red", "blue"]},
            "additionalProperties": INTEGER,
        },
    ),
    (tuple, {"type": "array"}),
    (tuple[int, ...], {"type": "array", "items": INTEGER}),
    (
        tuple[int, str],
        {"type": "array", "prefixItems": [INTEGER, STRING], "minItems": 2, "maxItems": 2},
    ),
    (tuple[()], {"type": "array", "minItems": 0, "maxItems": 0}),
    (set[str], {"type": "array", "items": STRING, "uniqueItems": True}),
    (frozenset[int], {"type": "array", "items": INTEGER, "uniqueItems": True}),
    (Optional[int], {"anyOf": [INTEGER, NULL]}),
    (Union[int, str, None], {"anyOf": [INTEGER, STRING, NULL]}),
    (int | str, {"anyOf": [INTEGER, STRING]}),
    (Literal["a"], {"type": "string", "const": "a"}),
    (Literal["a", "b"], {"type": "string", "enum": ["a", "b"]}),
    (Literal["a", 1, True, None], {"enum": ["a", 1, True, None]}),
    (Literal[Colour.RED], {"type": "string", "const": "red"}),
    (Colour, {"type": "string", "enum": ["red", "blue"]}),
    (Level, {"type": "integer", "enum": [1, 2]}),
    (Point, POINT),
    (
        Options,
        {
            "type": "object",
            "properties": {"a": INTEGER, "b": {"type": "string", "description": "Second"}},
            "required": ["a"],
            "additionalProperties": False,
        },
    ),
    (
        Derived,
        {
            "type": "object",
            "properties": {
                "a": INTEGER,
                "b": {"type": "string", "description": "Second"},
                "c": {"type": "boolean"},
                "d": {"type": "boolean"},
            },
            "required": ["a", "d"],
            "additionalProperties": False,
        },
    ),
    (
        Pair,
        {
            "type": "object",
            "properties": {"left": INTEGER, "right": {"type": "string", "default": "r"}},
            "required": ["left"],
            "additionalProperties": False,
        },
    ),
    (Box[str], box(STRING)),
    (Box[Optional[int]], box({"anyOf": [INTEGER, NULL]})),
    (datetime.datetime, {"type": "string", "format": "date-time"}),
    (datetime.date, {"type": "string", "format": "date"}),
    (uuid.UUID, {"type": "string", "format": "uuid"}),
    (bytes, {"type": "string", "contentEncoding": "base64"}),
    (pathlib.Path, STRING),
    (decimal.Decimal, {"type": "string", "pattern": r"^-?[0-9]+(?:\.[0-9]+)?$"}),
    (Annotated[int, "How many"], {"type": "integer", "description": "How many"}),
    (Annotated[Annotated[int, "inner"], "outer"], {"type": "integer", "description": "outer"}),
    (Annotated[int, object(), 7], INTEGER),
    (
        Annotated[int, Hint("N", minimum=1, maximum=9, multiple_of=2, title="T", examples=[2])],
        {
            "type": "integer",
            "title": "T",
            "description": "N",
            "examples": [2],
            "minimum": 1,
            "maximum": 9,
            "multipleOf": 2,
        },
    ),
    (
        Annotated[float, Hint(exclusive_minimum=0, exclusive_maximum=0.5)],
        {"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 0.5},
    ),
    (
        Annotated[str, Hint(min_length=1, max_length=3, pattern="^a")],
        {"type": "string", "pattern": "^a", "minLength": 1, "maxLength": 3},
    ),
    (Annotated[list[int], Hint(min_length=1)], {"type": "array", "items": INTEGER, "minItems": 1}),
    (Annotated[dict[str, Any], Hint(max_length=2)], {"type": "object", "maxProperties": 2}),
    (Annotated[Colour, Hint(examples=[Colour.RED])], schema(Colour) | {"examples": ["red"]}),
    (Annotated[str, Hint(header="Region")], {"type": "string", "x-mcp-header": "Region"}),
    # Clients leave out a tool that has a header for what may be null too.
    (Annotated[Optional[int], Hint(header="N")], {"type": "integer", "x-mcp-header": "N"}),
    (
        Annotated[Optional[Literal["a", "b"]], Hint(header="N")],
        {"type": "string", "enum": ["a", "b"], "x-mcp-header": "N"},
    ),
]


@pytest.mark.parametrize(("hint", "drawn"), DRAWN, ids=[str(hint) for hint, _ in DRAWN])
def test_what_is_drawn(hint: Any, drawn: dict[str, Any]) -> None:
    assert schema(hint) == drawn
    check(schema(hint))


def test_what_occurs_in_itself_is_defined_once() -> None:
    def function(page: Page, other: Page | None = None) -> Page:
        return page

    signature = Signature(function)
    drawn = {
        "type": "object",
        "description": "A page of a book.",
        "properties": {
            "number": INTEGER,
            "next": {"anyOf": [{"$ref": "#/$defs/Page"}, NULL], "default": None},
        },
        "required": ["number"],
        "additionalProperties": False,
    }
    assert signature.input_schema["properties"]["page"] == {"$ref": "#/$defs/Page"}
    assert signature.input_schema["$defs"] == {"Page": drawn}
    # What comes out has all its members, and is an object as it is.
    output = signature.output_schema
    assert output is not None
    assert output["required"] == ["number", "next"]
    assert output["properties"]["next"] == {"anyOf": [{"$ref": "#/$defs/Page"}, NULL]}
    assert not signature.is_wrapped
    check(signature.input_schema)
    check(output)


def test_what_occurs_twice_is_defined_once() -> None:
    def function(a: Point, b: list[Point]) -> None: ...

    drawn = Signature(function).input_schema
    assert drawn["$defs"] == {"Point": POINT}
    assert drawn["properties"]["b"]["items"] == {"$ref": "#/$defs/Point"}


def test_classes_of_one_name_are_kept_apart() -> None:
    def function(a: Box[int], b: Box[int], c: Box[str], d: Box[str]) -> None: ...

    drawn = Signature(function).input_schema
    assert drawn["$defs"] == {"Box": box(INTEGER), "Box_2": box(STRING)}
    assert drawn["properties"]["d"] == {"$ref": "#/$defs/Box_2"}


def test_an_alias_may_occur_in_itself() -> None:
    drawn = taking(Json).input_schema
    again = {"$ref": "#/$defs/Json"}
    assert drawn["properties"]["value"] == again
    assert drawn["$defs"]["Json"]["anyOf"] == [
        {"type": "object", "additionalProperties": again},
        {"type": "array", "items": again},
        STRING,
        INTEGER,
        NULL,
    ]
    check(drawn)
    value = json.loads('{"a": [1, ["b", {}, null]]}')
    assert read(Json, value) == value
    assert fault(Json, {"a": [1, [True]]}) == (
        "value.a[1][0]: must be an object, an array, a string, an integer or null, not true"
    )
    assert schema(Two[int]) == schema(tuple[int, int])


def test_type_variables_of_bases_are_known() -> None:
    assert schema(NumberBox)["properties"]["content"] == INTEGER
    assert schema(NumberBox)["properties"]["others"] == {"type": "array", "items": INTEGER}


def test_a_whole_signature() -> None:
    async def search(
        text: Annotated[str, "What to look for"],
        where: Colour = Colour.RED,
        *,
        limit: Annotated[int, Hint(minimum=1)] = 10,
        strange: Any = object(),
    ) -> list[str]:
        """Looks for a text.

        All of it must be there.
        """
        return [text]

    signature = Signature(search)
    assert signature.name == "search"
    assert signature.description == "Looks for a text.\n\nAll of it must be there."
    assert signature.input_schema == {
        "type": "object",
        "properties": {
            "text": {"type": "string", "description": "What to look for"},
            "where": {"type": "string", "enum": ["red", "blue"], "default": "red"},
            "limit": {"type": "integer", "minimum": 1, "default": 10},
            "strange": {},  # its default has no form in JSON
        },
        "required": ["text"],
        "additionalProperties": False,
    }
    assert signature.output_schema == {
        "type": "object",
        "properties": {"result": {"type": "array", "items": STRING}},
        "required": ["result"],
    }
    text, where, *_ = signature.parameters
    assert (text.name, text.is_required, text.description) == ("text", True, "What to look for")
    assert (where.is_required, where.choices) == (False, ("red", "blue"))
    assert signature.bind({"text": "a", "where": "blue"}) == {"text": "a", "where": Colour.BLUE}


def test_no_arguments() -> None:
    def now() -> None: ...

    signature = Signature(now)
    assert signature.input_schema == {"type": "object", "additionalProperties": False}
    assert signature.bind({}) == {}
    assert (signature.description, signature.output_schema) == (None, None)


class Greeter:
    """Greets."""

    def greet(self, name: str, *, loud: bool = False) -> str:
        """Says hello."""
        return name.upper() if loud else name

    def __call__(self, name: str) -> str:
        return name

    @classmethod
    def made(cls, name: str) -> str:
        return name

    @staticmethod
    def plain(name: str) -> str:
        return name


def test_all_that_can_be_called() -> None:
    greeter = Greeter()
    called: list[Any] = [
        greeter.greet,
        Greeter.made,
        Greeter.plain,
        greeter,
        functools.partial(greeter.greet, loud=True),
        functools.partial(functools.partial(Greeter.greet, greeter), loud=True),
    ]
    signatures = [Signature(each) for each in called]
    names = [each.name for each in signatures]
    assert names == ["greet", "made", "plain", "Greeter", "greet", "greet"]
    assert signatures[0].description == signatures[4].description == "Says hello."
    assert signatures[3].description == "Greets."
    assert list(signatures[0].input_schema["properties"]) == ["name", "loud"]
    for signature, function in zip(signatures, called, strict=True):
        assert signature.input_schema["required"] == ["name"]
        assert function(**signature.bind({"name": "a"})) in ("a", "A")
    for partial in signatures[1:]:
        assert list(partial.input_schema["properties"]) == ["name"]


def test_a_wrapped_function_is_what_it_wraps() -> None:
    @functools.wraps(Greeter.plain)
    def wrapper(*args: Any, **kwargs: Any) -> str:
        return Greeter.plain(*args, **kwargs)

    assert Signature(wrapper).input_schema["required"] == ["name"]


class Context(Generic[T]):
    pass


def test_markers_are_no_arguments() -> None:
    def function(
        a: int, ctx: Context[int], b: Context[str] | None = None, *, c: Annotated[Context[int], 1]
    ) -> None: ...

    signature = Signature(function, markers=(Context,))
    assert list(signature.input_schema["properties"]) == ["a"]
    assert list(signature.marked) == ["ctx", "b", "c"]
    assert signature.marked["ctx"] == Context[int]
    assert signature.bind({"a": 1}) == {"a": 1}


def test_names_of_the_place_of_declaration() -> None:
    @dataclass
    class Local:
        again: Local | None

    def function(local: Local) -> Local:
        return local

    signature = Signature(function, names=locals())
    assert signature.bind({"local": {"again": None}}) == {"local": Local(None)}


def test_content_has_no_output_schema() -> None:
    class Image:
        pass

    for hint in (Image, list[Image], Union[str, Image], Annotated[Image, "x"]):

        def function() -> Any: ...

        function.__annotations__["return"] = hint
        signature = Signature(function, content=(Image,))
        assert signature.output_schema is None
        image = Image()
        assert signature.give(image) is image


@pytest.mark.parametrize("hint", [None, Any, object])
def test_hints_without_an_output_schema(hint: Any) -> None:
    assert giving(hint).output_schema is None


def test_a_choice_of_objects_is_an_object() -> None:
    output = giving(Union[Options, Pair]).output_schema
    assert output is not None
    assert (output["type"], len(output["anyOf"])) == ("object", 2)
    assert giving(str).returns_text
    assert not giving(Optional[str]).returns_text
