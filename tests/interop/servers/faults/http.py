"""What is wrong with HTTP responses."""

import json
import time

from . import kind
from .good import Good
from .messages import FAULT, MODERN, error, is_modern, said, text_of, unsupported
from .web import Gone

JSON = {"Content-Type": "application/json"}
HTML = {"Content-Type": "text/html; charset=utf-8"}
PAGE = b"<!doctype html><title>Welcome</title><p>Please sign in.\n"


class OneHttp(Good):
    """The call `one` is answered by `one`; all others well."""

    http_alone = True

    def requested(self, x):
        if text_of(x.message) == "one":
            self.look(x.message)
            self.one(x)
        else:
            super().requested(x)

    def body(self, x):
        return json.dumps(said(x.message, "one")).encode()


class Status(OneHttp):
    status_of_one = 200
    headers_of_one = {}
    body_of_one = b""

    def one(self, x):
        body = self.body_of_one
        if isinstance(body, dict):
            body = json.dumps({"jsonrpc": "2.0", "id": x.message["id"], **body}).encode()
        x.whole(self.status_of_one, body, self.headers_of_one)


REFUSED = {"error": {"code": -32600, "message": "Invalid Request"}}
INTERNAL = {"error": {"code": -32603, "message": "Internal error"}}
NO_METHOD = {"error": {"code": -32601, "message": "Method not found"}}
NULL = b'{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Invalid Request"}}'
NO_ID = b'{"jsonrpc":"2.0","error":{"code":-32700,"message":"Parse error"}}'
BEARER = 'Bearer resource_metadata="http://127.0.0.1:9/.well-known/oauth-protected-resource"'

statuses = {
    "http-202": (202, {}, b""),
    "http-204": (204, {}, b""),
    "http-200-empty": (200, {}, b""),
    "http-200-json-empty": (200, JSON, b""),
    "http-html": (200, HTML, PAGE),
    "http-no-json": (200, JSON, b"OK\n"),
    "http-cut-json": (200, JSON, b'{"jsonrpc":"2.0","id":'),
    "http-500": (500, {"Content-Type": "text/plain"}, b"Internal Server Error\n"),
    "http-500-json": (500, JSON, INTERNAL),
    "http-502": (502, HTML, PAGE),
    "http-503": (503, {"Retry-After": "1"}, b""),
    "http-429": (429, {"Retry-After": "1"}, b""),
    "http-400": (400, {}, b""),
    "http-400-json": (400, JSON, REFUSED),
    "http-400-null": (400, JSON, NULL),
    "http-400-no-id": (400, JSON, NO_ID),
    "http-404-json": (404, JSON, NO_METHOD),
    "http-403": (403, {}, b""),
    "http-401-bare": (401, {}, b""),
    "http-406": (406, JSON, NULL),
    "http-413": (413, {}, b""),
    "http-418": (418, HTML, PAGE),
    "http-301": (301, {"Location": "/elsewhere"}, b""),
    "http-302-out": (302, {"Location": "http://127.0.0.1:9/mcp"}, b""),
    "http-304": (304, {}, b""),
}
for name, (status, headers, body) in statuses.items():
    members = {"status_of_one": status, "headers_of_one": headers, "body_of_one": body}
    kind(name)(type("Status", (Status,), members))


@kind("http-307")
class Http307(OneHttp):
    """Sends the call somewhere else on the same server, where it would be answered."""

    def one(self, x):
        x.whole(307, b"", {"Location": "/elsewhere"})

    def elsewhere(self, x):
        # Who follows without being told to would hand its token to anyone; here it is let pass.
        x.json(200, said(x.message, "one"))


@kind("http-307-loop")
class Http307Loop(OneHttp):
    def one(self, x):
        x.whole(307, b"", {"Location": "/mcp"})

    def look(self, message):
        """The same request may come again here."""


class Once(OneHttp):
    """The call `one` fails once; then it is answered."""

    failed = False

    def one(self, x):
        if self.failed:
            x.json(200, said(x.message, "one"))
        else:
            self.failed = True
            self.fail(x)


class Denied(Once):
    status_of_one = 401
    challenge = BEARER

    def fail(self, x):
        x.whole(self.status_of_one, b"", {"WWW-Authenticate": self.challenge})


