"""Results of calls, reads, prompts and completions: what they say, and what they refuse."""

from __future__ import annotations

import base64
import json
import threading
from collections.abc import Callable
from typing import Any

import pytest
from peer import connected, request, result
from sansmcp import (
    Annotations,
    Icon,
    NotJson,
    NotSupported,
    NotText,
    Out,
    RawJson,
    Server,
    Short,
    Stale,
)
from whole import call, new, one, shaken, whole, wrong_type

READ: dict[str, Any] = {"uri": "a:1"}
GET: dict[str, Any] = {"name": "greet"}
COMPLETE: dict[str, Any] = {
    "ref": {"type": "ref/prompt", "name": "greet"},
    "argument": {"name": "who", "value": "A"},
}
HALF = "half \ud800"


def ticket(server: Server, method: str, params: dict[str, Any]) -> int:
    return one(server, request(method, params)).ticket


def test_contents_of_a_resource() -> None:
    server = shaken()
    out = (
        server.contents(ticket(server, "resources/read", READ))
        .text("a:1", "text", mime_type="text/plain")
        .text("a:2", RawJson('"\\ud800"'), meta={"m": 1})
        .blob("a:3", b"\x00\xff")
        .blob("a:4", memoryview(b"x"), mime_type="b/c", meta=RawJson("{}"))
        .cache(5, "public")
        .meta({"m": 2})
        .end()
    )
    assert out.is_last
    assert b'"text":"\\ud800"' in out.line
    said = result(out)
    assert [part["uri"] for part in said["contents"]] == ["a:1", "a:2", "a:3", "a:4"]
    assert said["contents"][0] == {"uri": "a:1", "mimeType": "text/plain", "text": "text"}
    assert said["contents"][1]["_meta"] == {"m": 1}
    assert said["contents"][2] == {"uri": "a:3", "blob": base64.b64encode(b"\x00\xff").decode()}
    assert said["contents"][3]["mimeType"] == "b/c"
    assert said["_meta"] == {"m": 2}
    assert "ttlMs" not in said


def test_how_long_contents_may_be_kept() -> None:
    server = whole()
    event = one(server, new("resources/read", READ))
    said = result(server.contents(event.ticket).text("a:1", "x").cache(5, "public").end())
    assert (said["ttlMs"], said["cacheScope"]) == (5, "public")
    event = one(server, new("resources/read", READ))
    said = result(server.contents(event.ticket).text("a:1", "x").end())
    assert (said["ttlMs"], said["cacheScope"]) == (0, "private")
    with pytest.raises(ValueError, match="scope must be 'private' or 'public'"):
        server.contents(event.ticket).cache(5, wrong_type("all"))
    with pytest.raises(OverflowError):
        server.contents(event.ticket).cache(-1)


def test_a_resource_that_is_there_has_contents() -> None:
    server = shaken()
    number = ticket(server, "resources/read", READ)
    with pytest.raises(NotSupported):
        server.contents(number).end()
    assert server.contents(number).text("a:1", "").end()
    with pytest.raises(Stale):
        server.contents(number).text("a:1", "").end()


def test_messages_of_a_prompt() -> None:
    server = shaken()
    out = (
        server.messages(ticket(server, "prompts/get", GET))
        .text("user", "a")
        .image("assistant", b"i", "image/png")
        .audio("user", b"s", "audio/wav", annotations=Annotations(["user"], 0.5, "2025-01-01"))
        .resource("user", "a:1", "text", resource_meta={"r": 1}, meta={"m": 1})
        .blob("user", "a:2", b"b", mime_type="b/c")
        .link("user", "a:3", "n", title="T", description="D", size=7, icons=[Icon("https:i")])
        .block("assistant", {"type": "text", "text": "as it is"})
        .description("what for")
        .meta({"m": 2})
        .end()
    )
    said = result(out)
    assert (said["description"], said["_meta"]) == ("what for", {"m": 2})
    roles = [message["role"] for message in said["messages"]]
    assert roles == ["user", "assistant", "user", "user", "user", "user", "assistant"]
    contents = [message["content"] for message in said["messages"]]
    assert contents[0] == {"type": "text", "text": "a"}
    assert contents[1] == {"type": "image", "data": "aQ==", "mimeType": "image/png"}
    annotations = {"audience": ["user"], "priority": 0.5, "lastModified": "2025-01-01"}
    assert contents[2]["annotations"] == annotations
    assert contents[3]["resource"] == {"uri": "a:1", "text": "text", "_meta": {"r": 1}}
    assert contents[3]["_meta"] == {"m": 1}
    assert contents[4]["resource"] == {"uri": "a:2", "mimeType": "b/c", "blob": "Yg=="}
    assert contents[5] == {
        "type": "resource_link",
        "uri": "a:3",
        "name": "n",
        "title": "T",
        "description": "D",
        "size": 7,
        "icons": [{"src": "https:i"}],
    }
    assert contents[6] == {"type": "text", "text": "as it is"}


