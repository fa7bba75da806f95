"""Templates of URIs."""

from __future__ import annotations

import types

import pytest

from sansmcp import UriTemplate


def test_a_template_matches_and_expands() -> None:
    template = UriTemplate("file:///{+path}/{id}{?q,limit}")
    assert template.variables == ["path", "id", "q", "limit"]
    uri = "file:///a/b/c%20d?limit=%C3%A9"
    values = {"path": "a/b", "id": "c d", "limit": "é"}
    assert template.matches(uri) == values
    assert template.expand(types.MappingProxyType(values)) == uri
    assert template.matches("file:///a") is None
    assert UriTemplate("a:b").matches("a:b") == {}
    assert UriTemplate("{a}-{a}").variables == ["a"]


def test_bytes_that_are_no_text_match_nothing() -> None:
    assert UriTemplate("a:{b}").matches("a:%FF") is None
    assert UriTemplate("a:{b}").matches("a:%C3%A9") == {"b": "é"}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a:{b", "braces do not pair up, at character 2"),
        ("é:{b", "braces do not pair up, at character 2"),
        ("a:{b*}", "not supported"),
        ("a:{+b}{c}{+d}", "order"),
        ("a b", "no place"),
    ],
)
def test_what_is_no_template_says_why_and_where(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        UriTemplate(text)


def test_templates_are_values() -> None:
    assert UriTemplate("a:{b}") == UriTemplate("a:{b}") != UriTemplate("a:{c}")
    assert len({UriTemplate("a:{b}"), UriTemplate("a:{b}")}) == 1
    assert str(UriTemplate("a:{b}")) == "a:{b}"
    assert repr(UriTemplate("a:{b}")) == "<UriTemplate a:{b}>"
    for wrong in (7, None, b"a:{b}"):
        with pytest.raises(TypeError):
            UriTemplate(wrong)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        UriTemplate("a:{b}").expand({"b": 7})  # type: ignore[dict-item]
