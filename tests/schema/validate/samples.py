"""Messages known to be good, in every revision: (request of the client, message of the server)."""

from messages import PROTOCOL_VERSION, SUBSCRIPTION_ID
from schemas import LEGACY, MODERN, REVISIONS

PROTOCOL = "io.modelcontextprotocol/"
SCHEMA = {"type": "object"}


def handshake(revision):
    """What agrees on a legacy revision."""
    result = {
        "protocolVersion": revision,
        "capabilities": {"tools": {"listChanged": True}, "logging": {}},
        "serverInfo": {"name": "s", "version": "1"},
    }
    return {"id": "i", "method": "initialize"}, {"id": "i", "result": result}


def icon(rank):
    """An icon: its sizes were one text before they were a list."""
    return {"src": "data:image/png;base64,AA==", "sizes": ["any"] if rank > 3 else "any"}


def results(revision):
    """Results by method."""
    rank = REVISIONS.index(revision)

    def since(first, **more):
        return more if rank >= first else {}

    named = {"name": "n", "description": "d", **since(2, title="t"), **since(3, icons=[icon(rank)])}
    marks = {"audience": ["user"], "priority": 0.5, **since(2, lastModified="2025-01-01")}
    resource = {"uri": "a:b", "mimeType": "text/plain", "annotations": marks, **named}
    contents = {"uri": "a:b", "mimeType": "text/plain", **since(2, _meta={"a.b/c": 1})}
    blocks = [
        {"type": "text", "text": "x", "annotations": marks},
        {"type": "image", "data": "AA==", "mimeType": "image/png"},
        {"type": "resource", "resource": {**contents, "text": "x"}},
        {"type": "resource", "resource": {**contents, "blob": "AA=="}},
    ]
    if rank >= 1:
        blocks.append({"type": "audio", "data": "AA==", "mimeType": "audio/wav"})
    if rank >= 2:
        blocks.append({"type": "resource_link", **resource, "size": 3})
    tool = {"inputSchema": SCHEMA, **named, **since(1, annotations={"readOnlyHint": True})}
    cached = {"ttlMs": 0, "cacheScope": "private"} if revision == MODERN else {}
    page = {"nextCursor": "c", **cached}
    found = {
        "tools/list": {"tools": [{**tool, **since(2, outputSchema=SCHEMA)}], **page},
        "tools/call": {"content": blocks, "isError": False, **since(2, structuredContent={"a": 1})},
        "resources/list": {"resources": [{**resource, "size": 3}], **page},
        "resources/templates/list": {
            "resourceTemplates": [
                {"uriTemplate": "a:{b}", "name": "n", "mimeType": "a/b", "annotations": marks}
            ],
            **page,
        },
        "resources/read": {"contents": [{**contents, "text": "x"}], **cached},
        "prompts/list": {
            "prompts": [{"arguments": [{"name": "a", "required": True}], **named}], **page
        },
        "prompts/get": {
            "description": "d",
            "messages": [{"role": "user", "content": block} for block in blocks],
        },
        "completion/complete": {"completion": {"values": ["a"], "total": 1, "hasMore": False}},
    }
    if revision == MODERN:
        found["server/discover"] = {
            "supportedVersions": [MODERN],
            "capabilities": {"tools": {"listChanged": True}, "extensions": {"a.b/c": {}}},
            "instructions": "i",
            **cached,
        }
    else:
        found |= {"ping": {}, "logging/setLevel": {}, "resources/subscribe": {}}
    meta = {"_meta": {PROTOCOL + "serverInfo": {"name": "s", "version": "1"}}}
    more = {"resultType": "complete", **meta} if revision == MODERN else {}
    return {method: {**result, **more} for method, result in found.items()}


