"""A server that is wrong in one way, to prove that the driver sees it: `broken.py FAULT`."""

import json
import sys

FAULTS = ("none", "wrong list", "dies", "silent", "status", "unsolicited")


def answer(message, fault):
    """The response to a request, or nothing."""
    method, identity = message["method"], message["id"]
    params = message.get("params") or {}
    if method == "initialize":
        result = {
            "protocolVersion": params["protocolVersion"],
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "broken", "version": "1"},
        }
    elif method == "ping":
        result = {}
    elif method == "tools/list" and not params.get("cursor"):
        tool = {"name": "t", "inputSchema": {"type": "object"}}
        if fault == "wrong list":
            del tool["name"]
        result = {"tools": [tool]}
    elif method == "tools/call":
        result = {"content": []}
    else:
        error = {"code": -32601, "message": "Method not found"}
        return {"jsonrpc": "2.0", "id": identity, "error": error}
    return {"jsonrpc": "2.0", "id": identity, "result": result}


def main():
    """Serves standard input."""
    fault = sys.argv[1]
    for line in sys.stdin:
        message = json.loads(line)
        if "id" not in message or "method" not in message:
            continue
        called = message["method"] == "tools/call"
        if called and fault == "dies":
            return 0
        if called and fault == "silent":
            continue
        if called and fault == "unsolicited":
            print('{"jsonrpc":"2.0","id":"nobody","result":{}}')
        print(json.dumps(answer(message, fault)), flush=True)
    return fault == "status"


if __name__ == "__main__":
    sys.exit(main())
