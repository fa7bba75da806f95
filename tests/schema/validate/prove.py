"""Shows that the judge can refuse: good messages pass, and each with one thing wrong does not."""

import copy
import json
import sys

import broken
import drive
import samples
from messages import Judge
from schemas import LEGACY, MODERN, REVISIONS

# What is the application's own from here on, so that nothing can be wrong with it.
FREE = {"_meta", "structuredContent", "properties", "experimental", "extensions", "logging",
        "inputSchema", "outputSchema"}
# Properties that an object can be without, of those in the samples. All others are required.
OPTIONAL = set(
    """_meta annotations audience priority lastModified title description icons mimeType sizes
    outputSchema isError structuredContent nextCursor arguments required total hasMore size
    instructions tools listChanged logging extensions readOnlyHint modelPreferences systemPrompt
    includeContext temperature stopSequences hints costPriority maxLength format minimum default
    enumNames logger reason message toolsListChanged resourceSubscriptions requestState
    inputRequests sampling mode name""".split()
)
# Some of them are required elsewhere: by the name of what holds them.
NEEDED = {
    ("params", "message"): ("elicitation/create",),
    ("error", "message"): None,
    ("serverInfo", "name"): None,
    ("tools", "name"): None,
    ("resources", "name"): None,
    ("resourceTemplates", "name"): None,
    ("prompts", "name"): None,
    ("arguments", "name"): None,
}

# Properties of a later revision: (last revision without it, method, path, key, value).
LATER = (
    ("2024-11-05", "initialize", ("capabilities",), "completions", {}),
    ("2024-11-05", "tools/list", ("tools", 0), "annotations", {"readOnlyHint": True}),
    ("2025-03-26", "tools/list", ("tools", 0), "title", "t"),
    ("2025-03-26", "tools/list", ("tools", 0), "outputSchema", {"type": "object"}),
    ("2025-03-26", "tools/list", ("tools", 0), "_meta", {}),
    ("2025-03-26", "tools/call", (), "structuredContent", {}),
    ("2025-03-26", "initialize", ("serverInfo",), "title", "t"),
    ("2025-03-26", "prompts/list", ("prompts", 0), "title", "t"),
    ("2025-03-26", "prompts/list", ("prompts", 0, "arguments", 0), "title", "t"),
    ("2025-03-26", "resources/read", ("contents", 0), "_meta", {}),
    ("2025-03-26", "resources/list", ("resources", 0, "annotations"), "lastModified", "2025"),
    ("2025-06-18", "tools/list", ("tools", 0), "icons", []),
    ("2025-06-18", "resources/list", ("resources", 0), "icons", []),
    ("2025-06-18", "initialize", ("serverInfo",), "websiteUrl", "a:b"),
    ("DRAFT-2025-v3", "initialize", ("serverInfo",), "description", "d"),
    ("DRAFT-2025-v3", "tools/list", ("tools", 0), "execution", {"taskSupport": "optional"}),
    ("DRAFT-2025-v3", "tools/list", ("tools", 0, "icons", 0), "theme", "dark"),
    ("2025-11-25", "initialize", ("capabilities",), "extensions", {}),
    ("2025-11-25", "tools/list", (), "ttlMs", 0),
    ("2025-11-25", "tools/list", (), "cacheScope", "private"),
    ("2025-11-25", "tools/call", (), "resultType", "complete"),
    ("2025-11-25", "ping", (), "resultType", "complete"),
    ("2025-11-25", "resources/read", (), "ttlMs", 0),
)
# What a later revision has no more: (first revision without it, method, path, key, value).
GONE = (
    (MODERN, "tools/list", ("tools", 0), "execution", {"taskSupport": "optional"}),
    (MODERN, "server/discover", ("capabilities",), "tasks", {}),
)


def refused(revision, request, message):
    """The faults that the judge finds in a message after its request."""
    judge = Judge()
    if revision != MODERN:
        asked, agreed = samples.handshake(revision)
        judge.client(json.dumps({"jsonrpc": "2.0", **asked}))
        judge.server(json.dumps({"jsonrpc": "2.0", **agreed}))
    judge.client(json.dumps({"jsonrpc": "2.0", **request}))
    text = message if isinstance(message, str) else json.dumps({"jsonrpc": "2.0", **message})
    return [fault for verdict in judge.server(text) for fault in verdict.faults]


