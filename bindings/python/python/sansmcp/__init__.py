"""The Model Context Protocol without I/O: bytes in, events out; answers in, bytes out.

    lines = Lines()
    server = Server("echo", "1.0.0", tools=[Tool("echo", "Returns its text")])
    while chunk := read():
        for frame in lines.feed(chunk):
            for event in server.receive(frame):
                match event:
                    case CallTool(name="echo", arguments={"text": str(text)}):
                        out = server.answer(event.ticket).text(text).end()
                    case other:
                        out = server.reply(other)
                write(out.line)

Nothing in here reads, writes, waits or looks at a clock. A server may be used by several threads.
Over HTTP an `Endpoint` is the server of all clients; `sansmcp.asgi` is ready I/O for it.
`sansmcp.client` is the other role.
"""

from ._describe import Icon, Tool, ToolAnnotations
from ._engine import (
    Answer,
    CallTool,
    Cancelled,
    Delivery,
    Discover,
    Endpoint,
    Event,
    Events,
    Frame,
    Ignored,
    Initialize,
    Initialized,
    Lines,
    ListTools,
    Notification,
    Out,
    Ping,
    RawJson,
    Refused,
    Request,
    Server,
    Verdict,
    __version__,
)
from ._errors import (
    Busy,
    Error,
    NotJson,
    NotOffered,
    NotReady,
    NotSupported,
    NotText,
    Short,
    Stale,
    Streaming,
    Undeclared,
)

__all__ = [
    "Answer",
    "Busy",
    "CallTool",
    "Cancelled",
    "Delivery",
    "Discover",
    "Endpoint",
    "Error",
    "Event",
    "Events",
    "Frame",
    "Icon",
    "Ignored",
    "Initialize",
    "Initialized",
    "Lines",
    "ListTools",
    "NotJson",
    "NotOffered",
    "NotReady",
    "NotSupported",
    "NotText",
    "Notification",
    "Out",
    "Ping",
    "RawJson",
    "Refused",
    "Request",
    "Server",
    "Short",
    "Stale",
    "Streaming",
    "Tool",
    "ToolAnnotations",
    "Undeclared",
    "Verdict",
    "__version__",
]