kind("http-401")(Denied)
scope = 'Bearer error="insufficient_scope", scope="files:write", error_description="more, please"'
kind("http-403-scope")(type("Denied", (Denied,), {"status_of_one": 403, "challenge": scope}))
kind("http-401-basic")(type("Denied", (Denied,), {"challenge": 'Basic realm="x", Bearer'}))
kind("http-401-odd")(type("Denied", (Denied,), {"challenge": 'Bearer realm="' + "x" * 9000}))


@kind("http-401-always")
class DeniedAlways(Denied):
    def one(self, x):
        self.fail(x)


@kind("http-401-connect")
class DeniedConnect(Good):
    """Lets nobody in: the very first request is denied."""

    http_alone = True

    def exchange(self, x):
        x.whole(401, b"", {"WWW-Authenticate": BEARER})


class Probe(Good):
    """The probe is refused by HTTP alone; the older era works."""

    http_alone = True
    status_of_probe = 400
    body_of_probe = b""
    headers_of_probe = {}

    def post(self, x):
        if isinstance(x.message, dict) and is_modern(x.message):
            self.look_http(x)
            x.whole(self.status_of_probe, self.body_of_probe, self.headers_of_probe)
        else:
            super().post(x)


probes = {
    "http-probe-400": (400, {}, b""),
    "http-probe-400-html": (400, HTML, PAGE),
    "http-probe-404": (404, {}, b""),
    "http-probe-405": (405, {"Allow": "GET"}, b""),
    "http-probe-406": (406, {}, b""),
    "http-probe-415": (415, {}, b""),
    "http-probe-500": (500, {}, b""),
    "http-probe-503": (503, {}, b""),
    "http-probe-200-html": (200, HTML, PAGE),
    "http-probe-202": (202, {}, b""),
}
for name, (status, headers, body) in probes.items():
    members = {"status_of_probe": status, "headers_of_probe": headers, "body_of_probe": body}
    kind(name)(type("Probe", (Probe,), members))


@kind("http-dead")
class Dead(Good):
    """Every request is an error of the server's."""

    http_alone = True

    def exchange(self, x):
        x.whole(500, b"")


@kind("http-nothing-here")
class NothingHere(Good):
    """There is no such endpoint: 404 to everything."""

    http_alone = True

    def exchange(self, x):
        x.whole(404, PAGE, HTML)


@kind("http-old-sse")
class OldSse(Good):
    """HTTP+SSE of 2024-11-05: POST is not allowed, GET gives the event `endpoint`."""

    http_alone = True

    def post(self, x):
        x.whole(405, b"", {"Allow": "GET"})

    def get(self, x):
        x.stream()
        x.raw(b"event: endpoint\ndata: /messages?session=1\n\n")
        x.pause(30)


class Headers(OneHttp):
    headers = {}

    def one(self, x):
        x.whole(200, self.body(x), self.headers)


headers = {
    "http-charset": {"Content-Type": "Application/JSON ; Charset=UTF-8"},
    "http-no-type": {},
    "http-text-type": {"Content-Type": "text/plain"},
    "http-jsonrpc-type": {"Content-Type": "application/json-rpc"},
    "http-odd-headers": {**JSON, "X-Long": "x" * 6000, "X-Empty": "", "X-Bytes": "\xe4\xff"},
    "http-gzip-lie": {**JSON, "Content-Encoding": "gzip"},
}
for name, value in headers.items():
    kind(name)(type("Headers", (Headers,), {"headers": value}))


@kind("http-accepted")
class AcceptedOdd(Good):
    """Answers notifications and responses with 200 and a body, as some do."""

    http_alone = True
    turn = 0

    def accepted(self, x):
        self.turn += 1
        if self.turn % 3 == 1:
            x.json(200, {"jsonrpc": "2.0", "result": {}})
        elif self.turn % 3 == 2:
            x.whole(204)
        else:
            x.whole(200, b"")


@kind("http-notes-refused")
class NotesRefused(Good):
    """Refuses notifications: nothing depends on them."""

    http_alone = True

    def accepted(self, x):
        x.json(400, {"jsonrpc": "2.0", "error": {"code": -32600, "message": "No"}})


