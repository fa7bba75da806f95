"""The official servers, asked by fixed bytes: what all of them have is compared."""

import json
import re
import time
from pathlib import Path

from check import CAPABILITIES, INFO, Child, call, exchange, request, session_of

RUN = str(Path(__file__).parent / "run")
NAMES = ["everything", "python", "sdk", "server", "modern", "rmcp"]
ERAS = {"everything": [False], "sdk": [False], "modern": [True]}
TOOLS = {"echo", "add", "slow", "fail", "ask", "sample", "roots", "log", "touch", "change"}


def of(name, modern):
    return of_everything() if name == "everything" else questions(modern)


def questions(modern):
    """Each with a name, and what its answer has to be."""

    def text_is(text, error=False):
        def fits(answer, _):
            result = answer["result"]
            fine = result["content"][0]["text"] == text
            return fine and bool(result.get("isError")) == error

        return fits

    def values_are(*values):
        return lambda answer, _: answer["result"]["completion"]["values"] == list(values)

    def complete(number, ref, name, value):
        argument = {"name": name, "value": value}
        return request(number, "completion/complete", modern, ref=ref, argument=argument)

    def progressed(answer, came):
        steps = [m["params"] for m in came if m.get("method") == "notifications/progress"]
        fine = [(step["progress"], step["progressToken"]) for step in steps] == [(1, 12), (2, 12)]
        return fine and text_is("2 steps")(answer, came)

    def asks(method):
        if modern:
            return lambda answer, _: any(
                asked["method"] == method for asked in answer["result"]["inputRequests"].values()
            )
        return lambda _, came: any(m.get("method") == method for m in came)

    prompt, item = {"type": "ref/prompt", "name": "greet"}, {"type": "ref/resource"}
    item["uri"] = "demo://item/{id}"
    greet = {"name": "greet", "arguments": {"name": "Ada"}}
    listed = {"tools": TOOLS, "resources": {"text", "counter"}, "prompts": {"greet"}}
    made = [
        (request(10, "tools/call", modern, name="echo", arguments={"text": "hello"}),
         text_is("hello")),
        (call(11, modern, "add", a=2, b=3), text_is("5")),
        (call(12, modern, "slow", token=12, steps=2, milliseconds=60), progressed),
        (call(13, modern, "fail"), text_is("it failed, as it does", True)),
        (call(14, modern, "log"), text_is("logged")),
        (call(15, modern, "touch"), text_is("1")),
        (call(16, modern, "change"), text_is("changed")),
        (request(17, "resources/read", modern, uri="demo://text"),
         lambda answer, _: answer["result"]["contents"][0]["text"] == "A text."),
        (request(18, "resources/read", modern, uri="demo://item/7"),
         lambda answer, _: answer["result"]["contents"][0]["text"] == "Item 7."),
        (request(19, "prompts/get", modern, **greet),
         lambda answer, _: answer["result"]["messages"][0]["content"]["text"] == "Greet Ada."),
        (complete(20, prompt, "name", "A"), values_are("Ada", "Alan")),
        (complete(21, item, "id", "109"), values_are("109")),
        (request(22, "resources/templates/list", modern),
         lambda answer, _: len(answer["result"]["resourceTemplates"]) == 1),
        (call(23, modern, "ask"), asks("elicitation/create")),
        (call(24, modern, "sample", prompt="Hm?"), asks("sampling/createMessage")),
        (call(25, modern, "roots"), asks("roots/list")),
    ]  # fmt: skip
    for number, (what, names) in enumerate(listed.items(), 26):
        made.append((request(number, f"{what}/list", modern), names_are(what, names)))
    return made


def of_everything():
    """A few words with the everything server, whose tools are others."""

    def sum_is(answer, _):
        return answer["result"]["content"][0]["text"] == "The sum of 2 and 3 is 5."

    return [
        (call(10, False, "get-sum", a=2, b=3), sum_is),
        (request(11, "prompts/list", False), lambda answer, _: answer["result"]["prompts"]),
        (request(12, "resources/list", False), lambda answer, _: answer["result"]["resources"]),
    ]


def names_are(what, names):
    return lambda answer, _: {one["name"] for one in answer["result"][what]} == names


def beginning(modern):
    if modern:
        return [request(1, "server/discover", True)]
    hello = {"protocolVersion": "2025-11-25", "capabilities": CAPABILITIES, "clientInfo": INFO}
    ready = {"jsonrpc": "2.0", "method": "notifications/initialized"}
    return [request(1, "initialize", False, **hello), ready]


def messages_of(came):
    """The messages of an HTTP response, JSON or events."""
    body = came.partition(b"\r\n\r\n")[2].decode(errors="replace")
    found = re.findall(r"^(?:data: ?)?(\{.*\})\r?$", body, re.M)
    return [json.loads(one) for one in found]


def over_stdio(name, modern):
    child = Child([RUN, name])
    try:
        for message in beginning(modern):
            child.say(message)
            wait_for(child, message.get("id"))
        judged = []
        for message, fits in of(name, modern):
            child.say(message)
            asking = message["params"].get("name") in ("ask", "sample", "roots")
            if asking and not modern:
                time.sleep(0.3)
            else:
                wait_for(child, message["id"])
            judged.append((message, verdict(message, fits, said_by(child))))
    finally:
        ended = child.end()
    return [*judged, ("the end of its input", ended)]


def said_by(child):
    """The messages that are whole by now."""
    return [json.loads(line) for line in child.out.split(b"\n")[:-1]]


def wait_for(child, number):
    end = time.monotonic() + 60
    while number is not None and time.monotonic() < end:
        if any(one.get("id") == number and "method" not in one for one in said_by(child)):
            return
        time.sleep(0.02)


def over_http(name, modern):
    child = Child([RUN, name, "--http"])
    try:
        port, session, judged = child.address(), None, []
        for message in beginning(modern):
            came = exchange(port, "POST", message, session, modern, 5)
            session = session_of(came) or session
        for message, fits in of(name, modern):
            tool = message["params"].get("name")
            # Without a session, 2.x has no way to ask in the older era.
            if name == "server" and not modern and tool in ("ask", "sample", "roots"):
                continue
            # What is asked is seen on the stream; it goes on, since nobody answers.
            patience = 1 if tool in ("ask", "sample", "roots") and not modern else 5
            came = messages_of(exchange(port, "POST", message, session, modern, patience))
            judged.append((message, verdict(message, fits, came)))
    finally:
        ended = child.end()
    return [*judged, ("the end of its input", ended)]


def verdict(message, fits, came):
    answers = [m for m in came if m.get("id") == message["id"] and "method" not in m]
    try:
        return bool(fits(answers[-1] if answers else {}, came))
    except (KeyError, IndexError, TypeError):
        return False


def check_official(names):
    results = []
    for name in names or NAMES:
        for modern in ERAS.get(name, [False, True]):
            for way in (over_stdio, over_http):
                where = f"{name} {way.__name__} {'2026-07-28' if modern else '2025-11-25'}"
                for message, fine in way(name, modern):
                    results.append(fine)
                    if not fine:
                        what = message if isinstance(message, str) else json.dumps(message)
                        print("FAIL", where, what[:160])
    return results
