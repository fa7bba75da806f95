"""The table of hints in the README says what is drawn."""

from __future__ import annotations

import json
import re
from datetime import date, datetime
from decimal import Decimal
from enum import Enum
from pathlib import Path
from typing import Annotated, Any, Literal
from uuid import UUID

import pytest

from sansmcp import Hint
from sansmcp.service import Service

README = (Path(__file__).parents[1] / "README.md").read_text("utf-8")
TABLE = README.split("| hint | its schema |\n|---|---|\n")[1].split("\n\n")[0]
NAMES = {
    it.__name__: it for it in (date, datetime, Decimal, Enum, Path, UUID, Hint)
} | {"Annotated": Annotated, "Any": Any, "Literal": Literal}
ROWS: list[tuple[str, dict[str, Any]]] = []
for row in TABLE.splitlines():
    hints, schema = (cell.strip() for cell in re.split(r"(?<!\\)\|", row)[1:3])
    if schema.startswith("`{"):
        drawn = json.loads(schema.split("`")[1])
        ROWS.extend((hint.replace("\\|", "|"), drawn) for hint in re.findall("`([^`]+)`", hints))


def test_there_are_rows() -> None:
    assert len(ROWS) == 18


@pytest.mark.parametrize(("hint", "schema"), ROWS, ids=lambda it: str(it))
def test_a_row(hint: str, schema: dict[str, Any]) -> None:
    service = Service("test", "1")

    def function(value: Any) -> None: ...

    function.__annotations__["value"] = eval(hint, dict(NAMES))
    service.tool(function)
    (tool,) = service._all()["tools"]  # pyright: ignore[reportPrivateUsage]
    assert tool.input_schema["properties"]["value"] == schema
