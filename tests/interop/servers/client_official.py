"""The official servers, driven through all that they have; see client.py."""

from functools import partial
from pathlib import Path

RUN = str(Path(__file__).parent / "run")
ERAS = {
    "everything": ["2025-11-25"],
    "python": ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"],
    "sdk": ["2025-11-25", "2024-11-05"],
    "server": ["2026-07-28", "2025-11-25"],
    "modern": ["2026-07-28"],
    "rmcp": ["2026-07-28", "2025-11-25", "2025-06-18"],
}
TOOLS = {"echo", "add", "slow", "fail", "ask", "sample", "roots", "log", "touch", "change"}
MODERN = "2026-07-28"
COUNTER = "demo://counter"
# How long what is told beside the answers may take, in milliseconds.
SOON = 700


class Plan:
    """Steps, and for each what its end has to be; and what has to be heard."""

    def __init__(self):
        self.steps, self.checks, self.hears = [], {}, []

    def step(self, check, **step):
        name = f"step {len(self.steps)} {next(iter(step.values()))!r:.60}"
        self.steps.append({"name": name, **step})
        self.checks[name] = check

    def quiet(self, **step):
        """A step without an end."""
        self.steps.append(step)

    def call(self, method, check, **params):
        self.step(check, call=method, params=params)

    def tool(self, tool, check, **arguments):
        check = text_is(check) if isinstance(check, str) else check
        self.call("tools/call", check, name=tool, arguments=arguments)

    def together(self, *calls):
        step = {"together": []}
        for number, (tool, check, arguments) in enumerate(calls):
            name = f"step {len(self.steps)}.{number} {tool}"
            params = {"name": tool, "arguments": arguments}
            step["together"].append({"name": name, "call": "tools/call", "params": params})
            self.checks[name] = text_is(check)
        self.steps.append(step)

    def hear(self, event, at_least=1, **members):
        self.hears.append((event, at_least, members))

    def judge(self, came, revision):
        """Everything that is wrong."""
        wrong = [came.whole()] if came.whole() else []
        if came.connect() != revision:
            wrong.append(f"connect: {came.connect()}")
        for name, check in self.checks.items():
            ends = came.ends(name)
            if len(ends) != 1:
                wrong.append(f"{name} ended {len(ends)} times")
            elif not fine(check, ends[0]):
                wrong.append(f"{name}: {ends[0]['how']} {str(ends[0]['result'])[:120]}")
        for what, at_least, members in self.hears:
            heard = [h for h in came.heard(what) if members.items() <= h.items()]
            if len(heard) < at_least:
                wrong.append(f"heard {what} {members} {len(heard)} times, not {at_least}")
        return "; ".join(wrong) or None


def fine(check, line):
    try:
        return bool(check(line))
    except (KeyError, IndexError, TypeError):
        return False


def text_is(text, error=False):
    def check(line):
        result = line["result"]
        same = result["content"][0]["text"] == text
        return line["how"] == "result" and same and bool(result.get("isError")) == error

    return check


def text_has(text):
    return lambda line: line["how"] == "result" and text in str(line["result"])


def names_are(*names):
    return lambda line: {one["name"] for one in line["result"]} == set(names)


def how_is(*ways):
    return lambda line: line["how"] in ways


def is_unknown(line):
    """What an unknown tool gets."""
    return line["how"] == "error -32602" or line["result"]["isError"] is True


def values_are(*values):
    return lambda line: line["result"]["completion"]["values"] == list(values)


def plan_of_all(name, over, revision):
    plan, modern = Plan(), revision == MODERN
    # In the older era over HTTP it keeps nothing, so it can neither ask nor tell.
    is_mute = name == "server" and over == "http" and not modern
    plan.step(lambda line: {one["name"] for one in line["result"]["tools"]} == TOOLS, tools=True)
    plan.step(names_are("text", "counter"), list="resources/list", of="resources")
    plan.step(names_are("item"), list="resources/templates/list", of="resourceTemplates")
    plan.step(names_are("greet"), list="prompts/list", of="prompts")
    plan.step(how_is("result"), level="debug")
    plan.quiet(listen={"tools": True, "resources": [COUNTER]})
    plan.quiet(wait=SOON)
    plan.hear("listening")
    plan.tool("echo", "héllo \u2028 \U0001f980", text="héllo \u2028 \U0001f980")
    plan.tool("add", "5", a=2, b=3)
    plan.tool("slow", "3 steps", steps=3, milliseconds=50)
    for step in (1, 2, 3):
        plan.hear("progress", progress=step, total=3)
    plan.tool("fail", text_is("it failed, as it does", True))
    plan.tool("no-such-tool", is_unknown)
    plan.tool("log", "logged")
    plan.hear("log", level="error")
    if is_mute:
        plan.hears.remove(("listening", 1, {}))
    else:
        if name != "python" or modern:
            plan.hear("log", level="debug")
        asked = ["sampling/createMessage", "roots/list"]
        # Elicitation is of 2025-06-18 and later.
        if revision >= "2025-06-18":
            plan.tool("ask", "Hello, Ada!")
            asked.append("elicitation/create")
        plan.tool("sample", "The model said: Certainly.", prompt="Hm?")
        plan.tool("roots", "Roots: file:///home/ada")
        for method in asked:
            plan.hear("asked", method=method)
        plan.tool("touch", "1")
        plan.tool("change", "changed")
        plan.hear("updated", uri=COUNTER)
        plan.hear("changed", what="tools")
    plan.call("resources/read", text_has("A text."), uri="demo://text")
    plan.call("resources/read", text_has("Item 7."), uri="demo://item/7")
    plan.call("prompts/get", text_has("Greet Ada."), name="greet", arguments={"name": "Ada"})
    prompt, item = {"type": "ref/prompt", "name": "greet"}, {"type": "ref/resource"}
    item["uri"] = "demo://item/{id}"
    complete = partial(plan.call, "completion/complete")
    complete(values_are("Ada", "Alan"), ref=prompt, argument={"name": "name", "value": "A"})
    complete(values_are("109"), ref=item, argument={"name": "id", "value": "109"})
    long = {"name": "slow", "arguments": {"steps": 200, "milliseconds": 50}}
    plan.step(how_is("cancelled"), cancel="tools/call", params=long, after=200)
    plan.together(*(("echo", str(number), {"text": str(number)}) for number in range(20)))
    plan.quiet(wait=SOON)
    plan.quiet(unlisten=True)
    plan.tool("echo", "at last", text="at last")
    return plan


