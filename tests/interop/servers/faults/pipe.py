"""A server on standard input and output."""

import json
import os
import sys
import threading
import time

from .messages import CLOSE


def serve(server):
    writing = threading.Lock()

    def end(status):
        # Threads may still wait for what does not come.
        os._exit(status)

    def send(out):
        if isinstance(out, (int, float)):
            time.sleep(out)
            return
        with writing:
            if out is CLOSE:
                end(0)
            try:
                server.write(sys.stdout.buffer, out if isinstance(out, bytes) else line(out))
            except BrokenPipeError:
                end(1)

    def line(message):
        return server.line(json.dumps(message, ensure_ascii=False).encode())

    def answer(message):
        for out in server.handle(message):
            send(out)

    print("serving standard input", file=sys.stderr, flush=True)
    for out in server.begin():
        send(out)
    for read in sys.stdin.buffer:
        try:
            message = json.loads(read)
        except ValueError:
            server.blame(f"no JSON: {read[:80]!r}")
            continue
        # A request that takes its time must not keep the others waiting.
        if isinstance(message, dict) and "method" in message and "id" in message:
            threading.Thread(target=answer, args=(message,), daemon=True).start()
        else:
            answer(message)
    time.sleep(server.linger)
    end(1 if server.faults else 0)
