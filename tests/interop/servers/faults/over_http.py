"""The correct server over Streamable HTTP: in the older era with sessions, in the newer without."""

from .messages import CLOSE, META, is_modern
from .web import Gone

STATUS = {-32601: 404}
REFUSED = (-32700, -32600, -32602, -32020, -32021, -32022)


def name_of(message):
    """What `Mcp-Name` has to say."""
    if message.get("method") in ("tools/call", "prompts/get"):
        return message["params"].get("name")
    return None


class OverHttp:
    def __init__(self):
        # How many exchanges there were of each verb.
        self.counts = {}
        self.sessions = {}
        self.session_count = 0
        # The ids of the requests whose exchange the client has closed.
        self.closed = []
        # The revision that was agreed on.
        self.version = None

    def exchange(self, x):
        with self.lock:
            self.counts[x.verb] = self.counts.get(x.verb, 0) + 1
        handler = {"POST": self.post, "GET": self.get, "DELETE": self.delete}.get(x.verb)
        if x.path != "/mcp":
            self.elsewhere(x)
        elif handler:
            handler(x)
        else:
            x.whole(405, b"", {"Allow": "POST, GET, DELETE"})

    def elsewhere(self, x):
        x.whole(404)

    # What comes in -------------------------------------------------------------------------------

    def post(self, x):
        message = x.message
        if not isinstance(message, dict):
            self.blame(f"the body of a POST: {x.body[:80]!r}")
            return x.whole(400)
        self.look_http(x)
        modern = is_modern(message)
        if modern and not self.modern:
            # As servers do that know sessions alone.
            told = {"code": -32000, "message": "Bad Request: Server not initialized"}
            return x.json(400, {"jsonrpc": "2.0", "error": told, "id": None})
        if not modern and message.get("method") != "initialize" and not self.has_session(x):
            return None
        if "method" in message and "id" in message:
            return self.requested(x)
        for _ in self.handle(message):
            pass
        return self.accepted(x)

    def requested(self, x):
        self.reply(x, self.handle(x.message))

    def accepted(self, x):
        """A notification or a response has come."""
        x.whole(202)

    def has_session(self, x):
        """Whether the session is one of ours; if not, it has been answered."""
        session = x.headers.get("mcp-session-id")
        if session in self.sessions:
            return True
        if session is None:
            self.blame(f"no session with {x.verb} {x.body[:60]!r}")
            x.whole(400)
        else:
            x.whole(404)
        return False

    def look_http(self, x):
        """The rules for the head of a POST."""
        message, headers = x.message, x.headers
        for kind in ("application/json", "text/event-stream"):
            self.expect(kind in headers.get("accept", ""), f"Accept: {headers.get('accept')}")
        content = headers.get("content-type", "")
        self.expect(content.startswith("application/json"), f"Content-Type: {content}")
        revision = headers.get("mcp-protocol-version")
        if is_modern(message):
            meta = message["params"]["_meta"][f"{META}protocolVersion"]
            self.expect(revision == meta, f"MCP-Protocol-Version {revision} with {meta}")
            wanted = {"mcp-method": message["method"], "mcp-name": name_of(message)}
            for name, value in wanted.items():
                self.expect(headers.get(name) == value, f"{name}: {headers.get(name)!r:.80}")
            self.expect("mcp-session-id" not in headers, "a session in the newer era")
        elif message.get("method") != "initialize" and self.version:
            told = revision == self.version or (revision is None and self.version < "2025-06-18")
            self.expect(told, f"MCP-Protocol-Version {revision} in {self.version}")

    # What goes out -------------------------------------------------------------------------------

    def extra(self, x, first):
        """Headers of the answer to this request, of which `first` is the first message."""
        if x.message["method"] != "initialize" or "error" in first:
            return {}
        with self.lock:
            self.session_count += 1
            session = f"session-{self.session_count}"
            self.sessions[session] = True
        return {"Mcp-Session-Id": session}

    def reply(self, x, outs):
        """The answer alone is JSON; anything before or after it makes it an event stream."""
        number = x.message["id"]
        try:
            first = None
            for out in outs:
                if first is None and not isinstance(out, (int, float)) and out is not CLOSE:
                    first = out
                    if not isinstance(out, dict) or "method" not in out:
                        continue
                    # No answer, so more will come, perhaps not before the client has done its part.
                    x.stream(self.extra(x, {}))
                    self.event(x, first)
                elif first is not None and not x.chunked:
                    x.stream(self.extra(x, first if isinstance(first, dict) else {}))
                    self.event(x, first)
                    self.more(x, out)
                else:
                    self.more(x, out)
            if x.chunked:
                x.end()
            elif first is None:
                # Nothing is ever said to this one.
                x.pause(60)
            elif isinstance(first, dict):
                x.json(self.status(x, first), first, self.extra(x, first))
            else:
                x.json(200, first)
        except Gone:
            with self.lock:
                self.closed.append(number)
            raise

    def more(self, x, out):
        if isinstance(out, (int, float)):
            x.pause(out)
        elif out is CLOSE:
            raise Gone
        else:
            self.event(x, out)

    def event(self, x, message):
        x.event(message)

    def status(self, x, answer):
        """Errors have a status of their own in the newer era alone."""
        code = answer.get("error")
        code = code.get("code") if isinstance(code, dict) else None
        if not is_modern(x.message) or not isinstance(code, int):
            return 200
        return STATUS.get(code, 400 if code in REFUSED else 200)

    # The other verbs -----------------------------------------------------------------------------

    def get(self, x):
        """The event stream of a session, on which this server has nothing to say."""
        if not self.legacy or (self.modern and not self.sessions):
            x.whole(405, b"", {"Allow": "POST"})
        elif self.has_session(x):
            self.expect("text/event-stream" in x.headers.get("accept", ""), "Accept of a GET")
            self.streaming(x)

    def streaming(self, x):
        x.stream()
        x.raw(b": nothing yet\n\n")
        x.pause(60)

    def delete(self, x):
        if self.has_session(x):
            with self.lock:
                del self.sessions[x.headers["mcp-session-id"]]
            x.whole(200)
