"""A small echo server that can be told to misbehave: `broken.py FAULT`. With `none` it behaves.

The checks are only worth something if they can fail; `prove` runs them against each fault. This
server knows nothing beyond what the checks ask for, and reads lines of at most 4096 bytes.
"""

import json
import re
import sys
import time

FAULTS = {
    "none": "behaves",
    "silent": "never answers",
    "mute": "answers initialize and server/discover only",
    "id-text": 'answers the id 7 as "7"',
    "id-null": "answers errors with the id null",
    "twice": "answers each call twice",
    "notified": "answers notifications",
    "chatty": "prints a line of its own",
    "pretty": "spreads a message over lines",
    "latin": "writes text as Latin-1",
    "separators": "drops U+2028",
    "swap": "answers two calls with each other's text",
    "no-error": "answers a call without text as if it were empty",
    "code": "answers an unknown tool with -32603",
    "tolerant": "answers every unknown method with an empty result",
    "version": "always negotiates its own version",
    "name": "is called Echo",
    "schema": "lists a tool whose schema is no object",
    "second": "lists a second tool",
    "deaf": "skips a line that is too long",
    "dies": "ends at a line that is too long",
    "stays": "does not end when its input ends",
    "status": "ends with status 3",
    "early": "ends after the fortieth request",
    "era": "writes resultType in neither or both eras",
    "grows": "escapes all but ASCII and ends when an answer gets too long",
    "cache": "does not say how long a list may be kept",
    "keys": "writes a key twice",
    "cancel": "answers the call after a cancel with nothing",
}
LIMIT = 4096
LEGACY = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")
MODERN = "2026-07-28"
INFO = {"name": "echo", "version": "1.0.0"}
PREFIX = "io.modelcontextprotocol/"


class Refused(Exception):
    """A JSON-RPC error: code, message, data."""


class Server:
    def __init__(self, fault):
        self.fault, self.count, self.held, self.skip = fault, 0, None, False
        if fault == "name":
            INFO["name"] = "Echo"

    def tools(self):
        schema = {"type": "object", "properties": {"text": {"type": "string"}}}
        if self.fault == "schema":
            schema = {"type": "string"}
        tool = {"name": "echo", "description": "Returns its text", "inputSchema": schema}
        return [tool, {**tool, "name": "other"}] if self.fault == "second" else [tool]

    def call(self, params):
        if params.get("name") != "echo":
            raise Refused(-32603 if self.fault == "code" else -32602, "unknown tool", None)
        text = params.get("arguments", {}).get("text")
        if not isinstance(text, str):
            if self.fault == "no-error":
                return {"content": []}
            return {"content": [{"type": "text", "text": "text is missing"}], "isError": True}
        if self.fault == "separators":
            text = text.replace("\u2028", "")
        return {"content": [{"type": "text", "text": text}]}

    def result(self, method, params, modern):
        if method == "initialize" and not modern:
            version = params["protocolVersion"]
            if version not in LEGACY or self.fault == "version":
                version = "2024-11-05" if self.fault == "version" else LEGACY[-1]
            return {"protocolVersion": version, "capabilities": {"tools": {}}, "serverInfo": INFO}
        if method == "server/discover" and modern:
            versions = ["2027-01-01"] if self.fault == "version" else [MODERN]
            cache = {"ttlMs": 0, "cacheScope": "public"}
            cache = {} if self.fault == "cache" else cache
            return {"supportedVersions": versions, "capabilities": {"tools": {}}, **cache}
        if method == "ping" and not modern:
            return {}
        if method == "tools/list":
            cache = {"ttlMs": 0, "cacheScope": "public"}
            cache = cache if bool(modern) != (self.fault == "cache") else {}
            return {"tools": self.tools(), **cache}
        if method == "tools/call":
            return self.call(params)
        if self.fault == "tolerant":
            return {"resources": []}
        raise Refused(-32601, "method not found", None)

    def answer(self, message):
        params = message.get("params", {})
        version = params.get("_meta", {}).get(PREFIX + "protocolVersion")
        try:
            if version not in (None, MODERN):
                raise Refused(-32022, "version", {"supported": [MODERN], "requested": version})
            result = self.result(message["method"], params, version)
        except Refused as error:
            code, text, data = error.args
            error = {"code": code, "message": text} | ({"data": data} if data else {})
            return {"jsonrpc": "2.0", "id": message["id"], "error": error}
        if bool(version) != (self.fault == "era"):
            result["resultType"] = "complete"
        if version:
            result["_meta"] = {PREFIX + "serverInfo": INFO}
        return {"jsonrpc": "2.0", "id": message["id"], "result": result}

    def write(self, message):
        fault = self.fault
        if fault == "id-text":
            message["id"] = str(message["id"])
        if fault == "id-null" and "error" in message:
            message["id"] = None
        indent = 1 if fault == "pretty" else None
        text = json.dumps(message, ensure_ascii=fault == "grows", indent=indent)
        if fault == "grows" and len(text) > LIMIT:
            sys.exit(1)
        if fault == "keys":
            text = text.replace('{"jsonrpc"', '{"jsonrpc":"2.0","jsonrpc"', 1)
        if fault == "chatty" and self.count == 5:
            text = "echo server says hello\n" + text
        charset = "latin-1" if fault == "latin" else "utf-8"
        sys.stdout.buffer.write(text.encode(charset, "replace") + b"\n")
        sys.stdout.buffer.flush()

    def too_long(self, line):
        if self.fault == "deaf":
            return
        if self.fault == "dies":
            sys.exit(1)
        id = json.loads(line)["id"]
        error = {"code": -32600, "message": "the message is too long"}
        self.write({"jsonrpc": "2.0", "id": id, "error": error})

    def receive(self, line):
        if len(line) > LIMIT:
            return self.too_long(line)
        message = json.loads(line)
        if "id" not in message:
            self.skip = self.fault == "cancel" and message["method"] == "notifications/cancelled"
            if self.fault == "notified":
                self.write({"jsonrpc": "2.0", "id": None, "result": {}})
            return None
        self.count += 1
        opening = message["method"] in ("initialize", "server/discover")
        if self.fault == "silent" or (self.fault == "mute" and not opening):
            return None
        if self.fault == "early" and self.count == 40:
            sys.exit(0)
        if self.skip:
            self.skip = False
            return None
        answer = self.answer(message)
        if self.fault == "swap" and re.search(rb"call \d+ of", line):
            if self.held is None:
                self.held = answer
                return None
            self.held["result"], answer["result"] = answer["result"], self.held["result"]
            self.write(self.held)
            self.held = None
        self.write(answer)
        if self.fault == "twice" and message["method"] == "tools/call":
            self.write(answer)
        return None


def main(fault):
    server = Server(fault)
    for line in sys.stdin.buffer:
        server.receive(line)
    if fault == "stays":
        time.sleep(8)
    sys.exit(3 if fault == "status" else 0)


if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1] not in FAULTS:
        sys.exit("".join(f"{name:<12}{what}\n" for name, what in FAULTS.items()))
    main(sys.argv[1])
