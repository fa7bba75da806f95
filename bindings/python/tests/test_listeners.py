"""What a server says beside its answers, and who hears it."""

from __future__ import annotations

import json
import threading
from typing import Any

import pytest
from peer import MODERN, connected, events, modern, notification, request, shake

from sansmcp import (
    CallTool,
    Cancelled,
    Capability,
    Complete,
    Endpoint,
    Event,
    GetPrompt,
    Initialized,
    Listen,
    NotJson,
    NotReady,
    NotSupported,
    NotText,
    Prompt,
    ReadResource,
    Resource,
    Server,
    SetLevel,
    Stale,
    Subscribe,
    Tool,
    Unsubscribe,
)

ALL: list[Capability] = [
    "completions",
    "logging",
    "prompts.listChanged",
    "resources.listChanged",
    "resources.subscribe",
    "tools.listChanged",
]


def server(revision: str | None = None) -> Server:
    made = Server(
        "s",
        "1",
        tools=[Tool("tool")],
        resources=[Resource("a:1", "one")],
        prompts=[Prompt("greet")],
        capabilities=ALL,
    )
    if revision:
        shake(made, revision)
    return made


def only(server: Server, message: object) -> Event:
    (event,) = events(server, message)
    return event


def listen(server: Server, id: str = "l", **filter: Any) -> Listen:
    event = only(server, modern("subscriptions/listen", {"notifications": filter}, id))
    assert isinstance(event, Listen)
    return event


def params(out: Any) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(out.line)["params"]
    return found


def test_a_listen_says_what_it_wants() -> None:
    s = server()
    event = listen(s, toolsListChanged=True, resourceSubscriptions=["a:1", "b\u0000"])
    match event:
        case Listen(True, False, False, ["a:1", "b\0"]):
            pass
        case other:
            pytest.fail(repr(other))
    assert s.listens() == []
    agreed = params(s.accept(event, ["b\0", "c:3"]))
    assert agreed["notifications"] == {"toolsListChanged": True, "resourceSubscriptions": ["b\0"]}
    assert s.listens() == [event.ticket]
    with pytest.raises(Stale):
        s.accept(event, [])
    assert [params(out)["uri"] for out in s.updated("b\0")] == ["b\0"]
    assert list(s.updated("a:1")) == []


def test_each_who_listens_is_told_once() -> None:
    s = server()
    for number in range(3):
        s.reply(listen(s, f"l{number}", resourceSubscriptions=["a:1"], promptsListChanged=True))
    told = [params(out)["_meta"].popitem()[1] for out in s.updated("a:1")]
    assert told == ["l0", "l1", "l2"]
    s.changed("prompts")
    s.changed("prompts")
    s.changed("tools")
    outs: list[dict[str, Any]] = []
    while (out := s.next_output()) is not None:
        outs.append(json.loads(out.line))
    assert [out["method"] for out in outs] == ["notifications/prompts/list_changed"] * 3


def test_a_listen_is_ended_from_either_side() -> None:
    s = server()
    mine, theirs = listen(s, "mine"), listen(s, "theirs")
    s.reply(mine)
    s.reply(theirs)
    s.end_listen(mine.ticket)
    out = s.next_output()
    assert out is not None
    assert out.is_last
    assert json.loads(out.line)["id"] == "mine"
    with pytest.raises(Stale):
        s.end_listen(mine.ticket)
    event = only(s, notification("notifications/cancelled", {"requestId": "theirs"}))
    assert isinstance(event, Cancelled)
    assert s.listens() == []
    call = only(s, modern("tools/call", {"name": "tool"}))
    with pytest.raises(NotSupported):
        s.end_listen(call.ticket)
    with pytest.raises(NotSupported):
        s.accept(call, [])  # type: ignore[arg-type] # pyright: ignore[reportArgumentType]


def test_a_pipe_that_was_closed_cancels_what_is_open() -> None:
    s = server("2025-11-25")
    call = only(s, request("tools/call", {"name": "tool"}))
    s.closed()
    assert s.is_cancelled(call.ticket)
    assert not s.answer(call.ticket).text("late").end()
    with pytest.raises(TypeError):
        s.closed(1)
    endpoint = Endpoint("s", "1")
    endpoint.closed(1)
    with pytest.raises(TypeError):
        endpoint.closed()


