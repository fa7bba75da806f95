from collections.abc import Mapping
from typing import Literal, TypeAlias, final

from ._engine import RawJson
from ._events import Event

__all__ = ["Input", "Seal"]

_Bytes: TypeAlias = bytes | bytearray | memoryview
_Params: TypeAlias = Mapping[str, object] | RawJson

@final
class Input:
    """One thing to ask the client for, under a key that no other in the same `ask` has.

    Params are a mapping with the members of all revisions: each client is sent those that its
    revision has, in that revision's form, and `ask` raises `NotSupported` for what it has no words
    for, such as a choice of several before 2025-11-25. A member that no revision has, or a wrong
    one, is a `ValueError` here, which names it. A `RawJson` is not looked at: it goes out as it is,
    to clients of every revision.
    """

    @staticmethod
    def elicit(key: str, params: _Params) -> Input:
        """Asks the user to fill in a form: `{"message": "Who?", "requestedSchema": SCHEMA}`.

        The schema is a JSON Schema of an object whose properties are texts, numbers, truth values
        or choices (`enum`), and do not nest. From 2025-06-18 on, for clients with
        `elicitation.form`. Or, for those with `elicitation.url`, to visit a page: `{"mode": "url",
        "message": "Sign in", "url": URL, "elicitationId": ID}`. 2025-11-25 alone has the ID, and
        demands it: without one `ask` raises `NotSupported` there.

        The answer: `{"action": "accept", "content": {…}}`, or `decline` or `cancel`.
        """
    @staticmethod
    def create_message(key: str, params: _Params) -> Input:
        """Asks the client's model, for clients with `sampling`: `{"messages": [{"role": "user",
        "content": {"type": "text", "text": "Hi"}}], "maxTokens": 100}`.

        `systemPrompt`, `temperature`, `stopSequences`, `modelPreferences` and, for clients with
        `sampling.tools`, `tools` and `toolChoice` may stand there too.

        The answer: `{"role": "assistant", "content": {…}, "model": "…", "stopReason": "…"}`.
        """
    @staticmethod
    def list_roots(key: str, params: _Params | None = None) -> Input:
        """Asks for the client's roots, of clients with `roots`.

        The answer: `{"roots": [{"uri": "file:///…", "name": "…"}]}`.
        """
    @property
    def key(self) -> str:
        """The name under which the answer comes back."""
    @property
    def method(self) -> str:
        """What is asked for, such as `elicitation/create`."""
    @property
    def needs(self) -> tuple[str, ...]:
        """What the client must have declared, such as `("sampling", "sampling.tools")`."""

@final
class Seal:
    """A secret key that makes request states and cursors which clients cannot change.

    A text that it sealed is good for the event that it was sealed for and its repetition, and no
    longer than it says. It hides nothing: the client can read the data. It can be used again until
    it expires: where a step must happen once, put a number of your own into the data and remember
    that it was used.
    """

    def __new__(cls, key: _Bytes, /, *older: _Bytes) -> Seal:
        """Seals with the first key, and opens with any.

        A key has 16 bytes or more; 32 of `os.urandom` are a good one. Keep the one before it
        behind it until all that it sealed has expired.
        """
    def seal(
        self,
        event: Event,
        data: _Bytes,
        *,
        expires: int,
        purpose: Literal["state", "cursor"] = "state",
        principal: int = 0,
        arguments: bool = True,
    ) -> str:
        """A text of the data, for `Server.ask`, or as a cursor.

        It is bound to the event's method, its name or URI, and its arguments: white space and
        escapes in them may change on the way, the order of members and the spelling of numbers may
        not, unless `arguments` is false. `expires` is in milliseconds, on a clock that all
        machines with the key share. `principal` is a number that stands for who asks.
        """
    def open(
        self,
        event: Event,
        *,
        now: int,
        purpose: Literal["state", "cursor"] = "state",
        principal: int = 0,
        arguments: bool = True,
    ) -> bytes | None:
        """The data in the state or the cursor that came with an event; `None` if none came.

        Raises `SealError`, which has the answer for the client. All but `now` must be as it was
        when the text was sealed.
        """
