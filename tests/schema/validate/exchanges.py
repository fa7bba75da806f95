"""The outputs in the transcripts of tests/vectors/http, judged exchange by exchange.

Whose connection a message is of is what the session's id says; without one each request is on its
own.
"""

import json

from messages import PROTOCOL_VERSION, Judge, Verdict
from schemas import LEGACY, MODERN, all_schemas

# What a client speaks that keeps no session and says nothing.
SILENT = "2025-03-26"
# What is said to a head alone has no id: nobody has read a request.
DENIAL = "JSONRPCErrorResponse"


def is_modern(body):
    """True if a request carries its own context."""
    try:
        value = json.loads(body)
    except (ValueError, RecursionError):
        return False
    meta = value.get("params", {}) if isinstance(value, dict) else {}
    meta = meta.get("_meta", {}) if isinstance(meta, dict) else {}
    return isinstance(meta, dict) and PROTOCOL_VERSION in meta


class Exchange:
    """One request and its response."""

    def __init__(self):
        self.headers = {}
        self.body = b""
        self.judge = None
        self.kind = ""
        self.raw = ""
        self.was_read = False

    def open(self, sessions, keeps_sessions):
        """Finds whose it is, and shows the judge what the client sends."""
        version = self.headers.get("mcp-protocol-version")
        self.judge = sessions.get(self.headers.get("mcp-session-id"))
        if self.judge is None or is_modern(self.body) or version == MODERN:
            self.judge = Judge(formats=False)
            if not keeps_sessions and version in (None, *LEGACY):
                self.judge.agreed = version or SILENT
        self.judge.client(self.body)


def messages_in(raw, kind):
    """The messages in the bytes that a transcript shows as they are."""
    raw = raw.replace("␊", "\n")
    if kind == "json":
        return [raw] if raw else []
    lines = (line.removeprefix("data: ") for line in raw.split("\n") if line.startswith("data: "))
    return [line for line in lines if line]


class Player:
    """Plays one case."""

    def __init__(self):
        self.sessions = {}
        self.streams = {}
        self.exchanges = {}
        self.seen = set()
        self.keeps_sessions = True
        self.request = None
        self.response = None
        self.verb = ""

    def judged(self, exchange, text):
        """Verdicts on one message of a response."""
        if exchange.was_read:
            return exchange.judge.server(text, raw=self.verb in ("result", "error"))
        schemas, _ = all_schemas()
        faults = schemas[MODERN].faults(DENIAL, json.loads(text))
        return [Verdict(text, MODERN, DENIAL, faults)]

    def kept(self, exchange, rest):
        """A message that is kept, and may be sent again: that is judged once."""
        identity, _, text = rest.partition(" ")
        if identity in self.seen:
            return []
        self.seen.add(identity)
        self.streams.setdefault(identity.partition("-")[0], exchange)
        return self.judged(exchange, text)

    def line(self, line):
        """Verdicts on what a line shows."""
        mark, _, rest = line.partition(" ")
        if mark == ">>":
            self.request = self.exchanges[rest.split(" ")[1]] = Exchange()
        elif mark == ">:":
            name, _, value = rest.partition(":")
            self.request.headers[name.lower()] = value.strip()
        elif mark in (">", ">+"):
            self.request.body += rest.encode()
        elif mark == ">x":
            self.request.body += bytes.fromhex(rest)
        elif mark == "!":
            self.verb = rest.split(" ")[0]
            self.keeps_sessions &= rest not in ("policy sessions no", "sessions 0")
        elif mark == "<:" and rest.startswith("mcp-session-id: "):
            self.sessions[rest.partition(": ")[2]] = self.response.judge
        elif mark == "<k":
            return self.kept(self.streams[rest.partition("-")[0]], rest)
        elif mark in ("=", "<<", "<", "<id", "<+", "<."):  # "<x": what was half out is no message
            return self.response_line(mark, rest)
        return []

    def response_line(self, mark, rest):
        """An event, or a line of a response."""
        if self.request is not None and self.request.judge is None:
            self.request.open(self.sessions, self.keeps_sessions)
        if mark == "=":
            self.request.was_read |= not rest.startswith("answered - expired")
        elif mark == "<<":
            words = rest.split(" ")
            self.response = self.exchanges[words[0]]
            self.response.kind = words[2] if len(words) > 2 else self.response.kind
            # An event stream shows what is said in a session.
            self.response.was_read |= words[1:] == ["200", "events"]
        elif mark == "<":
            return self.judged(self.response, rest)
        elif mark == "<id":
            return self.kept(self.response, rest)
        elif mark == "<+":
            self.response.raw += rest
            if rest.startswith("id: "):
                self.streams.setdefault(rest[4:].partition("-")[0], self.response)
        elif mark == "<.":
            texts = messages_in(self.response.raw, self.response.kind)
            self.response.raw = ""
            found = (self.judged(self.response, text) for text in texts)
            return [verdict for verdicts in found for verdict in verdicts]
        return []


def verdicts_of(case):
    """Plays a case."""
    player = Player()
    for line in case:
        yield from player.line(line)
