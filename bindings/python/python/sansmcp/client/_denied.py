"""Headers of the user's, and where new ones come from."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping

from ._response import Denial

__all__ = ["Keys"]

_SIGNS = "!#$%&'*+-.^_`|~"


class Keys:
    """The headers that all requests have beside the protocol's, such as `Authorization`."""

    def __init__(
        self,
        headers: Mapping[str, str] | None,
        on_denied: Callable[[Denial], Mapping[str, str] | None] | None,
    ) -> None:
        self._headers = _checked(headers or {})
        self._on_denied = on_denied
        self._count = 0
        self._lock = threading.Lock()
        # Held while the application is asked: one after the other.
        self._asking = threading.Lock()

    def now(self) -> tuple[int, Mapping[str, str]]:
        """What is sent now, and how often it has changed."""
        with self._lock:
            return self._count, self._headers

    def replace(self, headers: Mapping[str, str]) -> None:
        """Other ones from now on."""
        checked = _checked(headers)
        with self._lock:
            self._headers, self._count = checked, self._count + 1

    def renew(self, count: int, denial: Denial) -> bool:
        """Asks the application for headers that do better than those of this count.

        False if there are none. It may ask for headers that another request got meanwhile.
        """
        with self._asking:
            if self.now()[0] != count:
                return True
            found = self._on_denied(denial) if self._on_denied is not None else None
            if found is None:
                return False
            self.replace({**self.now()[1], **found})
            return True


def _checked(headers: Mapping[str, str]) -> dict[str, str]:
    """Headers that no library refuses, and in which no other header hides."""
    for name, value in headers.items():
        if not name or not all(c.isalnum() or c in _SIGNS for c in name) or not name.isascii():
            raise ValueError(f"headers: {name!r} is no name of a header")
        if any(c not in "\t" and (c < " " or c == "\x7f" or c > "\xff") for c in value):
            # The value itself may be a secret.
            raise ValueError(f"headers: the value of {name!r} has characters that it must not have")
    return dict(headers)
