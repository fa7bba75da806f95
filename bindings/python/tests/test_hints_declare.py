"""What cannot be drawn fails when it is declared, with the name of the function."""

from __future__ import annotations

import collections
import datetime
import enum
import re
from collections.abc import Callable, Iterator
from dataclasses import InitVar, dataclass
from typing import Annotated, Any, Literal, TypedDict, TypeVar, Union

import pytest
from annotated_types import Predicate
from hinted import giving, taking
from sansmcp import Hint, HintError
from sansmcp._hints import Signature
from typing_extensions import NotRequired

T = TypeVar("T")
Headed = Annotated[str, Hint(header="A")]


class Empty(enum.Enum):
    pass


class Odd(enum.Enum):
    PAIR = (1, 2)


class Bits(enum.Flag):
    A = 1


class Other:
    pass


@dataclass
class Holder:
    inner: dict[str, Other]


@dataclass
class Begun:
    n: InitVar[int]


@dataclass
class Loose:
    a: int


@dataclass
class Again:
    name: Headed
    next: Again | None = None


class WithHeader(TypedDict):
    name: Headed


Bare: Any = collections.namedtuple("Bare", "a b")  # pyright: ignore  # noqa: PYI024

WRONG: list[tuple[Any, str]] = [
    (Other, "Other is no class that has a JSON Schema; use str, int, list, dict and their like"),
    (Callable[[], int], "is no class that has a JSON Schema"),
    (type[int], "is no class that has a JSON Schema"),
    (Iterator[int], "Iterator is no class that has a JSON Schema"),
    (list[Other], "Other is no class"),
    (Holder, "inner of Holder: Other is no class"),
    (Begun, "n of Begun is an InitVar; make it a field"),
    (Bare, "a of Bare has no type hint; use typing.NamedTuple"),
    (dict[int, str], "keys are texts in JSON, so they cannot be an integer; use str"),
    (set[list[int]], "a set of an array may not be hashable; use a list"),
    (set[Loose], "a set of an object (Loose) may not be hashable; use a list"),
    (set, "a set of anything may not be hashable"),
    (complex, "complex has no form in JSON; take two floats"),
    (datetime.timedelta, "timedelta has no form in JSON; take the seconds as a float"),
    (datetime.time, "time has no form in JSON; take it as a str"),
    (re.Pattern, "Pattern has no form in JSON; take it as a str"),
    (Empty, "Empty has no members"),
    (Odd, "(1, 2) of Odd has no form in JSON"),
    (Bits, "Bits is a Flag; use a list of the members of an Enum"),
    (Literal[b"a"], "b'a' of Literal has no form in JSON"),
    (T, "nothing is said of what T stands for; name the type"),
    (NotRequired[int], "NotRequired is for a TypedDict alone; give a default instead"),
    ("Nowhere", "the name Nowhere is unknown where the hint is; define or import it in the module"),
    (list["Nowhere"], "the name Nowhere is unknown"),  # type: ignore[name-defined]
    ("1 +", "is no type hint"),
    (7, "7 is no hint that has a JSON Schema"),
    (Annotated[str, Hint(minimum=1)], "minimum is for numbers, not for a string"),
    (Annotated[bool, Hint(maximum=1)], "maximum is for numbers, not for true or false"),
    (Annotated[int, Hint(min_length=1)], "min_length is for texts, arrays and objects, not for an"),
    (Annotated[int, Hint(pattern="a")], "pattern is for texts, not for an integer"),
    (Annotated[str, Hint(pattern="(")], "pattern '(' is no regular expression"),
    (Annotated[str, Hint(min_length=-1)], "min_length must be 0 or more, not -1"),
    (Annotated[str, Hint(min_length=3, max_length=2)], "no length is at least 3 and at most 2"),
    (Annotated[int, Hint(minimum=3, maximum=2)], "no number is at least 3 and at most 2"),
    (Annotated[int, Hint(multiple_of=0)], "multiple_of must be more than 0, not 0"),
    (Annotated[int, Hint(minimum=float("nan"))], "minimum must be a number, not nan"),
    (Annotated[int, Hint(minimum=True)], "minimum must be a number, not True"),
    (Annotated[int, Hint(examples=["a"])], "an example does not fit: must be an integer"),
    (Annotated[int, Predicate(bool)], "cannot be told in a schema; check it in the function"),
    (Annotated[str, Hint(header="a b")], "header must be a name such as Region, not 'a b'"),
    (Annotated[str, Hint(header="")], "header must be a name such as Region, not ''"),
    (Annotated[float, Hint(header="A")], "header is for a str, an int or a bool, not for a number"),
    (Annotated[Union[str, int], Hint(header="A")], "header is for a str, an int or a bool, not"),
    (Annotated[None, Hint(header="A")], "header is for a str, an int or a bool, not for null"),
    (Annotated[list[str], Hint(header="A")], "header is for a str, an int or a bool, not for an"),
    (list[Headed], "a header can be named for an argument or a member of one, not in a list"),
    (tuple[Headed, int], "a header can be named for an argument or a member of one, not in a list"),
    (dict[str, Headed], "a header can be named for an argument, not in a dict"),
    (Union[Headed, int], "a header can be named for an argument, not for one of several hints"),
    (Union[WithHeader, None], "a header can be named for an argument, not for one of several"),
    (Again, "header"),
]


@pytest.mark.parametrize(("hint", "text"), WRONG, ids=[str(hint) for hint, _ in WRONG])
def test_a_wrong_hint(hint: Any, text: str) -> None:
    with pytest.raises(HintError) as raised:
        taking(hint)
    assert str(raised.value).startswith("function(), parameter value: ")
    assert text in str(raised.value)
    assert isinstance(raised.value, TypeError)


@pytest.mark.parametrize("hint", [Other, list[Other], "Nowhere", Annotated[str, Hint(minimum=1)]])
def test_a_wrong_return_hint(hint: Any) -> None:
    with pytest.raises(HintError, match=r"function\(\), what it returns: "):
        giving(hint)


def test_parameters_that_no_client_can_send() -> None:
    def stars(*values: int) -> None: ...
    def two(**values: int) -> None: ...
    def slash(value: int, /) -> None: ...
    def bare(value) -> None: ...  # type: ignore[no-untyped-def] # pyright: ignore

    wrong: list[tuple[Any, str]] = [
        (stars, "stars(), parameter *values: name each argument, or take a dict"),
        (two, "two(), parameter **values: name each argument, or take a dict"),
        (slash, "slash(), parameter value: arguments have names; leave out the slash after it"),
        (bare, "bare(), parameter value: it has no type hint; write one, such as value: str"),
    ]
    for function, text in wrong:
        with pytest.raises(HintError) as raised:
            Signature(function)
        assert str(raised.value) == text


def test_what_is_no_function() -> None:
    thing: Any
    for thing in (Other, 7, "a", Other()):
        with pytest.raises(HintError):
            Signature(thing)


def test_headers_have_names_of_their_own() -> None:
    def function(a: Headed, b: Annotated[int, Hint(header="a")]) -> None: ...

    with pytest.raises(HintError, match=r"function\(\): two arguments have the header a"):
        Signature(function)

    def twice(a: WithHeader, b: WithHeader) -> None: ...

    with pytest.raises(HintError, match="two arguments have the header A"):
        Signature(twice)

    def within(a: WithHeader, b: int) -> WithHeader:
        return a

    signature = Signature(within)
    name = signature.input_schema["properties"]["a"]["properties"]["name"]
    assert name == {"type": "string", "x-mcp-header": "A"}
    assert signature.output_schema is not None
    assert signature.output_schema["properties"]["name"] == {"type": "string"}
