"""Calls of 2026-07-28 that end with a request for input."""

from . import kind
from .asks import FORM, SAMPLE
from .good import Good
from .messages import result, text_of

QUESTION = {"method": "elicitation/create", "params": FORM}
STATE = 'v1."\\/\u00fc\U0001f600\u2028 \t' + "s" * 2000


def needed(message, requests=None, state=None):
    value = {"resultType": "input_required"}
    if requests is not None:
        value["inputRequests"] = requests
    if state is not None:
        value["requestState"] = state
    return result(message, value)


def answers_of(message):
    return message["params"].get("inputResponses")


def state_of(message):
    return message["params"].get("requestState")


class OneNeeds(Good):
    """The call `one` needs input; all others are answered."""

    def call(self, message):
        if text_of(message) == "one":
            yield from self.one(message)
        else:
            self.expect(answers_of(message) is None, "answers with another call")
            self.expect(state_of(message) is None, "a state with another call")
            yield from super().call(message)

    def answered(self, message):
        return super().call(message)


@kind("input")
class Input(OneNeeds):
    """As it should be: one question, a state that has to come back as it was."""

    def one(self, message):
        answers = answers_of(message)
        if answers is None:
            yield needed(message, {"name": QUESTION}, STATE)
            return
        self.expect(state_of(message) == STATE, "another state came back")
        self.expect(set(answers) == {"name"}, f"answers to {sorted(answers)}")
        answer = answers.get("name") or {}
        self.expect(answer.get("action") == "accept", f"the answer is {answer!r:.80}")
        self.expect("resultType" not in answer, "an answer with a resultType")
        yield from self.answered(message)


@kind("input-no-state")
class InputNoState(OneNeeds):
    def one(self, message):
        if answers_of(message) is None:
            yield needed(message, {"name": QUESTION})
            return
        self.expect(state_of(message) is None, "a state that nobody gave")
        yield from self.answered(message)


@kind("input-states")
class InputStates(OneNeeds):
    """Only a state, twice; there is nothing to answer, and the third round ends it."""

    def one(self, message):
        step = {None: "1", "1": "2"}.get(state_of(message))
        self.expect(not answers_of(message), "answers that nobody asked for")
        if step:
            yield needed(message, state=step)
        else:
            yield from self.answered(message)


class Forever(OneNeeds):
    rounds = 0

    def one(self, message):
        self.rounds += 1
        # A client that never gives up is stopped here, and told so at last.
        self.expect(self.rounds < 200, "200 rounds")
        if self.rounds < 200:
            yield self.again(message)
        else:
            yield from self.answered(message)


@kind("input-forever")
class InputForever(Forever):
    """Asks the same again and again, with a new state each time."""

    def again(self, message):
        return needed(message, {"name": QUESTION}, f"round {self.rounds}")


@kind("input-states-forever")
class InputStatesForever(Forever):
    """Nothing but states, for ever."""

    def again(self, message):
        return needed(message, state=f"round {self.rounds}")


class Bad(OneNeeds):
    requests = None
    state = None

    def one(self, message):
        self.expect(answers_of(message) is None, "what cannot be answered was answered")
        if answers_of(message) is None:
            yield needed(message, self.requests, self.state)
        else:
            yield from self.answered(message)


bad = {
    "input-nothing": (None, None),
    "input-empty": ({}, None),
    "input-array": ([QUESTION], "s"),
    "input-string": ("name", "s"),
    "input-unknown-kind": ({"pay": {"method": "payments/create", "params": {}}}, "s"),
    "input-no-method": ({"name": {"params": FORM}}, "s"),
    "input-null": ({"name": None}, "s"),
    "input-undeclared": ({"model": {"method": "sampling/createMessage", "params": SAMPLE}}, "s"),
    "input-mixed": ({"name": QUESTION, "pay": {"method": "payments/create"}}, "s"),
    "input-state-number": ({"name": QUESTION}, 7),
}
for name, (requests, state) in bad.items():
    kind(name)(type("Bad", (Bad,), {"requests": requests, "state": state}))


@kind("input-on-list")
class InputOnList(Good):
    """Input for a list, which may not ask for any."""

    def list(self, message):
        yield needed(message, {"name": QUESTION}, "s")


@kind("input-on-discover")
class InputOnDiscover(Good):
    def discover(self, message):
        yield needed(message, {"name": QUESTION}, "s")


@kind("input-many")
class InputMany(OneNeeds):
    """Forty questions at once."""

    def one(self, message):
        answers = answers_of(message)
        if answers is None:
            yield needed(message, {f'key {n} \u00fc"': QUESTION for n in range(40)}, "s")
            return
        self.expect(len(answers) == 40, f"{len(answers)} answers of 40")
        yield from self.answered(message)
