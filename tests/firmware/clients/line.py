"""A serial line to an emulated device, as a host has it: it can be noisy, and it can be left.

The machine offers its line as telnet on a port of this computer: of all that QEMU has, that is the
one over which a break can be sent. Who hangs up loses what the device sends meanwhile.
"""

import os
import re
import signal
import socket
import subprocess
import threading
import time

IAC, BREAK = b"\xff", b"\xff\xf3"
# What QEMU says first of how it will behave.
NEGOTIATION = re.compile(rb"\xff[\xfb-\xfe].", re.DOTALL)
# A line that is silent for a second is given up by the device; a busy computer may do that to us.
LATE = 0.5
PATIENCE = 20


class Machine:
    """The emulated board; it runs from start to stop, whoever is on its line."""

    def __init__(self, command):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        serial = f"telnet:127.0.0.1:{self.port},server=on,wait=off"
        self.process = subprocess.Popen(
            command,
            env={**os.environ, "SERIAL": serial},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            start_new_session=True,
        )

    @property
    def runs(self):
        return self.process.poll() is None

    def stop(self):
        if self.runs:
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


class Line:
    """One stay on the line. `heard` is called with each line that comes, without its end."""

    def __init__(self, machine, random, heard, spoil=None):
        self.random, self.heard, self.spoil = random, heard, spoil
        self.socket = self.reach(machine)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.reads, self.left = threading.Event(), False
        self.reads.set()
        # The longest that passed between two bytes of a message, as far as this side knows.
        self.gap, self.last = 0, time.monotonic()
        self.bytes = 0
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()

    def reach(self, machine):
        until = time.monotonic() + PATIENCE
        while True:
            try:
                one = socket.socket()
                # A small window, so that a host that does not read is noticed by the device.
                one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
                one.connect(("127.0.0.1", machine.port))
                return one
            except OSError:
                one.close()
                if time.monotonic() > until or not machine.runs:
                    raise
                time.sleep(0.02)

    def read(self):
        rest = bytearray()
        while True:
            self.reads.wait()
            try:
                chunk = self.socket.recv(65536)
            except OSError:
                return
            if not chunk or self.left:
                return
            self.bytes += len(chunk)
            rest += chunk  # an emulated device sends byte by byte
            if b"\n" in chunk:
                *lines, rest = rest.split(b"\n")
                for line in lines:
                    self.pass_on(NEGOTIATION.sub(b"", bytes(line)))

    def pass_on(self, line):
        """What came; for tests of the tests, with one thing wrong."""
        if self.spoil == "answer" and b"channel" in line:
            self.spoil, line = None, line.replace(b"channel", b"chanel")
        self.heard(line)
        if self.spoil == "twice" and b'"result"' in line:
            self.spoil = None
            self.heard(line)

    def send(self, data):
        """All of it at once."""
        if self.spoil == "byte" and len(data) > 60:
            self.spoil, data = None, data.replace(b'"', b"'", 1)
        self.gap = max(self.gap, time.monotonic() - self.last)
        self.socket.settimeout(PATIENCE)
        self.socket.sendall(data.replace(IAC, IAC + IAC))
        self.last = time.monotonic()

    def dribble(self, data):
        """All of it, in pieces of any size, with pauses; gives whether it took too long."""
        self.gap, self.last = 0, time.monotonic()
        random = self.random
        # Not more than some fifty pieces of a message, or its end would be long in coming.
        most = max(random.choice((1, 3, 16, 17, 64, 300, 5000, 5000, 5000)), len(data) // 50)
        while data:
            size = random.randint(1, most)
            self.send(data[:size])
            data = data[size:]
            if random.random() < 0.05:
                time.sleep(random.choice((0.0002, 0.0002, 0.001, 0.001, 0.01)))
        return self.gap > LATE

    def pour(self, data):
        """As much as goes without anybody reading; gives the rest."""
        self.reads.clear()
        data = data.replace(IAC, IAC + IAC)
        self.socket.settimeout(0.3)
        while data:
            try:
                data = data[self.socket.send(data[:4096]) :]
            except TimeoutError:
                break
        return data

    def interrupt(self):
        """A break, when the device has nothing else to take in."""
        time.sleep(0.01)
        self.socket.sendall(BREAK)
        time.sleep(0.01)

    def leave(self):
        self.left = True
        self.reads.set()
        try:
            self.socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        self.socket.close()
        self.reader.join(PATIENCE)
