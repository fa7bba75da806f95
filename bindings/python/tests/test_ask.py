"""What is asked of the client: in both eras, answered, refused, too late, and misused."""

from __future__ import annotations

import json
import random
import threading
from typing import Any

import pytest
from peer import connected, error, modern, notification, request, result
from sansmcp import (
    Answered,
    Busy,
    CallTool,
    Cancelled,
    Endpoint,
    Event,
    Frame,
    GetPrompt,
    Initialized,
    Input,
    NotJson,
    NotReady,
    NotSupported,
    NotText,
    Out,
    RawJson,
    ReadResource,
    Rejected,
    Server,
    Stale,
    Undeclared,
    UseAsk,
)
from whole import CAN, FORM, MESSAGE, answers, call, new, one, shaken, whole, wrong_type

ASK = [Input.elicit("who", FORM)]
ADA = {"action": "accept", "content": {"name": "Ada"}}


def asked(out: Out) -> dict[str, Any]:
    """The request in an output."""
    message: dict[str, Any] = json.loads(out.json)
    return message


def kept(out: Out) -> bytes:
    assert out.keep is not None
    return out.keep


def handle(server: Server, event: Event) -> Out:
    """A handler that asks for two things, of whatever era its client is."""
    if "who" not in event.inputs:
        inputs = [*ASK, Input.create_message("what", MESSAGE), Input.list_roots("where")]
        return server.ask(event, inputs, "step 1")
    assert event.request_state == "step 1"
    name = event.inputs["who"]["content"]["name"]
    roots = len(event.inputs["where"]["roots"])
    text = event.inputs["what"]["content"]["text"]
    return server.answer(event.ticket).text(f"{name} {text} {roots}").end()


WRITTEN = {"role": "assistant", "content": {"type": "text", "text": "writes"}, "model": "m"}
ROOTS = {"roots": [{"uri": "file:///a"}]}
ANSWERS: list[tuple[str, dict[str, Any]]] = [
    ("elicitation/create", ADA),
    ("sampling/createMessage", WRITTEN),
    ("roots/list", ROOTS),
]


def test_a_handler_before_2026_07_28() -> None:
    server = shaken()
    event = call(server)
    out = handle(server, event)
    for method, said in ANSWERS:
        assert not out.is_last
        assert asked(out)["method"] == method
        assert server.open() == [event.ticket]
        answered = answers(server, out, said)
        assert (answered.parent, answered.result) == (event.ticket, said)
        again = server.resume(answered, kept(out))
        if isinstance(again, Out):
            out = again
        else:
            assert isinstance(again, CallTool)
            assert (again.ticket, again.name, again.id) == (event.ticket, "tool", event.id)
            out = handle(server, again)
    assert result(out)["content"][0]["text"] == "Ada writes 1"
    assert (out.is_last, out.keep, server.open()) == (True, None, [])


def test_the_same_handler_since_2026_07_28() -> None:
    server = whole()
    out = handle(server, one(server, new("tools/call", {"name": "tool"})))
    assert (out.is_last, out.keep, server.open()) == (True, None, [])
    said = result(out)
    assert said["resultType"] == "input_required"
    asked = {"method": "elicitation/create", "params": {"mode": "form", **FORM}}
    assert said["inputRequests"]["who"] == asked
    retry = {"who": ADA, "what": WRITTEN, "where": ROOTS}
    params = {"name": "tool", "inputResponses": retry, "requestState": said["requestState"]}
    out = handle(server, one(server, new("tools/call", params)))
    assert result(out)["content"][0]["text"] == "Ada writes 1"


@pytest.mark.parametrize(
    ("method", "params", "kind"),
    [
        ("resources/read", {"uri": "a:1"}, ReadResource),
        ("prompts/get", {"name": "greet", "arguments": {"who": "x"}}, GetPrompt),
    ],
)
def test_reads_and_prompts_ask_too(
    method: str, params: dict[str, Any], kind: type[Event]
) -> None:
    server = shaken()
    event = one(server, request(method, params))
    out = server.ask(event, ASK)
    again = server.resume(answers(server, out, ADA), kept(out))
    assert isinstance(again, kind)
    assert again.inputs == {"who": ADA}
    assert again.request_state is None
    assert again.params is not None
    assert {**again.params, "inputResponses": None} == {**params, "inputResponses": None}


