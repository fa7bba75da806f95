"""Lies about which revision a server speaks."""

import threading

from . import kind
from .good import Good
from .messages import CLOSE, LEGACY, MODERN, error, note, request, result, unsupported


@kind("good")
class Nothing(Good):
    """No fault at all, to see that the driver finds none."""


@kind("silent")
class Silent(Good):
    def request(self, message):
        return ()


@kind("probe-silent")
class ProbeSilent(Good):
    """Does not answer what it does not know."""

    def discover(self, message):
        return ()


@kind("probe-late")
class ProbeLate(Good):
    """Answers the probe when the client has turned to the older era."""

    late = threading.Event()

    def discover(self, message):
        self.late.wait(10)
        yield 0.05
        found = {"supportedVersions": [MODERN], "capabilities": self.capabilities}
        yield result(message, found)

    def initialize(self, message):
        yield from super().initialize(message)
        self.late.set()


@kind("probe-dies")
class ProbeDies(Good):
    """Ends when it is asked what it does not know; started anew, it is a good old server."""

    def discover(self, message):
        yield CLOSE


@kind("dies")
class Dies(Good):
    def request(self, message):
        yield CLOSE


class ProbeError(Good):
    code = 0
    data = None

    def discover(self, message):
        yield error(message, self.code, "No", self.data)


for number in (-32601, -32602, -32600, -32000, -32700, -32603, -32001, -32004, 0, 17):
    kind(f"probe{number}" if number < 0 else f"probe+{number}")(
        type("ProbeError", (ProbeError,), {"code": number})
    )


@kind("probe-32700-null")
class ProbeNull(Good):
    """An error with a null id: who could not read the id says so."""

    def discover(self, message):
        yield error({"id": None}, -32700, "Parse error")


@kind("probe-32020-empty")
class ProbeMismatch(ProbeError):
    """A code of the newer era, and nothing else of it."""

    code = -32020


class Discovered(Good):
    found = {}

    def discover(self, message):
        yield result(message, self.found)


found = {
    "discover-garbage": {"supportedVersions": "all of them", "capabilities": 7},
    "discover-nothing": {},
    "discover-empty": {"supportedVersions": [], "capabilities": {}},
    "discover-legacy": {"supportedVersions": [LEGACY[1], LEGACY[0]], "capabilities": {}},
    "discover-mixed": {
        "supportedVersions": [7, None, "2099-01-01", LEGACY[0], MODERN],
        "capabilities": {"tools": {}},
    },
}
for name, value in found.items():
    kind(name)(type("Discovered", (Discovered,), {"found": value}))


@kind("discover-future")
class DiscoverFuture(Good):
    """Speaks a revision alone that is not there yet."""

    def request(self, message):
        if message["method"] == "server/discover":
            value = {"supportedVersions": ["2099-01-01"], "capabilities": {"tools": {}}}
            yield result(message, value)
        else:
            yield unsupported(message, ["2099-01-01"])


@kind("discover-string")
class DiscoverString(Good):
    def discover(self, message):
        yield {"jsonrpc": "2.0", "id": message["id"], "result": "yes"}


@kind("unsupported-once")
class UnsupportedOnce(Good):
    """Refuses the very revision that it names, once; the second time it takes it."""

    asked = 0

    def discover(self, message):
        self.asked += 1
        if self.asked == 1:
            yield unsupported(message, [MODERN])
        else:
            yield from super().discover(message)


@kind("unsupported-always")
class UnsupportedAlways(Good):
    legacy = False

    def discover(self, message):
        yield unsupported(message, [MODERN])


@kind("unsupported-future")
class UnsupportedFuture(Good):
    """Nothing in common, in either era."""

    def request(self, message):
        yield unsupported(message, ["2099-01-01", "2098-01-01"])


@kind("unsupported-bare")
class UnsupportedBare(ProbeError):
    """The code alone; the data, which would prove the newer era, is not there."""

    code = -32022


@kind("unsupported-legacy")
class UnsupportedLegacy(Good):
    def discover(self, message):
        yield unsupported(message, [LEGACY[1]])


@kind("wakes-modern")
class WakesModern(Good):
    """Misses the first probe, then says that it is of the newer era alone."""

    legacy = False
    asked = 0

    def discover(self, message):
        self.asked += 1
        return super().discover(message) if self.asked > 1 else ()


class Legacy(Good):
    """Knows nothing of the newer era."""

    modern = False


class Answered(Legacy):
    named = None

    def initialize(self, message):
        yield self.initialized(message, self.named)


versions = {
    "initialize-future": "2099-01-01",
    "initialize-modern": MODERN,
    "initialize-2025-06-18": LEGACY[1],
    "initialize-2025-03-26": LEGACY[2],
    "initialize-2024-11-05": LEGACY[3],
    "initialize-ancient": "2024-10-07",
    "initialize-number": 20251125,
}
for name, value in versions.items():
    kind(name)(type("Answered", (Answered,), {"named": value}))


@kind("initialize-error")
class InitializeError(Legacy):
    def initialize(self, message):
        yield error(message, -32603, "Not today")


@kind("initialize-32602")
class InitializeParams(Legacy):
    """Refuses with the error of the specification's own example, and takes what it names."""

    def initialize(self, message):
        if message["params"]["protocolVersion"] == LEGACY[3]:
            yield self.initialized(message, LEGACY[3])
        else:
            data = {"supported": [LEGACY[3]], "requested": message["params"]["protocolVersion"]}
            yield error(message, -32602, "Unsupported protocol version", data)


@kind("initialize-empty")
class InitializeEmpty(Legacy):
    def initialize(self, message):
        yield result(message, {})


@kind("initialize-bare")
class InitializeBare(Legacy):
    """The version, and nothing else."""

    def initialize(self, message):
        yield result(message, {"protocolVersion": LEGACY[0]})


@kind("initialize-silent")
class InitializeSilent(Legacy):
    def initialize(self, message):
        return ()


@kind("early-notes")
class EarlyNotes(Legacy):
    """Notifies before it has answered, as the official everything server does."""

    def initialize(self, message):
        yield note("notifications/tools/list_changed")
        yield note("notifications/message", {"level": "info", "data": "starting"})
        yield note("notifications/vendor/hello", {"a": [1, 2, 3]})
        yield from super().initialize(message)


@kind("early-ping")
class EarlyPing(Legacy):
    """Asks for a sign of life before it answers `initialize`, and waits for it."""

    def __init__(self, legacy_only):
        super().__init__(legacy_only)
        self.alive = threading.Event()

    def initialize(self, message):
        yield request("early", "ping")
        if self.alive.wait(5):
            yield from super().initialize(message)

    def response(self, message):
        fine = message.get("id") == "early" and message.get("result") == {}
        self.expect(fine, f"the answer to ping is {message!r:.80}")
        self.alive.set()
