"""Tools that ask in rounds: several things, several times, with a state between the rounds. The
protocol has such results since 2026-07-28; older clients are asked one thing after the other.
"""

from __future__ import annotations

from sansmcp import Input
from sansmcp.service import Context

from ..desk import Desk
from ..forms import Colour, Consent, Named, filled_in, of_user, said_by_model
from ..values import written

__all__ = ["declare"]

NAME = "What is your name?"
NAME_FORM = {
    "message": NAME,
    "requestedSchema": {
        "type": "object",
        "properties": {"name": {"type": "string", "title": "Name"}},
        "required": ["name"],
    },
}
GREETING = {"messages": of_user("Greet somebody in a few words."), "maxTokens": 50}

ALL = {
    "elicitation.form": Input.elicit("user_name", NAME_FORM),
    "sampling": Input.create_message("greeting", GREETING),
    "roots": Input.list_roots("client_roots"),
}
"""What can be asked at once, by what the client must be able to do."""


def declare(desk: Desk) -> None:
    """Declares them."""
    service = desk.service

    @service.tool
    def test_input_required_result_elicitation(ctx: Context) -> str:
        """Asks for a name and greets"""
        answer = ctx.elicit("user_name", NAME, Named)
        if answer.action != "accept":
            return f"No name: {answer.action}"
        return f"Hello, {filled_in('user_name', answer).name}!"

    @service.tool
    def test_input_required_result_sampling(ctx: Context) -> str:
        """Asks the client's model for a capital"""
        key = "capital_question"
        answer = ctx.sample(key, of_user("What is the capital of France?"), max_tokens=100)
        return said_by_model(key, answer)

    @service.tool
    def test_input_required_result_list_roots(ctx: Context) -> str:
        """Asks for the client's folders"""
        return f"Roots: {_told(ctx.roots('client_roots'))}"

    @service.tool
    def test_input_required_result_request_state(ctx: Context) -> str:
        """Asks for a confirmation, with a state"""
        return f"state-ok: {_confirmed(ctx)}"

    @service.tool
    def test_input_required_result_tampered_state(ctx: Context) -> str:
        """Asks for a confirmation, with a state that must not be changed"""
        return f"The state is as it went out: {_confirmed(ctx)}"

    @service.tool
    def test_input_required_result_multiple_inputs(ctx: Context) -> str:
        """Asks the person, the model and the client at once"""
        ctx.request_state = "asked"
        answers = ctx.ask(*ALL.values())
        # All are there, so that this does not ask again.
        name = ctx.elicit("user_name", NAME, Named)
        who = filled_in("user_name", name).name if name.action == "accept" else name.action
        greeting = said_by_model("greeting", answers["greeting"])
        return f"{who}: {greeting}; roots: {_told(ctx.roots('client_roots'))}"

    @service.tool
    def test_input_required_result_multi_round(ctx: Context) -> str:
        """Asks for a name, then for a colour"""
        # What was said in the first round is remembered anyway; which one it is, is for the client.
        ctx.request_state = ctx.request_state or 1
        first = ctx.elicit("step1", NAME, Named)
        if first.action != "accept":
            return f"No name: {first.action}"
        name = filled_in("step1", first).name
        ctx.request_state = 2
        second = ctx.elicit("step2", "Which colour do you like?", Colour)
        if second.action != "accept":
            return f"{name} named no colour: {second.action}"
        return f"{name} likes the colour {filled_in('step2', second).color}."

    @service.tool
    def test_input_required_result_capabilities(ctx: Context) -> str:
        """Asks for all that the client can do"""
        wanted = [question for capability, question in ALL.items() if ctx.can(capability)]
        if not wanted:
            return "The client can be asked for nothing."
        return f"Answered: {', '.join(ctx.ask(*wanted))}"


def _confirmed(ctx: Context) -> str:
    """One question, and a state that says that it was asked."""
    ctx.request_state = "asked"
    answer = ctx.elicit("confirm", "Do you agree?", Consent)
    if answer.action != "accept":
        return answer.action
    return f"ok={written(filled_in('confirm', answer).ok)}"


def _told(roots: list[dict[str, str]]) -> str:
    """The client's folders, each as `uri (name)`."""
    return ", ".join(
        root["uri"] + (f" ({root['name']})" if "name" in root else "") for root in roots
    )
