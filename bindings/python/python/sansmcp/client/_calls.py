"""The requests of the protocol by name, over one call for all of them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from .._engine import RawJson
from ._engine import Pages
from ._events import Progress
from ._policy import Options

__all__ = ["USUAL", "Calls", "completion"]

USUAL = Options()


class Calls(ABC):
    """Calls that wait for their answer and give the server's result."""

    @abstractmethod
    def call(
        self,
        method: str,
        params: Mapping[str, object] | RawJson | None = None,
        options: Options = USUAL,
        *,
        on_progress: Callable[[Progress], None] | None = None,
    ) -> dict[str, Any]:
        """Any request: sends it and waits for its result."""

    def call_tool(
        self,
        name: str,
        arguments: Mapping[str, object] | None = None,
        options: Options = USUAL,
        *,
        on_progress: Callable[[Progress], None] | None = None,
    ) -> dict[str, Any]:
        """`tools/call`. Whether the tool failed, `isError` in the result says."""
        params: dict[str, object] = {"name": name, "arguments": arguments or {}}
        return self.call("tools/call", params, options, on_progress=on_progress)

    def list_tools(self) -> Iterator[dict[str, Any]]:
        """All tools, page after page."""
        return self.list_all("tools/list", "tools")

    def list_resources(self) -> Iterator[dict[str, Any]]:
        """All resources, page after page."""
        return self.list_all("resources/list", "resources")

    def list_templates(self) -> Iterator[dict[str, Any]]:
        """All resource templates, page after page."""
        return self.list_all("resources/templates/list", "resourceTemplates")

    def list_prompts(self) -> Iterator[dict[str, Any]]:
        """All prompts, page after page."""
        return self.list_all("prompts/list", "prompts")

    def list_all(
        self, method: str, key: str, options: Options = USUAL
    ) -> Iterator[dict[str, Any]]:
        """The entries under `key` of all pages of a list.

        Raises `ValueError` where the server's cursors go in a circle.
        """
        pages = Pages()
        cursor: str | None = None
        while True:
            page = self.call(method, None if cursor is None else {"cursor": cursor}, options)
            yield from self.entries(key, page)
            cursor = pages.next(page)
            if cursor is None:
                return

    def entries(self, key: str, page: Mapping[str, Any]) -> list[Any]:
        """The entries under `key` of one page, without those that are of no use here."""
        found = page.get(key)
        return found if isinstance(found, list) else []

    def read_resource(self, uri: str, options: Options = USUAL) -> dict[str, Any]:
        """`resources/read`."""
        return self.call("resources/read", {"uri": uri}, options)

    def get_prompt(
        self,
        name: str,
        arguments: Mapping[str, str] | None = None,
        options: Options = USUAL,
    ) -> dict[str, Any]:
        """`prompts/get`."""
        return self.call("prompts/get", {"name": name, "arguments": arguments or {}}, options)

    def complete(
        self,
        argument: str,
        value: str,
        *,
        prompt: str | None = None,
        template: str | None = None,
        context: Mapping[str, str] | None = None,
        options: Options = USUAL,
    ) -> dict[str, Any]:
        """`completion/complete`: what may follow `value` in an argument of a prompt, or in a
        variable of a resource template, which is named by its URI template. `context` are the
        other arguments, as far as they are known.
        """
        params = completion(argument, value, prompt, template, context)
        return self.call("completion/complete", params, options)

    def ping(self, options: Options = USUAL) -> None:
        """`ping`, which the server has to answer. Up to 2025-11-25."""
        self.call("ping", None, options)


def completion(
    argument: str,
    value: str,
    prompt: str | None,
    template: str | None,
    context: Mapping[str, str] | None,
) -> dict[str, object]:
    """The params of `completion/complete`."""
    if (prompt is None) == (template is None):
        raise TypeError("complete needs either prompt or template")
    ref: dict[str, object]
    if prompt is not None:
        ref = {"type": "ref/prompt", "name": prompt}
    else:
        ref = {"type": "ref/resource", "uri": template}
    params: dict[str, object] = {"ref": ref, "argument": {"name": argument, "value": value}}
    if context is not None:
        params["context"] = {"arguments": context}
    return params
