"""The client role: calls in, bytes out; bytes in, events out.

    with connect_stdio(["server", "--stdio"]) as client:
        result = client.call_tool("echo", {"text": "hi"})

`Client` does no I/O: bring your own. `connect_stdio` is ready I/O for a server that is a process,
with threads; `connect_stdio_async` is the same for asyncio.
"""

from ._engine import Listening as Subscription
from ._engine import Pages
from ._aio import AsyncStdioClient, connect_stdio_async
from ._client import Client
from ._connect import connect_stdio
from ._errors import CallFailed, ClientError, ConnectionFailed, Declined, Failure, ServerError
from ._events import (
    Answered,
    Changed,
    Connected,
    Event,
    Failed,
    Ignored,
    InputNeeded,
    ListenEnded,
    Listening,
    Log,
    NeededInput,
    Notification,
    Ping,
    Progress,
    Refused,
    Request,
    Suspended,
    Updated,
    Withdrawn,
)
from ._policy import Level, Options, Policy, Revision
from ._stdio import StdioClient

__all__ = [
    "Answered",
    "AsyncStdioClient",
    "CallFailed",
    "Changed",
    "Client",
    "ClientError",
    "Connected",
    "ConnectionFailed",
    "Declined",
    "Event",
    "Failed",
    "Failure",
    "Ignored",
    "InputNeeded",
    "Level",
    "ListenEnded",
    "Listening",
    "Log",
    "NeededInput",
    "Notification",
    "Options",
    "Pages",
    "Ping",
    "Policy",
    "Progress",
    "Refused",
    "Request",
    "Revision",
    "ServerError",
    "StdioClient",
    "Subscription",
    "Suspended",
    "Updated",
    "Withdrawn",
    "connect_stdio",
    "connect_stdio_async",
]
