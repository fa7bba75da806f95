from collections.abc import Iterable, Mapping
from typing import Literal, TypeAlias, final

from ._describe import Capability, Icon, Prompt, Resource, ResourceTemplate, Tool
from ._engine import Frame, RawJson
from ._server import Server

__all__ = [
    "Delivery",
    "Endpoint",
    "Verdict",
]

_Bytes: TypeAlias = bytes | bytearray | memoryview

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
        resources: Iterable[Resource] | None = None,
        templates: Iterable[ResourceTemplate] | None = None,
        prompts: Iterable[Prompt] | None = None,
        title: str | None = None,
        description: str | None = None,
        website_url: str | None = None,
        icons: Iterable[Icon] | None = None,
        instructions: str | None = None,
        capabilities: Iterable[Capability] | None = None,
        extensions: Mapping[str, object] | RawJson | None = None,
        experimental: Mapping[str, object] | RawJson | None = None,
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
        page: int = 65536,
    ) -> Endpoint:
        """Says what the server is and has, as `Server` does, and who is let in.

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
    def next_delivery(self, *, due: bool = True) -> Delivery | None:
        """The next thing to send, be it what was answered or what `next_output` would give.

        Without `due` the latter waits.
        """
    def put_off(self, ticket: int, retry_ms: int) -> None:
        """Puts a request off: its response ends, and its client is asked to come back for it.

        After so many milliseconds, in 2025-11-25 and with `replay`; elsewhere nothing happens.
        """
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
    @property
    def is_cut(self) -> bool:
        """It ends in the middle of a message, since its session has ended: close the socket, and
        end nothing in good order, so that nobody takes it for whole.
        """
