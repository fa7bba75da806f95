"""Clients of the everything server over HTTP: every feature, in each era, by each HTTP library."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from queue import SimpleQueue
from typing import Any

import pytest
from http_peer import BOUND_S, everything, transport_of
from sansmcp import NotSupported
from sansmcp.client import (
    Changed,
    Client,
    Event,
    HttpClient,
    InputNeeded,
    ListenEnded,
    Listening,
    Log,
    Policy,
    Progress,
    ServerError,
    Subscription,
    Updated,
    connect_http,
    connect_http_async,
)

ERAS = ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]
WHOLE: dict[str, dict[str, dict[str, str]]] = {
    "elicitation": {"form": {}, "url": {}},
    "sampling": {"tools": {}},
    "roots": {},
}
SAMPLED = {
    "role": "assistant",
    "content": {"type": "text", "text": "a word"},
    "model": "m",
}


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with everything() as found:
        yield found


def give(event: InputNeeded) -> dict[str, object]:
    given: dict[str, object] = {}
    for needed in event.inputs:
        if needed.method == "roots/list":
            given[needed.key] = {"roots": [{"uri": "file:///here"}]}
        elif needed.method == "sampling/createMessage":
            given[needed.key] = SAMPLED
        elif needed.params.get("mode") == "url":
            given[needed.key] = needed.accept()
        else:
            given[needed.key] = needed.accept({"name": "Ada"})
    return given


def policy_of(newest: Any) -> Policy:
    return Policy(newest=newest)


class Peer:
    """A client that is connected, and what it hears."""

    def __init__(self, http: HttpClient, heard: SimpleQueue[Event], newest: str) -> None:
        self.http, self.heard, self.newest = http, heard, newest
        self.is_modern = newest == "2026-07-28"

    def next(self, kind: type[Event]) -> Any:
        """The next event of this class; others before it are passed over."""
        while True:
            event = self.heard.get(timeout=BOUND_S)
            if isinstance(event, kind):
                return event


@pytest.fixture(scope="module", params=["standard", "httpx"])
def library(request: pytest.FixtureRequest) -> str:
    found: str = request.param
    return found


@pytest.fixture(params=ERAS)
def peer(request: pytest.FixtureRequest, url: str, library: str) -> Iterator[Peer]:
    heard: SimpleQueue[Event] = SimpleQueue()
    client = Client("test", "1", capabilities=WHOLE, http=True)
    policy = policy_of(request.param)
    with transport_of(library) as transport:
        http = connect_http(
            url,
            client=client,
            policy=policy,
            transport=transport,
            on_input=give,
            on_event=heard.put,
        )
        with http:
            yield Peer(http, heard, request.param)


def text_of(result: dict[str, Any]) -> str:
    found: str = result["content"][0]["text"]
    return found


def test_calls(peer: Peer) -> None:
    http = peer.http
    assert http.connected.revision == http.client.revision == peer.newest
    info = http.connected.server_info
    assert info is not None and info["name"] == "everything"
    for text in ["hi", 'a "b" \\ \n é \U0001f600', "x" * 100_000]:
        assert text_of(http.call_tool("echo", {"text": text})) == text
    assert http.call_tool("test_error_handling")["isError"]
    assert http.call_tool("test_image_content")["content"][0]["type"] == "image"
    with pytest.raises(ServerError) as raised:
        http.call_tool("none")
    assert raised.value.code == -32602
    large = text_of(http.call_tool("test_streamed_text", {"bytes": 500_000}))
    assert len(large.encode()) == 500_000
    assert (http.client.session is None) == peer.is_modern
    assert http.client.open() == []


def test_lists(peer: Peer) -> None:
    http = peer.http
    names = [tool["name"] for tool in http.list_tools()]
    assert "test_simple_text" in names
    called = http.call_tool("test_header_parameter", {"region": "eu \u00fc"})
    assert called["content"][1]["text"] == "eu \u00fc"
    uris = [resource["uri"] for resource in http.list_resources()]
    assert "test://static-text" in uris
    (template,) = http.list_templates()
    assert template["uriTemplate"] == "test://template/{id}/data"
    assert "test_simple_prompt" in [prompt["name"] for prompt in http.list_prompts()]


def test_a_tool_whose_headers_are_not_known_yet(peer: Peer) -> None:
    """The server says that one is missing, and the client looks it up."""
    called = peer.http.call_tool("test_header_parameter", {"region": "eu"})
    assert called["content"][1]["text"] == "eu"


def test_resources_prompts_completions(peer: Peer) -> None:
    http = peer.http
    (contents,) = http.read_resource("test://large-text")["contents"]
    assert len(contents["text"].encode()) == 300_000
    arguments = {"arg1": "one", "arg2": "two"}
    prompt = http.get_prompt("test_prompt_with_arguments", arguments)
    assert "one" in prompt["messages"][0]["content"]["text"]
    values = http.complete("id", "1", template="test://template/{id}/data")["completion"]
    assert len(values["values"]) > 1
    with pytest.raises(TypeError, match="either prompt or template"):
        http.complete("id", "1")


def test_progress_and_logs(peer: Peer) -> None:
    http = peer.http
    told: SimpleQueue[Progress] = SimpleQueue()
    http.call_tool("test_tool_with_progress", on_progress=told.put)
    steps = [told.get(timeout=BOUND_S).progress for _ in range(3)]
    assert steps == [0, 50, 100]
    http.set_level("debug")
    http.call_tool("test_logging_tool")
    log = peer.next(Log)
    assert log.level == "debug"


def test_questions(peer: Peer) -> None:
    http = peer.http
    asked = {"message": "Who?"}
    if peer.newest in ("2026-07-28", "2025-11-25", "2025-06-18"):
        assert "accept" in text_of(http.call_tool("test_elicitation", asked))
        name = "test_input_required_result_elicitation"
        assert "Ada" in text_of(http.call_tool(name))
    sampled = text_of(http.call_tool("test_sampling", {"prompt": "a word?"}))
    assert "a word" in sampled
    roots = http.call_tool("test_input_required_result_list_roots")
    assert "file:///here" in text_of(roots)


def test_listening(peer: Peer) -> None:
    http = peer.http
    uri = "test://watched-resource"
    subscription = Subscription(tools=True, resources=True, uris=[uri])
    http.listen(subscription)
    listening = peer.next(Listening)
    assert listening.tools and not listening.prompts
    http.call_tool("test_trigger_tool_change")
    assert peer.next(Changed).what == "tools"
    http.call_tool("test_update_watched_resource")
    assert peer.next(Updated).uri == uri
    if peer.is_modern:
        http.call_tool("test_end_listens")
        assert peer.next(ListenEnded).is_graceful
        http.unlisten(subscription)
        again = Subscription(tools=True)
        http.listen(again)
        assert peer.next(Listening).tools
        http.unlisten(again)
    else:
        http.unlisten(subscription)


def test_an_answer_whose_stream_breaks_off(peer: Peer) -> None:
    assert text_of(peer.http.call_tool("test_reconnection")).startswith("Answered")


def test_requests_of_the_eras(peer: Peer) -> None:
    http = peer.http
    echoed = http.call("test/echo", {"arguments": {"text": [1, 2]}})
    assert "[1, 2]" in str(echoed)
    if peer.is_modern:
        with pytest.raises(NotSupported):
            http.ping()
    else:
        http.ping()
        assert "client is there" in text_of(http.call_tool("test_ping_client"))
    http.notify("my/own", {"a": 1})


def test_a_call_that_is_given_up(peer: Peer) -> None:
    http = peer.http
    future = http.submit("tools/call", {"name": "test_wait", "arguments": {"milliseconds": 60_000}})
    assert future.cancel()
    assert text_of(http.call_tool("test_simple_text"))
    assert http.client.open() == []


def test_many_threads_call_at_once(url: str, library: str) -> None:
    failed: SimpleQueue[object] = SimpleQueue()
    with transport_of(library) as transport, connect_http(url, transport=transport) as http:

        def work(number: int) -> None:
            for turn in range(20):
                text = f"{number}-{turn}"
                result = http.call_tool("echo", {"text": text})
                if text_of(result) != text:
                    failed.put(result)

        threads = [threading.Thread(target=work, args=(n,)) for n in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(BOUND_S * 3)
            assert not thread.is_alive()
    assert failed.empty()


def test_asyncio(url: str, library: str) -> None:
    async def run() -> None:
        with transport_of(library) as transport:
            async with connect_http_async(url, transport=transport) as client:
                assert client.connected.revision == "2026-07-28"
                results = await asyncio.gather(
                    *(client.call_tool("echo", {"text": str(n)}) for n in range(20))
                )
                assert [text_of(result) for result in results] == [str(n) for n in range(20)]
                names = [tool["name"] async for tool in client.list_tools()]
                assert "echo" in names
                assert [it["uri"] async for it in client.list_resources()]
                assert (await client.read_resource("test://static-text"))["contents"]
                assert (await client.get_prompt("test_simple_prompt"))["messages"]
                with pytest.raises(ServerError):
                    await client.call_tool("none")
                with pytest.raises(asyncio.TimeoutError):
                    wait = client.call_tool("test_wait", {"milliseconds": 60_000})
                    await asyncio.wait_for(wait, 0.1)
                assert client.client.open() == []

    asyncio.run(asyncio.wait_for(run(), BOUND_S * 3))


def test_without_a_library_that_is_named(url: str) -> None:
    with connect_http(url) as http:
        assert text_of(http.call_tool("test_simple_text"))
        with pytest.raises(NotSupported):
            http.call("tasks/get", {"taskId": "x"})
