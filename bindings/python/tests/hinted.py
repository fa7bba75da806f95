"""Functions made of a hint, for the tests of hints."""

from __future__ import annotations

from typing import Any

import jsonschema
from sansmcp._hints import BadArguments, Signature


def taking(hint: Any) -> Signature:
    """The signature of a function with one argument, `value`."""

    def function(value: Any) -> None: ...

    function.__annotations__ = {"value": hint, "return": None}
    return Signature(function)


def giving(hint: Any) -> Signature:
    """The signature of a function that gives this."""

    def function() -> Any: ...

    function.__annotations__ = {"return": hint}
    return Signature(function)


def schema(hint: Any) -> Any:
    """The schema of a hint."""
    return taking(hint).input_schema["properties"]["value"]


def read(hint: Any, value: object) -> Any:
    """What a function gets for a value."""
    return taking(hint).bind({"value": value})["value"]


def fault(hint: Any, value: object) -> str:
    """What is said of a value."""
    try:
        got = read(hint, value)
    except BadArguments as wrong:
        return str(wrong)
    raise AssertionError(f"{got!r} was taken")


_validator: Any = jsonschema.Draft202012Validator
_formats: Any = jsonschema.FormatChecker()


def check(drawn: object) -> None:
    """Raises if this is no JSON Schema."""
    _validator.check_schema(drawn)


def fits(drawn: object, value: object) -> bool:
    """What a validator of JSON Schema says."""
    return bool(_validator(drawn, format_checker=_formats).is_valid(value))
