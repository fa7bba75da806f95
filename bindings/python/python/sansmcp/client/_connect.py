"""The ways to a `StdioClient` and an `HttpClient`."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from typing import IO

from .._engine import RawJson
from ._client import Client
from ._events import Event, InputNeeded, Request
from ._http import HttpClient
from ._policy import Policy
from ._response import Denial
from ._stdio import StdioClient
from ._transport import Transport

__all__ = ["connect_http", "connect_stdio"]

_Given = Mapping[str, object]
_Object = Mapping[str, object] | RawJson


def connect_stdio(
    command: Sequence[str | os.PathLike[str]],
    *,
    client: Client | None = None,
    policy: Policy | None = None,
    on_input: Callable[[InputNeeded], _Given | None] | None = None,
    on_request: Callable[[Request], _Object | None] | None = None,
    on_event: Callable[[Event], None] | None = None,
    env: Mapping[str, str] | None = None,
    cwd: str | os.PathLike[str] | None = None,
    stderr: int | IO[bytes] | None = None,
    patience_s: float = 2.0,
    max_line: int = 16_777_216,
) -> StdioClient:
    """Starts a server and connects to it; use it in a `with`, which ends the server again.

    `client`: who it is that connects; one without capabilities if it is not said. `policy`: which
    revisions are spoken, and how long to wait. `env`: what the server's environment has beside
    this one's. `patience_s`: seconds to wait before a server that does not end is made to.
    `max_line`: bytes of the longest message of the server's.

    `on_input`: gives what the server wants of the user or the model, a result under the key of
    each input, or `None` to decline. `on_request`: answers a request that the protocol does not
    know, with `None` if it is not known here either. Both run in threads of their own and may make
    calls. `on_event`: hears everything else, one event after the other.

    Raises `ConnectionFailed`, and `OSError` where the process cannot be started. A server that
    does not survive the question for its era is started a second time.
    """
    return StdioClient(
        command,
        client=client,
        policy=policy,
        on_input=on_input,
        on_request=on_request,
        on_event=on_event,
        env=env,
        cwd=cwd,
        stderr=stderr,
        patience_s=patience_s,
        max_line=max_line,
    )


def connect_http(
    url: str,
    *,
    client: Client | None = None,
    policy: Policy | None = None,
    headers: Mapping[str, str] | None = None,
    on_denied: Callable[[Denial], Mapping[str, str] | None] | None = None,
    on_input: Callable[[InputNeeded], _Given | None] | None = None,
    on_request: Callable[[Request], _Object | None] | None = None,
    on_event: Callable[[Event], None] | None = None,
    transport: Transport | None = None,
    patience_s: float = 2.0,
    max_message: int = 16_777_216,
) -> HttpClient:
    """Connects to a server over Streamable HTTP; use it in a `with`, which ends the session again.

    `url`: such as `http://127.0.0.1:8080/mcp`. `client`: who it is that connects, made with
    `http=True`; one without capabilities if it is not said. `policy`, `on_input`, `on_request`,
    `on_event`: as for `connect_stdio`.

    `headers`: those of your own, such as `Authorization`. `on_denied`: where the server says 401 or
    403, gives headers to send from then on beside the others; the request goes out again, a few
    times at most. `None` gives up, as is done without it: `CallFailed` or `ConnectionFailed`, whose
    `failure.name` is `denied` and whose `received` has the challenge. Redirections are not
    followed, so that headers go to nobody else.

    `transport`: the HTTP library, such as `HttpxTransport(proxy=...)` or `StandardTransport()`; if
    it is not said, httpx where that is installed, and the standard library else. `patience_s`:
    seconds that the end of the session may take. `max_message`: bytes of the longest message of
    the server's.

    Raises `ConnectionFailed`, and `ValueError` for what is no URL.
    """
    return HttpClient(
        url,
        client=client,
        policy=policy,
        headers=headers,
        on_denied=on_denied,
        on_input=on_input,
        on_request=on_request,
        on_event=on_event,
        transport=transport,
        patience_s=patience_s,
        max_message=max_message,
    )
