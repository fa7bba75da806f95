"""What is wrong with lists and their cursors."""

from . import kind
from .good import Good
from .messages import ECHO, result


def page(message, number, **more):
    tool = {**ECHO, "name": f"echo{number}" if number else "echo"}
    return result(message, {"tools": [tool], **more})


def cursor_of(message):
    return (message.get("params") or {}).get("cursor")


@kind("pages")
class Pages(Good):
    """500 pages, which all have to be asked for once, in their order."""

    pages = 500

    def __init__(self, legacy_only):
        super().__init__(legacy_only)
        self.wanted = 0

    def list(self, message):
        cursor = cursor_of(message)
        number = 0 if cursor is None else int(cursor.split("/")[1])
        self.expect(number == self.wanted, f"page {number} instead of {self.wanted}")
        self.wanted = number + 1
        more = {"nextCursor": f"page\t/{number + 1}/\u00fc"} if number + 1 < self.pages else {}
        yield page(message, number, **more)

    def last_fault(self):
        if self.wanted < self.pages:
            self.blame(f"{self.wanted} pages were asked for, of {self.pages}")
        return super().last_fault()


class Cursors(Good):
    """Gives the cursors of `cycle` in turn, for ever."""

    cycle = []
    asked = 0

    def list(self, message):
        cursor = self.cycle[self.asked % len(self.cycle)]
        self.asked += 1
        # Nobody should need this many to see it.
        self.expect(self.asked < 50, f"asked for {self.asked} pages of a cycle")
        if self.asked < 200:
            yield page(message, self.asked, nextCursor=cursor)
        else:
            yield page(message, self.asked)


for name, cycle in {"cursor-same": ["again"], "cursor-cycle": ["a", "b", "c"]}.items():
    kind(name)(type("Cursors", (Cursors,), {"cycle": cycle}))


@kind("cursor-tail-cycle")
class TailCycle(Cursors):
    """Five pages, then a cycle of two."""

    def list(self, message):
        self.cycle = ["x", "y"] if self.asked >= 5 else [f"page {self.asked}"]
        yield from super().list(message)


class OneCursor(Good):
    """The first page has this cursor, the second has none."""

    cursor = None

    def list(self, message):
        if "cursor" not in (message.get("params") or {}):
            yield page(message, 0, nextCursor=self.cursor)
        else:
            self.expect(cursor_of(message) == self.cursor, f"the cursor {cursor_of(message)!r}")
            yield page(message, 1)


cursors = {
    "cursor-empty": "",
    "cursor-null": None,
    "cursor-number": 7,
    "cursor-object": {"page": 2},
    "cursor-odd": 'a"b\\c\u0000\u001f\ud7ff\U0001f600 \u2028',
    "cursor-long": "x" * 2000,
}
for name, value in cursors.items():
    kind(name)(type("OneCursor", (OneCursor,), {"cursor": value}))


@kind("cursor-refused")
class CursorRefused(Good):
    """Gives a cursor and does not know it any more."""

    def list(self, message):
        if "cursor" in (message.get("params") or {}):
            told = {"code": -32602, "message": "Invalid cursor"}
            yield {"jsonrpc": "2.0", "id": message["id"], "error": told}
        else:
            yield page(message, 0, nextCursor="gone")


class Tools(Good):
    tools = []

    def list(self, message):
        yield result(message, {"tools": self.tools})


odd = {
    "tools-absent": None,
    "tools-object": {"echo": ECHO},
    "tools-odd": [7, None, "echo", [], {}, {"name": 7}, {"name": "bare"}, ECHO],
    "tools-none": [],
}
for name, value in odd.items():
    kind(name)(type("Tools", (Tools,), {"tools": value}))


@kind("hints-odd")
class HintsOdd(Good):
    """Cache hints of wrong form."""

    def list(self, message):
        answer = result(message, {"tools": [ECHO]})
        answer["result"].update(ttlMs=-5, cacheScope="everybody")
        yield answer
