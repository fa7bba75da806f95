"""A function at its declaration: what cannot be served is refused here, by its name."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from .._describe import PromptArgument
from .._errors import HintError
from .._hints import Signature
from ._content import CONTENT, Message, PromptResult, Streamed, Suggestions, ToolResult
from ._context import Context
from ._functions import Function, is_coroutine_function

__all__ = ["Declared", "declare", "prompt_arguments", "refuse_names", "wants_text"]

_RESULTS = (*CONTENT, ToolResult, Streamed, PromptResult, Message, Suggestions)
F = TypeVar("F", bound=Function[Any])


@dataclass(frozen=True)
class Declared:
    """A function with what is known of every one."""

    function: Callable[..., Any]
    signature: Signature
    is_threaded: bool
    is_async: bool

    @property
    def called(self) -> str:
        """How errors name it."""
        return f"{self.signature.name}()"

    def of(self, kind: type[F], **more: Any) -> F:
        """As a function of this kind."""
        return kind(
            self.function,
            self.signature,
            self.is_threaded,
            self.is_async,
            tuple(self.signature.marked),
            **more,
        )


def declare(function: Callable[..., Any], *, threaded: bool, gives: bool = True) -> Declared:
    """Looks at a function. `gives`: what it returns has a schema."""
    content = _RESULTS if gives else (object,)
    signature = Signature(function, markers=(Context,), content=content, names=_names())
    is_async = is_coroutine_function(function)
    made = Declared(function, signature, threaded, is_async)
    inner = inspect.unwrap(getattr(function, "func", function))
    if inspect.isgeneratorfunction(inner) or inspect.isasyncgenfunction(inner):
        raise HintError(f"{made.called} yields: give one value, such as Streamed(…) with what a "
                        "function inside yields, and tell of progress by a Context")
    if is_async and threaded:
        raise HintError(f"{made.called} is a coroutine, which runs in the event loop: threaded is "
                        "for plain functions")
    return made


def prompt_arguments(made: Declared) -> tuple[PromptArgument, ...]:
    """The arguments of a prompt, whose values are texts."""
    return tuple(
        PromptArgument(
            parameter.name,
            description=parameter.description,
            title=parameter.title,
            required=parameter.is_required,
        )
        for parameter in made.signature.parameters
    )


def wants_text(given: object, decorator: str, what: str) -> None:
    """Refuses a function in the place of what is to stand in the parentheses of a decorator."""
    if not isinstance(given, str):
        raise TypeError(f"@service.{decorator} takes {what}, in parentheses, before the function")


def refuse_names(made: Declared, wanted: Iterable[str], uri: str) -> None:
    """Refuses a function whose parameters are not the variables of its URI."""
    variables = list(wanted)
    parameters = [parameter.name for parameter in made.signature.parameters]
    for name in parameters:
        if name not in variables:
            known = f"it has {', '.join(variables)}" if variables else "it has none"
            raise HintError(f"{made.called}, parameter {name}: {uri} has no such variable; {known}")
    for name in variables:
        if name not in parameters:
            raise HintError(f"{made.called} has no parameter for the variable {name} of {uri}")


def _names() -> Mapping[str, Any]:
    """What names mean where the function is declared, beside those of its module."""
    package = __name__.rpartition(".")[0]
    frame = sys._getframe(1)
    while frame.f_back is not None and frame.f_globals.get("__name__", "").startswith(package):
        frame = frame.f_back
    return {} if frame.f_locals is frame.f_globals else dict(frame.f_locals)
