"""Answers that leave in pieces, as fast as the client takes them.

On a pipe nothing else can be said between the first piece and the end: the responder holds it back,
and a second answer in pieces waits for its turn.
"""

from __future__ import annotations

from collections.abc import AsyncIterable, Callable, Generator, Iterable
from typing import TYPE_CHECKING, Any, Union

from .._engine import Out
from .._errors import Error, Short, Stale, Streaming
from .._events import Event
from .._step import is_in_loop
from ._errors import FAILURES, Asked
from ._nothing import NOTHING
from ._waiting import awaited

if TYPE_CHECKING:
    from concurrent.futures import Future

    from ._content import Streamed
    from ._functions import Function
    from ._responder import Responder

__all__ = ["flow", "pour"]

_Piece = Union[str, bytes, bytearray, memoryview]
_Wait = Generator["Future[None]", None, None]


def pour(
    responder: Responder, function: Function[Any], event: Event, streamed: Streamed
) -> Out:
    """Sends it from this thread, which waits where there is no room; gives what is left to send."""
    pieces = streamed.pieces
    stream = _Stream(responder, function, event, streamed)
    # A loop that waited here for itself would wait for ever.
    may_wait = not is_in_loop()
    try:
        if isinstance(pieces, AsyncIterable):
            raise TypeError(f"{function.signature.name}: such pieces need an event loop")
        for piece in pieces:
            for room in stream.put(piece):
                if may_wait:
                    room.result()
        for room in stream.finish():
            if may_wait:
                room.result()
    except BaseException as error:
        return stream.broken(error)
    finally:
        stream.over()
        _close(pieces)
    return NOTHING


async def flow(
    responder: Responder, function: Function[Any], event: Event, streamed: Streamed
) -> Out:
    """As `pour`, for an event loop."""
    pieces = streamed.pieces
    stream = _Stream(responder, function, event, streamed)
    try:
        if isinstance(pieces, AsyncIterable):
            async for piece in pieces:
                for room in stream.put(piece):
                    await awaited(room)
        else:
            for piece in pieces:
                for room in stream.put(piece):
                    await awaited(room)
        for room in stream.finish():
            await awaited(room)
    except BaseException as error:
        return stream.broken(error)
    finally:
        stream.over()
        if isinstance(pieces, AsyncIterable):
            if (close := getattr(pieces, "aclose", None)) is not None:
                await close()
        else:
            _close(pieces)
    return NOTHING


def _close(pieces: object) -> None:
    """Ends a generator that was left half."""
    close: Callable[[], object] | None = getattr(pieces, "close", None)
    if close is not None and not isinstance(pieces, AsyncIterable):
        close()


class _GivenUp(Exception):
    """The client wants no more of it."""


class _Stream:
    """One answer on its way."""

    def __init__(
        self, responder: Responder, function: Function[Any], event: Event, streamed: Streamed
    ) -> None:
        self._responder = responder
        self._function = function
        self._event = event
        self._streamed = streamed
        self._is_begun = False

    def put(self, piece: _Piece) -> _Wait:
        """Sends a piece. What it gives has to be waited for before it goes on."""
        if not self._is_begun:
            yield from self._begin(piece)
        server, ticket = self._responder.server, self._event.ticket
        left = memoryview(piece.encode() if isinstance(piece, str) else piece).cast("B")
        while left:
            if server.is_cancelled(ticket):
                raise _GivenUp
            taken, out = server.piece(ticket, left)
            left = left[taken:]
            self._responder.send(out)
            room = self._responder.room(ticket)
            if room is not None:
                yield room

    def finish(self) -> _Wait:
        """All pieces are out."""
        if not self._is_begun:
            yield from self._begin(b"" if self._streamed.mime_type else "")
        self._end()

    def broken(self, error: BaseException) -> Out:
        """It comes to no good end. Raises what is not to be kept from others."""
        responder, ticket = self._responder, self._event.ticket
        if not self._is_begun:
            if isinstance(error, _GivenUp):
                responder._abandon(ticket)
            elif not isinstance(error, FAILURES):
                raise error
            else:
                return responder._failed(self._function, self._event, error)
            return NOTHING
        if isinstance(error, Asked):
            error = RuntimeError("a question has to come before the first piece")
        failure = None
        if isinstance(error, FAILURES) and not isinstance(error, (_GivenUp, Stale)):
            responder._log_failed(self._function, self._event, error)
            failure = self._failure(error)
        self._end(failure)
        if not isinstance(error, FAILURES):
            raise error
        return NOTHING

    def _failure(self, error: BaseException) -> str | None:
        try:
            return self._function.failure(self._event, error)
        except Exception:  # its text cannot be made
            return f"{self._function.signature.name} failed"

    def over(self) -> None:
        """Whatever became of it, others can go on."""
        if self._is_begun:
            self._is_begun = False
            self._responder._streamed(self._event.ticket)

    def _begin(self, first: _Piece) -> _Wait:
        responder, ticket = self._responder, self._event.ticket
        while True:
            if responder.server.is_cancelled(ticket):
                raise _GivenUp
            with responder._lock:
                try:
                    out = self._function.begin(responder.server, self._event, self._streamed, first)
                except Streaming:
                    turn = responder._turn()
                else:
                    responder._streams.add(ticket)
                    self._is_begun = True
                    break
            if turn is None:
                responder._wait_for_list()
            else:
                yield turn
        responder.send(out)

    def _end(self, failure: str | None = None) -> None:
        server, ticket = self._responder.server, self._event.ticket
        try:
            out = server.end(ticket, failure)
        except Short:  # so long is no message
            out = server.end(ticket, f"{self._function.signature.name} failed")
        except Error:  # its client has gone, and the exchange with it
            self._responder._abandon(ticket)
            return
        self._responder.send(out)