@kind("http-json-space")
class JsonSpace(OneHttp):
    def one(self, x):
        x.whole(200, b"\r\n \t" + self.body(x) + b"\r\n\r\n", JSON)


@kind("http-json-bom")
class JsonBom(OneHttp):
    def one(self, x):
        x.whole(200, b"\xef\xbb\xbf" + self.body(x), JSON)


@kind("http-json-two")
class JsonTwo(OneHttp):
    """Two messages in one body, a line each."""

    def one(self, x):
        x.whole(200, self.body(x) + b"\n" + self.body(x), JSON)


@kind("http-json-huge")
class JsonHuge(OneHttp):
    def one(self, x):
        x.json(200, said(x.message, "x" * 16 * 1024 * 1024))


@kind("http-json-slow")
class JsonSlow(OneHttp):
    """Head and body a byte at a time, with a pause."""

    def one(self, x):
        body = self.body(x)
        head = f"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {len(body)}"
        for byte in head.encode() + b"\r\nConnection: close\r\n\r\n" + body:
            x.send(bytes([byte]))
            time.sleep(0.001)


class Raw(OneHttp):
    """Bytes as they are; LEN stands for the length of the body, BODY for it."""

    bytes_of_one = b""
    reset = False

    def one(self, x):
        body = self.body(x)
        data = self.bytes_of_one.replace(b"LEN", b"%d" % len(body)).replace(b"BODY", body)
        x.send(data)
        if self.reset:
            x.abort()
        raise Gone


TYPE = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
raws = {
    "http-closes": b"",
    "http-cut-head": b"HTTP/1.1 200 OK\r\nContent-Ty",
    "http-garbage": b"SSH-2.0-OpenSSH_9.9\r\n",
    "http-length-short": TYPE + b"Content-Length: 40\r\n\r\nBODY",
    "http-length-long": TYPE + b"Content-Length: 100000\r\n\r\nBODY",
    "http-length-words": TYPE + b"Content-Length: many\r\n\r\nBODY",
    "http-length-two": TYPE + b"Content-Length: LEN\r\nContent-Length: 7\r\n\r\nBODY",
    "http-length-none": TYPE + b"\r\nBODY",
    "http-1.0": b"HTTP/1.0 200 OK\r\nContent-Type: application/json\r\n\r\nBODY",
    "http-continue": b"HTTP/1.1 100 Continue\r\n\r\n" * 3
    + TYPE
    + b"Content-Length: LEN\r\n\r\nBODY",
    "http-chunk-bad": TYPE + b"Transfer-Encoding: chunked\r\n\r\nzz\r\nBODY\r\n0\r\n\r\n",
    "http-chunk-cut": TYPE + b"Transfer-Encoding: chunked\r\n\r\nffff\r\nBODY",
}
for name, value in raws.items():
    kind(name)(type("Raw", (Raw,), {"bytes_of_one": value}))
kind("http-reset")(type("Raw", (Raw,), {"reset": True}))


@kind("http-silent")
class HttpSilent(OneHttp):
    """Takes the call, and says nothing. The exchange has to be closed."""

    number = None

    def one(self, x):
        self.number = x.message["id"]
        try:
            x.pause(60)
        except Gone:
            self.closed.append(self.number)
            raise

    def last_fault(self):
        self.soon(lambda: self.number in self.closed, "the exchange of the call is still open")
        return super().last_fault()


class Modern(Once):
    """Refusals of the newer era that a client can get over."""

    @staticmethod
    def refusal(message):
        return error(message, FAULT, "none")

    def fail(self, x):
        x.json(400, self.refusal(x.message))


class Always(Modern):
    def one(self, x):
        self.fail(x)


refusals = {
    "version": lambda message: unsupported(message, [MODERN]),
    "header": lambda message: error(message, -32020, "Header mismatch"),
    "capability": lambda message: error(
        message, -32021, "Missing", {"requiredCapabilities": {"sampling": {}}}
    ),
}
for name, refusal in refusals.items():
    kind(f"http-{name}-once")(type("Modern", (Modern,), {"refusal": staticmethod(refusal)}))
    kind(f"http-{name}-always")(type("Always", (Always,), {"refusal": staticmethod(refusal)}))
