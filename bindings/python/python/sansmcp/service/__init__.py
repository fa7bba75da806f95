"""Tools, resources, prompts and completions as functions.

    service = Service("clock", "1.0.0")

    @service.tool
    def add(a: int, b: int) -> int:
        "Adds two numbers."
        return a + b

A `Service` does no I/O: `sansmcp.stdio` and `sansmcp.asgi` serve it, or a loop of your own.
"""

from ._call import Call
from ._content import (
    Audio,
    Block,
    Content,
    Image,
    Link,
    Message,
    PromptResult,
    ResourceContents,
    Streamed,
    Suggestions,
    Text,
    ToolResult,
)
from ._context import Context
from ._errors import AskFailed, MissingCapability, RequestError, ToolError
from ._forms import Elicited
from ._reply import Reply
from ._responder import Responder
from ._runner import Runner
from ._service import Service

__all__ = [
    "AskFailed",
    "Audio",
    "Block",
    "Call",
    "Content",
    "Context",
    "Elicited",
    "Image",
    "Link",
    "Message",
    "MissingCapability",
    "PromptResult",
    "Reply",
    "RequestError",
    "ResourceContents",
    "Responder",
    "Runner",
    "Service",
    "Streamed",
    "Suggestions",
    "Text",
    "ToolError",
    "ToolResult",
]
