"""The client's part of the engine."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, TypeAlias, final

from .._engine import Frame, Out, RawJson

__all__ = [
    "ClientEngine",
    "Heard",
    "Listening",
    "Pages",
    "SseEvent",
    "SseEvents",
    "accept",
    "failure",
]

_Object: TypeAlias = Mapping[str, object] | RawJson
_Bytes: TypeAlias = bytes | bytearray | memoryview

@final
class Heard:
    """What a client heard: `sansmcp.client` has a class for each kind."""

    @property
    def kind(self) -> str:
        """The kind in transcripts and logs, such as `input_needed`."""
    @property
    def ticket(self) -> int:
        """The ticket of the exchange that it is of."""
    @property
    def said(self) -> dict[str, Any]:
        """What it says, with the names of the protocol."""
    def written(self, key: str, /) -> str | None:
        """One member of what it says, as it was written."""

@final
class Listening:
    """What a client wants to be told of, and how far that was said. For one listen."""

    def __new__(
        cls,
        *,
        tools: bool = False,
        prompts: bool = False,
        resources: bool = False,
        uris: Sequence[str] | None = None,
    ) -> Listening:
        """Changes of these lists, and of the resources with these URIs."""
    @property
    def ticket(self) -> int:
        """Names it in events, once it was said."""

@final
class Pages:
    """The guard of a walk through the pages of a list, against cursors that go in a circle."""

    def __new__(cls) -> Pages: ...
    def next(self, result: _Object, /) -> str | None:
        """The cursor of the next page; `None` after the last.

        Raises `ValueError` if the server would give the same pages for ever.
        """

def accept(params: _Object, content: _Object, /) -> dict[str, Any]:
    """The answer of a person who filled in a form, with the defaults of what was left out."""

def failure(name: str, /) -> dict[str, Any]:
    """What is to be said about the failure of this name."""

@final
class SseEvents:
    """Cuts an event stream (SSE) into events, each a message."""

    def __new__(cls, max_event: int = 16_777_216) -> SseEvents:
        """`max_event`: the data of an event must be shorter than so many bytes."""
    def feed(self, data: _Bytes, /) -> list[SseEvent]:
        """Takes bytes and gives the events that became whole."""
    @property
    def last_id(self) -> bytes:
        """The last id that an event set, one without data as well; empty if there is none."""
    @property
    def retry(self) -> int | None:
        """How long to wait before the stream is asked for again, in milliseconds, if it said so."""

@final
class SseEvent:
    """One event of a stream."""

    def frame(self, route: int, /) -> Frame:
        """Its message, on the way of the exchange that it came on."""
    @property
    def id(self) -> bytes:
        """The last id that was set on the stream, by this event or one before."""

@final
class ClientEngine:
    """The client's calls as they are. `sansmcp.client.Client` makes Python of them."""

    def __new__(
        cls, about: _Object, slots: int, max_message: int, is_http: bool
    ) -> ClientEngine: ...
    def connect(self, terms: _Object, now: int) -> None: ...
    def receive(self, frame: Frame, now: int) -> Heard | None: ...
    def expire(self, now: int) -> Heard | None: ...
    def next_deadline(self) -> int | None: ...
    def closed(self, route: int, now: int) -> None: ...
    def next_output(self) -> Out | None: ...
    def reply(self, heard: Heard) -> Out: ...
    def call(
        self, method: str, params: _Object | None, options: _Object, now: int
    ) -> tuple[int, Out]: ...
    def again(
        self, ticket: int, method: str, params: _Object | None, options: _Object, now: int
    ) -> tuple[int, Out]: ...
    def provide(
        self,
        heard: Heard,
        given: _Object,
        params: _Object | None,
        options: _Object,
        now: int,
    ) -> tuple[int, Out]: ...
    def refuse(self, heard: Heard, code: int, message: str) -> Out: ...
    def cancel(self, ticket: int) -> None: ...
    def listen(self, listening: Listening, now: int) -> Out | None: ...
    def unlisten(self, listening: Listening, now: int) -> Out | None: ...
    def set_level(self, level: str, options: _Object, now: int) -> tuple[int, Out]: ...
    def notify(self, method: str, params: _Object | None) -> Out: ...
    def result(self, ticket: int, result: _Object) -> Out: ...
    def error(self, ticket: int, code: int, message: str, data: object) -> Out: ...
    def revision(self) -> str | None: ...
    def is_connected(self) -> bool: ...
    def open(self) -> list[int]: ...
    def is_http(self) -> bool: ...
    def head(self, out: Out, schema: _Object | None) -> list[tuple[str, str]]: ...
    def responded(
        self,
        route: int,
        status: int,
        headers: Iterable[tuple[str | _Bytes, str | _Bytes]],
        now: int,
    ) -> tuple[Literal["json", "events", "nothing", "denied"], int, str]: ...
    def seen(self, route: int, last_id: _Bytes, retry_ms: int | None) -> None: ...
    def leave(self) -> None: ...
    def session(self) -> str | None: ...
    def tools(self, page: _Object) -> list[tuple[str, dict[str, Any], str, str | None]]: ...
