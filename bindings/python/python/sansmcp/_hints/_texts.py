"""Hints of things that are texts in JSON: times, UUIDs, bytes, paths, exact decimals."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from typing import Any

from ._node import BAD, Fault, Faults, Node, Schema, Shape, Undrawable, miss

__all__ = ["text_node", "text_of"]

_DAY = r"\d{4}-\d\d-\d\d"
_TIME = r"\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)"
_date = re.compile(_DAY, re.ASCII)
_moment = re.compile(rf"({_DAY})[Tt ]({_TIME})", re.ASCII)
_uuid = re.compile(r"[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}")
_decimal = re.compile(r"-?[0-9]+(?:\.[0-9]+)?")


class _Text:
    """How a class stands in a text. `parse` and `show` raise `ValueError` where that fails."""

    def __init__(
        self,
        says: str,
        schema: Schema,
        parse: Callable[[str], Any],
        show: Callable[[Any], str],
    ) -> None:
        self.says: str = says
        self.schema: Schema = schema
        self.parse: Callable[[str], Any] = parse
        self.show: Callable[[Any], str] = show


def text_node(kind: type) -> Node | None:
    """The node of such a class; `None` if it is none."""
    name = f"{kind.__module__}.{kind.__qualname__}"
    if advice := _REFUSED.get(name):
        raise Undrawable(f"{kind.__name__} has no form in JSON; {advice}")
    # Python 3.13 tells paths that they live in a module of their own.
    make = _MAKERS.get(name.replace("pathlib._local.", "pathlib."))
    if make is None:
        return None
    text = make(kind)

    def read(value: Any, faults: Faults) -> Any:
        if isinstance(value, str):
            try:
                return text.parse(value)
            except (ValueError, OverflowError):
                pass
        return miss(faults, text.says, value)

    def write(value: Any, faults: Faults) -> Any:
        if isinstance(value, kind) and _is_own(kind, value):
            try:
                return text.show(value)
            except ValueError as error:
                faults.append(Fault(str(error)))
                return BAD
        return miss(faults, f"a value of the class {kind.__name__}", value)

    def schema(shape: Shape) -> Schema:
        return dict(text.schema)

    return Node(text.says, frozenset({"string"}), read, write, schema, is_hashable=True)


def text_of(value: object) -> str | None:
    """The text of a value of such a class; `None` if it is none."""
    for kind in type(value).__mro__:
        make = _MAKERS.get(f"{kind.__module__}.{kind.__qualname__}".replace("._local.", "."))
        if make is not None:
            try:
                return make(kind).show(value)
            except ValueError:  # what no schema was promised for goes as Python writes it
                return str(getattr(value, "isoformat", value.__str__)())
    return None


def _is_own(kind: type, value: object) -> bool:
    # A datetime is a date for Python, and a text of another form.
    return kind.__name__ != "date" or not hasattr(value, "hour")


def _of_datetime(kind: Any) -> _Text:
    def parse(text: str) -> Any:
        found = _moment.fullmatch(text)
        if found is None:
            raise ValueError
        day, time = found.groups()
        # Before Python 3.11, fromisoformat knows neither Z nor other than 3 or 6 digits.
        time = re.sub(r"[Zz]", "+00:00", time)
        time = re.sub(r"\.(\d+)", lambda digits: f".{digits[1][:6]:0<6}", time)
        return kind.fromisoformat(f"{day}T{time}")

    def show(value: Any) -> str:
        offset = value.utcoffset()
        if offset is None:
            raise ValueError("the datetime has no time zone; give it one, such as timezone.utc")
        if offset.total_seconds() % 60:  # which no text of this form has
            value = value.astimezone(sys.modules[kind.__module__].timezone.utc)
        return str(value.isoformat()).replace("+00:00", "Z")

    says = "a date and time with a time zone, such as 2026-07-28T12:00:00Z"
    return _Text(says, {"type": "string", "format": "date-time"}, parse, show)


def _of_date(kind: Any) -> _Text:
    def parse(text: str) -> Any:
        if _date.fullmatch(text) is None:
            raise ValueError
        return kind.fromisoformat(text)

    says = "a date such as 2026-07-28"
    return _Text(says, {"type": "string", "format": "date"}, parse, lambda value: value.isoformat())


def _of_uuid(kind: Any) -> _Text:
    def parse(text: str) -> Any:
        if _uuid.fullmatch(text) is None:
            raise ValueError
        return kind(text)

    says = "a UUID such as 123e4567-e89b-12d3-a456-426614174000"
    return _Text(says, {"type": "string", "format": "uuid"}, parse, str)


def _of_bytes(kind: Any) -> _Text:
    import base64

    def parse(text: str) -> Any:
        return base64.b64decode(text.encode("ascii"), validate=True)

    def show(value: Any) -> str:
        return base64.b64encode(value).decode("ascii")

    return _Text("bytes in base64", {"type": "string", "contentEncoding": "base64"}, parse, show)


def _of_path(kind: Any) -> _Text:
    return _Text("a path in a string", {"type": "string"}, kind, str)


def _of_decimal(kind: Any) -> _Text:
    def parse(text: str) -> Any:
        if _decimal.fullmatch(text) is None:
            raise ValueError
        return kind(text)

    def show(value: Any) -> str:
        if not value.is_finite():
            raise ValueError(f"{value} has no form in JSON")
        return format(value, "f")

    says = 'a decimal number in a string, such as "12.50"'
    return _Text(says, {"type": "string", "pattern": f"^{_decimal.pattern}$"}, parse, show)


_MAKERS: dict[str, Callable[[Any], _Text]] = {
    "datetime.datetime": _of_datetime,
    "datetime.date": _of_date,
    "uuid.UUID": _of_uuid,
    "builtins.bytes": _of_bytes,
    "decimal.Decimal": _of_decimal,
    **{
        f"pathlib.{name}": _of_path
        for name in ("PurePath", "Path", "PurePosixPath", "PureWindowsPath")
    },
    ("pathlib.WindowsPath" if sys.platform == "win32" else "pathlib.PosixPath"): _of_path,
}

_REFUSED = {
    "datetime.timedelta": "take the seconds as a float",
    "datetime.time": "take it as a str",
    "builtins.complex": "take two floats",
    "builtins.bytearray": "use bytes",
    "builtins.memoryview": "use bytes",
    "re.Pattern": "take it as a str",
}
