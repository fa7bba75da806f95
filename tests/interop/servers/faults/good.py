"""The server that all others are made of: correct, in both eras, with one tool, `echo`.

A kind overrides what it does otherwise. `handle` gives what is to be sent for a message of the
client's: a dict is a message, bytes go out as they are, a number is a pause in seconds, `CLOSE`
ends the connection.

It looks at what the client does as well. What breaks the protocol is said on standard error as
`client fault: …`, and the call of `echo` with the text `last` then ends as an error instead of a
result, so that nobody can miss it.
"""

import sys
import threading
import time

from .messages import (
    ECHO,
    FAULT,
    INFO,
    LEGACY,
    META,
    MODERN,
    error,
    is_modern,
    result,
    said,
    text_of,
    unsupported,
)
from .over_http import OverHttp


class Good(OverHttp):
    # Whether it serves that era; `--legacy` takes the newer one away.
    modern = True
    legacy = True
    newest = LEGACY[0]
    capabilities = {"tools": {}, "logging": {}}
    # Seconds that what is under way has when the input is over.
    linger = 0.2

    def __init__(self, legacy_only):
        super().__init__()
        if legacy_only:
            self.modern = False
        self.lock = threading.RLock()
        self.faults = []
        self.ids = set()
        self.ready = False
        self.discovered = False
        self.cancelled = []
        self.over_http = False

    def blame(self, what):
        """Writes down what the client did wrong."""
        with self.lock:
            self.faults.append(what)
        print(f"client fault: {what}", file=sys.stderr, flush=True)

    def expect(self, fine, what):
        if not fine:
            self.blame(what)

    def soon(self, fine, what):
        """Blames unless `fine()` within a second: what closes or cancels takes a way of its own."""
        end = time.monotonic() + 1
        while not fine() and time.monotonic() < end:
            time.sleep(0.02)
        self.expect(fine(), what)

    # What comes in -------------------------------------------------------------------------------

    def handle(self, message):
        if not isinstance(message, dict) or message.get("jsonrpc") != "2.0":
            self.blame(f"no message: {message!r:.80}")
        elif "method" not in message:
            self.response(message)
        elif "id" not in message:
            yield from self.note(message)
        else:
            self.look(message)
            yield from self.request(message)

    def look(self, message):
        """The rules for a request of the client's."""
        number = message["id"]
        with self.lock:
            self.expect(number not in self.ids, f"the id {number!r} for the second time")
            self.ids.add(number)
        self.expect(isinstance(number, (str, int)), f"the id {number!r}")
        method, params = message["method"], message.get("params")
        self.expect(params is None or isinstance(params, dict), f"params of {method}")
        if is_modern(message):
            meta = params["_meta"]
            capabilities = meta.get(f"{META}clientCapabilities")
            self.expect(isinstance(capabilities, dict), f"no capabilities with {method}")
            info = meta.get(f"{META}clientInfo") or {}
            self.expect({"name", "version"} <= set(info), f"no clientInfo with {method}")
            self.expect(method not in ("initialize", "ping"), f"{method} in the newer era")
        elif method == "initialize":
            self.expect(not self.discovered, "initialize after a server/discover that went well")
            wanted = {"protocolVersion", "capabilities", "clientInfo"}
            self.expect(wanted <= set(params), "initialize lacks a member")
        elif method != "ping" and not self.over_http:
            # Over HTTP the two go their own ways.
            self.expect(self.ready, f"{method} before notifications/initialized")

    def request(self, message):
        modern, method = is_modern(message), message["method"]
        if modern and not self.modern:
            # As servers that know nothing of it do.
            yield self.unknown(message)
        elif modern and message["params"]["_meta"][f"{META}protocolVersion"] != MODERN:
            yield unsupported(message, [MODERN])
        elif modern and method == "server/discover":
            yield from self.discover(message)
        elif not modern and method == "initialize":
            if self.legacy:
                yield from self.initialize(message)
            else:
                yield unsupported(message, [MODERN])
        elif not modern and method == "ping":
            yield result(message, {})
        elif not modern and not self.legacy:
            yield unsupported(message, [MODERN])
        elif method == "tools/list":
            yield from self.list(message)
        elif method == "tools/call":
            yield from self.called(message)
        elif method == "logging/setLevel" and not modern:
            yield result(message, {})
        else:
            yield self.unknown(message)

    def note(self, message):
        if message["method"] == "notifications/initialized":
            self.ready = True
        elif message["method"] == "notifications/cancelled":
            with self.lock:
                self.cancelled.append(message["params"].get("requestId"))
        return ()

    def response(self, message):
        """An answer of the client's to a request; there are none in the newer era."""
        self.blame(f"an answer to nothing: {message!r:.120}")

    # How it writes on a pipe ---------------------------------------------------------------------

    def begin(self):
        """What goes out before the client has said anything."""
        return ()

    def line(self, message):
        return message + b"\n"

    def write(self, pipe, data):
        pipe.write(data)
        pipe.flush()

    # What kinds do otherwise ---------------------------------------------------------------------

    def unknown(self, message):
        return error(message, -32601, "Method not found")

    def discover(self, message):
        self.discovered = True
        found = {"supportedVersions": [MODERN], "capabilities": self.capabilities}
        yield result(message, found)

    def initialize(self, message):
        asked = message["params"]["protocolVersion"]
        yield self.initialized(message, asked if asked in LEGACY else self.newest)

    def initialized(self, message, version):
        self.version = version
        value = {
            "protocolVersion": version,
            "capabilities": self.capabilities,
            "serverInfo": INFO,
        }
        return result(message, value)

    def list(self, message):
        yield result(message, {"tools": [ECHO]})

    def called(self, message):
        if text_of(message) == "last" and (fault := self.last_fault()):
            yield error(message, FAULT, fault)
        else:
            yield from self.call(message)

    def call(self, message):
        yield said(message, str(text_of(message)))

    def last_fault(self):
        """What the client is to be told at last; kinds add what they waited for."""
        with self.lock:
            return self.faults[0] if self.faults else None
