"""Replays the transcripts that all languages share: whole, byte by byte, cut at every place."""

import pytest
from transcript import Case, Replay, byte_by_byte, cuts, files, read, whole

CASES = [case for path in files() for case in read(path)]
NAMES = [f"{case.file}: {case.title}" for case in CASES]


def test_there_are_transcripts() -> None:
    assert len(files()) >= 10
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
