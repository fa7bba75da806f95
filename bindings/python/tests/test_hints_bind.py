"""Arguments on their way in: what a function gets, and what is said of what does not fit."""

from __future__ import annotations

import datetime
import decimal
import enum
import math
import pathlib
import pickle
import uuid
from dataclasses import dataclass
from typing import Annotated, Any, Literal, NamedTuple, Optional, TypedDict, Union

import pytest
from hinted import fault, read, taking
from sansmcp import Hint
from sansmcp._hints import BadArguments, Signature


class Colour(enum.Enum):
    RED = "red"
    BLUE = "blue"


@dataclass(frozen=True)
class Point:
    x: int
    y: int = 0


@dataclass
class Even:
    n: int

    def __post_init__(self) -> None:
        if self.n % 2:
            raise ValueError("n must be even")


@dataclass
class Cat:
    kind: Literal["cat"]
    lives: int


@dataclass
class Dog:
    kind: Literal["dog"]
    name: str


@dataclass
class First:
    child: Union[First, Second, None]
    tag: int


@dataclass
class Second:
    child: Union[First, Second, None]
    tag: str


class Pair(NamedTuple):
    left: int
    right: str = "r"


class Options(TypedDict, total=False):
    colour: Colour


UTC = datetime.timezone.utc

READ: list[tuple[Any, Any, Any]] = [
    (str, "a", "a"),
    (int, 7, 7),
    (int, 7.0, 7),
    (int, 2**80, 2**80),
    (float, 7, 7.0),
    (float, 0.5, 0.5),
    (bool, True, True),
    (Any, {"a": [1]}, {"a": [1]}),
    (list[int], [1, 2.0], [1, 2]),
    (set[int], [1, 2], {1, 2}),
    (frozenset[str], ["a"], frozenset("a")),
    (set[Union[int, bool]], [1, True], {1}),
    (tuple[int, ...], [1, 2], (1, 2)),
    (tuple[int, str], [1, "a"], (1, "a")),
    (dict[str, float], {"a": 1}, {"a": 1.0}),
    (dict[Colour, int], {"red": 1}, {Colour.RED: 1}),
    (Colour, "red", Colour.RED),
    (Literal["a", 1], 1.0, 1),
    (Literal[Colour.RED], "red", Colour.RED),
    (Optional[Point], None, None),
    (Optional[Point], {"x": 1}, Point(1)),
    (Pair, {"left": 1}, Pair(1)),
    (Options, {"colour": "blue"}, {"colour": Colour.BLUE}),
    (set[Point], [{"x": 1}], {Point(1)}),
    (Union[int, float], 1.0, 1.0),
    (Union[float, int], 1, 1),
    (Union[bool, int], 1, 1),
    (Union[Colour, str], "red", "red"),
    (Union[Colour, int], "red", Colour.RED),
    (Union[Cat, Dog], {"kind": "dog", "name": "x"}, Dog("dog", "x")),
    (datetime.date, "2026-07-28", datetime.date(2026, 7, 28)),
    (
        datetime.datetime,
        "2026-07-28T12:00:00.1234567Z",
        datetime.datetime(2026, 7, 28, 12, 0, 0, 123456, UTC),
    ),
    (
        datetime.datetime,
        "2026-07-28t12:00:00+02:00",
        datetime.datetime(2026, 7, 28, 10, tzinfo=UTC),
    ),
    (uuid.UUID, "00000000-0000-0000-0000-0000000000aF", uuid.UUID(int=0xAF)),
    (bytes, "AP8=", b"\0\xff"),
    (pathlib.Path, "a/b", pathlib.Path("a/b")),
    (decimal.Decimal, "12.50", decimal.Decimal("12.50")),
    (Annotated[float, Hint(multiple_of=0.1)], 0.3, 0.3),
    (Annotated[float, Hint(multiple_of=0.5)], 3, 3.0),
    (Annotated[int, Hint(multiple_of=3)], 1e300, int(1e300)),
]


@pytest.mark.parametrize(("hint", "value", "got"), READ)
def test_what_a_function_gets(hint: Any, value: Any, got: Any) -> None:
    found = read(hint, value)
    assert found == got
    assert type(found) is type(got)


