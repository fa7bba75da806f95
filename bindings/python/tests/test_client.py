"""The client without I/O: its events, its outputs, its errors."""

from __future__ import annotations

import pickle
from typing import Any

import pytest
import sansmcp
from client_peer import connected, error, hear, message, only, response
from sansmcp import (
    Frame,
    Lines,
    NotJson,
    NotOffered,
    NotReady,
    NotSupported,
    RawJson,
    Short,
    Stale,
)
from sansmcp.client import (
    Answered,
    CallFailed,
    Changed,
    Client,
    ClientError,
    ConnectionFailed,
    Event,
    Failed,
    Failure,
    Ignored,
    InputNeeded,
    Listening,
    Log,
    Notification,
    Options,
    Pages,
    Ping,
    Policy,
    Progress,
    Refused,
    Request,
    ServerError,
    Subscription,
    Suspended,
    Updated,
    Withdrawn,
)

BOTH = pytest.mark.parametrize("revision", ["2026-07-28", "2025-11-25"])
META = "io.modelcontextprotocol/"


@BOTH
def test_a_call_ends_once_with_its_result(revision: str) -> None:
    client = connected(revision)
    arguments = {"text": "hé \U0001f600", "n": 2**70}
    ticket, out = client.call("tools/call", {"name": "echo", "arguments": arguments})
    sent = message(out)
    assert (sent["id"], sent["method"]) == (ticket, "tools/call")
    assert sent["params"]["arguments"] == arguments
    assert client.open() == [ticket]
    result = '{"resultType":"complete","content":[],"n":9007199254740993,"x":1.50}'
    line = f'{{"jsonrpc":"2.0","id":{ticket},"result":{result}}}'
    event = only(hear(client, line), Answered)
    match event:
        case Answered(ticket=number, result={"n": n}):
            assert (number, n) == (ticket, 9007199254740993)
        case other:
            raise AssertionError(other)
    assert event.result_json == result
    assert (event.error, event.failure, event.method) == (None, None, "tools/call")
    assert (event.ttl_ms, event.cache_scope) == (0, "private")
    assert repr(event).startswith(f"<Answered ticket={ticket} result={{")
    assert client.open() == []
    assert only(hear(client, line), Ignored).message is None


@BOTH
def test_an_error_of_the_servers(revision: str) -> None:
    client = connected(revision)
    ticket, _ = client.call("my/own", {"a": [1]})
    event = only(hear(client, error(ticket, -32000, "no\u00e9", {"why": 1})), Answered)
    assert event.result is None
    told = event.error
    assert isinstance(told, ServerError)
    assert (told.code, told.message, told.data) == (-32000, "noé", {"why": 1})
    assert "-32000: noé" in str(told)
    assert event.received["message"] == "noé"


@pytest.mark.parametrize("result", [1, None, [], "x"])
def test_an_answer_that_is_none(result: object) -> None:
    client = connected()
    ticket, _ = client.call("my/own")
    event = only(hear(client, response(ticket, result)), Answered)
    assert event.failure is not None
    assert (event.failure.name, event.failure.whose) == ("malformed", "server")


def test_silence_and_what_comes_then() -> None:
    client = connected()
    ticket, out = client.call("my/own", None, Options(idle_ms=100, hard_ms=250), now=1000)
    assert message(out)["params"]["_meta"]["progressToken"] == ticket
    assert client.next_deadline() == 1100
    params = {"progressToken": ticket, "progress": 0.5, "total": 2, "message": "half"}
    line = {"jsonrpc": "2.0", "method": "notifications/progress", "params": params}
    told = only(hear(client, line, now=1050), Progress)
    assert (told.ticket, told.progress, told.total, told.message) == (ticket, 0.5, 2, "half")
    assert client.next_deadline() == 1150
    assert list(client.expire(1149)) == []
    event = only(list(client.expire(1150)), Answered)
    assert event.failure is not None
    assert (event.failure.name, event.failure.whose) == ("silent", "server")
    taken = message(client.next_output())
    assert taken["method"] == "notifications/cancelled"
    assert taken["params"]["requestId"] == ticket
    assert client.next_deadline() is None
    with pytest.raises(Stale):
        client.cancel(ticket)


def test_the_server_goes_away() -> None:
    client = connected()
    ticket, _ = client.call("my/own")
    client.closed()
    first, second = client.expire(0)
    assert isinstance(first, Answered) and isinstance(second, Failed)
    assert first.ticket == ticket
    assert first.failure is not None
    assert (first.failure.name, first.failure.whose) == ("closed", "network")
    assert second.failure == first.failure
    assert second.retry is None
    assert not client.is_connected
    with pytest.raises(NotReady):
        client.call("my/own")


