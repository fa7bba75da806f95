"""What a client hears, as classes made for `match`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from .._errors import Error
from ._engine import Heard, accept
from ._errors import Failure, ServerError, error_of, failure_of
from ._policy import Policy, Revision

__all__ = [
    "Answered",
    "Changed",
    "Connected",
    "Event",
    "Failed",
    "Ignored",
    "InputNeeded",
    "ListenEnded",
    "Listening",
    "Log",
    "NeededInput",
    "Notification",
    "Ping",
    "Progress",
    "Refused",
    "Request",
    "Suspended",
    "Updated",
    "Withdrawn",
]


class Event:
    """What came in, or came to its end. Each kind is a class of its own, made for `match`."""

    __slots__ = ("_heard",)

    def __init__(self, heard: Heard, /) -> None:
        self._heard = heard

    @property
    def _said(self) -> dict[str, Any]:
        return self._heard.said

    @property
    def kind(self) -> str:
        """The kind in transcripts and logs, such as `input_needed`."""
        return self._heard.kind

    @property
    def ticket(self) -> int:
        """Names the exchange that it is of; 0 where there is none."""
        return self._heard.ticket

    @property
    def id_json(self) -> str | None:
        """The id of the message as it was written, quotes included."""
        return self._heard.written("id")

    @property
    def method(self) -> str | None:
        """The method, where there is one and it is known."""
        return self._said.get("method")

    @property
    def revision(self) -> Revision:
        """The revision that it was spoken in."""
        found: Revision = self._said["revision"]
        return found

    def __repr__(self) -> str:
        words = [type(self).__name__]
        if self.ticket:
            words.append(f"ticket={self.ticket}")
        names: tuple[str, ...] = getattr(self, "__match_args__", ())
        words += [f"{name}={getattr(self, name)!r}" for name in names if name != "ticket"]
        return f"<{' '.join(words)}>"


class Connected(Event):
    """The server is there: calls can be made from now on."""

    __slots__ = ()
    __match_args__: ClassVar[tuple[Literal["revision"]]] = ("revision",)

    @property
    def capabilities(self) -> dict[str, Any]:
        """What the server announced, as it wrote it."""
        found = self._said.get("capabilities")
        return found if isinstance(found, dict) else {}

    @property
    def server_info(self) -> dict[str, Any] | None:
        """The server's name and version, as it wrote them."""
        return self._said.get("serverInfo")

    @property
    def instructions(self) -> str | None:
        """What the model should know before it uses the server."""
        return self._said.get("instructions")

    @property
    def result(self) -> dict[str, Any] | None:
        """The whole result of `server/discover` or `initialize`."""
        return self._said.get("result")


class Failed(Event):
    """No connection came about, or it ended: all that was open has ended before."""

    __slots__ = ()
    __match_args__: ClassVar[tuple[Literal["failure"]]] = ("failure",)

    @property
    def failure(self) -> Failure:
        """What happened, whose fault it is, and what can be done."""
        failure = failure_of(self._said)
        assert failure is not None
        return failure

    @property
    def received(self) -> Any:
        """What was received, where something was: the error, or the result."""
        return self._said.get("received")

    @property
    def retry(self) -> Policy | None:
        """How to connect to the server once it was started again, where that may help."""
        found = self._said.get("retry")
        return None if found is None else Policy.read(found)


class Answered(Event):
    """A request of ours came to its end. Its ticket is over."""

    __slots__ = ()
    __match_args__: ClassVar[tuple[Literal["ticket"], Literal["result"]]] = ("ticket", "result")

    @property
    def result(self) -> dict[str, Any] | None:
        """The result, if it ended with one."""
        return self._said.get("result")

    @property
    def result_json(self) -> str | None:
        """The result as it was written."""
        return self._heard.written("result")

    @property
    def error(self) -> ServerError | None:
        """The server's error, if it ended with one."""
        return error_of(self._said)

    @property
    def failure(self) -> Failure | None:
        """Why it failed, if it ended with neither."""
        return failure_of(self._said)

    @property
    def received(self) -> Any:
        """What was received under `result` or `error`, also where it failed because of it."""
        return self._said.get("received")

    @property
    def ttl_ms(self) -> int:
        """How long the result may be kept, in milliseconds. From 2026-07-28 on."""
        found: int = self._said["cache"]["ttlMs"]
        return found

    @property
    def cache_scope(self) -> Literal["private", "public"]:
        """For whom it may be kept."""
        found: Literal["private", "public"] = self._said["cache"]["scope"]
        return found


