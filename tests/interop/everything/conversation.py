"""One server process as its pipe shows it: what was asked, answered and told, in its order."""

import json

from wire import broken_shape, parse, same, short

MODERN = "2026-07-28"
PREFIX = "io.modelcontextprotocol/"
TAG = PREFIX + "subscriptionId"
LEVELS = ("debug", "info", "notice", "warning", "error", "critical", "alert", "emergency")
INPUTS = {
    "elicitation/create": "elicitation",
    "sampling/createMessage": "sampling",
    "roots/list": "roots",
}
CACHED = (
    "server/discover",
    "tools/list",
    "prompts/list",
    "resources/list",
    "resources/templates/list",
    "resources/read",
)
CHANGES = {
    "notifications/tools/list_changed": "toolsListChanged",
    "notifications/prompts/list_changed": "promptsListChanged",
    "notifications/resources/list_changed": "resourcesListChanged",
}
UPDATED = "notifications/resources/updated"
ACKNOWLEDGED = "notifications/subscriptions/acknowledged"
RULES = {
    "line": "every line is one strict JSON-RPC message",
    "shape": "every answer is a well-formed response",
    "answer": "every request is answered, its id returned as written",
    "twice": "no request is answered twice",
    "strange": "nothing is answered that was not asked",
    "era": "every result has its revision's shape",
    "code": "every error has a code of its revision",
    "input": "input is asked for where the revision and the client allow it",
    "question": "every request of the server fits, and is answered or taken back",
    "progress": "progress belongs to a request under way, and rises",
    "log": "log messages are wanted, and have a level",
    "told": "changes are told to those who asked for them",
    "listen": "a listen is acknowledged first, its messages tagged, its end the last",
    "cancel": "nothing follows a cancelled request",
    "known": "the server sends nothing else by itself",
}


class Asked:
    """A request of the client."""

    def __init__(self, message, order):
        self.message, self.order = message, order
        self.id, self.method = message["id"], message["method"]
        self.params = message.get("params") or {}
        meta = self.params.get("_meta") or {}
        self.version = meta.get(PREFIX + "protocolVersion")
        self.capabilities = meta.get(PREFIX + "clientCapabilities") or {}
        self.level = meta.get(PREFIX + "logLevel")
        self.token = meta.get("progressToken")
        self.answers, self.cancelled, self.gone = [], None, False
        self.progress, self.reports, self.filter = None, 0, None

    @property
    def open(self):
        return not self.answers and not self.gone


