"""The command line of the everything server and client in Python."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from .options import Misused, parse

__all__ = ["main"]

HELP = """\
everything: a Model Context Protocol server with every feature, built on sansmcp

  server --stdio         serve over standard input and output, one JSON message a line, until the
                         input ends
    --page BYTES         how long a page of a list may be; 1 for pages of one entry
    --patience MS        how long the client may take to answer what it is asked (before 2026-07-28)
  server --http ADDRESS  serve over HTTP, such as 127.0.0.1:8080 (port 0: any free one); the
                         endpoint is /mcp, and the line "serving URL" on standard error says when it
                         is ready; --page and --patience as above
  --help                 this text
As a client: client --help
"""


def main(words: Sequence[str]) -> int:
    """Does what the command line says; gives the status to exit with."""
    # Each is slow enough to load without the other.
    try:
        match words:
            case [] | ["--help"]:
                print(HELP, end="")
            case ["server", "--stdio", *rest]:
                from . import server

                server.over_stdio(parse(rest))
            case ["server", "--http", address, *rest]:
                from . import server

                server.over_http(address, parse(rest))
            case ["client", *rest]:
                from . import client

                return client.run(rest)
            case _:
                raise Misused(f"unknown argument: {' '.join(words)}")
    except Misused as error:
        print(f"everything: {error}\n\n{HELP}", end="", file=sys.stderr)
        return 2
    except OSError as error:
        print(f"everything: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
