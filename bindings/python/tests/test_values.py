"""Values on their way in and out: the same on both sides, or refused with the place."""

from __future__ import annotations

import collections
import enum
import json
import math
import random
import struct
import types
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from peer import call, connected, events, request, response, result
from sansmcp import CallTool, NotJson, NotText, RawJson, Server


class Colour(enum.IntEnum):
    RED = 1
    HUGE = 1 << 80


class Word(str, enum.Enum):
    ONE = "one"


class Failing(Mapping[str, int]):
    def __getitem__(self, key: str) -> int:
        raise LookupError(key)

    def __iter__(self) -> Iterator[str]:
        return iter(["a"])

    def __len__(self) -> int:
        return 1


def written(value: Any) -> str:
    """The JSON text of a value as it leaves in a result."""
    server = connected()
    text = server.result(call(server).ticket, {"v": value}).json.decode()
    head, tail = '"result":{"v":', "}}"
    at = text.index(head) + len(head)
    assert text.endswith(tail)
    return text[at : -len(tail)]


WRITTEN: list[tuple[Any, str]] = [
    (None, "null"),
    (True, "true"),
    (False, "false"),
    (0, "0"),
    (-1, "-1"),
    (2**63 - 1, "9223372036854775807"),
    (2**63, "9223372036854775808"),
    (-(2**63), "-9223372036854775808"),
    (-(2**64) - 1, "-18446744073709551617"),
    (10**4000, str(10**4000)),
    (Colour.RED, "1"),
    (Colour.HUGE, str(1 << 80)),
    (Word.ONE, '"one"'),
    (1.0, "1.0"),
    (-0.0, "-0.0"),
    ("", '""'),
    ('a"b\\c/d', '"a\\"b\\\\c/d"'),
    ("é\u2028\U0001f600\x7f", '"é\u2028\U0001f600\x7f"'),
    ([], "[]"),
    ((), "[]"),
    ((1, "a", None), '[1,"a",null]'),
    ([[1], [[2]]], "[[1],[[2]]]"),
    ({}, "{}"),
    ({"b": 1, "a": {"": []}}, '{"b":1,"a":{"":[]}}'),
    (collections.OrderedDict(a=1), '{"a":1}'),
    (types.MappingProxyType({"a": 1}), '{"a":1}'),
    (collections.deque([1, 2]), "[1,2]"),
    (RawJson('{"a" :\t1.50}'), '{"a" :\t1.50}'),
    ([RawJson("1e2"), {"k": RawJson('"\\u00e9"')}], '[1e2,{"k":"\\u00e9"}]'),
    (range(3), "[0,1,2]"),
]


@pytest.mark.parametrize(("value", "text"), WRITTEN)
def test_what_is_written(value: Any, text: str) -> None:
    assert written(value) == text


@pytest.mark.parametrize("text", ["", " ", "{", "1 2", '1},{"a":2', "nan", "'a'", "[1,]"])
def test_raw_json_is_json(text: str) -> None:
    with pytest.raises(NotJson):
        RawJson(text)


def test_raw_json_is_a_value() -> None:
    raw = RawJson('"\\ud800"')
    assert str(raw) == '"\\ud800"'
    assert repr(raw) == '<RawJson "\\ud800">'
    assert raw == RawJson('"\\ud800"') != RawJson("1")
    assert len({raw, RawJson('"\\ud800"')}) == 1
    server = connected()
    out = server.answer(call(server).ticket).text(raw).fail(RawJson('"\\/"')).end()
    assert b'"text":"\\ud800"},{"type":"text","text":"\\/"}],"isError":true' in out.line
    for wrong in ("1", "{}", "null"):
        with pytest.raises(NotJson, match="a text must be a JSON string"):
            server.answer(call(server).ticket).text(RawJson(wrong))
    with pytest.raises(TypeError):
        server.answer(call(server).ticket).text(1)  # type: ignore[arg-type]


