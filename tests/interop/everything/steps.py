"""What the Python client does with the everything server, one function a subject."""

import json

import anyio
import mcp_types as types
from mcp.shared.exceptions import MCPError

from client import INFO, INVALID_PARAMS, METHOD_NOT_FOUND, MODERN, need
from match import differs, short
from peer import ASKS, CASES, ELICIT, HOLD, ROOTS, SAMPLE, settle

WATCHED = "test://watched-resource"
LEVELS = "io.modelcontextprotocol/logLevel"
TOOLS_CHANGED = "notifications/tools/list_changed"
PROMPTS_CHANGED = "notifications/prompts/list_changed"
RESOURCES_CHANGED = "notifications/resources/list_changed"
UPDATED = "notifications/resources/updated"


async def perform(peer, case):
    """One case of the tables: asks for something and compares what comes."""
    with peer.expecting(case.get("answers", [])):
        ask = asking(peer, case)
        if "error" in case:
            try:
                result = await ask
            except MCPError as error:
                need(error.code == case["error"], f"error {error.code} {error}")
                why = differs(case.get("data", {}), error.data or {}, exact=False)
                need(not why, f"data: {why}")
                return
            raise AssertionError(f"no error but {short(result)}")
        result = await ask
    need(bool(result.get("isError")) == case.get("fails", False), f"{short(result)}")
    for key in ("content", "contents", "messages"):
        if key in case:
            need(not (why := differs(case[key], clean(result[key]))), f"{key}{why}")
    said = " ".join(texts(result))
    need("text" not in case or said == case.get("text"), f"it says {short(said)}")
    for part in case.get("holds", []):
        need(part in said, f"{part!r} is not in {short(said)}")


def asking(peer, case):
    if "call" in case:
        return peer.call(case["call"], case.get("arguments"))
    if "prompt" in case:
        return peer.prompt(case["prompt"], case.get("arguments"))
    return peer.read(case["read"])


def clean(value):
    """Without the `_meta` that a server may add anywhere."""
    if isinstance(value, list):
        return [clean(one) for one in value]
    if isinstance(value, dict):
        return {key: clean(one) for key, one in value.items() if key != "_meta"}
    return value


def texts(result):
    """All texts of a result of a tool, and of a prompt."""
    parts = result.get("content") or result.get("contents", [])
    parts = parts or [message["content"] for message in result.get("messages", [])]
    return [part["text"] for part in parts if "text" in part and part.get("type", "text") == "text"]


def in_revision(case, revision):
    return case.get("from", "") <= revision <= case.get("to", "9")


async def identity(peer):
    session = peer.session
    info, capabilities = session.server_info, session.server_capabilities
    if peer.era == MODERN:  # pinned: nothing was asked beforehand
        found = types.DiscoverResult.model_validate(await session.send_discover(MODERN))
        need(MODERN in found.supported_versions, f"versions {found.supported_versions}")
        capabilities, instructions = found.capabilities, found.instructions
        info = types.Implementation.model_validate(found.meta["io.modelcontextprotocol/serverInfo"])
    else:
        instructions = session.instructions
    need(session.protocol_version == peer.revision, f"it is {session.protocol_version}")
    need(info.name == "everything" and info.version, f"it is {info}")
    need(instructions, "there are no instructions")
    wanted = dict(CASES["capabilities"])
    if peer.revision == "2024-11-05":  # has no such capability
        del wanted["completions"]
    why = differs(wanted, plain_capabilities(capabilities))
    need(not why, f"capabilities: {why}")


def plain_capabilities(model):
    return model.model_dump(by_alias=True, mode="json", exclude_none=True)


async def pages(peer, method, key, at_least=1):
    """All entries of a list, over its pages."""
    entries, cursor, count = [], None, 0
    while True:
        params = types.PaginatedRequestParams(cursor=cursor) if cursor is not None else None
        page = plain_capabilities(await getattr(peer.session, method)(params=params))
        need(page[key], "an empty page")
        entries += page[key]
        count += 1
        cursor = page.get("nextCursor")
        if cursor is None:
            break
        need(count < 200, "the list has no end")
    need(count >= at_least, f"{count} pages")
    return entries


