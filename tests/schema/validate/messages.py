"""Judges what a server sends on one connection: each message against the definition that is due."""

import json
from dataclasses import dataclass, field

from schemas import LEGACY, MODERN, all_schemas

PROTOCOL_VERSION = "io.modelcontextprotocol/protocolVersion"
SUBSCRIPTION_ID = "io.modelcontextprotocol/subscriptionId"

RESULTS = {
    "completion/complete": "CompleteResult",
    "initialize": "InitializeResult",
    "logging/setLevel": "EmptyResult",
    "ping": "EmptyResult",
    "prompts/get": "GetPromptResult",
    "prompts/list": "ListPromptsResult",
    "resources/list": "ListResourcesResult",
    "resources/read": "ReadResourceResult",
    "resources/subscribe": "EmptyResult",
    "resources/templates/list": "ListResourceTemplatesResult",
    "resources/unsubscribe": "EmptyResult",
    "server/discover": "DiscoverResult",
    "subscriptions/listen": "SubscriptionsListenResult",
    "tools/call": "CallToolResult",
    "tools/list": "ListToolsResult",
}
# Notifications that belong to a subscription in 2026-07-28, and say to which.
TAGGED = (
    "notifications/prompts/list_changed",
    "notifications/resources/list_changed",
    "notifications/resources/updated",
    "notifications/subscriptions/acknowledged",
    "notifications/tools/list_changed",
)
MAY_NEED_INPUT = ("prompts/get", "resources/read", "tools/call")

# Errors that have a definition of their own: the whole response, or the error in it.
ERRORS = {
    "2025-11-25": {-32042: "URLElicitationRequiredError"},
    MODERN: {
        -32020: "HeaderMismatchError",
        -32021: "MissingRequiredClientCapabilityError",
        -32022: "UnsupportedProtocolVersionError",
        -32700: "ParseError",
        -32600: "InvalidRequestError",
        -32601: "MethodNotFoundError",
        -32602: "InvalidParamsError",
        -32603: "InternalError",
    },
}
# JSON-RPC has null as the id of an error whose request could not be read. These revisions have no
# other way to say it, though their type does not allow it.
NULL_ID = LEGACY[:-1]
UNREADABLE = (-32700, -32600)


@dataclass
class Verdict:
    """What was found about one message."""

    text: str
    revision: str = "-"
    definition: str = "?"
    faults: list = field(default_factory=list)
    notes: list = field(default_factory=list)


@dataclass
class Request:
    """A request of the client that is not answered, or what was meant to be one."""

    method: object
    modern: bool
    token: object = None
    cancelled: bool = False


def strict_json(text):
    """JSON as it must be sent: no NaN, no key twice."""

    def pairs(items):
        keys = [key for key, _ in items]
        if len(keys) != len(set(keys)):
            twice = {key for key in keys if keys.count(key) > 1}
            raise ValueError(f"keys twice: {sorted(twice)}")
        return dict(items)

    def constant(name):
        raise ValueError(f"{name} is no JSON")

    return json.loads(text, object_pairs_hook=pairs, parse_constant=constant)


def key_of(value):
    """Ids and tokens: 1 is not "1" and not 1.0."""
    return type(value).__name__, repr(value)


