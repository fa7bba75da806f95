"""What cannot be served is refused where it is declared, by the name of its function."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any, Literal

import pytest

from sansmcp import HintError
from sansmcp.service import Context, Service


@pytest.fixture
def service() -> Service:
    return Service("test", "1")


def refused(error: type[Exception], *words: str) -> Any:
    """The error's text has these words in this order."""
    return pytest.raises(error, match=".*".join(words))


def test_hints(service: Service) -> None:
    no_hint: Callable[..., str] = eval("lambda a: a")
    no_hint.__name__ = "no_hint"

    def no_schema(a: Callable[[], None]) -> str:
        return str(a)

    def stars(*many: int) -> str:
        return str(many)

    def result() -> Callable[[], None]:
        return lambda: None

    functions: list[tuple[Callable[..., Any], tuple[str, ...]]] = [
        (no_hint, ("no_hint", "a")),
        (no_schema, ("no_schema", "a")),
        (stars, ("stars", "many")),
        (result, ("result", "returns")),
    ]
    for function, words in functions:
        with refused(HintError, *words):
            service.tool(function)
    assert service.server()
    # What is no tool has a result of another kind.
    service.prompt(result)


def test_functions_that_give_more_than_one_value(service: Service) -> None:
    def several() -> Iterator[int]:
        yield 1

    async def later() -> AsyncIterator[int]:
        yield 1

    for function in (several, later):
        with refused(HintError, function.__name__, "yields"):
            service.prompt(function)


def test_coroutines_in_threads(service: Service) -> None:
    async def waits() -> str:
        return ""

    with refused(HintError, "waits", "threaded"):
        service.tool(threaded=True)(waits)


def test_the_same_name_twice(service: Service) -> None:
    def same(ctx: Context) -> str:
        return ctx.revision

    service.tool(same)
    service.prompt(same)
    service.resource("a:b")(same)
    service.request("x/y")(same)
    service.notification("x/y")(same)
    for declare in (
        service.tool,
        service.prompt,
        service.resource("a:b"),
        service.request("x/y"),
        service.notification("x/y"),
    ):
        with refused(ValueError, r"same\(\)", "already"):
            declare(same)


def test_what_the_engine_cannot_say(service: Service) -> None:
    def tool() -> str:
        return ""

    with refused(ValueError, r"tool\(\)"):
        service.tool(description="\ud800")(tool)
    with refused(ValueError, r"tool\(\)"):
        service.tool(meta={"a": object()})(tool)
    assert service.server()
    service.tool(tool)
    with pytest.raises(TypeError):
        Service("test", "1", title=7)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="nonsense"):
        Service("test", "1", capabilities=["nonsense"])  # type: ignore[list-item]
    with pytest.raises(ValueError, match="16"):
        Service("test", "1", keys=[b"short"])


def test_resources_and_their_variables(service: Service) -> None:
    def none() -> str:
        return ""

    def one(path: str) -> str:
        return path

    def lone_brace(path: str) -> str:
        return path

    resources: list[tuple[str, Callable[..., str], tuple[str, ...]]] = [
        ("file:///x", one, ("one", "path", "variable")),
        ("file:///{+path}", none, ("none", "path")),
        ("file:///{other}", one, ("one", "path", "other")),
        ("file:///{path", lone_brace, ("lone_brace", "braces")),
        ("file:///{+a}{b}{+c}", lone_brace, ("lone_brace", "order")),
    ]
    for uri, function, words in resources:
        with refused((HintError, ValueError), *words):  # type: ignore[arg-type]
            service.resource(uri)(function)
    with refused(ValueError, "one", "size"):
        service.resource("file:///{path}", size=3)(one)


def test_completions(service: Service) -> None:
    @service.prompt
    def review(code: str, style: Literal["short", "long"] = "short") -> str:
        return code + style

    @service.resource("file:///{+path}")
    def file(path: str) -> str:
        return path

    def nothing() -> list[str]:
        return []

    def complete(value: str) -> list[str]:
        return [value]

    def needs(value: str, style: str) -> list[str]:
        return [value, style]

    def other(value: str, wrong: str = "") -> list[str]:
        return [value, wrong]

    wrong: list[tuple[Callable[..., list[str]], str, dict[str, Any], tuple[str, ...]]] = [
        (complete, "code", {}, ("complete", "which")),
        (complete, "code", {"prompt": "a", "template": "b"}, ("complete", "which")),
        (complete, "code", {"prompt": "other"}, ("complete", "prompt other")),
        (complete, "path", {"template": "a:{b}"}, ("complete", "template a:")),
        (complete, "wrong", {"prompt": "review"}, ("complete", "no argument wrong")),
        (complete, "code", {"template": "file:///{+path}"}, ("complete", "no argument code")),
        (nothing, "code", {"prompt": "review"}, ("nothing", "typed")),
        (needs, "code", {"prompt": "review"}, ("needs", "style", "default")),
        (other, "code", {"prompt": "review"}, ("other", "no argument wrong")),
    ]
    for function, argument, of, words in wrong:
        with refused(ValueError, *words):
            service.completion(argument, **of)(function)
    service.completion("code", prompt="review")(complete)
    with refused(ValueError, "complete", "already"):
        service.completion("code", prompt="review")(complete)


def test_decorators_whose_parentheses_are_left_out(service: Service) -> None:
    def function() -> str:
        return ""

    wrong: list[tuple[Any, str]] = [
        (service.resource, "a URI, such as"),
        (service.completion, "the argument"),
        (service.request, "a method, such as"),
        (service.notification, "a method, such as"),
        (service.on, "a class of events"),
    ]
    for decorator, words in wrong:
        with refused(TypeError, f"@service.{decorator.__name__} takes", words, "in parentheses"):
            decorator(function)
    misnamed: Any = "list"
    with refused(HintError, "'list' is no function", "write name='list'"):
        service.tool(misnamed)


def test_a_method_of_a_class_that_has_no_object(service: Service) -> None:
    class Shop:
        def buy(self, thing: str) -> str:
            return thing

    with refused(HintError, r"buy\(\), parameter self", r"service.tool\(it.method\)"):
        service.tool(Shop.buy)
    service.tool(Shop().buy)
