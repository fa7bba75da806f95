"""A connected official Python client whose handlers answer as they were told to, and remember."""

import asyncio
import contextlib
import copy
import json
import os
import sys
from pathlib import Path

import anyio
import mcp_types as types
from mcp import Client, ClientSession
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.exceptions import MCPError

from client import INFO, MODERN, TIMEOUT, need
from match import differs, short

HERE = Path(__file__).resolve().parent
CASES = json.loads((HERE / "cases.json").read_text())
ASKS = json.loads((HERE / "asks.json").read_text())["asks"]
SAMPLE, ELICIT, ROOTS = "sampling/createMessage", "elicitation/create", "roots/list"
HOLD = "hold"  # in the place of an answer: none is given until the handler is cancelled


def plain(model):
    """What the client made of a message, as JSON, without what no case is about."""
    value = model.model_dump(by_alias=True, mode="json", exclude_none=True)
    if value.get("isError") is False:
        del value["isError"]
    return value


def filled(params):
    """An answer to any question."""
    schema = params.get("requestedSchema", {})
    samples = {"string": "text", "integer": 1, "number": 1.5, "boolean": True, "array": []}
    content = {
        name: field.get("enum", [samples.get(field.get("type"), "text")])[0]
        for name, field in schema.get("properties", {}).items()
    }
    return {
        ELICIT: {"action": "accept", "content": content},
        SAMPLE: {"role": "assistant", "content": text("a word"), "model": "interop"},
        ROOTS: {"roots": [{"uri": "file:///home", "name": "Home"}]},
    }


def text(value):
    return {"type": "text", "text": value}


