"""A conversation with a server in every revision, after what its lists say: every tool, resource,
template, prompt and argument, and the mistakes that a client can make."""

import functools
import json
import os
import re
import subprocess
from concurrent.futures import ThreadPoolExecutor

import replies
from peer import Gone, Peer
from schemas import LEGACY, MODERN, ROOT

CLIENT = {"name": "validator", "version": "1.0.0"}
PROTOCOL = "io.modelcontextprotocol/"
LISTS = {
    "tools": "tools/list",
    "resources": "resources/list",
    "resourceTemplates": "resources/templates/list",
    "prompts": "prompts/list",
}
EVERYTHING = {
    "toolsListChanged": True,
    "promptsListChanged": True,
    "resourcesListChanged": True,
}


@functools.cache
def build():
    """The everything server in Rust."""
    cargo = ["cargo", "build", "-q", "-p", "everything"]
    subprocess.run(cargo, cwd=ROOT, check=True)
    target = os.environ.get("CARGO_TARGET_DIR") or ROOT / "target"
    return [f"{target}/debug/everything", "--stdio"]


class Talk:
    """One connection in one revision."""

    def __init__(self, command, revision, how, patience=10):
        self.revision, self.how = revision, how
        self.peer = Peer(command, revision, f"{revision}, {how}", replies.of(how), patience)
        self.peer.careful = how != "confuses"
        self.state_suffix = "-TAMPERED" if how == "tampers" else ""
        self.items = {}

    # A request in either era.

    def context(self, **more):
        """The `_meta` of a request."""
        if self.revision != MODERN:
            return more
        return {
            PROTOCOL + "protocolVersion": MODERN,
            PROTOCOL + "clientCapabilities": replies.capabilities(MODERN, self.how),
            PROTOCOL + "clientInfo": CLIENT,
            PROTOCOL + "logLevel": "debug",
            **more,
        }

    def params(self, params, **meta):
        """Params with their `_meta`."""
        meta = self.context(**meta)
        return {**params, "_meta": meta} if meta else params

    def ask(self, method, params=(), **meta):
        """A request, and the rounds of input it needs; the last response."""
        params = dict(params)
        for _ in range(6):
            response = self.peer.ask(method, self.params(params, **meta))
            result = response.get("result")
            if not isinstance(result, dict) or result.get("resultType") != "input_required":
                return response
            params.pop("inputResponses", None)
            answered = replies.inputs(self.how, result.get("inputRequests") or {})
            if answered is not None:
                params["inputResponses"] = answered
            if isinstance(result.get("requestState"), str):
                params["requestState"] = result["requestState"] + self.state_suffix
        return response

    # The whole conversation.

    def run(self):
        """All of it; the verdicts."""
        try:
            self.open()
            for key, method in LISTS.items():
                self.items[key] = self.list(key, method)
            whole = self.how == "accepts"
            if whole:
                self.watch()
            if self.how == "is silent":
                self.give_up()
            else:
                self.call_tools()
            self.peer.settle()
            if whole:
                self.read()
                self.prompt()
                self.complete()
                self.cancel()
                self.unwatch()
                self.mistakes()
                self.peer.settle()
        except Gone as error:
            self.peer.fault("the conversation", str(error))
        except (LookupError, TypeError, AttributeError, ValueError) as error:
            # What came has not the shape that it must have.
            self.peer.fault("the conversation", f"cannot go on: {error!r}")
        return self.peer.close()

    def open(self):
        """The handshake, or what stands in its place."""
        peer = self.peer
        if self.revision == MODERN:
            self.ask("server/discover")
            return
        self.peer.ask("ping")
        peer.ask("initialize", {
            "protocolVersion": self.revision,
            "capabilities": replies.capabilities(self.revision, self.how),
            "clientInfo": CLIENT,
        })
        if peer.judge.agreed != self.revision:
            peer.fault("initialize", f"{self.revision} was asked, {peer.judge.agreed} came")
        peer.notify("notifications/initialized")
        for level in ("emergency", "debug"):
            self.ask("logging/setLevel", {"level": level})

    def list(self, key, method):
        """All pages of a list."""
        items, params = [], {}
        for _ in range(100):
            result = self.ask(method, params).get("result", {})
            items += result.get(key, [])
            if "nextCursor" not in result:
                break
            params = {"cursor": result["nextCursor"]}
        else:
            self.peer.fault(method, "more than 100 pages")
        self.ask(method, {"cursor": "no such cursor"})
        return items

    def watch(self):
        """Asks to hear of every change."""
        uris = [item["uri"] for item in self.items["resources"]]
        if self.revision != MODERN:
            for uri in [*uris, "test://none"]:
                self.ask("resources/subscribe", {"uri": uri})
            return
        filters = [{**EVERYTHING, "resourceSubscriptions": uris}, {"promptsListChanged": True}, {}]
        self.listens = []
        for number, wanted in enumerate(filters):
            params = self.params({"notifications": wanted})
            self.listens.append(self.peer.begin("subscriptions/listen", params))
            acknowledged = "notifications/subscriptions/acknowledged"
            came = self.peer.until(
                lambda: self.peer.results.get(self.listens[-1])
                or [m["method"] for m in self.peer.notices].count(acknowledged) > number
            )
            if not came:
                self.peer.fault(json.dumps(params), "not acknowledged")

    def unwatch(self):
        """Takes that back; the last listen stays until the input ends."""
        for item in self.items["resources"] if self.revision != MODERN else []:
            self.ask("resources/unsubscribe", {"uri": item["uri"]})
        if self.revision == MODERN:
            self.peer.notify("notifications/cancelled", {"requestId": self.listens[0]})

    def call_tools(self):
        """Every tool, with arguments, without, and with a progress token."""
        for number, tool in enumerate(self.items["tools"]):
            arguments = replies.value_of(tool.get("inputSchema", {}))
            params = {"name": tool["name"], "arguments": arguments}
            self.ask("tools/call", params, progressToken=f"t{number}")
            if self.how == "accepts":
                self.ask("tools/call", {"name": tool["name"]}, progressToken=number)

    def give_up(self):
        """Cancels every call in which the server asked for something and waits."""
        peer = self.peer
        for tool in self.items["tools"]:
            arguments = replies.value_of(tool.get("inputSchema", {}))
            asked = len(peer.asked)
            params = {"name": tool["name"], "arguments": arguments}
            identity = peer.begin("tools/call", params)
            came = peer.until(lambda i=identity, n=asked: i in peer.results or len(peer.asked) > n)
            if not came:
                peer.fault(json.dumps(params), "neither answered nor asked for anything")
            if identity not in peer.results:
                peer.notify("notifications/cancelled", {"requestId": identity})
                peer.settle(0.1)

    def read(self):
        """Every resource and template."""
        for item in self.items["resources"]:
            self.ask("resources/read", {"uri": item["uri"]}, progressToken=0)
        for item in self.items["resourceTemplates"]:
            uri = re.sub(r"\{[^}]*\}", "123", item["uriTemplate"])
            self.ask("resources/read", {"uri": uri})

    def prompt(self):
        """Every prompt, with arguments and without."""
        for item in self.items["prompts"]:
            arguments = {argument["name"]: "test://static-text" if "ri" in argument["name"]
                         else "hello" for argument in item.get("arguments", [])}
            self.ask("prompts/get", {"name": item["name"], "arguments": arguments})
            self.ask("prompts/get", {"name": item["name"]})

    def complete(self):
        """Every argument of every prompt and template."""
        for item in self.items["prompts"]:
            reference = {"type": "ref/prompt", "name": item["name"]}
            for argument in item.get("arguments", []):
                for start in ("", "p"):
                    part = {"name": argument["name"], "value": start}
                    self.ask("completion/complete", {"ref": reference, "argument": part})
        for item in self.items["resourceTemplates"]:
            reference = {"type": "ref/resource", "uri": item["uriTemplate"]}
            for name in re.findall(r"\{[+#./;?&]?([^}*:]*)[^}]*\}", item["uriTemplate"]):
                part = {"name": name, "value": "1"}
                self.ask("completion/complete", {"ref": reference, "argument": part})

    def cancel(self):
        """Begins every tool and gives it up at once."""
        for number, tool in enumerate(self.items["tools"]):
            arguments = replies.value_of(tool.get("inputSchema", {}))
            params = self.params(
                {"name": tool["name"], "arguments": arguments}, progressToken=f"c{number}"
            )
            identity = self.peer.begin("tools/call", params)
            self.peer.notify("notifications/cancelled", {"requestId": identity, "reason": "no"})
        self.peer.settle(1)

    def mistakes(self):
        """What a client can do wrong."""
        self.peer.careful = False
        for method, params in (
            ("tools/call", {"name": "no such tool", "arguments": {}}),
            ("tools/call", {}),
            ("tools/call", {"name": 7}),
            ("tools/call", {"name": "test_simple_text", "arguments": [1]}),
            ("resources/read", {"uri": "test://no/such/resource"}),
            ("resources/read", {}),
            ("prompts/get", {"name": "no such prompt"}),
            ("prompts/get", {}),
            ("completion/complete", {}),
            ("completion/complete", {
                "ref": {"type": "ref/prompt", "name": "none"},
                "argument": {"name": "x", "value": ""},
            }),
            ("completion/complete", {"ref": {"type": "ref/none"}, "argument": {}}),
            ("logging/setLevel", {"level": "loud"}),
            ("resources/subscribe", {}),
            ("subscriptions/listen", {}),
            ("subscriptions/listen", {"notifications": 7}),
            ("no/such/method", {"a": 1}),
            ("elicitation/create", {}),
            ("tasks/get", {"taskId": "x"}),
        ):
            self.ask(method, params)
        peer = self.peer
        for other in ("initialize", "ping", "server/discover"):
            if other != "server/discover" or self.revision == MODERN:
                self.ask(other, {"protocolVersion": "2025-11-25", "capabilities": {},
                                 "clientInfo": CLIENT})
        if self.revision == MODERN:
            for meta in (
                {PROTOCOL + "protocolVersion": "v999.0.0", PROTOCOL + "clientCapabilities": {}},
                {PROTOCOL + "protocolVersion": MODERN},
                {PROTOCOL + "protocolVersion": MODERN, PROTOCOL + "clientCapabilities": 7},
                {PROTOCOL + "protocolVersion": 7, PROTOCOL + "clientCapabilities": {}},
                {PROTOCOL + "clientCapabilities": {}},
                {},
            ):
                for method in ("server/discover", "tools/list", "subscriptions/listen"):
                    peer.ask(method, {"_meta": meta})
        for line in (
            b"{oops",
            b'{"jsonrpc":"2.0","id":null,"method":"ping"}',
            b'{"jsonrpc":"1.0","id":"v","method":"ping"}',
            b'{"jsonrpc":"2.0","id":"m","method":7}',
            b'{"jsonrpc":"2.0","method":"notifications/none"}',
            b'{"jsonrpc":"2.0","id":"nobody","result":{}}',
            b"[]",
            b'[{"jsonrpc":"2.0","id":"b1","method":"ping"},{"jsonrpc":"2.0","id":"b2",'
            b'"method":"tools/list"}]',
            b"7",
            b'{"jsonrpc":"2.0","id":"' + b"x" * 200 + b'","method":"ping"}',
        ):
            peer.line(line)
        peer.notify("notifications/roots/list_changed")
        peer.settle()


def plan(command):
    """All conversations: (command, revision, how)."""
    for revision in (*LEGACY, MODERN):
        for how in replies.MANNERS:
            if how not in (replies.LEGACY_ONLY if revision == MODERN else replies.MODERN_ONLY):
                yield command or build(), revision, how
    if not command:
        # Lists in small pages and in pieces; and questions that nobody answers.
        for revision in (*LEGACY, MODERN):
            for size in ("1", "700"):
                yield [*build(), "--page", size], revision, "can nothing"
        for revision in LEGACY:
            yield [*build(), "--patience", "200"], revision, replies.ABSENT


def talk(command=None):
    """All conversations; (where, verdict) of every message that came."""
    # Most of the time is waiting, so several go on at once.
    with ThreadPoolExecutor(4) as pool:
        talks = [pool.submit(lambda each: Talk(*each).run(), each) for each in plan(command)]
        for each in talks:
            yield from each.result()