def test_a_role_is_one_of_two() -> None:
    messages = shaken().messages(1)
    with pytest.raises(ValueError, match="role must be 'user' or 'assistant', not 'system'"):
        messages.text(wrong_type("system"), "a")


def test_suggestions() -> None:
    server = shaken()
    draft = server.completion(ticket(server, "completion/complete", COMPLETE))
    for number in range(150):
        draft.value(str(number))
    said = result(draft.meta({"m": 1}).end())
    assert said["completion"]["values"] == [str(number) for number in range(100)]
    assert (said["completion"]["total"], said["completion"]["hasMore"]) == (150, True)
    assert said["_meta"] == {"m": 1}

    draft = server.completion(ticket(server, "completion/complete", COMPLETE))
    said = result(draft.value(RawJson('"a"')).total(1).end())
    assert said["completion"] == {"values": ["a"], "total": 1}

    draft = server.completion(ticket(server, "completion/complete", COMPLETE))
    assert result(draft.more().end())["completion"] == {"values": [], "hasMore": True}
    for wrong in (-1, 1 << 64):
        with pytest.raises(OverflowError):
            draft.total(wrong)
    with pytest.raises(Stale):
        draft.end()


def test_annotations_and_meta_of_blocks() -> None:
    server = shaken()
    notes = Annotations(("assistant", "user"), 1)
    draft = server.answer(call(server).ticket).text("a", annotations=notes, meta={"m": 1})
    said = result(draft.image(b"", "image/png", meta={}).failed().end())
    assert said["content"][0] == {
        "type": "text",
        "text": "a",
        "annotations": {"audience": ["assistant", "user"], "priority": 1},
        "_meta": {"m": 1},
    }
    assert said["content"][1]["_meta"] == {}
    assert said["isError"] is True
    assert len(said["content"]) == 2


def test_a_revision_gets_what_it_knows() -> None:
    server = connected("2024-11-05")
    notes = Annotations(["user"], last_modified="2025")
    draft = server.answer(call(server).ticket)
    said = result(draft.text("a", annotations=notes, meta={"m": 1}).end())
    assert said["content"] == [
        {"type": "text", "text": "a", "annotations": {"audience": ["user"]}}
    ]
    number = call(server).ticket
    for draft in (
        server.answer(number).audio(b"", "audio/wav"),
        server.answer(number).block({"type": "audio", "data": "", "mimeType": "a/b"}),
        server.answer(number).link("a:", "n"),
    ):
        with pytest.raises(NotSupported):
            draft.end()
    assert server.answer(number).text("in words").end()


def test_a_block_in_the_form_of_the_protocol() -> None:
    server = shaken()
    blocks: list[dict[str, Any]] = [
        {"type": "text", "text": "é\n"},
        {"type": "image", "data": "AQI=", "mimeType": "image/png"},
        {"type": "resource", "resource": {"uri": "a:", "blob": "AQI=", "_meta": {"x": 1}}},
        {"type": "resource", "resource": {"uri": "a:", "mimeType": "b/c", "text": "t"}},
        {"type": "resource_link", "uri": "a:", "name": "n", "size": 9},
    ]
    draft = server.answer(call(server).ticket)
    for block in blocks:
        draft.block(block)
    draft.block(RawJson('{"type":"text","text":"\\ud800"}'))
    out = draft.end()
    assert b'{"type":"text","text":"\\ud800"}' in out.line
    assert result(out)["content"][:5] == blocks


