"""Log records of `logging` as messages to the client.

    server = Server("echo", "1.0.0", tools=[...], capabilities=["logging"])
    stdio = Stdio(server, respond)
    logging.getLogger().addHandler(LogHandler(server, stdio.offer))

In 2026-07-28 a client asks for them with each request, and gets what is logged in its course.
Before, it gets everything from the level on that it has set.
"""

from __future__ import annotations

import copy
import logging
import threading
from collections.abc import Callable
from contextlib import suppress

from ._engine import Out, Server
from ._errors import NotReady, Stale, Streaming
from ._respond import ticket
from .client import Level

__all__ = ["LogHandler"]

_LEVELS: tuple[tuple[int, Level], ...] = (
    (70, "emergency"),
    (60, "alert"),
    (logging.CRITICAL, "critical"),
    (logging.ERROR, "error"),
    (logging.WARNING, "warning"),
    (25, "notice"),
    (logging.INFO, "info"),
)


class LogHandler(logging.Handler):
    """Sends what is logged to the client that wants it. It waits for nothing and nobody.

    `send`: `Stdio.offer`, or `App.send` over HTTP, where only what is logged in the course of a
    request has a client. What `format` makes is sent, without the traceback, which is no business
    of the client's. The records of this package itself, and what is logged while one is sent, are
    left out, as is what cannot be sent now: log it elsewhere too.
    """

    def __init__(
        self, server: Server, send: Callable[[Out], object], level: int | str = logging.NOTSET
    ) -> None:
        super().__init__(level)
        self._server = server
        self._send = send
        self._here = threading.local()
        self.addFilter(self._is_meant)

    def emit(self, record: logging.LogRecord) -> None:
        """Sends a record."""
        self._here.is_busy = True
        try:
            out = self._written(record)
            if out:
                self._send(out)
        except Exception:
            self.handleError(record)
        finally:
            self._here.is_busy = False

    def _is_meant(self, record: logging.LogRecord) -> bool:
        is_own = record.name == "sansmcp" or record.name.startswith("sansmcp.")
        return not is_own and not getattr(self._here, "is_busy", False)

    def _written(self, record: logging.LogRecord) -> Out | None:
        plain = copy.copy(record)
        plain.exc_info = plain.exc_text = plain.stack_info = None
        level = _level(record.levelno)
        text = self.format(plain)
        at = ticket.get()
        with suppress(NotReady, Streaming):
            if at:
                with suppress(Stale):
                    return self._server.log(level, text, logger=record.name, ticket=at)
            return self._server.log(level, text, logger=record.name)
        return None


def _level(number: int) -> Level:
    return next((level for least, level in _LEVELS if number >= least), "debug")