def places(value, path=()):
    """Every place in a message that is not the application's own."""
    items = value.items() if isinstance(value, dict) else enumerate(value)
    for key, item in items:
        here = (*path, key)
        yield here, item
        free = key in FREE or (path[-1:] == ("params",) and key == "data")
        if isinstance(item, (dict, list)) and not free:
            yield from places(item, here)


def changed(message, path, change):
    """A copy with the holder of the path's end changed."""
    copied = copy.deepcopy(message)
    holder = copied
    for key in path[:-1]:
        holder = holder[key]
    change(holder, path[-1])
    return copied


def is_needed(revision, message, path):
    """Whether the end of the path is a required property."""
    key = path[-1]
    if key == "params" and item_at(message, path) == {} or path[-2:-1] == ("inputRequests",):
        return False
    if key == "requestId" and revision == LEGACY[-1]:
        return False
    holder = next((part for part in reversed(path[:-1]) if isinstance(part, str)), None)
    if (holder, key) in NEEDED:
        methods = NEEDED[holder, key]
        return methods is None or message.get("method") in methods
    return key not in OPTIONAL


def corrupted(revision, message):
    """What is wrong, and the message with it."""
    for path, item in places(message):
        where = "/".join(str(part) for part in path)
        if path[0] == "jsonrpc" or path == ("id",) and "method" in message:
            continue
        wrong = {"no": "text"} if not isinstance(item, dict) else 7
        if path == ("params", "data"):
            continue
        if revision != MODERN or path[-1] != "structuredContent":
            yield f"{where} of a wrong type", changed(
                message, path, lambda holder, key: holder.__setitem__(key, wrong)
            )
        if isinstance(path[-1], str) and is_needed(revision, message, path):
            yield f"without {where}", changed(message, path, lambda holder, key: holder.pop(key))
        if isinstance(item, dict) and item and path[-1] not in FREE and path[-1] != "inputRequests":
            is_data = path[-2:] == ("error", "data") or path == ("params", "data")
            if not is_data:
                yield f"{where} with a property that nobody knows", changed(
                    message, path, lambda holder, key: holder[key].update(nobody="knows")
                )


def by_method(revision, method):
    """The sample of a result."""
    for request, message in samples.of(revision):
        if request["method"] == method and "result" in message:
            return request, message
    return None


def later():
    """Fields in revisions that do not have them."""
    for table, is_later in ((LATER, True), (GONE, False)):
        for border, method, path, key, value in table:
            rank = REVISIONS.index(border)
            wrong = REVISIONS[: rank + 1] if is_later else REVISIONS[rank:]
            for revision in wrong:
                found = by_method(revision, method)
                if found is None:
                    continue
                request, message = found
                if not fits(message["result"], path):
                    continue
                yield revision, f"{method} with {key}", request, changed(
                    message, ("result", *path, key),
                    lambda holder, name, item=value: holder.__setitem__(name, item),
                )


def item_at(value, path):
    """What is at a place."""
    for key in path:
        value = value[key]
    return value


def fits(value, path):
    """Whether a value has such a place."""
    try:
        item_at(value, path)
    except (KeyError, IndexError):
        return False
    return True


