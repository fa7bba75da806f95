"""Hints of pydantic's, and a machine without it."""

from __future__ import annotations

import datetime
import enum
import subprocess
import sys
from dataclasses import dataclass
from typing import Annotated, Any, Optional, Union

import annotated_types
import pydantic
import pytest
from hinted import check, fault, fits, giving, read, schema, taking
from pydantic import AfterValidator, BaseModel, ConfigDict, Field
from pydantic.dataclasses import dataclass as pydantic_dataclass
from sansmcp import Hint, HintError
from sansmcp._hints import BadResult, Signature, write_any


class Colour(enum.Enum):
    RED = "red"


class Item(BaseModel):
    """A thing."""

    model_config = ConfigDict(extra="forbid")

    name: str
    count: int = Field(default=1, ge=1, description="How many")
    colour: Colour = Colour.RED
    made: Optional[datetime.datetime] = None


class Tree(BaseModel):
    name: str
    children: list[Tree] = []


@pydantic_dataclass
class Spot:
    x: int


class Checked(BaseModel):
    n: int

    @pydantic.field_validator("n")
    @classmethod
    def even(cls, n: int) -> int:
        if n % 2:
            raise ValueError("n must be even")
        return n


@dataclass
class Holder:
    item: Item
    more: list[Item]


def double(n: int) -> int:
    return 2 * n


def test_a_model() -> None:
    drawn = schema(Item)
    assert drawn["description"] == "A thing."
    assert drawn["properties"]["count"]["minimum"] == 1
    assert drawn["additionalProperties"] is False
    got = read(Item, {"name": "a", "made": "2026-07-28T12:00:00Z", "colour": "red"})
    made = datetime.datetime(2026, 7, 28, 12, tzinfo=datetime.timezone.utc)
    assert got == Item(name="a", made=made)
    assert read(Spot, {"x": 1}) == Spot(1)
    assert read(Optional[Item], None) is None


def test_what_is_said_of_a_model() -> None:
    with pytest.raises(ValueError) as raised:
        taking(list[Item]).bind({"value": [{"count": "7", "extra": 1}]})
    assert str(raised.value) == (
        "3 things are wrong:\n"
        "- value[0].name: is missing\n"
        '- value[0].count: must be a valid integer, not the string "7"\n'
        "- value[0].extra: is unknown"
    )
    assert fault(Checked, {"n": 10**5000}) == "value: has a number that is too long"
    assert fault(Checked, {"n": 1}) == "value.n: n must be even"
    assert fault(Item, 7).startswith("value: must be an object, not the number 7")
    assert fault(Union[Item, str], 7) == (
        "value: must be an object (Item) or a string, not the number 7"
    )


def test_definitions_come_together() -> None:
    def function(tree: Tree, item: Item, holder: Holder) -> Tree:
        return tree

    signature = Signature(function)
    drawn = signature.input_schema
    check(drawn)
    assert drawn["properties"]["tree"] == {"$ref": "#/$defs/Tree"}
    assert set(drawn["$defs"]) == {"Tree", "Colour"}
    item = {"name": "a", "colour": "red"}
    arguments: dict[str, Any] = {
        "tree": {"name": "a", "children": [{"name": "b"}]},
        "item": item,
        "holder": {"item": item, "more": [item]},
    }
    assert fits(drawn, arguments)
    assert signature.bind(arguments)["holder"] == Holder(Item(name="a"), [Item(name="a")])
    arguments["tree"]["children"][0]["name"] = 7
    assert not fits(drawn, arguments)
    assert signature.output_schema is not None
    assert signature.output_schema["type"] == "object"
    check(signature.output_schema)


def test_other_classes_of_the_same_name_are_kept_apart() -> None:
    @dataclass
    class Own:
        next: Own | None
        n: int

    Own.__name__ = "Tree"

    def function(a: Own, b: Tree) -> None: ...

    drawn = Signature(function, names={"Own": Own}).input_schema
    assert drawn["properties"] == {"a": {"$ref": "#/$defs/Tree"}, "b": {"$ref": "#/$defs/Tree_2"}}
    children = drawn["$defs"]["Tree_2"]["properties"]["children"]
    assert children["items"] == {"$ref": "#/$defs/Tree_2"}


