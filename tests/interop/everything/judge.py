"""Judges what the everything server was sent and sent, from what tap.py or proxy.py wrote down.

    judge.py DIRECTORY ERA PROFILE [kills]

As ../wire.py does for the echo server, but this server also asks, reports, and tells listeners. The
lines are read in the order in which they passed. What the client wrote stands there before the
server got it, and what the server wrote after it was written; so of a request that was cancelled
something may still follow, until the server has answered a request that was sent after the cancel.
"""

import os
import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parent.parent)]

from conversation import MODERN, RULES, Conversation
from exchange import HTTP_RULES, HttpConversation

ENOUGH = {"full": 80, "paged": 8, "sampling": 4, "none": 4, "slow": 3, "twin": 3, "token": 2}


def conversations(directory):
    names = sorted(os.listdir(directory)) if os.path.isdir(directory) else []
    kinds = {"http.jsonl": HttpConversation}
    return [kinds.get(name, Conversation)(os.path.join(directory, name)) for name in names]


def unanswered(directory):
    """How many calls were cancelled and have no answer."""
    return sum(len(one.given_up()) for one in conversations(directory))


def judge(directory, era, profile="full", kills=False):
    """Yields (name of the rule, why it is broken or None)."""
    found = conversations(directory)
    if not found:
        yield "wire: the server was started", "no process was seen"
        return
    for one in found:
        one.finish()
    # A client that probes may do so on a process of its own, which it then kills.
    main = max(found, key=lambda one: len(one.requests))
    few = len(main.requests) < ENOUGH[profile]
    yield "wire: enough requests went through", f"only {len(main.requests)}" if few else None
    is_http = isinstance(main, HttpConversation)
    for rule, text in (RULES | (HTTP_RULES if is_http else {})).items():
        broken = [one.broken[rule] for one in found if rule in one.broken]
        yield f"wire: {text}", broken[0] if broken else None
    modern = era in ("auto", MODERN)
    eras = {version == MODERN for version in main.versions} or {False}
    yield "wire: the client spoke the wanted era", None if eras == {modern} else f"{main.versions}"
    if is_http:
        if not modern and profile == "full":
            yield "wire: the client came back for what it missed", None if main.places else "never"
        return
    end = main.end or {"end": "unknown"}
    if kills:
        lived = end["end"] in ("signal", "exit")
        yield "wire: the server lives until the client ends it", None if lived else str(end)
        return
    clean = end["end"] == "exit" and end.get("status") == 0
    yield "wire: the server ends with status 0 when its input ends", None if clean else str(end)


if __name__ == "__main__":
    if len(sys.argv) < 4 or sys.argv[4:] not in ([], ["kills"]):
        sys.exit(__doc__)
    failed = 0
    for rule, why in judge(*sys.argv[1:4], kills="kills" in sys.argv[4:]):
        failed += why is not None
        print(f"FAIL {rule}: {why}" if why else f"ok   {rule}", flush=True)
    sys.exit(failed > 0)
