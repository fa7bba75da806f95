"""What a call raises when it wrote nothing."""

__all__ = [
    "Busy",
    "Error",
    "NotJson",
    "NotOffered",
    "NotReady",
    "NotSupported",
    "NotText",
    "Short",
    "Stale",
    "Streaming",
    "Undeclared",
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


class NotJson(Error, ValueError):
    """A value has no form in JSON, or not the one that is asked for."""

    __module__ = "sansmcp"


class NotText(Error, ValueError):
    """A text has no form in UTF-8, since half of a surrogate pair stands alone in it."""

    __module__ = "sansmcp"