async def lists(peer, at_least=1):
    tools = await pages(peer, "list_tools", "tools", at_least)
    names = [tool["name"] for tool in tools]
    need(len(names) == len(set(names)), f"a tool is listed twice among {names}")
    missing = [name for name in CASES["tools"] if name not in names]
    need(not missing, f"not listed: {missing}")
    for tool in tools:
        need(tool.get("description"), f"{tool['name']} has no description")
        need(tool["inputSchema"]["type"] == "object", f"{tool['name']}: {tool['inputSchema']}")
    schema = next(tool for tool in tools if tool["name"] == "json_schema_2020_12_tool")
    need(not (why := differs(CASES["schema"], schema["inputSchema"])), f"schema{why}")
    resources = await pages(peer, "list_resources", "resources", at_least=min(at_least, 2))
    found = {resource["uri"]: resource for resource in resources}
    for uri, kind in CASES["resources"].items():
        need(uri in found, f"{uri} is not listed")
        need(found[uri].get("mimeType") == kind, f"{uri}: {found[uri]}")
    for resource in resources:
        need(resource.get("name") and resource.get("description"), f"{resource}")
    templates = await pages(peer, "list_resource_templates", "resourceTemplates")
    found = [template["uriTemplate"] for template in templates]
    need(all(one in found for one in CASES["templates"]), f"templates {found}")
    prompts = await pages(peer, "list_prompts", "prompts", at_least=min(at_least, 2))
    found = {prompt["name"]: prompt for prompt in prompts}
    for name, arguments in CASES["prompts"].items():
        need(name in found and found[name].get("description"), f"{name}: {found.get(name)}")
        got = [argument["name"] for argument in found[name].get("arguments", [])]
        need(got == arguments, f"{name} has the arguments {got}")
    return tools


async def bad_cursor(peer):
    for method in ("tools/list", "resources/list", "resources/templates/list", "prompts/list"):
        code, _ = await peer.refused(peer.raw(method, {"cursor": "no such page"}))
        need(code == INVALID_PARAMS, f"{method}: {code}")


async def structured(peer, tools):
    """Every tool that has an output schema: its text is the JSON of its structured content."""
    schemas = [tool for tool in tools if "outputSchema" in tool]
    need(schemas, "no tool has an output schema")
    for tool in schemas:
        need(not tool["inputSchema"].get("required"), f"{tool['name']} needs arguments")
        result = await peer.call(tool["name"], {})
        need("structuredContent" in result, f"{tool['name']}: {short(result)}")
        same = [json.loads(part) for part in texts(result) if part[:1] in "{["]
        need(result["structuredContent"] in same, f"no text says so too: {short(result)}")


async def large(peer):
    """The largest of the listed resources comes whole."""
    resources = await pages(peer, "list_resources", "resources")
    largest = max(resources, key=lambda resource: resource.get("size", 0))
    size = largest.get("size", 0)
    need(size > 100_000, f"the largest has {size} bytes")
    (contents,) = (await peer.read(largest["uri"]))["contents"]
    got = len(contents["text"].encode())
    need(got == size, f"{largest['uri']} came with {got} of {size} bytes")


async def completion(peer):
    prompt = {"type": "ref/prompt", "name": "test_prompt_with_arguments"}
    template = {"type": "ref/resource", "uri": "test://template/{id}/data"}
    found = await peer.complete(prompt, "arg1", "")
    need(found["values"], f"nothing for arg1: {found}")
    first = found["values"][0]
    again = await peer.complete(prompt, "arg1", first[:1])
    need(first in again["values"], f"{first!r} is not offered for {first[:1]!r}: {again}")
    need(all(value.startswith(first[:1]) for value in again["values"]), f"{again}")
    none = await peer.complete(prompt, "arg1", "no such beginning")
    need(none["values"] == [], f"{none}")
    ids = await peer.complete(template, "id", "")
    need(len(ids["values"]) == 100, f"{len(ids['values'])} values instead of 100")
    need(ids.get("hasMore") is True and ids.get("total", 101) > 100, f"{short(ids)}")
    if peer.revision >= "2025-06-18":
        without = await peer.complete(prompt, "arg2", "")
        context = {"arg1": first}
        given = await peer.complete(prompt, "arg2", "", context)
        need(given["values"] != without["values"], f"the context changes nothing: {given}")
    for ref in ({**prompt, "name": "no_such_prompt"}, {**template, "uri": "test://no/{such}"}):
        code, _ = await peer.refused(peer.complete(ref, "arg1", ""))
        need(code == INVALID_PARAMS, f"{ref}: error {code}")


async def logged(peer, tool, **more):
    """What a call of this tool logs."""
    peer.logs = []
    await peer.call(tool, **more)
    await settle()
    return [(log["level"], log["data"]) for log in peer.logs]