def test_a_server_that_does_not_survive_the_probe() -> None:
    client = Client("test", "1")
    client.connect(Policy(probe_ms=7))
    assert client.next_output()
    client.closed()
    event = only(list(client.expire(0)), Failed)
    assert event.failure.name == "closed_on_probe"
    assert event.retry is not None
    assert event.retry.newest == "2025-11-25"
    client.connect(event.retry)
    assert message(client.next_output())["method"] == "initialize"


def test_nothing_in_common() -> None:
    client = Client("test", "1")
    client.connect()
    probe = message(client.next_output())
    data = {"supported": ["2099-01-01"], "requested": "2026-07-28"}
    event = only(hear(client, error(probe["id"], -32022, "no", data)), Failed)
    assert event.failure.name == "no_common_revision"
    assert event.received["data"] == data


def test_input_in_the_newer_era() -> None:
    client = connected(capabilities={"elicitation": {"form": {}}})
    params = {"name": "t"}
    ticket, out = client.call("tools/call", params)
    declared = message(out)["params"]["_meta"][META + "clientCapabilities"]
    assert declared == {"elicitation": {}}
    form = {"type": "object", "properties": {"age": {"type": "integer", "default": 4}}}
    wanted = {"message": "?", "mode": "form", "requestedSchema": form}
    inputs = {"who": {"method": "elicitation/create", "params": wanted}}
    asked = {"resultType": "input_required", "requestState": "s1", "inputRequests": inputs}
    event = only(hear(client, response(ticket, asked)), InputNeeded)
    assert (event.ticket, event.call, event.is_request, event.round) == (ticket, ticket, False, 1)
    (needed,) = event.inputs
    assert (needed.key, needed.method, needed.params) == ("who", "elicitation/create", wanted)
    accepted = needed.accept({"name": "Ann"})
    assert accepted == {"action": "accept", "content": {"name": "Ann", "age": 4}}
    again, out = client.provide(event, {"who": accepted}, params)
    sent = message(out)["params"]
    assert (sent["name"], sent["requestState"]) == ("t", "s1")
    assert sent["inputResponses"] == {"who": accepted}
    with pytest.raises(Stale):
        client.provide(event, {"who": accepted}, params)
    event = only(hear(client, response(again, asked)), InputNeeded)
    assert not client.refuse(event)
    assert client.open() == []


def test_input_in_the_older_era() -> None:
    client = connected("2025-11-25", capabilities={"sampling": {}})
    line: dict[str, Any] = {"jsonrpc": "2.0", "id": "q\u00e9", "method": "sampling/createMessage"}
    line["params"] = {"messages": [], "maxTokens": 1}
    event = only(hear(client, line), InputNeeded)
    assert (event.is_request, event.call) == (True, 0)
    (needed,) = event.inputs
    assert (needed.key, needed.params["maxTokens"]) == ("", 1)
    text = {"type": "text", "text": "x"}
    given = {"role": "assistant", "content": text, "model": "m"}
    _, out = client.provide(event, {"": given})
    assert message(out) == {"jsonrpc": "2.0", "id": "qé", "result": given}
    event = only(hear(client, {**line, "id": 2}), InputNeeded)
    refused = message(client.refuse(event, -1, 'not "now"'))
    assert refused["error"] == {"code": -1, "message": 'not "now"'}
    event = only(hear(client, {**line, "id": 3}), InputNeeded)
    cancel = {"requestId": 3, "reason": "late"}
    gone = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": cancel}
    withdrawn = only(hear(client, gone), Withdrawn)
    assert (withdrawn.ticket, withdrawn.reason) == (event.ticket, "late")
    assert not client.provide(event, {"": given})[1]


def test_what_was_not_declared_is_refused() -> None:
    client = connected("2025-11-25")
    line = {"jsonrpc": "2.0", "id": 1, "method": "roots/list"}
    event = only(hear(client, line), Refused)
    assert event.code == -32601
    assert event.message
    assert message(client.reply(event))["error"]["code"] == -32601


def test_another_revision_is_named_to_a_call() -> None:
    client = connected()
    ticket, _ = client.call("my/own", {"a": 1})
    data = {"supported": ["2026-07-28"], "requested": "x"}
    event = only(hear(client, error(ticket, -32022, "no", data)), Suspended)
    assert event.why == "revision"
    again, out = client.again(event.ticket, "my/own", {"a": 1})
    assert (message(out)["params"]["a"], again != ticket) == (1, True)
    with pytest.raises(Stale):
        client.again(ticket, "my/own", {"a": 1})


