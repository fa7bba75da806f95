"""What the driven client says of itself and replies when a server asks it for something."""

from schemas import LEGACY, MODERN

# How a client takes what it is asked.
MANNERS = (
    "accepts", "declines", "refuses", "can nothing", "is silent", "omits", "confuses", "tampers"
)
# What it can do only where a server asks by a request, and only where by a result.
LEGACY_ONLY = ("is silent",)
MODERN_ONLY = ("omits", "confuses", "tampers")
# Never answers, and does not give up either: for a server with little patience.
ABSENT = "is absent"


def capabilities(revision, how):
    """The client's, as its revision knows them."""
    if how == "can nothing":
        return {}
    rank = [*LEGACY, MODERN].index(revision)
    return {
        "roots": {} if revision == MODERN else {"listChanged": True},
        "sampling": {"context": {}, "tools": {}} if rank >= 4 else {},
        **({"elicitation": {"form": {}, "url": {}} if rank >= 4 else {}} if rank >= 2 else {}),
    }


def value_of(schema):
    """A value that fits a schema, roughly."""
    if schema.get("type") in ("integer", "number"):
        # The published schemas have no fraction in what a form comes back with.
        return int(schema.get("default", max(1, schema.get("minimum", 1))))
    for key in ("default", "const"):
        if key in schema:
            return schema[key]
    if schema.get("enum"):
        return schema["enum"][0]
    for key in ("oneOf", "anyOf"):
        if schema.get(key) and "properties" not in schema:
            return value_of(schema[key][0])
    kind = schema.get("type", "object" if "properties" in schema else None)
    if isinstance(kind, list):
        kind = kind[0]
    if kind == "object":
        return {name: value_of(part) for name, part in schema.get("properties", {}).items()}
    if kind == "array":
        return [value_of(schema.get("items", {}))]
    if kind in ("integer", "number"):
        return 1
    if kind == "boolean":
        return True
    if kind == "string":
        known = {"email": "a@example.com", "uri": "https://example.com/", "date": "2025-01-01",
                 "date-time": "2025-01-01T00:00:00Z"}
        return known.get(schema.get("format"), "x" * max(1, schema.get("minLength", 1)))
    return {}


def result_of(how, method, params):
    """The result of what a server asks for; None for what a client does not know."""
    if method == "ping":
        return {}
    if method == "roots/list":
        return {"roots": [{"uri": "file:///home/user/project", "name": "Project"}]}
    if method == "sampling/createMessage":
        return {
            "role": "assistant",
            "content": {"type": "text", "text": "Paris"},
            "model": "none",
            "stopReason": "endTurn",
        }
    if method == "elicitation/create":
        if how == "declines":
            return {"action": "decline"}
        if params.get("mode") == "url":
            return {"action": "accept"}
        return {"action": "accept", "content": value_of(params.get("requestedSchema", {}))}
    return None


def of(how):
    """What is replied to a request of a server."""

    def reply(method, params):
        if how in (*LEGACY_ONLY, ABSENT) and method != "ping":
            return None
        result = result_of(how, method, params)
        if result is None:
            return {"error": {"code": -32601, "message": "Method not found"}}
        if how == "refuses" and method != "ping":
            return {"error": {"code": -1, "message": "User rejected it"}}
        return {"result": result}

    return reply


def inputs(how, requests):
    """The `inputResponses` to `inputRequests`; None for none at all."""
    if how in ("refuses", "can nothing"):
        return None
    if how == "omits":
        return {"another": {"action": "cancel"}}
    if how == "confuses":
        return {key: 7 for key in requests}
    answers = {
        key: result_of(how, request.get("method"), request.get("params") or {})
        for key, request in requests.items()
        if isinstance(request, dict)
    }
    return {**answers, "extra": {"action": "cancel"}} if how == "declines" else answers
