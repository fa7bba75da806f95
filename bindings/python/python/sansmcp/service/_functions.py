"""Functions as they were declared: how a request becomes arguments, and a value a result."""

from __future__ import annotations

import inspect
import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Generic, Literal, TypeAlias, TypeVar

from .._engine import Out, Server
from .._errors import NotSupported
from .._events import CallTool, Complete, Event, GetPrompt, Notification, ReadResource, Request
from .._hints import BadArguments, Signature, write_any
from ._content import (
    CONTENT,
    Message,
    PromptResult,
    ResourceContents,
    Streamed,
    Suggestions,
    ToolResult,
    add,
)
from ._errors import MissingCapability, RequestError, ToolError
from ._nothing import NOTHING

__all__ = [
    "CompletionFunction",
    "Function",
    "NotificationFunction",
    "PromptFunction",
    "RequestFunction",
    "ResourceFunction",
    "ToolFunction",
    "is_coroutine_function",
]

E = TypeVar("E", bound=Event)
Cache: TypeAlias = tuple[int, Literal["private", "public"]]
"""How long, in milliseconds, and for whom it may be kept."""


def is_coroutine_function(function: Callable[..., Any]) -> bool:
    """True if a call of it is to be awaited."""
    while hasattr(function, "func"):  # partials
        function = function.func
    return inspect.iscoroutinefunction(function) or inspect.iscoroutinefunction(
        getattr(function, "__call__", None)  # noqa: B004
    )


class Function(ABC, Generic[E]):
    """A function that answers events of one kind.

    `contexts`: the parameters that are given the context.
    """

    def __init__(
        self,
        function: Callable[..., Any],
        signature: Signature,
        is_threaded: bool,
        is_async: bool,
        contexts: tuple[str, ...],
    ) -> None:
        self.function = function
        self.signature = signature
        self.is_threaded = is_threaded
        self.is_async = is_async
        self.contexts = contexts
        # A call is all there is to it.
        self.is_plain: bool = not (is_async or is_threaded or contexts)

    @abstractmethod
    def read(self, event: E) -> dict[str, Any]:
        """The arguments, without contexts. Raises `BadArguments`."""

    @abstractmethod
    def write(self, server: Server, event: E, value: Any) -> Out:
        """Answers with what the function returned."""

    def begin(self, server: Server, event: E, streamed: Streamed, first: object) -> Out:
        """Begins an answer in pieces; `first`: the first of them."""
        raise TypeError(f"{self.signature.name}: only tools and resources can answer in pieces")

    def failure(self, event: E, error: BaseException) -> str | None:
        """What an answer in pieces ends with where it fails, if there is a place for it."""
        return None

    def fail(self, server: Server, event: E, error: BaseException) -> Out:
        """Answers with what it raised."""
        match error:
            case RequestError():
                message = _sayable(error.message)
                return server.error(event.ticket, error.code, message, error.data)
            case BadArguments():
                return server.error(event.ticket, -32602, f"Invalid params: {error}")
            case ToolError():
                return server.error(event.ticket, -32603, _sayable(str(error)))
            case MissingCapability():
                return server.undeclared(event.ticket, *error.needed)
            case _:
                return server.error(event.ticket, -32603, f"Internal error: {_name(error)}")


class ToolFunction(Function[CallTool]):
    """A tool."""

    def read(self, event: CallTool) -> dict[str, Any]:
        return self.signature.bind(event.arguments)

    def write(self, server: Server, event: CallTool, value: Any) -> Out:
        answer = server.answer(event.ticket)
        signature = self.signature
        if type(value) is str and (signature.output_schema is None or signature.returns_text):
            return answer.text(value).end()
        if isinstance(value, ToolResult):
            for content in value.content:
                add(answer, content)
            if value.structured is not None:
                answer.structured(write_any(value.structured))
            if value.meta is not None:
                answer.meta(value.meta)
            return (answer.failed() if value.is_error else answer).end()
        if signature.output_schema is not None and not signature.returns_text:
            given = signature.give(value)
            return answer.text(_json(given)).structured(signature.wrap(given)).end()
        if value is None:
            return answer.end()
        if isinstance(value, CONTENT):
            add(answer, value)
        elif isinstance(value, (list, tuple)) and any(isinstance(it, CONTENT) for it in value):
            for content in value:
                add(answer, content)
        else:
            given = write_any(value)
            answer.text(given if isinstance(given, str) else _json(given))
            if isinstance(given, dict):
                answer.structured(given)
        return answer.end()

    def begin(self, server: Server, event: CallTool, streamed: Streamed, first: object) -> Out:
        mime_type, uri = streamed.mime_type, streamed.uri
        if isinstance(first, str):
            return server.begin(event.ticket, "text", mime_type, uri=uri)
        if uri is not None:
            return server.begin(event.ticket, "blob", mime_type, uri=uri)
        match (mime_type or "").partition("/")[0]:
            case "image":
                return server.begin(event.ticket, "image", mime_type)
            case "audio":
                return server.begin(event.ticket, "audio", mime_type)
            case _:
                raise TypeError("bytes in pieces need a mime_type: of an image, of audio, or of "
                                "anything else with a uri")

    def failure(self, event: CallTool, error: BaseException) -> str | None:
        if isinstance(error, (BadArguments, RequestError, ToolError)):
            return _sayable(str(error))
        # What the revision cannot say is no secret, and tells a model more than its name.
        why = str(error) if isinstance(error, NotSupported) else _name(error)
        return _sayable(f"{event.name} failed: {why}")

    def fail(self, server: Server, event: CallTool, error: BaseException) -> Out:
        if isinstance(error, (RequestError, MissingCapability)):
            return super().fail(server, event, error)
        return server.answer(event.ticket).fail(self.failure(event, error) or "").end()


