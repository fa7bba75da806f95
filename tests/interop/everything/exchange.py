"""One connection over Streamable HTTP, as proxy.py wrote it down: the rules of conversation.py for
its messages, and those of HTTP for what they came in."""

import json
import re

from conversation import CHANGES, MODERN, PREFIX, TAG, UPDATED, Conversation
from wire import parse, same, short

HTTP_RULES = {
    "http": "every response is sound HTTP",
    "status": "every status fits what it answers",
    "type": "every body is what its head calls it",
    "session": "a session gets one id, and there is none in 2026-07-28",
    "head": "every request has the headers of its revision",
    "route": "every message goes out on the stream that it belongs to",
    "close": "a response ends with its answer, and not before",
    "event": "events have ids of their own, first one to come back to; none in 2026-07-28",
    "again": "who comes back gets what was missed, once and in its order",
    "delete": "a session ends with its DELETE",
}
JSON, EVENTS = "application/json", "text/event-stream"
# The status of an error of 2026-07-28; one that is not here: 200.
STATUS = {-32700: {400}, -32600: {400}, -32601: {404}, -32602: {200, 400}}
STATUS |= {code: {400} for code in (-32020, -32021, -32022)}
PROGRESS, LOG = "notifications/progress", "notifications/message"
LEVEL = PREFIX + "logLevel"
ASKING = ("tools/call", "prompts/get", "resources/read")
# Milliseconds for a client that closes a stream itself when it has its answer.
PROMPT = 1500
# How often a client may ask for the same place again.
TRIES = 4


class Exchange:
    """A request of HTTP and its response."""

    def __init__(self, record, message):
        self.x, self.verb, self.given = record["x"], record["verb"], record["headers"]
        self.message, self.status, self.headers = message, None, {}
        self.method = (message or {}).get("method")
        self.is_request = "method" in (message or {}) and "id" in message
        meta = ((message or {}).get("params") or {}).get("_meta") or {}
        announced = self.given.get("mcp-protocol-version", "")
        said = meta.get(PREFIX + "protocolVersion", "")
        self.modern = said >= MODERN or announced >= MODERN and self.method != "initialize"
        # The exchange on which its stream began, which is another one if a client came back; what
        # has come on that, and up to where it has come on this.
        self.origin, self.events, self.at = self, [], 0
        self.answered = self.over = None

    @property
    def is_stream(self):
        return self.headers.get("content-type") == EVENTS


