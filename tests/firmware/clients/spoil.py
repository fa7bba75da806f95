"""Stands between a client and the device and makes one thing wrong.

    spoil.py FAULT -- COMMAND…

The checks are only worth something if they can fail; `prove` runs them against each fault. Without
arguments it lists the faults, each with a client and an era that must find it.
"""

import ctypes
import signal
import subprocess
import sys
import threading

PR_SET_PDEATHSIG = 1  # of Linux


def swap(old, new, first=0):
    """Writes something else, from the occurrence `first` on."""

    def change(line, state):
        if old not in line:
            return [line]
        state["seen"] = state.get("seen", -1) + 1
        return [line if state["seen"] < first else line.replace(old, new)]

    return change


def drop(part, nth):
    """Loses the nth line with this part."""

    def change(line, state):
        state["seen"] = state.get("seen", 0) + (part in line)
        return [] if part in line and state["seen"] == nth else [line]

    return change


def twice(part):
    return lambda line, _: [line, line] if part in line else [line]


# Name: who must find it, on the way to whom it happens, what happens.
FAULTS = {
    "dump": ("python 2025-11-25", "client", swap(b"0815 ", b"0816 ")),
    "tool": ("client 2026-07-28", "client", swap(b'"read_channel_17"', b'"read_channel_16"')),
    "page": ("python 2026-07-28", "client", swap(b'"nextCursor"', b'"noCursor"')),
    "step": ("sdk 2025-11-25", "client", drop(b"notifications/progress", 5)),
    "unheard": ("python 2025-11-25", "server", drop(b"notifications/cancelled", 1)),
    "told": ("client 2026-07-28", "client", drop(b"resources/updated", 2)),
    "again": ("sdk 2025-11-25", "client", twice(b"resources/updated")),
    "busy": ("python 2026-07-28", "client", swap(b'"busy"', b'"soon"')),
    "bounds": ("client 2026-07-28", "client", swap(b"duty is out", b"pin is out")),
    "form": ("python 2025-11-25", "client", swap(b'"required":["name"]', b'"required":[]')),
    "flip": ("sdk 2025-11-25", "server", swap(b'"read_channel_2', b'"reae_channel_2')),
    "memory": ("python 2026-07-28", "client", swap(b'"stack ', b'"stock ')),
}


def end_with_parent():
    """Clients also end this by force, and a machine does not end with its line."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def main(name, command):
    _, to, change = FAULTS[name]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    device = subprocess.Popen(command, **pipes, preexec_fn=end_with_parent)
    signal.signal(signal.SIGTERM, lambda *_: device.kill())
    state = {}

    def pump(source, sink, spoils):
        for line in source:
            for one in change(line, state) if spoils else [line]:
                sink.write(one)
            sink.flush()

    def listen():
        pump(sys.stdin.buffer, device.stdin, to == "server")
        device.kill()  # it does not end with its line

    threading.Thread(target=listen, daemon=True).start()
    pump(device.stdout, sys.stdout.buffer, to == "client")
    return device.wait()


if __name__ == "__main__":
    if len(sys.argv) == 1:
        for name, (finder, *_) in FAULTS.items():
            print(name, finder)
    elif len(sys.argv) < 4 or sys.argv[2] != "--":
        sys.exit(__doc__)
    else:
        sys.exit(main(sys.argv[1], sys.argv[3:]) != 0)