class ResourceFunction(Function[ReadResource]):
    """A resource, or all resources of a template."""

    def __init__(self, *about: Any, mime_type: str | None, cache: Cache | None) -> None:
        super().__init__(*about)
        self.mime_type = mime_type
        self.cache = cache

    def read(self, event: ReadResource) -> dict[str, Any]:
        return {}  # what was read out of its URI goes through `bind_texts`

    def write(self, server: Server, event: ReadResource, value: Any) -> Out:
        contents = server.contents(event.ticket)
        if self.cache is not None:
            contents.cache(*self.cache)
        several = isinstance(value, (list, tuple)) and all(
            isinstance(it, ResourceContents) for it in value
        )
        for part in value if several else [value]:
            uri, mime_type, meta = event.uri, self.mime_type, None
            if isinstance(part, ResourceContents):
                uri, mime_type, meta = part.uri, part.mime_type or mime_type, part.meta
                part = part.data
            if isinstance(part, str):
                contents.text(uri, part, mime_type=mime_type, meta=meta)
            elif isinstance(part, (bytes, bytearray, memoryview)):
                contents.blob(uri, part, mime_type=mime_type, meta=meta)
            else:
                text = _json(write_any(part))
                contents.text(uri, text, mime_type=mime_type or "application/json", meta=meta)
        return contents.end()

    def begin(self, server: Server, event: ReadResource, streamed: Streamed, first: object) -> Out:
        is_text = isinstance(first, str)
        usual = "text/plain" if is_text else "application/octet-stream"
        mime_type = streamed.mime_type or self.mime_type or usual
        shape: Literal["contents", "bytes"] = "contents" if is_text else "bytes"
        return server.begin(event.ticket, shape, mime_type, uri=streamed.uri or event.uri)

    def fail(self, server: Server, event: ReadResource, error: BaseException) -> Out:
        if isinstance(error, BadArguments):
            return server.reply(event)  # there is no resource of this URI
        return super().fail(server, event, error)


class PromptFunction(Function[GetPrompt]):
    """A prompt."""

    def __init__(self, *about: Any, description: str | None) -> None:
        super().__init__(*about)
        self.description = description

    def read(self, event: GetPrompt) -> dict[str, Any]:
        return self.signature.bind_texts(event.arguments)

    def write(self, server: Server, event: GetPrompt, value: Any) -> Out:
        result = value if isinstance(value, PromptResult) else PromptResult(_several(value))
        messages = server.messages(event.ticket)
        description = self.description if result.description is None else result.description
        if description:
            messages.description(description)
        if result.meta is not None:
            messages.meta(result.meta)
        for message in result.messages:
            if isinstance(message, Message):
                add(messages, message.content, message.role)
            else:
                add(messages, message, "user")
        return messages.end()


class CompletionFunction(Function[Complete]):
    """Its first parameter is what was typed; others are named like arguments that were set."""

    def __init__(self, *about: Any, first: str, others: frozenset[str]) -> None:
        super().__init__(*about)
        self.first = first
        self.others = others

    def read(self, event: Complete) -> dict[str, Any]:
        context = event.context or {}
        given = {name: value for name, value in context.items() if name in self.others}
        return {self.first: event.value, **given}

    def write(self, server: Server, event: Complete, value: Any) -> Out:
        found = value if isinstance(value, Suggestions) else Suggestions(value or ())
        completion = server.completion(event.ticket)
        for text in found.values:
            completion.value(text)
        if found.total is not None:
            completion.total(found.total)
        if found.has_more:
            completion.more()
        return completion.end()


class RequestFunction(Function[Request]):
    """A method of the application's own."""

    def read(self, event: Request) -> dict[str, Any]:
        return self.signature.bind(_without_meta(event.params))

    def write(self, server: Server, event: Request, value: Any) -> Out:
        given = self.signature.give(value)
        if given is None:
            given = {}
        if not isinstance(given, dict):
            raise TypeError(f"{event.method} must give a mapping, not {type(value).__name__}")
        return server.result(event.ticket, given)


class NotificationFunction(Function[Notification]):
    """What is done when a notification comes."""

    def read(self, event: Notification) -> dict[str, Any]:
        return self.signature.bind(_without_meta(event.params))

    def write(self, server: Server, event: Notification, value: Any) -> Out:
        return NOTHING

    def fail(self, server: Server, event: Notification, error: BaseException) -> Out:
        return NOTHING  # nobody waits for an answer; the log has it


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def _name(error: BaseException) -> str:
    return type(error).__name__


def _sayable(text: str) -> str:
    """Half a surrogate pair, as in the name of a file that is no UTF-8, by its number."""
    return text.encode("utf-8", "backslashreplace").decode()


def _several(value: Any) -> Iterable[Any]:
    return value if isinstance(value, (list, tuple)) else [value]


def _without_meta(params: Mapping[str, Any] | None) -> dict[str, Any]:
    return {key: value for key, value in (params or {}).items() if key != "_meta"}