def test_control_characters_are_escaped() -> None:
    text = "".join(map(chr, range(0x20))) + '"\\\x7f\x80\xff'
    out = written(text)
    assert json.loads(out) == text
    assert not any(ord(c) < 0x20 for c in out)


@pytest.mark.parametrize(
    ("value", "place"),
    [
        (math.nan, "NaN has no form in JSON, at ['v']"),
        (math.inf, "inf has no form in JSON, at ['v']"),
        ([1, -math.inf], "-inf has no form in JSON, at ['v'][1]"),
        ({1, 2}, "set has no form in JSON, at ['v']"),
        ({"a": [None, object()]}, "object has no form in JSON, at ['v']['a'][1]"),
        ({"a": {1: 2}}, "keys are texts in JSON, not int, at ['v']['a']"),
        (b"bytes", "bytes has no form in JSON, at ['v']"),
        (bytearray(b"b"), "bytearray has no form in JSON, at ['v']"),
        (memoryview(b"b"), "memoryview has no form in JSON, at ['v']"),
        (1j, "complex has no form in JSON, at ['v']"),
    ],
)
def test_what_has_no_form_is_refused_with_its_place(value: Any, place: str) -> None:
    with pytest.raises(NotJson) as raised:
        written(value)
    assert str(raised.value) == f"result: {place}"


@pytest.mark.parametrize("value", ["\ud800", ["a\udfffb"], {"\udc00": 1}, {"a": {"b": "\udbff"}}])
def test_half_a_character_is_refused(value: Any) -> None:
    with pytest.raises(NotText, match="half of a surrogate pair stands alone") as raised:
        written(value)
    assert isinstance(raised.value, ValueError)
    assert "['v']" in str(raised.value)


def test_a_value_in_itself_is_refused() -> None:
    loop: list[Any] = []
    loop.append(loop)
    with pytest.raises(NotJson, match="nested deeper than 128"):
        written(loop)


def test_depth_is_bounded_where_the_engine_bounds_it() -> None:
    value: Any = 1
    for _ in range(127):
        value = [value]
    assert json.loads(written(value)) == value
    with pytest.raises(NotJson, match="nested deeper than 128"):
        written([value])


def test_what_a_mapping_raises_comes_through() -> None:
    with pytest.raises(LookupError):
        written(Failing())


def test_too_many_digits_for_python_raise_what_python_raises() -> None:
    with pytest.raises(ValueError, match="digits"):
        written(10**5000)


def test_a_failed_conversion_leaves_the_request_open() -> None:
    server = connected()
    event = call(server)
    with pytest.raises(NotJson):
        server.answer(event.ticket).structured({"a": math.nan})
    with pytest.raises(NotText):
        server.answer(event.ticket).text("\ud800")
    with pytest.raises(NotText):
        server.error(event.ticket, -1, "\ud800")
    assert server.open() == [event.ticket]
    assert response(server.answer(event.ticket).text("fine").end())["id"] == event.id


def test_every_float_comes_back() -> None:
    random.seed(1)
    values = [5e-324, 2.2250738585072014e-308, 1.7976931348623157e308, 0.1, 1e16, 1e-5, 123456789.5]
    while len(values) < 2000:
        (value,) = struct.unpack("d", random.randbytes(8))
        if math.isfinite(value):
            values.append(value)
    assert json.loads(written(values)) == values
    assert call(connected(), {"v": values}).arguments == {"v": values}


def any_value(depth: int) -> Any:
    match random.randrange(8 if depth else 6):
        case 0:
            return random.choice([None, True, False])
        case 1:
            return random.randrange(-(10**6), 10**6)
        case 2:
            return random.randrange(-(2**200), 2**200)
        case 3:
            return random.uniform(-1e9, 1e9)
        case 4 | 5:
            return "".join(chr(random.choice(POOL)) for _ in range(random.randrange(12)))
        case 6:
            return [any_value(depth - 1) for _ in range(random.randrange(5))]
        case _:
            pass
    return {str(any_value(0)): any_value(depth - 1) for _ in range(random.randrange(5))}


