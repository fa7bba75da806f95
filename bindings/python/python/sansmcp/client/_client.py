"""The client without I/O."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeAlias

from .._describe import Icon
from .._engine import Frame, Out, RawJson
from ._engine import ClientEngine
from ._engine import Listening as Subscription
from ._events import Event, InputNeeded, event_of, heard_of
from ._policy import Level, Options, Policy, Revision
from ._response import Expect, Headers, Tools

__all__ = ["Client"]

_Object: TypeAlias = Mapping[str, object] | RawJson
_DEFAULT = Options()
_ANY = Policy()


class Client:
    """A client of one server. It may be used by several threads.

    Calls that give bytes raise a `sansmcp.Error` and have done nothing, or give one whole message.
    `now` is the time in milliseconds of a clock of your choice.
    """

    def __init__(
        self,
        name: str,
        version: str,
        *,
        title: str | None = None,
        description: str | None = None,
        website_url: str | None = None,
        icons: Iterable[Icon] = (),
        capabilities: _Object | None = None,
        slots: int = 64,
        max_message: int = 16_777_216,
        http: bool = False,
    ) -> None:
        """Says what the client is.

        `capabilities`: what it can do for servers, the protocol's object, such as
        `{"elicitation": {"form": {}}, "sampling": {}}`. `slots`: how many requests may be open at
        once, those of the server included. `max_message`: bytes of the longest message sent.
        `http`: whether it talks over Streamable HTTP; else over a pipe.

        Over HTTP each `Out` is a request of its own: its `verb`, the lines of `head`, its bytes as
        the body. `responded` takes the head of the response, and says what to do with its body;
        `closed` ends the exchange. After each of these, and at `next_deadline`, take all that
        `expire` and `next_output` give.
        """
        about: dict[str, Any] = {
            "name": name,
            "version": version,
            "title": title,
            "description": description,
            "websiteUrl": website_url,
            "icons": [_icon(icon) for icon in icons],
            "capabilities": capabilities,
        }
        self._engine = ClientEngine(about, slots, max_message, http)

    def connect(self, policy: Policy = _ANY, now: int = 0) -> None:
        """Begins a connection; `next_output` has its first message."""
        self._engine.connect(policy.written(), now)

    def receive(self, frame: Frame, now: int = 0) -> Iterator[Event]:
        """The events of a frame, each read when it is asked for."""
        while heard := self._engine.receive(frame, now):
            yield event_of(heard)

    def next_output(self) -> Out | None:
        """The next message that is due without being asked for: the handshake, what is taken back.

        Call it until there is none, after each of the other calls.
        """
        return self._engine.next_output()

    def next_deadline(self) -> int | None:
        """When to call `expire`; 0 if there is something to be told at once."""
        return self._engine.next_deadline()

    def expire(self, now: int) -> Iterator[Event]:
        """What came to its end without a message: at a deadline, or since the pipe was closed."""
        while heard := self._engine.expire(now):
            yield event_of(heard)

    def closed(self, now: int = 0, *, route: int = 0) -> None:
        """Says that the pipe was closed, or that an exchange has ended: its response, or the hope
        of one. `expire` tells what that ended.
        """
        self._engine.closed(route, now)

    def reply(self, event: Event, /) -> Out:
        """Answers what the engine can by itself: `Ping` and `Refused`. Empty for all else."""
        return self._engine.reply(heard_of(event))

    def call(
        self,
        method: str,
        params: _Object | None = None,
        options: Options = _DEFAULT,
        now: int = 0,
    ) -> tuple[int, Out]:
        """Writes a request. Its ticket names it in the events that follow: at last `Answered`.

        Raises `NotReady` while there is no connection, `NotSupported` for a method that the
        revision lacks, `NotOffered` for one that the server did not announce, `Busy` if no slot is
        free, `Short` if it is longer than `max_message`.
        """
        return self._engine.call(method, params, options.written(), now)

    def again(
        self,
        ticket: int,
        method: str,
        params: _Object | None = None,
        options: Options = _DEFAULT,
        now: int = 0,
    ) -> tuple[int, Out]:
        """Writes a suspended request again, under the ticket that this gives.

        Give the method and the params as they were.
        """
        return self._engine.again(ticket, method, params, options.written(), now)

    def provide(
        self,
        needed: InputNeeded,
        given: Mapping[str, object] | RawJson,
        params: _Object | None = None,
        options: Options = _DEFAULT,
        now: int = 0,
    ) -> tuple[int, Out]:
        """Gives the server what it wants: a result under the key of each input.

        From 2026-07-28 on the call goes out again, under the ticket that this gives: `params` and
        `options` are those of the call. Before, it is the answer to the server's request; the
        ticket is that of the call, or 0.
        """
        return self._engine.provide(heard_of(needed), given, params, options.written(), now)

    def refuse(self, needed: InputNeeded, code: int = -1, message: str = "declined") -> Out:
        """Gives the server nothing.

        Before 2026-07-28 its request is answered with an error. From then on the call ends here,
        without an event.
        """
        return self._engine.refuse(heard_of(needed), code, message)

    def cancel(self, ticket: int, /) -> None:
        """Ends a call or a listen without an answer; there will be no event of it."""
        self._engine.cancel(ticket)

    def listen(self, subscription: Subscription, now: int = 0) -> Iterator[Out]:
        """What asks to be told of changes: send all of it."""
        while (out := self._engine.listen(subscription, now)) is not None:
            yield out

    def unlisten(self, subscription: Subscription, now: int = 0) -> Iterator[Out]:
        """What asks not to be told any more: send all of it, then `next_output` as always."""
        while (out := self._engine.unlisten(subscription, now)) is not None:
            yield out

    def set_level(
        self, level: Level, options: Options = _DEFAULT, now: int = 0
    ) -> tuple[int, Out]:
        """Asks for log messages from a level on.

        From 2026-07-28 on nothing is sent and the ticket is 0: each later request says so.
        """
        return self._engine.set_level(level, options.written(), now)

    def notify(self, method: str, params: _Object | None = None) -> Out:
        """Writes a notification."""
        return self._engine.notify(method, params)

    def result(self, ticket: int, result: _Object) -> Out:
        """Answers a `Request` of the server's."""
        return self._engine.result(ticket, result)

    def error(self, ticket: int, code: int, message: str, data: object = None) -> Out:
        """Answers a `Request` of the server's with an error."""
        return self._engine.error(ticket, code, message, data)

    @property
    def revision(self) -> Revision | None:
        """The revision that is spoken, once there is a connection."""
        found: Any = self._engine.revision()
        spoken: Revision | None = found
        return spoken

    @property
    def is_connected(self) -> bool:
        """True once there is a connection, and until it ends."""
        return self._engine.is_connected()

    def open(self) -> list[int]:
        """The tickets of all that is open: our requests and listens, and the server's requests."""
        return self._engine.open()

    @property
    def is_http(self) -> bool:
        """True if it talks over HTTP."""
        return self._engine.is_http()

    def head(self, out: Out, schema: _Object | None = None) -> list[tuple[str, str]]:
        """The lines of the request head that go with an output, over HTTP.

        Call it before anything else is done with the client. `schema`: the input schema of the
        tool that is called, if it is known: some arguments may have to go into headers (from
        2026-07-28 on). Yours are `Host`, `Content-Length`, `Authorization`.
        """
        return self._engine.head(out, schema)

    def responded(self, route: int, status: int, headers: Headers, now: int = 0) -> Expect:
        """Takes the head of a response: the route of the output, the status, the headers.

        Where no response comes at all, call `closed` alone.
        """
        return Expect(*self._engine.responded(route, status, headers, now))

    def seen(self, route: int, last_id: bytes, retry_ms: int | None = None) -> None:
        """Takes what an event stream said of itself: `id` after each event, and `last_id` and
        `retry` of the `SseEvents` after each piece.
        """
        self._engine.seen(route, last_id, retry_ms)

    def leave(self) -> None:
        """Ends the session, where there is one: `next_output` says so to the server (DELETE)."""
        self._engine.leave()

    @property
    def session(self) -> str | None:
        """The id of the session over HTTP, up to 2025-11-25. A secret: keep it out of logs."""
        return self._engine.session()

    def tools(self, page: _Object) -> Tools:
        """The tools of a result of `tools/list`.

        Over HTTP, from 2026-07-28 on, those are left out of which arguments would have to go into
        headers that cannot be.
        """
        return Tools.read(self._engine.tools(page))


def _icon(icon: Icon) -> dict[str, Any]:
    sizes = list(icon.sizes)
    return {"src": icon.src, "mimeType": icon.mime_type, "sizes": sizes, "theme": icon.theme}
