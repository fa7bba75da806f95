"""The echo server of the official SDK, 1.x, as its README has it; `quiet` logs no requests."""

import sys

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("echo", log_level="WARNING") if "quiet" in sys.argv else FastMCP("echo")


@mcp.tool()
def echo(text: str) -> str:
    """Returns its text."""
    return text


mcp.run()
