"""Measures one turn: a call in as bytes, matched and answered, and its bytes out. And what it
takes to check the arguments of a function with one."""

import time

from sansmcp import CallTool, Lines, Server, Tool
from sansmcp._hints import Signature

LINE = (
    b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":'
    b'{"text":"hello"},"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",'
    b'"io.modelcontextprotocol/clientCapabilities":{}}}}\n'
)
ROUNDS, TURNS = 7, 20_000


def turns(server: Server, lines: Lines) -> int:
    """Runs `TURNS` turns and gives the bytes that came out."""
    size = 0
    for _ in range(TURNS):
        for frame in lines.feed(LINE):
            for event in server.receive(frame):
                match event:
                    case CallTool(name="echo", arguments={"text": str(text)}):
                        size += len(server.answer(event.ticket).text(text).end().line)
                    case other:
                        size += len(server.reply(other).line)
    return size


server = Server("echo", "1.0.0", tools=[Tool("echo")])
lines = Lines()
best = float("inf")
for _ in range(ROUNDS):
    start = time.process_time()
    assert turns(server, lines) > 100 * TURNS
    best = min(best, time.process_time() - start)
print(f"figure: python turn = {best / TURNS * 1e6:.2f} µs")


def echo(text: str) -> str:
    """A function with one argument."""
    return text


bind, arguments = Signature(echo).bind, {"text": "hello"}
best = float("inf")
for _ in range(ROUNDS):
    start = time.process_time()
    for _ in range(TURNS):
        bind(arguments)
    best = min(best, time.process_time() - start)
print(f"figure: python bind = {best / TURNS * 1e6:.2f} µs")