def test_a_call_that_was_resumed_may_ask_again() -> None:
    server = shaken()
    out = server.ask(call(server), ASK, "1")
    again = server.resume(answers(server, out, ADA), kept(out))
    assert isinstance(again, CallTool)
    out = server.ask(again, [Input.list_roots("where")], "2")
    again = server.resume(answers(server, out, ROOTS), kept(out))
    assert isinstance(again, CallTool)
    assert again.request_state == "2"
    # Of the first round only what the state says is left, as since 2026-07-28.
    assert again.inputs == {"where": ROOTS}


def test_a_client_that_refuses() -> None:
    server = shaken()
    event = call(server)
    out = server.ask(event, ASK)
    refusal = {"code": -1, "message": "no"}
    number = asked(out)["id"]
    answered = one(server, {"jsonrpc": "2.0", "id": number, "error": refusal})
    assert isinstance(answered, Answered)
    assert (answered.outcome, answered.error) == ("error", refusal)
    for _ in range(2):
        with pytest.raises(Rejected):
            server.resume(answered, kept(out))
    assert server.answer(event.ticket).fail("then not").end().is_last
    with pytest.raises(Stale):
        server.resume(answered, kept(out))


def test_a_client_that_takes_too_long() -> None:
    server = shaken()
    assert server.next_deadline() is None
    event = call(server)
    out = server.ask(event, ASK, idle_ms=100, hard_ms=250, now=1000)
    token = asked(out)["params"]["_meta"]["progressToken"]
    assert server.next_deadline() == 1100
    progress = {"progressToken": token, "progress": 1}
    message = json.dumps(notification("notifications/progress", progress))
    assert list(server.receive(Frame(message.encode()), 1090))
    assert server.next_deadline() == 1190
    assert server.expire(1189) == []
    (ended,) = server.expire(1190)
    assert isinstance(ended, Answered)
    assert (ended.outcome, ended.parent) == ("expired", event.ticket)
    told = server.next_output()
    assert told
    assert asked(told)["method"] == "notifications/cancelled"
    assert (server.next_output(), server.next_deadline()) == (None, None)
    assert server.expire(1 << 62) == []
    with pytest.raises(Rejected):
        server.resume(ended, kept(out))
    assert server.answer(event.ticket).fail("nobody there").end()
    # An answer that comes now is nobody's.
    late = {"jsonrpc": "2.0", "id": asked(out)["id"], "result": ADA}
    assert one(server, late).kind == "ignored"


def test_a_question_without_a_time_begins_at_the_latest_that_is_known() -> None:
    server = shaken()
    message = json.dumps(request("tools/call", {"name": "tool"})).encode()
    (event,) = server.receive(Frame(message), 5000)
    (earlier,) = server.receive(Frame(message.replace(b'"id": ', b'"id": 9')), 4000)
    server.ask(event, ASK, idle_ms=10)
    assert server.next_deadline() == 5010
    assert server.expire(5009) == []
    server.request(earlier.ticket, "roots/list", idle_ms=1)
    assert server.next_deadline() == 5010
    assert len(server.expire(6000)) == 2
    server.request(0, "roots/list", idle_ms=10)
    assert server.next_deadline() == 6010


def test_no_limit() -> None:
    server = shaken()
    server.ask(call(server), ASK, idle_ms=0, hard_ms=0, now=5)
    assert server.next_deadline() is None
    with pytest.raises(OverflowError):
        server.ask(call(server), ASK, idle_ms=-1)


def test_what_was_not_declared() -> None:
    server = shaken(can={"elicitation": {}})
    event = call(server)
    assert event.capabilities == {"elicitation.form"}
    url = {"mode": "url", "message": "m", "url": "https://a", "elicitationId": "1"}
    for no in (
        Input.create_message("k", MESSAGE),
        Input.list_roots("k"),
        Input.elicit("k", url),
    ):
        with pytest.raises(Undeclared):
            server.ask(event, [no])
        with pytest.raises(Undeclared):
            server.ask(event, [*ASK, no])
    said = error(server.undeclared(event.ticket, "sampling", "elicitation.url"))
    assert said["data"] == {
        "requiredCapabilities": {"sampling": {}, "elicitation": {"url": {}}}
    }
    with pytest.raises(Stale):
        server.undeclared(event.ticket, "sampling")
    with pytest.raises(ValueError, match="'elicit' is no capability of clients; there are roots"):
        server.undeclared(event.ticket, "elicit")
    with pytest.raises(ValueError, match="say which capabilities"):
        server.undeclared(event.ticket)


