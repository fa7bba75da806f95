#!/usr/bin/env python3
"""talk.py IMAGE: speaks HTTP with the image `web` on an emulated Cortex-M3, and checks the answers.

The image's connections share the UART: a byte from 0xF8 on names the connection that the bytes
behind it belong to, 0xFF says that it was closed. Prints what was answered, and a last line with
the count; fails with the first answer that is not right.
"""

import json
import os
import select
import subprocess
import sys
import time

PATIENCE = 30
FIRST, CLOSED = 0xF8, 0xFF
LEGACY = {"MCP-Protocol-Version": "2025-11-25"}
MODERN = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {"elicitation": {}},
}


class Board:
    def __init__(self, image):
        self.heard = {link: b"" for link in range(4)}
        self.closed = set()
        self.link = 0
        self.until = time.monotonic() + PATIENCE
        self.chip = subprocess.Popen(
            [
                "qemu-system-arm",
                "-cpu",
                "cortex-m3",
                "-machine",
                "lm3s6965evb",
                "-display",
                "none",
                "-monitor",
                "none",
                "-serial",
                "stdio",
                "-kernel",
                image,
            ],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )

    def say(self, link, data):
        self.heard[link] = b""
        self.closed.discard(link)
        self.chip.stdin.write(bytes([FIRST + link]) + data)
        self.chip.stdin.flush()

    def hang_up(self, link):
        self.say(link, bytes([CLOSED]))

    def listen(self, link, is_enough):
        """Waits until what came on a connection is enough, and gives it."""
        while not is_enough(self.heard[link], link in self.closed):
            left = self.until - time.monotonic()
            ready = left > 0 and select.select([self.chip.stdout], [], [], left)[0]
            data = os.read(self.chip.stdout.fileno(), 4096) if ready else b""
            if not data:
                raise AssertionError(f"nothing more came; on {link}: {self.heard[link]!r}")
            for byte in data:
                if byte == CLOSED:
                    self.closed.add(self.link)
                elif byte >= FIRST:
                    self.link = byte - FIRST
                else:
                    self.heard[self.link] += bytes([byte])
        return self.heard[link]

    def has(self, link, *words):
        wanted = [word.encode() for word in words]
        text = self.listen(link, lambda heard, _: all(word in heard for word in wanted))
        say_ok(f"{link}: {' … '.join(words)}")
        return text

    def ends(self, link):
        """The response is whole: its connection was closed, or its length or last chunk came."""

        def is_whole(heard, is_closed):
            head, end, body = heard.partition(b"\r\n\r\n")
            name = b"\r\nContent-Length: "
            if is_closed or not end:
                return is_closed
            if name in head:
                return len(body) >= int(head.split(name)[1].split(b"\r\n")[0])
            return b" 204 " in head or body.endswith(b"0\r\n\r\n")

        return self.listen(link, is_whole)


count = 0


def say_ok(text):
    global count
    count += 1
    print(f"answer {count}: {text}")


def request(method, headers, body=b"", path="/mcp"):
    lines = {"Host": "localhost", **headers}
    if method == "POST":
        lines = {"Content-Type": "application/json", "Content-Length": len(body), **lines}
        lines.setdefault("Accept", "application/json, text/event-stream")
    head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
    return f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode() + body


def post(headers, id, method, params):
    message = {"jsonrpc": "2.0", "id": id, "method": method, "params": params}
    if id is None:
        del message["id"]
    return request("POST", headers, json.dumps(message).encode())


def modern(id, method, named, **params):
    headers = {"MCP-Protocol-Version": "2026-07-28", "Mcp-Method": method}
    if named:
        headers["Mcp-Name"] = named
    return post(headers, id, method, {"_meta": MODERN, **params})


def session_of(head):
    lines = head.partition(b"\r\n\r\n")[0].decode().lower().split("\r\n")
    return next(line.split(": ")[1] for line in lines if line.startswith("mcp-session-id"))


def talk(board):
    call = {"name": "echo", "arguments": {"text": "hello from the host"}}
    board.say(0, modern(1, "tools/call", "echo", **call))
    board.has(0, " 200 ", '"id":1', "hello from the host")
    board.ends(0)
    board.say(0, modern(2, "tools/call", "other", **call))
    board.has(0, " 400 ", "-32020")
    board.ends(0)
    board.say(0, request("POST", {"Host": "evil.example"}, b"{}"))
    board.has(0, " 403 ")
    board.ends(0)
    page = {"Origin": "http://localhost:8080", "Access-Control-Request-Method": "POST"}
    board.say(1, request("OPTIONS", page))
    board.has(1, " 204 ", "Access-Control-Allow-Origin: http://localhost:8080")
    board.ends(1)
    board.say(1, modern(3, "tools/call", "greet", name="greet"))
    board.has(1, '"id":3', "input_required", "elicitation/create")
    board.ends(1)

    client = {
        "protocolVersion": "2025-11-25",
        "capabilities": {"elicitation": {}},
        "clientInfo": {"name": "host", "version": "1"},
    }
    board.say(0, post({}, 4, "initialize", client))
    session = LEGACY | {"Mcp-Session-Id": session_of(board.has(0, '"id":4', '"2025-11-25"'))}
    board.ends(0)
    board.say(0, post(session, None, "notifications/initialized", {}))
    board.has(0, " 202 ")
    board.ends(0)
    events = {**session, "Accept": "text/event-stream"}
    board.say(2, request("GET", events))
    board.has(2, " 200 ", "text/event-stream", "id: ")
    board.say(0, post(session, 5, "resources/subscribe", {"uri": "board://lamp"}))
    board.has(0, " 200 ", '"id":5')
    board.ends(0)

    # A call that tells how far it is, and on the way tells whoever listens to the lamp.
    params = {"name": "blink", "_meta": {"progressToken": "b"}}
    board.say(3, post(session, 6, "tools/call", params))
    told = board.has(3, "notifications/progress", '"blinked"').split(b"id: ")
    board.ends(3)
    board.has(2, "notifications/resources/updated", "board://lamp")
    # What was missed is sent again, to who says where it stopped. The first are no longer kept.
    for place, words in [(-3, [" 200 ", "notifications/message", '"blinked"']), (2, [" 400 "])]:
        after = told[place].split(b"\n")[0].decode()
        board.say(3, request("GET", {**events, "Last-Event-ID": after}))
        board.has(3, *words)
        board.ends(3)

    # A question and its answer.
    board.say(0, post(session, 7, "tools/call", {"name": "greet"}))
    asked = board.has(0, "elicitation/create", "requestedSchema")
    asked = asked.split(b'"method":"elicitation/create"')[0].split(b'"id":')[-1].split(b",")[0]
    answer = {
        "jsonrpc": "2.0",
        "id": int(asked),
        "result": {"action": "accept", "content": {"name": "Ada"}},
    }
    board.say(1, request("POST", session, json.dumps(answer).encode()))
    board.has(1, " 202 ")
    board.ends(1)
    board.has(0, '"id":7', "Hello,", "Ada")
    board.ends(0)
    board.hang_up(2)
    board.say(1, request("DELETE", session))
    board.has(1, " 204 ")
    board.ends(1)
    board.say(1, post(session, 8, "ping", {}))
    board.has(1, " 404 ")
    board.ends(1)


def main():
    board = Board(sys.argv[1])
    try:
        talk(board)
    except AssertionError as error:
        print(f"FAIL {error}")
        return 1
    finally:
        board.chip.kill()
        board.chip.wait()
    print(f"{count} answers")
    return 0


sys.exit(main())
