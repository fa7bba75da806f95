"""What `python -m sansmcp` does."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from .._engine import __version__

__all__ = ["main"]

_ABOUT = f"""\
sansmcp {__version__}: the Model Context Protocol (MCP) without I/O, for servers and clients.

Try a server, one that is a program or one that is reached over HTTP:

  python -m sansmcp call -- COMMAND...                 what it has
  python -m sansmcp call echo text=hi -- COMMAND...    calls its tool "echo"
  python -m sansmcp call --http URL [TOOL ...]         the same over HTTP

Serve one that is written as a Service, on standard input and output or over HTTP:

  python -m sansmcp run FILE[:NAME]
  python -m sansmcp run --http 127.0.0.1:8080 FILE[:NAME]

More of it: python -m sansmcp call --help, python -m sansmcp run --help

The library:

  sansmcp          the engine for those who bring their own I/O
  sansmcp.stdio    serves on standard input and output, on threads or asyncio
  sansmcp.asgi     serves over HTTP, under uvicorn or inside Starlette and FastAPI
  sansmcp.service  servers whose tools, resources and prompts are functions
  sansmcp.client   the other role
  sansmcp.memory   a client and a server in one process, for tests
  sansmcp.log      log records as messages to the client
"""


def main(words: Sequence[str]) -> int:
    """Does it, and gives the status to exit with: 0, 1 if it failed, 2 if it was asked wrongly."""
    if not words or words[0] in {"-h", "--help", "help"}:
        print(_ABOUT, end="")
        return 0
    if words[0] in {"-V", "--version"}:
        print(__version__)
        return 0
    command, *rest = words
    try:
        if command == "call":
            from ._call import call

            return call(rest)
        if command == "run":
            from ._run import run

            return run(rest)
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        _close_stdout()
        return 1
    print(f"sansmcp: there is no {command!r}; see python -m sansmcp --help", file=sys.stderr)
    return 2


def _close_stdout() -> None:
    """Nobody reads any more, so that nothing is to be written at the end either."""
    import os

    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
