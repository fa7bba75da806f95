"""Replays the transcripts that all languages share.

Those over a pipe whole, byte by byte, and cut at every place.
"""

from dataclasses import replace

import pytest
from transcript import (
    VECTORS,
    Case,
    HttpReplay,
    Line,
    Replay,
    byte_by_byte,
    cuts,
    files,
    read,
    whole,
)
from transcript.responses import KINDS, Host

PIPE = [case for path in files(".", "server") for case in read(path)]
HTTP = [case for path in files("http") for case in read(path)]
# What is kept for later (`<k`) shows when somebody comes back for it, and not before.
EXPECTED = {"=", "<", "<+", "<<", "<:", "<.", "<x", "<id", "?"}


def made(text: str) -> Case:
    lines = [line.partition(" ") for line in text.split("\n")]
    return Case("made", "made", [Line(at, mark, rest) for at, (mark, _, rest) in enumerate(lines)])


def name(case: Case) -> str:
    return f"{case.file}: {case.title}"


def is_http(case: Case) -> bool:
    return case.file.startswith("http/")


def test_there_are_transcripts() -> None:
    # Those of a client have a runner of their own.
    folders = {path.parent.name for path in VECTORS.rglob("*.txt")}
    assert folders == {VECTORS.name, "server", "http", "client"}
    assert len(files()) >= 10
    assert len(files("server")) >= 15
    assert len(files("http")) >= 20
    assert len(PIPE) >= 300
    assert len(HTTP) >= 200


@pytest.mark.parametrize("case", PIPE, ids=name)
def test_whole(case: Case) -> None:
    Replay(case, whole).run()


@pytest.mark.parametrize("case", PIPE, ids=name)
def test_byte_by_byte(case: Case) -> None:
    Replay(case, byte_by_byte).run()


@pytest.mark.parametrize("case", PIPE, ids=name)
def test_every_cut(case: Case) -> None:
    for cut in cuts(case):
        Replay(case, cut).run()


@pytest.mark.parametrize("case", HTTP, ids=name)
def test_over_http(case: Case) -> None:
    HttpReplay(case).run()


def test_no_expected_line_can_be_left_out() -> None:
    """A runner that sees no difference proves nothing."""
    for case in (*PIPE, *HTTP):
        for at, line in enumerate(case.lines):
            if line.mark in EXPECTED:
                less = replace(case, lines=case.lines[:at] + case.lines[at + 1 :])
                with pytest.raises(AssertionError):
                    (HttpReplay(less) if is_http(less) else Replay(less, whole)).run()


@pytest.mark.parametrize(
    "lines",
    [
        "! no such verb",
        "! answer hi",
        "! open 1",
        "! deadline 5",
        "! server nobody",
        "< {}",
        "= ping 1",
        ">> GET 1",
        '> {"jsonrpc":"2.0","id":1,"method":"ping"}\n= ping 2',
        '> {"jsonrpc":"2.0","id":1,"method":"ping"}\n= ping 1\n! reply\n? stale',
        '> {"jsonrpc":"2.0","id":1,"method":"ping"}\n= ping 1\n! cancelled yes',
    ],
)
def test_what_is_wrong_over_a_pipe_is_found(lines: str) -> None:
    with pytest.raises(AssertionError):
        Replay(made(lines), whole).run()


@pytest.mark.parametrize(
    "lines",
    [
        "> {}",
        ">. ",
        ">> PUT 1\n<< 1 404 json\n<: allow: GET, POST, DELETE",
        ">> GET 1\n! closed 2",
        "! given_up 1",
        ">> PUT 1\n<< 1 405 json\n<: allow: GET, POST, DELETE\n< {}\n<.",
    ],
)
def test_what_is_wrong_over_http_is_found(lines: str) -> None:
    with pytest.raises(AssertionError):
        HttpReplay(made(lines)).run()


@pytest.mark.parametrize(
    ("kind", "sent"),
    [
        ("json", [b"{"]),
        ("json", [b"[]"]),
        ("json", [b""]),
        ("json", [b"{}", b"{}"]),
        ("empty", [b"{}"]),
        ("events", [b"data: {}\n\ndata: {"]),
        ("events", [b"data: []\n\n"]),
    ],
)
def test_a_response_that_is_none_is_found(kind: str, sent: list[bytes]) -> None:
    host = Host()
    host.begin(1)
    with pytest.raises(AssertionError):
        host.begin(1)
    head = (200, KINDS[kind])
    *first, last = sent
    for body in first:
        list(host.send(1, head, body, False))
    with pytest.raises((AssertionError, ValueError)):
        list(host.send(1, None if first else head, last, True))
