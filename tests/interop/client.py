"""The official Python client against a server command: one connection, one list of checks.

    client.py ERA -- COMMAND…

ERA is a revision (2024-11-05 … 2025-11-25: the initialize handshake; 2026-07-28: pinned, nothing
asked beforehand), `auto` (server/discover first) or 2099-01-01 (an offer that no server knows).
"""

import asyncio
import contextlib
import json
import os
import shutil
import sys
import tempfile
import warnings
from functools import partial

import anyio
import mcp_types as types
from mcp import Client, ClientSession
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.shared.exceptions import MCPError
from mcp_types import CONNECTION_CLOSED, INVALID_PARAMS, METHOD_NOT_FOUND, REQUEST_TIMEOUT

import wire

HERE = os.path.dirname(os.path.abspath(__file__))
TIMEOUT = float(os.environ.get("INTEROP_TIMEOUT", "10"))
BUFFER = int(os.environ.get("INTEROP_BUFFER", "4096"))
MODERN = "2026-07-28"
UNKNOWN = "2099-01-01"
INFO = types.Implementation(name="interop-python", version="1.0.0")

# Each letter in turn fills a buffer; a writer may need more bytes for it than the client did.
ESCAPED = '"\\/\b\f\n\r\t\x00\x1f\x7f\x80\u00e9\u2028\uffff\U0001f600<'


class Failure(AssertionError):
    """A check that does not hold."""


def need(condition, message):
    if not condition:
        raise Failure(message)


def brief(value):
    text = repr(value)
    return text if len(text) < 200 else text[:150] + f"… ({len(text)} characters)"


class Report:
    def __init__(self):
        self.passed = self.failed = self.late = 0

    def line(self, name, why=None):
        if why is None:
            self.passed += 1
            print(f"ok   {name}", flush=True)
        else:
            self.failed += 1
            print(f"FAIL {name}: {why}", flush=True)

    async def check(self, name, action, seconds=TIMEOUT):
        """Runs one check, bounded in time. After the second time-out the rest is not waited for."""
        if self.late > 1:
            self.line(name, "not tried after two time-outs")
            return
        try:
            with anyio.fail_after(seconds):
                await action()
        except TimeoutError:
            self.late += 1
            self.line(name, f"no end within {seconds:g} s")
        except Exception as error:
            if isinstance(error, MCPError) and error.code == REQUEST_TIMEOUT:
                self.late += 1
            code = f" {error.code}" if isinstance(error, MCPError) else ""
            self.line(name, f"{type(error).__name__}{code}: {brief(str(error))}")
        else:
            self.line(name)


class Peer:
    """A connected official client: `client` where Client can do it, else a bare ClientSession."""

    def __init__(self, client, session):
        self.client, self.session = client, session

    async def call(self, *arguments, **options):
        return await self.client.call_tool(*arguments, **options)

    async def echo(self, text, **options):
        result = await self.call("echo", {"text": text}, **options)
        need(not result.is_error, f"isError: {brief(result.content)}")
        need(len(result.content) == 1, f"{len(result.content)} pieces of content")
        need(result.content[0].type == "text", f"content of type {result.content[0].type}")
        need(
            result.content[0].text == text,
            f"sent {brief(text)}, got {brief(result.content[0].text)}",
        )

    async def raw(self, method, params=None):
        request = types.Request[dict, str](method=method, params=params)
        return await self.session.send_request(request, types.Result)


async def offer(session, version):
    """The handshake with a version of our choice; initialize() offers only its latest."""
    params = types.InitializeRequestParams(
        protocol_version=version, capabilities=types.ClientCapabilities(), client_info=INFO
    )
    result = await session.send_request(
        types.InitializeRequest(params=params), types.InitializeResult
    )
    session.adopt(result)
    await session.send_notification(types.InitializedNotification())


@contextlib.asynccontextmanager
async def connect(era, server):
    modes = {"2025-11-25": "legacy", MODERN: MODERN, "auto": "auto"}
    if era in modes:
        options = {"client_info": INFO, "read_timeout_seconds": TIMEOUT, "mode": modes[era]}
        async with Client(server, **options) as client:
            yield Peer(client, client.session)
        return
    async with stdio_client(server) as (read, write):
        async with ClientSession(read, write, TIMEOUT, client_info=INFO) as session:
            await offer(session, era)
            yield Peer(session, session)


