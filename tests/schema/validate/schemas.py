"""The JSON schemas of the six revisions, as published and closed.

Published: what the protocol's authors give out. It allows unknown properties nearly everywhere.
Closed: the same, but an object may have only the properties that its definition names, so that a
field of another revision, or a misspelt one, is seen. What is open by its nature stays open:
`_meta`, JSON schemas of the application, and whatever a definition says takes more properties.
"""

import base64
import binascii
import functools
import hashlib
import json
import os
import re
from pathlib import Path

import jsonschema
from jsonschema.exceptions import best_match

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
LEGACY = ("2024-11-05", "2025-03-26", "2025-06-18", "DRAFT-2025-v3", "2025-11-25")
MODERN = "2026-07-28"
REVISIONS = (*LEGACY, MODERN)
PATCHES = json.loads((HERE / "patches.json").read_text())

# Values of these properties are the application's own: JSON schemas and metadata.
OPEN = {"_meta", "inputSchema", "outputSchema"}


def bare(value):
    """Without the descriptions, which say nothing to a validator."""
    if isinstance(value, dict):
        return {
            key: bare(item)
            for key, item in value.items()
            if not (key == "description" and isinstance(item, str))
        }
    return [bare(item) for item in value] if isinstance(value, list) else value


def patched(value, patch):
    """A merge patch (RFC 7396)."""
    if not isinstance(patch, dict):
        return patch
    value = dict(value) if isinstance(value, dict) else {}
    for key, item in patch.items():
        if item is None:
            value.pop(key, None)
        else:
            value[key] = patched(value.get(key), item)
    return value


def digest(schema):
    """What a schema says, in one number."""
    text = json.dumps(schema, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def definitions(schema):
    """The key of a schema's definitions, and they."""
    key = "$defs" if "$defs" in schema else "definitions"
    return key, schema[key]


def load():
    """The six schemas by revision, and where they are from."""
    folder = Path(os.environ.get("MCP_SCHEMAS") or ROOT / "../shared/spec")
    if (folder / MODERN / "schema.json").exists():
        source = "the official schema.json files"
        found = {
            path.parent.name: bare(json.loads(path.read_text()))
            for path in folder.glob("*/schema.json")
        }
    else:
        source = "the schemas in the official conformance suite, brought to the official state"
        build = Path(os.environ.get("BUILD") or ROOT / "build")
        tools = Path(os.environ.get("TOOLS") or build / "tools")
        found = bare(json.loads((tools / "schema/published.json").read_text()))
        for revision, patch in PATCHES["published"].items():
            found[revision] = patched(found[revision], patch)
    for revision, how in PATCHES["derived"].items():
        if revision not in found:
            found[revision] = patched(found[how["from"]], how["patch"])
    for revision, wanted in PATCHES["sha256"].items():
        if digest(found[revision]) != wanted:
            raise SystemExit(f"the schema of {revision} is not the one known here: {source}")
    return {revision: found[revision] for revision in REVISIONS}, source


def closed(schema, name=""):
    """The schema with every object closed that lists its properties and does not say otherwise."""
    if isinstance(schema, list):
        return [closed(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    result = {}
    for key, value in schema.items():
        if key in ("definitions", "$defs", "properties"):
            result[key] = {inner: closed(item, inner) for inner, item in value.items()}
        elif key == "allOf":
            # The parts of a whole cannot be closed one by one; what they refer to is.
            result[key] = [
                {**closed(item), "additionalProperties": {}} if "properties" in item
                else closed(item)
                for item in value
            ]
        elif key in ("const", "enum", "default", "examples"):
            result[key] = value
        else:
            result[key] = closed(value)
    if name == "params" and "properties" in schema:
        # The older schemas have it in the types that all requests and notifications extend.
        result["properties"].setdefault("_meta", {"type": "object"})
    is_open = name in OPEN or name.endswith("MetaObject") or "additionalProperties" in schema
    if "properties" in schema and not is_open:
        result["additionalProperties"] = False
    return result


FORMATS = jsonschema.FormatChecker(formats=())
BASE64 = jsonschema.FormatChecker(formats=())


@FORMATS.checks("byte", raises=(binascii.Error, ValueError))
@BASE64.checks("byte", raises=(binascii.Error, ValueError))
def is_base64(value):
    """Base64 with its padding and nothing else."""
    return not isinstance(value, str) or base64.b64decode(value, validate=True) is not None


@FORMATS.checks("uri")
def is_uri(value):
    """Roughly: a scheme, and no character that a URI cannot have."""
    return not isinstance(value, str) or bool(
        re.fullmatch(r"""[A-Za-z][A-Za-z0-9+.-]*:[^\x00- <>"{}|\\^`\x7f-\U0010ffff]*""", value)
    )


@FORMATS.checks("uri-template")
def is_template(value):
    """Roughly: braces in pairs."""
    return not isinstance(value, str) or bool(re.fullmatch(r"([^{}]|\{[^{}]+\})+", value))


class Schema:
    """The definitions of one revision."""

    def __init__(self, revision, schema):
        self.revision = revision
        self.published = schema
        self.key, self.names = definitions(schema)
        self.strict = closed(schema)
        # A result without a content of its own: nothing but what every result may have.
        empty = dict(self.strict[self.key]["Result"], additionalProperties=False)
        self.strict[self.key]["EmptyResult"] = empty
        self.requests = self._methods("ClientRequest")
        self.asks = self._methods("ServerRequest")
        self.notices = self._methods("ServerNotification")

    def _methods(self, union):
        """The methods of a union of messages, with their definitions."""
        found = {}
        for member in self.names.get(union, {}).get("anyOf", []):
            name = member["$ref"].rsplit("/", 1)[1]
            found[self.names[name]["properties"]["method"]["const"]] = name
        return found

    @functools.cache
    def validator(self, pointer, strict, formats):
        """The validator of a place in the schema."""
        root = dict(self.strict if strict else self.published)
        for key in ("anyOf", "$ref", "type", "properties"):
            root.pop(key, None)
        root["allOf"] = [{"$ref": f"#/{pointer}"}]
        kind = jsonschema.validators.validator_for(root)
        return kind(root, format_checker=FORMATS if formats else BASE64)

    def faults(self, name, value, formats=True):
        """What is wrong with a value of this definition. `formats`: URIs are looked at too."""
        if name not in self.names:
            return [f"{self.revision} has no {name}"]
        for is_strict in (False, True):
            validator = self.validator(f"{self.key}/{name}", is_strict, formats)
            errors = list(validator.iter_errors(value))
            if errors:
                what = "closed " if is_strict else ""
                return [f"{what}{name}: {told(error)}" for error in errors]
        return []

    def faults_at(self, pointer, value):
        """What is wrong with a value of this place in the closed schema."""
        errors = self.validator(pointer, True, False).iter_errors(value)
        return [f"{pointer}: {told(error)}" for error in errors]


def told(error):
    """An error of the validator, with the deepest reason."""
    deepest = best_match([error])
    where = "/".join(str(part) for part in deepest.absolute_path)
    return f"at /{where}: {deepest.message[:300]}"


@functools.cache
def all_schemas():
    """`Schema` by revision, and the source."""
    found, source = load()
    return {revision: Schema(revision, schema) for revision, schema in found.items()}, source
