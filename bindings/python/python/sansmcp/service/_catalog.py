"""What was declared: descriptions for the engine, functions for the responders."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Literal, TypeAlias
from weakref import WeakSet

from .._engine import Server
from .._errors import NotOffered, NotSupported
from .._events import Complete, Event
from .._uri import UriTemplate
from ._declare import Declared
from ._functions import (
    CompletionFunction,
    Function,
    NotificationFunction,
    PromptFunction,
    RequestFunction,
    ResourceFunction,
    ToolFunction,
)

if TYPE_CHECKING:
    from ._responder import Answer, Responder

__all__ = ["Catalog", "Table"]

Table: TypeAlias = Literal["tools", "resources", "templates", "prompts"]
_LISTS: dict[Table, Literal["tools", "resources", "prompts"]] = {
    "tools": "tools",
    "resources": "resources",
    "templates": "resources",
    "prompts": "prompts",
}


class Catalog:
    """All that a service has."""

    def __init__(self) -> None:
        self.tools: dict[str, ToolFunction] = {}
        self.resources: dict[str, ResourceFunction] = {}
        self.templates: dict[str, tuple[UriTemplate, ResourceFunction]] = {}
        self.prompts: dict[str, PromptFunction] = {}
        self.completions: dict[tuple[str, str], CompletionFunction] = {}
        self.requests: dict[str, RequestFunction] = {}
        self.notifications: dict[str, NotificationFunction] = {}
        # What sees events before the service, by their classes.
        self.hooks: list[tuple[type[Event], Callable[[Any, Server], Answer]]] = []
        self._entries: dict[Table, dict[str, Any]] = {name: {} for name in _LISTS}
        self._lock = threading.Lock()
        self.responders: WeakSet[Responder] = WeakSet()

    def offer(self, table: Table, key: str, entry: Any, made: Declared) -> None:
        """Adds a description, and tells those who are connected."""
        entries = self._entries[table]
        if key in entries:
            raise ValueError(f"{made.called}: {key} is among the {table} already")
        try:
            # The engine reads it now, so that what is wrong is told where it stands.
            tables: dict[str, Any] = {table: [entry]}
            Server("check", "0", **tables)
        except (TypeError, ValueError) as error:
            raise ValueError(f"{made.called}: {error}") from error
        with self._lock:
            entries[key] = entry
        self._changed(table)

    def withdraw(self, table: Table, key: str) -> None:
        """Takes back what was declared. Raises `KeyError` if there is no such thing."""
        with self._lock:
            del self._entries[table][key]
            functions: dict[Table, dict[str, Any]] = {
                "tools": self.tools,
                "resources": self.resources,
                "templates": self.templates,
                "prompts": self.prompts,
            }
            functions[table].pop(key, None)
        self._changed(table)

    def offered(self) -> dict[str, Any]:
        """What `Server` takes."""
        return {table: list(entries.values()) for table, entries in self._entries.items()}

    def _changed(self, table: Table) -> None:
        for responder in list(self.responders):
            responder.server.offer(**{table: list(self._entries[table].values())})
        self.tell(_LISTS[table])

    def tell(self, what: Literal["tools", "resources", "prompts"]) -> None:
        """Tells those who are connected that a list has changed."""
        for responder in list(self.responders):
            with suppress(NotOffered, NotSupported):  # the client is not told of changes
                responder.server.changed(what)
            responder.flush()

    def add_completion(
        self, made: Declared, argument: str, prompt: str | None, template: str | None
    ) -> None:
        """Adds what completes an argument of a prompt or of a template."""
        of = prompt if prompt is not None else template
        if of is None or (prompt is not None and template is not None):
            raise ValueError(f"{made.called}: say of which prompt or of which template it is")
        parameters = made.signature.parameters
        if not parameters:
            raise ValueError(f"{made.called} needs a parameter for what was typed so far")
        for other in parameters[1:]:
            if other.is_required:
                raise ValueError(
                    f"{made.called}, parameter {other.name}: give it a default, since it may not "
                    "be filled in yet"
                )
        table: dict[str, Any] = self.prompts if prompt is not None else self.templates
        if of not in table:
            kind = "prompt" if prompt is not None else "template"
            raise ValueError(f"{made.called}: no {kind} {of} is declared; declare it before")
        function = table[of] if prompt is not None else table[of][1]
        known = [parameter.name for parameter in function.signature.parameters]
        for name in (argument, *(other.name for other in parameters[1:])):
            if name not in known:
                raise ValueError(f"{made.called}: {of} has no argument {name}")
        if (of, argument) in self.completions:
            raise ValueError(f"{made.called}: {argument} of {of} is completed already")
        self.completions[of, argument] = made.of(
            CompletionFunction,
            first=parameters[0].name,
            others=frozenset(other.name for other in parameters[1:]),
        )

    def find_resource(self, uri: str) -> tuple[ResourceFunction, dict[str, str]] | None:
        """The function of a resource, with the values of its variables."""
        resource = self.resources.get(uri)
        if resource is not None:
            return resource, {}
        for template, function in self.templates.values():
            values = template.matches(uri)
            if values is not None:
                return function, values
        return None

    def find_completion(self, event: Complete) -> CompletionFunction | None:
        """The function that completes what is asked for."""
        of = event.prompt if event.prompt is not None else event.uri
        return self.completions.get((of or "", event.argument))

    def choices(self, event: Complete) -> list[str] | None:
        """What an argument can be at all, if its hint says so."""
        function: Function[Any] | None
        if event.prompt is not None:
            function = self.prompts.get(event.prompt)
        else:
            function = self.templates.get(event.uri or "", (None, None))[1]
        for parameter in () if function is None else function.signature.parameters:
            if parameter.name == event.argument and parameter.choices:
                return [text for text in parameter.choices if text.startswith(event.value)]
        return None

    def capabilities(self) -> set[str]:
        """What follows from what was declared."""
        found: set[str] = set()
        if any(function.contexts for function in self.functions()):
            found.add("logging")
        functions: list[Function[Any]] = [*self.prompts.values()]
        functions += [function for _, function in self.templates.values()]
        parameters = [parameter for each in functions for parameter in each.signature.parameters]
        if self.completions or any(parameter.choices for parameter in parameters):
            found.add("completions")
        return found

    def functions(self) -> Iterable[Function[Any]]:
        """All of them."""
        yield from self.tools.values()
        yield from self.resources.values()
        yield from (function for _, function in self.templates.values())
        yield from self.prompts.values()
        yield from self.completions.values()
        yield from self.requests.values()
        yield from self.notifications.values()
