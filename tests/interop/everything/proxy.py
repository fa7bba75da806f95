"""A tap in front of an HTTP server: starts it, and writes down every message that passes.

    proxy.py DIRECTORY FAULT -- COMMAND…

Prints `tap URL`. The server is asked for by URL/VARIANT/NAME/mcp: NAME is a connection of a client,
which gets a log of its own, DIRECTORY/NAME/http.jsonl; VARIANT is `shared`, `paged` or `slow`, each
one server process for all that ask for it, started when it is. FAULT is `-`, or one that meddle.py
or spoil.py makes. At the end of its input it ends the servers and says how they were.

A client can have its own sockets cut: POST URL/tap/NAME/cut-post cuts the next event stream of a
POST behind its second message, …/cut-get the event stream of its session, at once; …/open is
answered when there is such a stream.

Each line of a log is a JSON object, in the order in which things passed; `x` counts requests:
  {x, to: server, verb, headers, line}       a request, whole
  {x, to: client, status, headers}           the head of its response
  {x, to: client, line, id?, event?, retry?, kind}   a message: a JSON body, or an event
  {x, over: end | client | server | cut | bad, why?}    how the response ended
  {x, dead: status}                          what a request under the deleted session gets
"""

import asyncio
import json
import os
import re
import signal
import sys
import time

import heads
import spoil

OPTIONS = {"shared": [], "paged": ["--page", "600"], "slow": ["--patience", "2000"]}
PATH = re.compile(r"/(shared|paged|slow)/([a-z0-9.-]+)/mcp")
ORDER = re.compile(r"/tap/([a-z0-9.-]+)/(cut-post|cut-get|open)")


class Server:
    """One server process, on a port of its own."""

    def __init__(self, command):
        self.command, self.port, self.child = command, None, None
        self.ready = asyncio.Lock()

    async def start(self):
        async with self.ready:
            if self.port is not None:
                return
            self.child = await asyncio.create_subprocess_exec(
                *self.command,
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.DEVNULL,
                stderr=asyncio.subprocess.PIPE,
            )
            while line := (await self.child.stderr.readline()).decode():
                if found := re.match(r"serving http://127\.0\.0\.1:(\d+)/mcp\s*$", line):
                    self.port = int(found[1])
                    self.drain = asyncio.create_task(self.pass_on())
                    return
                sys.stderr.write(line)
            raise RuntimeError("the server does not serve")

    async def pass_on(self):
        while line := await self.child.stderr.readline():
            sys.stderr.write(f"server: {line.decode()}")

    async def stop(self):
        """How it was when it was asked to end: `alive`, or its status; and its memory in KiB."""
        if self.child.returncode is not None:
            return f"status {self.child.returncode}", 0
        with open(f"/proc/{self.child.pid}/status", encoding="ascii") as file:
            found = re.search(r"VmHWM:\s*(\d+) kB", file.read())
        self.child.send_signal(signal.SIGTERM)
        try:
            await asyncio.wait_for(self.child.wait(), 3)
        except TimeoutError:
            self.child.kill()
        return "alive", int(found[1])


class Connection:
    """What one client does under one name."""

    def __init__(self, directory, name):
        os.makedirs(os.path.join(directory, name), exist_ok=True)
        path = os.path.join(directory, name, "http.jsonl")
        self.log = open(path, "a", encoding="utf-8")
        self.count, self.cut_next, self.stream = 0, False, None
        # What spoil.py and meddle.py remember.
        self.cancelled, self.kept, self.memory = [], None, {}

    def note(self, **record):
        record["t"] = round(1000 * time.monotonic())
        self.log.write(json.dumps(record) + "\n")
        self.log.flush()