FAULTS: list[tuple[Any, Any, str]] = [
    (str, 7, "value: must be a string, not the number 7"),
    (str, None, "value: must be a string, not null"),
    (int, "7", 'value: must be an integer, not the string "7"'),
    (int, True, "value: must be an integer, not true"),
    (int, 7.5, "value: must be an integer, not the number 7.5"),
    (float, False, "value: must be a number, not false"),
    (float, 10**400, "value: must be a number that a float of 64 bits can hold"),
    (float, math.inf, "value: must be a number that a float of 64 bits can hold"),
    (bool, 1, "value: must be true or false, not the number 1"),
    (bool, "true", 'value: must be true or false, not the string "true"'),
    (None, 0, "value: must be null, not the number 0"),
    (
        int,
        'a"\n' + "b" * 99,
        'value: must be an integer, not the string "a\\"\\u000a' + "b" * 37 + '…"',
    ),
    (list[int], {}, "value: must be an array, not an object"),
    (list[int], [1, "a"], 'value[1]: must be an integer, not the string "a"'),
    (list[list[int]], [[], [1, None]], "value[1][1]: must be an integer, not null"),
    (set[int], [1, 1.0], "value[1]: is there twice, but no item may be"),
    (tuple[int, str], [1], "value: must be an array of 2 items, not of 1"),
    (tuple[int], "a", 'value: must be an array of 1 item, not the string "a"'),
    (dict[str, int], [], "value: must be an object, not an array"),
    (dict[str, int], {"a b": "c"}, 'value["a b"]: must be an integer, not the string "c"'),
    (dict[Colour, int], {"x": 1}, 'value.x: must be one of "red", "blue", not the string "x"'),
    (Colour, "green", 'value: must be one of "red", "blue", not the string "green"'),
    (Literal["a"], "b", 'value: must be "a", not the string "b"'),
    (Literal[1], True, "value: must be 1, not true"),
    (Literal[1], [1], "value: must be 1, not an array"),
    (Point, {}, "value.x: is missing"),
    (Point, {"x": 1, "z": 2}, "value.z: is unknown; known here are x, y"),
    (Even, {"n": 1}, "value: n must be even"),
    (Optional[int], "a", 'value: must be an integer or null, not the string "a"'),
    (Optional[Point], {"x": "a"}, 'value.x: must be an integer, not the string "a"'),
    (Union[int, str, None], [], "value: must be an integer, a string or null, not an array"),
    (Union[Cat, Dog], {"kind": "dog", "name": 1}, "value.name: must be a string, not the number 1"),
    (
        Union[Cat, Dog],
        {"kind": "cow"},
        "value: must be an object (Cat) or an object (Dog), but fits none (an object (Cat): kind "
        'must be "cat", not the string "cow"; an object (Dog): kind must be "dog", not the string '
        '"cow")',
    ),
    (Annotated[int, Hint(minimum=1)], 0, "value: must be at least 1, not 0"),
    (Annotated[int, Hint(maximum=1)], 2, "value: must be at most 1, not 2"),
    (Annotated[float, Hint(exclusive_minimum=1)], 1, "value: must be more than 1, not 1"),
    (Annotated[float, Hint(exclusive_maximum=1)], 1.5, "value: must be less than 1, not 1.5"),
    (Annotated[int, Hint(multiple_of=3)], 4, "value: must be a multiple of 3, not 4"),
    (
        Annotated[Any, Hint(multiple_of=1)],
        math.inf,
        "value: must be a multiple of 1, not beyond all bounds",
    ),
    (Annotated[Any, Hint(multiple_of=1)], 0.5, "value: must be a multiple of 1, not 0.5"),
    (Annotated[float, Hint(multiple_of=0.1)], 0.35, "value: must be a multiple of 0.1, not 0.35"),
    (Annotated[str, Hint(min_length=2)], "a", "value: must have at least 2 characters, not 1"),
    (Annotated[list[int], Hint(max_length=1)], [1, 2], "value: must have at most 1 items, not 2"),
    (Annotated[str, Hint(pattern="^a$")], "b", 'value: must match the pattern ^a$, not "b"'),
    (
        datetime.datetime,
        "2026-07-28T12:00:00",
        "value: must be a date and time with a time zone, such as 2026-07-28T12:00:00Z, not the "
        'string "2026-07-28T12:00:00"',
    ),
    (
        datetime.date,
        "2026-02-30",
        'value: must be a date such as 2026-07-28, not the string "2026-02-30"',
    ),
    (bytes, "a", 'value: must be bytes in base64, not the string "a"'),
    (bytes, "é", 'value: must be bytes in base64, not the string "é"'),
    (
        decimal.Decimal,
        "1e5",
        'value: must be a decimal number in a string, such as "12.50", not the string "1e5"',
    ),
    (
        uuid.UUID,
        "{123e4567e89b12d3a456426614174000}",
        "value: must be a UUID such as 123e4567-e89b-12d3-a456-426614174000, not the string "
        '"{123e4567e89b12d3a456426614174000}"',
    ),
]