class Judge:
    """One connection, both directions."""

    def __init__(self, formats=True):
        """`formats`: URIs are checked too. Those in the transcripts are often just any text."""
        self.schemas, _ = all_schemas()
        self.formats = formats
        self.agreed = None
        self.saw_modern = False
        self.open = {}
        self.tokens = {}

    # What the client sends.

    def client(self, line):
        """A line of the client, without its end. Anything is allowed."""
        try:
            value = json.loads(line if isinstance(line, str) else line.decode())
        except (ValueError, RecursionError):
            return
        for message in value if isinstance(value, list) else [value]:
            if isinstance(message, dict):
                self._from_client(message)

    def _from_client(self, message):
        method, params = message.get("method"), message.get("params")
        params = params if isinstance(params, dict) else {}
        meta = params.get("_meta") if isinstance(params.get("_meta"), dict) else {}
        if method == "notifications/cancelled" and "id" not in message:
            for request in self.open.get(key_of(params.get("requestId")), []):
                request.cancelled = True
        is_response = method is None and ("result" in message) != ("error" in message)
        if "id" not in message or is_response:
            return
        modern = PROTOCOL_VERSION in meta
        self.saw_modern |= modern
        request = Request(method, modern, meta.get("progressToken"))
        self.open.setdefault(key_of(message["id"]), []).append(request)
        if request.token is not None:
            self.tokens[key_of(request.token)] = request

    def _take(self, identity, is_error):
        """The request that a response belongs to: the oldest, and for an error the newest."""
        waiting = self.open.get(key_of(identity), [])
        live = [request for request in waiting if not request.cancelled] or waiting
        if not live:
            return None
        request = live[-1 if is_error else 0]
        waiting.remove(request)
        return request

    # What the server sends.

    def server(self, line, raw=False):
        """Verdicts on a line of the server. `raw`: what it answers is the application's own."""
        try:
            value = strict_json(line if isinstance(line, str) else line.decode())
        except (ValueError, RecursionError) as error:
            return [Verdict(str(line), faults=[f"no JSON: {error}"])]
        if isinstance(value, list):
            if self.agreed != "2025-03-26":
                return [Verdict(str(line), faults=["a batch, which only 2025-03-26 has"])]
            found = [self._message(item, raw) for item in value]
            faults = self.schemas[self.agreed].faults("JSONRPCBatchResponse", value, self.formats)
            return [*found, Verdict(line, self.agreed, "JSONRPCBatchResponse", faults)]
        return [self._message(value, raw)]

    def _message(self, message, raw):
        text = json.dumps(message, ensure_ascii=False)
        if not isinstance(message, dict):
            return Verdict(text, faults=["no object"])
        kinds = [key for key in ("method", "result", "error") if key in message]
        if len(kinds) != 1:
            return Verdict(text, faults=[f"neither request nor response: has {kinds}"])
        if kinds == ["method"] and not isinstance(message["method"], str):
            return Verdict(text, faults=["method is no text"])
        if kinds == ["method"]:
            kind = self._request if "id" in message else self._notification
            return kind(message, text)
        if kinds == ["error"]:
            return self._error(message, text, raw)
        return self._result(message, text, raw)

    def _best(self, text, revisions, check):
        """The verdict of the revision that fits best, of those it may be of."""
        verdicts = []
        for revision in revisions:
            definition, faults, notes = check(self.schemas[revision])
            verdicts.append(Verdict(text, revision, definition, faults, notes))
        if not verdicts:
            return Verdict(text, faults=["sent before a revision was agreed upon"])
        return min(verdicts, key=lambda verdict: len(verdict.faults))

    def _legacy(self):
        """The legacy revisions that this connection may be in."""
        return [self.agreed] if self.agreed else list(LEGACY)

    def _result(self, message, text, raw):
        request = self._take(message.get("id"), is_error=False)
        if request is None:
            return Verdict(text, faults=["answers no request"])
        result = message["result"]
        if request.method == "initialize" and not request.modern and isinstance(result, dict):
            version = result.get("protocolVersion")
            if version not in LEGACY:
                return Verdict(text, faults=[f"agrees on {version}, no revision with a handshake"])
            self.agreed = version

        def check(schema):
            shell = "JSONRPCResultResponse"
            shell = shell if shell in schema.names else "JSONRPCResponse"
            faults, notes = [], []
            identity = message.get("id")
            if isinstance(identity, float):
                # The type says integer, and the answer has to carry what the request had.
                notes.append("id with a fraction, as the request had it")
                identity = 0
            faults += schema.faults(shell, {**message, "id": identity})
            name = self._result_name(schema, request, result, raw, faults)
            if name and not faults:
                faults += schema.faults(name, result, self.formats)
            return name or "?", faults, notes

        if request.modern:
            revisions = [MODERN]
        elif self.agreed or request.method == "ping" or raw:
            revisions = self._legacy()
        else:
            revisions = []
        return self._best(text, revisions, check)

    def _result_name(self, schema, request, result, raw, faults):
        """The definition of the result of a request."""
        kind = result.get("resultType") if isinstance(result, dict) else None
        if schema.revision == MODERN and kind not in ("complete", "input_required"):
            faults.append(f"resultType is {kind!r}")
            return None
        if kind == "input_required" and schema.revision == MODERN:
            if request.method not in MAY_NEED_INPUT:
                faults.append(f"{request.method} cannot ask for input")
                return None
            if not {"inputRequests", "requestState"} & set(result):
                faults.append("asks for input without inputRequests and requestState")
            return "InputRequiredResult"
        known = any(request.method in other.requests for other in self.schemas.values())
        if raw or not known:
            return "Result"
        if request.method not in schema.requests:
            faults.append(f"{request.method} answered, which {schema.revision} does not have")
            return None
        return RESULTS[request.method]

    def _error(self, message, text, raw):
        identity = message.get("id")
        request = self._take(identity, is_error=True)
        code = message["error"].get("code") if isinstance(message["error"], dict) else None
        code = code if isinstance(code, int) else None
        if identity is not None and request is None:
            return Verdict(text, faults=["answers no request"])
        if identity is None and code not in UNREADABLE:
            return Verdict(text, faults=["no id, and not because the request could not be read"])

        def check(schema):
            faults, notes = [], []
            body = dict(message)
            if isinstance(identity, float):
                notes.append("id with a fraction, as the request had it")
                body["id"] = 0
            if "id" in message and identity is None and schema.revision in NULL_ID:
                notes.append("id null, the request's could not be read")
                body["id"] = 0
            name = "JSONRPCErrorResponse"
            name = name if name in schema.names else "JSONRPCError"
            faults += schema.faults(name, body, self.formats)
            own = ERRORS.get(schema.revision, {}).get(code)
            if own and not faults and not raw:
                whole = "error" in schema.names[own].get("properties", {})
                faults += schema.faults(own, body if whole else body["error"])
                name = own
            if schema.revision == MODERN and code is not None and not own:
                if code in (-32002, -32042) or -32099 <= code <= -32020:
                    faults.append(f"{code} is not to be sent in {MODERN}")
            return name, faults, notes

        if request and request.modern:
            revisions = [MODERN]
        else:
            # Without a context the error may be of any revision, or of the modern one: it is what
            # a modern request without its _meta gets.
            revisions = [*self._legacy(), MODERN]
            if self.saw_modern and not self.agreed:
                revisions.reverse()
        return self._best(text, revisions, check)

    def _notification(self, message, text):
        method = message["method"]
        params = message.get("params") if isinstance(message.get("params"), dict) else {}
        meta = params.get("_meta") if isinstance(params.get("_meta"), dict) else {}
        revisions = [self.agreed] if self.agreed else []
        if self.saw_modern:
            revisions.append(MODERN)
        if method == "notifications/progress":
            request = self.tokens.get(key_of(params.get("progressToken")))
            if request is None:
                return Verdict(text, faults=["the token of no request"])
            revisions = [MODERN] if request.modern else [self.agreed] if self.agreed else []
        elif SUBSCRIPTION_ID in meta:
            revisions = [MODERN]
        elif method == "notifications/cancelled" and self.agreed:
            waiting = self.open.get(key_of(params.get("requestId")), [])
            if not any(request.modern for request in waiting):
                revisions = [self.agreed]

        notes = []
        if isinstance(params.get("progressToken"), float):
            # As an id: the type says integer, and the token goes back as it came.
            notes.append("progress token with a fraction, as the request had it")
            message = {**message, "params": {**params, "progressToken": 0}}

        def check(schema):
            faults = schema.faults("JSONRPCNotification", message)
            if schema.revision == MODERN and method in TAGGED and SUBSCRIPTION_ID not in meta:
                faults.append("does not say which subscription it is for")
            return *self._typed(schema, schema.notices, message, faults), notes

        return self._best(text, revisions, check)

    def _request(self, message, text):
        def check(schema):
            faults = schema.faults("JSONRPCRequest", message)
            return *self._typed(schema, schema.asks, message, faults), []

        if not self.agreed:
            return Verdict(text, faults=["a request of the server outside the legacy era"])
        return self._best(text, [self.agreed], check)

    def _typed(self, schema, table, message, faults):
        """A message against the definition of its method."""
        method = message["method"]
        if method not in table:
            lists = [(other.asks, other.notices) for other in self.schemas.values()]
            if any(method in asks or method in notices for asks, notices in lists):
                return "?", [*faults, f"{schema.revision} has no {method} of a server"]
            return "custom", faults
        name = table[method]
        shell = ("jsonrpc", "id")
        known = schema.names[name]["properties"]
        body = {key: value for key, value in message.items() if key not in shell or key in known}
        return name, faults or schema.faults(name, body, self.formats)
