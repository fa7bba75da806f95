"""What does not fit, as an exception whose text says all of it."""

from __future__ import annotations

from typing import Any

from ._anything import write_anything
from ._node import BAD, Fault, Faults

__all__ = ["BadArguments", "BadResult", "TOO_DEEP", "raised", "write_any"]

_TOLD = 100


class BadArguments(ValueError):
    """Arguments that do not fit. The text is for the model, which may then do better."""

    def __init__(self, faults: tuple[tuple[str, str], ...]) -> None:
        super().__init__(_joined(faults))
        self.faults: tuple[tuple[str, str], ...] = faults
        """Where each fault is, such as `items[2].name`, and what is wrong there."""

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.faults,)


class BadResult(ValueError):
    """A result that does not fit what the function promised: a fault of the function."""


TOO_DEEP: Fault = Fault("is nested too deep")


def raised(faults: Faults) -> BadArguments:
    """The error of what was found."""
    return BadArguments(tuple((fault.where(), fault.text) for fault in faults))


def write_any(value: object) -> Any:
    """What stands for a value without a hint in JSON. Raises `BadResult`."""
    faults = Faults()
    try:
        out = write_anything(value, faults)
    except RecursionError:
        out, faults = BAD, Faults([TOO_DEEP])
    if out is BAD:
        raise BadResult(f"the result has no form in JSON: {told(faults)}")
    return out


def told(faults: Faults) -> str:
    return _joined(tuple((fault.where(), fault.text) for fault in faults))


def _joined(faults: tuple[tuple[str, str], ...]) -> str:
    lines = [f"{where}: {text}" if where else text for where, text in faults[:_TOLD]]
    if len(lines) == 1:
        return lines[0]
    if len(faults) > len(lines):
        lines.append(f"and {len(faults) - len(lines)} more")
    return "\n- ".join([f"{len(faults)} things are wrong:", *lines])