@pytest.mark.parametrize(
    ("block", "said"),
    [
        ({}, "block.type must be a string"),
        ({"type": "tool_use"}, "block.type must be a kind of content"),
        ({"type": "text"}, "block.text must be a string"),
        ({"type": "image", "data": "?", "mimeType": "a/b"}, "block.data must be bytes in Base64"),
        ({"type": "image", "data": "AQI="}, "block.mimeType must be a string"),
        ({"type": "resource"}, "block.resource.text must be a string"),
        ({"type": "text", "text": "", "annotations": {"audience": ["me"]}}, r"audience\[0\]"),
        ({"type": "text", "text": "", "_meta": 1}, "block._meta must be an object"),
    ],
)
def test_a_wrong_block_says_what_is_wrong(block: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        shaken().answer(1).block(block)


def test_what_has_no_form_in_json_or_utf_8() -> None:
    answer, messages = shaken().answer(1), shaken().messages(1)
    nan = float("nan")
    wrongs: list[tuple[type[Exception], Callable[[], object]]] = [
        (NotText, lambda: answer.text(HALF)),
        (NotText, lambda: answer.resource(HALF, "t")),
        (NotText, lambda: answer.resource("a:", HALF)),
        (NotText, lambda: answer.image(b"", HALF)),
        (NotText, lambda: answer.link("a:", "n", title=HALF)),
        (NotText, lambda: answer.block({"type": "text", "text": HALF})),
        (NotText, lambda: messages.description(HALF)),
        (NotText, lambda: answer.text("a", annotations=Annotations(last_modified=HALF))),
        (NotJson, lambda: answer.text("a", annotations=Annotations(priority=nan))),
        (NotJson, lambda: answer.text("a", meta={"x": nan})),
        (NotJson, lambda: answer.text("a", meta=wrong_type([1]))),
        (NotJson, lambda: answer.text(RawJson("1"))),
        (NotJson, lambda: answer.block(RawJson("[]"))),
        (NotJson, lambda: messages.meta({"x": {1}})),
        (TypeError, lambda: answer.text("a", annotations=Annotations(priority=True))),
        (TypeError, lambda: answer.text(wrong_type(7))),
        (TypeError, lambda: answer.image(wrong_type("text"), "a/b")),
        (ValueError, lambda: answer.text("a", annotations=Annotations(wrong_type(["me"])))),
        (TypeError, lambda: answer.text("a", annotations=wrong_type({}))),
        (OverflowError, lambda: answer.link("a:", "n", size=-1)),
    ]
    for kind, act in wrongs:
        with pytest.raises(kind):
            act()


def test_a_result_is_of_the_kind_that_was_asked_for() -> None:
    server = shaken()
    builders: dict[str, Callable[[int], Out]] = {
        "tools/call": lambda it: server.answer(it).text("a").end(),
        "resources/read": lambda it: server.contents(it).text("a:1", "a").end(),
        "prompts/get": lambda it: server.messages(it).text("user", "a").end(),
        "completion/complete": lambda it: server.completion(it).value("a").end(),
    }
    params = [{"name": "tool"}, READ, GET, COMPLETE]
    for method, given in zip(builders, params, strict=True):
        number = ticket(server, method, given)
        for other, build in builders.items():
            if other != method:
                with pytest.raises(NotSupported):
                    build(number)
        assert builders[method](number).is_last
        with pytest.raises(Stale):
            builders[method](number)
    for build in builders.values():
        for never in (0, 1 << 63, (1 << 64) - 1):
            with pytest.raises(Stale):
                build(never)
        for no in (-1, 1 << 64):
            with pytest.raises(OverflowError):
                build(no)


def test_a_result_that_is_too_long_leaves_the_request_open() -> None:
    server = shaken(max_message=2000)
    number = ticket(server, "resources/read", READ)
    long = server.contents(number).blob("a:1", bytes(10_000))
    with pytest.raises(Short) as short:
        long.end()
    assert 13_000 < short.value.need < 15_000
    assert server.open() == [number]
    assert server.contents(number).text("a:1", "less").end()


def test_a_read_in_pieces() -> None:
    server = shaken()
    number = ticket(server, "resources/read", READ)
    line = server.begin(number, "contents", "text/plain", uri="a:1").line
    with pytest.raises(TypeError, match="bytes takes mime_type and uri"):
        server.begin(number, "bytes", "a/b")
    taken, out = server.piece(number, 'é"'.encode())
    assert taken == 3
    line += out.line + server.end(number).line
    message = json.loads(line)["result"]
    assert message["contents"] == [{"uri": "a:1", "mimeType": "text/plain", "text": 'é"'}]

    number = ticket(server, "resources/read", READ)
    line = server.begin(number, "bytes", "a/b", uri="a:1").line
    for piece in (b"a", b"bc", b""):
        line += server.piece(number, piece)[1].line
    line += server.end(number).line
    (part,) = json.loads(line)["result"]["contents"]
    assert part == {"uri": "a:1", "mimeType": "a/b", "blob": "YWJj"}


def test_one_result_of_many_threads() -> None:
    server = shaken(slots=64)
    draft = server.completion(ticket(server, "completion/complete", COMPLETE))
    sent: list[bytes] = []
    tickets = [ticket(server, "resources/read", READ) for _ in range(40)]

    def work(numbers: list[int]) -> None:
        for number in numbers:
            draft.value(str(number))
            for _ in range(2):
                try:
                    sent.append(server.contents(number).text("a:1", str(number)).end().line)
                except Stale:
                    continue

    # Two threads have the same tickets: each is answered once.
    threads = [threading.Thread(target=work, args=(tickets[at::4],)) for at in range(4)]
    threads += [threading.Thread(target=work, args=(tickets[at::4],)) for at in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert len(sent) == len(set(sent)) == 40
    assert len(result(draft.end())["completion"]["values"]) == 80
    assert server.open() == []
