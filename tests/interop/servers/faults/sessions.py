"""What is wrong with sessions, and with the event stream that belongs to one."""

import time

from . import kind
from .good import Good
from .messages import note, text_of
from .web import Gone


class Session(Good):
    """Of the older era alone, since the newer one has no sessions."""

    http_alone = True
    modern = False


class Lost(Session):
    """Forgets all sessions when the call `one` comes, so many times."""

    times = 1
    lost = 0

    def post(self, x):
        message = x.message
        if isinstance(message, dict) and text_of(message) == "one" and self.lost < self.times:
            self.lost += 1
            with self.lock:
                self.sessions.clear()
        super().post(x)

    def look(self, message):
        # A new session may begin its ids anew.
        if message["method"] == "initialize":
            self.ids.clear()
            self.ready = False
        super().look(message)

    def look_http(self, x):
        if x.message.get("method") == "initialize":
            told = "mcp-session-id" not in x.headers
            self.expect(told, "initialize with a session")
        super().look_http(x)

    def last_fault(self):
        self.expect(self.counts["POST"] < 60, f"{self.counts['POST']} POSTs")
        return super().last_fault()


kind("session-lost")(Lost)
kind("session-lost-twice")(type("Lost", (Lost,), {"times": 2}))


@kind("session-lost-always")
class LostAlways(Lost):
    """Gives sessions and never knows them: 404 to everything with one."""

    def has_session(self, x):
        self.expect(self.counts["POST"] < 60, f"{self.counts['POST']} POSTs")
        x.whole(404)
        return False


@kind("session-400")
class Lost400(Lost):
    """Says 400 instead of 404 for a session that it has forgotten."""

    def has_session(self, x):
        if x.headers.get("mcp-session-id") in self.sessions:
            return True
        told = {"code": -32000, "message": "Bad Request: No valid session ID provided"}
        x.json(400, {"jsonrpc": "2.0", "error": told, "id": None})
        return False

    def last_fault(self):
        return Good.last_fault(self)


class Named(Session):
    """Names its session like this."""

    name = ""
    # Whether the name is one that may be sent back.
    fine = True

    def extra(self, x, first):
        headers = super().extra(x, first)
        if headers:
            with self.lock:
                self.sessions[self.name] = True
            headers["Mcp-Session-Id"] = self.name
        return headers

    def has_session(self, x):
        if not self.fine and "mcp-session-id" not in x.headers:
            return True
        self.expect(self.fine, "a session id that is none was sent back")
        return super().has_session(x)


names = {
    "session-space": ("a b", False),
    "session-tab": ("a\tb", False),
    "session-8bit": ("s\xe9ssion", False),
    "session-empty": ("", False),
    "session-symbols": ("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~", True),
    "session-long": ("s" * 5000, True),
    "session-200": ("s" * 200, True),
}
for name, (value, fine) in names.items():
    kind(name)(type("Named", (Named,), {"name": value, "fine": fine}))


@kind("session-none")
class NoSession(Session):
    """Keeps no session at all."""

    def extra(self, x, first):
        super().extra(x, first)
        return {}

    def has_session(self, x):
        self.expect("mcp-session-id" not in x.headers, "a session that nobody gave")
        return True

    def get(self, x):
        x.whole(405, b"")

    def delete(self, x):
        self.blame("a DELETE without a session")
        x.whole(405, b"")


@kind("session-changes")
class Changes(Session):
    """Another session id with every answer; the first one counts."""

    turn = 0

    def extra(self, x, first):
        headers = super().extra(x, first)
        if not headers:
            self.turn += 1
            headers = {"Mcp-Session-Id": f"another-{self.turn}"}
        return headers


@kind("session-in-modern")
class InModern(Good):
    """A session id with every answer of the newer era, which has none."""

    http_alone = True

    def extra(self, x, first):
        return {"Mcp-Session-Id": "ignore-me", **super().extra(x, first)}


class Get(Session):
    """Something about the GET of the session's event stream."""

    status_of_get = 405
    most = 3

    def get(self, x):
        self.streaming(x)

    def streaming(self, x):
        x.whole(self.status_of_get, b"")

    def last_fault(self):
        number = self.counts.get("GET", 0)
        self.expect(number <= self.most, f"{number} GETs")
        return super().last_fault()


for number in (400, 404, 405, 406, 500, 501):
    kind(f"get-{number}")(type("Get", (Get,), {"status_of_get": number}))


@kind("get-html")
class GetHtml(Get):
    def streaming(self, x):
        x.whole(200, b"<!doctype html>", {"Content-Type": "text/html"})


@kind("get-closes")
class GetCloses(Get):
    """The stream ends at once and has no ids: nobody should come back in a storm."""

    most = 20

    def streaming(self, x):
        x.stream()
        x.end()


@kind("get-resumes")
class GetResumes(Get):
    """The stream ends at once, with an id and a time to come back after."""

    most = 40

    def streaming(self, x):
        x.stream()
        x.event("", f"get/{self.counts['GET']}", 200)
        x.end()


@kind("get-silent")
class GetSilent(Get):
    """No head, ever."""

    def streaming(self, x):
        x.pause(60)


@kind("get-answers")
class GetAnswers(Get):
    """The answers to calls come on the session's stream instead of their own."""

    def __init__(self, legacy_only):
        super().__init__(legacy_only)
        self.answers = []

    def streaming(self, x):
        x.stream()
        x.raw(b": ready\n\n")
        while True:
            x.pause(0.02)
            while self.answers:
                x.event(self.answers.pop(0))

    def requested(self, x):
        if text_of(x.message) != "one":
            super().requested(x)
            return
        self.answers.extend(self.handle(x.message))
        x.whole(202)


@kind("get-news")
class GetNews(Get):
    """News on the session's stream, good and odd; nothing that anybody has to answer."""

    def streaming(self, x):
        x.stream()
        for method in ("tools/list_changed", "message", "vendor/odd", "progress", "cancelled"):
            x.event(note(f"notifications/{method}", {"level": "info", "data": 1}))
        x.raw(b"data: no json\n\nevent: ping\ndata: 1\n\n")
        x.pause(60)


@kind("delete-405")
class Delete405(Session):
    def delete(self, x):
        x.whole(405, b"")


@kind("delete-silent")
class DeleteSilent(Session):
    def delete(self, x):
        x.pause(60)


@kind("session-slow-start")
class SlowStart(Session):
    """Takes its time with `notifications/initialized`, and wants nothing before it is done."""

    began = 0.0

    def accepted(self, x):
        if x.message.get("method") == "notifications/initialized":
            time.sleep(0.3)
        super().accepted(x)


@kind("session-closes")
class Closes(Session):
    """Closes every socket after its response without a word of it in the head."""

    def exchange(self, x):
        super().exchange(x)
        x.framed = False
        raise Gone