def test_subscriptions_before_the_listen() -> None:
    s = server("2025-06-18")
    match only(s, request("resources/subscribe", {"uri": "a:1"})):
        case Subscribe("a:1") as event:
            assert s.reply(event)
        case other:
            pytest.fail(repr(other))
    assert [params(out) for out in s.updated("a:1")] == [{"uri": "a:1"}]
    match only(s, request("resources/unsubscribe", {"uri": "a:1"})):
        case Unsubscribe("a:1") as taken_back:
            assert s.reply(taken_back)
        case other:
            pytest.fail(repr(other))
    assert list(s.updated("a:1")) == []


def test_a_level_is_taken_over() -> None:
    s = server("2025-11-25")
    assert params(s.log("debug", "all is said")) == {"level": "debug", "data": "all is said"}
    match only(s, request("logging/setLevel", {"level": "warning"})):
        case SetLevel("warning") as event:
            assert s.reply(event)
        case other:
            pytest.fail(repr(other))
    assert not s.log("notice", "nobody hears it")
    out = s.log("error", {"a": [1, None]}, logger="it")
    assert params(out) == {"level": "error", "logger": "it", "data": {"a": [1, None]}}


def test_a_log_message_of_a_call() -> None:
    s = server()
    silent = only(s, modern("tools/call", {"name": "tool"}))
    assert not s.log("emergency", "nobody asked", ticket=silent.ticket)
    meta = {**MODERN, "io.modelcontextprotocol/logLevel": "info"}
    call = only(s, request("tools/call", {"name": "tool", "_meta": meta}))
    assert params(s.log("info", 7, ticket=call.ticket)) == {"level": "info", "data": 7}
    assert not s.log("debug", 7, ticket=call.ticket)
    assert not s.log("info", "of no connection")
    s.answer(call.ticket).end()
    with pytest.raises(Stale):
        s.log("info", 7, ticket=call.ticket)


def test_what_cannot_be_logged() -> None:
    s = server("2025-11-25")
    with pytest.raises(ValueError, match="level must be one of 'debug'"):
        s.log("loud", "x")  # type: ignore[arg-type] # pyright: ignore[reportArgumentType]
    with pytest.raises(NotJson):
        s.log("info", {1, 2})
    with pytest.raises(NotText):
        s.log("info", "\ud800")
    with pytest.raises(NotText):
        s.log("info", "x", logger="\udfff")
    with pytest.raises(NotSupported):
        connected().log("info", "logging is not announced")
    with pytest.raises(ValueError, match="'tools', 'resources' or 'prompts'"):
        s.changed("everything")  # type: ignore[arg-type] # pyright: ignore[reportArgumentType]


def test_notifications_of_ones_own() -> None:
    s = server("2025-11-25")
    out = s.notify("my/note", {"a": 1})
    assert json.loads(out.line) == {"jsonrpc": "2.0", "method": "my/note", "params": {"a": 1}}
    assert params(s.notify("my/note")) == {}
    call = only(s, request("tools/call", {"name": "tool"}))
    assert s.notify("my/note", ticket=call.ticket)
    with pytest.raises(NotSupported):
        s.notify("notifications/tools/list_changed")
    with pytest.raises(NotJson):
        s.notify("my/note", [1])  # type: ignore[arg-type] # pyright: ignore[reportArgumentType]
    with pytest.raises(NotReady):
        server().notify("my/note")


def test_reads_prompts_and_completions_have_classes() -> None:
    s = server("2025-11-25")
    match only(s, request("resources/read", {"uri": "a:\\u0031"})):
        case ReadResource("a:\\u0031"):
            pass
        case other:
            pytest.fail(repr(other))
    match only(s, request("prompts/get", {"name": "greet", "arguments": {"who": "you"}})):
        case GetPrompt("greet", {"who": str(who)}) as event:
            assert (who, event.argument_json("who")) == ("you", '"you"')
        case other:
            pytest.fail(repr(other))
    asked: dict[str, Any] = {
        "ref": {"type": "ref/prompt", "name": "greet"},
        "argument": {"name": "who", "value": "y\n"},
        "context": {"arguments": {"how": "loud", "wrong": 7}},
    }
    match only(s, request("completion/complete", asked)):
        case Complete("greet", None, "who", "y\n") as complete:
            assert complete.context == {"how": "loud"}
        case other:
            pytest.fail(repr(other))
    of_template = {"type": "ref/resource", "uri": "a:{n}"}
    asked = {"ref": of_template, "argument": {"name": "n", "value": ""}}
    match only(s, request("completion/complete", asked)):
        case Complete(None, "a:{n}", "n", "") as complete:
            assert complete.context == {}
        case other:
            pytest.fail(repr(other))


