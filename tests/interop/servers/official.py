"""A server on the official Python SDK, in both eras: `official.py`, or `official.py --http [PORT]`.

Its tools, resources and prompts are those that README.md lists; the other servers of this folder
have the same. Over HTTP it says `serving URL` on standard error. It ends when its standard input
does, or with SIGTERM.
"""

import asyncio
import os
import signal
import sys
import threading
import time
import warnings
from functools import partial
from typing import Annotated

import mcp_types as types
import uvicorn
from mcp.server.elicitation import AcceptedElicitation, DeclinedElicitation, ElicitationResult
from mcp.server.lowlevel import NotificationOptions
from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.resolve import Elicit, ListRoots, Resolve, Sample
from pydantic import BaseModel, Field

# Logging, sampling and roots are deprecated in 2026-07-28, which the SDK says each time.
warnings.simplefilter("ignore")

COUNTER = "demo://counter"
NAMES = ["Ada", "Alan", "Grace"]
ITEMS = [str(number) for number in range(100, 110)]

server = MCPServer(
    "official-python", version="1.0.0", instructions="A server to be tried.", log_level="ERROR"
)
# The sessions of the older era that have subscribed, by URI.
subscribed: dict[str, list] = {}
count = 0


class Person(BaseModel):
    """What the tool `ask` asks for."""

    name: str = Field(description="Your name")
    polite: bool = Field(default=True, description="Whether to be polite")


def ask_person() -> Elicit[Person]:
    return Elicit("Who are you?", Person)


def ask_model(prompt: str) -> Sample:
    text = types.TextContent(type="text", text=prompt)
    return Sample([types.SamplingMessage(role="user", content=text)], max_tokens=50)


def ask_roots() -> ListRoots:
    return ListRoots()


@server.tool(description="Returns its text", structured_output=False)
def echo(text: str) -> str:
    return text


@server.tool(description="Adds two numbers", structured_output=False)
def add(a: int, b: int) -> str:
    return str(a + b)


@server.tool(description="Takes its time, and reports progress", structured_output=False)
async def slow(ctx: Context, steps: int = 3, milliseconds: int = 50) -> str:
    for step in range(1, steps + 1):
        await asyncio.sleep(milliseconds / 1000)
        await ctx.report_progress(step, steps, f"step {step}")
    return f"{steps} steps"


@server.tool(description="Fails", structured_output=False)
def fail() -> types.CallToolResult:
    text = types.TextContent(type="text", text="it failed, as it does")
    return types.CallToolResult(content=[text], is_error=True)


@server.tool(description="Asks the person", structured_output=False)
def ask(person: Annotated[ElicitationResult[Person], Resolve(ask_person)]) -> str:
    if isinstance(person, AcceptedElicitation):
        return f"Hello, {person.data.name}!"
    return "declined" if isinstance(person, DeclinedElicitation) else "cancelled"


@server.tool(description="Asks the model", structured_output=False)
def sample(prompt: str, answer: Annotated[types.CreateMessageResult, Resolve(ask_model)]) -> str:
    content = answer.content
    return f"The model said: {content.text if isinstance(content, types.TextContent) else '?'}"


@server.tool(description="Lists the roots", structured_output=False)
def roots(found: Annotated[types.ListRootsResult, Resolve(ask_roots)]) -> str:
    return "Roots: " + ", ".join(str(root.uri) for root in found.roots)


@server.tool(description="Logs three messages", structured_output=False)
async def log(ctx: Context) -> str:
    for level in ("debug", "info", "error"):
        await ctx.log(level, f"a message of level {level}", logger_name="official")
    return "logged"


@server.tool(description="Counts, and tells those who want to hear of it", structured_output=False)
async def touch(ctx: Context) -> str:
    global count
    count += 1
    await ctx.notify_resource_updated(COUNTER)
    for session in subscribed.get(COUNTER, []):
        await session.send_resource_updated(COUNTER)
    return str(count)


@server.tool(description="Says that the list of tools has changed", structured_output=False)
async def change(ctx: Context) -> str:
    await ctx.notify_tools_changed()
    if ctx.protocol_version != "2026-07-28":
        await ctx.session.send_tool_list_changed()
    return "changed"


@server.resource("demo://text", name="text", description="A text", mime_type="text/plain")
def text() -> str:
    return "A text."


@server.resource(COUNTER, name="counter", description="A number", mime_type="text/plain")
def counter() -> str:
    return str(count)


@server.resource("demo://item/{id}", name="item", description="An item", mime_type="text/plain")
def item(id: str) -> str:
    return f"Item {id}."


@server.prompt(description="A greeting")
def greet(name: str) -> str:
    return f"Greet {name}."


@server.completion()
async def complete(reference, argument, context):
    known = NAMES if isinstance(reference, types.PromptReference) else ITEMS
    found = [name for name in known if name.startswith(argument.value)]
    return types.Completion(values=found, total=len(found), has_more=False)


# The simple interface of the SDK has no place for these requests of the older era.
async def subscribe(ctx, params: types.SubscribeRequestParams) -> types.EmptyResult:
    subscribed.setdefault(str(params.uri), []).append(ctx.session)
    return types.EmptyResult()


async def unsubscribe(ctx, params: types.UnsubscribeRequestParams) -> types.EmptyResult:
    subscribed.pop(str(params.uri), None)
    return types.EmptyResult()


async def set_level(ctx, params: types.SetLevelRequestParams) -> types.EmptyResult:
    return types.EmptyResult()


low = server._lowlevel_server
low.create_initialization_options = partial(
    low.create_initialization_options, NotificationOptions(tools_changed=True)
)
low.add_request_handler("resources/subscribe", types.SubscribeRequestParams, subscribe)
low.add_request_handler("resources/unsubscribe", types.UnsubscribeRequestParams, unsubscribe)
low.add_request_handler("logging/setLevel", types.SetLevelRequestParams, set_level)


class Announced(uvicorn.Server):
    """Says where it serves once it does; it may have asked for any free port."""

    async def startup(self, sockets=None) -> None:
        await super().startup(sockets)
        port = self.servers[0].sockets[0].getsockname()[1]
        print(f"serving http://127.0.0.1:{port}/mcp", file=sys.stderr, flush=True)


def serve_http(port: int) -> None:
    app = server.streamable_http_app()
    config = uvicorn.Config(app, "127.0.0.1", port, log_level="error")
    config.timeout_graceful_shutdown = 1
    uvicorn_server = Announced(config)

    def wait_for_the_end() -> None:
        sys.stdin.buffer.read()
        uvicorn_server.should_exit = True
        # Calls that wait for their client would hold it up.
        time.sleep(2)
        os._exit(0)

    threading.Thread(target=wait_for_the_end, daemon=True).start()
    uvicorn_server.run()


def main() -> None:
    if sys.argv[1:2] == ["--http"]:
        serve_http(int(sys.argv[2]) if len(sys.argv) > 2 else 0)
    else:
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
        server.run()


main()