def by_hand():
    """What no rule makes: (revision, what, request, message)."""
    call = {"id": 1, "method": "tools/call"}
    modern = next(iter(samples.of(MODERN)))[0]
    good = {"content": []}
    for revision in LEGACY:
        yield revision, "an id of another type", call, {"id": "1", "result": good}
        yield revision, "an answer to nothing", call, {"id": 2, "result": good}
        yield revision, "result and error", call, {
            "id": 1, "result": good, "error": {"code": 1, "message": "m"}}
        yield revision, "neither result nor error", call, {"id": 1}
        yield revision, "a result of another method", call, {"id": 1, "result": {"tools": []}}
        yield revision, "a method of 2026-07-28", {"id": 1, "method": "server/discover"}, {
            "id": 1, "result": {}}
        yield revision, "a notification of 2026-07-28", call, {
            "method": "notifications/subscriptions/acknowledged",
            "params": {"notifications": {}}}
        yield revision, "a token of no request", call, {
            "method": "notifications/progress", "params": {"progressToken": 1, "progress": 1}}
        yield revision, "a key twice", call, '{"jsonrpc":"2.0","id":1,"id":1,"result":{}}'
        yield revision, "no JSON", call, '{"jsonrpc":"2.0","id":1,"result":{"content":[NaN]}}'
        asked, agreed = samples.handshake(revision)
        yield revision, "a version of no handshake", asked, {
            "id": "i", "result": {**agreed["result"], "protocolVersion": MODERN}}
        yield revision, "base64 without its end", call, {"id": 1, "result": {"content": [
            {"type": "image", "mimeType": "a/b", "data": "A"}]}}
    for revision in LEGACY[:2]:
        yield revision, "elicitation", call, {
            "id": 3, "method": "elicitation/create",
            "params": {"message": "m", "requestedSchema": {"type": "object", "properties": {}}}}
    yield "2024-11-05", "sound", call, {"id": 1, "result": {"content": [
        {"type": "audio", "mimeType": "a/b", "data": ""}]}}
    yield "2025-03-26", "a link", call, {"id": 1, "result": {"content": [
        {"type": "resource_link", "uri": "a:b", "name": "n"}]}}
    yield "2025-11-25", "an id of null", {"id": None, "method": "x"}, {
        "id": None, "error": {"code": -32600, "message": "m"}}
    yield "2025-06-18", "a batch", call, '[{"jsonrpc":"2.0","id":1,"result":{"content":[]}}]'
    yield MODERN, "no resultType", {**modern, "method": "tools/call"}, {"id": 1, "result": good}
    yield MODERN, "input for a list", {**modern, "method": "tools/list"}, {
        "id": 1, "result": {"resultType": "input_required", "requestState": "s"}}
    yield MODERN, "a request of the server", modern, {"id": 3, "method": "roots/list"}
    yield MODERN, "an envelope in an input request", {**modern, "method": "tools/call"}, {
        "id": 1, "result": {"resultType": "input_required", "inputRequests": {
            "k": {"jsonrpc": "2.0", "id": 1, "method": "roots/list", "params": {}}}}}
    for code in (-32002, -32042, -32050, -32020, -32021, -32022):
        yield MODERN, f"the error {code} without data", {**modern, "method": "tools/call"}, {
            "id": 1, "error": {"code": code, "message": 7 if code == -32020 else "m"}}


def driven():
    """Whether the driver sees what is wrong with a server: (what, whether it was as it must be)."""
    for fault in broken.FAULTS:
        command = [sys.executable, broken.__file__, fault]
        talk = drive.Talk(command, "2025-06-18", "declines", patience=1)
        faults = [found for _, verdict in talk.run() for found in verdict.faults]
        yield f"a server with the fault {fault!r}: {faults}", bool(faults) == (fault != "none")


def run():
    """Passed and failed; says what was let through, or refused though it is good."""
    passed = failed = 0
    for what, is_right in driven():
        passed, failed = passed + is_right, failed + (not is_right)
        if not is_right:
            print(f"FAIL {what}")
    wrong = [*by_hand(), *later()]
    for revision in REVISIONS:
        for request, message in samples.of(revision):
            faults = refused(revision, request, message)
            if faults:
                failed += 1
                print(f"FAIL refused in {revision}: {json.dumps(message)}\n     {faults}")
            else:
                passed += 1
            for what, bad in corrupted(revision, message):
                wrong.append((revision, f"{message.get('method', request['method'])}: {what}",
                              request, bad))
    for revision, what, request, message in wrong:
        if refused(revision, request, message):
            passed += 1
        else:
            failed += 1
            text = message if isinstance(message, str) else json.dumps(message)
            print(f"FAIL let through in {revision}: {what}\n     {text[:300]}")
    return passed, failed


if __name__ == "__main__":
    print("%d passed, %d failed" % run())