def test_an_event_says_what_the_client_can_do() -> None:
    s = server()
    capabilities: dict[str, Any] = {
        "roots": {"listChanged": True},
        "sampling": {"tools": {}},
        "elicitation": {"url": {}, "form": {}},
        "experimental": {"x": {}},
    }
    meta = {**MODERN, "io.modelcontextprotocol/clientCapabilities": capabilities}
    answers = {"k": {"action": "accept", "content": {"n": 1.50}}}
    more = {"inputResponses": answers, "requestState": "s\u00e9"}
    event = only(s, request("tools/call", {"name": "tool", "_meta": meta, **more}))
    assert event.capabilities == {
        "roots",
        "roots.listChanged",
        "sampling",
        "sampling.tools",
        "elicitation.form",
        "elicitation.url",
    }
    assert event.inputs == answers
    assert event.input_json("k") == '{"action": "accept", "content": {"n": 1.5}}'
    assert event.input_json("other") is None
    assert event.request_state == "s\u00e9"
    bare = only(s, modern("tools/call", {"name": "tool"}))
    assert (bare.capabilities, bare.inputs, bare.request_state) == (frozenset(), {}, None)


def test_over_http_a_session_names_the_client() -> None:
    endpoint = Endpoint("s", "1", capabilities=ALL)
    post = [
        ("Host", "localhost"),
        ("Content-Type", "application/json"),
        ("Accept", "application/json, text/event-stream"),
    ]

    def send(number: int, message: object, *headers: tuple[str, str]) -> tuple[Event, str]:
        verdict = endpoint.judge("POST", [*post, *headers], number)
        frame = verdict.frame(json.dumps(message).encode(), bytes([number]) * 16)
        (event,) = endpoint.receive(frame)
        endpoint.reply(event)
        endpoint.received(frame)
        (delivery,) = iter(endpoint.next_delivery, None)
        return event, dict(delivery.headers).get("mcp-session-id", "")

    sessions: list[int] = []
    for number in (1, 3):
        hello: dict[str, Any] = {"protocolVersion": "2025-11-25", "capabilities": {}}
        hello["clientInfo"] = {"name": "c", "version": "1"}
        _, session = send(number, request("initialize", hello))
        assert session
        ready = notification("notifications/initialized")
        event, _ = send(number + 1, ready, ("Mcp-Session-Id", session))
        assert isinstance(event, Initialized)
        sessions.append(event.session)
        verdict = endpoint.judge(
            "GET",
            [("Host", "localhost"), ("Accept", "text/event-stream"), ("Mcp-Session-Id", session)],
            10 + number,
        )
        assert verdict.kind == "stream"
    assert len(set(sessions)) == 2
    assert 0 not in sessions
    endpoint.log("info", "for the second", session=sessions[1])
    delivery = endpoint.next_delivery()
    assert delivery is not None
    assert delivery.to == 13
    assert not delivery.is_cut
    endpoint.changed("tools")
    assert endpoint.next_delivery(due=False) is None
    told = [found.to for found in iter(endpoint.next_delivery, None)]
    assert sorted(told) == [11, 13]


def test_threads_may_tell_at_once() -> None:
    s = server()
    for number in range(4):
        s.reply(listen(s, f"l{number}", resourceSubscriptions=["a:1"]))
    counts: list[int] = []

    def tell() -> None:
        for _ in range(50):
            counts.append(len(list(s.updated("a:1"))))
            s.changed("tools")
            s.offer(tools=[Tool("tool")])

    threads = [threading.Thread(target=tell) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert counts == [4] * 200
    call = only(s, modern("tools/call", {"name": "tool"}))
    assert isinstance(call, CallTool)