@dataclass(frozen=True)
class NeededInput:
    """One thing that the server wants of the user or the model."""

    key: str
    """The name under which the answer goes back; empty before 2026-07-28."""
    method: str
    """`elicitation/create`, `sampling/createMessage` or `roots/list`."""
    params: Mapping[str, Any]
    """The params of that method."""

    def accept(self, content: Mapping[str, object] | None = None) -> dict[str, Any]:
        """Of an elicitation the answer that agrees.

        `content`: the form as it was filled in. The defaults of what was left out are added.
        """
        return accept(self.params, content or {})


class InputNeeded(Event):
    """The server wants input before it goes on: answer with `provide` or `refuse`."""

    __slots__ = ()
    __match_args__: ClassVar[tuple[Literal["inputs"]]] = ("inputs",)

    @property
    def call(self) -> int:
        """The call in whose course it was asked; 0 where that is not known."""
        found: int = self._said["call"]
        return found

    @property
    def inputs(self) -> list[NeededInput]:
        """What is wanted; nothing where the server only wants to be asked again."""
        inputs = self._said["inputs"]
        return [NeededInput(it["key"], it["method"], it["params"] or {}) for it in inputs]

    @property
    def is_request(self) -> bool:
        """True where it is a request of the server's, as it is before 2026-07-28."""
        found: bool = self._said["isRequest"]
        return found

    @property
    def round(self) -> int:
        """How often the server has asked in the course of this call. From 2026-07-28 on."""
        found: int = self._said["round"]
        return found

    @property
    def pause_ms(self) -> int:
        """How long to wait before asking again, where nothing else is wanted, in milliseconds."""
        found: int = self._said["pauseMs"]
        return found


class Suspended(Event):
    """A request of ours has to be sent `again`, or given up: `cancel`."""

    __slots__ = ()
    __match_args__: ClassVar[tuple[Literal["why"]]] = ("why",)

    @property
    def why(self) -> Literal["unauthorized", "forbidden", "session_lost", "revision", "header"]:
        """Why; on a pipe only `revision`: the server named another, which is spoken from now on."""
        found: Literal["unauthorized", "forbidden", "session_lost", "revision", "header"]
        found = self._said["why"]
        return found


class Progress(Event):
    """How far a request of ours has come."""

    __slots__ = ()
    __match_args__: ClassVar[
        tuple[
            Literal["progress"],
            Literal["total"],
            Literal["message"],
        ]
    ] = ("progress", "total", "message")

    @property
    def progress(self) -> int | float | None:
        """How far it has come."""
        return self._said.get("progress")

    @property
    def total(self) -> int | float | None:
        """How far it has to come, where that is known."""
        return self._said.get("total")

    @property
    def message(self) -> str | None:
        """What is being done. From 2025-03-26 on."""
        return self._said.get("message")


class Log(Event):
    """A log message."""

    __slots__ = ()
    __match_args__: ClassVar[
        tuple[
            Literal["level"],
            Literal["logger"],
            Literal["data"],
        ]
    ] = ("level", "logger", "data")

    @property
    def level(self) -> str | None:
        """Its level; `None` for a word that is none."""
        return self._said.get("level")

    @property
    def logger(self) -> str | None:
        """Who wrote it."""
        return self._said.get("logger")

    @property
    def data(self) -> Any:
        """What was written."""
        return self._said.get("data")


class Listening(Event):
    """The server listens to what we want to be told of, and says what of it it agrees to."""

    __slots__ = ()
    __match_args__: ClassVar[
        tuple[
            Literal["tools"],
            Literal["prompts"],
            Literal["resources"],
            Literal["uris"],
        ]
    ] = ("tools", "prompts", "resources", "uris")

    @property
    def tools(self) -> bool:
        """It tells of changes of the list of tools."""
        return self._said["tools"] is True

    @property
    def prompts(self) -> bool:
        """It tells of changes of the list of prompts."""
        return self._said["prompts"] is True

    @property
    def resources(self) -> bool:
        """It tells of changes of the list of resources."""
        return self._said["resources"] is True

    @property
    def uris(self) -> list[str]:
        """The resources that it tells of. From 2026-07-28 on."""
        found: list[str] = self._said["uris"]
        return found

    @property
    def refused(self) -> int:
        """How many resources it did not agree to tell of. Before 2026-07-28."""
        found: int = self._said["refused"]
        return found


