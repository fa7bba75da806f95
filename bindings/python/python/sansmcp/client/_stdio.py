"""Ready I/O: a server as a process, and calls that wait for their answers."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from queue import Empty, SimpleQueue
from typing import IO, Any, TypeVar

from .._engine import Lines, Out
from ._client import Client
from ._errors import CallFailed, ConnectionFailed, Failure
from ._events import Event, Failed, InputNeeded, Request
from ._pipe import Pipe
from ._policy import Policy
from ._waiting import Call, Given, Object, Waiting, now

__all__ = ["StdioClient"]

_Broken = TypeVar("_Broken", CallFailed, ConnectionFailed)


class StdioClient(Waiting):
    """A client of a server that is a process of its own."""

    def __init__(
        self,
        command: Sequence[str | os.PathLike[str]],
        *,
        client: Client | None = None,
        policy: Policy | None = None,
        on_input: Callable[[InputNeeded], Given | None] | None = None,
        on_request: Callable[[Request], Object | None] | None = None,
        on_event: Callable[[Event], None] | None = None,
        env: Mapping[str, str] | None = None,
        cwd: str | os.PathLike[str] | None = None,
        stderr: int | IO[bytes] | None = None,
        patience_s: float = 2.0,
        max_line: int = 16_777_216,
    ) -> None:
        """As `connect_stdio`."""
        super().__init__(client, on_input, on_request, on_event)
        self._patience_s = patience_s
        self._max_line = max_line
        self._start: Callable[[], Pipe] = lambda: Pipe(
            command, self._inbox_of(), env=env, cwd=cwd, stderr=stderr
        )
        self._retry: Policy | None = None
        self._generation = 0
        self._inbox: SimpleQueue[tuple[int, bytes | None]] = SimpleQueue()
        self._lines = Lines(max_line)
        self._has_ended = False
        self._pipe = self._start()
        self._begin(policy)

    def close(self) -> None:
        """Ends the connection and the server's process. What still waits raises `CallFailed`."""
        with self._lock:
            is_first, self._is_closed = not self._is_closed, True
        if is_first:
            self._backlog.wake()
            self._pipe.close(self._patience_s)
            self._inbox.put((self._generation, b""))
            self._inbox.put((self._generation, None))
            self._join(self._patience_s)

    # How it works.

    def _transmit(self, out: Out, call: Call | None = None) -> None:
        self._pipe.send(out.line)

    def _reply(self, out: Out) -> None:
        size = len(out.line)
        self._backlog.add(size)
        self._pipe.send(out.line, lambda: self._backlog.done(size))

    def _broken(self, kind: type[_Broken], failure: Failure, received: Any) -> _Broken:
        return kind(failure, received, self._pipe.exit_status(0))

    def _inbox_of(self) -> Callable[[bytes], None]:
        """Where the pipe that is begun now puts what it hears."""
        self._generation += 1
        generation = self._generation

        def heard(chunk: bytes) -> None:
            self._backlog.wait(lambda: not self._is_closed)
            self._backlog.add(len(chunk))
            self._inbox.put((generation, chunk))

        return heard

    def _wake(self) -> None:
        self._inbox.put((0, None))

    def _turn(self) -> None:
        is_over = False
        while not is_over:
            with self._lock:
                deadline = self.client.next_deadline()
            timeout = None if deadline is None else max(0, deadline - now()) / 1000
            try:
                generation, chunk = self._inbox.get(timeout=timeout)
            except Empty:
                generation, chunk = 0, None
            with self._lock:
                if generation == self._generation:
                    is_over = chunk is None
                    if chunk:
                        self._take(self._lines.feed(chunk))
                    elif chunk is not None:
                        self._ended()
                if chunk:
                    self._backlog.heard(len(chunk))
                self._due()
                if self._retry is not None and not self._is_closed:
                    self._restart(self._retry)

    def _ended(self) -> None:
        """The server has closed its end."""
        if self._has_ended:
            return
        self._has_ended = True
        self._take(self._lines.finish())
        if not self._is_closed:
            self._pipe.exit_status(0.5)  # it is likely to end now
        self.client.closed(now())

    def _restart(self, policy: Policy) -> None:
        """Starts the server anew: it did not survive the question for its era."""
        self._retry = None
        self._has_ended = False
        self._pipe.close(self._patience_s)
        self._lines = Lines(self._max_line)
        try:
            self._pipe = self._start()
            self.client.connect(policy, now())
            self._flush()
        except Exception as error:
            self._greeting.set_exception(error)

    def _lost(self, event: Failed) -> None:
        retry = event.retry
        if retry is not None and not self._greeting.done() and not self._is_closed:
            self._retry = retry
            return
        super()._lost(event)
