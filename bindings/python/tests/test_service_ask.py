"""Questions in the middle of a call: the same function in both eras."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Annotated, Any, Literal

import pytest
from service_peer import ERAS, Peer, called, read, text

from sansmcp import Input, Out
from sansmcp.service import AskFailed, Context, MissingCapability, Service

Answer = dict[str, Any]


def accept(content: dict[str, Any]) -> Answer:
    return {"action": "accept", "content": content}


class Asked(Peer):
    """A client that answers what it is asked, in either era."""

    def __init__(self, service: Service, revision: str, **limits: Any) -> None:
        super().__init__(service, revision, **limits)
        self.questions: list[tuple[str, dict[str, Any]]] = []
        self.answers: dict[str, Answer | Exception] = {}
        """By the method that asks, or by what its message says."""

    def answer(self, method: str, params: dict[str, Any]) -> Answer | Exception:
        self.questions.append((method, params))
        return self.answers.get(params.get("message", ""), self.answers.get(method, KeyError()))

    async def finish(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        """The response to a request, once all questions are answered."""
        message = self.request(method, params)
        outs = self.give(message)
        while True:
            given = outs[0]
            response = read(given if isinstance(given, Out) else await given)
            if self.revision != "2026-07-28":
                if "method" not in response:
                    return response
                answer = self.answer(response["method"], response["params"])
                reply: dict[str, Any] = {"jsonrpc": "2.0", "id": response["id"]}
                if isinstance(answer, Exception):
                    reply["error"] = {"code": -1, "message": str(answer)}
                else:
                    reply["result"] = answer
                outs = self.give(reply)
                continue
            if response.get("result", {}).get("resultType") != "input_required":
                return response
            result = response["result"]
            again = dict(params)
            again["inputResponses"] = {
                key: self.answer(asked["method"], asked.get("params", {}))
                for key, asked in result.get("inputRequests", {}).items()
            }
            if "requestState" in result:
                again["requestState"] = result["requestState"]
            outs = self.give(self.request(method, again))

    def call_asked(self, name: str, /, **arguments: Any) -> dict[str, Any]:
        """The result of a tool."""
        response = asyncio.run(self.finish("tools/call", called(name, arguments)))
        found: dict[str, Any] = response["result"]
        return found


@pytest.fixture
def service() -> Service:
    return Service("test", "1")


@pytest.fixture(params=ERAS)
def revision(request: pytest.FixtureRequest) -> str:
    found: str = request.param
    return found


NAME = {"type": "object", "properties": {"name": {"type": "string"}}}


def test_a_function_asks(service: Service, revision: str) -> None:
    runs: list[str] = []

    @service.tool
    def greet(greeting: str, ctx: Context) -> str:
        runs.append(greeting)
        answer = ctx.elicit("who", "Who are you?", NAME)
        assert answer.content
        return f"{greeting} {answer.content['name']}, {answer.action}"

    @service.tool
    async def greet_later(greeting: str, ctx: Context) -> str:
        await asyncio.sleep(0)
        answer = ctx.elicit("who", "Who are you?", NAME)
        await asyncio.sleep(0)
        assert answer.content
        return f"{greeting} {answer.content['name']}"

    peer = Asked(service, revision)
    peer.answers["Who are you?"] = accept({"name": "Ann"})
    assert text(peer.call_asked("greet", greeting="Hi")) == "Hi Ann, accept"
    assert runs == ["Hi", "Hi"]
    assert text(peer.call_asked("greet_later", greeting="Hi")) == "Hi Ann"
    method, params = peer.questions[0]
    assert (method, params["message"]) == ("elicitation/create", "Who are you?")
    assert params["requestedSchema"] == NAME
    assert peer.server.open() == []
    assert peer.kept == set()


def test_one_question_after_the_other_with_a_state(service: Service, revision: str) -> None:
    seen: list[Any] = []

    @service.tool
    async def several(ctx: Context) -> str:
        seen.append(ctx.request_state)
        ctx.request_state = {"run": len(seen)}
        first = ctx.elicit("first", "First?").action
        second = ctx.elicit("second", f"Second after {first}?").action
        third = ctx.sample("third", [], max_tokens=5)["model"]
        return f"{first} {second} {third} {[root['uri'] for root in ctx.roots()]}"

    peer = Asked(service, revision)
    peer.answers["First?"] = accept({})
    peer.answers["Second after accept?"] = {"action": "decline"}
    sampled = {"role": "assistant", "content": {"type": "text", "text": "x"}, "model": "m"}
    peer.answers["sampling/createMessage"] = sampled
    peer.answers["roots/list"] = {"roots": [{"uri": "file:///a"}]}
    assert text(peer.call_asked("several")) == "accept decline m ['file:///a']"
    assert seen == [None, {"run": 1}, {"run": 2}, {"run": 3}, {"run": 4}]
    assert len(peer.questions) == 4


def test_several_at_once(service: Service, revision: str) -> None:
    runs: list[int] = []

    @service.tool
    def both(ctx: Context) -> str:
        runs.append(1)
        answers = ctx.ask(
            Input.elicit("a", {"message": "A?", "requestedSchema": NAME}),
            Input.elicit("b", {"message": "B?", "requestedSchema": NAME}),
        )
        return " ".join(answers[key]["action"] for key in "ab")

    peer = Asked(service, revision)
    peer.answers = {"A?": accept({}), "B?": {"action": "cancel"}}
    assert text(peer.call_asked("both")) == "accept cancel"
    assert len(runs) == 2


# Before Python 3.11 there are no groups of tasks, and nothing to show.
if hasattr(asyncio, "TaskGroup"):

    def test_tasks_of_a_group_ask_together(service: Service, revision: str) -> None:
        group_of: Any = getattr(asyncio, "TaskGroup", None)

        @service.tool
        async def group(ctx: Context) -> str:
            async with group_of() as tasks:
                found: list[asyncio.Task[str]] = [tasks.create_task(one(key, ctx)) for key in "ab"]
            return " ".join(task.result() for task in found)

        async def one(key: str, ctx: Context) -> str:
            action: str = ctx.elicit(key, f"{key}?").action
            return action

        peer = Asked(service, revision)
        peer.answers = {"a?": accept({}), "b?": {"action": "cancel"}}
        assert text(peer.call_asked("group")) == "accept cancel"


@dataclass
class Order:
    name: str
    count: int
    size: Literal["small", "large"] = "small"
    note: str | None = None
    is_gift: Annotated[bool, "wrap it"] = False


def test_forms_are_drawn_from_classes(service: Service, revision: str) -> None:
    @service.tool
    def order(ctx: Context) -> str:
        answer = ctx.elicit("order", "What?", Order)
        return f"{answer.action} {answer.content}"

    peer = Asked(service, revision)
    for answered, expected in [
        (accept({"name": "x", "count": 2}), f"accept {Order('x', 2)}"),
        (accept({"name": "x", "count": 2, "note": "n", "size": "large", "is_gift": True}),
         f"accept {Order('x', 2, 'large', 'n', True)}"),
        ({"action": "decline"}, "decline None"),
    ]:
        peer.answers["What?"] = answered
        assert text(peer.call_asked("order")) == expected
    for wrong, word in [
        (accept({"name": "x", "count": "2"}), "count"),
        (accept({}), "missing"),
        ({"action": "maybe"}, "maybe"),
    ]:
        peer.answers["What?"] = wrong
        result = peer.call_asked("order")
        assert result["isError"]
        assert word in text(result)
    schema = peer.questions[0][1]["requestedSchema"]
    assert schema["required"] == ["name", "count"]
    assert schema["properties"]["name"] == {"type": "string"}
    assert schema["properties"]["size"]["enum"] == ["small", "large"]
    assert schema["properties"]["note"] == {"type": "string"}
    assert schema["properties"]["is_gift"]["description"] == "wrap it"
    assert set(schema) == {"type", "properties", "required"}


def test_what_is_no_form_says_so(service: Service, caplog: pytest.LogCaptureFixture) -> None:
    @dataclass
    class Nested:
        order: Order

    kinds: list[type] = []

    @service.tool
    def asks(ctx: Context) -> str:
        return ctx.elicit("a", "What?", kinds[0]).action

    for kind, words in ((Nested, "Nested, field order"), (int, "int is no form")):
        kinds[:] = [kind]
        assert text(Peer(service).call("asks")) == "asks failed: HintError"
        assert words in caplog.text


def test_prompts_and_resources_ask_too(service: Service, revision: str) -> None:
    @service.prompt
    def prompt(greeting: str, ctx: Context) -> str:
        return f"{greeting} {ctx.elicit('who', 'Who?').content}"

    @service.resource("a:{name}")
    async def resource(name: str, ctx: Context) -> str:
        return f"{name} {ctx.elicit('who', 'Who?').content}"

    peer = Asked(service, revision)
    peer.answers["Who?"] = accept({"name": "Ann"})
    params = {"name": "prompt", "arguments": {"greeting": "Hi"}}
    response = asyncio.run(peer.finish("prompts/get", params))
    assert response["result"]["messages"][0]["content"]["text"] == "Hi {'name': 'Ann'}"
    response = asyncio.run(peer.finish("resources/read", {"uri": "a:b"}))
    assert response["result"]["contents"][0]["text"] == "b {'name': 'Ann'}"


def test_an_answer_that_does_not_come(service: Service) -> None:
    @service.tool
    def sure(ctx: Context) -> str:
        ctx.elicit("first", "First?")
        ctx.elicit("sure", "Sure?")
        return "never"

    @service.tool
    def careful(ctx: Context) -> str:
        try:
            ctx.elicit("sure", "Sure?")
        except AskFailed as error:
            return f"{error.key} {error.why}"
        return "never"

    @service.tool
    def several(ctx: Context) -> str:
        form = {"requestedSchema": NAME}
        ctx.ask(
            Input.elicit("a", {"message": "First?", **form}),
            Input.elicit("b", {"message": "Sure?", **form}),
        )
        return "never"

    peer = Asked(service, "2025-11-25")
    peer.answers = {"First?": accept({}), "Sure?": ValueError("the user left")}
    result = peer.call_asked("sure")
    assert result["isError"]
    assert "'sure'" in text(result)
    assert "the user left" in text(result)
    assert text(peer.call_asked("careful")) == "sure the user left"
    assert "'b'" in text(peer.call_asked("several"))
    assert peer.server.open() == []


def test_an_answer_that_comes_too_late() -> None:
    service = Service("test", "1", idle_ms=1, hard_ms=1)

    @service.tool
    def sure(ctx: Context) -> str:
        ctx.elicit("sure", "Sure?")
        return "never"

    peer = Peer(service, "2025-11-25")
    assert peer.ask("tools/call", called("sure", {}))["method"] == "elicitation/create"
    deadline = peer.server.next_deadline()
    assert deadline is not None
    (given,) = [peer.respond(event) for event in _expired(peer, deadline)]
    assert isinstance(given, Out)
    assert "'sure'" in text(read(given)["result"])


def _expired(peer: Peer, now: int) -> list[Any]:
    found = peer.server.expire(now)
    return list(found)


@pytest.mark.parametrize("capability", ["elicitation.form", "elicitation.url", "sampling", "roots"])
def test_a_client_that_cannot_be_asked(service: Service, revision: str, capability: str) -> None:
    @service.tool
    def asks(ctx: Context) -> str:
        assert not ctx.can(capability)
        match capability:
            case "elicitation.form":
                ctx.elicit("a", "Who?")
            case "elicitation.url":
                ctx.elicit_url("a", "Go there", "https://example.com")
            case "sampling":
                ctx.sample("a", [], max_tokens=1)
            case _:
                ctx.roots()
        return "never"

    @service.tool
    def asks_if_it_can(ctx: Context) -> str:
        try:
            return asks(ctx)
        except MissingCapability as error:
            return ",".join(error.needed)

    peer = Peer(service, revision, {})
    error = peer.ask("tools/call", called("asks", {}))["error"]
    assert capability.partition(".")[0] in error["data"]["requiredCapabilities"]
    assert text(peer.call("asks_if_it_can")) == capability


def test_what_is_asked_at_once_needs_all_of_it(service: Service, revision: str) -> None:
    @service.tool
    def asks(ctx: Context) -> str:
        schema: dict[str, Any] = {"type": "object", "properties": {}}
        form: dict[str, Any] = {"message": "Who?", "requestedSchema": schema}
        return str(ctx.ask(Input.elicit("a", form), Input.list_roots("b")))

    @service.tool
    def has_tools(ctx: Context) -> str:
        return str(ctx.sample("a", [], max_tokens=1, tools=[{"name": "t"}]))

    @service.tool
    def has_tools_by_hand(ctx: Context) -> str:
        params: dict[str, Any] = {"messages": [], "maxTokens": 1, "tools": [{"name": "t"}]}
        return str(ctx.ask(Input.create_message("a", params)))

    @service.tool
    def has_a_page(ctx: Context) -> str:
        page = {"mode": "url", "message": "m", "url": "https://a", "elicitationId": "i"}
        return str(ctx.ask(Input.elicit("a", page)))

    peer = Peer(service, revision, {"roots": {}, "sampling": {}})
    error = peer.ask("tools/call", called("asks", {}))["error"]
    assert error["data"]["requiredCapabilities"].keys() == {"elicitation", "roots"}
    for name in ("has_tools", "has_tools_by_hand"):
        error = peer.ask("tools/call", called(name, {}))["error"]
        assert error["data"]["requiredCapabilities"] == {"sampling": {"tools": {}}}
    peer = Peer(service, revision, {"elicitation": {"form": {}}})
    error = peer.ask("tools/call", called("has_a_page", {}))["error"]
    assert error["data"]["requiredCapabilities"] == {"elicitation": {"url": {}}}


def test_a_call_that_is_cancelled_while_it_asks(service: Service) -> None:
    @service.tool
    def asks(ctx: Context) -> str:
        return str(ctx.elicit("a", "Who?"))

    peer = Peer(service, "2025-11-25")
    message = peer.request("tools/call", called("asks", {}))
    (question,) = peer.give(message)
    assert isinstance(question, Out)
    peer.tell("notifications/cancelled", {"requestId": message["id"]})
    peer.respond.flush()
    assert peer.sent[0]["method"] == "notifications/cancelled"
    assert peer.server.open() == []
    assert peer.kept == set()
    late = {"jsonrpc": "2.0", "id": read(question)["id"], "result": accept({})}
    assert [bool(given) for given in peer.give(late)] == [False]


def test_a_state_that_was_changed_is_refused(service: Service) -> None:
    runs: list[int] = []

    @service.tool
    def asks(n: int, ctx: Context) -> str:
        runs.append(n)
        ctx.request_state = n
        return str(ctx.elicit("a", "Who?").action)

    peer = Peer(service)
    first = peer.ask("tools/call", called("asks", {"n": 1}))["result"]
    state = first["requestState"]
    again = {"inputResponses": {"a": accept({})}, "requestState": state}
    assert text(peer.ask("tools/call", {**called("asks", {"n": 1}), **again})["result"]) == "accept"
    for params in (
        {**called("asks", {"n": 2}), **again},
        {**called("asks", {"n": 1}), **again, "requestState": state[:-2] + "AA"},
        {**called("asks", {"n": 1}), **again, "requestState": "made up"},
    ):
        runs.clear()
        assert peer.ask("tools/call", params)["error"]["code"] == -32602
        assert runs == []


def test_processes_that_share_a_key_share_their_calls() -> None:
    def service(key: bytes) -> Service:
        made = Service("test", "1", keys=[key])

        @made.tool
        def asks(ctx: Context) -> str:
            ctx.request_state = "kept"
            return str(ctx.elicit("a", "Who?").action)

        return made

    first = Peer(service(b"k" * 32)).ask("tools/call", called("asks", {}))["result"]
    params: dict[str, Any] = {**called("asks", {}), "requestState": first["requestState"]}
    params["inputResponses"] = {"a": accept({})}
    other = Peer(service(b"k" * 32)).ask("tools/call", params)
    assert text(other["result"]) == "accept"
    stranger = Peer(service(b"x" * 32)).ask("tools/call", params)
    assert stranger["error"]["code"] == -32602


def test_the_calls_of_lost_sessions_are_forgotten(service: Service) -> None:
    @service.tool
    def asks(ctx: Context) -> str:
        return str(ctx.elicit("a", "Who?"))

    peer = Peer(service, "2025-11-25", slots=1000)
    for _ in range(60):
        peer.start("tools/call", called("asks", {}))
    for ticket in peer.server.open():
        peer.server.abandon(ticket)
    for _ in range(60):
        peer.start("tools/call", called("asks", {}))
    assert peer.kept == set(peer.server.open())
