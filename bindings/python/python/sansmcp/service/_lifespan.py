"""What lives as long as a service is served."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import (
    AbstractAsyncContextManager,
    AbstractContextManager,
    asynccontextmanager,
    contextmanager,
)
from typing import Any, Union

__all__ = ["Lifespan"]

Manager = Union[AbstractAsyncContextManager[Any], AbstractContextManager[Any]]


class Lifespan:
    """A context manager made anew each time, and the value that it gave."""

    def __init__(self, make: Callable[[], Manager] | None) -> None:
        self._make = make
        self._given: Manager | None = None
        self._state: Any = None
        self._is_running = make is None

    @property
    def state(self) -> Any:
        """The value. Raises `RuntimeError` outside of the lifespan."""
        if not self._is_running:
            raise RuntimeError(
                "the lifespan has not begun, or is over: serve in `async with service.running():`, "
                "or in `with service.running_sync():`"
            )
        return self._state

    @property
    def is_async(self) -> bool:
        """True if it takes an event loop."""
        return isinstance(self._manager(), AbstractAsyncContextManager)

    def _manager(self) -> Manager | None:
        # Made before it is entered where somebody wants to know of which kind it is.
        if self._given is None and self._make is not None:
            self._given = self._make()
        return self._given

    def _taken(self) -> Manager | None:
        manager, self._given = self._manager(), None
        return manager

    @asynccontextmanager
    async def running(self) -> AsyncGenerator[Any, None]:
        """Enters it, be it asynchronous or not."""
        manager = self._taken()
        if isinstance(manager, AbstractAsyncContextManager):
            async with manager as state:
                with self._begun(state):
                    yield state
        else:
            with self._entered(manager) as state:
                yield state

    @contextmanager
    def running_sync(self) -> Generator[Any, None, None]:
        """Enters it without an event loop."""
        manager = self._taken()
        if isinstance(manager, AbstractAsyncContextManager):
            raise TypeError("the lifespan is asynchronous: use `async with service.running():`")
        with self._entered(manager) as state:
            yield state

    @contextmanager
    def _entered(self, manager: AbstractContextManager[Any] | None) -> Generator[Any, None, None]:
        if manager is None:
            yield None
            return
        with manager as state, self._begun(state):
            yield state

    @contextmanager
    def _begun(self, state: Any) -> Generator[None, None, None]:
        if self._is_running:
            raise RuntimeError("the service is running already")
        self._state, self._is_running = state, True
        try:
            yield
        finally:
            self._state, self._is_running = None, False
