from collections.abc import Iterator
from typing import Any, ClassVar, Literal, TypeAlias, final

from .client._policy import Level

__all__ = [
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
    @property
    def capabilities(self) -> frozenset[str]:
        """What the client can do: `elicitation.form`, `elicitation.url`, `sampling`,
        `sampling.tools`, `sampling.context`, `roots`, `roots.listChanged`.
        """
    @property
    def session(self) -> int:
        """Over HTTP the session that it belongs to, which names the client where there is no
        ticket; 0 if it belongs to none, and over a pipe.
        """
    @property
    def inputs(self) -> dict[str, Any]:
        """The answers to what was asked, by the keys that it was asked under; empty before."""
    def input_json(self, key: str, /) -> str | None:
        """One answer to what was asked, as it was written."""
    @property
    def request_state(self) -> str | None:
        """The state that went out with what was asked, as it came back.

        From 2026-07-28 on the client could have changed it.
        """

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
class ListResources(Event):
    """`resources/list`: `Server.reply` answers it from the server's resources."""

    __match_args__: ClassVar[tuple[Literal["cursor"]]]
    @property
    def cursor(self) -> str | None:
        """Where the page begins, as it came."""

@final
class ListTemplates(Event):
    """`resources/templates/list`: `Server.reply` answers it from the server's templates."""

    __match_args__: ClassVar[tuple[Literal["cursor"]]]
    @property
    def cursor(self) -> str | None:
        """Where the page begins, as it came."""

@final
class ListPrompts(Event):
    """`prompts/list`: `Server.reply` answers it from the server's prompts."""

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
class GetPrompt(Event):
    """`prompts/get`: yours to answer."""

    __match_args__: ClassVar[tuple[Literal["name"], Literal["arguments"]]]
    @property
    def name(self) -> str:
        """The prompt."""
    @property
    def arguments(self) -> dict[str, Any]:
        """The arguments; empty if there are none."""
    @property
    def arguments_json(self) -> str | None:
        """The arguments as they were written."""
    def argument_json(self, key: str, /) -> str | None:
        """One argument as it was written, quotes included where it is a text."""

@final
class ReadResource(Event):
    """`resources/read`: yours to answer."""

    __match_args__: ClassVar[tuple[Literal["uri"]]]
    @property
    def uri(self) -> str:
        """The resource."""

@final
class Subscribe(Event):
    """`resources/subscribe`: `Server.reply` notes it, and `Server.updated` tells of changes."""

    __match_args__: ClassVar[tuple[Literal["uri"]]]
    @property
    def uri(self) -> str:
        """The resource."""

@final
class Unsubscribe(Event):
    """`resources/unsubscribe`: `Server.reply` takes the subscription back."""

    __match_args__: ClassVar[tuple[Literal["uri"]]]
    @property
    def uri(self) -> str:
        """The resource."""

@final
class Complete(Event):
    """`completion/complete`: yours to answer; `Server.reply` has no suggestions."""

    __match_args__: ClassVar[
        tuple[Literal["prompt"], Literal["uri"], Literal["argument"], Literal["value"]]
    ]
    @property
    def prompt(self) -> str | None:
        """The prompt whose argument is to be completed; `None` if it is a template's variable."""
    @property
    def uri(self) -> str | None:
        """The template whose variable is to be completed; `None` if it is a prompt's argument."""
    @property
    def argument(self) -> str:
        """The name of the argument or variable."""
    @property
    def value(self) -> str:
        """What was typed so far."""
    @property
    def context(self) -> dict[str, str]:
        """What other arguments were already set to. From 2025-06-18 on."""

@final
class SetLevel(Event):
    """`logging/setLevel`: `Server.reply` takes it over."""

    __match_args__: ClassVar[tuple[Literal["level"]]]
    @property
    def level(self) -> Level:
        """The lowest level wanted."""

@final
class Listen(Event):
    """`subscriptions/listen`: `Server.reply` acknowledges all that is offered, `Server.accept`
    what you choose. From 2026-07-28 on.
    """

    __match_args__: ClassVar[
        tuple[Literal["tools"], Literal["prompts"], Literal["resources"], Literal["uris"]]
    ]
    @property
    def tools(self) -> bool:
        """True if changes of the list of tools are asked for."""
    @property
    def prompts(self) -> bool:
        """True if changes of the list of prompts are asked for."""
    @property
    def resources(self) -> bool:
        """True if changes of the list of resources are asked for."""
    @property
    def uris(self) -> list[str]:
        """The resources whose updates are asked for."""

@final
class Answered(Event):
    """A request of yours ended: the client answered it, or time ran out.

    Its ticket is that of the request, which is over.
    """

    __match_args__: ClassVar[tuple[Literal["parent"], Literal["result"], Literal["error"]]]
    @property
    def parent(self) -> int:
        """The ticket of the call in whose course it was asked, which is still open; 0 if in none.
        """
    @property
    def outcome(self) -> Literal["result", "error", "malformed", "expired"]:
        """How it ended. `expired`: no answer came in time, and the client is told so."""
    @property
    def result(self) -> dict[str, Any] | None:
        """The client's result, if it is one."""
    @property
    def result_json(self) -> str | None:
        """The client's result as it was written."""
    @property
    def error(self) -> dict[str, Any] | None:
        """The client's error, if it is one: it has `code` and `message`."""
    @property
    def error_json(self) -> str | None:
        """The client's error as it was written."""

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
    | ListResources
    | ListTemplates
    | ListPrompts
    | CallTool
    | ReadResource
    | GetPrompt
    | Complete
    | SetLevel
    | Subscribe
    | Unsubscribe
    | Listen
    | Answered
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
