from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar, Literal, SupportsBytes, TypeAlias, final

from ._describe import Icon, Tool
from .client._engine import ClientEngine, Heard, Listening, Pages, accept

__all__ = [
    "Answer",
    "CallTool",
    "Cancelled",
    "Delivery",
    "Discover",
    "Endpoint",
    "Event",
    "Events",
    "Frame",
    "Ignored",
    "Initialize",
    "Initialized",
    "Lines",
    "ListTools",
    "Notification",
    "Out",
    "Ping",
    "RawJson",
    "Refused",
    "Request",
    "Server",
    "Verdict",
    "__version__",
]
__all__ += ["ClientEngine", "Heard", "Listening", "Pages", "accept"]

__version__: str

_Bytes: TypeAlias = bytes | bytearray | memoryview

@final
class Frame:
    """One message, or one batch of them, and how far it was read."""

    def __new__(cls, data: _Bytes, /) -> Frame:
        """A message that stands alone, such as the body of an HTTP POST."""
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

class Event:
    """What came in. Each kind is a class of its own, made for `match`."""

    @property
    def kind(self) -> str:
        """The kind in transcripts and logs, such as `call_tool`."""
    @property
    def ticket(self) -> int:
        """Names the request until it is answered; 0 where nothing can be answered."""
    @property
    def id(self) -> str | int | float | None:
        """The request's id. `id_json` is exact."""
    @property
    def id_json(self) -> str | None:
        """The request's id as it was written, quotes included."""
    @property
    def method(self) -> str:
        """The method's name as it came; empty if the message has none that can be read."""
    @property
    def revision(self) -> str:
        """The revision it is served in, such as `2025-11-25`."""
    @property
    def params(self) -> dict[str, Any] | None:
        """The params. Integers are exact; half of a surrogate pair is kept as Python does."""
    @property
    def params_json(self) -> str | None:
        """The params as they were written."""
    @property
    def meta(self) -> dict[str, Any] | None:
        """`params._meta`."""
    @property
    def client_info(self) -> dict[str, Any] | None:
        """The client's name and version, where the message says so."""
    @property
    def wants_progress(self) -> bool:
        """True if the client asked for progress notifications."""

@final
class Initialize(Event):
    """`initialize`: `Server.reply` answers it."""

    __match_args__: ClassVar[tuple[Literal["requested_version"]]]
    @property
    def requested_version(self) -> str | None:
        """The revision that the client asked for."""

@final
class Initialized(Event):
    """`notifications/initialized`: the server may speak first from now on."""

    __match_args__: ClassVar[tuple[()]]

@final
class Discover(Event):
    """`server/discover`: `Server.reply` answers it."""

    __match_args__: ClassVar[tuple[()]]

@final
class Ping(Event):
    """`ping`: `Server.reply` answers it."""

    __match_args__: ClassVar[tuple[()]]

@final
class ListTools(Event):
    """`tools/list`: `Server.reply` answers it from the server's tools."""

    __match_args__: ClassVar[tuple[Literal["cursor"]]]
    @property
    def cursor(self) -> str | None:
        """Where the page begins, as it came."""

@final
class CallTool(Event):
    """`tools/call`: yours to answer."""

    __match_args__: ClassVar[tuple[Literal["name"], Literal["arguments"]]]
    @property
    def name(self) -> str:
        """The tool."""
    @property
    def arguments(self) -> dict[str, Any]:
        """The arguments; empty if there are none."""
    @property
    def arguments_json(self) -> str | None:
        """The arguments as they were written."""
    def argument_json(self, key: str, /) -> str | None:
        """One argument as it was written, quotes included where it is a text."""

@final
class Cancelled(Event):
    """The client gave up on the request `ticket`: stop its work and abandon or answer it."""

    __match_args__: ClassVar[tuple[Literal["ticket"], Literal["reason"]]]
    @property
    def reason(self) -> str | None:
        """Why, if the client said so."""

@final
class Request(Event):
    """A request that the protocol does not know: yours to answer, if it is one of yours."""

    __match_args__: ClassVar[tuple[Literal["method"], Literal["params"]]]

@final
class Notification(Event):
    """A notification that the protocol does not know, or one that needs nothing done."""

    __match_args__: ClassVar[tuple[Literal["method"], Literal["params"]]]

@final
class Refused(Event):
    """A request that breaks a rule: `Server.reply` answers it with the error."""

    __match_args__: ClassVar[tuple[Literal["code"], Literal["message"]]]
    @property
    def code(self) -> int:
        """The error's code."""
    @property
    def message(self) -> str:
        """Which rule it breaks."""

@final
class Ignored(Event):
    """A message that needs no answer and means nothing here: for a log."""

    __match_args__: ClassVar[tuple[Literal["message"]]]
    @property
    def message(self) -> str | None:
        """Why it means nothing; `None` for a response that nothing waits for."""

_Event: TypeAlias = (
    Initialize
    | Initialized
    | Discover
    | Ping
    | ListTools
    | CallTool
    | Cancelled
    | Request
    | Notification
    | Refused
    | Ignored
)

