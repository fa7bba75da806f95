"""Messages, and what they say."""

META = "io.modelcontextprotocol/"
MODERN = "2026-07-28"
LEGACY = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]
CLOSE = object()
FAULT = 4711

INFO = {"name": "misbehave", "version": "1.0.0"}
ECHO = {
    "name": "echo",
    "description": "Returns its text",
    "inputSchema": {
        "type": "object",
        "properties": {"text": {"type": "string"}},
        "required": ["text"],
    },
}


def is_modern(message):
    meta = (message.get("params") or {}).get("_meta") or {}
    return f"{META}protocolVersion" in meta


def result(message, value):
    """The answer to `message`, as its era has it."""
    if is_modern(message):
        value = {"resultType": "complete", **value, "_meta": {f"{META}serverInfo": INFO}}
        if message["method"] in ("server/discover", "tools/list"):
            value = {**value, "ttlMs": 0, "cacheScope": "private"}
    return {"jsonrpc": "2.0", "id": message["id"], "result": value}


def error(message, code, text, data=None):
    told = {"code": code, "message": text}
    if data is not None:
        told["data"] = data
    return {"jsonrpc": "2.0", "id": message["id"], "error": told}


def note(method, params=None):
    made = {"jsonrpc": "2.0", "method": method}
    return made if params is None else {**made, "params": params}


def request(number, method, params=None):
    return {**note(method, params), "id": number}


def unsupported(message, supported):
    asked = message["params"]
    asked = asked.get("protocolVersion") or asked["_meta"][f"{META}protocolVersion"]
    data = {"supported": supported, "requested": asked}
    return error(message, -32022, "Unsupported protocol version", data)


def text_of(message):
    """What the call of `echo` says: the driver's calls say one, two, three, last."""
    if message.get("method") != "tools/call":
        return None
    return (message["params"].get("arguments") or {}).get("text")


def token_of(message):
    return (message["params"].get("_meta") or {}).get("progressToken")


def said(message, text):
    return result(message, {"content": [{"type": "text", "text": text}]})
