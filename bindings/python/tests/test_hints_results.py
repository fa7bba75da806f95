"""Results on their way out: what stands for them, and what does not fit."""

from __future__ import annotations

import dataclasses
import datetime
import decimal
import enum
import math
import pathlib
import uuid
from collections import OrderedDict, deque
from typing import Annotated, Any, Iterable, Literal, NamedTuple, Optional, TypedDict, Union

import pytest
from hinted import giving
from sansmcp import Hint
from sansmcp._hints import BadResult, Signature, write_any


class Colour(enum.Enum):
    RED = "red"


class Size(enum.IntEnum):
    ONE = 1


@dataclasses.dataclass
class Point:
    x: float
    tags: set[str] = dataclasses.field(default_factory=set[str])
    norm: float = dataclasses.field(init=False, default=0.5)


@dataclasses.dataclass
class Sub(Point):
    more: int = 0


class Pair(NamedTuple):
    left: int
    right: Colour


class Options(TypedDict, total=False):
    a: int


class Index:
    def __index__(self) -> int:
        return 7


class Float:
    def __float__(self) -> float:
        return 0.5


UTC = datetime.timezone.utc
NOON = datetime.datetime(2026, 7, 28, 12, tzinfo=UTC)

GIVEN: list[tuple[Any, Any, Any]] = [
    (str, "a", "a"),
    (int, 7, 7),
    (int, Size.ONE, 1),
    (int, Index(), 7),
    (float, 7, 7),
    (float, Float(), 0.5),
    (None, None, None),
    (list[int], (1, 2), [1, 2]),
    (Iterable[int], (each for each in (1, 2)), [1, 2]),
    (list[int], deque([1]), [1]),
    (tuple[int, str], (1, "a"), [1, "a"]),
    (set[str], {"a"}, ["a"]),
    (dict[Colour, int], {Colour.RED: 1}, {"red": 1}),
    (dict[str, Any], OrderedDict(a=Colour.RED), {"a": "red"}),
    (Colour, Colour.RED, "red"),
    (Colour, "red", "red"),
    (Literal["a", 1], 1, 1),
    (Point, Point(1), {"x": 1, "tags": [], "norm": 0.5}),
    (Point, Sub(1), {"x": 1, "tags": [], "norm": 0.5}),
    (Pair, Pair(1, Colour.RED), {"left": 1, "right": "red"}),
    (Options, {"a": 1}, {"a": 1}),
    (Options, {}, {}),
    (Optional[Point], None, None),
    (Union[int, str, list[Point]], [Point(1)], [{"x": 1, "tags": [], "norm": 0.5}]),
    (Union[float, int], 1, 1),
    (datetime.datetime, NOON, "2026-07-28T12:00:00Z"),
    (datetime.date, NOON.date(), "2026-07-28"),
    (uuid.UUID, uuid.UUID(int=1), "00000000-0000-0000-0000-000000000001"),
    (bytes, b"\0\xff", "AP8="),
    (pathlib.Path, pathlib.Path("a/b"), str(pathlib.Path("a/b"))),
    (decimal.Decimal, decimal.Decimal("1E+2"), "100"),
    (Any, Point(1), {"x": 1, "tags": [], "norm": 0.5}),
    (object, [Pair(1, Colour.RED)], [{"left": 1, "right": "red"}]),
]


@pytest.mark.parametrize(("hint", "value", "got"), GIVEN)
def test_what_goes_out(hint: Any, value: Any, got: Any) -> None:
    assert giving(hint).give(value) == got


WRONG: list[tuple[Any, Any, str]] = [
    (str, 7, "must be a string, not the number 7"),
    (int, True, "must be an integer, not true"),
    (int, 7.0, "must be an integer, not the number 7.0"),
    (float, "7", 'must be a number, not the string "7"'),
    (float, True, "must be a number, not true"),
    (float, math.nan, "must be a number, but nan has no form in JSON"),
    (None, 1, "must be null, not the number 1"),
    (list[int], "ab", 'must be an array, not the string "ab"'),
    (list[int], [1, "a"], '[1]: must be an integer, not the string "a"'),
    (list[int], 7, "must be an array, not the number 7"),
    (tuple[int, str], (1,), "must be an array of 2 items, not of 1"),
    (tuple[int, str], (1, "a", 2), "must be an array of 2 items, not of 3"),
    (dict[str, int], {1: 1}, '["1"]: must be a string, not the number 1'),
    (dict, {1: 1}, '["1"]: must be a text as a key, not the number 1'),
    (Colour, "blue", 'must be "red", not the string "blue"'),
    (Point, {"x": 1}, "must be a Point, not an object"),
    (Point, Point("a"), 'x: must be a number, not the string "a"'),  # type: ignore[arg-type]
    (Options, {"a": "b"}, 'a: must be an integer, not the string "b"'),
    (Options, {"b": 1}, "b: is no member of Options"),
    (Optional[Point], Point(math.inf), "x: must be a number, but inf has no form in JSON"),
    (Union[int, str], 0.5, "must be an integer or a string, not the number 0.5"),
    (datetime.date, NOON, "must be a value of the class date, not a value of the class datetime"),
    (
        datetime.datetime,
        datetime.datetime(2026, 7, 28),
        "the datetime has no time zone; give it one, such as timezone.utc",
    ),
    (Annotated[int, Hint(minimum=1)], 0, "must be at least 1, not 0"),
    (Any, {"a": [object()]}, "a[0]: must be something that has a form in JSON, not a value of the"),
    (Any, {1: 2}, "keys are texts in JSON, not int"),
]


@pytest.mark.parametrize(("hint", "value", "text"), WRONG)
def test_a_result_that_was_not_promised(hint: Any, value: Any, text: str) -> None:
    with pytest.raises(BadResult) as raised:
        giving(hint).give(value)
    head = "the result of function() does not fit its return hint: "
    assert str(raised.value).startswith(head + text)


def test_a_value_in_itself_is_told() -> None:
    loop: list[Any] = []
    loop.append(loop)
    with pytest.raises(BadResult, match="nested too deep"):
        write_any(loop)
    with pytest.raises(BadResult, match="nested too deep"):
        giving(list[Any]).give(loop)


def test_without_a_hint_a_result_goes_as_it_is() -> None:
    def function():  # type: ignore[no-untyped-def] # pyright: ignore
        ...

    signature = Signature(function)  # pyright: ignore
    thing = object()
    assert signature.give(thing) is thing
    assert signature.output_schema is None


def test_what_is_no_object_is_wrapped() -> None:
    signature = giving(list[int])
    assert signature.is_wrapped
    assert signature.wrap(signature.give((1, 2))) == {"result": [1, 2]}
    signature = giving(Options)
    assert signature.wrap(signature.give({"a": 1})) == {"a": 1}


def test_anything_has_a_form_if_its_parts_have() -> None:
    value = {
        "when": datetime.datetime(2026, 7, 28),
        Colour.RED: {Size.ONE},
        "rest": (b"\0", pathlib.Path("a"), uuid.UUID(int=0), decimal.Decimal(1), None, True),
    }
    assert write_any(value) == {
        "when": "2026-07-28T00:00:00",
        "red": [1],
        "rest": ["AA==", "a", "00000000-0000-0000-0000-000000000000", "1", None, True],
    }
    with pytest.raises(BadResult, match="nan has no form in JSON"):
        write_any([math.nan])
