"""What a call raises when it wrote nothing."""

from typing import Literal

__all__ = [
    "Busy",
    "Error",
    "HintError",
    "NotJson",
    "NotOffered",
    "NotReady",
    "NotSupported",
    "NotText",
    "Rejected",
    "SealError",
    "Short",
    "Stale",
    "Streaming",
    "Undeclared",
    "UseAsk",
]


class Error(Exception):
    """Why a call wrote nothing. The server is as before, so the call can be made again."""

    __module__ = "sansmcp"


class Short(Error):
    """The message is longer than `max_message` allows: it takes `need` bytes.

    For a list, `Server.begin_reply` sends it in pieces.
    """

    __module__ = "sansmcp"

    need: int
    """Bytes that the whole message takes, its newline included."""

    def __init__(self, need: int) -> None:
        super().__init__(f"the message takes {need} bytes, which is more than max_message")
        self.need = need

    def __reduce__(self) -> tuple[type["Short"], tuple[int]]:
        return type(self), (self.need,)


class Stale(Error):
    """The ticket was answered before, given up, or never issued."""

    __module__ = "sansmcp"


class Streaming(Error):
    """A streamed answer is under way; end it first."""

    __module__ = "sansmcp"


class Busy(Error):
    """No slot is free."""

    __module__ = "sansmcp"


class NotSupported(Error):
    """The revision, or the kind of message that the ticket belongs to, does not allow this."""

    __module__ = "sansmcp"


class Undeclared(Error):
    """The client did not declare the capability that this needs."""

    __module__ = "sansmcp"


class NotReady(Error):
    """There is no connection: the handshake is not over yet, or the connection has ended."""

    __module__ = "sansmcp"


class NotOffered(Error):
    """The server did not announce the capability that this needs."""

    __module__ = "sansmcp"


class UseAsk(Error):
    """From 2026-07-28 on a server sends no requests: ask in the answer."""

    __module__ = "sansmcp"


class Rejected(Error):
    """The client refused what it was asked, or did not answer in time."""

    __module__ = "sansmcp"


class NotJson(Error, ValueError):
    """A value has no form in JSON, or not the one that is asked for."""

    __module__ = "sansmcp"


class NotText(Error, ValueError):
    """A text has no form in UTF-8, since half of a surrogate pair stands alone in it."""

    __module__ = "sansmcp"


class HintError(TypeError):
    """A function's hints cannot be told in a JSON Schema: names the function and what to do."""

    __module__ = "sansmcp"


class SealError(Exception):
    """A sealed text that came is not good. What is wrong with it is for the log.

    To the peer all of it is the same, so that it learns nothing from trying:
    `server.error(event.ticket, error.code, error.answer)`.
    """

    __module__ = "sansmcp"

    why: Literal["not_sealed", "forged", "expired"]
    """`not_sealed`: no seal makes such a text. `forged`: it was changed, made with another key, or
    is for something else. `expired`: its time is over."""
    code: int
    """The code of the error to answer with."""
    answer: str
    """The message of the error to answer with."""

    def __init__(
        self,
        message: str,
        why: Literal["not_sealed", "forged", "expired"],
        code: int,
        answer: str,
    ) -> None:
        super().__init__(message, why, code, answer)
        self.why, self.code, self.answer = why, code, answer

    def __str__(self) -> str:
        return str(self.args[0])