async def logging(peer):
    wanted = [("info", text) for text in CASES["logs"]]
    if not peer.modern:
        await peer.session.set_logging_level("debug")
        peer.logs = []
        await peer.call("test_tool_with_logging")
        await peer.until(lambda: len(peer.logs) >= 3, "three log messages")
        got = [(log["level"], log["data"]) for log in peer.logs]
        need(got == wanted, f"{got}")
        await peer.session.set_logging_level("warning")
        got = await logged(peer, "test_tool_with_logging")
        need(not got, f"below the level: {got}")
        await peer.session.set_logging_level("info")
        got = await logged(peer, "test_tool_with_logging")
        need(len(got) == 3, f"at the level: {got}")
        code, _ = await peer.refused(peer.raw("logging/setLevel", {"level": "loud"}))
        need(code == INVALID_PARAMS, f"an unknown level: {code}")
        return
    code, _ = await peer.refused(peer.raw("logging/setLevel", {"level": "info"}))
    need(code == METHOD_NOT_FOUND, f"logging/setLevel: {code}")
    got = await logged(peer, "test_tool_with_logging", meta={LEVELS: "debug"})
    need(got == wanted, f"{got}")
    for tool in ("test_logging_tool", "test_tool_with_logging"):
        need(await logged(peer, tool, meta={LEVELS: "info"}), f"{tool} logs nothing")
        got = await logged(peer, tool)
        need(not got, f"{tool} without a level: {got}")
        got = await logged(peer, tool, meta={LEVELS: "emergency"})
        need(not got, f"{tool} below its level: {got}")
    code, _ = await peer.refused(peer.call("test_logging_tool", meta={LEVELS: "loud"}))
    need(code == INVALID_PARAMS, f"an unknown level: {code}")


async def progress(peer):
    """Five at once, each with steps of its own.

    What a client sees of them is no more than what was sent: it may lose a report that comes
    together with the answer. The judge of the wire sees all.
    """
    seen = []

    async def one():
        got = []

        async def on_progress(done, total, _message):
            got.append((done, total))

        await peer.call("test_tool_with_progress", progress_callback=on_progress)
        await settle()
        need(got == [(0, 100), (50, 100), (100, 100)][: len(got)], f"{got}")
        seen.extend(got)

    for _ in range(5):
        async with anyio.create_task_group() as group:
            for _ in range(5):
                group.start_soon(one)
        if seen:
            break
    need(seen, "no progress was seen")
    await peer.call("test_tool_with_progress")


async def cancel_question(peer):
    """A call is given up while the server waits for an answer of ours: so it does not wait on."""
    peer.held = []
    with peer.expecting([[SAMPLE, {}, HOLD]]), anyio.CancelScope() as scope:
        async with anyio.create_task_group() as group:
            group.start_soon(peer.call, "test_sampling", {"prompt": "never mind"})
            await peer.until(lambda: peer.held, "the handler")
            scope.cancel()
    await peer.until(lambda: "cancelled" in peer.held, "the server to take its question back")
    await peer.call("test_simple_text")


async def cancel_work(peer, unanswered):
    """A long call holds up no short one. It is given up, and not answered any more."""
    before, begun = unanswered(), []

    async def on_progress(*_):
        begun.append(1)

    async def long():
        await peer.call("test_wait", {"milliseconds": 30_000}, progress_callback=on_progress)
        raise AssertionError("it was answered")

    async with anyio.create_task_group() as group:
        group.start_soon(long)
        await peer.until(lambda: len(begun) > 1, "two reports")
        await peer.call("test_simple_text")
        group.cancel_scope.cancel()
    await peer.until(lambda: unanswered() > before, "the cancel")
    await peer.call("test_simple_text")
    result = await peer.call("test_wait", {"milliseconds": 60})
    need(texts(result) == ["Waited 60 ms."], f"{short(result)}")


async def too_slow(peer):
    """The server waits for an answer only so long: it takes its question back, the call fails."""
    peer.held = []
    with peer.expecting([[SAMPLE, {}, HOLD]]):
        _, said = await peer.refused(peer.call("test_sampling", {"prompt": "think"}))
        await peer.until(lambda: "cancelled" in peer.held, "the server to take its question back")
    need(said, "no reason")
    await peer.call("test_simple_text")


async def custom(peer):
    """A request of our own making, which both sides have to carry as it is."""
    wanted = {"deep": [{"a": False, "b": [None, 1.5, "\u00e9\u2028"]}]}
    request = types.Request[dict, str](method="test/echo", params={"arguments": wanted})
    answer = await peer.session.send_request(request, Anything)
    why = differs(wanted, answer.model_dump(by_alias=True), exact=False)
    need(not why, f"{why}")


