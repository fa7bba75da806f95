"""Events: each of its class, made for `match`."""

from __future__ import annotations

import json
from typing import Any

import pytest
import sansmcp
from peer import MODERN, call, connected, error, events, modern, notification, request, result
from sansmcp import (
    CallTool,
    Cancelled,
    Discover,
    Event,
    Frame,
    Ignored,
    Initialize,
    Initialized,
    Lines,
    ListTools,
    Notification,
    Ping,
    Refused,
    Request,
    Server,
)


def only(server: Server, message: object) -> Event:
    (event,) = events(server, message)
    return event


def test_the_handshake() -> None:
    server = Server("s", "1")
    params = {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "c", "version": "2"},
    }
    match only(server, request("initialize", params, id="i")):
        case Initialize("2025-06-18") as event:
            assert event.kind == "initialize"
            assert event.method == "initialize"
            assert event.id == "i"
            assert event.id_json == '"i"'
            assert event.client_info == {"name": "c", "version": "2"}
            assert event.params == params
            assert json.loads(event.params_json or "") == params
            assert event.meta is None
            assert event.ticket > 0
            assert event.revision == "2025-06-18"
            assert not event.wants_progress
            assert result(server.reply(event))["serverInfo"] == {"name": "s", "version": "1"}
        case other:
            pytest.fail(repr(other))
    match only(server, notification("notifications/initialized")):
        case Initialized() as ready:
            assert not ready.ticket
            assert ready.id is ready.id_json is None
            assert not server.reply(ready)
        case other:
            pytest.fail(repr(other))


def test_a_call() -> None:
    server = connected("2025-03-26")
    event = call(server, {"text": "hi", "n": 1}, _meta={"progressToken": 5, "x": [1]})
    match event:
        case CallTool("tool", {"text": str(text), "n": int(n)}):
            assert (text, n) == ("hi", 1)
        case _:
            pytest.fail(repr(event))
    assert event.kind == "call_tool"
    assert event.revision == "2025-03-26"
    assert event.meta == {"progressToken": 5, "x": [1]}
    assert event.wants_progress
    assert repr(event) == (
        f"<CallTool id={event.id} name='tool' arguments={{'text': 'hi', 'n': 1}}>"
    )


def test_the_modern_era() -> None:
    server = connected()
    match only(server, modern("server/discover")):
        case Discover() as event:
            assert event.revision == "2026-07-28"
            assert event.meta == MODERN
            assert result(server.reply(event))["resultType"] == "complete"
        case other:
            pytest.fail(repr(other))
    match only(server, modern("tools/call", {"name": "tool"})):
        case CallTool(name="tool", arguments={}) as called:
            out = server.answer(called.ticket).structured([1, "any value"]).end()
            assert result(out)["structuredContent"] == [1, "any value"]
        case other:
            pytest.fail(repr(other))


def test_lists_and_ping() -> None:
    server = connected()
    match only(server, request("tools/list")):
        case ListTools(None) as event:
            (tool,) = result(server.reply(event))["tools"]
            assert tool["name"] == "tool"
        case other:
            pytest.fail(repr(other))
    match only(server, request("tools/list", {"cursor": "no\u0000such"})):
        case ListTools("no\0such") as event:
            assert error(server.reply(event))["code"] == -32602
        case other:
            pytest.fail(repr(other))
    match only(server, request("ping")):
        case Ping() as ping:
            assert result(server.reply(ping)) == {}
        case other:
            pytest.fail(repr(other))


def test_what_the_protocol_does_not_know() -> None:
    server = connected()
    match only(server, request("my/method", {"a": 1})):
        case Request("my/method", {"a": 1}) as event:
            assert result(server.result(event.ticket, {"b": 2})) == {"b": 2}
        case other:
            pytest.fail(repr(other))
    match only(server, request("my/other")):
        case Request("my/other", None) as event:
            failure = error(server.reply(event))
            assert (failure["code"], failure["message"]) == (-32601, "Method not found: my/other")
        case other:
            pytest.fail(repr(other))
    match only(server, notification("my/note", {"a": []})):
        case Notification("my/note", {"a": []}) as note:
            assert not server.reply(note)
        case other:
            pytest.fail(repr(other))


