"""What a validator of JSON Schema takes, a signature takes, and the other way round."""

from __future__ import annotations

import dataclasses
import datetime
import decimal
import enum
import typing
import uuid
from typing import Annotated, Any, Literal, NamedTuple, NewType, Optional, TypedDict, Union

from hinted import check, fits
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sansmcp import Hint
from sansmcp._hints import BadArguments, Signature

settings.register_profile(
    "same each time",
    derandomize=True,
    database=None,
    deadline=None,
    max_examples=100,
    suppress_health_check=list(HealthCheck),
)
settings.load_profile("same each time")


class Colour(enum.Enum):
    RED = "red"
    BLUE = "blue"


class Size(enum.IntEnum):
    SMALL = 1
    LARGE = 2


class Mixed(enum.Enum):
    ONE = 1
    YES = True
    NOTHING = None
    TEXT = "1"


@dataclasses.dataclass
class Tree:
    name: str
    left: Optional[Tree] = None
    right: Union[Tree, int, None] = None


@dataclasses.dataclass
class Left:
    kind: Literal["left"]
    child: Union[Left, Right, None] = None


@dataclasses.dataclass
class Right:
    kind: Literal["right"]
    child: Union[Left, Right, None]


class Point(NamedTuple):
    x: float
    y: float = 0.5


class Total(TypedDict):
    a: int


class Partly(Total, total=False):
    b: str


Name = NewType("Name", str)

SINGLE: list[Any] = [
    *(str, int, float, bool, None, Any, object, list, dict, tuple, Name),
    *(Colour, Size, Mixed, Tree, Left, Point, Total, Partly),
    *(Literal["a"], Literal["a", "b", 3], Literal[1, True, None], Literal["b", Colour.RED]),
    Annotated[int, Hint(minimum=-2, maximum=3)],
    Annotated[int, Hint(multiple_of=3)],
    Annotated[float, Hint(exclusive_minimum=0, exclusive_maximum=2.5)],
    Annotated[str, Hint(min_length=1, max_length=2)],
    Annotated[str, Hint(pattern="^[ab]+$")],
    Annotated[Union[int, str], Hint(minimum=0, min_length=1)],
    Annotated[Any, Hint(minimum=0, min_length=1, pattern="a")],
]
HASHABLE: list[Any] = [str, int, float, bool, Colour, Mixed, Literal["a", 1, True], Point]


def of(kind: Any, *args: Any) -> Any:
    first, *rest = args
    return kind[(first, *rest)] if rest else kind[first]


def bounded(item: Any, low: int, high: int) -> Any:
    return of(Annotated, of(list, item), Hint(min_length=low, max_length=high))


def composed(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    hashable = st.sampled_from(HASHABLE)
    some = st.lists(inner, min_size=1, max_size=3)
    return st.one_of(
        inner.map(lambda each: of(list, each)),
        inner.map(lambda each: of(dict, str, each)),
        inner.map(lambda each: of(dict, Literal["a", "b"], each)),
        inner.map(lambda each: of(tuple, each, ...)),
        some.map(lambda hints: of(tuple, *hints)),
        some.map(lambda hints: of(Union, *hints)),
        hashable.map(lambda each: of(set, each)),
        hashable.map(lambda each: of(frozenset, of(tuple, each, int))),
        st.builds(bounded, inner, st.integers(0, 2), st.integers(2, 3)),
        some.map(made_dataclass),
        some.map(made_typed_dict),
    )


def made_dataclass(hints: list[Any]) -> Any:
    fields: list[Any] = [("abc"[at], hint) for at, hint in enumerate(hints)]
    if len(fields) > 1:
        fields[-1] = (fields[-1][0], Optional[hints[-1]], dataclasses.field(default=None))
    return dataclasses.make_dataclass("Made", fields)


def made_typed_dict(hints: list[Any]) -> Any:
    maker: Any = TypedDict
    return maker("Dict", {"abc"[at]: hint for at, hint in enumerate(hints)}, total=len(hints) < 2)


HINTS = st.recursive(st.sampled_from(SINGLE), composed, max_leaves=5)

NUMBERS = st.one_of(
    st.integers(-3, 4),
    st.integers(-(2**70), 2**70),
    st.sampled_from([1.0, 2.0, -3.0, 0.5, 2.5, -0.0, 1e300]),
    st.floats(allow_nan=False, allow_infinity=False),
)
PLAIN = st.one_of(
    st.none(),
    st.booleans(),
    NUMBERS,
    st.sampled_from(["", "a", "b", "ab", "abc", "red", "left", "1"]),
    st.text(max_size=3),
)
KEYS = st.sampled_from(["a", "b", "c", "x", "y", "name", "left", "right", "kind", "child"])
JSON = st.recursive(
    PLAIN,
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(KEYS, inner, max_size=3)),
    max_leaves=6,
)