class Anything(types.Result):
    model_config = {"extra": "allow"}


async def subscribe(peer):

    def seen():
        return peer.count(UPDATED, WATCHED)

    await peer.session.subscribe_resource(WATCHED)
    await peer.call("test_update_watched_resource")
    await peer.until(lambda: seen() == 1, "the update")
    await peer.call("test_update_watched_resource")
    await peer.until(lambda: seen() == 2, "the second update")
    await peer.session.unsubscribe_resource(WATCHED)
    await peer.call("test_update_watched_resource")
    await settle()
    need(seen() == 2, "an update after the end of the subscription")
    await peer.session.unsubscribe_resource(WATCHED)
    await peer.session.subscribe_resource(WATCHED)
    await peer.session.subscribe_resource(WATCHED)
    await peer.call("test_update_watched_resource")
    await peer.until(lambda: seen() >= 3, "the update after subscribing again")
    await settle()
    need(seen() == 3, "two updates for one change")


async def changed(peer):
    for tool, method in (
        ("test_trigger_tool_change", TOOLS_CHANGED),
        ("test_trigger_prompt_change", PROMPTS_CHANGED),
        ("test_trigger_resource_change", RESOURCES_CHANGED),
    ):
        before = peer.count(method)
        await peer.call(tool)
        await peer.until(lambda b=before, m=method: peer.count(m) > b, method)
        await lists(peer)


async def legacy_listen(peer):
    params = {"notifications": {"toolsListChanged": True}}
    code, _ = await peer.refused(peer.raw("subscriptions/listen", params))
    need(code in (METHOD_NOT_FOUND, INVALID_PARAMS), f"error {code}")


async def batch_of_pings(peer):
    async with anyio.create_task_group() as group:
        for _ in range(10):
            group.start_soon(peer.session.send_ping)


async def roots_changed(peer):
    await peer.session.send_roots_list_changed()
    await peer.call("test_simple_text")


async def unknown(peer):
    for method, params in (("x/y", {"a": [1]}), ("tools/nonsense", None), ("tasks/list", None)):
        code, _ = await peer.refused(peer.raw(method, params))
        need(code == METHOD_NOT_FOUND, f"{method}: error {code}")
    if not peer.modern:
        return
    for method, params in (
        ("ping", {}),
        ("resources/subscribe", {"uri": WATCHED}),
        ("resources/unsubscribe", {"uri": WATCHED}),
        ("initialize", {"protocolVersion": MODERN, "capabilities": {}, "clientInfo": plain_info()}),
    ):
        code, _ = await peer.refused(peer.raw(method, params))
        need(code == METHOD_NOT_FOUND, f"{method}: error {code}")


def plain_info():
    return {"name": INFO.name, "version": INFO.version}


async def lacking(peer):
    """A client that declares less: what it lacks is neither asked for nor passed over."""
    # A server may refuse arguments that it does not know.
    takes = {"test_elicitation": {"message": "x"}, "test_sampling": {"prompt": "x"}}
    needs = {
        "test_elicitation": "elicitation",
        "test_input_required_result_elicitation": "elicitation",
        "test_input_required_result_list_roots": "roots",
    }
    if peer.profile == "none":
        needs |= {name: "sampling" for name in ("test_sampling", "test_missing_capability")}
    for tool, capability in needs.items():
        with peer.expecting([]):
            code, said = await peer.refused(peer.call(tool, takes.get(tool, {})))
        if not peer.modern:
            continue
        wanted = types.MISSING_REQUIRED_CLIENT_CAPABILITY
        need(code == wanted, f"{tool}: error {code} {said}")
        try:
            await peer.call(tool, takes.get(tool, {}))
        except MCPError as error:
            got = (error.data or {}).get("requiredCapabilities", {})
            need(isinstance(got.get(capability), dict), f"{tool} needs {got}")


async def lesser(peer):
    """With sampling alone: only that is asked for."""
    with peer.expecting("any"):
        await peer.call("test_input_required_result_capabilities")
        need(set(peer.asked) == {SAMPLE}, f"asked {peer.asked}")


async def every_capability(peer):
    with peer.expecting("any"):
        await peer.call("test_input_required_result_capabilities")
        kinds = {SAMPLE, ROOTS} | ({ELICIT} if peer.revision >= "2025-06-18" else set())
        need(set(peer.asked) <= kinds and SAMPLE in peer.asked, f"asked {peer.asked}")


def cases(peer):
    """The cases of the tables that the revision of this connection has."""
    for case in (*CASES["cases"], *ASKS):
        if in_revision(case, peer.revision):
            yield case
