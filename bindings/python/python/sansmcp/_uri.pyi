from collections.abc import Mapping
from typing import final

__all__ = ["UriTemplate"]

@final
class UriTemplate:
    """A URI template (RFC 6570, levels 1 to 3), such as `file:///{+path}{?limit}`."""

    def __new__(cls, text: str, /) -> UriTemplate:
        """Raises `ValueError` if it is none, or one that cannot be matched, and says where."""
    @property
    def variables(self) -> list[str]:
        """The names of its variables, each once."""
    def matches(self, uri: str, /) -> dict[str, str] | None:
        """The values of the variables if `uri` is an expansion of this, decoded; else `None`.

        `{id}` goes up to the next `/`, `?` or `#`, `{+path}` takes anything, `{?q,limit}` match by
        name and may be missing. They are the peer's: a path made of one has to be checked.
        """
    def expand(self, values: Mapping[str, str], /) -> str:
        """The URI that comes of these values; what has none is left out with what belongs to it."""
    def __str__(self) -> str:
        """The text."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
