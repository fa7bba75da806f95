"""A tap in the pipe: starts a server command and writes down every line that passes.

    tap.py DIRECTORY -- COMMAND…

The official clients forgive more than a test should (both take an answer whose id is "7" for the
request 7, and neither says how the server ended). So they start this program instead of the
server; it passes the bytes on unchanged and writes one file into DIRECTORY. Each of its lines is a
JSON object: {"to": "server" | "client", "line": text} in the order in which they passed, and last
{"end": "exit" | "early" | "hung" | "signal", "status": number, "seconds": number}.

Only the standard library is used, so that any Python can run it.
"""

import json
import os
import signal
import subprocess
import sys
import threading
import time

# The clients send SIGTERM two seconds after they closed the pipe; be done before.
GRACE_SECONDS = 1.7


class Tap:
    def __init__(self, directory, command):
        os.makedirs(directory, exist_ok=True)
        name = f"{time.time_ns()}-{os.getpid()}.jsonl"
        self.log = open(os.path.join(directory, name), "w", encoding="utf-8")
        self.lock = threading.RLock()
        self.closed = None
        self.ended = False
        self.child = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
        )

    def note(self, record):
        with self.lock:
            if not self.log.closed:
                self.log.write(json.dumps(record) + "\n")
                self.log.flush()

    def pump(self, source, sink, to):
        """Copies until the end of input. A line is noted before its last byte is passed on."""
        rest = b""
        while True:
            try:
                chunk = os.read(source, 65536)
            except OSError:
                break
            if not chunk:
                break
            *lines, rest = (rest + chunk).split(b"\n")
            for line in lines:
                self.note({"to": to, "line": line.decode("utf-8", "surrogateescape")})
            try:
                while chunk:
                    chunk = chunk[os.write(sink, chunk) :]
            except OSError:
                break
        if rest:
            text = rest.decode("utf-8", "surrogateescape")
            self.note({"to": to, "line": text, "unfinished": True})

    def to_server(self):
        self.pump(0, self.child.stdin.fileno(), "server")
        self.closed = time.monotonic()
        try:
            self.child.stdin.close()
        except OSError:
            pass
        time.sleep(GRACE_SECONDS)
        self.end("hung")

    def end(self, how):
        with self.lock:
            if self.ended:
                return
            self.ended = True
        if how in ("hung", "signal") and self.child.poll() is None:
            self.child.kill()
        status = self.child.wait()
        seconds = time.monotonic() - self.closed if self.closed else 0
        self.note({"end": how, "status": status, "seconds": round(seconds, 3)})
        self.log.close()
        os._exit(status & 255 if how == "exit" else 1)

    def run(self):
        signal.signal(signal.SIGTERM, lambda *_: self.end("signal"))
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        threading.Thread(target=self.to_server, daemon=True).start()
        reader = threading.Thread(
            target=self.pump, args=(self.child.stdout.fileno(), 1, "client"), daemon=True
        )
        reader.start()
        # Short waits, because Python runs a signal handler only between two of them.
        while self.child.poll() is None:
            time.sleep(0.005)
        reader.join(0.5)
        self.end("exit" if self.closed else "early")
        # Another thread is ending it, and would be cut off before its last word if this returned.
        time.sleep(60)


if __name__ == "__main__":
    if len(sys.argv) < 4 or sys.argv[2] != "--":
        sys.exit(__doc__)
    Tap(sys.argv[1], sys.argv[3:]).run()
