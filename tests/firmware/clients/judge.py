"""Judges what went over the device's line, from what ../../interop/tap.py wrote down.

    judge.py DIRECTORY ERA

The rules are those of the everything server; the device has some more.
"""

import json
import os
import sys

from device import DEVICE

import conversation
from wire import same

RULES = conversation.RULES | {
    "page": "a list keeps to the buffer that its pages are made in",
    "steps": "a measurement reports each of its steps, once",
}


class Line(conversation.Conversation):
    SERVER = DEVICE["identity"]["name"]

    def __init__(self, path):
        self.steps = {}
        super().__init__(path)

    def response(self, message):
        asked = self.requests.get(same(message.get("id")))
        super().response(message)
        if asked is None:
            return
        size = len(json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode())
        if asked.method.endswith("/list") and size >= DEVICE["buffer"]:
            self.breaks("page", f"{size} bytes in the answer to {asked.method}")
        ended = "result" in message and not message["result"].get("isError")
        if ended and asked.params.get("name") == "measure" and asked.token is not None:
            steps = (asked.params.get("arguments") or {}).get("steps", 10)
            if self.steps.get(same(asked.token)) != [(n, steps) for n in range(1, steps + 1)]:
                told = self.steps.get(same(asked.token))
                self.breaks("steps", f"{steps} steps, reported as {told}")

    def notification(self, message):
        super().notification(message)
        params = message.get("params") or {}
        if message["method"] == "notifications/progress" and "progressToken" in params:
            step = (params.get("progress"), params.get("total"))
            self.steps.setdefault(same(params["progressToken"]), []).append(step)
            # In 2024-11-05 a report has no words.
            words = None if self.revision == "2024-11-05" else "measuring"
            if params.get("message") != words:
                self.breaks("steps", f"the words of a report are {params.get('message')!r}")


def lines(directory):
    names = sorted(os.listdir(directory)) if os.path.isdir(directory) else []
    return [Line(os.path.join(directory, name)) for name in names]


def unanswered(directory):
    """How many calls were cancelled and have no answer."""
    return sum(len(one.given_up()) for one in lines(directory))


def judge(directory, era, enough=1):
    """Yields (name of the rule, why it is broken or None)."""
    found = lines(directory)
    if not found:
        yield "wire: the device was started", "no process was seen"
        return
    for one in found:
        one.finish()
    # A client that probes may do so on a process of its own, which it then kills.
    main = max(found, key=lambda one: len(one.requests))
    few = len(main.requests) < enough
    yield "wire: enough requests went through", f"only {len(main.requests)}" if few else None
    for rule, text in RULES.items():
        broken = [one.broken[rule] for one in found if rule in one.broken]
        yield f"wire: {text}", broken[0] if broken else None
    modern = era in ("auto", conversation.MODERN)
    eras = {version == conversation.MODERN for version in main.versions} or {False}
    yield "wire: the client spoke the wanted era", None if eras == {modern} else f"{main.versions}"
    # A device does not end with its line.
    end = (main.end or {}).get("end")
    lived = end in ("hung", "signal")
    yield "wire: the device runs until it is switched off", None if lived else f"its end: {end}"


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    failed = 0
    for rule, why in judge(sys.argv[1], sys.argv[2], int((sys.argv[3:] or ["1"])[0])):
        failed += why is not None
        print(f"FAIL {rule}: {why}" if why else f"ok   {rule}", flush=True)
    sys.exit(failed > 0)
