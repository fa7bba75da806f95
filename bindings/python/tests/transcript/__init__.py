"""Reads the transcripts of tests/vectors and replays them against the installed package.

`cases`: what stands in a file. `play`: one case under way, whatever brings its messages; `events`:
how an event is compared with its line. `acts`, `results`, `sayings`, `questions`: what the
application does. `pipe`, `http`: what brings the messages; `responses`: the host of HTTP.
"""

from .cases import (
    VECTORS,
    Case,
    Cut,
    Line,
    byte_by_byte,
    bytes_in,
    cut_at,
    cuts,
    files,
    read,
    whole,
)
from .http import HttpReplay
from .pipe import Replay
from .play import ERRORS

__all__ = [
    "ERRORS",
    "VECTORS",
    "Case",
    "Cut",
    "HttpReplay",
    "Line",
    "Replay",
    "byte_by_byte",
    "bytes_in",
    "cut_at",
    "cuts",
    "files",
    "read",
    "whole",
]
