"""A proxy that is at fault, to show that the checks can fail.

    proxy.py FAULT -- COMMAND…

Starts the server, prints `serving URL` of its own, and passes on what comes and goes but for one
fault, which a weak server could have as well; `none` has none.
"""

import asyncio
import os
import re
import signal
import sys

TEXT = re.compile(rb"T-[a-z0-9-]+-\d+-")
SESSION = re.compile(rb"(?i)(mcp-session-id: )([0-9a-f]{36})")


class Fault:
    """No fault."""

    def __init__(self):
        self.seen = None

    def request(self, data):
        return data

    def response(self, data):
        return data

    async def delay(self):
        pass

    keeps_open = False


class Mixed(Fault):
    """Some answers have the text of the one before in them."""

    count = 0

    def response(self, data):
        found = TEXT.search(data)
        if found:
            before, self.seen = self.seen, found[0]
            self.count += 1
            if before and self.count % 4 == 0 and len(before) == len(found[0]):
                return data.replace(found[0], before)
        return data


class Late(Fault):
    """Every answer takes its time."""

    async def delay(self):
        await asyncio.sleep(0.8)


class Open(Fault):
    """A session that there is not is served."""

    def response(self, data):
        return data.replace(b"HTTP/1.1 404 Not Found", b"HTTP/1.1 202 Accepted")


class Thief(Fault):
    """Event streams belong to whoever asks: the id of the session is that of the first."""

    def request(self, data):
        found = SESSION.search(data)
        if found and b"X-HOSTILE" in data and self.seen is None:
            self.seen = found[2]
        if data.startswith(b"GET") and self.seen:
            return SESSION.sub(rb"\g<1>" + self.seen, data)
        return data


class Liar(Fault):
    """Questions are answered by whoever comes first, whatever the session."""

    def request(self, data):
        found = SESSION.search(data)
        if found and b"test_elicitation" in data:
            self.seen = found[2]
        if found and self.seen and (b'"result"' in data or b"notifications/cancelled" in data):
            return SESSION.sub(rb"\g<1>" + self.seen, data)
        return data


class Hoard(Fault):
    """What was sent is never given back."""

    kept = []

    def response(self, data):
        self.kept.append(os.urandom(1 << 18))
        return data


class Deaf(Fault):
    """Connections stay open when the other side is gone."""

    keeps_open = True


class Short(Fault):
    """Of a long answer a part is missing."""

    def response(self, data):
        return re.sub(rb'"id":777,', b'"id":778,', data)


class Lenient(Fault):
    """Of two lines that conflict one is dropped, and so is where a request comes from."""

    def request(self, data):
        head, split, body = data.partition(b"\r\n\r\n")
        lines, names = [], set()
        for line in head.split(b"\r\n"):
            name = line.split(b":")[0].lower()
            if name in names or name == b"origin":
                continue
            names.add(name)
            lines.append(line)
        return b"\r\n".join(lines) + split + body


class Smuggler(Fault):
    """Chunks are not looked at where there is a length, and a wrong length is mended."""

    def request(self, data):
        if (
            b"X-HOSTILE-hidden" not in data
            or data.startswith(b"POST /mcp HTTP/1.1\r\nHost") is False
        ):
            return data
        at = data.rindex(b"POST /mcp HTTP/1.1\r\n")
        return data[at:] if at else data


FAULTS = {
    "none": Fault,
    "mixed": Mixed,
    "late": Late,
    "open": Open,
    "thief": Thief,
    "liar": Liar,
    "hoard": Hoard,
    "deaf": Deaf,
    "short": Short,
    "lenient": Lenient,
    "smuggler": Smuggler,
}


async def pump(reader, writer, change, delay, keeps_open):
    try:
        while data := await reader.read(1 << 16):
            await delay()
            writer.write(change(data))
            await writer.drain()
        if not keeps_open:
            writer.write_eof()
    except (OSError, RuntimeError):
        pass


async def nothing():
    pass


async def pass_on(reader, writer, port, fault):
    try:
        there, out = await asyncio.open_connection("127.0.0.1", port)
    except OSError:
        return writer.close()
    ways = [
        asyncio.ensure_future(pump(reader, out, fault.request, nothing, False)),
        asyncio.ensure_future(pump(there, writer, fault.response, fault.delay, fault.keeps_open)),
    ]
    if fault.keeps_open:
        # Neither side learns of the other's end.
        await asyncio.gather(*ways)
        await asyncio.sleep(60)
    # When the server is through, so is the connection; when the client is gone, too.
    done, _ = await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
    if ways[1] not in done:
        await asyncio.wait([ways[1]], timeout=2)
    for way in ways:
        way.cancel()
    for side in (out, writer):
        side.transport.abort() if side.transport.get_write_buffer_size() else side.close()


async def main(name, command):
    fault = FAULTS[name]()
    child = await asyncio.create_subprocess_exec(*command, stderr=asyncio.subprocess.PIPE)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    try:
        port = None
        while port is None and (line := await child.stderr.readline()):
            found = re.search(rb"serving http://127\.0\.0\.1:(\d+)/mcp", line)
            port = int(found[1]) if found else None
        server = await asyncio.start_server(
            lambda reader, writer: pass_on(reader, writer, port, fault),
            "127.0.0.1",
            0,
            backlog=1024,
        )
        own = server.sockets[0].getsockname()[1]
        print(f"serving http://127.0.0.1:{own}/mcp", file=sys.stderr, flush=True)
        while await child.stderr.readline():
            pass
    finally:
        child.kill()


if __name__ == "__main__":
    if len(sys.argv) < 4 or sys.argv[1] not in FAULTS or sys.argv[2] != "--":
        sys.exit(__doc__)
    asyncio.run(main(sys.argv[1], sys.argv[3:]))
