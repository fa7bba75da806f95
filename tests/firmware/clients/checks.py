"""What the Python client does with the device, one function a subject."""

import json
import time
from functools import partial

import anyio
import mcp_types as types
from mcp.client.subscriptions import ResourceUpdated
from mcp.shared.exceptions import MCPError

from client import need
from device import CHANNELS, DEVICE, MEMORY, PINS, dumped, reading
from device import INVALID_PARAMS, INVALID_REQUEST, METHOD_NOT_FOUND, NO_RESOURCE, UNDECLARED
from match import differs, short
from peer import ELICIT, plain, settle

UPDATED = "notifications/resources/updated"


def said(result):
    """The text of a result that is nothing but one text."""
    (part,) = result["content"]
    need(part["type"] == "text", f"content of type {part['type']}")
    return part["text"]


async def tells(peer, text, name, arguments=None, **more):
    result = await peer.call(name, arguments, **more)
    need(not result.get("isError"), f"{name} failed: {short(result)}")
    need(said(result) == text, f"{name} says {short(said(result))} instead of {short(text)}")


async def fails(peer, text, name, arguments=None):
    result = await peer.call(name, arguments)
    need(result.get("isError"), f"{name} {short(arguments)} did not fail: {short(result)}")
    why = differs(text, said(result))
    need(not why, f"{name} {short(arguments)}: {why}")


async def refused(peer, code, method, params=None):
    got, why = await peer.refused(peer.raw(method, params))
    need(got == code, f"{method} {short(params)}: {got} {why} instead of {code}")


async def channel(peer, n):
    await tells(peer, reading(n), CHANNELS[n])


async def text_of(peer, uri):
    """A resource, without the client's cache."""
    (contents,) = plain(await peer.session.read_resource(uri))["contents"]
    need(contents["uri"] == uri, f"it says to be {contents['uri']}")
    need(contents.get("mimeType") == "text/plain", f"{uri} is {contents.get('mimeType')}")
    return contents["text"]


async def stack(peer):
    """The bytes of stack that were used at worst since the device was switched on."""
    name, count = (await text_of(peer, MEMORY)).split(" ")
    need(name == "stack" and 0 < int(count) < 65536, f"{name} {count}")
    return int(count)


async def identity(peer):
    session = peer.session
    info, capabilities = session.server_info, session.server_capabilities
    if session.server_info is None or peer.modern:
        found = types.DiscoverResult.model_validate(await session.send_discover(peer.revision))
        need(peer.revision in found.supported_versions, f"versions {found.supported_versions}")
        capabilities = found.capabilities
        info = types.Implementation.model_validate(found.meta["io.modelcontextprotocol/serverInfo"])
    need(session.protocol_version == peer.revision, f"it is {session.protocol_version}")
    wanted = dict(DEVICE["identity"])
    if peer.revision < "2025-06-18":  # has no titles
        del wanted["title"]
    why = differs(wanted, plain(info))
    need(not why, f"identity: {why}")
    got = {
        name: {key: value for key, value in one.items() if value is not False}
        for name, one in plain(capabilities).items()
    }
    why = differs(DEVICE["capabilities"], got)
    need(not why, f"capabilities: {why}")


async def pages(peer, method, key):
    entries, cursor, count = [], None, 0
    while cursor is not None or count == 0:
        params = types.PaginatedRequestParams(cursor=cursor) if cursor is not None else None
        page = plain(await getattr(peer.session, method)(params=params))
        need(page[key], "an empty page")
        entries += page[key]
        count += 1
        need(count < 60, "the list has no end")
        cursor = page.get("nextCursor")
    return entries, count


async def lists(peer):
    tools, count = await pages(peer, "list_tools", "tools")
    need(count > 1, "all tools came on one page")
    names = [tool["name"] for tool in tools]
    need(names == DEVICE["tools"] + CHANNELS, f"{len(names)} tools, in this order: {names}")
    for n, tool in enumerate(tools):
        need(tool["inputSchema"]["type"] == "object", f"{tool['name']}: {tool['inputSchema']}")
        number = n - len(DEVICE["tools"])
        wanted = f"Reads channel {number:02}" if number >= 0 else "~.+"
        need(not (why := differs(wanted, tool["description"])), f"{tool['name']}: {why}")
        has = "outputSchema" in tool
        need(has == (tool["name"] == "set_pin" and peer.revision >= "2025-06-18"), short(tool))
    schema = tools[names.index("set_pin")]["inputSchema"]
    need(set(schema["required"]) == {"pin", "level"}, short(schema))
    need(set(schema["properties"]) == {"pin", "level", "duty", "label"}, short(schema))
    for name, wanted in (("pin", (0, 15)), ("duty", (0, 1))):
        field = schema["properties"][name]
        need((field["minimum"], field["maximum"]) == wanted, f"{name}: {short(field)}")
    steps = tools[names.index("measure")]["inputSchema"]["properties"]["steps"]
    need((steps["minimum"], steps["maximum"]) == (1, 100), short(steps))
    resources, _ = await pages(peer, "list_resources", "resources")
    need([one["uri"] for one in resources] == [PINS, MEMORY], short(resources))
    need(all(one["mimeType"] == "text/plain" for one in resources), short(resources))
    prompts, _ = await pages(peer, "list_prompts", "prompts")
    need([one["name"] for one in prompts] == ["diagnose"], short(prompts))
    (argument,) = prompts[0]["arguments"]
    need((argument["name"], argument["required"]) == ("part", True), short(argument))


