#!/usr/bin/env python3
"""serve.py WHAT IMAGE [MODE]: the other side of the images with a client, on an emulated
Cortex-M3. Checks what the client says, and what it saw at the end.

WHAT is `pipe` (image `client`), `web` (`client-web`) or `both`, where the image has its server
itself and this only looks on. MODE is `modern` or `legacy`: which revisions the server speaks.
The connections of `client-web` share the UART as those of `web` do, see talk.py. Prints what came,
and a last line with the count; fails with the first thing that is not right.
"""

import json
import os
import select
import subprocess
import sys
import time

PATIENCE = 60
FIRST, CLOSED = 0xF8, 0xFF
PREFIX = "io.modelcontextprotocol/"
LAMP = "board://lamp"
SCHEMA = {"type": "object", "properties": {"text": {"type": "string", "x-mcp-header": "Text"}}}
FORM = {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}
ASK = {"method": "elicitation/create", "params": {"message": "Who?", "requestedSchema": FORM}}
TOOLS = [{"name": name, "inputSchema": SCHEMA} for name in ["echo", "greet", "blink"]]
# What the panel tells of at last, however it was connected.
SEEN = {"tools": 3, "echoed": 1, "greeted": 1, "blinked": 1, "updates": 1, "failures": 0}

count = 0


def check(is_right, text):
    global count
    if not is_right:
        raise AssertionError(text)
    count += 1
    print(f"check {count}: {text}")