def test_a_listen_in_the_newer_era() -> None:
    client = connected()
    subscription = Subscription(tools=True, uris=["a:b"])
    assert subscription.ticket == 0
    (out,) = client.listen(subscription)
    sent = message(out)
    assert sent["method"] == "subscriptions/listen"
    assert sent["id"] == subscription.ticket
    tag = {META + "subscriptionId": subscription.ticket}
    agreed = {"notifications": {"toolsListChanged": True}, "_meta": tag}
    name = "notifications/subscriptions/acknowledged"
    event = only(hear(client, {"jsonrpc": "2.0", "method": name, "params": agreed}), Listening)
    assert (event.tools, event.prompts, event.resources, event.uris) == (True, False, False, [])
    name = "notifications/tools/list_changed"
    told = {"jsonrpc": "2.0", "method": name, "params": {"_meta": tag}}
    changed = only(hear(client, told), Changed)
    assert (changed.what, changed.ticket) == ("tools", subscription.ticket)
    name = "notifications/resources/updated"
    told = {"jsonrpc": "2.0", "method": name, "params": {"uri": "a:b", "_meta": tag}}
    assert only(hear(client, told), Updated).uri == "a:b"
    assert list(client.unlisten(subscription)) == []
    assert message(client.next_output())["method"] == "notifications/cancelled"
    with pytest.raises(NotOffered):
        list(client.listen(Subscription(prompts=True)))


@BOTH
def test_log_messages(revision: str) -> None:
    client = connected(revision)
    ticket, out = client.set_level("warning")
    if revision == "2026-07-28":
        assert (ticket, len(out)) == (0, 0)
        _, out = client.call("my/own")
        assert message(out)["params"]["_meta"][META + "logLevel"] == "warning"
    else:
        assert message(out)["params"]["level"] == "warning"
    params = {"level": "error", "logger": "l", "data": [1, {"a": None}]}
    line = {"jsonrpc": "2.0", "method": "notifications/message", "params": params}
    event = only(hear(client, line), Log)
    assert (event.level, event.logger, event.data) == ("error", "l", [1, {"a": None}])
    with pytest.raises(NotSupported):
        client.set_level("loud")  # type: ignore[arg-type] # pyright: ignore[reportArgumentType]


def test_pings_and_requests_of_its_own() -> None:
    client = connected("2025-11-25")
    event = only(hear(client, {"jsonrpc": "2.0", "id": 7, "method": "ping"}), Ping)
    assert message(client.reply(event)) == {"jsonrpc": "2.0", "id": 7, "result": {}}
    line = {"jsonrpc": "2.0", "id": 8, "method": "my/ask", "params": {"a": 1}}
    request = only(hear(client, line), Request)
    assert (request.method, request.params) == ("my/ask", {"a": 1})
    assert message(client.result(request.ticket, {"b": 2}))["result"] == {"b": 2}
    request = only(hear(client, {**line, "id": 9}), Request)
    told = message(client.error(request.ticket, -32601, "no", [1]))["error"]
    assert told == {"code": -32601, "message": "no", "data": [1]}
    note = {"jsonrpc": "2.0", "method": "my/note", "params": {"a": 1}}
    heard = only(hear(client, note), Notification)
    assert (heard.method, heard.params) == ("my/note", {"a": 1})
    assert not client.reply(heard)
    assert message(client.notify("my/note", {"b": 1}))["params"] == {"b": 1}


@pytest.mark.parametrize(
    "line",
    [
        "",
        "Listening on port 80",
        "\ud800",
        "[" * 1000,
        "[]",
        "7",
        '{"jsonrpc":"2.0","id":null,"error":{"code":1}}',
        '{"jsonrpc":"2.0","id":1e400,"result":{}}',
        '{"jsonrpc":"2.0","id":99999999999999999999,"result":{}}',
        '{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1}}',
        '{"jsonrpc":"2.0","method":"notifications/progress","params":[]}',
        '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":{}}}',
    ],
)
@BOTH
def test_no_line_ends_it(revision: str, line: str) -> None:
    client = connected(revision)
    ticket, _ = client.call("my/own")
    for event in hear(client, line):
        assert not isinstance(event, (Answered, Failed))
        assert repr(event)
        client.reply(event)
    assert only(hear(client, response(ticket, {"resultType": "complete"})), Answered).result


