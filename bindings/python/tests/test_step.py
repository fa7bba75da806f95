"""The first step of a coroutine: made at once, and as in a task."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Coroutine, Generator
from contextvars import ContextVar
from typing import Any, TypeVar

import pytest

from sansmcp._step import Rest, step

T = TypeVar("T")
seen: ContextVar[str] = ContextVar("seen", default="nothing")


def run(test: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(test, 30))


def ended(stepped: tuple[T] | Awaitable[T]) -> T:
    assert isinstance(stepped, tuple)
    return stepped[0]


def rest(stepped: tuple[T] | Awaitable[T]) -> asyncio.Task[T]:
    assert isinstance(stepped, asyncio.Task)
    return stepped


async def at_once(value: int) -> int:
    return value


async def fails(error: BaseException, wait: bool) -> None:
    if wait:
        await asyncio.sleep(0)
    raise error


def test_what_need_not_wait_ends_at_once() -> None:
    assert ended(step(at_once(7))) == 7

    async def on_a_loop() -> None:
        before = asyncio.all_tasks()
        assert [ended(step(at_once(n))) for n in range(3)] == [0, 1, 2]
        assert asyncio.all_tasks() == before

    run(on_a_loop())


def test_what_waits_goes_on() -> None:
    async def on_a_loop() -> None:
        async def waits(n: int) -> int:
            await asyncio.sleep(0.001 * n)
            await asyncio.sleep(0)
            return n

        tasks = [rest(step(waits(n))) for n in range(5)]
        assert await asyncio.gather(*tasks) == [0, 1, 2, 3, 4]

    run(on_a_loop())


def test_the_first_step_is_in_the_task_that_goes_on() -> None:
    async def on_a_loop() -> None:
        async def first_and_last(wait: bool) -> tuple[object, object]:
            first = asyncio.current_task()
            if wait:
                await asyncio.sleep(0)
            return first, asyncio.current_task()

        me = asyncio.current_task()
        first, last = ended(step(first_and_last(False)))
        assert first is last is not me
        task = rest(step(first_and_last(True)))
        assert await task == (task, task)
        assert asyncio.current_task() is me

    run(on_a_loop())


def test_a_timeout_in_the_first_step_ends_the_coroutine_and_nobody_else() -> None:
    async def on_a_loop() -> None:
        async def waits() -> str:
            try:
                await asyncio.wait_for(asyncio.Event().wait(), 0.01)
            except asyncio.TimeoutError:
                return "late"
            return "never"

        assert await rest(step(waits())) == "late"

    run(on_a_loop())


def test_a_context_variable_is_the_coroutines_alone() -> None:
    async def sets(wait: bool) -> str:
        token = seen.set("inside")
        if wait:
            await asyncio.sleep(0)
        found = seen.get()
        seen.reset(token)
        return found

    async def on_a_loop() -> None:
        assert ended(step(sets(False))) == "inside"
        assert await rest(step(sets(True))) == "inside"
        assert seen.get() == "nothing"

    run(on_a_loop())
    assert ended(step(sets(False))) == "inside"


def test_a_coroutine_steps_others() -> None:
    async def on_a_loop() -> None:
        async def outer() -> list[int]:
            me = asyncio.current_task()
            found = [ended(step(at_once(1)))]
            assert asyncio.current_task() is me
            inner = rest(step(asyncio.sleep(0, 2)))
            found.append(await inner)
            assert asyncio.current_task() is me
            return found

        assert await rest(step(outer())) == [1, 2]

    run(on_a_loop())


@pytest.mark.parametrize("wait", [False, True])
def test_what_it_raises_comes_out(wait: bool) -> None:
    async def on_a_loop() -> None:
        for _ in range(2):
            with pytest.raises(KeyError, match="mine"):
                stepped = step(fails(KeyError("mine"), wait))
                await rest(stepped)

    run(on_a_loop())


def test_a_cancel_reaches_what_waits() -> None:
    async def on_a_loop() -> None:
        found: list[str] = []

        async def waits() -> None:
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                found.append("cancelled")
                raise
            finally:
                await asyncio.sleep(0)
                found.append("cleaned")

        for _ in range(2):
            task = rest(step(waits()))
            task.cancel()  # before the loop came round
            with pytest.raises(asyncio.CancelledError):
                await task
        assert found == ["cancelled", "cleaned"] * 2

    run(on_a_loop())


def test_one_that_cancels_itself_harms_nobody() -> None:
    async def on_a_loop() -> None:
        async def itself(wait: bool) -> None:
            task = asyncio.current_task()
            assert task is not None
            task.cancel()
            if wait:
                await asyncio.Event().wait()

        with pytest.raises(asyncio.CancelledError):
            step(itself(False))
        assert ended(step(at_once(1))) == 1
        with pytest.raises(asyncio.CancelledError):
            await rest(step(itself(True)))
        assert await rest(step(asyncio.sleep(0, 2))) == 2

    run(on_a_loop())


def test_each_loop_has_tasks_of_its_own() -> None:
    async def on_a_loop() -> None:
        assert ended(step(at_once(1))) == 1
        assert await rest(step(asyncio.sleep(0, 2))) == 2

    for _ in range(3):
        run(on_a_loop())


class Twice(Awaitable[int]):
    """Waits twice for whoever drives it."""

    def __await__(self) -> Generator[str, int, int]:
        first = yield "first"
        return first + (yield "second")


async def twice() -> int:
    seen.set("inside")
    return await Twice()


def test_without_a_loop_the_caller_drives_what_is_left() -> None:
    left = step(twice())
    assert isinstance(left, Rest)
    driven = left.__await__()
    assert driven.send(None) == "first"
    assert driven.send(3) == "second"
    with pytest.raises(StopIteration) as end:
        driven.send(4)
    assert end.value.value == 7
    assert seen.get() == "nothing"
    failed = step(twice())
    assert isinstance(failed, Rest)
    driven = failed.__await__()
    driven.send(None)
    with pytest.raises(KeyError):
        driven.throw(KeyError())
    closed = step(twice())
    assert isinstance(closed, Rest)
    closed.close()
