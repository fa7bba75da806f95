"""The echo client of the README: starts the server that its arguments name, and calls its tool."""

import sys

from sansmcp.client import connect_stdio

with connect_stdio(sys.argv[1:]) as client:
    result = client.call_tool("echo", {"text": "hi there"})
    print(result["content"][0]["text"])
