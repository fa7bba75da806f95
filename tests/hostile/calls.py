"""What is said: heads and messages of both eras, to either of the two programs."""

import json
import re

from wire import Link, Reply, request

ERAS = ("2025-03-26", "2025-11-25", "2026-07-28")
MODERN = "2026-07-28"
ACCEPT = "application/json, text/event-stream"
META = "io.modelcontextprotocol/"
CAPABILITIES = {"elicitation": {}, "sampling": {}, "roots": {}}


def headers(*more, accept=ACCEPT):
    return [("Host", "localhost"), ("Content-Type", "application/json"), ("Accept", accept), *more]


def rpc(method, params=None, id=None):
    message = {"jsonrpc": "2.0", "method": method}
    if id is not None:
        message["id"] = id
    if params is not None:
        message["params"] = params
    return message


def encode(message):
    return message if isinstance(message, bytes) else json.dumps(message).encode()


class Client:
    """A client of one era: it makes requests, and knows its session."""

    def __init__(self, target, era=ERAS[1], patience=30.0):
        self.target, self.era, self.session = target, era, None
        self.patience = patience
        self.is_modern = era == MODERN

    def message(self, method, params=None, id=None, token=None):
        params = dict(params or {})
        meta = {}
        if token is not None:
            meta["progressToken"] = token
        if self.is_modern:
            meta[META + "protocolVersion"] = MODERN
            meta[META + "clientInfo"] = {"name": "hostile", "version": "1"}
            meta[META + "clientCapabilities"] = CAPABILITIES
        if meta:
            params["_meta"] = meta
        return rpc(method, params, id)

    def lines(self, message=None, accept=ACCEPT):
        """The lines of a head for a message."""
        more = []
        if self.is_modern:
            more.append(("MCP-Protocol-Version", MODERN))
            if isinstance(message, dict):
                more.append(("Mcp-Method", message.get("method", "")))
                name = message.get("params", {}).get("name") or message.get("params", {}).get("uri")
                if name:
                    more.append(("Mcp-Name", name))
        elif self.session:
            more += [("Mcp-Session-Id", self.session), ("MCP-Protocol-Version", self.era)]
        return headers(*more, accept=accept)

    def post(self, message, accept=ACCEPT):
        """The bytes of a POST."""
        return request("POST", self.lines(message, accept), encode(message))

    def send(self, message, link=None, accept=ACCEPT, timeout=None):
        """Sends a message and gives the response, whole."""
        if link is not None:
            link.send(self.post(message, accept))
            return link.answer(timeout)
        with Link(self.target.port, self.patience) as link:
            link.send(self.post(message, accept))
            return link.answer(timeout)

    def hello(self, id="hello"):
        params = {"protocolVersion": self.era, "capabilities": CAPABILITIES}
        params["clientInfo"] = {"name": "hostile", "version": "1"}
        return rpc("initialize", params, id)

    def begin(self, link=None):
        """Begins a session; gives the response to `initialize`."""
        if self.is_modern:
            return Reply(200, [])
        self.session = None
        reply = self.send(self.hello(), link)
        self.session = reply.get("mcp-session-id")
        if self.session:
            ready = self.send(rpc("notifications/initialized"), link)
            assert ready.status == 202, ready
        return reply

    def end(self, link=None):
        """Ends the session; gives the status."""
        if not self.session:
            return None
        data = request("DELETE", self.lines())
        self.session = None
        if link is not None:
            link.send(data)
            return link.answer().status
        with Link(self.target.port) as link:
            link.send(data)
            return link.answer().status

    def listen(self, link, last=None):
        """Asks for an event stream (GET)."""
        more = [("Last-Event-ID", last)] if last else []
        lines = [line for line in self.lines(accept="text/event-stream") if "Type" not in line[0]]
        link.send(request("GET", lines + more))

    def echo(self, text, id, token=None):
        """A request whose answer has this text in it."""
        if self.target.flavour == "everything":
            return self.message("test/echo", {"arguments": {"text": text}}, id, token)
        params = {"name": "echo", "arguments": {"text": text}}
        return self.message("tools/call", params, id, token)

    def call(self, name, id, arguments=None, token=None):
        params = {"name": name, "arguments": arguments or {}}
        return self.message("tools/call", params, id, token)


def values(reply):
    """All messages of a response, in order."""
    kind = reply.get("content-type") or ""
    if kind.startswith("application/json"):
        return [json.loads(reply.body)] if reply.body else []
    if not kind.startswith("text/event-stream"):
        assert not reply.body, f"a body of no kind: {reply}"
        return []
    text = reply.body.decode()
    assert not text or text.endswith("\n\n"), f"half an event: {text[-200:]!r}"
    found = []
    for event in text.split("\n\n"):
        data = [line[6:] for line in event.split("\n") if line.startswith("data: ")]
        if data and data[0]:
            found.append(json.loads(data[0]))
    return found


def result(reply, id):
    """The result of a request; fails if there is none, or a response to anything else."""
    assert reply.status == 200, reply
    responses = [value for value in values(reply) if "method" not in value]
    assert len(responses) == 1, f"not one response: {reply}"
    response = responses[0]
    assert response.get("id") == id, f"of another id: {response}"
    assert "result" in response, f"no result: {response}"
    return response["result"]


MARK = re.compile(rb"T-[a-z0-9-]+-\d+-|X-HOSTILE")


def marks(data):
    """All texts in it that are somebody's own."""
    return set(MARK.findall(data))
