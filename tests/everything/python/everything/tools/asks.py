"""Tools that ask the client once: a form, a page, the model. The functions are the same for all
revisions: before 2026-07-28 a question is a request within the call, from then on a result that the
client answers with the call again.
"""

from __future__ import annotations

from sansmcp.service import AskFailed, Context, MissingCapability, RequestError, ToolError

from ..desk import Desk
from ..forms import CHOICES, DEFAULTS, USER, of_user, said_by_model, wished_by_model
from ..values import written

__all__ = ["declare"]

PAGE = ("Please confirm on the page.", "https://example.com/confirm")
PAGE_ID = "confirmation-1"
URL_ELICITATION_REQUIRED = -32042

WEATHER_TOOL = {
    "name": "get_weather",
    "description": "The weather in a city",
    "inputSchema": {
        "type": "object",
        "properties": {"city": {"type": "string"}},
        "required": ["city"],
    },
}


def declare(desk: Desk) -> None:
    """Declares them."""
    service = desk.service

    @service.tool
    def test_sampling(ctx: Context, prompt: str) -> str:
        """Passes a prompt to the client's model"""
        reply = ctx.sample("reply", of_user(prompt), max_tokens=100)
        return f"LLM response: {said_by_model('reply', reply)}"

    @service.tool
    def test_sampling_with_tools(ctx: Context) -> str:
        """Lets the client's model call a tool"""
        reply = ctx.sample(
            "reply",
            of_user("What is the weather in Paris?"),
            max_tokens=100,
            tools=[WEATHER_TOOL],
            toolChoice={"mode": "auto"},
        )
        wish = wished_by_model(reply)
        if wish is not None:
            return f"Tool use: {wish[0]} {written(wish[1])}"
        return f"LLM response: {said_by_model('reply', reply)}"

    @service.tool
    def test_elicitation(ctx: Context, message: str) -> str:
        """Asks the person for a name and a mail address"""
        answer = ctx.elicit("form", message, USER)
        content = written(answer.content or {})
        return f"User response: action={answer.action}, content={content}"

    @service.tool
    def test_elicitation_sep1034_defaults(ctx: Context) -> str:
        """Asks with a form whose fields are filled in already"""
        answer = ctx.elicit("form", "Please check what is filled in.", DEFAULTS)
        content = written(answer.content or {})
        return f"Elicitation completed: action={answer.action}, content={content}"

    @service.tool
    def test_elicitation_sep1330_enums(ctx: Context) -> str:
        """Asks with a form that has every kind of choice"""
        answer = ctx.elicit("form", "Please choose.", CHOICES)
        content = written(answer.content or {})
        return f"Elicitation completed: action={answer.action}, content={content}"

    @service.tool
    def test_elicitation_url(ctx: Context) -> str:
        """Asks the person to visit a page"""
        answer = ctx.elicit_url("page", *PAGE, elicitation_id=PAGE_ID)
        return f"URL elicitation: {answer.action}"

    @service.tool
    def test_elicitation_url_required(ctx: Context) -> str:
        """Fails until the person has visited a page"""
        # The one revision with an error that says so; others are asked.
        if not ctx.can("elicitation.url") or ctx.revision != "2025-11-25":
            return test_elicitation_url(ctx)
        message, url = PAGE
        page = {"mode": "url", "elicitationId": PAGE_ID, "message": message, "url": url}
        why = "Visit the page first"
        raise RequestError(URL_ELICITATION_REQUIRED, why, {"elicitations": [page]})

    @service.tool
    async def test_ping_client(ctx: Context) -> str:
        """Answers when the client has answered a ping"""
        if ctx.revision == "2026-07-28":
            raise ToolError("Servers send no requests since 2026-07-28.")
        try:
            await ctx.request("ping")
        except AskFailed:
            raise ToolError("The client did not answer the ping.") from None
        return "The client is there."

    @service.tool
    def test_missing_capability(ctx: Context) -> str:
        """Needs a client that has a model"""
        if not ctx.can("sampling"):
            raise MissingCapability("sampling")
        return "The client has a model."
