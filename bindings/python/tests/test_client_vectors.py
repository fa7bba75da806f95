"""Replays the transcripts of a client: whole, byte by byte, cut at every place."""

from dataclasses import replace

import pytest
from client_transcript import Replay, files
from transcript import Case, byte_by_byte, cuts, read, whole

CASES = [case for path in files() for case in read(path)]
NAMES = [f"{case.file}: {case.title}" for case in CASES]


def test_there_are_transcripts() -> None:
    assert len(files()) >= 5
    assert len(CASES) >= 100


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


def test_a_transcript_that_is_wrong_fails() -> None:
    """Without any one of its lines, or with another one, a case goes another way."""
    case = next(case for case in CASES if case.file == "calls.txt")
    Replay(case, whole).run()
    for at, line in enumerate(case.lines):
        if line.mark in ("=", "<", ">"):
            changed = [*case.lines]
            changed[at] = replace(line, rest=line.rest.replace("2", "3").replace("e", "f"))
            for lines in (changed, case.lines[:at] + case.lines[at + 1 :]):
                with pytest.raises((AssertionError, ValueError)):
                    Replay(replace(case, lines=lines), whole).run()
