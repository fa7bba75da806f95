"""The driver in Python, on the installed package: does what `drive` does, by the same script.

    drive.py SCRIPT URL
    drive.py SCRIPT --stdio COMMAND...

`drive/main.rs` says what a script is, and the lines. A call that is suspended is sent again by the
package itself, so `again` counts for nothing, and of `how` only the end is known. LIBRARY=httpx
goes over httpx.
"""

import json
import os
import sys
import threading
import time
from collections.abc import Mapping
from concurrent.futures import Future
from typing import Any, cast

import sansmcp.stdio
from sansmcp.client import (
    CallFailed,
    Changed,
    Client,
    ConnectionFailed,
    Declined,
    Denial,
    Event,
    Failed,
    Failure,
    HttpxTransport,
    InputNeeded,
    Log,
    Options,
    Policy,
    Progress,
    ServerError,
    StandardTransport,
    Subscription,
    Updated,
    Waiting,
    connect_http,
    connect_stdio,
)

Step = Mapping[str, Any]
ANY = Policy()
# Longer than the limits of any script.
LONGEST_S = 300
DECLARED: dict[str, object] = {
    "elicitation": {"form": {}},
    "sampling": {},
    "roots": {"listChanged": True},
}
SAMPLE = {
    "role": "assistant",
    "content": {"type": "text", "text": "Certainly."},
    "model": "none",
    "stopReason": "endTurn",
}
ROOTS = {"roots": [{"uri": "file:///home/ada", "name": "Ada"}]}
_printing = threading.Lock()


def say(**members: object) -> None:
    with _printing:
        print(json.dumps(members), flush=True)


def members(value: Any) -> dict[str, Any]:
    """Of what should be an object; servers are wrong about that too."""
    return cast(dict[str, Any], value) if isinstance(value, dict) else {}


def form(params: Mapping[str, Any]) -> dict[str, str]:
    """What a form requires and has no default for: text, which is a name."""
    schema = members(params.get("requestedSchema"))
    fields, required = members(schema.get("properties")), schema.get("required")
    names = cast(list[str], required) if isinstance(required, list) else []
    return {name: "Ada" for name in names if "default" not in members(fields.get(name))}


def how(error: BaseException) -> str:
    """How something came to nothing, in the words of the table."""
    match error:
        case ServerError():
            return f"error {error.code}"
        case CallFailed() | ConnectionFailed():
            return how_failed(error.failure, error.received)
        case Declined():
            return "unanswered"
        case sansmcp.NotReady():
            return "failed network gone"
        case sansmcp.Error():
            return f"not sent: {error}"
        case ValueError():
            return "stuck"
        case _:
            raise error


def how_failed(failure: Failure, received: object) -> str:
    if failure.name == "denied":
        is_unknown = members(received).get("status") == 401
        return "suspended unauthorized" if is_unknown else "suspended forbidden"
    return f"failed {failure.whose} {failure.name}"


class Patient(Client):
    """A client that begins when a line comes in, since a server takes its time to start."""

    begun = 0.0

    def connect(self, policy: Policy = ANY, now: int = 0) -> None:
        if not self.begun:
            sys.stdin.readline()
            self.begun, now = time.monotonic(), sansmcp.stdio.now()
        super().connect(policy, now)