async def channels(peer):
    for n in range(DEVICE["channels"]):
        await channel(peer, n)


async def typed(peer, case):
    arguments = case["arguments"]
    before = await text_of(peer, PINS)
    if "fails" in case:
        await fails(peer, case["fails"], "set_pin", arguments)
        need(await text_of(peer, PINS) == before, "a pin changed")
        return
    result = await peer.call("set_pin", arguments)
    need(not result.get("isError"), f"it failed: {short(result)}")
    structured = peer.revision >= "2025-06-18"
    need(("structuredContent" in result) == structured, short(result))
    for got in (json.loads(said(result)), result.get("structuredContent", case["gives"])):
        need(not (why := differs(case["gives"], got)), why)
    pin, letter = arguments["pin"], arguments["level"][0].upper()
    wanted = before[:pin] + letter + before[pin + 1 :]
    got = await text_of(peer, PINS)
    need(got == wanted and len(got) == 16, f"the pins are {got} instead of {wanted}")


async def measure(peer):
    """A client may lose the reports that it reads together with the answer, which are all of them
    when it was kept waiting for so long; then it tries again. judge.py sees all."""
    seen = []

    async def on_progress(done, total, _):
        seen.append((done, total))

    for _ in range(5):
        begun = time.monotonic()
        await tells(
            peer, "measured 8 times", "measure", {"steps": 8}, progress_callback=on_progress
        )
        took = time.monotonic() - begun
        need(0.3 < took < 8, f"8 steps took {took:.2f} s")
        await settle()
        need(seen == [(n, 8) for n in range(1, 9)][: len(seen)], f"reported {seen}")
        if seen:
            break
    need(seen, "nothing was ever reported")
    await tells(peer, "measured 1 times", "measure", {"steps": 1})
    await tells(peer, "measured 10 times", "measure", {})
    await tells(peer, "measured 10 times", "measure", progress_callback=on_progress)


async def bad_steps(peer):
    for steps in (0, 101, -1, 4294967297):
        await fails(peer, "steps is out of bounds", "measure", {"steps": steps})
    for steps in ("ten", 1.5, True):
        await fails(peer, "~.*steps.*", "measure", {"steps": steps})


async def side_by_side(peer):
    """Two measurements at a time, not three; and all else goes on meanwhile."""
    begun = {1: [], 2: []}

    async def one(n):
        async def on_progress(done, *_):
            begun[n].append(done)

        text, steps = f"measured {60 + n} times", {"steps": 60 + n}
        await tells(peer, text, "measure", steps, progress_callback=on_progress)

    async with anyio.create_task_group() as group:
        group.start_soon(one, 1)
        group.start_soon(one, 2)
        await peer.until(lambda: begun[1] and begun[2], "both to begin")
        await fails(peer, "busy", "measure", {"steps": 2})
        await channel(peer, 11)
        await errors(peer)
        await fails(peer, "busy", "measure")
        await dump(peer)
    await tells(peer, "measured 2 times", "measure", {"steps": 2})


async def errors(peer):
    await refused(peer, INVALID_PARAMS, "tools/call", {"name": "read_channel_40", "arguments": {}})
    await refused(peer, INVALID_PARAMS, "tools/call", {"name": "read_channel_0", "arguments": {}})
    await refused(peer, INVALID_PARAMS, "tools/call", {"arguments": {}})
    await refused(peer, METHOD_NOT_FOUND, "x/y", {"a": [1]})
    await refused(peer, METHOD_NOT_FOUND, "tools/nonsense")
    await refused(peer, INVALID_PARAMS, "prompts/get", {"name": "no-such"})
    missing = INVALID_PARAMS if peer.modern else NO_RESOURCE
    await refused(peer, missing, "resources/read", {"uri": "device://no-such"})
    for method in ("tools/list", "resources/list", "prompts/list"):
        await refused(peer, INVALID_PARAMS, method, {"cursor": "no such page"})
    if peer.modern:
        for method in ("ping", "resources/subscribe"):
            await refused(peer, METHOD_NOT_FOUND, method, {"uri": PINS})


async def dump(peer):
    text = said(await peer.call("dump", {}))
    wanted = dumped()
    if text != wanted:
        pairs = enumerate(zip(text, wanted))
        at = next((n for n, (got, want) in pairs if got != want), "its end")
        raise AssertionError(f"{len(text)} of {len(wanted)} characters, wrong from {at}")