POOL = [*range(0x80), 0xE9, 0x2028, 0xD7FF, 0xE000, 0xFFFF, 0x1F600, 0x10FFFF]


def test_any_value_goes_in_and_out_unchanged() -> None:
    random.seed(2)
    for _ in range(500):
        value = any_value(4)
        assert json.loads(written(value)) == value
        assert call(connected(), {"v": value}).arguments == {"v": value}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("{}", {}),
        ('{"a":1,"a":2}', {"a": 2}),
        ('{"a":9223372036854775808}', {"a": 2**63}),
        ('{"a":' + "9" * 4000 + "}", {"a": 10**4000 - 1}),
        ('{"a":' + "9" * 5000 + "}", {"a": math.inf}),
        ('{"a":-' + "9" * 5000 + "}", {"a": -math.inf}),
        ('{"a":1e400,"b":-1E400}', {"a": math.inf, "b": -math.inf}),
        ('{"a":1.0,"b":1e2,"c":-0}', {"a": 1.0, "b": 100.0, "c": 0}),
        ('{"a":"\\ud83d\\ude00\\u0000\\/"}', {"a": "\U0001f600\0/"}),
        ('{"a":"x\\ud800y"}', {"a": "x\ud800y"}),
        ('{"\\udc00":[]}', {"\udc00": []}),
        ('{"a":[true,false,null]}', {"a": [True, False, None]}),
    ],
)
def test_what_is_read(text: str, value: Any) -> None:
    event = call(connected(), text)
    assert event.arguments == value
    assert event.arguments_json == text
    for got, wanted in zip(event.arguments.values(), value.values(), strict=True):
        assert type(got) is type(wanted)


def test_arguments_are_read_once_and_never_missing() -> None:
    server = connected()
    event = call(server, {"a": [1]})
    assert event.arguments is event.arguments
    assert event.params is event.params
    missing = call(server)
    assert missing.arguments == {}
    assert missing.arguments_json is None
    assert missing.argument_json("a") is None
    event = call(server, '{"a": "\\u00e9", "b":[ 1 ], "a":"\\/"}')
    assert event.argument_json("a") == '"\\/"'
    assert event.argument_json("b") == "[ 1 ]"
    assert event.argument_json("c") is None


def test_deep_arguments_are_read() -> None:
    text = '{"a":' + "[" * 120 + "]" * 120 + "}"
    assert call(connected(), text).arguments == json.loads(text)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1", 1),
        ('"1"', "1"),
        ("9223372036854775808", 2**63),
        ('"\\u0031"', "1"),
        ('"\\ud800"', "\ud800"),
        ("-7", -7),
    ],
)
def test_ids_come_back_as_they_were_written(text: str, value: object) -> None:
    server = connected()
    line = json.dumps(request("tools/call", {"name": "tool"}, id="ID")).replace('"ID"', text)
    (event,) = events(server, line)
    assert isinstance(event, CallTool)
    assert (event.id, event.id_json) == (value, text)
    assert f'"id":{text},'.encode() in server.answer(event.ticket).text("x").end().line


def test_structured_content() -> None:
    server = connected()
    out = server.answer(call(server).ticket).structured({"a": (1, 2.5)}).end()
    assert result(out)["structuredContent"] == {"a": [1, 2.5]}
    # Before 2026-07-28 it is an object.
    event = call(server)
    with pytest.raises(NotJson):
        server.answer(event.ticket).structured([1]).end()
    assert server.open() == [event.ticket]


@pytest.mark.parametrize("value", [None, [1], "x", 1])
def test_meta_and_results_are_objects(value: Any) -> None:
    server: Server = connected()
    event = call(server)
    with pytest.raises(NotJson, match="meta must be a mapping"):
        server.answer(event.ticket).meta(value)
    with pytest.raises(NotJson, match="result must be a mapping"):
        server.result(event.ticket, value)
    with pytest.raises(NotJson, match="result must be an object"):
        server.result(event.ticket, RawJson("[1]"))
