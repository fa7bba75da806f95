from collections.abc import Iterable, Mapping
from typing import Literal, TypeAlias, final

from ._describe import Annotations, Icon
from ._engine import Out, RawJson

__all__ = ["Answer", "Completion", "Contents", "Messages"]

_Bytes: TypeAlias = bytes | bytearray | memoryview
_Object: TypeAlias = Mapping[str, object] | RawJson
_Text: TypeAlias = str | RawJson
_Role: TypeAlias = Literal["user", "assistant"]

@final
class Answer:
    """A result under construction. `end` gives the bytes."""
    def text(
        self,
        text: _Text,
        /,
        *,
        annotations: Annotations | None = None,
        meta: _Object | None = None,
    ) -> Answer:
        """Adds a block of text.

        Raises `NotText` if half of a surrogate pair stands alone in it.
        """
    def image(
        self,
        data: _Bytes,
        mime_type: str,
        *,
        annotations: Annotations | None = None,
        meta: _Object | None = None,
    ) -> Answer:
        """Adds a picture; `data` is its bytes."""
    def audio(
        self,
        data: _Bytes,
        mime_type: str,
        *,
        annotations: Annotations | None = None,
        meta: _Object | None = None,
    ) -> Answer:
        """Adds sound; `data` is its bytes. From 2025-03-26 on."""
    def resource(
        self,
        uri: str,
        text: _Text,
        *,
        mime_type: str | None = None,
        annotations: Annotations | None = None,
        meta: _Object | None = None,
        resource_meta: _Object | None = None,
    ) -> Answer:
        """Adds a resource made of text."""
    def blob(
        self,
        uri: str,
        data: _Bytes,
        *,
        mime_type: str | None = None,
        annotations: Annotations | None = None,
        meta: _Object | None = None,
        resource_meta: _Object | None = None,
    ) -> Answer:
        """Adds a resource made of bytes."""
    def link(
        self,
        uri: str,
        name: str,
        *,
        title: str | None = None,
        description: str | None = None,
        mime_type: str | None = None,
        size: int | None = None,
        icons: Iterable[Icon] | None = None,
        annotations: Annotations | None = None,
        meta: _Object | None = None,
    ) -> Answer:
        """Adds a link to a resource; `size` is in bytes. From 2025-06-18 on."""
    def block(self, block: _Object, /) -> Answer:
        """Adds a block of any kind, in the protocol's form: `{"type": "text", "text": "a"}`.

        Bytes are in Base64. What the revision does not know of it is left out. Raises `ValueError`
        that says what is missing or wrong.
        """
    def structured(self, value: object, /) -> Answer:
        """Sets the structured result: a mapping, from 2026-07-28 on any value.

        Mappings, sequences, texts, numbers, truth values, `None` and `RawJson` have a form in
        JSON; `NotJson` or `NotText` says where another one stands. Integers are exact.
        Before 2025-06-18 it is left out: say the same in a block of text, for older clients.
        """
    def meta(self, value: _Object, /) -> Answer:
        """Sets `_meta`."""
    def fail(self, why: _Text, /) -> Answer:
        """Marks the result as a failure of the tool, which the model sees, and says why."""
    def failed(self) -> Answer:
        """Marks the result as a failure of the tool; what it says is in the blocks."""
    def end(self) -> Out:
        """The bytes; empty if the client cancelled the request.

        Raises `Stale` if it was answered before, `NotSupported` if the revision lacks a kind of
        content, `Streaming` while a streamed answer is under way, `Short` if it is longer than
        `max_message`: the request is still open then.
        """

@final
class Contents:
    """The contents of a resource under construction. `end` gives the bytes.

    A folder has several parts, each with its URI.
    """

    def text(
        self,
        uri: str,
        text: _Text,
        *,
        mime_type: str | None = None,
        meta: _Object | None = None,
    ) -> Contents:
        """Adds a part made of text."""
    def blob(
        self,
        uri: str,
        data: _Bytes,
        *,
        mime_type: str | None = None,
        meta: _Object | None = None,
    ) -> Contents:
        """Adds a part made of bytes."""
    def cache(
        self, ttl_ms: int, scope: Literal["private", "public"] = "private"
    ) -> Contents:
        """Says how long they may be kept, and for whom; without, as lists. From 2026-07-28 on."""
    def meta(self, value: _Object, /) -> Contents:
        """Sets `_meta`."""
    def end(self) -> Out:
        """The bytes; empty if the client cancelled the request.

        Raises `NotSupported` if nothing was added: a resource that is there has contents. Else as
        `Answer.end`.
        """

@final
class Messages:
    """The messages of a prompt under construction. `end` gives the bytes."""
    def text(
        self,
        role: _Role,
        text: _Text,
        *,
        annotations: Annotations | None = None,
        meta: _Object | None = None,
    ) -> Messages:
        """Adds a text that `role` says.

        Raises `NotText` if half of a surrogate pair stands alone in it.
        """
    def image(
        self,
        role: _Role,
        data: _Bytes,
        mime_type: str,
        *,
        annotations: Annotations | None = None,
        meta: _Object | None = None,
    ) -> Messages:
        """Adds a picture; `data` is its bytes."""
    def audio(
        self,
        role: _Role,
        data: _Bytes,
        mime_type: str,
        *,
        annotations: Annotations | None = None,
        meta: _Object | None = None,
    ) -> Messages:
        """Adds sound; `data` is its bytes. From 2025-03-26 on."""
    def resource(
        self,
        role: _Role,
        uri: str,
        text: _Text,
        *,
        mime_type: str | None = None,
        annotations: Annotations | None = None,
        meta: _Object | None = None,
        resource_meta: _Object | None = None,
    ) -> Messages:
        """Adds a resource made of text."""
    def blob(
        self,
        role: _Role,
        uri: str,
        data: _Bytes,
        *,
        mime_type: str | None = None,
        annotations: Annotations | None = None,
        meta: _Object | None = None,
        resource_meta: _Object | None = None,
    ) -> Messages:
        """Adds a resource made of bytes."""
    def link(
        self,
        role: _Role,
        uri: str,
        name: str,
        *,
        title: str | None = None,
        description: str | None = None,
        mime_type: str | None = None,
        size: int | None = None,
        icons: Iterable[Icon] | None = None,
        annotations: Annotations | None = None,
        meta: _Object | None = None,
    ) -> Messages:
        """Adds a link to a resource; `size` is in bytes. From 2025-06-18 on."""
    def block(self, role: _Role, block: _Object, /) -> Messages:
        """Adds a block of any kind, in the protocol's form: `{"type": "text", "text": "a"}`.

        Bytes are in Base64. What the revision does not know of it is left out. Raises `ValueError`
        that says what is missing or wrong.
        """
    def description(self, text: str, /) -> Messages:
        """Says what the prompt is for."""
    def meta(self, value: _Object, /) -> Messages:
        """Sets `_meta`."""
    def end(self) -> Out:
        """The bytes; empty if the client cancelled the request. Raises as `Answer.end`."""

@final
class Completion:
    """Suggestions under construction, the best first. `end` gives the bytes."""

    def value(self, text: _Text, /) -> Completion:
        """Adds a value. The 101st and those after it are counted and not sent."""
    def total(self, count: int, /) -> Completion:
        """Says how many values there are in all, those not added included."""
    def more(self) -> Completion:
        """Says that there are more values than were added."""
    def meta(self, value: _Object, /) -> Completion:
        """Sets `_meta`."""
    def end(self) -> Out:
        """The bytes; empty if the client cancelled the request. Raises as `Answer.end`."""