async def must_fail(code, awaitable):
    """The call must be answered by an error of the server; gives it. `code` None: any code."""
    try:
        result = await awaitable
    except MCPError as error:
        local = error.code in (CONNECTION_CLOSED, REQUEST_TIMEOUT)
        need(not local, f"no answer: {error.code} {error}")
        need(code is None or error.code == code, f"error {error.code} instead of {code}")
        return error
    raise Failure(f"no error but {brief(result)}")


async def must_be_error_result(awaitable, text=None):
    result = await awaitable
    need(result.is_error, f"no isError: {brief(result)}")
    got = "".join(part.text for part in result.content)
    need(text is None or got == text, f"the text is {brief(got)}")


def requests_cancelled(directory):
    """How many cancel notifications the tap has seen."""
    count = 0
    for name in os.listdir(directory):
        with open(os.path.join(directory, name), encoding="utf-8") as file:
            count += sum("notifications/cancelled" in line for line in file)
    return count


async def cancel(peer, directory):
    """Gives up a call right after it went out; the client then says so to the server."""
    before = requests_cancelled(directory)
    for attempt in range(40):
        with anyio.CancelScope() as scope:
            async with anyio.create_task_group() as group:
                group.start_soon(peer.echo, "to be cancelled")
                for _ in range(2 + attempt % 8):
                    await asyncio.sleep(0)
                scope.cancel()
        await asyncio.sleep(0.02)
        if requests_cancelled(directory) > before:
            break
    else:
        raise Failure("the client sent no notifications/cancelled")
    await peer.echo("after the cancel")


async def cancel_unknown(peer):
    params = types.CancelledNotificationParams(request_id=987654321, reason="never sent")
    await peer.session.send_notification(types.CancelledNotification(params=params))
    await peer.echo("after a cancel of nothing")


async def unknown_notification(peer):
    note = types.Notification[dict, str](method="notifications/nonsense", params={"a": [1, {}]})
    await peer.session.send_notification(note)
    await peer.echo("after an unknown notification")


async def list_tools(peer):
    result = await peer.client.list_tools()
    need([tool.name for tool in result.tools] == ["echo"], f"tools {brief(result.tools)}")
    need(result.next_cursor is None, f"there is more: {result.next_cursor!r}")
    tool = result.tools[0]
    need(tool.description == "Returns its text", f"description {tool.description!r}")
    need(tool.input_schema.get("type") == "object", f"inputSchema {brief(tool.input_schema)}")


async def many(peer, count):
    async with anyio.create_task_group() as group:
        for number in range(count):
            group.start_soon(peer.echo, f"call {number} of {count} \u2713")


