"""What every fixture has at hand: the service that it is declared on."""

from __future__ import annotations

from pathlib import Path

from sansmcp import __version__
from sansmcp.service import Service

from .options import Options

__all__ = ["PIXEL", "SILENCE", "Desk"]

_FIXTURES = Path(__file__).parents[2] / "fixtures"
PIXEL = (_FIXTURES / "pixel.png").read_bytes()
SILENCE = (_FIXTURES / "silence.wav").read_bytes()


class Desk:
    """The service, and what outlives the single call."""

    def __init__(self, options: Options) -> None:
        # Tools, resources, prompts, logging and completions are announced because there are some.
        self.service = Service(
            "everything",
            __version__,
            title="Everything, with sansmcp",
            instructions="Each tool shows one feature of the protocol.",
            capabilities=(
                "tools.listChanged",
                "resources.subscribe",
                "resources.listChanged",
                "prompts.listChanged",
            ),
            idle_ms=options.idle_ms,
            hard_ms=options.hard_ms,
        )
        self.changes = 0
        """How often the watched resource was changed."""