def asks(revision):
    """Params of what a server asks for, by method."""
    rank = REVISIONS.index(revision)
    found = {
        "sampling/createMessage": {
            "messages": [{"role": "user", "content": {"type": "text", "text": "x"}}],
            "modelPreferences": {"hints": [{"name": "m"}], "costPriority": 1},
            "systemPrompt": "s",
            "includeContext": "none",
            "temperature": 0.5,
            "maxTokens": 10,
            "stopSequences": ["s"],
        },
        "roots/list": {},
    }
    if rank >= 2:
        properties = {
            "a": {"type": "string", "title": "A", "maxLength": 5, "format": "email"},
            "b": {"type": "integer", "minimum": 1},
            "c": {"type": "boolean", "default": True},
            "d": {"type": "string", "enum": ["x"], "enumNames": ["X"]},
        }
        wanted = {"type": "object", "properties": properties, "required": ["a"]}
        found["elicitation/create"] = {"message": "m", "requestedSchema": wanted}
    return found


def notices(revision):
    """Params of notifications, by method; the second one is the request that they belong to."""
    modern = revision == MODERN
    tag = {"_meta": {SUBSCRIPTION_ID: "l"}} if modern else {}
    rank = REVISIONS.index(revision)
    message = {"message": "m"} if rank >= 1 else {}
    found = {
        "notifications/progress": {"progressToken": "t", "progress": 1, "total": 2.5, **message},
        "notifications/message": {"level": "info", "logger": "l", "data": {"a": 1}},
        "notifications/cancelled": {"requestId": "l" if modern else 1, "reason": "r"},
        "notifications/resources/updated": {"uri": "a:b", **tag},
        "notifications/tools/list_changed": {**tag},
        "notifications/prompts/list_changed": {**tag},
        "notifications/resources/list_changed": {**tag},
    }
    if modern:
        kept = {"toolsListChanged": True, "resourceSubscriptions": ["a:b"]}
        found["notifications/subscriptions/acknowledged"] = {"notifications": kept, **tag}
    return found


def of(revision):
    """All samples of a revision."""
    modern = revision == MODERN
    meta = {PROTOCOL_VERSION: MODERN, PROTOCOL + "clientCapabilities": {}} if modern else {}
    params = {"_meta": {**meta, "progressToken": "t"}}

    def request(method):
        return {"id": 1, "method": method, "params": params}

    if not modern:
        yield handshake(revision)
    for method, result in results(revision).items():
        yield request(method), {"id": 1, "result": result}
    listen = {"id": "l", "method": "subscriptions/listen", "params": {"_meta": meta}}
    for method, said in notices(revision).items():
        before = listen if modern and "progress" not in method else request("tools/call")
        yield before, {"method": method, "params": said}
    for method, said in asks(revision).items():
        if modern:
            needed = {"inputRequests": {"k": {"method": method, "params": said}}}
            result = {"resultType": "input_required", "requestState": "s", **needed}
            yield request("tools/call"), {"id": 1, "result": result}
        else:
            yield request("tools/call"), {"id": 7, "method": method, "params": said}
    yield request("tools/call"), {"id": 1, "error": {"code": -32602, "message": "m"}}
    if modern:
        end = {"resultType": "complete", "_meta": {SUBSCRIPTION_ID: "l"}}
        yield listen, {"id": "l", "result": end}
        for code, data in (
            (-32021, {"requiredCapabilities": {"sampling": {}}}),
            (-32022, {"supported": [MODERN], "requested": "v9"}),
        ):
            error = {"code": code, "message": "m", "data": data}
            yield request("tools/call"), {"id": 1, "error": error}
    if revision == LEGACY[-1]:
        asked = {"mode": "url", "message": "m", "url": "https://a.b/", "elicitationId": "e"}
        yield request("tools/call"), {"id": 8, "method": "elicitation/create", "params": asked}
        error = {"code": -32042, "message": "m", "data": {"elicitations": [asked]}}
        yield request("tools/call"), {"id": 1, "error": error}
        yield request("tools/call"), {
            "method": "notifications/elicitation/complete", "params": {"elicitationId": "e"}
        }
