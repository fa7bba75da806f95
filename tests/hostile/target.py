"""The server under attack: its process, its memory, and how much it has room for."""

import os
import re
import subprocess
import threading
import time

from calls import MODERN, Client
from wire import Broken, Link


class Target:
    """A server process, or a proxy in front of one; what it prints goes to a file."""

    def __init__(self, command, log):
        self.command, self.log = command, log
        self.port = self.pid = self.child = self.behind = None
        self.flavour = "echo"

    def start(self):
        self.child = subprocess.Popen(
            self.command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )
        until = time.monotonic() + 60
        while time.monotonic() < until and (line := self.child.stderr.readline()):
            if found := re.search(rb"serving http://127\.0\.0\.1:(\d+)/mcp", line):
                self.port, self.pid = int(found[1]), self.child.pid
                threading.Thread(target=self.pass_on, daemon=True).start()
                tools = Client(self, MODERN)
                reply = tools.send(tools.message("tools/list", id=1))
                if b"test_wait" in reply.body:
                    self.flavour = "everything"
                return
        raise SystemExit(f"{self.command} did not begin to serve")

    def pass_on(self):
        with open(self.log, "ab") as log:
            for line in self.child.stderr:
                log.write(line)
                log.flush()

    def is_alive(self):
        return self.child.poll() is None

    def stop(self):
        if self.child and self.is_alive():
            self.child.terminate()
            try:
                self.child.wait(5)
            except subprocess.TimeoutExpired:
                self.child.kill()
                self.child.wait()

    def memory(self):
        """MiB that are in RAM (VmRSS)."""
        try:
            with open(f"/proc/{self.pid}/status") as status:
                for line in status:
                    if line.startswith("VmRSS:"):
                        return int(line.split()[1]) / 1024
        except OSError:
            pass
        return 0.0

    def sockets(self):
        """How many files it has open."""
        try:
            return len(os.listdir(f"/proc/{self.pid}/fd"))
        except OSError:
            return -1


class Watch:
    """Looks at the memory all the while an attack takes."""

    def __init__(self, target):
        self.target, self.most = target, target.memory()
        self.over = threading.Event()
        self.thread = threading.Thread(target=self.look, daemon=True)
        self.thread.start()

    def look(self):
        while not self.over.wait(0.02):
            self.most = max(self.most, self.target.memory())

    def end(self):
        self.over.set()
        self.thread.join()
        return self.most


def room(target, most=5000):
    """How many sessions can be begun until there is no room, and how many event streams can be open
    at once (at most 1000 are tried); all of it is free again afterwards."""
    sessions = []
    with Link(target.port) as link:
        while len(sessions) < most:
            client = Client(target)
            reply = client.begin(link)
            if reply.status == 503:
                break
            assert client.session, reply
            sessions.append(client)
    streams = hold(target, 1000) if target.flavour == "everything" else []
    for client in [] if streams else sessions[:1000]:
        streams.append(Link(target.port))
        client.listen(streams[-1])
    open_ = sum(link.reply is not None or link.head().status == 200 for link in streams)
    with Link(target.port) as link:
        for client in sessions:
            assert client.end(link) == 204
    for link in streams:
        link.close()
    return len(sessions), open_


def hold(target, most, keep=False):
    """Opens as many listens (2026-07-28) as there is room for; closes them unless they are kept."""
    client = Client(target, MODERN)
    links = []
    for count in range(most):
        try:
            link = Link(target.port)
        except OSError:
            break
        params = {"notifications": {"toolsListChanged": True}}
        link.send(client.post(client.message("subscriptions/listen", params, count)))
        links.append(link)
    open_ = []
    for link in links:
        try:
            status = link.head().status
        except Broken:
            status = 0
        (open_.append(link) if status == 200 else link.close())
    if not keep:
        for link in open_:
            link.close()
    return open_


def settled(target, sockets, timeout=30.0):
    """Waits until the server has closed what its clients have."""
    until = time.monotonic() + timeout
    while target.sockets() > sockets and time.monotonic() < until:
        time.sleep(0.05)
    return target.sockets()