@pytest.mark.parametrize(("hint", "value", "text"), FAULTS)
def test_what_is_said_of_a_value(hint: Any, value: Any, text: str) -> None:
    assert fault(hint, value) == text


def test_an_integer_too_long_to_write_is_told() -> None:
    bounds = Hint(minimum=0.5, maximum=9, multiple_of=0.5)
    assert fault(Annotated[Any, bounds], 10**5000) == (
        "value: must be at most 9, not of more than 40 digits"
    )
    assert fault(Literal[1], 10**5000) == "value: must be 1, not the number of more than 40 digits"
    assert fault(str, 10**5000) == (
        "value: must be a string, not the number of more than 40 digits"
    )


def search(text: str, limit: int = 10, points: list[Point] = []) -> None:  # noqa: B006
    """A function with some arguments."""


def test_all_faults_are_told_at_once() -> None:
    with pytest.raises(BadArguments) as raised:
        Signature(search).bind({"limit": "7", "points": [{"x": 1}, {"y": None}], "txet": "a"})
    assert raised.value.faults == (
        ("limit", 'must be an integer, not the string "7"'),
        ("points[1].y", "must be an integer, not null"),
        ("points[1].x", "is missing"),
        ("txet", "is unknown; known here are text, limit, points"),
        ("text", "is missing"),
    )
    lines = str(raised.value).split("\n")
    assert lines[0] == "5 things are wrong:"
    assert lines[1] == '- limit: must be an integer, not the string "7"'
    assert len(lines) == 6
    copy = pickle.loads(pickle.dumps(raised.value))
    assert (str(copy), copy.faults) == (str(raised.value), raised.value.faults)


def test_a_flood_of_faults_is_cut() -> None:
    with pytest.raises(BadArguments) as raised:
        taking(list[int]).bind({"value": ["x"] * 100_000})
    assert len(raised.value.faults) == 100
    with pytest.raises(BadArguments) as raised:
        taking(Point).bind({"value": {f"k{at}": at for at in range(100_000)}})
    assert len(raised.value.faults) <= 101


def test_arguments_are_not_changed_and_not_kept() -> None:
    sent: dict[str, Any] = {"text": "a", "points": [{"x": 1}]}
    got = Signature(search).bind(sent)
    assert sent == {"text": "a", "points": [{"x": 1}]}
    assert got == {"text": "a", "points": [Point(1)]}
    assert Signature(search).bind({"text": "a"}) == {"text": "a"}
    missing: dict[str, Any] = {}
    with pytest.raises(BadArguments, match="text: is missing"):
        Signature(search).bind(missing)


@pytest.mark.parametrize("last", [1, "a", None])
def test_unions_in_themselves_take_no_more_time_than_the_value_is_long(last: Any) -> None:
    # Each level fits one of two only by its tag, which comes after all that is within. Without
    # care the work doubles with each level, and this never ends.
    value: Any = None
    for level in range(120):
        value = {"child": value, "tag": "x" if level % 2 else 1}
    value["tag"] = last
    if last is None:
        assert fault(Union[First, Second], value).startswith("value: must be an object (First) or")
    else:
        assert type(read(Union[First, Second], value)).__name__ in ("First", "Second")


def test_depth_beyond_python_is_a_fault() -> None:
    value: Any = None
    for _ in range(100_000):
        value = {"child": value, "tag": 1}
    assert fault(First, value) == "is nested too deep"


def test_texts_become_what_the_hint_says() -> None:
    def prompt(
        text: str,
        n: int = 1,
        on: bool = False,
        colour: Colour = Colour.RED,
        p: Optional[Point] = None,
    ) -> None: ...

    signature = Signature(prompt)
    got = signature.bind_texts(
        {"text": "7", "n": "7", "on": "true", "colour": "blue", "p": '{"x": 1}'}
    )
    assert got == {"text": "7", "n": 7, "on": True, "colour": Colour.BLUE, "p": Point(1)}
    with pytest.raises(BadArguments, match='n: must be an integer, not the string "x"'):
        signature.bind_texts({"text": "", "n": "x"})
    with pytest.raises(BadArguments, match="is unknown"):
        signature.bind_texts({"text": "", "m": "x"})
    choices = {each.name: each.choices for each in signature.parameters}
    assert choices["colour"] == ("red", "blue")
    assert choices["on"] == ("false", "true")
    assert choices["text"] == ()
