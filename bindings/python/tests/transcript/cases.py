"""What stands in a transcript."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

VECTORS = Path(__file__).parents[4] / "tests" / "vectors"
LONG = 4096


@dataclass(frozen=True)
class Line:
    number: int
    mark: str
    rest: str


@dataclass
class Case:
    file: str
    title: str = ""
    lines: list[Line] = field(default_factory=list[Line])

    @property
    def inputs(self) -> list[bytes]:
        return [bytes_in(line) for line in self.lines if line.mark in (">", ">+", ">x")]


def files(*folders: str) -> list[Path]:
    """The transcripts of some folders; without any, those at the top."""
    return sorted(path for folder in folders or (".",) for path in (VECTORS / folder).glob("*.txt"))


def read(path: Path) -> list[Case]:
    """The cases of a file, as many as its first line says."""
    head, *lines = path.read_text("utf-8").split("\n")
    word, count = head.split(" ")
    assert word == "cases", f"{path.name}:1: must say how many cases"
    cases: list[Case] = []
    fresh = True
    for number, text in enumerate(lines, 2):
        if not text:
            fresh = True
            continue
        if fresh:
            cases.append(Case(str(path.relative_to(VECTORS))))
            fresh = False
        mark, _, rest = text.partition(" ")
        if mark == "#":
            cases[-1].title = cases[-1].title or rest
        else:
            cases[-1].lines.append(Line(number, mark, rest))
    assert len(cases) == int(count), f"{path.name}: has {len(cases)} cases and says {count}"
    return cases


def bytes_in(line: Line) -> bytes:
    match line.mark:
        case ">" | "<":
            return line.rest.encode() + b"\n"
        case ">+" | "<+":
            return line.rest.encode()
        case ">x":
            return bytes.fromhex(line.rest)
        case _:
            pass
    raise AssertionError(f"line {line.number}: {line.mark} is no input")


Cut = Callable[[bytes], list[bytes]]


def whole(data: bytes) -> list[bytes]:
    return [data]


def byte_by_byte(data: bytes) -> list[bytes]:
    return [data[at : at + 1] for at in range(len(data))]


def cuts(case: Case) -> Iterator[Cut]:
    """Cuts that together part every input of a case at every place."""
    places: set[int] = set()
    for data in case.inputs:
        border = range(1, len(data))
        places.update(border if len(data) <= LONG else (i for i in border if data[i] in b'{}[]:,"'))
    for place in sorted(places):
        yield partial(cut_at, place)


def cut_at(place: int, data: bytes) -> list[bytes]:
    return [part for part in (data[:place], data[place:]) if part]
