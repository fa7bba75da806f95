"""What a client has to make of each kind, as the files in `expect` have it."""

import json
from pathlib import Path

from . import FILES

FOLDER = Path(__file__).parent.parent / "expect"


def read(name):
    return json.loads((FOLDER / f"{name}.json").read_text())


def what():
    """What each kind does, in words."""
    groups = [group for file in FILES for group in read(file)]
    return {name: words for group in groups for name, words in group["kinds"].items()}


def rows():
    """One row for each run of a kind: over one transport, in one era."""
    about = read("about")
    made = []
    for file in FILES:
        for group in read(file):
            for kind, words in group["kinds"].items():
                for over in group["over"]:
                    for era in group["eras"]:
                        row = {"kind": kind, "over": over, "era": era, "what": words}
                        row["connect"] = about["eras"][era]
                        made.append({**row, **about["defaults"], **group["expect"]})
    return made


def table():
    return {"drive": read("about")["drive"], "rows": rows()}