class Socket:
    """A client's socket, with one to the server behind it."""

    def __init__(self, tap, reader, writer):
        self.tap, self.reader, self.writer = tap, reader, writer
        self.begun = self.upstream = self.server = None
        self.early, self.gone, self.cut_now = b"", False, False

    async def run(self):
        try:
            while await self.exchange():
                pass
        except (heads.Broken, OSError) as error:
            if self.begun:
                connection, x = self.begun
                connection.note(x=x, over="bad", why=str(error))
        finally:
            self.close()

    def close(self, hard=False):
        for writer in (self.writer, self.upstream and self.upstream[1]):
            if writer is not None:
                writer.transport.abort() if hard else writer.close()

    async def exchange(self):
        """One request and its response; false if the socket is to be closed."""
        early, self.early, self.begun = self.early, b"", None
        head = await heads.read_head(self.reader, early)
        if head is None:
            return False
        body = [data async for _, data in heads.pieces(self.reader, head.body_form())]
        verb, path, _ = head.first.split(" ", 2)
        if found := ORDER.fullmatch(path):
            done = await self.tap.order(found[1], found[2])
            status = b"204 No Content" if done else b"404 Not Found\r\nContent-Length: 0"
            self.writer.write(b"HTTP/1.1 %b\r\n\r\n" % status)
            await self.writer.drain()
            return True
        found = PATH.fullmatch(path)
        if not found:
            raise heads.Broken(f"nothing is at {path}")
        server = self.tap.servers[found[1]]
        await server.start()
        connection = self.tap.connection(found[2])
        connection.count += 1
        x = connection.count
        self.begun = connection, x
        text = b"".join(body)
        given = dict(head.fields)
        connection.note(x=x, to="server", verb=verb, headers=given, line=text.decode() or None)
        head, text = self.tap.fault.request(connection, head, text)
        raw = head.raw.replace(path.encode(), b"/mcp", 1)
        answer = await self.send(server, raw, text)
        return await self.respond(Response(self, connection, x, verb, given, answer))

    async def send(self, server, raw, text):
        """Sends a request on; gives the head of its response, or None if the client has gone."""
        if self.server is not server and self.upstream is not None:
            self.upstream[1].close()
            self.upstream = None
        self.server, kept = server, self.upstream is not None
        while True:
            if self.upstream is None:
                self.upstream = await asyncio.open_connection("127.0.0.1", server.port)
            reader, writer = self.upstream
            writer.write(raw + text)
            await writer.drain()
            head = await self.unless_gone(heads.read_head(reader))
            if head is not None or not kept or self.gone:
                return head
            # A server may close a connection on which nothing happens.
            self.upstream, kept = None, False

    async def unless_gone(self, work):
        """The result of work, or None if the client closes its socket meanwhile."""
        work = asyncio.ensure_future(work)
        watch = asyncio.ensure_future(self.reader.read(1)) if not self.early else None
        waits = {work} | ({watch} if watch else set())
        await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        if watch and watch.done():
            try:
                self.early = watch.result()
            except OSError:
                self.early = b""
            self.gone = self.early == b""
        elif watch:
            watch.cancel()
            await asyncio.wait({watch})
        if self.gone and not work.done():
            work.cancel()
            await asyncio.wait({work})
            return None
        return await work

    async def respond(self, response):
        over = await response.pass_on()
        response.connection.note(x=response.x, **over)
        if response.connection.stream is self:
            response.connection.stream = None
        if over["over"] == "cut":
            self.close(hard=True)
        return over["over"] == "end" and not response.is_last and not self.gone


