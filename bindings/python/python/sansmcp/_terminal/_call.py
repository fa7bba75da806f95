"""`python -m sansmcp call`: what a server has, and its tools called."""

from __future__ import annotations

import argparse
import difflib
import json
import sys
from collections.abc import Sequence
from typing import Any, NoReturn, get_args

from .._errors import Error
from ..client import (
    ClientError,
    ConnectionFailed,
    HttpClient,
    Log,
    Options,
    Policy,
    Revision,
    StdioClient,
    connect_http,
    connect_stdio,
)
from ..client import Event as ClientEvent
from ._arguments import WrongArguments, arguments_of, usage_of
from ._show import show_content, show_progress, show_server

__all__ = ["call"]

_USAGE = """\
python -m sansmcp call [OPTIONS] [TOOL [ARGUMENT...]] -- COMMAND...
       python -m sansmcp call [OPTIONS] --http URL [TOOL [ARGUMENT...]]"""
_AFTER = """\
Without a tool it says what the server has. An ARGUMENT is NAME=VALUE, a JSON object, or - to read
one from standard input. Progress and log messages go to standard error. The status is 0, 1 if
something failed, and 2 if it was asked wrongly.
"""


class _Failed(Exception):
    """What failed; the text is for the person who asked."""


def call(words: Sequence[str]) -> int:
    """Does it, and gives the status to exit with."""
    asked, _, command = _parted(words)
    parser = _parser()
    given = parser.parse_args(asked)
    if (given.http is None) == (not command):
        parser.error("say which server: -- COMMAND... or --http URL")
    try:
        return _call(given, command)
    except WrongArguments as error:
        return _told(str(error), 2)
    except FileNotFoundError as error:
        return _told(f"the server cannot be started: there is no {error.filename!r}", 1)
    except OSError as error:
        if isinstance(error, BrokenPipeError):
            raise
        return _told(f"the server cannot be reached: {error}", 1)
    except ConnectionFailed as error:
        return _told(f"there is no connection: {error}", 1)
    except (ClientError, Error, ValueError, _Failed) as error:
        return _told(str(error), 1)


def _call(given: argparse.Namespace, command: Sequence[str]) -> int:
    milliseconds = max(1, int(given.timeout * 1000))
    options = Options(idle_ms=milliseconds, hard_ms=max(milliseconds, 3_600_000))
    newest = {} if given.revision is None else {"newest": given.revision}
    policy = Policy(connect_ms=milliseconds, probe_ms=min(3000, milliseconds), **newest)
    with _connected(given, command, policy) as client:
        if given.tool is None:
            show_server(client, client.connected)
            return 0
        tools = {str(tool.get("name")): tool for tool in client.list_tools()}
        tool = tools.get(given.tool)
        if tool is None:
            raise _Failed(_no_tool(given.tool, list(tools)))
        schema = tool.get("inputSchema")
        schema = schema if isinstance(schema, dict) else {}
        arguments = arguments_of(given.arguments, schema)
        result = client.call_tool(given.tool, arguments, options, on_progress=show_progress)
    if given.json:
        print(json.dumps(result, indent=2, ensure_ascii=False))
    else:
        show_content(result)
    if result.get("isError") is True:
        usage = " ".join(usage_of(schema))
        return _told(f"the tool failed; its arguments are: {usage or 'none'}", 1)
    return 0


def _connected(
    given: argparse.Namespace, command: Sequence[str], policy: Policy
) -> HttpClient | StdioClient:
    if given.http is None:
        return connect_stdio(command, policy=policy, on_event=_heard)
    headers: dict[str, str] = {}
    for line in given.header:
        name, colon, value = line.partition(":")
        if not colon:
            raise WrongArguments(f"{line!r} is no header: write 'Name: value'")
        headers[name.strip()] = value.strip()
    return connect_http(given.http, policy=policy, headers=headers, on_event=_heard)


def _parted(words: Sequence[str]) -> tuple[list[str], str, list[str]]:
    """What is asked, and the command of the server."""
    words = list(words)
    at = words.index("--") if "--" in words else len(words)
    return words[:at], "--", words[at + 1 :]


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        self.exit(2, f"sansmcp: {message}\nusage: {_USAGE}\n")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="python -m sansmcp call",
        usage=_USAGE,
        description="Tries a server: lists what it has, or calls a tool.",
        epilog=_AFTER,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("tool", nargs="?", metavar="TOOL", help="the tool to call")
    parser.add_argument("arguments", nargs="*", metavar="ARGUMENT", help="its arguments")
    parser.add_argument("--http", metavar="URL", help="the server's address, such as http://…/mcp")
    parser.add_argument(
        "--header",
        action="append",
        default=[],
        metavar="'NAME: VALUE'",
        help="a header to send over HTTP, such as 'Authorization: Bearer …'",
    )
    parser.add_argument(
        "--timeout",
        type=float,
        default=60.0,
        metavar="SECONDS",
        help="how long an answer may take since the last progress on it (60)",
    )
    parser.add_argument(
        "--revision",
        choices=get_args(Revision),
        metavar="DATE",
        help="the newest revision of the protocol to speak",
    )
    parser.add_argument("--json", action="store_true", help="prints the whole result as JSON")
    return parser


def _heard(event: ClientEvent) -> None:
    if isinstance(event, Log):
        data: Any = event.data
        text = data if isinstance(data, str) else json.dumps(data, ensure_ascii=False)
        print(f"  {event.level}: {text}", file=sys.stderr)


def _no_tool(name: str, names: list[str]) -> str:
    near = difflib.get_close_matches(name, names, 1)
    if near:
        return f"the server has no tool {name!r}; did you mean {near[0]!r}?"
    return f"the server has no tool {name!r}; it has: {', '.join(sorted(names)) or 'none'}"


def _told(why: str, status: int) -> int:
    print(f"sansmcp: {why}", file=sys.stderr)
    return status
