"""The service: what functions are declared on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractAsyncContextManager, AbstractContextManager, suppress
from typing import TYPE_CHECKING, Any, Literal, TypeVar, overload

from .._describe import (
    Annotations,
    Capability,
    Icon,
    Prompt,
    Resource,
    ResourceTemplate,
    Tool,
    ToolAnnotations,
)
from .._engine import Endpoint, RawJson, Server
from .._events import Event
from .._uri import UriTemplate
from ._catalog import Catalog, Table
from ._declare import Declared, declare, prompt_arguments, refuse_names, wants_text
from ._functions import (
    NotificationFunction,
    PromptFunction,
    RequestFunction,
    ResourceFunction,
    ToolFunction,
    is_coroutine_function,
)
from ._lifespan import Lifespan, Manager
from ._responder import Answer, Responder
from ._runner import Runner
from ._state import States

if TYPE_CHECKING:
    from ..asgi import Principal
    from ._app import ServiceApp

__all__ = ["Service"]

E = TypeVar("E", bound=Event)
F = TypeVar("F", bound=Callable[..., Any])
_Meta = Mapping[str, object] | RawJson | None


class Service:
    """Tools, resources, prompts and completions as functions.

        service = Service("clock", "1.0.0")

        @service.tool
        def add(a: int, b: int) -> int:
            "Adds two numbers."
            return a + b

    Hints become the JSON Schema that arguments are checked against, the docstring the description.
    It does no I/O: `server` or `endpoint` make the engine's half of a connection, and `respond`
    the function that answers its events, for `sansmcp.stdio`, `sansmcp.asgi` or a loop of your own.
    """

    __module__ = "sansmcp.service"

    def __init__(
        self,
        name: str,
        version: str,
        *,
        title: str | None = None,
        description: str | None = None,
        website_url: str | None = None,
        icons: Iterable[Icon] = (),
        instructions: str | None = None,
        ttl_ms: int = 0,
        cache_scope: Literal["private", "public"] = "private",
        capabilities: Iterable[Capability] = (),
        extensions: _Meta = None,
        experimental: _Meta = None,
        lifespan: Callable[[Service], Manager] | None = None,
        keys: Iterable[bytes] = (),
        state_ttl_ms: int = 3_600_000,
        idle_ms: int = 300_000,
        hard_ms: int = 3_600_000,
        runner: Runner | None = None,
    ) -> None:
        """Says what the server is; see `Server` for what is not told here.

        `capabilities`: those beside the ones that follow from what is declared:
        `tools.listChanged` and its like, and `resources.subscribe`. `lifespan`: a function that
        gives a context manager, whose value is `Context.state`. `keys`: secrets of 16 bytes or
        more that seal the states of requests: the first seals, all open. Processes that serve the
        same clients share them; without any, this process makes its own. `state_ttl_ms`: how long
        a client may take over a question from 2026-07-28 on; `idle_ms`, `hard_ms`: before.
        """
        self.name: str = name
        self.version: str = version
        self._about: dict[str, Any] = {
            "title": title,
            "description": description,
            "website_url": website_url,
            "icons": tuple(icons),
            "instructions": instructions,
            "ttl_ms": ttl_ms,
            "cache_scope": cache_scope,
            "extensions": extensions,
            "experimental": experimental,
        }
        self._capabilities: frozenset[str] = frozenset(capabilities)
        self._lifespan = Lifespan(None if lifespan is None else lambda: lifespan(self))
        self.runner: Runner = runner if runner is not None else Runner()
        self._states = States(tuple(keys), state_ttl_ms)
        self._ask_limits = {"idle_ms": idle_ms, "hard_ms": hard_ms}
        self._catalog = Catalog()
        # The engine reads it now, so that what is wrong is told where it stands.
        self.server()

    @overload
    def tool(self, function: F, /) -> F: ...
    @overload
    def tool(
        self,
        function: None = None,
        /,
        *,
        name: str | None = None,
        title: str | None = None,
        description: str | None = None,
        input_schema: Mapping[str, object] | RawJson | None = None,
        annotations: ToolAnnotations | None = None,
        icons: Iterable[Icon] = (),
        meta: _Meta = None,
        threaded: bool = False,
    ) -> Callable[[F], F]: ...
    def tool(
        self,
        function: Callable[..., Any] | None = None,
        /,
        *,
        name: str | None = None,
        title: str | None = None,
        description: str | None = None,
        input_schema: Mapping[str, object] | RawJson | None = None,
        annotations: ToolAnnotations | None = None,
        icons: Iterable[Icon] = (),
        meta: _Meta = None,
        threaded: bool = False,
    ) -> Any:
        """Declares a tool. What it returns becomes the result: a text, blocks of content, a
        `ToolResult`, `Streamed`, or any value that its return hint describes, which is then both
        structured and text. `input_schema`: what the client is told of the arguments, where hints
        cannot say it; they are checked against the hints all the same. `threaded`: it takes its
        time, so it runs in a thread.
        """

        def add(function: F) -> F:
            made = declare(function, threaded=threaded)
            signature = made.signature
            returns_text = signature.returns_text
            tool = Tool(
                name or signature.name,
                description or signature.description,
                signature.input_schema if input_schema is None else input_schema,
                title=title,
                output_schema=None if returns_text else signature.output_schema,
                annotations=annotations,
                icons=tuple(icons),
                meta=meta,
            )
            self._catalog.offer("tools", tool.name, tool, made)
            self._catalog.tools[tool.name] = made.of(ToolFunction)
            return function

        return add if function is None else add(function)

    def resource(
        self,
        uri: str,
        /,
        *,
        name: str | None = None,
        title: str | None = None,
        description: str | None = None,
        mime_type: str | None = None,
        size: int | None = None,
        annotations: Annotations | None = None,
        icons: Iterable[Icon] = (),
        meta: _Meta = None,
        ttl_ms: int | None = None,
        cache_scope: Literal["private", "public"] = "private",
        threaded: bool = False,
    ) -> Callable[[F], F]:
        """Declares a resource, or all resources of a URI template, whose variables are the
        function's parameters. It gives a text, bytes, `ResourceContents` or several of them,
        `Streamed`, or a value that becomes JSON.

        `ttl_ms`, `cache_scope`: for how many milliseconds, and by whom, what was read may be kept,
        from 2026-07-28 on; without, what the service says of all. What is `Streamed` has those of
        the service.

        What a variable says is the client's: a path made of `{+path}` has to be checked.
        """
        wants_text(uri, "resource", "a URI, such as 'config:all'")

        def add(function: F) -> F:
            made = declare(function, threaded=threaded, gives=False)
            signature = made.signature
            cache = None if ttl_ms is None else (ttl_ms, cache_scope)
            resource = made.of(ResourceFunction, mime_type=mime_type, cache=cache)
            about: dict[str, Any] = {
                "title": title,
                "description": description or signature.description,
                "mime_type": mime_type,
                "annotations": annotations,
                "icons": tuple(icons),
                "meta": meta,
            }
            entry_name = name or signature.name
            if "{" not in uri:
                refuse_names(made, (), uri)
                entry = Resource(uri, entry_name, size=size, **about)
                self._catalog.offer("resources", uri, entry, made)
                self._catalog.resources[uri] = resource
                return function
            if size is not None:
                raise ValueError(f"{signature.name}(): a template of URIs has no size")
            try:
                template = UriTemplate(uri)
            except ValueError as error:
                raise ValueError(f"{signature.name}(): {error}") from None
            refuse_names(made, template.variables, uri)
            self._catalog.offer("templates", uri, ResourceTemplate(uri, entry_name, **about), made)
            self._catalog.templates[uri] = (template, resource)
            return function

        return add

    @overload
    def prompt(self, function: F, /) -> F: ...
    @overload
    def prompt(
        self,
        function: None = None,
        /,
        *,
        name: str | None = None,
        title: str | None = None,
        description: str | None = None,
        icons: Iterable[Icon] = (),
        meta: _Meta = None,
        threaded: bool = False,
    ) -> Callable[[F], F]: ...
    def prompt(
        self,
        function: Callable[..., Any] | None = None,
        /,
        *,
        name: str | None = None,
        title: str | None = None,
        description: str | None = None,
        icons: Iterable[Icon] = (),
        meta: _Meta = None,
        threaded: bool = False,
    ) -> Any:
        """Declares a prompt. It gives a text or a block of content, which the user says, a
        `Message`, several of these, or a `PromptResult`.
        """

        def add(function: F) -> F:
            made = declare(function, threaded=threaded, gives=False)
            prompt = Prompt(
                name or made.signature.name,
                description or made.signature.description,
                prompt_arguments(made),
                title=title,
                icons=tuple(icons),
                meta=meta,
            )
            self._catalog.offer("prompts", prompt.name, prompt, made)
            function_of = made.of(PromptFunction, description=prompt.description)
            self._catalog.prompts[prompt.name] = function_of
            return function

        return add if function is None else add(function)

    def completion(
        self,
        argument: str,
        /,
        *,
        prompt: str | None = None,
        template: str | None = None,
        threaded: bool = False,
    ) -> Callable[[F], F]:
        """Declares what completes an argument of a prompt, or a variable of a URI template.

        The function's first parameter is what was typed so far. Others are named like arguments
        that were filled in before, and have defaults. It gives texts, or `Suggestions`.
        An argument whose hint is a choice completes itself.
        """
        wants_text(argument, "completion", "the argument that it completes, such as 'name'")

        def add(function: F) -> F:
            made = declare(function, threaded=threaded, gives=False)
            self._catalog.add_completion(made, argument, prompt, template)
            return function

        return add

    def request(self, method: str, /, *, threaded: bool = False) -> Callable[[F], F]:
        """Declares a method of your own. The members of its params are the arguments; it gives a
        mapping, or nothing.
        """
        wants_text(method, "request", "a method, such as 'shop/buy'")

        def add(function: F) -> F:
            made = declare(function, threaded=threaded)
            _refuse_twice(method, self._catalog.requests, made)
            self._catalog.requests[method] = made.of(RequestFunction)
            return function

        return add

    def notification(self, method: str, /, *, threaded: bool = False) -> Callable[[F], F]:
        """Declares what is done when a notification comes: one of your own, or one of the
        protocol's such as `notifications/roots/list_changed`. What it gives means nothing.
        """
        wants_text(method, "notification", "a method, such as 'shop/sold'")

        def add(function: F) -> F:
            made = declare(function, threaded=threaded, gives=False)
            _refuse_twice(method, self._catalog.notifications, made)
            self._catalog.notifications[method] = made.of(NotificationFunction)
            return function

        return add

    def on(
        self, kind: type[E], /
    ) -> Callable[[Callable[[E, Server], Answer]], Callable[[E, Server], Answer]]:
        """Declares what looks at every event of this class before the service does, and may answer
        it by itself: a function of the event and of the server that it came by. It gives an
        `Out` (or what is to be awaited for it), or `None`: then the next such function, and in the
        end the service, has the event. `Event` is the class of all.

        What it raises is logged and answered with an internal error, but for `RequestError`.
        """
        if not (isinstance(kind, type) and issubclass(kind, Event)):
            raise TypeError("@service.on takes a class of events in parentheses, such as CallTool")

        def add(function: Callable[[E, Server], Answer]) -> Callable[[E, Server], Answer]:
            if is_coroutine_function(function):
                raise TypeError(f"{function.__name__}(): give a plain function, which may give "
                                "what is to be awaited")
            self._catalog.hooks.append((kind, function))
            return function

        return add

    def withdraw(self, table: Table, key: str, /) -> None:
        """Takes a tool or a prompt back by its name, a resource or a template by its URI."""
        self._catalog.withdraw(table, key)

    def updated(self, uri: str, /) -> None:
        """Tells all who listen to a resource that it has changed."""
        for responder in list(self._catalog.responders):
            responder.updated(uri)

    def changed(self, what: Literal["tools", "resources", "prompts"], /) -> None:
        """Tells all who want to know that a list has changed that is not the service's own, such as
        one that a function of `on` gives. Of what is declared and withdrawn it tells by itself.
        """
        self._catalog.tell(what)

    def end_listens(self) -> int:
        """Ends what clients listen to from this side, and says how much that was."""
        return sum(responder.end_listens() for responder in list(self._catalog.responders))

    def server(
        self, *, slots: int = 64, max_message: int = 16_777_216, page: int = 65_536
    ) -> Server:
        """The server of one new connection; see `Server` for what it takes."""
        return Server(
            self.name,
            self.version,
            slots=slots,
            max_message=max_message,
            page=page,
            **self._all(),
        )

    def endpoint(self, **policy: Any) -> Endpoint:
        """The server of all clients over HTTP; `policy` is what `Endpoint` takes beside."""
        return Endpoint(self.name, self.version, **self._all(), **policy)

    def _all(self) -> dict[str, Any]:
        capabilities = self._capabilities | self._catalog.capabilities()
        # `tools.listChanged` says that there are tools, or will be.
        capabilities |= {capability.partition(".")[0] for capability in capabilities}
        return {**self._about, **self._catalog.offered(), "capabilities": sorted(capabilities)}

    def respond(self, server: Server, /) -> Responder:
        """What answers the events of a server that `server` or `endpoint` made."""
        responder = Responder(self, server)
        self._catalog.responders.add(responder)
        return responder

    def app(
        self, *, path: str = "/mcp", principal: Principal | None = None, **policy: Any
    ) -> ServiceApp:
        """All clients over HTTP, as an ASGI app; `policy` is what `Endpoint` takes."""
        from ._app import ServiceApp

        return ServiceApp(self, self.endpoint(**policy), path=path, principal=principal)

    def run(self) -> None:
        """Serves one client on standard input and output, until the input ends.

        On an event loop of its own if a function or the lifespan is asynchronous, else without.
        """
        from ..stdio import serve, serve_async

        server = self.server()
        if not self.is_async:
            with self.running_sync():
                serve(server, self.respond(server))
            return

        async def serve_all() -> None:
            async with self.running():
                await serve_async(server, self.respond(server))

        import asyncio

        with suppress(KeyboardInterrupt):
            asyncio.run(serve_all())

    @property
    def is_async(self) -> bool:
        """True if a function or the lifespan is asynchronous: serving it takes an event loop."""
        is_any = any(function.is_async for function in self._catalog.functions())
        return is_any or self._lifespan.is_async

    @property
    def state(self) -> Any:
        """What the lifespan gave."""
        return self._lifespan.state

    def running(self) -> AbstractAsyncContextManager[Any]:
        """The lifespan: serve inside of it. Gives what it gives."""
        return self._lifespan.running()

    def running_sync(self) -> AbstractContextManager[Any]:
        """The same without an event loop, for a lifespan that needs none."""
        return self._lifespan.running_sync()


def _refuse_twice(method: str, among: Mapping[str, object], made: Declared) -> None:
    if method in among:
        raise ValueError(f"{made.called}: {method} is declared already")
