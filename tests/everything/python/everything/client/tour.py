"""A look at any server: who it is, all that it has, and what its tools, resources and prompts give.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import islice
from typing import Any

from sansmcp import Error
from sansmcp.client import (
    ClientError,
    Connected,
    Options,
    Pages,
    ServerError,
    Subscription,
    Waiting,
)

from ..values import members_of, written
from . import sample
from .person import Person
from .words import result, say, short

__all__ = ["LIMITS", "run", "tools_of"]

MOST = 20
"""Resources and prompts that are tried out; tools are all."""
LAST_S = 0.05
"""How long to wait at the end for what the server still says."""
LIMITS = Options(idle_ms=10_000, hard_ms=20_000)
"""How long a call may take."""

CAPABILITIES = (
    ("tools", "", "tools"),
    ("tools", "listChanged", "changes of tools"),
    ("resources", "", "resources"),
    ("resources", "subscribe", "changes of a resource"),
    ("resources", "listChanged", "changes of resources"),
    ("prompts", "", "prompts"),
    ("prompts", "listChanged", "changes of prompts"),
    ("logging", "", "log messages"),
    ("completions", "", "completion"),
)


def run(peer: Waiting, person: Person, took_s: float) -> None:
    """Looks around, and prints what it sees."""
    hello = peer.connected
    _show(hello, took_s)
    person.is_loud = True
    if "logging" in hello.capabilities:
        peer.set_level("debug")
    changes = Subscription(tools=True, prompts=True, resources=True)
    with suppress(Error):  # not every server has any
        peer.listen(changes)
    if "tools" in hello.capabilities:
        _tools(peer)
    if "resources" in hello.capabilities:
        _resources(peer)
    if "prompts" in hello.capabilities:
        _prompts(peer, "completions" in hello.capabilities)
    time.sleep(LAST_S)
    with suppress(Error):  # it may have ended
        peer.unlisten(changes)


def tools_of(peer: Waiting, options: Options) -> Iterator[dict[str, Any]]:
    """All tools that can be called; says which cannot."""
    pages = Pages()
    cursor: dict[str, object] = {}
    while True:
        page = peer.call("tools/list", cursor, options)
        found = peer.client.tools(page)
        for name, why in found.dropped.items():
            say(f"  {name} is left out: {why}")
        yield from found.tools
        following = pages.next(page)
        if following is None:
            return
        cursor = {"cursor": following}


def _show(hello: Connected, took_s: float) -> None:
    info = hello.server_info or {}
    say(f"{info.get('name') or 'a server without a name'} {info.get('version', '')}")
    say(f"  speaks {hello.revision}, found out in {took_s * 1000:.0f} ms")
    known = [
        word
        for name, member, word in CAPABILITIES
        if name in hello.capabilities
        and (not member or members_of(hello.capabilities[name]).get(member) is True)
    ]
    say(f"  has {', '.join(known) or 'nothing'}")
    if hello.instructions:
        say(f"  says {short(hello.instructions)}")


def _tools(peer: Waiting) -> None:
    tools = list(tools_of(peer, LIMITS))
    say(f"\n{len(tools)} tools")
    for tool in tools:
        say(f"  {tool['name']}: {short(tool.get('description', ''))}")
        if members_of(tool.get("annotations")).get("destructiveHint") is True:
            say("    not called, it says that it destroys something")
            continue
        arguments = sample.members(tool.get("inputSchema"))
        params = {"name": tool["name"], "arguments": arguments}
        _try_out(peer, "tools/call", params, arguments)


def _resources(peer: Waiting) -> None:
    resources = list(peer.list_all("resources/list", "resources", LIMITS))
    say(f"\n{len(resources)} resources")
    for resource in islice(resources, MOST):
        say(f"  {resource['uri']}: {short(resource.get('name', ''))}")
        _try_out(peer, "resources/read", {"uri": resource["uri"]}, None)
    templates = list(peer.list_all("resources/templates/list", "resourceTemplates", LIMITS))
    say(f"\n{len(templates)} templates of resources")
    for template in templates:
        say(f"  {template['uriTemplate']}: {short(template.get('name', ''))}")


def _prompts(peer: Waiting, has_completion: bool) -> None:
    prompts = list(peer.list_all("prompts/list", "prompts", LIMITS))
    say(f"\n{len(prompts)} prompts")
    for prompt in islice(prompts, MOST):
        name = prompt["name"]
        say(f"  {name}: {short(prompt.get('description', ''))}")
        names = [argument["name"] for argument in prompt.get("arguments", [])]
        arguments = dict.fromkeys(names, "Ada")
        _try_out(peer, "prompts/get", {"name": name, "arguments": arguments}, arguments)
        if names and has_completion:
            of, argument = {"type": "ref/prompt", "name": name}, {"name": names[0], "value": ""}
            params = {"ref": of, "argument": argument}
            _try_out(peer, "completion/complete", params, argument)


def _try_out(
    peer: Waiting, method: str, params: Mapping[str, object], shown: Mapping[str, object] | None
) -> None:
    """Calls, and prints what comes back. That a call fails is no reason to stop."""
    arguments = "" if shown is None else f"{written(shown)} "
    try:
        said = result(method, peer.call(method, params, LIMITS))
    except ServerError as error:
        said = f"error {error.code}: {short(error.message)}"
    except (ClientError, Error) as error:
        said = f"failed: {error}"
    say(f"    {arguments}→ {said}")
