"""The resources and their template."""

from __future__ import annotations

from sansmcp import Annotations
from sansmcp.service import Context

from .desk import PIXEL, Desk
from .forms import Named, filled_in
from .values import written

__all__ = ["TEMPLATE", "URIS", "WATCHED", "declare"]

WATCHED = "test://watched-resource"
"""What `test_update_watched_resource` changes."""
TEMPLATE = "test://template/{id}/data"
_TEXT, _BINARY = "test://static-text", "test://static-binary"
_LARGE, _ASKING = "test://large-text", "test://input-required"
URIS = (_TEXT, _BINARY, WATCHED, _LARGE, _ASKING)

STATIC = "This is the content of the static text resource."
LINES, LINE = 5000, 60
"""Lines of the large text, and bytes of each."""


def declare(desk: Desk) -> None:
    """Declares them."""
    service = desk.service

    @service.resource(
        _TEXT,
        name="static-text",
        title="Static text",
        mime_type="text/plain",
        size=len(STATIC),
        annotations=Annotations(["user", "assistant"], 0.5, "2026-07-28T00:00:00Z"),
        ttl_ms=3_600_000,
        cache_scope="public",
    )
    def static_text() -> str:
        """A text that never changes"""
        return STATIC

    @service.resource(_BINARY, name="static-binary", mime_type="image/png", size=len(PIXEL))
    def static_binary() -> bytes:
        """A picture of one pixel"""
        return PIXEL

    @service.resource(WATCHED, name="watched-resource", mime_type="text/plain")
    def watched_resource() -> str:
        """A text that changes when test_update_watched_resource is called"""
        return f"The watched resource was changed {desk.changes} times."

    @service.resource(_LARGE, name="large-text", mime_type="text/plain", size=LINES * LINE)
    def large_text() -> str:
        """A text of 300,000 bytes"""
        lines = (f"Line {number} of {LINES}" for number in range(1, LINES + 1))
        return "".join(f"{line:{LINE - 1}}\n" for line in lines)

    @service.resource(_ASKING, name="input-required", mime_type="text/plain")
    def input_required(ctx: Context) -> str:
        """A text that asks who reads it"""
        answer = ctx.elicit("reader", "Who reads this?", Named)
        if answer.action != "accept":
            return f"Read by nobody: {answer.action}"
        return f"Read by {filled_in('reader', answer).name}."

    @service.resource(
        TEMPLATE, name="template", title="Data by number", mime_type="application/json"
    )
    def template(id: str) -> str:
        """Data for each id"""
        return written({"id": id, "templateTest": True, "data": f"Data for ID: {id}"})