class Response:
    """A response on its way to a client."""

    def __init__(self, socket, connection, x, verb, given, head):
        self.socket, self.connection, self.x, self.verb = socket, connection, x, verb
        self.given, self.head, self.messages = given, head, 0
        self.is_last = head is None or head.get("connection", "").lower() == "close"

    async def pass_on(self):
        """Gives how it ended."""
        if self.head is None:
            return {"over": "client" if self.socket.gone else "server"}
        form = self.head.body_form(self.verb)
        kind = self.head.get("content-type", "").partition(";")[0].strip().lower()
        try:
            if kind == "text/event-stream":
                if self.verb == "GET" and "last-event-id" not in self.given:
                    self.connection.stream = self.socket
                over = await self.events(form)
            else:
                over = await self.whole(form)
        except heads.Broken as error:
            if self.socket.cut_now:
                return {"over": "cut"}
            return {"over": "server", "why": str(error)}
        except ConnectionError:
            return {"over": "cut" if self.socket.cut_now else "client"}
        if self.verb == "DELETE" and self.head.status in (200, 204):
            await self.ask_the_dead()
        return over

    def note_head(self, head):
        note = {"status": head.status, "headers": dict(head.fields)}
        self.connection.note(x=self.x, to="client", **note)

    async def whole(self, form):
        body = [data async for _, data in heads.pieces(self.socket.upstream[0], form)]
        head, text = self.socket.tap.fault.body(self.connection, self.head, b"".join(body))
        self.note_head(head)
        if head.get("content-type") == "text/event-stream":
            for event in heads.Events().feed(text):
                self.connection.note(x=self.x, to="client", kind="event", **renamed(event))
        elif text:
            self.connection.note(x=self.x, to="client", kind="body", line=text.decode())
        self.socket.writer.write(head.raw + (chunked(text) if form == "chunked" else text))
        if form == "chunked":
            self.socket.writer.write(b"0\r\n\r\n")
        await self.socket.writer.drain()
        return {"over": "end"}

    async def events(self, form):
        fault, events = self.socket.tap.fault, heads.Events()
        head, _ = fault.body(self.connection, self.head, b"")
        self.note_head(head)
        self.socket.writer.write(head.raw)
        source = heads.pieces(self.socket.upstream[0], form)
        while True:
            piece = await self.socket.unless_gone(following(source))
            if piece is None:
                return {"over": "client"}
            wire, data = piece
            found = list(events.feed(data or b""))
            if events.bad:
                self.connection.note(x=self.x, bad=events.bad)
            passed = [one for event in found for one in fault.event(self.connection, self, event)]
            for event in passed:
                self.connection.note(x=self.x, to="client", kind="event", **renamed(event))
            if passed != found:
                wire = b"".join(chunked(heads.written(one)) for one in passed)
                wire += b"0\r\n\r\n" if data == b"" else b""
            self.socket.writer.write(wire)
            await self.socket.writer.drain()
            self.messages += sum(event["data"] != "" for event in found)
            if self.connection.cut_next and self.verb == "POST" and self.messages >= 2:
                self.connection.cut_next = False
                await asyncio.sleep(0.03)
                return {"over": "cut"}
            if data is None or data == b"":
                return {"over": "end"} | ({"why": "an event is not whole"} if events.rest else {})

    async def ask_the_dead(self):
        """Whether a session that was deleted is gone, by a request on a socket of its own."""
        port = self.socket.upstream[1].get_extra_info("peername")[1]
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        body = b'{"jsonrpc":"2.0","id":"dead","method":"ping"}'
        keep = ("mcp-session-id", "mcp-protocol-version")
        lines = [f"{name}: {self.given[name]}" for name in keep if name in self.given]
        lines += ["Host: localhost", "Content-Type: application/json"]
        lines += [f"Content-Length: {len(body)}"]
        lines += ["Accept: application/json, text/event-stream", "Connection: close"]
        writer.write("\r\n".join(["POST /mcp HTTP/1.1", *lines, "", ""]).encode() + body)
        head = await heads.read_head(reader)
        self.connection.note(x=self.x, dead=head.status)
        writer.close()


async def following(source):
    """The next piece of a body, or at its end none."""
    async for piece in source:
        return piece
    return b"", None


def renamed(event):
    return {"line" if key == "data" else key: value for key, value in event.items()}


def chunked(data):
    return b"%x\r\n%b\r\n" % (len(data), data) if data else b""


class Tap:
    def __init__(self, directory, fault, command):
        self.directory, self.fault, self.connections = directory, fault, {}
        self.servers = {name: Server([*command, *more]) for name, more in OPTIONS.items()}

    def connection(self, name):
        if name not in self.connections:
            self.connections[name] = Connection(self.directory, name)
        return self.connections[name]

    async def order(self, name, what):
        """Whether it could be done."""
        connection = self.connection(name)
        if what == "cut-post":
            connection.cut_next = True
            return True
        for _ in range(500 if what == "open" else 0):
            if connection.stream is not None:
                break
            await asyncio.sleep(0.01)
        if what == "cut-get" and connection.stream is not None:
            connection.stream.cut_now = True
            connection.stream.close(hard=True)
        return connection.stream is not None

    async def take(self, reader, writer):
        await Socket(self, reader, writer).run()


async def main(directory, fault, command):
    tap = Tap(directory, spoil.find(fault), command)
    # An answer can be larger than a reader takes by default.
    front = await asyncio.start_server(tap.take, "127.0.0.1", 0, limit=1 << 20, backlog=1024)
    print(f"tap http://127.0.0.1:{front.sockets[0].getsockname()[1]}", flush=True)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
    front.close()
    for name, server in tap.servers.items():
        if server.port is not None:
            how, memory = await server.stop()
            ok = "ok  " if how == "alive" else "FAIL"
            print(f"{ok} server: the {name} one lives to the end: {how}, {memory} KiB", flush=True)
    os._exit(0)


if __name__ == "__main__":
    if len(sys.argv) < 5 or sys.argv[3] != "--":
        sys.exit(__doc__)
    asyncio.run(main(sys.argv[1], sys.argv[2], sys.argv[4:]))