def test_who_may_ask_what() -> None:
    server = shaken()
    event = call(server)
    for wrong in ([], [*ASK, *ASK], [*ASK, Input.list_roots("who")]):
        with pytest.raises(NotSupported):
            server.ask(event, wrong)
    with pytest.raises(NotSupported):
        server.ask(one(server, request("tools/list")), ASK)
    with pytest.raises(TypeError):
        server.ask(event, wrong_type([FORM]))
    with pytest.raises(TypeError):
        server.ask(wrong_type(event.ticket), ASK)
    assert server.answer(event.ticket).text("still open").end()
    with pytest.raises(Stale):
        server.ask(event, ASK)
    with pytest.raises(Stale):
        server.ask(one(server, notification("my/note")), ASK)

    old = shaken("2025-03-26", {"roots": {}, "elicitation": {}})
    with pytest.raises(NotSupported):
        old.ask(call(old), ASK)
    full = shaken(slots=1)
    with pytest.raises(Busy):
        full.ask(call(full), ASK)


def test_params_that_have_no_form() -> None:
    with pytest.raises(NotJson, match=r"params: NaN has no form in JSON, at \['x'\]\[0\]"):
        Input.create_message("k", {"x": [float("nan")]})
    with pytest.raises(NotJson, match="params must be a mapping"):
        Input.elicit("k", wrong_type([1]))
    with pytest.raises(NotText):
        Input.list_roots("half \ud800")
    with pytest.raises(NotText):
        Input.elicit("k", {"message": "half \ud800"})
    server = shaken()
    with pytest.raises(NotText):
        server.ask(call(server), ASK, "half \ud800")
    with pytest.raises(NotText):
        server.request(0, "half \ud800")
    with pytest.raises(NotJson):
        server.request(0, "roots/list", {"x": {1}})
    raw = Input.elicit("k", RawJson('{"message":"\\u0041","requestedSchema":{}}'))
    assert (raw.key, raw.method, repr(raw)) == (
        "k",
        "elicitation/create",
        "<Input k elicitation/create>",
    )
    assert rb'"message":"\u0041"' in server.ask(call(server), [raw]).line


def test_resume_wants_what_was_kept_and_an_answer() -> None:
    server = shaken()
    event = call(server)
    out = server.ask(event, ASK)
    answered = answers(server, out, ADA)
    for wrong in (b"", b"{", b"[]", b"{}", b"\xff", b'{"inputRequests":{}}'):
        with pytest.raises(NotJson):
            server.resume(answered, wrong)
    with pytest.raises(TypeError):
        server.resume(answered, wrong_type(None))
    with pytest.raises(NotSupported):
        server.resume(wrong_type(event), kept(out))
    for form in (bytearray(kept(out)), memoryview(kept(out))):
        again = server.resume(answered, form)
        assert isinstance(again, CallTool)
        assert again.inputs == {"who": ADA}
    assert server.answer(event.ticket).text("a").end()


def test_a_call_that_was_cancelled() -> None:
    server = shaken()
    event = call(server)
    out = server.ask(event, ASK)
    cancelled = one(server, notification("notifications/cancelled", {"requestId": event.id}))
    assert isinstance(cancelled, Cancelled)
    assert cancelled.ticket == event.ticket
    nothing = server.ask(event, ASK)
    assert (bool(nothing), nothing.keep) == (False, None)
    told = server.next_output()
    assert told
    assert asked(told)["params"]["requestId"] == asked(out)["id"]
    # What came too late to be asked was its end.
    assert server.open() == []
    with pytest.raises(Stale):
        server.ask(event, ASK)


