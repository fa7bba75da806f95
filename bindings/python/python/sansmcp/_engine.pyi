from collections.abc import Mapping
from typing import SupportsBytes, TypeAlias, final

from ._ask import Input, Seal
from ._endpoint import Delivery, Endpoint, Verdict
from ._events import (
    Answered,
    CallTool,
    Cancelled,
    Complete,
    Discover,
    Event,
    Events,
    GetPrompt,
    Ignored,
    Initialize,
    Initialized,
    ListPrompts,
    ListResources,
    ListTemplates,
    ListTools,
    Listen,
    Notification,
    Ping,
    ReadResource,
    Refused,
    Request,
    SetLevel,
    Subscribe,
    Unsubscribe,
)
from ._results import Answer, Completion, Contents, Messages
from ._server import Page, Server, Updates
from ._uri import UriTemplate
from .client._engine import (
    ClientEngine,
    Heard,
    Listening,
    Pages,
    SseEvent,
    SseEvents,
    accept,
    failure,
)

__all__ = [
    "Frame",
    "Lines",
    "Out",
    "RawJson",
    "__version__",
]
__all__ += ["ClientEngine", "Heard", "Listening", "Pages", "SseEvent", "SseEvents", "accept"]
__all__ += ["failure"]
__all__ += ["Delivery", "Endpoint", "Verdict"]
__all__ += ["Page", "Server", "Updates"]
__all__ += ["Answer", "Completion", "Contents", "Messages"]
__all__ += ["Input", "Seal"]
__all__ += [
    "Answered",
    "CallTool",
    "Cancelled",
    "Complete",
    "Discover",
    "Event",
    "Events",
    "GetPrompt",
    "Ignored",
    "Initialize",
    "Initialized",
    "ListPrompts",
    "ListResources",
    "ListTemplates",
    "ListTools",
    "Listen",
    "Notification",
    "Ping",
    "ReadResource",
    "Refused",
    "Request",
    "SetLevel",
    "Subscribe",
    "Unsubscribe",
]
__all__ += ["UriTemplate"]

__version__: str

_Bytes: TypeAlias = bytes | bytearray | memoryview

@final
class Frame:
    """One message, or one batch of them, and how far it was read."""

    def __new__(cls, data: _Bytes, /) -> Frame:
        """A message that stands alone, such as the body of an HTTP POST."""
    @staticmethod
    def too_long(length: int, /) -> Frame:
        """A response that was longer than you take: so many bytes of it were seen."""
    def on(self, route: int, /) -> Frame:
        """The same message on the way of an exchange, which is the `route` of an `Out`."""
    @property
    def data(self) -> bytes:
        """The bytes without the line end; empty if the line was too long."""
    @property
    def is_too_long(self) -> bool:
        """True if the line was longer than `Lines` takes: its bytes are gone."""

@final
class Lines:
    """Cuts a byte stream into frames, one message a line.

    A line ends at the byte 0x0A and nowhere else. Blank lines are skipped. A line that is too
    long gives a frame that `Server.receive` refuses, and the next line works.
    """

    def __new__(cls, max: int = 1048576) -> Lines:
        """`max` bounds the longest line in bytes, its end included."""
    def feed(self, data: _Bytes, /) -> list[Frame]:
        """The frames that end in `data`, which may be cut anywhere."""
    def finish(self) -> list[Frame]:
        """The rest, when no more bytes will come. Afterwards it may be used for another stream."""

@final
class RawJson:
    """JSON text, sent as it is written: wherever a value goes, whole or inside of another one."""

    def __new__(cls, text: str, /) -> RawJson:
        """Raises `NotJson` if the text is not one JSON value."""
    def __str__(self) -> str:
        """The text."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Out(SupportsBytes):
    """One whole message, or one piece of a streamed one, or nothing, which is false."""

    @property
    def line(self) -> bytes:
        """The bytes for a byte stream, with the newline that ends a message."""
    @property
    def json(self) -> bytes:
        """The bytes without the newline."""
    @property
    def is_last(self) -> bool:
        """True if this ends the exchange: nothing more of it will follow."""
    @property
    def keep(self) -> bytes | None:
        """What to keep under the call's ticket until the answer to this question comes.

        Of `Server.ask` and `Server.resume` before 2026-07-28. Not to be sent.
        """
    @property
    def route(self) -> int:
        """Names the way that it takes: the pipe, which is 0, or an HTTP exchange."""
    @property
    def verb(self) -> str | None:
        """Of a client's over HTTP: `POST`, `GET` or `DELETE`, the method of its request.

        `None` where nothing is to be sent. Then, if `is_last`, close the exchange of its route.
        """
    def __bytes__(self) -> bytes: ...
    def __len__(self) -> int: ...
    def __bool__(self) -> bool: ...