class Peer:
    """One connection. `profile` says what the client declares: sampling alone, none, or all."""

    def __init__(self, era, profile):
        self.era, self.profile = era, profile
        self.client = self.session = None
        self.expected, self.wrong, self.asked = [], [], []
        self.logs, self.notes, self.held = [], [], []
        self.answers_any = False

    @property
    def revision(self):
        return MODERN if self.era == "auto" else self.era

    @property
    def modern(self):
        return self.revision == MODERN

    def handlers(self):
        has = self.profile in ("full", "paged", "slow")
        options = {"logging_callback": self.on_log, "message_handler": self.on_message}
        if self.profile != "none":
            options["sampling_callback"] = self.on_sampling
        if has:
            options["elicitation_callback"] = self.on_elicitation
            options["list_roots_callback"] = self.on_roots
            if self.revision >= "2025-11-25":
                tools = types.SamplingToolsCapability()
                options["sampling_capabilities"] = types.SamplingCapability(tools=tools)
        return options

    async def on_log(self, params):
        self.logs.append(plain(params))

    async def on_message(self, message):
        self.notes.append(message)

    async def answer(self, method, params):
        """What was told to be answered; what was asked is compared with what was expected."""
        self.asked.append(method)
        if self.answers_any:
            return filled(params)[method]
        for n, (expected, wanted, result) in enumerate(self.expected):
            if expected == method:
                break
        else:
            self.wrong.append(f"nobody expected {method} {short(params)}")
            return {"error": "unexpected"}
        del self.expected[n]
        if why := differs(wanted, params, exact=False):
            self.wrong.append(f"{method}: {why}")
        if result == HOLD:
            self.held.append("waits")
            try:
                await anyio.sleep(4 * TIMEOUT)
            except BaseException:
                self.held.append("cancelled")
                raise
        return copy.deepcopy(result)

    async def on_sampling(self, context, params):
        await self.report(context)
        result = await self.answer(SAMPLE, plain(params))
        if "error" in result:
            return types.ErrorData(code=types.INVALID_REQUEST, message="unexpected")
        model = types.CreateMessageResult
        if params.tools:
            model = types.CreateMessageResultWithTools
        return model.model_validate(result)

    async def on_elicitation(self, _, params):
        result = await self.answer(ELICIT, plain(params))
        if "error" in result:
            return types.ErrorData(code=types.INVALID_REQUEST, message="unexpected")
        return types.ElicitResult.model_validate(result)

    async def report(self, context):
        """Reports progress on what the server asked, if it wants to know."""
        token = (context.meta or {}).get("progress_token")
        if not self.modern and token is not None:
            await context.session.send_progress_notification(token, 1, 2, "thinking")

    async def on_roots(self, _):
        result = await self.answer(ROOTS, {})
        if "error" in result:
            return types.ErrorData(code=types.INVALID_REQUEST, message="unexpected")
        return types.ListRootsResult.model_validate(result)

    @contextlib.contextmanager
    def expecting(self, answers):
        """The server must ask all this within the block, and nothing else."""
        self.wrong, self.asked, self.answers_any = [], [], answers == "any"
        self.expected = [] if answers == "any" else [list(one) for one in answers]
        yield
        need(not self.wrong, "; ".join(self.wrong))
        left = [method for method, *_ in self.expected]
        need(not left, f"the handlers were not called: {left}")
        need(self.asked or answers != "any", "no handler was called")

    async def until(self, holds, what):
        """Waits for something that comes on its own, such as a notification."""
        with anyio.move_on_after(TIMEOUT):
            while not holds():
                await anyio.sleep(0.005)
            return
        raise TimeoutError(what)

    def count(self, method, uri=None):
        """How many notifications of this method came."""
        return sum(
            getattr(note, "method", None) == method
            and (uri is None or str(getattr(note.params, "uri", None)) == uri)
            for note in self.notes
        )

    async def call(self, name, arguments=None, **more):
        """A tool; over Client where there is one, which goes the rounds of 2026-07-28 by itself."""
        target = self.client or self.session
        return plain(await target.call_tool(name, arguments, **more))

    async def prompt(self, name, arguments=None):
        target = self.client or self.session
        return plain(await target.get_prompt(name, arguments))

    async def read(self, uri):
        target = self.client or self.session
        return plain(await target.read_resource(uri))

    async def complete(self, ref, name, value, context=None):
        kinds = {
            "ref/prompt": types.PromptReference,
            "ref/resource": types.ResourceTemplateReference,
        }
        ref = kinds[ref["type"]].model_validate(ref)
        argument = {"name": name, "value": value}
        return plain(await self.session.complete(ref, argument, context))["completion"]

    async def raw(self, method, params=None):
        """A request that the client has no call for, or refuses to make."""
        request = types.Request[dict | None, str](method=method, params=params)
        return plain(await self.session.send_request(request, types.Result))

    async def refused(self, awaitable):
        """The error or the failed result of a call, as (code or None, text)."""
        try:
            result = await awaitable
        except MCPError as error:
            local = (types.CONNECTION_CLOSED, types.REQUEST_TIMEOUT)
            need(error.code not in local, f"no answer: {error.code} {error}")
            return error.code, str(error)
        need(result.get("isError"), f"neither an error nor isError but {short(result)}")
        return None, short(result)


def tapped(command, directory):
    """A server command behind the tap."""
    tap = [str(HERE.parent / "tap.py"), directory, "--", *command]
    return StdioServerParameters(command=sys.executable, args=["-S", *tap], env=dict(os.environ))


@contextlib.asynccontextmanager
async def connect(era, profile, server):
    """A connection to a server command, or to a URL."""
    peer = Peer(era, profile)
    peer.url = server if isinstance(server, str) else None
    modes = {"2025-11-25": "legacy", MODERN: MODERN, "auto": "auto"}
    if era in modes:
        options = {"client_info": INFO, "read_timeout_seconds": TIMEOUT, "mode": modes[era]}
        async with Client(server, **options, **peer.handlers()) as client:
            peer.client, peer.session = client, client.session
            yield peer
        return
    transport = streamable_http_client(server) if peer.url else stdio_client(server)
    async with transport as (read, write):
        handlers = peer.handlers()
        async with ClientSession(read, write, TIMEOUT, client_info=INFO, **handlers) as session:
            peer.session = session
            await offer(session, era)
            yield peer


async def offer(session, version):
    """The handshake with a version of our choice; initialize() offers only its latest."""
    capabilities = session._build_capabilities(version)
    params = types.InitializeRequestParams(
        protocol_version=version, capabilities=capabilities, client_info=INFO
    )
    request = types.InitializeRequest(params=params)
    session.adopt(await session.send_request(request, types.InitializeResult))
    await session.send_notification(types.InitializedNotification())


async def settle():
    """Lets what is already in the pipe arrive."""
    await asyncio.sleep(0.05)