class ListenEnded(Event):
    """A listen came to its end."""

    __slots__ = ()
    __match_args__: ClassVar[tuple[Literal["is_graceful"]]] = ("is_graceful",)

    @property
    def is_graceful(self) -> bool:
        """True if the server ended it as the protocol has it."""
        return self._said["isGraceful"] is True

    @property
    def error(self) -> ServerError | None:
        """The error, if it was refused."""
        return error_of(self._said)

    @property
    def failure(self) -> Failure | None:
        """Why it failed, if it did."""
        return failure_of(self._said)


class Changed(Event):
    """A list has changed."""

    __slots__ = ()
    __match_args__: ClassVar[tuple[Literal["what"]]] = ("what",)

    @property
    def what(self) -> Literal["tools", "prompts", "resources"]:
        """Which list."""
        found: Literal["tools", "prompts", "resources"] = self._said["what"]
        return found


class Updated(Event):
    """A resource has changed."""

    __slots__ = ()
    __match_args__: ClassVar[tuple[Literal["uri"]]] = ("uri",)

    @property
    def uri(self) -> str:
        """The resource."""
        found: str = self._said["uri"]
        return found


class Withdrawn(Event):
    """The server does not need the answer to the request `ticket` of its any more."""

    __slots__ = ()
    __match_args__: ClassVar[tuple[Literal["ticket"], Literal["reason"]]] = ("ticket", "reason")

    @property
    def reason(self) -> str | None:
        """Why, if the server said so."""
        return self._said.get("reason")


class Ping(Event):
    """`ping`: `Client.reply` answers it."""

    __slots__ = ()


class Request(Event):
    """A request that the protocol does not know: yours to answer, if it is one of yours."""

    __slots__ = ()
    __match_args__: ClassVar[tuple[Literal["method"], Literal["params"]]] = ("method", "params")

    @property
    def params(self) -> dict[str, Any] | None:
        """The params."""
        return self._said.get("params")


class Notification(Event):
    """A notification that the protocol does not know, or one that needs nothing done."""

    __slots__ = ()
    __match_args__: ClassVar[tuple[Literal["method"], Literal["params"]]] = ("method", "params")

    @property
    def params(self) -> dict[str, Any] | None:
        """The params."""
        return self._said.get("params")


class _Broken(Event):
    __slots__ = ()

    @property
    def code(self) -> int | None:
        """The error's code; `None` where no rule was broken."""
        return self._said.get("code")

    @property
    def message(self) -> str | None:
        """Which rule it breaks; `None` where no rule was broken."""
        return self._said.get("message")


class Refused(_Broken):
    """A request that breaks a rule: `Client.reply` answers it with the error."""

    __slots__ = ()
    __match_args__: ClassVar[tuple[Literal["code"], Literal["message"]]] = ("code", "message")


class Ignored(_Broken):
    """A message that needs no answer and means nothing here: for a log."""

    __slots__ = ()
    __match_args__: ClassVar[tuple[Literal["message"]]] = ("message",)


_CLASSES: dict[str, type[Event]] = {
    "connected": Connected,
    "failed": Failed,
    "answered": Answered,
    "input_needed": InputNeeded,
    "suspended": Suspended,
    "progress": Progress,
    "log": Log,
    "listening": Listening,
    "listen_ended": ListenEnded,
    "changed": Changed,
    "updated": Updated,
    "withdrawn": Withdrawn,
    "ping": Ping,
    "request": Request,
    "notification": Notification,
    "refused": Refused,
    "ignored": Ignored,
}


def event_of(heard: Heard) -> Event:
    """The event of what was heard, of the class of its kind."""
    return _CLASSES[heard.kind](heard)


def heard_of(event: Event) -> Heard:
    """What the engine knows of an event."""
    if not isinstance(event, Event):
        raise Error("an event of a client is needed")
    return event._heard
