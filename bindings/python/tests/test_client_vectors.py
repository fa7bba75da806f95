"""Replays the transcripts of a client: whole, byte by byte, cut at every place."""

from dataclasses import replace

import pytest
from client_exchanges import HttpReplay, stream_cuts
from client_transcript import Replay, files
from transcript import Case, byte_by_byte, cuts, read, whole

CASES = [case for path in files() for case in read(path)]
NAMES = [f"{case.file}: {case.title}" for case in CASES]
HTTP = [case for path in files(http=True) for case in read(path)]
HTTP_NAMES = [f"{case.file}: {case.title}" for case in HTTP]


def test_there_are_transcripts() -> None:
    assert len(files()) >= 5
    assert len(CASES) >= 100
    assert len(files(http=True)) >= 4
    assert len(HTTP) >= 100


@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_whole(case: Case) -> None:
    Replay(case, whole).run()


@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_byte_by_byte(case: Case) -> None:
    Replay(case, byte_by_byte).run()


@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_every_cut(case: Case) -> None:
    for cut in cuts(case):
        Replay(case, cut).run()


@pytest.mark.parametrize("case", HTTP, ids=HTTP_NAMES)
def test_http_whole(case: Case) -> None:
    HttpReplay(case, whole).run()


@pytest.mark.parametrize("case", HTTP, ids=HTTP_NAMES)
def test_http_byte_by_byte(case: Case) -> None:
    HttpReplay(case, byte_by_byte).run()


@pytest.mark.parametrize("case", HTTP, ids=HTTP_NAMES)
def test_http_every_cut(case: Case) -> None:
    for cut in stream_cuts(case):
        HttpReplay(case, cut).run()


def test_a_transcript_that_is_wrong_fails() -> None:
    """Without any one of its lines, or with another one, a case goes another way."""
    case = next(case for case in CASES if case.file == "client/calls.txt")
    Replay(case, whole).run()
    for at, line in enumerate(case.lines):
        if line.mark in ("=", "<", ">"):
            changed = [*case.lines]
            changed[at] = replace(line, rest=line.rest.replace("2", "3").replace("e", "f"))
            for lines in (changed, case.lines[:at] + case.lines[at + 1 :]):
                with pytest.raises((AssertionError, ValueError)):
                    Replay(replace(case, lines=lines), whole).run()


def test_a_transcript_over_http_that_is_wrong_fails() -> None:
    case = next(case for case in HTTP if case.file == "client/http_session.txt")
    HttpReplay(case, whole).run()
    for at, line in enumerate(case.lines):
        if line.mark in ("=", "<", "<<", "<:"):
            changed = [*case.lines]
            changed[at] = replace(line, rest=line.rest.replace("2", "3").replace("e", "f") + "-")
            for lines in (changed, case.lines[:at] + case.lines[at + 1 :]):
                with pytest.raises((AssertionError, ValueError)):
                    HttpReplay(replace(case, lines=lines), whole).run()