class Chip:
    def __init__(self, image):
        command = "qemu-system-arm -cpu cortex-m3 -machine lm3s6965evb -display none -monitor none"
        self.process = subprocess.Popen(
            [*command.split(), "-serial", "stdio", "-kernel", image],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        self.until = time.monotonic() + PATIENCE

    def read(self):
        left = self.until - time.monotonic()
        ready = left > 0 and select.select([self.process.stdout], [], [], left)[0]
        data = os.read(self.process.stdout.fileno(), 4096) if ready else b""
        if not data:
            raise AssertionError("nothing more came")
        return data

    def write(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()


class Pipe:
    """Gives messages line by line; there is one way back."""

    def __init__(self, chip):
        self.chip = chip
        self.rest = b""

    def next(self):
        while b"\n" not in self.rest:
            self.rest += self.chip.read()
        line, _, self.rest = self.rest.partition(b"\n")
        return None, "POST", {}, line

    def say(self, _, message, more=False):
        self.chip.write(json.dumps(message).encode() + b"\n")

    def status(self, *_):
        pass

    stream = drop = status


class Web:
    """Gives requests; each has a connection of its own."""

    def __init__(self, chip):
        self.chip = chip
        self.link = 0
        self.heard = [b""] * 4
        self.streams = set()
        self.closed = set()
        self.ready = []
        self.session_stream = None
        self.events = 0

    def next(self):
        while not self.ready:
            for byte in self.chip.read():
                if byte == CLOSED:
                    self.heard[self.link] = b""
                    self.streams.discard(self.link)
                    self.ready.append((self.link, "CLOSED", {}, b""))
                elif byte >= FIRST:
                    self.link = byte - FIRST
                else:
                    self.heard[self.link] += bytes([byte])
                    self.complete(self.link)
        return self.ready.pop(0)

    def complete(self, link):
        head, end, body = self.heard[link].partition(b"\r\n\r\n")
        if not end:
            return
        first, *lines = head.decode().split("\r\n")
        headers = {line.split(": ")[0].lower(): line.split(": ", 1)[1] for line in lines}
        if len(body) == int(headers["content-length"]):
            self.heard[link] = b""
            self.ready.append((link, first.split(" ")[0], headers, body))

    def put(self, link, text):
        self.chip.write(bytes([FIRST + link]) + text.encode())

    def head(self, link, status, *lines):
        self.put(link, "\r\n".join([f"HTTP/1.1 {status} ", *lines, "", ""]))

    def end(self, link):
        self.streams.discard(link)
        self.chip.write(bytes([FIRST + link, CLOSED]))

    def status(self, link, status, *lines):
        self.head(link, status, *lines)
        self.end(link)

    def stream(self, link, *lines):
        self.streams.add(link)
        self.head(link, 200, "Content-Type: text/event-stream", *lines)

    def say(self, link, message, more=False):
        """As JSON, or as an event where a stream was begun or more is to come."""
        if more and link not in self.streams:
            self.stream(link)
        if link in self.streams:
            self.events += 1
            self.put(link, f"id: {self.events}\ndata: {json.dumps(message)}\n\n")
        else:
            status = 400 if "error" in message else 200
            lines = ["Content-Type: application/json"]
            if "protocolVersion" in message.get("result", {}):
                lines.append("Mcp-Session-Id: one-of-many")
            self.head(link, status, *lines)
            self.put(link, json.dumps(message))
        if not more:
            self.end(link)

    def drop(self, link):
        self.end(link)


def note(method, **params):
    return {"jsonrpc": "2.0", "method": f"notifications/{method}", "params": params}


class Board:
    """The server: what it does with each message of the panel's."""

    def __init__(self, way, mode):
        self.way, self.is_modern = way, mode == "modern"
        self.is_web = isinstance(way, Web)
        self.greets = self.events = self.listen = self.cancels = None
        self.blinks = self.given_up = 0
        self.is_denied = not self.is_web

    def serve(self):
        while True:
            link, verb, headers, body = self.way.next()
            if verb == "CLOSED":
                # From 2026-07-28 on that is all that is said of the end of a call.
                check(link in (self.cancels, self.listen), "an exchange was given up")
                self.given_up += 1
                continue
            if not self.is_denied:
                self.is_denied = True
                self.way.status(link, 401, "WWW-Authenticate: Bearer")
                continue
            if self.is_web:
                right = "Bearer of-the-panel"
                check(headers.get("authorization") == right, f"{verb} with who asks")
            if verb == "GET":
                check(headers["mcp-session-id"] == "one-of-many", "a stream of the session")
                self.events = link
                self.way.stream(link)
                continue
            if verb == "DELETE":
                check(not self.is_modern and headers["mcp-session-id"], "the session was left")
                return
            message = json.loads(body)
            check(message["jsonrpc"] == "2.0", str(message.get("method", "an answer")))
            if self.is_web:
                self.mirrored(headers, message)
            if self.take(link, message):
                return

    def mirrored(self, headers, message):
        method, params = message.get("method"), message.get("params", {})
        if method == "server/discover" or self.is_modern:
            wanted = {"mcp-protocol-version": "2026-07-28", "mcp-method": method}
            if method == "tools/call":
                wanted["mcp-name"] = params["name"]
                if params["name"] == "echo":
                    wanted["mcp-param-text"] = params["arguments"]["text"]
        elif method == "initialize":
            wanted = {}
        else:
            wanted = {"mcp-protocol-version": "2025-11-25", "mcp-session-id": "one-of-many"}
        said = {key: headers.get(key) for key in wanted}
        check(said == wanted, f"headers {sorted(said)}")

    def answer(self, link, id, **result):
        if self.is_modern:
            result = {"resultType": "complete", **result}
        self.way.say(link, {"jsonrpc": "2.0", "id": id, "result": result})

    def take(self, link, message):
        """True once the panel has told what it saw, and will say no more."""
        method, id, params = message.get("method"), message.get("id"), message.get("params", {})
        if self.is_modern and id is not None:
            check(params["_meta"][PREFIX + "protocolVersion"] == "2026-07-28", "its revision")
        if method == "server/discover":
            if self.is_modern:
                can = {"tools": {}, "logging": {}, "resources": {"subscribe": True}}
                self.answer(link, id, supportedVersions=["2026-07-28"], capabilities=can)
            else:
                error = {"code": -32601, "message": "Method not found"}
                self.way.say(link, {"jsonrpc": "2.0", "id": id, "error": error})
        elif method == "initialize":
            check(params["clientInfo"]["name"] == "panel", "who it is")
            can = {"tools": {}, "logging": {}, "resources": {"subscribe": True}}
            info = {"name": "board", "version": "1"}
            version = "2025-11-25"
            self.answer(link, id, protocolVersion=version, capabilities=can, serverInfo=info)
        elif method == "tools/list":
            if "cursor" in params:
                check(params["cursor"] == "2", "the second page")
                self.answer(link, id, tools=TOOLS[2:])
            else:
                self.answer(link, id, tools=TOOLS[:2], nextCursor="2")
        elif method == "tools/call":
            self.call(link, id, params)
        elif method is None:
            self.way.status(link, 202)
            check(id == "ask", "the answer is to the question")
            self.greeted(self.greets[0], self.greets[1], message["result"])
        elif method == "subscriptions/listen":
            wanted = params["notifications"]
            check(wanted["resourceSubscriptions"] == [LAMP], "what it listens to")
            self.listen, self.listen_id = link, id
            meta = {PREFIX + "subscriptionId": id}
            agreed = {"resourceSubscriptions": [LAMP]}
            told = note("subscriptions/acknowledged", notifications=agreed, _meta=meta)
            self.way.say(link, told, more=True)
        elif method in ("resources/subscribe", "resources/unsubscribe"):
            check(params["uri"] == LAMP, "the lamp")
            self.listen = self.events if method.endswith("/subscribe") else None
            self.answer(link, id)
        elif method == "logging/setLevel":
            check(params["level"] == "info", "a level")
            self.answer(link, id)
        elif method == "notifications/cancelled":
            self.way.status(link, 202)
            wanted = [self.cancelled_id, self.listen_id if self.is_modern else None]
            check(params["requestId"] in wanted, "a call, or a listen, was given up")
            self.given_up += 1
        elif method == "notifications/panel":
            self.way.status(link, 202)
            seen = {key: params[key] for key in SEEN}
            check(seen == SEEN, f"it saw {params}")
            check(params["progress"] == 3 and params["logs"] == 1, "progress and a log message")
            # Before 2026-07-28 a listen is no exchange, and a call is given up by a message, over
            # HTTP by the end of its exchange besides.
            is_twice = self.is_modern or self.is_web
            check(self.given_up == (2 if is_twice else 1), "what was to be given up is")
            return self.is_modern or not self.is_web
        else:
            check(method == "notifications/initialized", "it is ready")
            self.way.status(link, 202)
        return False

    def call(self, link, id, params):
        name = params["name"]
        if name == "echo":
            content = {"type": "text", "text": params["arguments"]["text"]}
            self.answer(link, id, content=[content])
        elif name == "greet" and not self.is_modern:
            self.greets = link, id
            self.way.say(link, {"jsonrpc": "2.0", "id": "ask", **ASK}, more=True)
        elif name == "greet" and "inputResponses" not in params:
            asked = {"name": ASK}
            result = {"resultType": "input_required", "inputRequests": asked, "requestState": "s"}
            self.way.say(link, {"jsonrpc": "2.0", "id": id, "result": result})
        elif name == "greet":
            check(params["requestState"] == "s", "the state came back")
            self.greeted(link, id, params["inputResponses"]["name"])
        else:
            self.blink(link, id, params["_meta"]["progressToken"])

    def greeted(self, link, id, result):
        check(result == {"action": "accept", "content": {"name": "Ada"}}, "the form")
        self.answer(link, id, content=[{"type": "text", "text": "Ada"}])

    def blink(self, link, id, token):
        self.blinks += 1
        if self.blinks == 2:
            self.cancels, self.cancelled_id = link, id
            self.way.say(link, note("progress", progressToken=token, progress=1), more=True)
            return
        self.way.say(link, note("progress", progressToken=token, progress=1, total=2), more=True)
        self.way.say(link, note("message", level="info", data="on"), more=True)
        meta = {"_meta": {PREFIX + "subscriptionId": self.listen_id}} if self.is_modern else {}
        self.way.say(self.listen, note("resources/updated", uri=LAMP, **meta), more=True)
        self.way.say(link, note("progress", progressToken=token, progress=2, total=2), more=True)
        self.answer(link, id, content=[{"type": "text", "text": "blinked"}])


def look_on(chip):
    """The image `both`: what its client and its server say to each other, in two sessions."""
    pipe, said = Pipe(chip), set()
    for version in ["2026-07-28", "2025-11-25"]:
        while True:
            line = pipe.next()[3].decode()
            check(line[:2] in ("> ", "< "), line[:90])
            message = json.loads(line[2:])
            check("error" not in message, "no error")
            said.add(f"{version} {message.get('method') or 'answer'}")
            if message.get("method") == "notifications/panel":
                break
        seen = message["params"]
        # The board blinks ten times, and once more before it hears that it need not.
        blinks = {"progress": 11, "logs": 11, "updates": 11}
        check(seen == {**SEEN, "tools": 4, **blinks}, f"it saw {seen}")
    for words in [
        "2026-07-28 server/discover",
        "2026-07-28 subscriptions/listen",
        "2026-07-28 notifications/cancelled",
        "2025-11-25 initialize",
        "2025-11-25 elicitation/create",
        "2025-11-25 resources/subscribe",
        "2025-11-25 notifications/cancelled",
    ]:
        check(words in said, words)


def main():
    what, image, *mode = sys.argv[1:]
    chip = Chip(image)
    try:
        if what == "both":
            look_on(chip)
        else:
            way = Web(chip) if what == "web" else Pipe(chip)
            Board(way, mode[0]).serve()
    except AssertionError as error:
        print(f"FAIL {error}")
        return 1
    finally:
        chip.process.kill()
        chip.process.wait()
    print(f"{count} checks")
    return 0


sys.exit(main())
