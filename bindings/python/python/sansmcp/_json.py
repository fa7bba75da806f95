"""JSON that the fast reader of the native part does not take."""

import json
from typing import Any

__all__ = ["read"]


def read(text: str) -> Any:
    """Reads half of a surrogate pair as Python does, and integers without a bound."""
    return json.loads(text, parse_int=_int)


def _int(digits: str) -> int | float:
    try:
        return int(digits)
    except ValueError:
        # More digits than Python takes for an integer: a float is infinite then, as it is for
        # 1e5000, and no message of a client can raise in the middle of a server.
        return float(digits)
