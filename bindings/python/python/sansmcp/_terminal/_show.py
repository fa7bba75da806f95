"""What a server has, and what it gives, for a person at a terminal."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping
from typing import Any

from .._errors import Error
from ..client import ClientError, Connected, Progress
from ..client._calls import Calls
from ._arguments import usage_of

__all__ = ["show_content", "show_progress", "show_server"]

_Entry = Mapping[str, Any]


def show_server(client: Calls, connected: Connected) -> None:
    """What the server says of itself, and all that it has."""
    info = connected.server_info or {}
    name, version = _plain(info.get("name", "a server")), _plain(info.get("version", ""))
    print(f"{name} {version}".rstrip() + f", MCP {connected.revision}")
    if connected.instructions:
        print(_indented(connected.instructions))
    capabilities = connected.capabilities
    if "tools" in capabilities:
        _section("tools", client.list_tools(), _tool)
    if "resources" in capabilities:
        _section("resources", client.list_resources(), _resource)
        _section("resource templates", client.list_templates(), _resource)
    if "prompts" in capabilities:
        _section("prompts", client.list_prompts(), _prompt)


def show_content(result: Mapping[str, Any]) -> None:
    """The content of a result: texts as they are, of all else what it is."""
    blocks = result.get("content")
    shown = 0
    for block in blocks if isinstance(blocks, list) else []:
        print(_block(block) if isinstance(block, dict) else json.dumps(block))
        shown += 1
    structured = result.get("structuredContent")
    if structured is not None and not shown:
        print(json.dumps(structured, indent=2, ensure_ascii=False))


def show_progress(progress: Progress) -> None:
    """One line on standard error."""
    total = "" if progress.total is None else f"/{progress.total:g}"
    done = "" if progress.progress is None else f"{progress.progress:g}"
    print(f"  {done}{total} {_plain(progress.message or '')}".rstrip(), file=sys.stderr)


def _section(title: str, entries: Iterable[_Entry], show: Any) -> None:
    print(f"\n{title}:")
    shown = 0
    try:
        for entry in entries:
            print(show(entry))
            shown += 1
    except (ClientError, Error, ValueError) as error:
        print(f"  (they could not be listed: {error})")
        return
    if not shown:
        print("  (none)")


def _tool(tool: _Entry) -> str:
    schema = tool.get("inputSchema")
    usage = usage_of(schema) if isinstance(schema, dict) else []
    return _entry(" ".join([_plain(tool.get("name")), *map(_plain, usage)]), tool)


def _resource(resource: _Entry) -> str:
    return _entry(_plain(resource.get("uri", resource.get("uriTemplate"))), resource)


def _prompt(prompt: _Entry) -> str:
    words = [_plain(prompt.get("name"))]
    arguments = prompt.get("arguments")
    for argument in arguments if isinstance(arguments, list) else []:
        name = f"{_plain(argument.get('name'))}=string"
        words.append(name if argument.get("required") else f"[{name}]")
    return _entry(" ".join(words), prompt)


def _entry(head: str, entry: _Entry) -> str:
    about = entry.get("description") or entry.get("title")
    return f"  {head}" + (f"\n{_indented(str(about), 6)}" if about else "")


def _block(block: _Entry) -> str:
    kind = block.get("type")
    if kind == "text":
        return str(block.get("text"))
    if kind in {"image", "audio"}:
        size = len(str(block.get("data", ""))) * 3 // 4
        return f"[{kind}, {_plain(block.get('mimeType'))}, about {size} bytes]"
    if kind == "resource":
        inner = block.get("resource")
        if isinstance(inner, dict) and isinstance(inner.get("text"), str):
            return f"[resource {_plain(inner.get('uri'))}]\n{inner['text']}"
        return f"[resource {_plain(_get(inner, 'uri'))}, {_plain(_get(inner, 'mimeType'))}]"
    if kind == "resource_link":
        return f"[link to {_plain(block.get('uri'))}]"
    return json.dumps(block, ensure_ascii=False)


def _get(value: Any, key: str) -> Any:
    return value.get(key) if isinstance(value, dict) else None


def _indented(text: str, by: int = 2) -> str:
    return "\n".join(" " * by + _plain(line) for line in text.strip().splitlines())


def _plain(text: object) -> str:
    """Without what would move the cursor of a terminal, or change its colours."""
    return "".join(it if it.isprintable() else " " for it in str(text))
