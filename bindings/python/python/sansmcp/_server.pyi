from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal, TypeAlias, final

from ._ask import Input
from ._describe import Capability, Icon, Prompt, Resource, ResourceTemplate, Tool
from ._engine import Frame, Out, RawJson
from ._events import (
    Answered,
    CallTool,
    Event,
    Events,
    GetPrompt,
    Listen,
    ListPrompts,
    ListResources,
    ListTemplates,
    ListTools,
    ReadResource,
)
from ._results import Answer, Completion, Contents, Messages
from .client._policy import Level

__all__ = ["Page", "Server", "Updates"]

_Bytes: TypeAlias = bytes | bytearray | memoryview

class Server:
    """A server on one connection. It may be used by several threads."""

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
        slots: int = 64,
        max_message: int = 16777216,
        page: int = 65536,
    ) -> Server:
        """Says what the server is, and what it has.

        `tools`, `resources` and `prompts` follow from the tables; `capabilities` are those beyond:
        `logging` to send log messages, `completions` to suggest values, `tools.listChanged` and its
        like to tell of changes, `resources.subscribe` to tell of those of one resource; and
        `tools`, `resources`, `prompts` where a table is empty for now. `extensions` and
        `experimental` are objects of objects.
        `ttl_ms` and `cache_scope`: how long, in milliseconds, and for whom lists may be kept, from
        2026-07-28 on. `slots`: how many requests may be open at once, at most 65534; one more is
        refused. `max_message`: bytes of the longest message sent. `page`: bytes of a page of a
        list; it has one entry at least, however long that is.
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
    def contents(self, ticket: int, /) -> Contents:
        """Begins the result of a read. Of a resource that is not there `reply` says so."""
    def messages(self, ticket: int, /) -> Messages:
        """Begins the result of a prompt. Of a prompt that is not there `reply` says so."""
    def completion(self, ticket: int, /) -> Completion:
        """Begins the result of a completion. `reply` has no suggestions."""
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
        shape: Literal["text", "image", "audio", "blob", "contents", "bytes"],
        mime_type: str | None = None,
        *,
        uri: str | None = None,
    ) -> Out:
        """Begins an answer of one block that leaves in pieces.

        Of a call the block is of one of the first four shapes. A read has one part: `contents`,
        its text, or its `bytes`. All but `text` need `mime_type`, and the last three their `uri`.
        Until `end`, every other output of this server raises `Streaming`.
        """
    def piece(self, ticket: int, data: _Bytes) -> tuple[int, Out]:
        """Sends the next piece: how many bytes of `data` were taken, and what to send.

        Offer the rest again. Text goes as UTF-8; a character may be cut by the end of a piece only
        if the rest of it is offered again.
        """
    def end(self, ticket: int, failure: str | None = None) -> Out:
        """Ends the streamed answer. With `failure`, it says that the tool failed, and why.

        A read has no place to say that: its text or its bytes just end.
        """
    def begin_reply(self, event: Event, /) -> Out:
        """Begins to answer `initialize`, `server/discover` or a list in pieces.

        For where `reply` raises `Short`. `next_output` gives the rest.
        """
    def ask(
        self,
        event: Event,
        inputs: Iterable[Input],
        state: str | None = None,
        *,
        idle_ms: int = 300000,
        hard_ms: int = 3600000,
        now: int | None = None,
    ) -> Out:
        """Asks the client for something that a call, a read or a prompt needs.

        `event` is the request as it came, or as `resume` gave it. Look first what the client can
        do (`event.capabilities`), and answer one that cannot with `undeclared`.

        From 2026-07-28 on the exchange has ended with this, and the request comes again with the
        answers. Before, it stays open: keep `Out.keep` under its ticket, and give it to `resume`
        when `Answered` comes with that ticket as its `parent`. Either way the handler runs from
        its start, and finds the answers under their keys in `event.inputs`, and `state` in
        `event.request_state`. From 2026-07-28 on the client sees the state and can change it:
        `Seal` makes one of which that is found out.

        `idle_ms`, `hard_ms`: how long each answer may take since the client was heard of, and in
        all; 0 for ever. Before 2026-07-28, with `next_deadline`. `now` is on the clock of
        `receive`, and without it the latest time said there.

        Raises `Undeclared` if the client did not declare what is asked for, `NotSupported` for
        other requests, for a key that stands twice and for what the revision has no words for,
        `NotReady` before the client is initialized, `Busy` if no slot is free for the question.
        """
    def resume(
        self,
        answered: Answered,
        kept: _Bytes,
        *,
        idle_ms: int = 300000,
        hard_ms: int = 3600000,
        now: int | None = None,
    ) -> CallTool | ReadResource | GetPrompt | Out:
        """Makes the call again of what was kept and the answer that came, or asks what is next.

        The call has the ticket that it had. Of an `Out`, send it, and keep its `keep` in the place
        of `kept`; it is empty where the call was cancelled.

        Raises `Rejected` if the client did not answer with a result, or not in time: the call is
        yours to answer. `NotSupported` if it belongs to no such call, `NotJson` if `kept` is not
        what `Out.keep` gave, `Stale` if the call has ended; else as `ask`.
        """
    def request(
        self,
        ticket: int,
        method: str,
        params: Mapping[str, object] | RawJson | None = None,
        *,
        session: int = 0,
        idle_ms: int = 300000,
        hard_ms: int = 3600000,
        now: int | None = None,
    ) -> tuple[int, Out]:
        """Sends a request to the client; gives its ticket, under which `Answered` comes.

        Prefer `ask`, which works in every revision. With the ticket of a call it belongs to that
        call and ends with it; with 0 to the client: that of the pipe, over HTTP that of
        `Event.session`. `abandon` takes it back. The ticket is 0 where the call was cancelled.

        Raises `UseAsk` from 2026-07-28 on, which has no such requests, `NotReady` before the
        client is initialized (`ping` goes before), `Undeclared` for what the client did not
        declare, `NotSupported` for a method that the revision lacks, `Busy` if no slot is free.
        """
    def undeclared(self, ticket: int, *names: str) -> Out:
        """Answers a request with the error that it needs what the client did not declare.

        Names are those of `Event.capabilities`.
        """
    def next_deadline(self) -> int | None:
        """When to call `expire`, on the clock of `receive`; `None` while nothing waits.

        Ask again after each event: progress of the client's moves it.
        """
    def expire(self, now: int, /) -> list[Answered]:
        """The ends of requests of yours whose time is over.

        Then ask for `next_output`, which tells the client, and treat each as any other:
        `resume` raises `Rejected`, and the call is yours to answer.
        """
    def next_output(self) -> Out | None:
        """The next message or piece that is due without being asked for."""
    def abandon(self, ticket: int, /) -> None:
        """Gives up on a request: nothing is sent. Meant for requests that were cancelled."""
    def is_cancelled(self, ticket: int, /) -> bool:
        """True if the client gave the request up, so that work on it may stop."""
    def open(self) -> list[int]:
        """The tickets of all requests that are not answered yet, cancelled ones included."""
    def closed(self, number: int | None = None, /) -> None:
        """Says that the pipe was closed; of an `Endpoint`, that the exchange `number` is gone.

        What was open there is cancelled, as if the client had said so: stop its work and abandon
        its tickets, which `open` has, and `Endpoint.cancelled`. Before 2026-07-28 the loss of an
        exchange cancels nothing, since its client may come back.
        """
    def offer(
        self,
        *,
        tools: Iterable[Tool] | None = None,
        resources: Iterable[Resource] | None = None,
        templates: Iterable[ResourceTemplate] | None = None,
        prompts: Iterable[Prompt] | None = None,
    ) -> None:
        """Puts these tables in the place of those that the server has. Say so with `changed`.

        Raises `Streaming` while the engine's own answer goes out in pieces.
        """
    def page(
        self, event: ListTools | ListResources | ListTemplates | ListPrompts, /
    ) -> Page:
        """Begins to answer a list entry by entry, for entries that are in no table."""
    def changed(self, what: Literal["tools", "resources", "prompts"], /) -> None:
        """Says that a list has changed: `next_output` tells those who want to know.

        Once, however often it changed meanwhile. Nobody is told of what the server does not
        announce, such as `tools.listChanged`. Resources are their templates, too.
        """
    def updated(self, uri: str, /) -> Updates:
        """Tells those who listen to a resource that it has changed: one message each.

        Each is told when it is asked for. `uri` is what the client subscribed to, to the letter.
        """
    def accept(self, event: Listen, uris: Sequence[str], /) -> Out:
        """Acknowledges a listen with what is offered, and with these of its URIs.

        At most 16 URIs are kept. What is not agreed to is missing from the acknowledgement, so
        that the client knows. Without a choice to make `reply` does it. Its slot is taken until it
        ends: by the client (`Cancelled`, with nothing left to do), by `end_listen` or `closed`.
        """
    def end_listen(self, ticket: int, /) -> None:
        """Ends a listen from this side: `next_output` tells the client."""
    def listens(self) -> list[int]:
        """The tickets of the listens that were acknowledged and have not ended."""
    def log(
        self,
        level: Level,
        data: object,
        *,
        logger: str | None = None,
        ticket: int = 0,
        session: int = 0,
    ) -> Out:
        """Tells the client what goes on: `data` is a text, or anything that has a form in JSON.

        `ticket` is the request that it belongs to; with 0 it belongs to the connection, which only
        the revisions before 2026-07-28 have, and which over HTTP is that of `Event.session`. Empty
        where the client does not want it: from 2026-07-28 on without a level in the request's
        `_meta`, and below the level asked for. Before, everything is sent until the client sets a
        level. Raises `NotSupported` if the server does not announce `logging`.
        """
    def notify(
        self,
        method: str,
        params: Mapping[str, object] | RawJson | None = None,
        *,
        ticket: int = 0,
        session: int = 0,
    ) -> Out:
        """Sends a notification that has no call of its own.

        That is one of yours, or `notifications/elicitation/complete` (2025-11-25). `ticket` and
        `session` as those of `log`. Empty where the request was cancelled. Raises `NotReady`
        without a client that is initialized.
        """

@final
class Page:
    """A page of a list under way. `end` gives the bytes.

    One that is not to be sent is dropped: the request is still open then.
    """

    def tool(self, tool: Tool, /) -> bool:
        """Adds a tool. False: it does not fit any more; end with a cursor that leads to it.

        Raises `Short` if it is the first, and longer than `max_message` allows; `NotSupported` if
        the page is of another list. The page is as before then.
        """
    def resource(self, resource: Resource, /) -> bool:
        """Adds a resource, in the same way."""
    def template(self, template: ResourceTemplate, /) -> bool:
        """Adds a resource template, in the same way."""
    def prompt(self, prompt: Prompt, /) -> bool:
        """Adds a prompt, in the same way."""
    def end(self, next_cursor: str | None = None) -> Out:
        """The bytes; empty if the client cancelled the request.

        `next_cursor` if there is more: of any form, it comes back as the cursor of an event.
        """

@final
class Updates(Iterator[Out]):
    """One message for each who listens to a resource.

    What it raises, such as `Streaming`, ends nothing: it can be gone on with.
    """

    def __iter__(self) -> Updates: ...
    def __next__(self) -> Out: ...