def fitting(schema: dict[str, Any], root: dict[str, Any], depth: int = 0) -> Any:
    """Values most of which fit a schema, and some of which do not quite."""
    if "$ref" in schema:
        name = schema["$ref"].removeprefix("#/$defs/")
        return fitting(root["$defs"][name], root, depth + 1) if depth < 4 else st.none()
    if "anyOf" in schema:
        return st.one_of([fitting(each, root, depth + 1) for each in schema["anyOf"]])
    if "const" in schema:
        return st.just(schema["const"])
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    kind = schema.get("type")
    if kind == "object":
        return fitting_object(schema, root, depth)
    if kind == "array":
        return fitting_array(schema, root, depth)
    if kind == "string":
        return st.text("ab", min_size=schema.get("minLength", 0), max_size=3)
    if kind in ("integer", "number"):
        return NUMBERS
    return {"boolean": st.booleans(), "null": st.none()}.get(kind or "", JSON)


def fitting_object(schema: dict[str, Any], root: dict[str, Any], depth: int) -> Any:
    properties = schema.get("properties")
    if properties is None:
        items = nearly(schema.get("additionalProperties", {}), root, depth)
        return st.dictionaries(st.sampled_from("abc"), items, max_size=3)
    required = schema.get("required", [])
    drawn = {name: nearly(each, root, depth) for name, each in properties.items()}
    return st.fixed_dictionaries(
        {name: each for name, each in drawn.items() if name in required},
        optional={name: each for name, each in drawn.items() if name not in required},
    )


def fitting_array(schema: dict[str, Any], root: dict[str, Any], depth: int) -> Any:
    if "prefixItems" in schema:
        return st.tuples(*(nearly(each, root, depth) for each in schema["prefixItems"])).map(list)
    return st.lists(nearly(schema.get("items", {}), root, depth), max_size=4)


def nearly(schema: dict[str, Any], root: dict[str, Any], depth: int) -> Any:
    whole = fitting(schema, root, depth + 1)
    return st.integers(0, 15).flatmap(lambda roll: whole if roll else JSON)


def signature_of(hint: Any) -> Signature:
    def function(value: Any) -> Any: ...

    function.__annotations__ = {"value": hint, "return": hint}
    return Signature(function)


def compare(data: st.DataObject, hint: Any) -> bool:
    signature = signature_of(hint)
    schema = signature.input_schema
    check(schema)
    whole = fitting(schema["properties"]["value"], schema)
    value = data.draw(st.integers(0, 3).flatmap(lambda roll: whole if roll else JSON))
    arguments = {"value": value}
    is_good = fits(schema, arguments)
    try:
        bound = signature.bind(arguments)
    except BadArguments as wrong:
        assert not is_good, (schema, value, str(wrong))
        assert all(path.startswith("value") and text for path, text in wrong.faults)
        return False
    assert is_good, (schema, value)
    # What came in can go out again, and fits what is said of what goes out.
    given_back = signature.give(bound["value"])
    if signature.output_schema is not None:
        check(signature.output_schema)
        assert fits(signature.output_schema, signature.wrap(given_back))
    return True


@given(st.data(), st.sampled_from(SINGLE))
def test_a_plain_hint_takes_what_its_schema_takes(data: st.DataObject, hint: Any) -> None:
    compare(data, hint)


def test_so_does_any_hint() -> None:
    taken = {True: 0, False: 0}

    @given(st.data(), HINTS)
    def count(data: st.DataObject, hint: Any) -> None:
        taken[compare(data, hint)] += 1

    count()
    assert min(taken.values()) > 20, taken  # else it would show nothing


ZONES = st.timedeltas(datetime.timedelta(hours=-23), datetime.timedelta(hours=23)).map(
    datetime.timezone
)
TEXTS: dict[Any, st.SearchStrategy[Any]] = {
    datetime.datetime: st.datetimes(
        datetime.datetime(2, 1, 1), datetime.datetime(9998, 1, 1), timezones=ZONES
    ),
    datetime.date: st.dates(),
    uuid.UUID: st.uuids(),
    bytes: st.binary(),
    decimal.Decimal: st.decimals(-(10**9), 10**9, places=4),
}


@given(st.data(), st.sampled_from(list(TEXTS)))
def test_what_is_a_text_comes_back_as_it_went(data: st.DataObject, hint: Any) -> None:
    value = data.draw(TEXTS[hint])
    signature = signature_of(hint)
    written = signature.give(value)
    assert fits(signature.output_schema, signature.wrap(written))
    assert signature.bind({"value": written}) == {"value": value}


def test_hints_of_the_old_module_are_the_same() -> None:
    for old, new in (
        (typing.List[int], list[int]),
        (typing.Dict[str, int], dict[str, int]),
        (typing.Tuple[int, ...], tuple[int, ...]),
        (typing.Set[str], set[str]),
        (Optional[int], int | None),
    ):
        assert signature_of(old).input_schema == signature_of(new).input_schema
