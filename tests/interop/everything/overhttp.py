"""What only HTTP has: event streams that are lost and taken up again, and others at once."""

import asyncio
import contextlib
import os
import urllib.request

import anyio
import httpx2
import mcp_types as types
from mcp import ClientSession
from mcp.client.streamable_http import streamable_http_client
from mcp.client.subscriptions import SubscriptionLost, ToolsListChanged
from mcp.shared.exceptions import MCPError
from mcp.shared.message import ClientMessageMetadata

import peer as peers
from client import TIMEOUT, need
from match import short
from steps import UPDATED, WATCHED, texts

# What a run that goes over HTTP is told in the place of a command: the URL of proxy.py.
SCHEME = "http://"


def url_of(command, profile, name):
    """Where proxy.py has the server for a connection of this profile and name."""
    variant = profile if profile in ("paged", "slow") else "shared"
    return f"{command[0]}/{variant}/{name}/mcp"


@contextlib.asynccontextmanager
async def alone(root):
    """Nobody else makes changes that are told to all, as long as this holds."""
    path = os.path.join(root, "alone")
    while True:
        try:
            os.mkdir(path)
            break
        except FileExistsError:
            await asyncio.sleep(0.01)
    try:
        yield
    finally:
        os.rmdir(path)


async def tap(peer, what):
    """Has the tap cut a socket, of the next call (cut-post) or of the session's event stream
    (cut-get), or waits until that is open."""
    base, _, name, _ = peer.url.rsplit("/", 3)
    request = urllib.request.Request(f"{base}/tap/{name}/{what}", method="POST")
    await anyio.to_thread.run_sync(lambda: urllib.request.urlopen(request, timeout=8).read())


async def stream(peer):
    """The event stream of the session is there soon after its beginning."""
    await tap(peer, "open")


async def put_off(peer):
    """The server ends the stream of a call before its answer, for which the client comes back."""
    result = await peer.call("test_reconnection")
    need(texts(result) and not result.get("isError"), f"{short(result)}")


async def broken_call(peer):
    """The socket of a call breaks. Its client comes back for the rest; in 2026-07-28 it is lost."""
    seen = []

    async def on_progress(done, _total, _message):
        seen.append(done)

    async def call():
        arguments = {"milliseconds": 1500}
        return await peer.call("test_wait", arguments, progress_callback=on_progress)

    await tap(peer, "cut-post")
    if peer.modern:
        try:
            result = await call()
        except MCPError as error:
            need(error.code == types.CONNECTION_CLOSED, f"error {error.code} {error}")
        else:
            raise AssertionError(f"answered, though its socket broke: {short(result)}")
        await peer.call("test_simple_text")
        return
    result = await call()
    need(texts(result) == ["Waited 1500 ms."], f"{short(result)}")
    need(seen == sorted(set(seen)) and len(seen) > 20, f"not all was reported: {seen}")


async def broken_listen(peer):
    """The socket of a listen breaks: in 2026-07-28 it is lost, and the client is told so."""
    await tap(peer, "cut-post")
    try:
        async with peer.client.listen(tools_list_changed=True) as sub:
            await peer.call("test_trigger_tool_change")
            with anyio.fail_after(TIMEOUT / 2):
                while event := await anext(sub, None):
                    need(event == ToolsListChanged(), f"{event}")
        raise AssertionError("it ended in good order")
    except SubscriptionLost:
        pass
    async with peer.client.listen(tools_list_changed=True):
        pass


async def broken_stream(peer):
    """The event stream of the session breaks. What it misses is told when it is there again.

    More may come, of what another connection changed just before; that nothing comes twice is seen
    in what proxy.py wrote down."""

    def seen():
        return peer.count(UPDATED, WATCHED)

    before = seen()
    await peer.session.subscribe_resource(WATCHED)
    await peer.call("test_update_watched_resource")
    await peer.until(lambda: seen() >= before + 1, "the first update")
    await tap(peer, "cut-get")
    await peer.call("test_update_watched_resource")
    await peer.call("test_update_watched_resource")
    await peer.until(lambda: seen() >= before + 3, "what was missed")
    await peer.call("test_update_watched_resource")
    await peer.until(lambda: seen() >= before + 4, "what follows")
    await peer.session.unsubscribe_resource(WATCHED)


async def token(peer, url):
    """A call is begun on one transport and its answer read on another, by a resumption token."""
    tokens, session_id = [], []

    async def keep(value):
        tokens.append(value)

    arguments = {"name": "test_wait", "arguments": {"milliseconds": 800}}
    arguments["_meta"] = {"progressToken": "by token"}
    request = types.Request[dict, str](method="tools/call", params=arguments)

    async def begin(session):
        metadata = ClientMessageMetadata(on_resumption_token_update=keep)
        with contextlib.suppress(MCPError):
            await session.send_request(request, types.Result, metadata=metadata)

    async def on_response(response):
        if "mcp-session-id" in response.headers:
            session_id.append(response.headers["mcp-session-id"])

    async with httpx2.AsyncClient(event_hooks={"response": [on_response]}) as http:
        transport = streamable_http_client(url, http_client=http, terminate_on_close=False)
        async with transport as (read, write), ClientSession(read, write) as session:
            await peers.offer(session, peer.revision)
            async with anyio.create_task_group() as group:
                group.start_soon(begin, session)
                await peer.until(lambda: len(tokens) > 1, "two tokens")
                group.cancel_scope.cancel()
    headers = {"mcp-session-id": session_id[0], "mcp-protocol-version": peer.revision}
    async with httpx2.AsyncClient(headers=headers) as http:
        transport = streamable_http_client(url, http_client=http)
        async with transport as (read, write), ClientSession(read, write) as session:
            metadata = ClientMessageMetadata(resumption_token=tokens[-1])
            answer = await session.send_request(request, types.CallToolResult, metadata=metadata)
        (part,) = answer.content
        need(part.text == "Waited 800 ms.", f"{part}")
        await http.delete(url)


async def twins(peer, connect):
    """Two clients more, which count their requests as all do: each gets its own answers."""

    async def one(number, ready):
        async with connect(f"twin{number}") as twin:
            ready.append(1)
            await twin.until(lambda: len(ready) == 2, "the other client")
            for count in range(10):
                said = f"{number} says {count}"
                result = await twin.call("echo", {"text": said})
                need(texts(result) == [said], f"{said}: {short(result)}")
            waited = await twin.call("test_wait", {"milliseconds": 100 + number})
            need(texts(waited) == [f"Waited {100 + number} ms."], f"{short(waited)}")

    ready = []
    async with anyio.create_task_group() as group:
        group.start_soon(one, 1, ready)
        group.start_soon(one, 2, ready)


async def nobody_listens(peer):
    """Who closed a listen has taken it back: none is left to be ended."""
    async with peer.client.listen(tools_list_changed=True):
        pass
    await anyio.sleep(0.05)
    result = await peer.call("test_end_listens")
    need(texts(result) == ["0 listens end."], f"{short(result)}")
