"""The echo server of the official SDK, 2.x, as its README has it; `quiet` logs no requests."""

import sys

from mcp.server import MCPServer

mcp = MCPServer("echo", log_level="WARNING") if "quiet" in sys.argv else MCPServer("echo")


@mcp.tool()
def echo(text: str) -> str:
    """Returns its text."""
    return text


mcp.run()