class Conversation:
    SERVER = "everything"  # how it names itself

    def __init__(self, path):
        self.requests, self.questions, self.broken = {}, {}, {}
        self.versions, self.subscribed, self.level = set(), set(), "debug"
        self.revision, self.capabilities, self.ready = None, {}, False
        self.levels, self.order, self.end = [], 0, None
        with open(path, encoding="utf-8") as file:
            for record in map(json.loads, filter(lambda text: text.endswith("\n"), file)):
                self.order += 1
                self.read(record)

    def read(self, record):
        """What the tap wrote down next."""
        if "end" in record:
            self.end = record
        elif record["to"] == "server":
            self.sent(json.loads(record["line"]))
        else:
            self.came(record)

    def breaks(self, rule, why, message=None):
        """Notes why a rule is broken; the first reason counts."""
        tail = f": {short(json.dumps(message, ensure_ascii=False))}" if message else ""
        self.broken.setdefault(rule, why + tail)

    # What the client sent.

    def sent(self, message):
        method, params = message.get("method"), message.get("params") or {}
        if method is None:
            question = self.questions.get(same(message.get("id")))
            if question is not None:
                question["answered"] = True
        elif "id" in message:
            asked = Asked(message, self.order)
            self.requests[same(asked.id)] = asked
            if asked.version not in (None, MODERN):
                return
            self.versions.add(asked.version)
            if method == "initialize" and asked.version is None:
                self.capabilities = params.get("capabilities", {})
        elif method == "notifications/initialized":
            self.ready = True
        elif method == "notifications/cancelled":
            asked = self.requests.get(same(params.get("requestId")))
            if asked is not None and asked.cancelled is None:
                asked.cancelled = self.order

    # What the server sent.

    def came(self, record):
        line = record["line"]
        if record.get("unfinished"):
            self.breaks("line", f"no line feed after {short(line)}")
            return
        try:
            message = parse(line)
        except (ValueError, UnicodeError) as error:
            self.breaks("line", f"{error}: {short(line)}")
            return
        if message.get("jsonrpc") != "2.0":
            self.breaks("line", 'no "jsonrpc":"2.0"', message)
        if "method" not in message:
            self.response(message)
        elif "id" in message:
            self.question(message)
        else:
            self.notification(message)

    def response(self, message):
        if why := broken_shape(message):
            self.breaks("shape", why, message)
            return
        asked = self.requests.get(same(message.get("id")))
        if asked is None:
            self.breaks("strange", "not asked", message)
            return
        if asked.answers:
            self.breaks("twice", "answered before", message)
        if asked.gone:
            self.breaks("cancel", "an answer", message)
        asked.answers.append(message)
        named = asked.params.get("name") == "test_tool_with_progress" and asked.token is not None
        if named and (asked.reports, asked.progress) != (3, 100):
            self.breaks("progress", f"{asked.reports} reports up to {asked.progress}", message)
        # The server has read all that came before this request.
        for other in self.requests.values():
            if other.cancelled is not None and other.cancelled < asked.order:
                other.gone = other.gone or not other.answers
        if "error" in message:
            self.error(asked, message)
        else:
            self.result(asked, message["result"], message)

    def error(self, asked, message):
        code = message["error"]["code"]
        reserved = -32099 <= code <= -32000 and code not in (-32020, -32021, -32022)
        if asked.version is not None and (reserved or code == -32042):
            self.breaks("code", f"{code} in {MODERN}", message)
        if asked.method == "resources/read" and "no-such" in str(asked.params.get("uri")):
            wanted = -32002 if asked.version is None else -32602
            if code != wanted:
                self.breaks("code", f"{code} for a missing resource", message)

    def result(self, asked, result, message):
        if asked.method == "initialize":
            self.revision = result.get("protocolVersion")
        elif asked.method == "resources/subscribe":
            self.subscribed.add(asked.params.get("uri"))
        elif asked.method == "resources/unsubscribe":
            self.subscribed.discard(asked.params.get("uri"))
        elif asked.method == "logging/setLevel":
            self.level = asked.params.get("level")
        if asked.version is None:
            later = {"resultType", "ttlMs", "cacheScope", "inputRequests", "requestState"}
            if later & set(result):
                self.breaks("era", f"{sorted(later & set(result))} in a legacy result", message)
            return
        meta = result.get("_meta", {})
        if meta.get(PREFIX + "serverInfo", {}).get("name") != self.SERVER:
            self.breaks("era", "the server does not name itself", message)
        kind = result.get("resultType")
        if kind == "input_required":
            self.input_required(asked, result, message)
        elif kind != "complete":
            self.breaks("era", f"resultType is {kind!r}", message)
        elif asked.method in CACHED:
            age, scope = result.get("ttlMs"), result.get("cacheScope")
            if type(age) is not int or age < 0 or scope not in ("public", "private"):
                self.breaks("era", f"ttlMs is {age!r}, cacheScope is {scope!r}", message)
        tagged = same(meta.get(TAG)) == same(asked.id) and asked.filter is not None
        if asked.method == "subscriptions/listen" and not tagged:
            self.breaks("listen", "an end without tag or acknowledgement", message)

    def input_required(self, asked, result, message):
        wanted = result.get("inputRequests", {})
        if asked.method not in ("tools/call", "prompts/get", "resources/read"):
            self.breaks("input", f"in the answer to {asked.method}", message)
        if not wanted and not result.get("requestState"):
            self.breaks("input", "neither questions nor a state", message)
        for key, one in wanted.items():
            if set(one) - {"method", "params"} or one.get("method") not in INPUTS:
                self.breaks("input", f"{key} is no bare request", message)
            elif why := undeclared(one, asked.capabilities):
                self.breaks("input", f"{key}: {why}", message)

    def question(self, message):
        method, key = message["method"], same(message["id"])
        if key in self.questions:
            self.breaks("question", "an id that was used before", message)
        self.questions[key] = {"message": message}
        under_way = any(
            asked.open and asked.method in ("tools/call", "prompts/get", "resources/read")
            for asked in self.requests.values()
        )
        later = method == "elicitation/create" and (self.revision or "") < "2025-06-18"
        if self.revision is None or self.versions == {MODERN}:
            self.breaks("question", "in this era or before the handshake", message)
        elif method != "ping" and (method not in INPUTS or later):
            self.breaks("question", "a method that the revision lacks", message)
        elif method != "ping" and (why := undeclared(message, self.capabilities)):
            self.breaks("question", why, message)
        elif method != "ping" and not (under_way and self.ready):
            self.breaks("question", "outside of any call", message)

    def notification(self, message):
        method, params = message["method"], message.get("params") or {}
        listen = self.tagged(message, params)
        if method == "notifications/progress":
            self.progress(message, params)
        elif method == "notifications/message":
            self.log(message, params)
        elif method == "notifications/cancelled":
            self.taken_back(message, params)
        elif method == ACKNOWLEDGED:
            if listen is not None and listen.filter is None:
                listen.filter = params.get("notifications", {})
                wanted = listen.params.get("notifications", {})
                if not within(listen.filter, wanted):
                    self.breaks("listen", "agrees to more than was asked for", message)
            else:
                self.breaks("listen", "an acknowledgement of nothing", message)
        elif method == "notifications/elicitation/complete":
            if self.revision != "2025-11-25" or not params.get("elicitationId"):
                self.breaks("known", "not in this revision, or of nothing", message)
        elif method in CHANGES or method == UPDATED:
            self.told(message, params, listen)
        else:
            self.breaks("known", "a notification that is not known", message)

    def tagged(self, message, params):
        """The listen that a notification belongs to, if it says so."""
        meta = params.get("_meta") or {}
        if TAG not in meta:
            return None
        listen = self.requests.get(same(meta[TAG]))
        if listen is None or listen.method != "subscriptions/listen":
            self.breaks("listen", "the tag is of no listen", message)
            return None
        if listen.answers:
            self.breaks("listen", "after its end", message)
        elif listen.gone:
            self.breaks("cancel", "a message of a listen", message)
        elif listen.filter is None and message["method"] != ACKNOWLEDGED:
            self.breaks("listen", "before its acknowledgement", message)
        return listen

    def told(self, message, params, listen):
        method, uri = message["method"], params.get("uri")
        if self.versions == {MODERN} and listen is None:
            self.breaks("told", "without the tag of a listen", message)
        elif listen is not None and method == UPDATED:
            if uri not in (listen.filter or {}).get("resourceSubscriptions", []):
                self.breaks("told", "to a listen for something else", message)
        elif listen is not None:
            if not (listen.filter or {}).get(CHANGES[method]):
                self.breaks("told", "to a listen for something else", message)
        elif method == UPDATED:
            asked_for = any(
                asked.method == "resources/subscribe" and asked.open and asked.params["uri"] == uri
                for asked in self.requests.values()
            )
            if uri not in self.subscribed and not asked_for:
                self.breaks("told", "nobody subscribed to it", message)

    def progress(self, message, params):
        token = params.get("progressToken")
        if token is None:
            self.breaks("progress", "no token", message)
            return
        key = same(token)
        of = [a for a in self.requests.values() if a.token is not None and same(a.token) == key]
        going = [asked for asked in of if asked.open]
        if not going and any(self.may_cross(asked) for asked in of):
            return
        if not going:
            gone = any(asked.gone for asked in of)
            self.breaks("cancel" if gone else "progress", "nothing of it is under way", message)
            return
        value, before = params.get("progress"), going[0].progress
        if isinstance(value, bool) or not isinstance(value, int | float):
            self.breaks("progress", "no number", message)
        elif before is not None and value <= before:
            self.breaks("progress", f"not above {before}", message)
        else:
            going[0].progress = value
            going[0].reports += 1

    def may_cross(self, asked):
        """Whether something of it may still come after its cancel was seen: not on a pipe."""
        return False

    def log(self, message, params):
        level = params.get("level")
        if level not in LEVELS or "data" not in params:
            self.breaks("log", "no level or no data", message)
            return
        asked = [one for one in self.requests.values() if one.open]
        allowed = [one.level for one in asked if one.level]
        if self.versions != {MODERN}:
            # While a level is being set, either may hold.
            setting = [one for one in asked if one.method == "logging/setLevel"]
            allowed += [self.level, *(one.params.get("level") for one in setting)]
        ranks = [LEVELS.index(one) for one in allowed if one in LEVELS]
        if not any(LEVELS.index(level) >= rank for rank in ranks):
            self.breaks("log", f"nobody wants it, but {allowed}", message)

    def taken_back(self, message, params):
        key = same(params.get("requestId"))
        listen = self.requests.get(key)
        if self.versions == {MODERN}:
            if listen is None or listen.method != "subscriptions/listen" or not listen.open:
                self.breaks("known", "a cancel of something else than a listen", message)
        elif key in self.questions and not self.questions[key].get("answered"):
            self.questions[key]["taken back"] = True
        elif key not in self.questions:
            self.breaks("question", "a cancel of nothing", message)

    # At the end.

    def given_up(self):
        return [
            asked
            for asked in self.requests.values()
            if asked.cancelled is not None
            and not asked.answers
            and asked.method != "subscriptions/listen"
        ]

    def finish(self):
        for asked in self.requests.values():
            waits = asked.method == "subscriptions/listen" and asked.filter is not None
            if not asked.answers and asked.cancelled is None and not waits:
                self.breaks("answer", "no answer", asked.message)
        for question in self.questions.values():
            if not question.get("answered") and not question.get("taken back"):
                self.breaks("question", "neither answered nor taken back", question["message"])


def undeclared(request, capabilities):
    """Why a client with these capabilities must not be asked this, or None."""
    params = request.get("params") or {}
    kind = INPUTS.get(request["method"])
    if kind not in capabilities:
        return f"the client has no {kind}"
    modes = capabilities[kind] or {"form": {}}
    if kind == "elicitation" and params.get("mode", "form") not in modes:
        return f"the client has no elicitation by {params.get('mode', 'form')}"
    if kind == "sampling" and {"tools", "toolChoice"} & set(params):
        return None if "tools" in capabilities[kind] else "the client has no sampling with tools"
    return None


def within(agreed, wanted):
    """Whether a filter holds no more than another."""
    for key, value in agreed.items():
        if key == "resourceSubscriptions":
            if not set(value) <= set(wanted.get(key, [])):
                return False
        elif value and not wanted.get(key):
            return False
    return True
