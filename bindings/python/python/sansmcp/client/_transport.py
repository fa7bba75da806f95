"""What an HTTP library has to do for a client, and the standard library's doing of it."""

from __future__ import annotations

import select
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Protocol
from urllib.parse import SplitResult, quote, urlsplit

from .._engine import __version__

if TYPE_CHECKING:
    # They take their time, and not everybody is a client over HTTP.
    import ssl
    from http.client import HTTPConnection, HTTPResponse

__all__ = ["Exchange", "StandardTransport", "Transport", "location_of"]

_PIECE = 65536
# Servers close sockets that were idle for five seconds, and sooner.
_MOST_IDLE_S = 3.0
_MOST_IDLE = 8


class Exchange(Protocol):
    """One request and its response. All but `cut` is called by one thread, and may wait."""

    def open(self) -> tuple[int, Sequence[tuple[str, str]]]:
        """Sends the request, and waits for the status and the headers of its response."""

    def pieces(self) -> Iterator[bytes]:
        """The body of the response, in pieces as they come. Raises if it breaks off."""

    def close(self) -> None:
        """The rest of the response is not wanted; called in any case, also after `cut`."""

    def cut(self) -> None:
        """From another thread: closes the socket, so that whoever waits on it wakes at once.

        It does not wait itself. What waited ends or raises.
        """


class Transport(Protocol):
    """An HTTP library. TLS, proxies and how long to wait for a socket are its own.

    It follows no redirections, and decodes nothing.
    """

    def exchange(
        self, verb: str, url: str, headers: Sequence[tuple[str, str]], body: bytes
    ) -> Exchange:
        """A request that is not sent yet. It does not wait."""

    def close(self) -> None:
        """No more requests will come."""


def location_of(url: str) -> SplitResult:
    """A URL taken apart, or `ValueError` with what is wrong with it."""
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError(f"{url!r} is not a URL such as http://127.0.0.1:8080/mcp")
    if parts.username is not None or parts.password is not None:
        raise ValueError("put no name or password into the URL, but give headers=")
    _ = parts.port  # raises ValueError if it is none
    return parts


class StandardTransport:
    """`http.client` of the standard library. It knows no proxies."""

    def __init__(self, *, context: ssl.SSLContext | None = None, connect_s: float = 10.0) -> None:
        """`context`: of TLS. `connect_s`: seconds to wait until a socket is connected."""
        self._context = context
        self._connect_s = connect_s
        self._lock = threading.Lock()
        self._idle: list[tuple[float, str, HTTPConnection]] = []
        self._is_closed = False

    def exchange(
        self, verb: str, url: str, headers: Sequence[tuple[str, str]], body: bytes
    ) -> Exchange:
        return _Standard(self, verb, location_of(url), headers, body)

    def close(self) -> None:
        with self._lock:
            self._is_closed = True
            idle, self._idle = self._idle, []
        for _, _, connection in idle:
            connection.close()

    def connection(
        self, to: SplitResult, begun: Callable[[HTTPConnection], None]
    ) -> HTTPConnection:
        """One that is connected: an old one, or a new one. `begun` hears of it in between."""
        import ssl
        from http.client import HTTPConnection, HTTPSConnection

        where = f"{to.scheme}://{to.netloc}"
        while found := self._pop(where):
            if is_alive(found):
                begun(found)
                return found
            found.close()
        host, port = to.hostname or "", to.port
        new: HTTPConnection
        if to.scheme == "https":
            if self._context is None:
                self._context = ssl.create_default_context()
            context = self._context
            new = HTTPSConnection(host, port, timeout=self._connect_s, context=context)
        else:
            new = HTTPConnection(host, port, timeout=self._connect_s)
        new.connect()
        # From here on the client says how long is too long.
        new.sock.settimeout(None)
        begun(new)
        return new

    def _pop(self, where: str) -> HTTPConnection | None:
        until = time.monotonic() - _MOST_IDLE_S
        with self._lock:
            for at in reversed(range(len(self._idle))):
                if self._idle[at][1] == where:
                    since, _, connection = self._idle.pop(at)
                    if since >= until:
                        return connection
                    connection.close()
        return None

    def keep(self, to: SplitResult, connection: HTTPConnection) -> None:
        """It may serve again."""
        with self._lock:
            if not self._is_closed and len(self._idle) < _MOST_IDLE:
                where = f"{to.scheme}://{to.netloc}"
                self._idle.append((time.monotonic(), where, connection))
                return
        connection.close()


