#!/usr/bin/env python3
"""Condenses the official JSON schemas to one line a property, for the test of all objects.

    condense.py FOLDER > properties.txt

FOLDER holds REVISION/schema.json for each revision that has one. A line is

    REVISION OBJECT PROPERTY KIND

where OBJECT is a definition, or a path into one (`CompleteResult.completion`; items of a list are
`[]`), KIND is what JSON it is (`string`, `integer|string`, `"text"` for the only value there is,
`one/of/these`, `any`), with `!` behind it if the property is required.

Revisions spell the same object in different places. The newest spelling is used for all:
- the parameters of `XRequest` and `XNotification` are `XRequestParams` and `XNotificationParams`;
- the annotations of content and resources are `Annotations`;
- `_meta.progressToken` of any parameters is `RequestMetaObject progressToken`;
- where parameters of the first revisions do not mention the `_meta` that their base gives to all
  of them, it is added.
DRAFT-2025-v3 has no JSON schema. It is 2025-06-18 with what `DRAFT` below adds; that was read
from its TypeScript schema.
"""

import json
import pathlib
import sys

REVISIONS = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"]

DRAFT = """
BooleanSchema default boolean
EnumSchema default string
Icon mimeType string
Icon sizes string
Icon src string!
Icons icons array
Implementation icons array
Implementation websiteUrl string
NumberSchema default number
Prompt icons array
Resource icons array
ResourceLink icons array
StringSchema default string
Tool icons array
"""


def kinds(schema, definitions):
    """What JSON a value of this schema is, as a set of words."""
    if "$ref" in schema:
        return kinds(definitions[schema["$ref"].rsplit("/", 1)[1]], definitions)
    if "const" in schema:
        return {json.dumps(schema["const"])}
    if "enum" in schema:
        return {"/".join(sorted(schema["enum"]))}
    for many in ("anyOf", "oneOf"):
        if many in schema:
            return set().union(*(kinds(one, definitions) for one in schema[many]))
    if "type" not in schema:
        return {"object"} if "allOf" in schema or "properties" in schema else {"any"}
    types = schema["type"]
    return {types} if isinstance(types, str) else set(types)


def canonical(path):
    """The newest spelling of where an object stands."""
    parts = path.split(".")
    if len(parts) > 1 and parts[1] == "params":
        for end in ("Request", "Notification"):
            if parts[0].endswith(end) and parts[0] != end:
                parts = [parts[0] + "Params"] + parts[2:]
    if parts[-1] == "annotations" and parts[0] != "Tool":
        return "Annotations"
    if len(parts) == 2 and parts[0].endswith("Params") and parts[1] == "_meta":
        return "RequestMetaObject"
    return ".".join(parts)


def walk(path, schema, definitions, found):
    for many in ("allOf", "anyOf", "oneOf"):
        for one in schema.get(many, []):
            if "$ref" not in one:
                walk(path, one, definitions, found)
    required = schema.get("required", [])
    for name, inner in schema.get("properties", {}).items():
        kind = "|".join(sorted(kinds(inner, definitions)))
        must = "!" if name in required else ""
        found[(canonical(path), name)] = kind + must
        walk(f"{path}.{name}", inner, definitions, found)
    if isinstance(schema.get("items"), dict):
        walk(path + "[]", schema["items"], definitions, found)


def properties(revision, folder):
    text = (folder / revision / "schema.json").read_text(encoding="utf-8")
    schema = json.loads(text)
    definitions = schema.get("$defs") or schema["definitions"]
    found = {}
    for name, definition in definitions.items():
        walk(name, definition, definitions, found)
    for base in ("Request", "Notification"):
        if (f"{base}.params", "_meta") in found:
            for name in definitions:
                own = name.endswith(base) and name != base and not name.startswith("JSONRPC")
                if own and (name, "method") in found:
                    found.setdefault((name + "Params", "_meta"), "object")
    return found


def main():
    folder = pathlib.Path(sys.argv[1])
    lines = []
    for revision in REVISIONS:
        found = properties(revision, folder)
        rows = [f"{path} {name} {kind}" for (path, name), kind in found.items()]
        lines += [f"{revision} {row}" for row in rows]
        if revision == "2025-06-18":
            added = [row for row in DRAFT.split("\n") if row]
            names = {row.rsplit(" ", 1)[0] for row in added}
            rows = [row for row in rows if row.rsplit(" ", 1)[0] not in names]
            lines += [f"DRAFT-2025-v3 {row}" for row in rows + added]
    print("\n".join(sorted(lines)))


main()
