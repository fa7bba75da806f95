"""What the command line can change."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

__all__ = ["Misused", "Options", "number_of", "parse"]


class Misused(ValueError):
    """The command line makes no sense."""


@dataclass(frozen=True)
class Options:
    """How the server is set up."""

    page: int = 65_536
    """Bytes of a page of a list; with 1 each has one entry."""
    idle_ms: int = 300_000
    """Milliseconds that the client may take to answer what it is asked since it was heard of."""
    hard_ms: int = 3_600_000
    """The same in all."""


def parse(words: Sequence[str]) -> Options:
    """Takes the options of a command line. Raises `Misused` that names the first wrong word."""
    options = Options()
    left = iter(words)
    for word in left:
        if word not in ("--page", "--patience"):
            raise Misused(f"unknown argument: {word}")
        number = number_of(word, next(left, ""))
        if word == "--page":
            options = replace(options, page=number)
        else:
            options = replace(options, idle_ms=number, hard_ms=number)
    return options


def number_of(name: str, word: str) -> int:
    """The number that follows an option."""
    if not (word.isascii() and word.isdigit()):
        raise Misused(f"{name} wants a number")
    return int(word)