@final
class Events(Iterator[_Event]):
    """The events of a frame, each read when it is asked for."""

    def __iter__(self) -> Events: ...
    def __next__(self) -> _Event: ...

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
    def __bytes__(self) -> bytes: ...
    def __len__(self) -> int: ...
    def __bool__(self) -> bool: ...

@final
class Answer:
    """A result under construction. `end` gives the bytes."""

    def text(self, text: str | RawJson, /) -> Answer:
        """Adds a block of text.

        Raises `NotText` if half of a surrogate pair stands alone in it.
        """
    def image(self, data: _Bytes, mime_type: str) -> Answer:
        """Adds a picture; `data` is its bytes."""
    def audio(self, data: _Bytes, mime_type: str) -> Answer:
        """Adds sound; `data` is its bytes. From 2025-03-26 on."""
    def resource(self, uri: str, text: str, *, mime_type: str | None = None) -> Answer:
        """Adds a resource made of text."""
    def blob(self, uri: str, data: _Bytes, *, mime_type: str | None = None) -> Answer:
        """Adds a resource made of bytes."""
    def link(self, uri: str, name: str, *, mime_type: str | None = None) -> Answer:
        """Adds a link to a resource. From 2025-06-18 on."""
    def structured(self, value: object, /) -> Answer:
        """Sets the structured result: a mapping, from 2026-07-28 on any value.

        Mappings, sequences, texts, numbers, truth values, `None` and `RawJson` have a form in
        JSON; `NotJson` or `NotText` says where another one stands. Integers are exact.
        Before 2025-06-18 it is left out: say the same in a block of text, for older clients.
        """
    def meta(self, value: Mapping[str, object] | RawJson, /) -> Answer:
        """Sets `_meta`."""
    def fail(self, why: str | RawJson, /) -> Answer:
        """Marks the result as a failure of the tool, which the model sees, and says why."""
    def end(self) -> Out:
        """The bytes; empty if the client cancelled the request.

        Raises `Stale` if it was answered before, `NotSupported` if the revision lacks a kind of
        content, `Streaming` while a streamed answer is under way, `Short` if it is longer than
        `max_message`: the request is still open then.
        """

class Server:
    """A server on one connection. It may be used by several threads."""

    def __new__(
        cls,
        name: str,
        version: str,
        *,
        tools: Iterable[Tool] | None = None,
        title: str | None = None,
        description: str | None = None,
        website_url: str | None = None,
        icons: Iterable[Icon] | None = None,
        instructions: str | None = None,
        ttl_ms: int = 0,
        cache_scope: Literal["private", "public"] = "private",
        slots: int = 64,
        max_message: int = 16777216,
    ) -> Server:
        """Says what the server is.

        `ttl_ms` and `cache_scope`: how long, in milliseconds, and for whom lists may be kept, from
        2026-07-28 on. `slots`: how many requests may be open at once, at most 65534; one more is
        refused. `max_message`: bytes of the longest message sent; lists cut themselves to it.
        """
    def receive(self, frame: Frame, now: int = 0) -> Events:
        """The events of a frame; `now` is the time in milliseconds of a clock of your choice."""
    def reply(self, event: Event, /) -> Out:
        """Answers an event as far as the engine can.

        That is the handshake, discovery, ping and lists, refused messages with their error, and a
        call that you do not know with "unknown tool" or "method not found". Empty where no answer
        is due.
        """
    def answer(self, ticket: int, /) -> Answer:
        """Begins the result of a call."""
    def result(self, ticket: int, result: Mapping[str, object] | RawJson) -> Out:
        """Answers with a result of your own making.

        What the revision demands beside it is added where it does not have it.
        """
    def error(self, ticket: int, code: int, message: str, data: object = None) -> Out:
        """Answers with an error. Codes that the revision forbids become the ones it has."""
    def progress(
        self,
        ticket: int,
        progress: float,
        total: float | None = None,
        message: str | None = None,
    ) -> Out:
        """Tells how far a request has come.

        Empty where nothing is due: the client did not ask, gave the request up, or `progress` is
        not larger than the last one sent.
        """
    def begin(
        self,
        ticket: int,
        shape: Literal["text", "image", "audio", "blob"],
        mime_type: str | None = None,
        *,
        uri: str | None = None,
    ) -> Out:
        """Begins an answer of one block that leaves in pieces.

        All but text need `mime_type`, and a blob its `uri`. Until `end`, every other output of
        this server raises `Streaming`.
        """
    def piece(self, ticket: int, data: _Bytes) -> tuple[int, Out]:
        """Sends the next piece: how many bytes of `data` were taken, and what to send.

        Offer the rest again. Text goes as UTF-8; a character may be cut by the end of a piece only
        if the rest of it is offered again.
        """
    def end(self, ticket: int, failure: str | None = None) -> Out:
        """Ends the streamed answer. With `failure`, it says that the tool failed, and why."""
    def begin_reply(self, event: Event, /) -> Out:
        """Begins to answer `initialize`, `server/discover` or a list in pieces.

        For where `reply` raises `Short`. `next_output` gives the rest.
        """
    def next_output(self) -> Out | None:
        """The next message or piece that is due without being asked for."""
    def abandon(self, ticket: int, /) -> None:
        """Gives up on a request: nothing is sent. Meant for requests that were cancelled."""
    def is_cancelled(self, ticket: int, /) -> bool:
        """True if the client gave the request up, so that work on it may stop."""
    def open(self) -> list[int]:
        """The tickets of all requests that are not answered yet, cancelled ones included."""

