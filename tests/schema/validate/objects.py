"""Every object that the core writes, in every revision, held against the definition that it is."""

import os
import subprocess

from messages import strict_json
from schemas import HERE, ROOT, all_schemas

# These hold a JSON schema of the application's, for which the samples have any object.
SCHEMAS = ("inputSchema", "outputSchema")


def written():
    """What the core writes: (revision, object, JSON or nothing, definitions)."""
    command = ["cargo", "run", "-q", "--manifest-path", str(HERE / "objects/Cargo.toml")]
    target = os.environ.get("CARGO_TARGET_DIR") or str(ROOT / "target")
    environment = {**os.environ, "CARGO_TARGET_DIR": target}
    done = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
    for line in done.stdout.splitlines():
        revision, name, text, definitions = line.split("\t")
        yield revision, name, text, definitions.split(",")


def place(schema, path):
    """The JSON pointer of a definition, or of a part of one such as `Tool.inputSchema`."""
    names = schema.strict[schema.key]
    first, *rest = path.replace("[]", ".[]").split(".")
    if first not in names and first.endswith("Params") and first[: -len("Params")] in names:
        first, rest = first[: -len("Params")], ["params", *rest]
    if first not in names:
        return None
    at, pointer = names[first], [schema.key, first]
    for step in rest:
        while "$ref" in at:
            first = at["$ref"].rsplit("/", 1)[1]
            at, pointer = names[first], [schema.key, first]
        parts = [(at, pointer)]
        parts += [
            (part, [*pointer, key, str(number)])
            for key in ("allOf", "anyOf")
            for number, part in enumerate(at.get(key, []))
        ]
        for part, where in parts:
            if step == "[]" and "items" in part:
                at, pointer = part["items"], [*where, "items"]
                break
            if step in part.get("properties", {}):
                at, pointer = part["properties"][step], [*where, "properties", step]
                break
        else:
            return None
    return "/".join(pointer)


def plain(value):
    """The value with a schema wherever one of the application's belongs."""
    if isinstance(value, dict):
        return {
            key: {"type": "object"} if key in SCHEMAS else plain(item)
            for key, item in value.items()
        }
    return [plain(item) for item in value] if isinstance(value, list) else value


def check():
    """Passed and failed; says what does not fit."""
    schemas, _ = all_schemas()
    passed = failed = 0
    unchecked = set()
    checked = set()
    for revision, name, text, definitions in written():
        schema = schemas[revision]
        unchecked.add(name)
        places = [found for path in definitions if (found := place(schema, path))]
        if not text or not places:
            continue
        checked.add(name)
        value = plain(strict_json(text))
        faults = [schema.faults_at(found, value) for found in places]
        if all(faults):
            failed += 1
            print(f"FAIL {name} in {revision}: {text[:400]}")
            for each in faults:
                print(f"     {each[0]}")
        else:
            passed += 1
    for name in sorted(unchecked - checked):
        failed += 1
        print(f"FAIL {name} has a definition in no revision")
    return passed, failed


if __name__ == "__main__":
    print("%d passed, %d failed" % check())
