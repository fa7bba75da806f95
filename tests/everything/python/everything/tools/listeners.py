"""Tools that make something happen which listeners hear of."""

from __future__ import annotations

from ..desk import Desk
from ..resources import WATCHED

__all__ = ["declare"]


def declare(desk: Desk) -> None:
    """Declares them."""
    service = desk.service

    # Here nothing has changed in truth; of what is declared or withdrawn the service tells itself.
    @service.tool
    def test_trigger_tool_change() -> str:
        """Says that the tools have changed"""
        service.changed("tools")
        return "The tools have changed."

    @service.tool
    def test_trigger_prompt_change() -> str:
        """Says that the prompts have changed"""
        service.changed("prompts")
        return "The prompts have changed."

    @service.tool
    def test_trigger_resource_change() -> str:
        """Says that the resources have changed"""
        service.changed("resources")
        return "The resources have changed."

    @service.tool
    def test_update_watched_resource() -> str:
        """Changes the watched resource"""
        desk.changes += 1
        service.updated(WATCHED)
        return "The watched resource has changed."

    @service.tool
    def test_end_listens() -> str:
        """Ends every listen from this side"""
        return f"{service.end_listens()} listens end."
