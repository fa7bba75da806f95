"""The client role: calls in, bytes out; bytes in, events out.

    with connect_stdio(["server", "--stdio"]) as client:
        result = client.call_tool("echo", {"text": "hi"})

`Client` does no I/O: bring your own. `connect_stdio` is ready I/O for a server that is a process,
with threads, and `connect_http` for one at a URL; `connect_stdio_async` and `connect_http_async`
are the same for asyncio.
"""

from ._engine import Listening as Subscription
from ._engine import Pages, SseEvent, SseEvents
from ._aio import (
    AsyncHttpClient,
    AsyncStdioClient,
    AsyncWaiting,
    connect_http_async,
    connect_stdio_async,
)
from ._calls import Calls
from ._client import Client
from ._connect import connect_http, connect_stdio
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
from ._http import HttpClient
from ._httpx import HttpxTransport
from ._policy import Level, Options, Policy, Revision
from ._response import Denial, Expect, Tools
from ._stdio import StdioClient
from ._transport import Exchange, StandardTransport, Transport
from ._waiting import Waiting

__all__ = [
    "Answered",
    "AsyncHttpClient",
    "AsyncStdioClient",
    "AsyncWaiting",
    "CallFailed",
    "Calls",
    "Changed",
    "Client",
    "ClientError",
    "Connected",
    "ConnectionFailed",
    "Declined",
    "Denial",
    "Event",
    "Exchange",
    "Expect",
    "Failed",
    "Failure",
    "HttpClient",
    "HttpxTransport",
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
    "SseEvent",
    "SseEvents",
    "StandardTransport",
    "StdioClient",
    "Subscription",
    "Suspended",
    "Tools",
    "Transport",
    "Updated",
    "Waiting",
    "Withdrawn",
    "connect_http",
    "connect_http_async",
    "connect_stdio",
    "connect_stdio_async",
]
