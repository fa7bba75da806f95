"""What functions of a service raise to be understood by the peer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .._errors import Undeclared

if TYPE_CHECKING:
    from .._ask import Input

__all__ = ["FAILURES", "AskFailed", "MissingCapability", "RequestError", "ToolError"]


FAILURES = (Exception, SystemExit)
"""What a function raises where it fails: one that means to end the program ends the call alone."""


class ToolError(Exception):
    """A tool failed in a way that the model shall read about: its text is the tool's result.

    That of a subclass begins with the name of its class. Of any other exception the peer learns
    the name of the class and nothing else; the log has its traceback.
    """

    __module__ = "sansmcp.service"

    def __str__(self) -> str:
        text = super().__str__()
        name = type(self).__name__
        return text if type(self) is ToolError else f"{name}: {text}" if text else name


class RequestError(Exception):
    """Answers a request with an error of the protocol, as it is given here."""

    __module__ = "sansmcp.service"

    def __init__(self, code: int, message: str, data: object = None) -> None:
        super().__init__(code, message, data)
        self.code: int = code
        self.message: str = message
        self.data: object = data

    def __str__(self) -> str:
        return f"{self.message} ({self.code})"


class AskFailed(ToolError):
    """The client did not answer what it was asked: it gave an error, or no answer in time."""

    __module__ = "sansmcp.service"

    def __init__(self, key: str, why: str, error: dict[str, Any] | None = None) -> None:
        """`key`: that of the question, or the method of a request; `error`: what the client said,
        with `code` and `message`.
        """
        super().__init__(key, why)
        self.key: str = key
        self.why: str = why
        self.error: dict[str, Any] | None = error

    def __str__(self) -> str:
        return f"The client was asked for {self.key!r} and did not answer: {self.why}"


class MissingCapability(Undeclared):
    """The client did not declare what a question needs; uncaught, it is told so.

    `needed`: all that the question needs, by the names that `Context.can` takes.
    """

    __module__ = "sansmcp.service"

    def __init__(self, *needed: str) -> None:
        super().__init__(*needed)
        self.needed: tuple[str, ...] = needed

    def __str__(self) -> str:
        word = "capability" if len(self.needed) == 1 else "capabilities"
        return f"the client did not declare the {word} {' and '.join(self.needed)}"


class Asked(BaseException):
    """Ends a run of a function whose question has to be answered first. Not to be caught."""

    def __init__(self, inputs: tuple[Input, ...]) -> None:
        super().__init__("the question goes out once this has left the function")
        self.inputs: tuple[Input, ...] = inputs
