"""The prompts."""

from __future__ import annotations

from typing import Annotated

from sansmcp.service import Content, Context, Image, Message, ResourceContents

from .desk import PIXEL, Desk
from .forms import Subject, filled_in

__all__ = ["declare"]


def declare(desk: Desk) -> None:
    """Declares them."""
    service = desk.service

    @service.prompt(title="Simple prompt")
    def test_simple_prompt() -> str:
        """A prompt without arguments"""
        return "This is a simple prompt for testing."

    @service.prompt
    def test_prompt_with_arguments(
        arg1: Annotated[str, "The first"], arg2: Annotated[str, "The second"]
    ) -> str:
        """A prompt with two arguments"""
        return f"Prompt with arguments: arg1='{arg1}', arg2='{arg2}'"

    @service.prompt
    def test_prompt_with_embedded_resource(
        resourceUri: Annotated[str, "The resource's URI"],
    ) -> list[Content]:
        """A prompt with a resource in it"""
        text = "Embedded resource content for testing."
        return [
            ResourceContents(resourceUri, text, "text/plain"),
            "Please process the embedded resource above.",
        ]

    @service.prompt
    def test_prompt_with_image() -> list[Message]:
        """A prompt with a picture in it"""
        return [
            Message("user", Image(PIXEL, "image/png")),
            Message("user", "Please analyze the image above."),
        ]

    @service.prompt
    def test_input_required_result_prompt(ctx: Context) -> str:
        """A prompt that asks for its context"""
        answer = ctx.elicit("user_context", "What is this about?", Subject)
        if answer.action != "accept":
            return f"Answer without knowing what this is about: {answer.action}"
        return f"Answer with this in mind: {filled_in('user_context', answer).context}"