async def cancel(peer, unanswered):
    """A measurement is given up: it is not answered any more, and makes room for others."""
    for _ in range(3):
        before, begun = unanswered(), []

        async def on_progress(*_, begun=begun):
            begun.append(1)

        async with anyio.create_task_group() as group:
            call = partial(peer.call, "measure", {"steps": 100}, progress_callback=on_progress)
            group.start_soon(call)
            await peer.until(lambda begun=begun: len(begun) > 1, "two reports")
            group.cancel_scope.cancel()
        await peer.until(lambda before=before: unanswered() > before, "the cancel")
        await channel(peer, 3)
    await tells(peer, "measured 4 times", "measure", {"steps": 4})


async def cancel_dump(peer):
    """A dump is given up on its way: what comes are whole messages, whatever came through."""
    for moment in (0, 0.002, 0.01):
        with anyio.move_on_after(moment):
            await peer.call("dump", {})
        await channel(peer, 5)
    await dump(peer)


async def prompt(peer):
    for part in ("lamp", 'the "left" ☃'):
        pins = await text_of(peer, PINS)
        (message,) = (await peer.prompt("diagnose", {"part": part}))["messages"]
        wanted = {"type": "text", "text": f"Diagnose {part}. Pins: {pins}"}
        need(message["role"] == "user", f"from {message['role']}")
        need(not (why := differs(wanted, message["content"])), why)
    code, _ = await peer.refused(peer.prompt("diagnose"))
    need(code == INVALID_PARAMS, f"without its argument: {code}")
    code, _ = await peer.refused(peer.prompt("diagnose", {"whole": "lamp"}))
    need(code == INVALID_PARAMS, f"with another argument: {code}")


async def rename(peer):
    async def asked(answer):
        with peer.expecting([[ELICIT, DEVICE["question"], answer]]):
            result = await peer.call("rename", {})
        return result.get("isError", False), said(result)

    for name in ("lamp", 'the "left" ☃'):
        got = await asked({"action": "accept", "content": {"name": name}})
        need(got == (False, f"called {name}"), f"accepted: {got}")
    for action in ("decline", "cancel"):
        got = await asked({"action": action})
        need(got == (True, "no name was given"), f"{action}: {got}")
    await channel(peer, 7)


async def unasked(peer):
    """A client that cannot be asked is told so, with what it lacks."""
    wanted = UNDECLARED if peer.modern else INVALID_REQUEST
    with peer.expecting([]):
        try:
            result = await peer.call("rename", {})
        except MCPError as error:
            need(error.code == wanted, f"error {error.code} {error}")
            lacks = (error.data or {}).get("requiredCapabilities", {})
            need(not peer.modern or "elicitation" in lacks, f"it needs {lacks}")
            return
    raise AssertionError(f"no error but {short(result)}")


async def change(peer, level):
    await peer.call("set_pin", {"pin": 1, "level": level})


async def subscribe(peer):
    def seen():
        return peer.count(UPDATED, PINS)

    async def no_more(count, what):
        await channel(peer, 1)
        await settle()
        need(seen() == count, f"{what}: {seen()} updates instead of {count}")

    await change(peer, "low")
    await no_more(0, "before")
    await peer.session.subscribe_resource(PINS)
    for count in (1, 2, 3):
        await change(peer, "high")
        await peer.until(lambda count=count: seen() >= count, f"update {count}")
    await peer.call("set_pin", {"pin": 16, "level": "high"})
    await no_more(3, "after a call that failed")
    await peer.session.unsubscribe_resource(PINS)
    await change(peer, "low")
    await no_more(3, "after the end")
    await peer.session.subscribe_resource(PINS)
    await peer.session.subscribe_resource(PINS)
    await change(peer, "high")
    await peer.until(lambda: seen() >= 4, "the update after subscribing again")
    await no_more(4, "after subscribing twice")
    await peer.session.unsubscribe_resource(PINS)
    code, _ = await peer.refused(peer.raw("subscriptions/listen", {"notifications": {}}))
    need(code in (METHOD_NOT_FOUND, INVALID_PARAMS), f"a listen in this era: {code}")


async def listen(peer):
    async def no_more(sub, what):
        await channel(peer, 1)
        with anyio.move_on_after(0.05):
            raise AssertionError(f"{what}: {await anext(sub, 'its end')}")

    async def comes(sub):
        event = await anext(sub, "its end")
        need(event == ResourceUpdated(PINS), f"{event}")

    async with peer.client.listen(resource_subscriptions=[PINS]) as one:
        need(plain(one.honored) == {"resourceSubscriptions": [PINS]}, f"{one.honored}")
        for level in ("high", "low", "high"):
            await change(peer, level)
            await comes(one)
        await peer.call("set_pin", {"pin": 16, "level": "high"})
        await no_more(one, "after a call that failed")
        async with peer.client.listen(resource_subscriptions=[MEMORY]) as other:
            await change(peer, "low")
            await comes(one)
            await no_more(other, "of a resource that did not change")
        await change(peer, "high")
        await comes(one)
    await change(peer, "low")
    async with peer.client.listen(resource_subscriptions=[PINS]) as again:
        await no_more(again, "of a change before the listen")
        await change(peer, "high")
        await comes(again)


async def pings(peer):
    for _ in range(10):
        await peer.session.send_ping()
