"""The client's part of the engine."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias, final

from .._engine import Frame, Out, RawJson

__all__ = ["ClientEngine", "Heard", "Listening", "Pages", "accept"]

_Object: TypeAlias = Mapping[str, object] | RawJson

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

@final
class ClientEngine:
    """The client's calls as they are. `sansmcp.client.Client` makes Python of them."""

    def __new__(cls, about: _Object, slots: int, max_message: int) -> ClientEngine: ...
    def connect(self, terms: _Object, now: int) -> None: ...
    def receive(self, frame: Frame, now: int) -> Heard | None: ...
    def expire(self, now: int) -> Heard | None: ...
    def next_deadline(self) -> int | None: ...
    def closed(self, now: int) -> None: ...
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
