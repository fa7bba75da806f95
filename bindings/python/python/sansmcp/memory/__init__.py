"""A client and a server in one process, without pipes and sockets: for tests of a server.

    with connect(server, respond) as client:
        assert client.call_tool("echo", {"text": "hi"})["content"][0]["text"] == "hi"

Every message is written and read as it would be between two processes. Without threads and without
chance: what a call leads to is done within it, in the same order each time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Union

from .._engine import RawJson, Server
from .._respond import Respond
from ..client import Client, Event, InputNeeded, Policy, Request
from ._client import AsyncMemoryClient, MemoryClient, OnLoop

__all__ = ["AsyncMemoryClient", "MemoryClient", "Respond", "connect", "connect_async"]

_Given = Mapping[str, object]
_Object = Union[Mapping[str, object], RawJson]


def connect(
    server: Server,
    respond: Respond,
    *,
    client: Union[Client, None] = None,
    policy: Union[Policy, None] = None,
    on_input: Union[Callable[[InputNeeded], Union[_Given, None]], None] = None,
    on_request: Union[Callable[[Request], Union[_Object, None]], None] = None,
    on_event: Union[Callable[[Event], None], None] = None,
    patience_s: float = 10.0,
) -> MemoryClient:
    """A client that is connected to this server; the arguments are those of `connect_stdio`.

    `respond` is what the ready I/O takes, without coroutines that wait. What it answers later, from
    another thread, it sends by the `send` that `respond.attach` is given. A call for which nothing
    comes raises `TimeoutError` after `patience_s` seconds.
    """
    pair = MemoryClient(
        server,
        respond,
        client=client,
        on_input=on_input,
        on_request=on_request,
        on_event=on_event,
        patience_s=patience_s,
    )
    return pair.begin(policy)


def connect_async(
    server: Server,
    respond: Respond,
    *,
    client: Union[Client, None] = None,
    policy: Union[Policy, None] = None,
    on_input: Union[Callable[[InputNeeded], Union[_Given, None]], None] = None,
    on_request: Union[Callable[[Request], Union[_Object, None]], None] = None,
    on_event: Union[Callable[[Event], None], None] = None,
    patience_s: float = 10.0,
) -> AsyncMemoryClient:
    """As `connect`, for an `async with`, with coroutines."""
    return AsyncMemoryClient(
        lambda: OnLoop(
            server,
            respond,
            client=client,
            on_input=on_input,
            on_request=on_request,
            on_event=on_event,
            patience_s=patience_s,
        ),
        policy,
    )
