"""Standard input and output, for the protocol alone."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import Union

__all__ = ["Guard"]


class Guard:
    """Gives the two descriptors to serve on, and takes care that nobody else uses them.

    Meanwhile what the application, its libraries and its child processes print goes to standard
    error, and what they read from standard input is empty. Descriptors that are named are used as
    they are.
    """

    def __init__(self, stdin: Union[int, None], stdout: Union[int, None]) -> None:
        self._named = stdin, stdout
        self._source = self._sink = -1
        self._restores: list[tuple[int, int]] = []

    def __enter__(self) -> tuple[int, int]:
        stdin, stdout = self._named
        if stdin is None:
            self._source = _dup(0, "standard input")
        if stdout is None:
            try:
                self._sink = _dup(1, "standard output")
            except BaseException:
                self._close()
                raise
        if stdin is None:
            empty = os.open(os.devnull, os.O_RDONLY)
            os.dup2(empty, 0)
            os.close(empty)
        if stdout is None:
            self._printed = sys.stdout
            try:
                os.dup2(2, 1)
            except OSError:  # there is no standard error
                nowhere = os.open(os.devnull, os.O_WRONLY)
                os.dup2(nowhere, 1)
                os.close(nowhere)
            _flush()  # what was printed before, and is still here, is no message either
            sys.stdout = sys.stderr
        return (
            self._source if stdin is None else stdin,
            self._sink if stdout is None else stdout,
        )

    def __exit__(self, *_: object) -> None:
        if self._sink >= 0:
            if sys.stdout is sys.stderr:
                sys.stdout = self._printed
            _flush()
            os.dup2(self._sink, 1)
        if self._source >= 0:
            os.dup2(self._source, 0)
        self._close()

    def _close(self) -> None:
        for descriptor in (self._source, self._sink):
            if descriptor >= 0:
                os.close(descriptor)
        self._source = self._sink = -1


def _dup(descriptor: int, name: str) -> int:
    try:
        return os.dup(descriptor)
    except OSError as error:
        message = f"{name} is closed; start the server with one, as clients do"
        raise OSError(error.errno, message) from None


def _flush() -> None:
    with suppress(AttributeError, OSError, ValueError):
        sys.stdout.flush()
