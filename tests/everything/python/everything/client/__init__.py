"""The client: what the official conformance suite asks of one, and a look at any server."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, cast, get_args

from sansmcp import Error, __version__
from sansmcp.client import (
    CallFailed,
    Client,
    ClientError,
    ConnectionFailed,
    Policy,
    Revision,
    connect_http,
    connect_stdio,
)

from ..options import Misused, number_of
from . import scenarios, tour
from .person import Person

__all__ = ["HELP", "run"]

HELP = """\
  client URL              connect to a server over HTTP, such as http://127.0.0.1:8080/mcp
  client --stdio COMMAND… start a server, and talk with it over its standard input and output
    Shows who the server is and all that it has, and calls each tool that does not say that it
    destroys something, with arguments that are made up: for servers to try things out on.
  --newest REVISION       before either: speak no newer revision than this one, such as 2025-11-25
  --patience MS           before either: how long the server may take to answer at first
    In a scenario of the conformance suite (MCP_CONFORMANCE_SCENARIO) it does what that asks for.
"""

CAPABILITIES: dict[str, Any] = {
    "roots": {},
    "sampling": {},
    "elicitation": {"form": {}, "url": {}},
}
PROBE_MS = 15_000
"""The suite runs all its scenarios at once, on machines that may be slow."""


def run(words: Sequence[str]) -> int:
    """Does what the words of the command line say. Raises `Misused` if that makes no sense."""
    policy, words = _policy(words)
    person = Person()
    scenario = os.environ.get("MCP_CONFORMANCE_SCENARIO")
    start = time.monotonic()
    try:
        match words:
            case ["--help"]:
                print(f"everything, the client:\n\n{HELP}", end="")
            case ["--stdio", _, *_]:
                with connect_stdio(
                    words[1:],
                    client=_client(is_http=False),
                    policy=policy,
                    on_input=person.answer,
                    on_event=person.hear,
                ) as peer:
                    tour.run(peer, person, time.monotonic() - start)
            case [url] if not url.startswith("-"):
                if scenario is not None:
                    policy = replace(policy, probe_ms=PROBE_MS)
                with connect_http(
                    url,
                    client=_client(is_http=True),
                    policy=policy,
                    on_input=person.answer,
                    on_event=person.hear,
                ) as peer:
                    if scenario is not None:
                        scenarios.run(scenario, peer, person)
                    else:
                        tour.run(peer, person, time.monotonic() - start)
            case _:
                raise Misused("client needs a URL, or --stdio and a command")
    except Misused:
        raise
    except (CallFailed, ConnectionFailed) as error:
        failure, status = error.failure, error.exit_status
        parts = [f"{failure.whose}: {failure.message}", failure.advice]
        parts += [] if error.detail is None else [error.detail]
        parts += [] if status is None else [f"exit status: {status}"]
        print(f"everything: {'; '.join(parts)}", file=sys.stderr)
        return 1
    except (ClientError, Error, OSError, ValueError, scenarios.Unknown) as error:
        print(f"everything: {error}", file=sys.stderr)
        return 1
    return 0


def _client(*, is_http: bool) -> Client:
    return Client("everything", __version__, capabilities=CAPABILITIES, http=is_http)


def _policy(words: Sequence[str]) -> tuple[Policy, Sequence[str]]:
    """How to connect, and the words behind that."""
    policy = Policy(newest=_revision(os.environ.get("MCP_CONFORMANCE_PROTOCOL_VERSION")))
    while len(words) > 1 and words[0] in ("--newest", "--patience"):
        word, value, *words = words
        if word == "--newest":
            policy = replace(policy, newest=_revision(value))
        else:
            ms = number_of(word, value)
            policy = replace(policy, probe_ms=ms, connect_ms=ms)
    return policy, words


def _revision(name: str | None) -> Revision:
    if name is None:
        return Policy.newest
    if name not in get_args(Revision):
        raise Misused(f"{name} is no revision")
    return cast(Revision, name)
