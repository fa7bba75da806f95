"""Whatever a function raises, its request has an answer, and the server goes on."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Any

import pytest
from service_peer import Peer, called, read, text

from sansmcp import Out
from sansmcp.service import Context, RequestError, Service, ToolError


class Wordless(ToolError):
    """One whose text cannot be made."""

    def __str__(self) -> str:
        raise RuntimeError("no text")


class Own(BaseException):
    """No `Exception`."""


def plain(service: Service, error: BaseException) -> None:
    @service.tool
    def fails() -> str:
        raise error


def with_context(service: Service, error: BaseException) -> None:
    @service.tool
    def fails(ctx: Context) -> str:
        raise error


def threaded(service: Service, error: BaseException) -> None:
    @service.tool(threaded=True)
    def fails() -> str:
        raise error


def at_once(service: Service, error: BaseException) -> None:
    @service.tool
    async def fails() -> str:
        raise error


def later(service: Service, error: BaseException) -> None:
    @service.tool
    async def fails() -> str:
        await asyncio.sleep(0)
        raise error


Way = Callable[[Service, BaseException], None]
WAYS: tuple[Way, ...] = (plain, with_context, threaded, at_once, later)


def answer(way: Way, error: BaseException, *, on_loop: bool) -> dict[str, Any]:
    """The response to a call of a tool that raises this, and proof that the server goes on."""
    service = Service("test", "1")
    way(service, error)
    peer = Peer(service)

    async def asks() -> Out:
        given = peer.start("tools/call", called("fails", {}))
        return given if isinstance(given, Out) else await given

    if on_loop:
        peer.sent.append(read(asyncio.run(asks())))
    elif out := peer.start("tools/call", called("fails", {})):
        assert isinstance(out, Out)
        peer.sent.append(read(out))
    until = time.monotonic() + 30
    while not peer.sent and time.monotonic() < until:
        time.sleep(0.005)
    (found,) = peer.sent
    assert peer.server.open() == []
    assert peer.running == {}
    assert "result" in peer.ask("tools/list")
    return found


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("on_loop", [False, True])
def test_each_kind_of_exception_is_a_failure(
    way: Way, on_loop: bool, caplog: pytest.LogCaptureFixture
) -> None:
    if way is later and not on_loop:
        return
    kinds: list[BaseException] = [ValueError("secret"), SystemExit("secret"), MemoryError()]
    if way is threaded:
        kinds += [KeyboardInterrupt(), GeneratorExit(), Own("secret")]
    for error in kinds:
        caplog.clear()
        found = answer(way, error, on_loop=on_loop)["result"]
        assert (text(found), found["isError"]) == (f"fails failed: {type(error).__name__}", True)
        assert [record.exc_info and record.exc_info[1] for record in caplog.records] == [error]


@pytest.mark.parametrize("way", WAYS)
def test_an_exception_without_a_text_is_answered(
    way: Way, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.CRITICAL, logger="sansmcp"):  # its text cannot be logged either
        found = answer(way, Wordless(), on_loop=True)
    assert found["error"] == {"code": -32603, "message": "Internal error"}


@pytest.mark.parametrize("way", WAYS)
def test_a_text_that_is_no_utf_8_is_told(way: Way) -> None:
    name = b"caf\xe9".decode("utf-8", "surrogateescape")
    found = answer(way, ToolError(f"no {name}"), on_loop=True)
    assert text(found["result"]) == r"no caf\udce9"
    found = answer(way, RequestError(7, name), on_loop=True)
    assert found["error"] == {"code": 7, "message": r"caf\udce9"}