async def over_long(peer):
    text = "long " * ((2 * BUFFER or 200_000) // 5 + 800)
    if BUFFER:
        await must_fail(None, peer.call("echo", {"text": text}))
    else:
        await peer.echo(text)


async def around_buffer(peer):
    """Lengths about that of the buffer: each is answered, by the text or by an error."""
    size = BUFFER or 4096
    for length in range(size - 500, size + 100, 12):
        with contextlib.suppress(MCPError):
            await peer.echo("y" * length)
            continue
        await must_fail(None, peer.call("echo", {"text": "y" * length}))


async def escapes(peer):
    """Calls that nearly fill the buffer with what a writer may have to escape at greater length."""
    for letter in ESCAPED:
        text = letter * (
            ((BUFFER or 4096) - 600) // len(json.dumps(letter, ensure_ascii=False)[1:-1].encode())
        )
        try:
            await peer.echo(text)
        except MCPError:
            await must_fail(None, peer.call("echo", {"text": text}))


async def connected(report, peer, era, directory):
    legacy = {UNKNOWN: "2025-11-25"}.get(era, era) if era not in ("auto", MODERN) else None
    session = peer.session

    async def version():
        need(session.protocol_version == (legacy or MODERN), f"it is {session.protocol_version}")

    async def info():
        found = session.server_info
        if era == MODERN:  # pinned: nothing was asked yet
            result = types.DiscoverResult.model_validate(await session.send_discover(MODERN))
            found = types.Implementation.model_validate(result.meta[wire.SERVER_KEY])
            need(MODERN in result.supported_versions, f"versions {result.supported_versions}")
        got = {"name": found.name, "version": found.version} if found else None
        need(got == wire.ECHO, f"it is {got}")

    async def capabilities():
        found = session.server_capabilities
        if era == MODERN:
            found = types.DiscoverResult.model_validate(
                await session.send_discover(MODERN)
            ).capabilities
        need(found.tools is not None, "no tools")
        others = [
            key for key in ("resources", "prompts", "completions", "logging") if getattr(found, key)
        ]
        need(not others, f"also {others}")

    check = report.check
    await check("the negotiated version", version)
    await check("the server's name and version", info)
    await check("the server's capabilities: tools and nothing else", capabilities)
    await check("tools/list gives exactly the echo tool", lambda: list_tools(peer))
    with open(os.path.join(HERE, "texts.json"), encoding="utf-8") as file:
        for name, text, *times in json.load(file):
            await check(f"echo: {name}", partial(peer.echo, text * (times or [1])[0]))
    await check("echo with an argument it does not know", lambda: with_extra(peer))
    await check("echo with a progress token", lambda: with_progress(peer))
    missing = "text is missing"
    await check("echo without text", lambda: must_be_error_result(peer.call("echo", {}), missing))
    await check("echo without arguments", lambda: must_be_error_result(peer.call("echo"), missing))
    await check("an unknown tool", lambda: must_fail(INVALID_PARAMS, peer.call("no such tool", {})))
    await check(
        "a method the server lacks", lambda: must_fail(METHOD_NOT_FOUND, session.list_resources())
    )
    await check(
        "a method nobody has", lambda: must_fail(METHOD_NOT_FOUND, peer.raw("x/y", {"a": 1}))
    )
    await check("an unknown notification", lambda: unknown_notification(peer))
    if legacy:
        await check("ping", session.send_ping)
    else:
        await check("ping is no more", lambda: must_fail(METHOD_NOT_FOUND, session.send_ping()))
        await check("a revision nobody knows", lambda: unsupported(session))
    await check("50 calls at once", lambda: many(peer, 50), 3 * TIMEOUT)
    await check("a call that is cancelled", lambda: cancel(peer, directory), 3 * TIMEOUT)
    await check("a cancel of nothing", lambda: cancel_unknown(peer))
    name = "is refused" if BUFFER else "is answered whole"
    await check(f"a call longer than any buffer {name}", lambda: over_long(peer))
    await check("the call after it", lambda: peer.echo("still here"))
    await check("lengths around the buffer's", lambda: around_buffer(peer), 3 * TIMEOUT)
    await check("buffers full of escapes", lambda: escapes(peer), 3 * TIMEOUT)
    await check("50 calls at once again", lambda: many(peer, 50), 3 * TIMEOUT)


async def with_extra(peer):
    result = await peer.call("echo", {"before": {"text": "no"}, "text": "yes", "z": None})
    need([part.text for part in result.content] == ["yes"], f"got {brief(result.content)}")


async def with_progress(peer):
    async def progress(*_):
        pass

    await peer.echo("with a token", progress_callback=progress)


async def unsupported(session):
    error = await must_fail(types.UNSUPPORTED_PROTOCOL_VERSION, session.send_discover(UNKNOWN))
    need(MODERN in (error.data or {}).get("supported", []), f"data {brief(error.data)}")
    need(error.data.get("requested") == UNKNOWN, f"data {brief(error.data)}")


async def main(era, command, directory):
    report = Report()
    tap = [os.path.join(HERE, "tap.py"), directory, "--", *command]
    server = StdioServerParameters(command=sys.executable, args=tap, env=dict(os.environ))
    reached = False
    try:
        with anyio.fail_after(2 * TIMEOUT) as scope:
            async with connect(era, server) as peer:
                reached = True
                report.line("connect")
                scope.deadline += 30 * TIMEOUT
                await connected(report, peer, era, directory)
        report.line("close")
    except Exception as error:
        while isinstance(error, ExceptionGroup):
            error = error.exceptions[0]
        why = f"{type(error).__name__}: {brief(str(error))}"
        report.line("close" if reached else "connect", why)
    for rule, why in wire.judge(directory, era):
        report.line(rule, why)
    print(f"{report.passed} passed, {report.failed} failed", flush=True)
    return report.failed > 0


if __name__ == "__main__":
    if len(sys.argv) < 4 or sys.argv[2] != "--":
        sys.exit(__doc__)
    warnings.simplefilter("ignore")
    keep = os.environ.get("INTEROP_LOG")
    log = keep or tempfile.mkdtemp(prefix="interop-")
    try:
        failed = asyncio.run(main(sys.argv[1], sys.argv[3:], log))
    finally:
        if not keep:
            shutil.rmtree(log, ignore_errors=True)
    sys.exit(failed)
