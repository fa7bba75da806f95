"""A server as a child process: lines out, judged lines in, and answers to what it asks."""

import json
import queue
import subprocess
import threading
import time

from messages import Judge, Verdict

REPLIES = {
    "elicitation/create": "ElicitResult",
    "roots/list": "ListRootsResult",
    "sampling/createMessage": "CreateMessageResult",
}


class Gone(Exception):
    """The server ended, or says nothing any more."""


class Peer:
    """One connection. `answers` says what is replied to a request of the server, `patience` how
    many seconds one answer may take.

    While it is `careful`, what it sends is held against the revision's definitions too: what a
    server answers to a request that is wrong by mistake would show nothing.
    """

    def __init__(self, command, revision, label, answers, patience):
        self.label, self.answers = label, answers
        self.judge = Judge()
        self.schema = self.judge.schemas[revision]
        self.careful = True
        self.patience = patience
        self.found = []
        self.results, self.notices, self.asked = {}, [], []
        self.next_id = 0
        self.child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.lines = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.child.stdout:
            self.lines.put(line)
        self.lines.put(None)

    def fault(self, text, what):
        """Something that no definition says."""
        self.found.append((self.label, Verdict(text, faults=[what])))

    def line(self, data):
        """Sends bytes as one line."""
        self.judge.client(data)
        try:
            self.child.stdin.write(data + b"\n")
            self.child.stdin.flush()
        except BrokenPipeError as error:
            raise Gone("the server closed its input") from error

    def send(self, message, definition=None):
        """Sends a message, which is of this definition, or its result is."""
        if self.careful and definition:
            shell = ("jsonrpc", "id")
            known = self.schema.names[definition].get("properties", {})
            body = {"jsonrpc": "2.0", **message}
            body = {key: item for key, item in body.items() if key not in shell or key in known}
            for fault in self.schema.faults(definition, message.get("result", body)):
                self.fault(json.dumps(message), f"the driver itself sends what is wrong: {fault}")
        self.line(json.dumps({"jsonrpc": "2.0", **message}).encode())

    def begin(self, method, params=None):
        """Sends a request; its id. Every second id is text."""
        self.next_id += 1
        identity = self.next_id if self.next_id % 2 else f"r{self.next_id}"
        message = {"id": identity, "method": method}
        if params is not None:
            message["params"] = params
        self.send(message, self.schema.requests.get(method))
        return identity

    def notify(self, method, params=None):
        """Sends a notification."""
        self.send({"method": method} if params is None else {"method": method, "params": params})

    def ask(self, method, params=None):
        """A request and its response; `{}` if none comes, which is a fault."""
        identity = self.begin(method, params)
        if not self.until(lambda: identity in self.results):
            self.fault(f"{method} {json.dumps(params)}", f"no answer within {self.patience} s")
        return self.results.get(identity, {})

    def until(self, condition, seconds=None):
        """Takes what comes until the condition holds; whether it does."""
        end = time.monotonic() + (self.patience if seconds is None else seconds)
        while not condition():
            left = end - time.monotonic()
            if left <= 0 or not self._take(left):
                return False
        return True

    def settle(self, seconds=0.3):
        """Takes what comes for a while."""
        self.until(lambda: False, seconds)

    def _take(self, seconds):
        try:
            line = self.lines.get(timeout=seconds)
        except queue.Empty:
            return False
        if line is None:
            self.lines.put(None)
            raise Gone("the server ended its output")
        if not line.endswith(b"\n"):
            self.fault(repr(line), "a line without an end")
        text = line.removesuffix(b"\n")
        self.found += [(self.label, verdict) for verdict in self.judge.server(text)]
        try:
            value = json.loads(text)
        except ValueError:
            return True
        for message in value if isinstance(value, list) else [value]:
            if isinstance(message, dict):
                self._handle(message)
        return True

    def _handle(self, message):
        method = message.get("method")
        if method is None:
            self.results[message.get("id")] = message
        elif "id" in message:
            self.asked.append(message)
            reply = self.answers(method, message.get("params") or {})
            if reply is not None:
                self.send({"id": message["id"], **reply}, REPLIES.get(method, "EmptyResult")
                          if "result" in reply else None)
        else:
            self.notices.append(message)

    def close(self):
        """Ends the input; the server has to end by itself, with status 0."""
        self.child.stdin.close()
        try:
            self.until(lambda: False)
        except Gone:
            pass
        try:
            status = self.child.wait(self.patience)
            if status != 0:
                self.fault("the end of the input", f"the server ended with status {status}")
        except subprocess.TimeoutExpired:
            self.fault("the end of the input", "the server does not end")
            self.child.kill()
            self.child.wait()
        return self.found
