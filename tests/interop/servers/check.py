"""Looks at the servers of this folder without a client: fixed bytes in, and what comes out.

`check.py faults` runs every kind of misbehave.py over each transport and in each era that `expect`
names. It has to start, to stay alive as long as it should, to end when its input does, and to send
something else than the kind `good` does. `check.py official [NAME...]` calls what the official
servers have, in each era, and compares the answers. Prints a line for each failure, and at last
`N passed, M failed`. `check.py show KIND OVER ERA` prints what one kind sends.
"""

import json
import re
import socket
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from faults import all_kinds, table

HERE = Path(__file__).parent
META = "io.modelcontextprotocol/"
CAPABILITIES = {"elicitation": {}, "sampling": {}, "roots": {}}
INFO = {"name": "check", "version": "1.0.0"}
# Kinds whose fault is when something comes, in which order, or what follows on the socket.
TIMING = {"out-of-order", "probe-late", "slow-bytes", "http-json-slow"}
TIMING |= {"session-slow-start", "session-closes"}
# Kinds whose fault is the answer to what these fixed bytes do not say.
DEEPER = {"cancel-answered", "delete-silent"}
NO_FAULT = {"good", *TIMING, *DEEPER}


def request(number, method, modern, **params):
    if modern:
        meta = {f"{META}protocolVersion": "2026-07-28", f"{META}clientCapabilities": CAPABILITIES}
        params["_meta"] = {**meta, f"{META}clientInfo": INFO, **params.get("_meta", {})}
    return {"jsonrpc": "2.0", "id": number, "method": method, "params": params}


def call(number, modern, name, token=None, **arguments):
    meta = {} if token is None else {"_meta": {"progressToken": token}}
    return request(number, "tools/call", modern, name=name, arguments=arguments, **meta)


def script(modern):
    """What a simple client says."""
    said = [request(1, "server/discover", True)]
    if not modern:
        hello = {"protocolVersion": "2025-11-25", "capabilities": CAPABILITIES, "clientInfo": INFO}
        said.append(request(2, "initialize", False, **hello))
        said.append({"jsonrpc": "2.0", "method": "notifications/initialized"})
    said.append(request(3, "tools/list", modern))
    texts = enumerate(["one", "two", "three", "last"], 4)
    said += [call(number, modern, "echo", token=number, text=text) for number, text in texts]
    return said


