"""What a client sends in the transcripts of tests/vectors/client, message by message.

What the engine writes by itself is held against its own definition; a call, whose params are the
application's, against what all requests share, and its `_meta` of 2026-07-28 by what is required.
"""

from messages import PROTOCOL_VERSION, Verdict, strict_json
from schemas import LEGACY, MODERN, all_schemas

OWN = ("initialize", "server/discover", "subscriptions/listen", "resources/subscribe",
       "resources/unsubscribe", "logging/setLevel")
NOTICES = {
    "notifications/initialized": "InitializedNotification",
    "notifications/cancelled": "CancelledNotification",
    "notifications/roots/list_changed": "RootsListChangedNotification",
}
REQUIRED = (PROTOCOL_VERSION, "io.modelcontextprotocol/clientCapabilities")
NAME = "io.modelcontextprotocol/clientInfo"


def shell_of(schema, message):
    """What all messages of a kind share, by the name that the revision has for it."""
    if "method" in message:
        return "JSONRPCRequest" if "id" in message else "JSONRPCNotification"
    names = ("JSONRPCResultResponse", "JSONRPCResponse")
    if "error" in message:
        names = ("JSONRPCErrorResponse", "JSONRPCError")
    return next(name for name in names if name in schema.names)


def judge(text, agreed):
    """The verdict on one message; `agreed` is the revision of the connection, if there is one."""
    schemas, _ = all_schemas()
    try:
        message = strict_json(text)
    except ValueError as error:
        return Verdict(text, faults=[f"no JSON: {error}"])
    method, params = message.get("method"), message.get("params", {})
    meta = params.get("_meta", {})
    if method == "initialize":
        revision = params["protocolVersion"]
    elif method and "id" in message and PROTOCOL_VERSION in meta:
        revision = meta[PROTOCOL_VERSION]
    else:
        revision = agreed or LEGACY[-1]
    schema = schemas[revision]
    faults = []
    if method is None:
        definition = shell_of(schema, message)
    elif "id" not in message:
        definition = NOTICES.get(method, "JSONRPCNotification")
    elif method in OWN and method in schema.requests:
        definition = schema.requests[method]
    else:
        definition = "JSONRPCRequest"
        if revision == MODERN:
            faults += [f"{key} is missing" for key in (*REQUIRED, NAME) if key not in meta]
    if definition not in schema.names:
        faults.append(f"{revision} has no {definition}")
    else:
        # The older ones leave the envelope to the definition that all messages share.
        envelope = ("jsonrpc", "id")
        known = schema.names[definition].get("properties", {})
        inside = {key: message[key] for key in message if key not in envelope or key in known}
        faults += schema.faults(definition, inside, False)
        faults += schema.faults(shell_of(schema, message), message, False)
    return Verdict(text, revision, definition, faults)


def verdicts_of(case):
    """Plays a case: its events say which revision was agreed upon."""
    agreed = None
    for line in case:
        mark, _, rest = line.partition(" ")
        words = rest.split(" ")
        if mark == "=" and words[0] == "connected":
            agreed = words[2]
        elif mark == "<" and rest:
            yield judge(rest, agreed)
