"""What `respond` gave where no event loop runs."""

from __future__ import annotations

import inspect
from typing import Any, Union

from ._engine import Event, Out
from ._respond import wrong
from ._step import step

__all__ = ["settled"]


def settled(event: Event, out: Any) -> Union[Out, None]:
    """What was awaited, if it did not have to wait: there is nobody here who would wait for it."""
    if inspect.iscoroutine(out):
        try:
            done = step(out)
        except RuntimeError as error:
            if str(error) != "no running event loop":
                raise
            raise _waits(event) from error
        if not isinstance(done, tuple):
            out.close()
            raise _waits(event)
        (out,) = done
    if out is None or isinstance(out, Out):
        return out
    raise wrong(event, out)


def _waits(event: Event) -> RuntimeError:
    what = event.method or event.kind
    return RuntimeError(
        f"the handler of {what!r} waits for an event loop: serve it with serve_async"
    )