def is_alive(connection: HTTPConnection) -> bool:
    """Nothing came that nobody asked for, such as its end."""
    if connection.sock is None:
        return False
    if sys.platform == "win32":
        return not select.select([connection.sock], [], [], 0)[0]
    poll = select.poll()  # takes file descriptors of any number
    poll.register(connection.sock, select.POLLIN)
    return not poll.poll(0)


class _Standard:
    """One exchange of `http.client`."""

    def __init__(
        self,
        transport: StandardTransport,
        verb: str,
        to: SplitResult,
        headers: Sequence[tuple[str, str]],
        body: bytes,
    ) -> None:
        self._transport = transport
        self._verb, self._to, self._headers, self._body = verb, to, headers, body
        self._connection: HTTPConnection | None = None
        self._response: HTTPResponse | None = None
        self._lock = threading.Lock()
        # Taken out of the connection, which may let go of it while it is still read.
        self._socket: socket.socket | None = None
        self._is_cut = False

    def open(self) -> tuple[int, Sequence[tuple[str, str]]]:
        connection = self._transport.connection(self._to, self._begun)
        target = quote(self._to.path or "/", safe="/%:@!$&'()*+,;=~-._")
        if self._to.query:
            target += "?" + quote(self._to.query, safe="/?%:@!$&'()*+,;=~-._")
        connection.putrequest(self._verb, target)
        names = {name.lower() for name, _ in self._headers}
        if "user-agent" not in names:
            connection.putheader("User-Agent", f"sansmcp/{__version__}")
        for name, value in self._headers:
            connection.putheader(name, value)
        if self._verb == "POST":
            connection.putheader("Content-Length", str(len(self._body)))
        connection.endheaders(self._body or None)
        self._response = connection.getresponse()
        # http.client makes the best of what two readers could understand in two ways.
        lengths = self._response.headers.get_all("Content-Length", [])
        if len(set(lengths)) > 1 or not all(it.isascii() and it.isdigit() for it in lengths):
            raise ConnectionError(f"the length of the body is {' and '.join(lengths)!r}")
        return self._response.status, self._response.getheaders()

    def pieces(self) -> Iterator[bytes]:
        response = self._response
        assert response is not None, "open comes first"
        while piece := response.read1(_PIECE):
            yield piece
        if response.length == 0:
            response.close()  # read to its end, which not every release of Python sees by itself
        elif response.length:
            raise ConnectionError(f"the body broke off, {response.length} bytes before its end")

    def close(self) -> None:
        with self._lock:
            connection, self._connection = self._connection, None
            self._socket = None
            is_cut = self._is_cut
        if connection is None:
            return
        response = self._response
        if response is not None and response.isclosed() and connection.sock and not is_cut:
            self._transport.keep(self._to, connection)
            return
        if response is not None:
            response.close()
        connection.close()

    def cut(self) -> None:
        with self._lock:
            self._is_cut = True
            if self._socket is not None:
                # Of the socket itself: that of TLS would let go of what is just being read.
                with suppress(OSError):
                    socket.socket.shutdown(self._socket, socket.SHUT_RDWR)

    def _begun(self, connection: HTTPConnection) -> None:
        with self._lock:
            self._connection = connection
            self._socket = connection.sock
            if self._is_cut:
                raise ConnectionAbortedError("it is not wanted any more")
