"""The echo server over HTTP, as an ASGI app under uvicorn: `echo_http.py [PORT]`."""

import socket
import sys

import uvicorn

from sansmcp import CallTool, Endpoint, Event, NotText, Out, Tool
from sansmcp.asgi import App

SCHEMA = {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]}
endpoint = Endpoint("echo", "1.0.0", tools=[Tool("echo", "Returns its text", SCHEMA)])


def respond(event: Event) -> Out:
    match event:
        case CallTool(name="echo", arguments={"text": str(text)}):
            try:
                return endpoint.answer(event.ticket).text(text).end()
            except NotText as error:  # half of a surrogate pair
                return endpoint.answer(event.ticket).fail(str(error)).end()
        case CallTool(name="echo"):
            return endpoint.answer(event.ticket).fail("text is missing").end()
        case other:
            return endpoint.reply(other)  # all that the engine can answer


app = App(endpoint, respond)

if __name__ == "__main__":
    listener = socket.create_server(("127.0.0.1", int(sys.argv[1]) if len(sys.argv) > 1 else 8080))
    print(f"serving http://127.0.0.1:{listener.getsockname()[1]}/mcp", file=sys.stderr, flush=True)
    uvicorn.Server(uvicorn.Config(app, log_level="warning", timeout_keep_alive=60)).run([listener])