def test_a_line_too_long_ends_its_call() -> None:
    client, lines = connected(), Lines(max=256)
    ticket, _ = client.call("my/own")
    line = f'{{"jsonrpc":"2.0","result":{{"x":"{"y" * 500}"}},"id":{ticket}}}\n'
    (frame,) = lines.feed(line.encode())
    event = only(list(client.receive(frame)), Answered)
    assert event.failure is not None
    assert (event.failure.name, event.failure.whose) == ("too_long", "client")


def test_wrong_use_says_what_is_wrong() -> None:
    with pytest.raises(NotReady):
        Client("test", "1").call("x")
    client = connected(max_message=4096)
    with pytest.raises(Short):
        client.call("x", {"text": "x" * 5000})
    with pytest.raises(NotJson):
        client.call("x", {"text": float("nan")})
    with pytest.raises(NotJson):
        client.call("x", sansmcp.RawJson("[]"))
    with pytest.raises(NotOffered):
        client.call("prompts/list")
    assert client.call("prompts/list", None, Options(anyway=True))[1]
    with pytest.raises(NotSupported):
        client.call("initialize")
    with pytest.raises(ValueError, match="idleMs must be a whole number"):
        client.call("x", None, Options(idle_ms=-1))
    with pytest.raises(ValueError, match="newest must be a revision"):
        Client("t", "1").connect(
            Policy(newest="2020")  # type: ignore[arg-type] # pyright: ignore[reportArgumentType]
        )
    with pytest.raises(ValueError, match="slots must be at most"):
        Client("t", "1", slots=70000)
    with pytest.raises(ValueError, match="capabilities must be an object"):
        Client("t", "1", capabilities=RawJson("[]"))
    with pytest.raises(Stale):
        client.cancel(12345)
    busy = connected(slots=1)
    busy.call("x")
    with pytest.raises(sansmcp.Busy):
        busy.call("x")
    with pytest.raises(sansmcp.Error):
        client.reply("ping")  # type: ignore[arg-type] # pyright: ignore[reportArgumentType]
    (frame,) = [Frame(b'{"jsonrpc":"2.0","method":"my/note"}')]
    (event,) = client.receive(frame)
    with pytest.raises(NotSupported):
        client.provide(event, {})  # type: ignore[arg-type] # pyright: ignore[reportArgumentType]


def test_cursors_in_a_circle() -> None:
    pages = Pages()
    assert pages.next({"nextCursor": ""}) == ""
    assert pages.next({"nextCursor": "b"}) == "b"
    with pytest.raises(ValueError, match="circle"):
        pages.next({"nextCursor": "b"})
    assert pages.next({}) is None
    with pytest.raises(ValueError, match="no string"):
        pages.next({"nextCursor": 7})


def test_errors_can_be_pickled() -> None:
    failure = Failure("silent", "server", "nothing came", "ask again")
    for error in [
        CallFailed(failure, {"a": 1}, 3),
        ConnectionFailed(failure),
        ServerError(-1, "no", [1]),
    ]:
        again = pickle.loads(pickle.dumps(error))
        assert (type(again), str(again)) == (type(error), str(error))
        assert isinstance(error, ClientError)
        assert type(error).__module__ == "sansmcp.client"
    words = str(CallFailed(failure, {"a": 1}, 3))
    assert words == (
        "nothing came (the fault of the server); ask again; "
        "its process ended with status 3; received: {'a': 1}"
    )


def test_an_event_has_words_for_logs() -> None:
    client = connected("2025-11-25")
    heard = hear(client, {"jsonrpc": "2.0", "method": "my/note", "params": {"a": 1}})
    assert [repr(event) for event in heard] == [
        "<Notification method='my/note' params={'a': 1}>"
    ]
    assert isinstance(heard[0], Event)
    assert heard[0].kind == "notification"


def test_the_error_of_a_server_says_all_that_it_said_but_no_more_than_fits() -> None:
    assert str(ServerError(-1, "no")) == "the server answered with error -1: no"
    needs: dict[str, Any] = {"requiredCapabilities": {"elicitation": {}}}
    assert str(needs) in str(ServerError(-32021, "no", needs))
    huge: Any = "x" * 1_000_000
    for _ in range(100_000):
        huge = [huge]
    assert len(str(ServerError(-1, "no", {"a": huge, "b": ["y" * 1_000_000] * 100}))) < 3_000
    assert "y" * 100 in str(ServerError(-1, "no", "y" * 100))
