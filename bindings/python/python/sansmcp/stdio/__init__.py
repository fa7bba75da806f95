"""Ready I/O for a server on standard input and output: on plain threads, and on asyncio.

    server = Server("echo", "1.0.0", tools=[Tool("echo", "Returns its text")])

    def respond(event: Event) -> Out:  # or an `async def`, for `run_async`
        ...

    serve(server, respond)

It reads, waits and writes; every decision is the server's. While it serves, standard input and
output are the protocol's alone: what is printed goes to standard error. At the end of the input it
waits for what is still being answered, and returns. Ctrl-C, and a peer that is gone, end it too.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Union

from .._engine import Lines, Out, Server
from .._respond import Respond, attach, now
from ._guard import Guard

if TYPE_CHECKING:
    from concurrent.futures import Future

    from ._loop import Loop
    from ._threads import Threads

__all__ = ["Respond", "Stdio", "now", "run_async", "serve", "serve_async"]


class Stdio:
    """A server on standard input and output, for whom wants to send something in between.

    `stdin`, `stdout`: descriptors to use instead; they are not closed. `max_line`: bytes of the
    longest message that is taken. `patience_s`: how long, at the end of the input, to wait for what
    is still being answered. `max_waiting`: how many bytes may wait for a peer that does not read
    before nothing more is read from it.
    """

    def __init__(
        self,
        server: Server,
        respond: Respond,
        *,
        stdin: Union[int, None] = None,
        stdout: Union[int, None] = None,
        max_line: int = 4_194_304,
        patience_s: float = 5.0,
        max_waiting: int = 1_048_576,
    ) -> None:
        self._server = server
        self._respond = respond
        self._named = stdin, stdout
        self._max_line = max_line
        self._patience_s = patience_s
        self._max_waiting = max_waiting
        self._way: Union[Threads, Loop, None] = None
        attach(respond, self.send, self.room)

    def serve(self) -> None:
        """Serves in this thread, without any event loop, until the input ends.

        `respond` is called for one event after the other. What takes long in there keeps others
        waiting: give it to a thread, return `None`, and `send` the answer from there. Ctrl-C ends
        it quietly.
        """
        from ._threads import Threads

        with Guard(*self._named) as (source, sink), suppress(KeyboardInterrupt):
            way = Threads(
                self._server, self._respond, source, sink, max_waiting=self._max_waiting
            )
            self._way = way
            try:
                way.run(Lines(self._max_line), self._patience_s)
            finally:
                self._way = None

    async def serve_async(self) -> None:
        """Serves on the running event loop of asyncio until the input ends.

        Coroutines run at the same time; one whose client gave it up is cancelled. A task that is
        cancelled ends it, and all of them.
        """
        from ._loop import Loop

        with Guard(*self._named) as (source, sink):
            way = Loop(self._server, self._respond, source, sink, max_waiting=self._max_waiting)
            self._way = way
            try:
                await way.run(Lines(self._max_line), self._patience_s)
            finally:
                self._way = None

    def send(self, out: Union[Out, None] = None) -> None:
        """Sends what a call of the server gave, and what is due by itself. For any thread.

        Where the peer reads too slowly it waits, unless it is in an event loop. Nothing is sent
        before and after serving.
        """
        way = self._way
        if way is not None:
            way.send(out)

    def room(self, ticket: int) -> Union[Future[None], None]:
        """What to wait for before more is sent, if too much waits for the peer already; else
        `None`. Where `send` waits itself, there is always room. For any thread.
        """
        way = self._way
        return None if way is None else way.room(ticket)

    def offer(self, out: Out) -> bool:
        """Sends it without waiting for anything: false if too much waits for the peer already."""
        way = self._way
        return way is not None and way.offer(out)


def serve(server: Server, respond: Respond) -> None:
    """Serves on plain threads until the input ends: `Stdio.serve`."""
    Stdio(server, respond).serve()


async def serve_async(server: Server, respond: Respond) -> None:
    """Serves on the running event loop until the input ends: `Stdio.serve_async`."""
    await Stdio(server, respond).serve_async()


def run_async(server: Server, respond: Respond) -> None:
    """Serves on an event loop of its own until the input ends. Ctrl-C ends it quietly."""
    import asyncio

    with suppress(KeyboardInterrupt):
        asyncio.run(serve_async(server, respond))
