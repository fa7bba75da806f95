"""What arguments of prompts and the variable of the template may be completed to."""

from __future__ import annotations

from collections.abc import Iterable

from .desk import Desk
from .resources import TEMPLATE, URIS

__all__ = ["declare"]

FIRST = ("hello", "help", "paris", "park", "party", "world")
SECOND = ("again", "world")
"""Words that the second argument of a prompt can be, or end with."""
IDS = 150
"""How many ids the template knows: more than one answer can hold."""


def declare(desk: Desk) -> None:
    """Declares them."""
    service = desk.service

    @service.completion("arg1", prompt="test_prompt_with_arguments")
    def first(typed: str) -> list[str]:
        return _beginning(typed, FIRST)

    @service.completion("arg2", prompt="test_prompt_with_arguments")
    def second(typed: str, arg1: str | None = None) -> list[str]:
        # What the first argument says narrows the second.
        return _beginning(typed, SECOND if arg1 is None else [f"{arg1} {two}" for two in SECOND])

    @service.completion("resourceUri", prompt="test_prompt_with_embedded_resource")
    def uris(typed: str) -> list[str]:
        return _beginning(typed, URIS)

    @service.completion("id", template=TEMPLATE)
    def ids(typed: str) -> list[str]:
        # The engine sends a hundred of them, and says that there are more.
        return _beginning(typed, map(str, range(1, IDS + 1)))


def _beginning(typed: str, words: Iterable[str]) -> list[str]:
    return [word for word in words if word.startswith(typed)]