class HttpConversation(Conversation):
    def __init__(self, path):
        self.exchanges, self.ids, self.places = {}, {}, {}
        # When a cancel was taken, by the id of its request.
        self.cancels, self.now = {}, 0
        self.session, self.ending, self.deleted, self.spans = None, False, None, []
        super().__init__(path)

    def read(self, record):
        self.now = record["t"]
        exchange = self.exchanges.get(record["x"])
        if record.get("to") == "server":
            self.asks(record)
        elif "bad" in record:
            self.breaks("http", record["bad"])
        elif "dead" in record:
            if record["dead"] != 404:
                self.breaks("delete", f"{record['dead']} for a request of a deleted session")
        elif "status" in record:
            self.heads(exchange, record)
        elif "over" in record:
            self.ends(exchange, record)
        else:
            self.message(exchange, record)

    # What the client sent.

    def asks(self, record):
        message = json.loads(record["line"]) if record["line"] else None
        exchange = self.exchanges[record["x"]] = Exchange(record, message)
        exchange.began = record["t"]
        self.client(exchange)
        self.ending = self.ending or exchange.verb == "DELETE"
        last = exchange.given.get("last-event-id")
        if exchange.verb == "GET" and last:
            self.comes_back(exchange, last)
        # A cancel counts when it was taken.
        if message is not None and exchange.method != "notifications/cancelled":
            self.sent(message)

    def comes_back(self, exchange, last):
        exchange.origin = self.ids.get(last)
        self.places[last] = self.places.get(last, 0) + 1
        if exchange.origin is None:
            self.breaks("again", f"the client names {last}, which nobody gave it")
            exchange.origin = exchange
            return
        if self.places[last] > TRIES:
            self.breaks("again", f"{self.places[last]} times asked for what follows {last}")
        ids = [id for id, _ in exchange.origin.events]
        exchange.at = ids.index(last) + 1

    def client(self, exchange):
        """What the clients are here to show: that the server works with what they send."""
        given, message = exchange.given, exchange.message
        accept = {part.partition(";")[0].strip() for part in given.get("accept", "").split(",")}
        if exchange.verb == "POST" and not {JSON, EVENTS} <= accept:
            self.breaks("head", f"Accept is {accept}", message)
        if exchange.modern:
            if "mcp-session-id" in given:
                self.breaks("head", "a session in 2026-07-28", message)
            if exchange.is_request and given.get("mcp-method") != exchange.method:
                self.breaks("head", f"Mcp-Method is {given.get('mcp-method')}", message)
            return
        if exchange.method == "initialize":
            return
        if self.session is None or given.get("mcp-session-id") != self.session:
            self.breaks("head", f"{exchange.verb} without its session", message)
        version = given.get("mcp-protocol-version")
        if (self.revision or "") >= "2025-06-18" and version != self.revision:
            self.breaks("head", f"MCP-Protocol-Version is {version}", message)

    # What the server sent.

    def heads(self, exchange, record):
        exchange.status, exchange.headers = record["status"], record["headers"]
        status, kind = exchange.status, exchange.headers.get("content-type")
        id = exchange.headers.get("mcp-session-id")
        begins = exchange.method == "initialize" and status == 200
        if begins and not re.fullmatch(r"[!-~]{16,128}", id or ""):
            self.breaks("session", f"its id is {id!r}")
        if id is not None and (not begins or self.session is not None):
            self.breaks("session", f"an id for {exchange.method or exchange.verb}")
        if begins:
            self.session = id
        what = exchange.method or exchange.verb
        if kind == EVENTS and "no-" not in exchange.headers.get("cache-control", ""):
            self.breaks("type", "events that a cache may keep")
        if exchange.verb == "DELETE":
            if status not in (200, 204):
                self.breaks("delete", f"status {status}")
            self.deleted = status
        elif exchange.verb == "GET":
            # What was answered in the meantime, or given up, need not be there.
            gone = exchange.origin is not exchange and self.is_through(exchange.origin)
            if not (status == 200 and kind == EVENTS or status == 400 and gone):
                self.breaks("status", f"{status}, {kind} for a stream")
        elif exchange.is_request:
            if kind not in (JSON, EVENTS):
                self.breaks("type", f"{kind} for {what}")
            if kind == EVENTS and status != 200:
                self.breaks("status", f"{status} for events")
        elif status != 202 or kind or exchange.headers.get("content-length", "0") != "0":
            self.breaks("status", f"{status}, {kind} for {what or 'an answer'}")
        if exchange.method == "notifications/cancelled" and status == 202:
            self.sent(exchange.message)
            params = exchange.message.get("params") or {}
            self.cancels[same(params.get("requestId"))] = record["t"]

    def is_being_cancelled(self, asked):
        """Whether a cancel of it went out and was not answered yet; the two answers may cross."""
        return any(
            one.method == "notifications/cancelled"
            and one.status is None
            and same((one.message.get("params") or {}).get("requestId")) == same(asked.id)
            for one in self.exchanges.values()
        )

    def may_cross(self, asked):
        """What left before a cancel comes on another connection, and may arrive behind its 202."""
        return self.now - self.cancels.get(same(asked.id), -PROMPT) < PROMPT

    def is_through(self, origin):
        """Whether nothing more can come on a stream; a session's gives way to the next one."""
        if not origin.is_request:
            return origin.over == "end"
        asked = self.requests.get(same(origin.message["id"]))
        return bool(asked.answers) or asked.cancelled is not None

    def message(self, exchange, record):
        line = record["line"]
        if record["kind"] == "event":
            if record.get("event", "message") != "message":
                self.breaks("event", f"an event of the kind {record['event']}")
            if self.event(exchange, record, line) or not line:
                return
        elif exchange.status == 202:
            return
        try:
            message = parse(line)
        except (ValueError, UnicodeError) as error:
            self.breaks("line", f"{error}: {short(line)}")
            return
        if exchange.verb == "GET" and record["kind"] == "body":
            return
        self.route(exchange, message, record["t"])
        if record["kind"] == "body":
            self.status_of(exchange, message)
        if "method" in message or "id" in message:
            self.came(record)
        elif exchange.status < 400:
            self.breaks("type", "neither a request nor an answer", message)

    def event(self, exchange, record, line):
        """Whether this is an event that came before, or none with a message."""
        origin, is_first, id = exchange.origin, exchange.at == 0, record.get("id")
        if exchange.modern:
            if id is not None or not line:
                self.breaks("event", f"id {id} in {MODERN}, {short(line)}")
            return False
        primed = self.revision == "2025-11-25" and exchange.method != "initialize"
        if primed and not line and id is None and "retry" in record:
            return True
        if not line and not (primed and is_first and id):
            self.breaks("event", "no data, though it is not the first or the revision has no such")
        # What goes out in pieces has no ids: it cannot be kept.
        if origin is exchange and is_first and primed and not id and len(line) < 3000:
            self.breaks("event", f"the first has no id: {short(line)}")
        if id is None:
            return False
        # What came on another socket before: so it must come again.
        if exchange.at < len(origin.events):
            wanted = origin.events[exchange.at]
            exchange.at += 1
            if wanted != (id, line):
                self.breaks("again", f"{id} {short(line)} instead of {wanted[0]}")
            return True
        if id in self.ids:
            self.breaks("again" if origin is not exchange else "event", f"{id} came before")
        self.ids[id] = origin
        origin.events.append((id, line))
        exchange.at += 1
        return False

    def status_of(self, exchange, message):
        code = message["error"].get("code") if isinstance(message.get("error"), dict) else None
        wanted = {200}
        if code is not None:
            # Before 2026-07-28 the clients take no other status for an answer.
            wanted = STATUS.get(code, {200}) if exchange.modern else {200}
        if exchange.verb == "POST" and exchange.status not in wanted:
            self.breaks("status", f"{exchange.status}", message)

    def route(self, exchange, message, time):
        origin, method = exchange.origin, message.get("method")
        params = message.get("params") or {}
        own = origin.message["id"] if origin.is_request else None
        meta = ((origin.message or {}).get("params") or {}).get("_meta") or {}
        if origin.answered is not None:
            self.breaks("close", "after the answer", message)
        if method is None:
            # A refusal may have no id.
            if message.get("id") is not None and same(message["id"]) != same(own):
                self.breaks("route", "an answer on another's stream", message)
            origin.answered = exchange.answered = time
        elif "id" in message:
            if origin.modern:
                self.breaks("route", f"a request in {MODERN}", message)
            elif origin.method not in ASKING and method != "ping":
                self.breaks("route", "a question on the stream of no call", message)
        elif TAG in (params.get("_meta") or {}):
            if same(params["_meta"][TAG]) != same(own):
                self.breaks("route", "on the stream of another listen", message)
        elif method == LOG:
            if origin.modern and LEVEL not in meta:
                self.breaks("route", "a log message on the stream of who wants none", message)
        elif method == PROGRESS:
            if same(params.get("progressToken")) != same(meta.get("progressToken")):
                self.breaks("route", "progress of another request", message)
        elif method in CHANGES or method == UPDATED:
            listens = origin.method == "subscriptions/listen" or origin.verb == "GET"
            if not listens:
                self.breaks("route", f"in the answer to {origin.method}", message)

    def ends(self, exchange, record):
        how, exchange.over = record["over"], record["over"]
        if exchange.is_request:
            self.spans.append((same(exchange.message["id"]), exchange.began, record["t"]))
        what = exchange.method or exchange.verb
        if how in ("server", "bad"):
            self.breaks("http", f"{what} broke off: {record.get('why')}")
        elif record.get("why"):
            self.breaks("http", f"{what}: {record['why']}")
        origin = exchange.origin
        if exchange.at < len(origin.events) and how == "end" and exchange.is_stream:
            self.breaks("again", f"without {origin.events[exchange.at]}")
        asked = self.requests.get(same(origin.message["id"])) if origin.is_request else None
        if exchange.answered is not None:
            if how == "client" and record["t"] - exchange.answered > PROMPT:
                self.breaks("close", f"the answer to {what} was not the end of the response")
        elif asked is None or asked.answers:
            # An event stream of a session ends with it, or with the next one of its kind.
            later = any(one.verb == "GET" and one.x > exchange.x for one in self.exchanges.values())
            ends = exchange.verb == origin.verb == "GET" and exchange.is_stream and how == "end"
            if ends and not self.ending and not later:
                self.breaks("close", "the event stream of a session ended")
        elif how in ("client", "cut") and exchange.modern:
            asked.cancelled = asked.cancelled or self.order
        elif how == "end" and asked.cancelled is None and not self.is_being_cancelled(asked):
            can_come_back = self.revision == "2025-11-25" and origin.events
            if exchange.modern or not can_come_back:
                self.breaks("close", f"no answer to {what}", exchange.message)

    def finish(self):
        super().finish()
        if self.session is not None and self.deleted is None:
            self.breaks("delete", "the client did not send it")