def test_fields_that_say_what_ours_say_are_ours() -> None:
    hint = Annotated[int, Field(ge=1, lt=9, description="N", title="T", examples=[2])]
    assert schema(hint) == schema(
        Annotated[int, Hint("N", title="T", minimum=1, exclusive_maximum=9, examples=[2])]
    )
    assert fault(hint, 0) == "value: must be at least 1, not 0"
    assert schema(Annotated[str, Field(pattern="^a", max_length=2)]) == {
        "type": "string",
        "maxLength": 2,
        "pattern": "^a",
    }
    assert read(Annotated[list[Holder], Field(min_length=0)], []) == []
    length = Annotated[str, annotated_types.Len(1, 2), annotated_types.MultipleOf]
    assert schema(length) == {"type": "string", "minLength": 1, "maxLength": 2}
    assert schema(pydantic.PositiveInt) == {"type": "integer", "exclusiveMinimum": 0}


def test_what_is_only_pydantics_is_left_to_it() -> None:
    hint = Annotated[int, Field(ge=1), AfterValidator(double), "Twice"]
    drawn = schema(hint)
    assert (drawn["type"], drawn["minimum"], drawn["description"]) == ("integer", 1, "Twice")
    assert read(hint, 2) == 4
    assert fault(hint, "2") == 'value: must be a valid integer, not the string "2"'
    assert schema(pydantic.AnyUrl)["format"] == "uri"


def test_a_field_as_a_default() -> None:
    def good(n: int = Field(ge=1, description="N")) -> None: ...
    def bad(n: int = Field(default=3)) -> None: ...

    signature = Signature(good)
    assert signature.input_schema["required"] == ["n"]
    assert signature.input_schema["properties"]["n"] == {
        "type": "integer",
        "description": "N",
        "minimum": 1,
    }
    with pytest.raises(HintError, match=r"bad\(\), parameter n: write the default of Field after"):
        Signature(bad)


def test_results() -> None:
    signature = giving(Item)
    written = {"name": "a", "count": 1, "colour": "red", "made": None}
    assert signature.give(Item(name="a")) == written
    assert signature.output_schema is not None
    assert not signature.is_wrapped
    assert fits(signature.output_schema, written)
    with pytest.raises(BadResult, match=r"function\(\)"):
        signature.give({"name": 1})
    assert write_any([Item(name="a")]) == [written]


def test_what_pydantic_cannot_draw() -> None:
    class Arbitrary(BaseModel):
        model_config = ConfigDict(arbitrary_types_allowed=True)

        thing: Signature

    with pytest.raises(HintError, match=r"function\(\), parameter value: pydantic draws no schema"):
        taking(Arbitrary)


WITHOUT = """
import sys

class Nothing:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in ("pydantic", "pydantic_core", "annotated_types"):
            raise ImportError(name)

sys.meta_path.insert(0, Nothing())

import dataclasses
from typing import Annotated
from sansmcp import Hint
from sansmcp._hints import Signature

@dataclasses.dataclass
class Point:
    x: int

def function(a: Point, b: Annotated[str, "B", Hint(max_length=3)] = "") -> list[Point]:
    return [a]

signature = Signature(function)
bound = signature.bind({"a": {"x": 1}})
print(signature.wrap(signature.give(function(**bound))), "pydantic" in sys.modules)
"""

WITH = """
import sys
from sansmcp._hints import Signature

def function(a: int) -> str: ...

Signature(function).bind({"a": 1})
print([name for name in ("pydantic", "decimal", "uuid", "pathlib") if name in sys.modules])
"""


def run(program: str) -> str:
    command = [sys.executable, "-W", "error", "-c", program]
    return subprocess.run(command, check=True, capture_output=True, text=True, timeout=60).stdout


def test_a_machine_without_it() -> None:
    assert run(WITHOUT) == "{'result': [{'x': 1}]} False\n"


def test_it_is_not_imported_for_other_hints() -> None:
    assert "pydantic" not in run(WITH)