def test_a_cancel() -> None:
    server = connected()
    event = call(server)
    cancel = {"requestId": event.id, "reason": "no\nlonger"}
    match only(server, notification("notifications/cancelled", cancel)):
        case Cancelled(ticket, "no\nlonger") as cancelled:
            assert ticket == event.ticket
            assert not server.reply(cancelled)
        case other:
            pytest.fail(repr(other))
    silent = call(server)
    match only(server, notification("notifications/cancelled", {"requestId": silent.id})):
        case Cancelled(ticket, None):
            assert ticket == silent.ticket
        case other:
            pytest.fail(repr(other))


def test_what_breaks_a_rule() -> None:
    server = connected()
    match only(server, "{"):
        case Refused(-32700, message) as event:
            assert message == "Not JSON"
            assert (event.id, event.method, event.params) == (None, "", None)
            assert error(server.reply(event))["message"] == message
        case other:
            pytest.fail(repr(other))
    match only(server, '{"jsonrpc":"1.0","id":7,"method":"ping"}'):
        case Refused(code=-32600, message=message) as event:
            # Plain text, not the inside of a JSON string.
            assert message == 'jsonrpc must be "2.0"'
            assert event.id == 7
        case other:
            pytest.fail(repr(other))
    match only(server, '{"jsonrpc":"2.0","id":99,"result":{}}'):
        case Ignored(None) as ignored:
            assert not server.reply(ignored)
        case other:
            pytest.fail(repr(other))


def test_every_kind_has_a_class_with_names_that_exist() -> None:
    classes: list[Any] = [Initialize, Initialized, Discover, Ping, ListTools, CallTool, Cancelled]
    classes += [Request, Notification, Refused, Ignored]
    for kind in classes:
        names: tuple[str, ...] = kind.__match_args__
        assert all(hasattr(kind, name) for name in names)
        assert kind.__module__ == "sansmcp"
        assert issubclass(kind, Event)
    with pytest.raises(TypeError):
        Event()
    with pytest.raises(TypeError):
        CallTool()


def test_events_are_read_only_when_asked_for() -> None:
    server = connected("2025-03-26")
    batch = Frame(json.dumps([request("ping", id=n) for n in range(3)]).encode())
    first = server.receive(batch)
    assert next(first).id == 0
    assert len(server.open()) == 1
    second = server.receive(batch)
    assert [event.id for event in second] == [1, 2]
    assert list(first) == []
    assert len(server.open()) == 3


def test_an_event_outlives_its_frame_and_server() -> None:
    def make() -> CallTool:
        return call(connected(), {"a": "b" * 1000})

    event = make()
    assert event.arguments == {"a": "b" * 1000}


def test_an_event_of_another_server_is_stale() -> None:
    event = call(connected())
    server = connected()
    with pytest.raises(sansmcp.Stale):
        server.reply(event)


@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview])
def test_lines_take_any_bytes(kind: type[bytes] | type[bytearray] | type[memoryview]) -> None:
    lines = Lines(64)
    assert lines.feed(kind(b'{"a"')) == []
    first, second = lines.feed(kind(b':1}\r\n\n[2]\n{"id":3'))
    assert (first.data, second.data) == (b'{"a":1}', b"[2]")
    assert not first.is_too_long
    (rest,) = lines.finish()
    assert rest.data == b'{"id":3'
    assert lines.finish() == []
    assert [frame.data for frame in lines.feed(kind(b"again\n"))] == [b"again"]


def test_lines_take_a_view_with_holes_and_nothing_but_bytes() -> None:
    lines = Lines()
    (frame,) = lines.feed(memoryview(b"1-2-3-\n-")[::2])
    assert frame.data == b"123"
    for wrong in ("text", 7, None, [1]):
        with pytest.raises(TypeError):
            lines.feed(wrong)  # type: ignore[arg-type]
        with pytest.raises(TypeError):
            Frame(wrong)  # type: ignore[arg-type]


def test_a_line_that_is_too_long_is_refused_with_its_id() -> None:
    server = connected()
    lines = Lines(100)
    message = request("tools/call", {"name": "tool", "arguments": {"a": "x" * 200}}, id="long")
    (frame,) = lines.feed(json.dumps(message).encode() + b"\n")
    assert frame.is_too_long
    assert frame.data == b""
    assert repr(frame) == "<Frame, too long>"
    (event,) = server.receive(frame)
    assert isinstance(event, Refused)
    assert event.id == "long"
    assert error(server.reply(event))["code"] == -32600
    (event,) = server.receive(lines.feed(b'{"jsonrpc":"2.0","id":1,"method":"ping"}\n')[0])
    assert isinstance(event, Ping)