def plan_of_everything():
    plan = Plan()
    some = {"echo", "get-sum", "get-tiny-image", "trigger-elicitation-request", "get-roots-list"}
    plan.step(lambda line: some <= {one["name"] for one in line["result"]["tools"]}, tools=True)
    plan.step(lambda line: len(line["result"]) > 5, list="resources/list", of="resources")
    plan.step(lambda line: line["result"], list="resources/templates/list", of="resourceTemplates")
    prompts = ("simple-prompt", "args-prompt", "completable-prompt", "resource-prompt")
    plan.step(names_are(*prompts), list="prompts/list", of="prompts")
    plan.step(how_is("result"), level="debug")
    dynamic = "demo://resource/dynamic/text/1"
    plan.quiet(listen={"tools": True, "resources": [dynamic]})
    plan.hear("listening")
    plan.tool("echo", "Echo: hello", message="hello")
    plan.tool("get-sum", "The sum of 2 and 3 is 5.", a=2, b=3)
    plan.tool("get-tiny-image", text_has("image/png"))
    plan.tool("get-structured-content", text_has("structuredContent"), location="Chicago")
    plan.tool("get-annotated-message", text_has("annotations"), messageType="error")
    plan.tool("get-resource-links", text_has("resource_link"), count=2)
    plan.tool(
        "get-resource-reference", text_has("demo://"), resourceType="Text", resourceId=1
    )  # fmt: skip
    plan.tool("trigger-long-running-operation", text_has("completed"), duration=0.3, steps=3)
    plan.hear("progress", 3)
    plan.tool("trigger-elicitation-request", text_has("Ada"))
    plan.hear("asked", method="elicitation/create")
    plan.tool("trigger-sampling-request", text_has("Certainly."), prompt="Hm?", maxTokens=9)
    plan.hear("asked", method="sampling/createMessage")
    plan.tool("get-roots-list", text_has("file:///home/ada"))
    plan.hear("asked", method="roots/list")
    plan.tool("toggle-simulated-logging", how_is("result"))
    plan.tool("toggle-subscriber-updates", how_is("result"))
    plan.tool("no-such-tool", is_unknown)
    plan.call("resources/read", text_has(dynamic), uri=dynamic)
    plan.call("resources/read", lambda line: line["how"] == "error -32602", uri="demo://nothing")
    plan.call("prompts/get", text_has("messages"), name="simple-prompt")
    plan.call("prompts/get", text_has("Kyiv"), name="args-prompt", arguments={"city": "Kyiv"})
    argument = {"name": "department", "value": "S"}
    prompt = {"type": "ref/prompt", "name": "completable-prompt"}
    plan.call("completion/complete", values_are("Sales", "Support"), ref=prompt, argument=argument)
    long = {"name": "trigger-long-running-operation", "arguments": {"duration": 9, "steps": 50}}
    plan.step(how_is("cancelled"), cancel="tools/call", params=long, after=200)
    plan.together(*(("echo", f"Echo: {n}", {"message": str(n)}) for n in range(20)))
    plan.hear("log")
    plan.hear("updated", uri=dynamic)
    plan.quiet(wait=SOON)
    plan.quiet(unlisten=True)
    plan.tool("get-sum", "The sum of 1 and 1 is 2.", a=1, b=1)
    return plan


def plan_of(name, over, revision):
    return plan_of_everything() if name == "everything" else plan_of_all(name, over, revision)


def drive(name, over, revision, run):
    plan = plan_of(name, over, revision)
    script = {
        "declares": ["elicitation", "sampling", "roots"],
        "steps": plan.steps,
        "probe_ms": 90_000,
        "connect_ms": 90_000,
        "idle_ms": 30_000,
        "hard_ms": 90_000,
    }
    if revision != "2025-11-25" or name in ("python", "server", "rmcp"):
        script["newest"] = revision
    return plan.judge(run(script, [RUN, name], over, 240), revision)


def official(names, run):
    return [
        (f"{name} {over} {revision}", partial(drive, name, over, revision, run))
        for name in names or ERAS
        for revision in ERAS[name]
        for over in ("stdio", "http")
    ]