def test_a_request_of_the_servers_own() -> None:
    server = shaken()
    event = call(server)
    number, out = server.request(event.ticket, "roots/list")
    assert asked(out)["params"]["_meta"] == {"progressToken": number}
    answered = answers(server, out, ROOTS)
    assert (answered.ticket, answered.parent, answered.result) == (number, event.ticket, ROOTS)
    number, out = server.request(0, "ping")
    pong = answers(server, out, {})
    assert (pong.ticket, pong.parent) == (number, 0)
    with pytest.raises(Stale):
        server.resume(pong, b"{}")
    number, out = server.request(0, "roots/list", {"x": 1}, now=3)
    assert asked(out)["params"]["x"] == 1
    server.abandon(number)
    told = server.next_output()
    assert told
    assert asked(told)["params"]["requestId"] == number
    with pytest.raises(Stale):
        server.abandon(number)
    with pytest.raises(NotSupported):
        server.request(0, "notifications/message")
    # What was asked in its course ends with the call.
    server.request(event.ticket, "roots/list")
    assert server.answer(event.ticket).text("done").end()
    with pytest.raises(Stale):
        server.request(event.ticket, "roots/list")
    with pytest.raises(OverflowError):
        server.request(-1, "ping")


def test_requests_have_their_time() -> None:
    server = whole()
    with pytest.raises(NotReady):
        server.request(0, "roots/list")
    event = one(server, new("tools/call", {"name": "tool"}))
    with pytest.raises(UseAsk):
        server.request(event.ticket, "roots/list")
    bare = connected()
    with pytest.raises(Undeclared):
        bare.request(0, "roots/list")
    event = one(bare, modern("tools/call", {"name": "tool"}))
    with pytest.raises(Undeclared):
        bare.ask(event, ASK)


def test_a_session_of_an_endpoint_is_asked() -> None:
    endpoint = Endpoint("test", "1")
    ids: list[tuple[str, str]] = []

    def post(number: int, message: dict[str, Any]) -> list[Event]:
        headers = [
            ("host", "localhost"),
            ("content-type", "application/json"),
            ("accept", "application/json, text/event-stream"),
            *ids,
        ]
        verdict = endpoint.judge("POST", headers, number)
        frame = verdict.frame(json.dumps(message).encode(), bytes([number]) * 16)
        found: list[Event] = list(endpoint.receive(frame))
        for event in found:
            endpoint.reply(event)
        endpoint.received(frame)
        return found

    params = {"protocolVersion": "2025-11-25", "capabilities": CAN, "clientInfo": {"name": "c"}}
    post(1, request("initialize", {**params, "clientInfo": {"name": "c", "version": "1"}}))
    delivery = endpoint.next_delivery()
    assert delivery
    ids += [pair for pair in delivery.headers if pair[0] == "mcp-session-id"]
    (event,) = post(2, notification("notifications/initialized"))
    assert isinstance(event, Initialized)
    assert (event.ticket, event.session) == (0, 1)
    while endpoint.next_delivery():
        pass
    with pytest.raises(NotReady):
        endpoint.request(0, "roots/list")
    stream = [("host", "localhost"), ("accept", "text/event-stream"), *ids]
    assert endpoint.judge("GET", stream, 3).kind == "stream"
    number, _ = endpoint.request(0, "roots/list", session=event.session, idle_ms=7)
    delivery = endpoint.next_delivery()
    assert delivery
    assert (delivery.to, b'"method":"roots/list"' in delivery.body) == (3, True)
    (answered,) = post(4, {"jsonrpc": "2.0", "id": number, "result": ROOTS})
    assert isinstance(answered, Answered)
    assert (answered.ticket, answered.session, answered.result) == (number, 1, ROOTS)
    with pytest.raises(NotReady):
        endpoint.request(0, "roots/list", session=65535)
    with pytest.raises(OverflowError):
        endpoint.request(0, "roots/list", session=65536)


def test_many_threads_ask_and_each_call_ends_once() -> None:
    server = shaken(slots=600)
    calls = [call(server, arguments={"n": n}) for n in range(200)]
    order = random.Random(7)
    order.shuffle(calls)
    sent: list[bytes] = []

    def work(some: list[Event]) -> None:
        for event in some:
            out = server.ask(event, ASK)
            again = server.resume(answers(server, out, ADA), kept(out))
            assert isinstance(again, CallTool)
            text = f"{again.arguments['n']} {again.inputs['who']['content']['name']}"
            sent.append(server.answer(again.ticket).text(text).end().line)

    threads = [threading.Thread(target=work, args=(calls[at::8],)) for at in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    texts = {json.loads(line)["result"]["content"][0]["text"] for line in sent}
    assert texts == {f"{n} Ada" for n in range(200)}
    assert len(sent) == 200
    assert (server.open(), server.next_deadline()) == ([], None)
