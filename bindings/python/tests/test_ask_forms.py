"""The params of questions: the form that each revision has, and what is wrong with them."""

from __future__ import annotations

import json

import pytest
from peer import result
from sansmcp import Input, NotSupported, RawJson
from whole import FORM, call, new, one, shaken, whole

ASK = [Input.elicit("who", FORM)]
# Each revision, and what it leaves out of or has beside a text with a default.
FORMS: list[tuple[str, set[str], dict[str, str]]] = [
    ("2025-06-18", {"default"}, {}),
    ("DRAFT-2025-v3", set(), {}),
    ("2025-11-25", set(), {"mode": "form"}),
]


@pytest.mark.parametrize(("revision", "without", "beside"), FORMS)
def test_what_is_asked_has_the_form_of_the_revision(
    revision: str, without: set[str], beside: dict[str, str]
) -> None:
    server = shaken(revision)
    field = {"type": "string", "title": "A", "default": "x"}
    asked = Input.elicit("k", {"message": "m", "requestedSchema": {"properties": {"a": field}}})
    out = server.ask(call(server), [asked], idle_ms=0)
    for each in without:
        del field[each]
    wanted = {"message": "m", "requestedSchema": {"type": "object", "properties": {"a": field}}}
    assert json.loads(out.line)["params"] == {**beside, **wanted}


@pytest.mark.parametrize("revision", ["2025-06-18", "DRAFT-2025-v3"])
def test_what_a_revision_has_no_words_for(revision: str) -> None:
    several = {"type": "array", "items": {"type": "string", "enum": ["a"]}}
    titled = {"type": "string", "oneOf": [{"const": "a", "title": "A"}]}
    for field in (several, titled):
        asked = Input.elicit("k", {"message": "m", "requestedSchema": {"properties": {"a": field}}})
        old = shaken(revision)
        with pytest.raises(NotSupported):
            old.ask(call(old), [asked])
        with pytest.raises(NotSupported):
            old.ask(call(old), [*ASK, asked])
        server = shaken("2025-11-25")
        assert server.ask(call(server), [asked])


def test_a_page_needs_its_id_where_there_is_one() -> None:
    page = {"mode": "url", "message": "m", "url": "https://a"}
    server = shaken("2025-11-25")
    with pytest.raises(NotSupported):
        server.ask(call(server), [Input.elicit("k", page)])
    named = Input.elicit("k", {**page, "elicitationId": "i"})
    out = server.ask(call(server), [named], idle_ms=0)
    assert json.loads(out.line)["params"] == {**page, "elicitationId": "i"}
    modern = whole()
    said = result(modern.ask(one(modern, new("tools/call", {"name": "tool"})), [named]))
    assert said["inputRequests"]["k"]["params"] == page


def test_params_of_no_revision_are_named() -> None:
    with pytest.raises(ValueError, match=r"^params.requestedSchema must be an object$"):
        Input.elicit("k", {"message": "m"})
    schema = {"properties": {"a": {"type": "string", "pattern": "x"}}}
    lost = r"^params\.requestedSchema\.properties\.a\.pattern is in no revision of the protocol$"
    with pytest.raises(ValueError, match=lost):
        Input.elicit("k", {"message": "m", "requestedSchema": schema})
    with pytest.raises(ValueError, match=r"params\.maxTokens must be a whole number"):
        Input.create_message("k", {"messages": []})
    with pytest.raises(ValueError, match=r"params\.x is in no"):
        Input.list_roots("k", {"x": 1})
    # Who knows better says so with the text of it.
    server = shaken()
    raw = Input.elicit("k", RawJson('{"requestedSchema": {"x": 1}}'))
    assert rb'{"requestedSchema": {"x": 1}' in server.ask(call(server), [raw]).line