@final
class Endpoint(Server):
    """A server of all clients that come over HTTP, in every revision from 2025-03-26 on.

    `judge` looks at the head of a request. Where it says so, read the body and `receive`
    `Verdict.frame` of it; after its events, `received`. Answer events as those of a `Server`, at
    once or later. What to send `next_delivery` says: call it whenever something was done, until
    it gives `None`. Say when an exchange is lost: `closed`.
    """

    def __new__(
        cls,
        name: str,
        version: str,
        *,
        tools: Iterable[Tool] | None = None,
        title: str | None = None,
        description: str | None = None,
        website_url: str | None = None,
        icons: Iterable[Icon] | None = None,
        instructions: str | None = None,
        ttl_ms: int = 0,
        cache_scope: Literal["private", "public"] = "private",
        hosts: Iterable[str] | None = None,
        origins: Iterable[str] | None = None,
        sessions: int = 1024,
        sessions_each: int = 0,
        idle_ms: int = 1800000,
        streams: int = 4096,
        slots: int = 1024,
        slots_each: int = 64,
        replay: int = 0,
        retry_ms: int = 1000,
        max_body: int = 4194304,
        max_message: int = 16777216,
    ) -> Endpoint:
        """Says what the server is, and who is let in.

        `hosts`, `origins`: what the headers of these names may say; if nothing is said, what this
        machine and its own pages say, so that no foreign page can speak to a local server.
        `sessions`: how many clients before 2026-07-28 may be connected at once; with 0 they get no
        sessions and no event streams. `sessions_each`: how many one principal may have, 0 for any
        number. `idle_ms`: one that rested for so long gives way when its place is needed.
        `streams`, `slots`: how many exchanges and requests may be open at once, and `slots_each`
        requests of one session. `replay`: bytes of memory for events that are kept for clients
        that lost a stream and come back for the rest, after `retry_ms` as they are asked to.
        `max_body`: bytes of the longest body.
        """
    def judge(
        self,
        method: str,
        headers: Iterable[tuple[str, str] | tuple[bytes, bytes]],
        number: int,
        *,
        principal: int = 0,
        now: int = 0,
    ) -> Verdict:
        """Looks at the head of a request, before its body is read.

        `number`, below 2^32, is this exchange's alone until its response has ended or `closed` was
        called. `principal`: who asks, 0 for nobody in particular; a session is its principal's
        alone. `now`: milliseconds of a clock of your choice. Texts have one character for each
        byte, as in Latin-1. Under HTTP/2 the authority is passed as the header `host`.
        """
    def received(self, frame: Frame, /) -> None:
        """Says that all events of a POST's frame were read, and dealt with or put aside."""
    def next_delivery(self) -> Delivery | None:
        """The next thing to send, be it what was answered or what `next_output` would give."""
    def closed(self, number: int, /) -> None:
        """Says that an exchange is gone: its socket was closed before its response had ended."""
    def cancelled(self) -> list[int]:
        """The tickets of requests that nobody waits for any more: abandon or answer them.

        Ask after a `Cancelled` event, after `closed`, and after a verdict that was a reply.
        """

@final
class Verdict:
    """What the head of a request leads to."""

    @property
    def kind(self) -> Literal["reply", "body", "stream"]:
        """`reply`: answer with `status`, `headers` and `body`. `stream`: so too, but the response
        stays open for more. `body`: read the body, at most `max_body` bytes of it.
        """
    @property
    def status(self) -> int:
        """The status of the response; of a `body` it says nothing."""
    @property
    def headers(self) -> list[tuple[str, str]]:
        """The headers of the response, without a length; of a `body`, its extra ones."""
    @property
    def body(self) -> bytes:
        """What the body of the response is, or begins with."""
    @property
    def replaces(self) -> int | None:
        """The exchange on which this stream went out before: end its response."""
    @property
    def max_body(self) -> int:
        """Bytes of the longest body."""
    def frame(self, body: _Bytes, random: _Bytes) -> Frame:
        """The body as a frame. `random`: `os.urandom(16)`, the secret of a session that begins."""
    def too_long(self) -> Verdict:
        """The reply to a request with a longer body."""

@final
class Delivery:
    """What to send on an exchange."""

    @property
    def to(self) -> int:
        """The number of the exchange."""
    @property
    def status(self) -> int | None:
        """The status to begin the response with; `None` if it has begun."""
    @property
    def headers(self) -> list[tuple[str, str]]:
        """The headers to begin the response with. No length is among them."""
    @property
    def body(self) -> bytes:
        """Bytes of the body, or none."""
    @property
    def is_end(self) -> bool:
        """The response ends with it."""
