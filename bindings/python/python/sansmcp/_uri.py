"""Templates of URIs, under the name by which type checkers know them."""

from ._engine import UriTemplate

__all__ = ["UriTemplate"]
