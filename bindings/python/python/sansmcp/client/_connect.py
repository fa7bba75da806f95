"""The way to a `StdioClient`."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from typing import IO

from .._engine import RawJson
from ._client import Client
from ._events import Event, InputNeeded, Request
from ._policy import Policy
from ._stdio import StdioClient

__all__ = ["connect_stdio"]

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