class Child:
    """A server, and what it prints."""

    def __init__(self, command):
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        self.out, self.err, self.url = b"", b"", threading.Event()
        self.readers = [threading.Thread(target=read) for read in (self.read_out, self.read_err)]
        for reader in self.readers:
            reader.start()

    def read_out(self):
        while data := self.process.stdout.read1(1 << 20):
            self.out += data

    def read_err(self):
        for line in self.process.stderr:
            self.err += line
            if b"serving " in line:
                self.url.set()

    def say(self, message):
        try:
            self.process.stdin.write(json.dumps(message).encode() + b"\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            pass

    def address(self):
        if not self.url.wait(60):
            raise RuntimeError("it never said where it serves")
        return int(re.search(rb"serving http://127.0.0.1:(\d+)/mcp", self.err)[1])

    def settle(self):
        """Waits until it says no more; it may say nothing at all."""
        last, since, began = b"", time.monotonic(), time.monotonic()
        while (now := time.monotonic()) < began + 20:
            if self.out != last:
                last, since = self.out, now
            if now - since > (0.8 if last else 4):
                return
            time.sleep(0.05)

    def end(self):
        """Closes its input; whether it ended then, on a busy machine too."""
        try:
            self.process.stdin.close()
        except BrokenPipeError:
            pass
        try:
            self.process.wait(20)
            ended = True
        except subprocess.TimeoutExpired:
            self.process.kill()
            ended = False
        for reader in self.readers:
            reader.join()
        return ended


def exchange(port, verb, message=None, session=None, modern=True, patience=1.0):
    """One HTTP exchange by bytes; what came until the end, or until nothing more came."""
    body = b"" if message is None else json.dumps(message).encode()
    head = [f"{verb} /mcp HTTP/1.1", f"Host: 127.0.0.1:{port}", "Connection: close"]
    head += ["Accept: application/json, text/event-stream", f"Content-Length: {len(body)}"]
    if body:
        head.append("Content-Type: application/json")
    if modern and message:
        head += ["MCP-Protocol-Version: 2026-07-28", f"Mcp-Method: {message['method']}"]
        name = message["params"].get("name") or message["params"].get("uri")
        if name and message["method"] in ("tools/call", "prompts/get", "resources/read"):
            head.append(f"Mcp-Name: {name}")
    elif session is not None:
        head += ["MCP-Protocol-Version: 2025-11-25", f"Mcp-Session-Id: {session}"]
    came = b""
    with socket.create_connection(("127.0.0.1", port), 5) as sock:
        sock.sendall("\r\n".join([*head, "", ""]).encode("latin-1") + body)
        sock.settimeout(patience)
        try:
            while data := sock.recv(1 << 20):
                came += data
                if whole(came):
                    break
        except OSError:
            pass
    return came


def whole(came):
    """Whether a response of a known length is there."""
    head, _, body = came.partition(b"\r\n\r\n")
    length = re.search(rb"(?i)\r\ncontent-length: (\d+)$", head, re.M)
    return bool(length) and len(body) >= int(length[1])


def session_of(came):
    found = re.search(rb"(?i)\r\nmcp-session-id: ([^\r\n]*)", came.partition(b"\r\n\r\n")[0])
    return found[1].decode("latin-1") if found else None


def over_http(port, modern, messages, patience=1.0):
    came, session = [], None
    for message in messages:
        newer = f"{META}protocolVersion" in (message.get("params") or {}).get("_meta", {})
        came.append(exchange(port, "POST", message, session, newer, patience))
        if message["method"] == "initialize":
            session = session_of(came[-1])
    if not modern:
        came.append(exchange(port, "GET", None, session, False, patience))
        came.append(exchange(port, "DELETE", None, session, False, patience))
    return came


def transcript(kind, over, era):
    """What the kind sends, and what is wrong with the server itself."""
    command = [sys.executable, str(HERE / "misbehave.py"), kind]
    command += ["--http"] if over == "http" else []
    command += ["--legacy"] if era == "legacy" else []
    child, wrong = Child(command), []
    modern = era == "modern"
    # Kinds that lie about the eras need both to be heard.
    messages = script(modern)
    if modern and kind_is_about_eras(kind):
        messages += [request(99, *message) for message in [("initialize", False)]]
        messages[-1]["params"] = script(False)[1]["params"]
    if over == "http":
        came = over_http(child.address(), modern, messages)
    else:
        for message in messages:
            child.say(message)
            time.sleep(0.05)
        child.settle()
        came = []
    if not child.end():
        wrong.append("does not end with its input")
    if b"Traceback" in child.err:
        wrong.append("crashed: " + child.err.decode(errors="replace")[-600:])
    if child.process.returncode not in (0, 1):
        wrong.append(f"ended with status {child.process.returncode}")
    return (came or sorted(child.out.split(b"\n"))), wrong


def kind_is_about_eras(kind):
    return kind == "good" or all_kinds()[kind].__module__ == "faults.eras"


def check_faults():
    results = []
    plain = {}
    runs = sorted({(row["kind"], row["over"], row["era"]) for row in table.rows()})
    for over in ("stdio", "http"):
        for era in ("modern", "legacy"):
            plain[over, era] = transcript("good", over, era)[0]
    # Without the question that only kinds about eras are asked.
    asked = {way: without_era(came, way) for way, came in plain.items()}

    def look(run):
        kind, over, era = run
        came, wrong = transcript(kind, over, era)
        good = plain if kind_is_about_eras(kind) else asked
        if kind not in NO_FAULT and came == good[over, era]:
            wrong.append("sends what the good one sends")
        if kind == "good" and came != plain[over, era]:
            wrong.append("is not the same twice")
        return run, wrong

    with ThreadPoolExecutor(8) as pool:
        for run, wrong in pool.map(look, runs):
            results.append(not wrong)
            for what in wrong:
                print("FAIL", *run, what)
    names = {row["kind"] for row in table.rows()}
    results.append(names == set(all_kinds()))
    if not results[-1]:
        print("FAIL expect and the kinds differ:", names ^ set(all_kinds()))
    return results


def without_era(came, way):
    """The good transcript as it is without the `initialize` after all else."""
    if way[1] == "legacy":
        return came
    if way[0] == "http":
        return came[:-1]
    return [line for line in came if not line or json.loads(line).get("id") != 99]


def main():
    words = sys.argv[1:]
    if words[:1] == ["show"]:
        came, wrong = transcript(*words[1:4])
        for part in came:
            print(part[:2000].decode(errors="replace"))
        print(*wrong, sep="\n")
        return 0
    if words[:1] == ["faults"]:
        results = check_faults()
    elif words[:1] == ["official"]:
        from check_official import check_official

        results = check_official(words[1:])
    else:
        print(__doc__)
        return 2
    print(f"{sum(results)} passed, {len(results) - sum(results)} failed")
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
