"""States and cursors that clients cannot change."""

from __future__ import annotations

import json
import pickle
from typing import Any

import pytest
from peer import call as call_before
from peer import error
from sansmcp import Event, Input, Seal, SealError, Server
from whole import FORM, answers, new, one, shaken, whole, wrong_type

KEY = bytes(range(32))


def call(server: Server, state: object = None, /, **params: Any) -> Event:
    """A call of 2026-07-28, perhaps with a state."""
    more = {} if state is None else {"requestState": state}
    return one(server, new("tools/call", {"name": "tool", **params, **more}))


def test_a_state_comes_back() -> None:
    server, seal = whole(), Seal(KEY)
    first = call(server, arguments={"a": 1, "b": "é"})
    assert seal.open(first, now=0) is None
    state = seal.seal(first, b"asked \xff", expires=100)
    assert server.ask(first, [Input.elicit("k", FORM)], state)
    again = call(server, state, arguments={"a": 1, "b": "é"})
    assert seal.open(again, now=99) == b"asked \xff"
    assert set(state) <= set(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    )


def test_what_a_state_is_bound_to() -> None:
    server, seal = whole(), Seal(KEY)
    arguments = {"a": 1}
    first = call(server, arguments=arguments)
    state = seal.seal(first, b"", expires=100, principal=7)
    good = call(server, state, arguments=arguments)
    assert seal.open(good, now=0, principal=7) == b""
    last = "B" if state[-2] == "A" else "A"
    read = one(server, new("resources/read", {"uri": "tool", "requestState": state}))
    wrongs: list[tuple[Event, dict[str, Any], str]] = [
        (good, {"now": 100, "principal": 7}, "expired"),
        (good, {"now": 0}, "forged"),
        (good, {"now": 0, "principal": 7, "arguments": False}, "forged"),
        (call(server, state, arguments={"a": 2}), {"now": 0, "principal": 7}, "forged"),
        (call(server, state), {"now": 0, "principal": 7}, "forged"),
        (read, {"now": 0, "principal": 7}, "forged"),
        (
            call(server, state[:-2] + last + state[-1], arguments=arguments),
            {"now": 0, "principal": 7},
            "forged",
        ),
        (call(server, "x", arguments=arguments), {"now": 0, "principal": 7}, "not_sealed"),
        (call(server, "half \ud800", arguments=arguments), {"now": 0}, "not_sealed"),
    ]
    for event, options, why in wrongs:
        with pytest.raises(SealError) as raised:
            seal.open(event, **options)
        assert raised.value.why == why
    free = seal.seal(first, b"x", expires=100, arguments=False)
    assert seal.open(call(server, free, arguments={"b": 0}), now=0, arguments=False) == b"x"


def test_to_the_client_all_wrong_states_are_the_same() -> None:
    server, seal = whole(), Seal(KEY)
    said: list[dict[str, Any]] = []
    for state in ("x", Seal(b"another key, of 16").seal(call(server), b"", expires=9)):
        event = call(server, state)
        with pytest.raises(SealError) as raised:
            seal.open(event, now=0)
        wrong = raised.value
        said.append(error(server.error(event.ticket, wrong.code, wrong.answer)))
        copy = pickle.loads(pickle.dumps(wrong))
        assert (copy.why, copy.code, str(copy)) == (wrong.why, wrong.code, str(wrong))
    assert said[0] == said[1]
    assert said[0]["code"] == -32602


def test_keys_are_changed_one_after_the_other() -> None:
    server = whole()
    old, new_key = Seal(KEY), b"n" * 16
    state = old.seal(call(server), b"x", expires=9)
    both = Seal(new_key, KEY)
    assert both.open(call(server, state), now=0) == b"x"
    state = both.seal(call(server), b"y", expires=9)
    assert Seal(new_key).open(call(server, state), now=0) == b"y"
    with pytest.raises(SealError):
        old.open(call(server, state), now=0)


def test_a_key_that_is_too_short() -> None:
    for keys in [(b"",), (b"x" * 15,), (KEY, b"")]:
        with pytest.raises(ValueError, match="the key is too short; give 16 bytes or more"):
            Seal(*keys)
    with pytest.raises(TypeError):
        Seal(wrong_type("x" * 32))
    assert repr(Seal(KEY)) == "<Seal>"


def test_a_cursor() -> None:
    server, seal = whole(), Seal(KEY)
    page = one(server, new("tools/list", {}))
    cursor = seal.seal(page, b"40", expires=9, purpose="cursor")
    following = one(server, new("tools/list", {"cursor": cursor}))
    assert seal.open(following, now=0, purpose="cursor") == b"40"
    other = one(server, new("prompts/list", {"cursor": cursor}))
    with pytest.raises(SealError):
        seal.open(other, now=0, purpose="cursor")
    with pytest.raises(SealError):
        seal.open(call(server, seal.seal(call(server), b"", expires=9)), now=9)
    # A state is no cursor.
    state = seal.seal(page, b"40", expires=9)
    with pytest.raises(SealError):
        seal.open(one(server, new("tools/list", {"cursor": state})), now=0, purpose="cursor")
    with pytest.raises(ValueError, match="purpose must be 'state' or 'cursor'"):
        seal.open(page, now=0, purpose=wrong_type("x"))


def test_a_state_before_2026_07_28() -> None:
    server, seal = shaken(), Seal(KEY)
    event = call_before(server, {"a": 1})
    out = server.ask(event, [Input.list_roots("k")], seal.seal(event, b"x", expires=9))
    assert out.keep is not None
    answered = answers(server, out, {"roots": []})
    again = server.resume(answered, out.keep)
    assert isinstance(again, Event)
    assert seal.open(again, now=0) == b"x"


def test_how_the_arguments_are_written_does_not_matter() -> None:
    server, seal = whole(), Seal(KEY)

    def written(arguments: str, state: str) -> Event:
        params = {"name": "tool", "arguments": "HERE", "requestState": state}
        text = json.dumps(new("tools/call", params)).replace('"HERE"', arguments)
        return one(server, text)

    state = seal.seal(written('{"a":[1,"\\u00e9"]}', ""), b"x", expires=9)
    assert seal.open(written('{ "a" : [ 1, "é" ]\t}', state), now=0) == b"x"
    with pytest.raises(SealError):
        seal.open(written('{"a":[1.0,"é"]}', state), now=0)


def test_data_of_any_size() -> None:
    server, seal = whole(), Seal(KEY)
    for size in (0, 1, 47, 48, 49, 100_000):
        data = bytes(size)
        state = seal.seal(call(server), data, expires=(1 << 64) - 1)
        assert seal.open(call(server, state), now=(1 << 64) - 2) == data
    with pytest.raises(OverflowError):
        seal.seal(call(server), b"", expires=-1)