class Driver:
    """What is done with a script."""

    def __init__(self, script: Step) -> None:
        self.script = script
        self.options = Options(**self.chosen("idle_ms", "hard_ms"))
        self.listens: list[Subscription] = []

    def chosen(self, *names: str) -> dict[str, Any]:
        return {name: self.script[name] for name in names if name in self.script}

    def client(self, is_http: bool) -> Patient:
        capabilities = {name: DECLARED[name] for name in self.script.get("declares", [])}
        client = Patient("drive", "1", capabilities=capabilities, slots=256, http=is_http)
        client.begun = 0 if self.script.get("ready") else time.monotonic()
        return client

    def connect(self, server: list[str], client: Client) -> Waiting:
        policy = Policy(**self.chosen("newest", "probe_ms", "connect_ms"))
        longest = self.script.get("receive_bytes", 4 << 20)
        if server[0] == "--stdio":
            return connect_stdio(
                server[1:],
                client=client,
                policy=policy,
                on_input=self.on_input,
                on_event=self.on_event,
                max_line=longest,
            )
        is_httpx = os.environ.get("LIBRARY") == "httpx"
        return connect_http(
            server[0],
            client=client,
            policy=policy,
            on_input=self.on_input,
            on_event=self.on_event,
            on_denied=self.on_denied,
            transport=HttpxTransport() if is_httpx else StandardTransport(),
            max_message=longest,
        )

    def on_input(self, event: InputNeeded) -> dict[str, object]:
        given: dict[str, object] = {}
        for needed in event.inputs:
            say(heard="asked", method=needed.method, params=dict(needed.params))
            match needed.method:
                case "elicitation/create":
                    given[needed.key] = needed.accept(form(needed.params))
                case "sampling/createMessage":
                    given[needed.key] = SAMPLE
                case _:
                    given[needed.key] = ROOTS
        return given

    def on_event(self, event: Event) -> None:
        match event:
            case Progress(progress=progress, total=total, message=message):
                say(heard="progress", progress=progress, total=total, message=message or "")
            case Log(level=level, data=data):
                say(heard="log", level=level or "", data=data)
            case Changed(what=what):
                say(heard="changed", what=what)
            case Updated(uri=uri):
                say(heard="updated", uri=uri)
            case Failed(failure=failure):
                say(heard="failed", whose=failure.whose, failure=failure.name)
            case _:
                say(heard=event.kind)

    def on_denied(self, _: Denial) -> dict[str, str] | None:
        return {"Authorization": "Bearer of-the-driver"} if self.script.get("token") else None

    def begin(self, client: Waiting, step: Step, method: str) -> Future[dict[str, Any]]:
        options = self.options
        if "idle_ms" in step:
            options = Options(step["idle_ms"], step.get("hard_ms", LONGEST_S * 1000))
        if step.get("anyway"):
            options = Options(options.idle_ms, options.hard_ms, None, True)
        try:
            return client.submit(method, step.get("params", {}), options)
        except Exception as error:
            failed: Future[dict[str, Any]] = Future()
            failed.set_exception(error)
            return failed

    def end(self, step: Step, future: Future[dict[str, Any]]) -> None:
        try:
            ended(step, "result", future.result(LONGEST_S))
        except Exception as error:
            ended(step, how(error), why=error)

    def listen(self, client: Waiting, wanted: Step) -> None:
        subscription = Subscription(
            tools=wanted.get("tools", False),
            prompts=wanted.get("prompts", False),
            resources=wanted.get("lists", False),
            uris=wanted.get("resources", []),
        )
        client.listen(subscription)
        self.listens.append(subscription)

    def unlisten(self, client: Waiting) -> None:
        for subscription in self.listens:
            try:
                client.unlisten(subscription)
            except sansmcp.Stale:
                pass  # the server has ended it
        self.listens = []

    def entries(self, client: Waiting, step: Step) -> None:
        """All pages of a list."""
        method, member = step.get("list", "tools/list"), step.get("of", "tools")
        try:
            found = list(client.list_all(method, member, self.options))
            ended(step, "result", {"tools": found} if "tools" in step else found)
        except Exception as error:
            ended(step, how(error), why=error)

    def cancel(self, client: Waiting, step: Step) -> None:
        future = self.begin(client, step, step["cancel"])
        time.sleep(step["after"] / 1000)
        # What has ended by now was not cancelled.
        ended(step, "cancelled" if future.cancel() else "failed")

    def together(self, client: Waiting, calls: list[Step]) -> None:
        begun = [(call, self.begin(client, call, call["call"])) for call in calls]
        for call, future in begun:
            self.end(call, future)

    def level(self, client: Waiting, step: Step) -> None:
        try:
            client.set_level(step["level"])
            ended(step, "result")
        except Exception as error:
            ended(step, how(error), why=error)

    def steps(self, client: Waiting) -> None:
        for step in self.script["steps"]:
            match step:
                case {"listen": wanted}:
                    self.listen(client, wanted)
                case {"unlisten": _}:
                    self.unlisten(client)
                case {"wait": milliseconds}:
                    time.sleep(milliseconds / 1000)
                case {"level": _}:
                    self.level(client, step)
                case {"notify": method}:
                    client.notify(method, step.get("params", {}))
                case {"cancel": _}:
                    self.cancel(client, step)
                case {"together": calls}:
                    self.together(client, calls)
                case {"call": method}:
                    self.end(step, self.begin(client, step, method))
                case {"tools": _} | {"list": _}:
                    self.entries(client, step)
                case _:
                    raise ValueError(f"no step is {step}")

    def run(self, server: list[str]) -> None:
        own = self.client(server[0] != "--stdio")
        try:
            with self.connect(server, own) as client:
                info = client.connected.server_info or {}
                say(connect=client.client.revision, server=info.get("name", ""))
                self.steps(client)
        except ConnectionFailed as error:
            say(connect=how(error), why=str(error)[:300])
        say(left=int((time.monotonic() - own.begun) * 1000))


def ended(step: Step, ways: str, result: object = None, why: object = None) -> None:
    """Says how a step ended. What happened on the way is not known here."""
    say(end=step["name"], how=ways, result=result, why=str(why)[:300], last=True)


if __name__ == "__main__":
    Driver(json.loads(sys.argv[1])).run(sys.argv[2:])
