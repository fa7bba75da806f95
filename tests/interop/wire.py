"""Judges what really went over the pipe, from the files that tap.py wrote.

    wire.py DIRECTORY ERA [kills]

The clients see messages; this sees lines. It prints one `ok …` or `FAIL …` a rule and exits with 1
when a rule was broken. ERA is a protocol revision, or `auto`; `kills` says that the client ends its
server by a signal instead of closing the pipe, as the older ones do.
"""

import json
import os
import sys

VERSION_KEY = "io.modelcontextprotocol/protocolVersion"
SERVER_KEY = "io.modelcontextprotocol/serverInfo"
# The results of these tell how long they may be kept.
CACHED = ("server/discover", "tools/list")
ECHO = {"name": "echo", "version": "1.0.0"}


class Duplicate(ValueError):
    """An object that names one key twice."""


def unique(pairs):
    keys = [key for key, _ in pairs]
    if len(keys) != len(set(keys)):
        raise Duplicate(f"a key is written twice among {keys}")
    return dict(pairs)


def refuse(token):
    raise ValueError(f"{token} is no JSON")


def parse(line):
    """One JSON object, strictly: no NaN, no key twice, valid UTF-8."""
    line.encode("utf-8")
    value = json.loads(line, object_pairs_hook=unique, parse_constant=refuse)
    if not isinstance(value, dict):
        raise ValueError("not an object")
    return value


def same(id):
    """An id as a key: 1, "1" and 1.0 are three different ids."""
    return (type(id).__name__, json.dumps(id))


def short(line):
    return line if len(line) < 160 else line[:100] + f"… ({len(line)} characters)"


class Process:
    """One server process: what it was sent, what it sent, how it ended."""

    def __init__(self, path):
        self.requests, self.order, self.cancelled = {}, [], set()
        self.answers, self.others, self.bad, self.strange = {}, [], [], []
        self.end = None
        with open(path, encoding="utf-8") as file:
            for record in map(json.loads, file):
                if "end" in record:
                    self.end = record
                elif record["to"] == "server":
                    self.sent(record["line"])
                else:
                    self.came(record)

    def sent(self, line):
        message = json.loads(line)
        if "method" in message and "id" in message:
            self.requests[same(message["id"])] = message
            self.order.append(message)
        elif message.get("method") == "notifications/cancelled":
            self.cancelled.add(same(message["params"].get("requestId")))

    def came(self, record):
        line = record["line"]
        if record.get("unfinished"):
            self.bad.append(f"no line feed after {short(line)}")
            return
        try:
            message = parse(line)
        except (ValueError, UnicodeError) as error:
            self.bad.append(f"{error}: {short(line)}")
            return
        if message.get("jsonrpc") != "2.0":
            self.bad.append(f'no "jsonrpc":"2.0": {short(line)}')
        if "method" in message:
            self.others.append(line)
            return
        key = same(message.get("id"))
        if key not in self.requests:
            self.strange.append(line)
        self.answers.setdefault(key, []).append(message)

    def unanswered(self):
        return [
            key for key in self.requests if key not in self.answers and key not in self.cancelled
        ]

    def twice(self):
        return [key for key, answers in self.answers.items() if len(answers) > 1]


def broken_shape(message):
    """Why this answer is no JSON-RPC response, or None."""
    if ("result" in message) == ("error" in message):
        return "neither or both of result and error"
    if set(message) - {"jsonrpc", "id", "result", "error"}:
        return "more keys than a response has"
    if "result" in message:
        return None if isinstance(message["result"], dict) else "the result is no object"
    error = message["error"]
    if not isinstance(error, dict) or type(error.get("code")) is not int:
        return "the error's code is no integer"
    if not isinstance(error.get("message"), str):
        return "the error's message is no text"
    return None


def broken_era(request, result):
    """Why this result does not fit the revision of its request, or None."""
    modern = VERSION_KEY in request.get("params", {}).get("_meta", {})
    if not modern:
        later = {"resultType", "ttlMs", "cacheScope"} & set(result)
        return f"{', '.join(sorted(later))} in a legacy result" if later else None
    if result.get("resultType") != "complete":
        return f"resultType is {result.get('resultType')!r}"
    if request["method"] in CACHED:
        age, scope = result.get("ttlMs"), result.get("cacheScope")
        if type(age) is not int or age < 0 or scope not in ("public", "private"):
            return f"ttlMs is {age!r}, cacheScope is {scope!r}"
    info = result.get("_meta", {}).get(SERVER_KEY)
    if not isinstance(info, dict) or {key: info.get(key) for key in ECHO} != ECHO:
        return f"the server names itself {info!r}"
    return None


def era_of(request):
    return request.get("params", {}).get("_meta", {}).get(VERSION_KEY, "legacy")


def judge(directory, era, kills=False):
    """Yields (name of the rule, why it is broken or None)."""
    names = sorted(os.listdir(directory)) if os.path.isdir(directory) else []
    processes = [Process(os.path.join(directory, name)) for name in names]
    if not processes:
        yield "wire: the server was started", "no process was seen"
        return
    # A client that probes may do so on a process of its own, which it then kills.
    main = max(processes, key=lambda process: len(process.order))
    every = [
        answer for process in processes for given in process.answers.values() for answer in given
    ]
    pairs = [
        (process.requests[key], answer)
        for process in processes
        for key, given in process.answers.items()
        for answer in given
        if key in process.requests
    ]

    def first(problems):
        return next((str(problem) for problem in problems if problem), None)

    yield (
        "wire: enough requests went through",
        (None if len(main.order) >= 50 else f"only {len(main.order)}"),
    )
    yield (
        "wire: every line is one strict JSON-RPC message",
        first(problem for process in processes for problem in process.bad),
    )
    yield (
        "wire: every answer is a well-formed response",
        first(
            (why := broken_shape(answer)) and f"{why}: {short(json.dumps(answer))}"
            for answer in every
        ),
    )
    yield (
        "wire: every request is answered, its id returned as written",
        first(f"no answer to {key[1]}" for process in processes for key in process.unanswered()),
    )
    yield (
        "wire: no request is answered twice",
        first(f"{key[1]} has several answers" for process in processes for key in process.twice()),
    )
    yield (
        "wire: nothing is answered that was not asked",
        first(short(line) for process in processes for line in process.strange),
    )
    yield (
        "wire: a server without events sends nothing by itself",
        first(short(line) for process in processes for line in process.others),
    )
    yield (
        "wire: every result has its revision's shape",
        first(
            (why := broken_era(request, answer["result"]))
            and f"{why}: the answer to {request['method']} {short(json.dumps(answer))}"
            for request, answer in pairs
            if isinstance(answer.get("result"), dict)
        ),
    )
    wanted = "2026-07-28" if era in ("auto", "2026-07-28") else "legacy"
    eras = {era_of(request) for request in main.order} - {"2099-01-01"}
    yield (
        f"wire: the client spoke the {wanted} era",
        None if eras == {wanted} else f"it spoke {eras}",
    )
    end = main.end or {"end": "unknown"}
    if kills:
        lived = end["end"] in ("signal", "exit")
        yield "wire: the server lives until the client ends it", None if lived else str(end)
        return
    clean = end["end"] == "exit" and end.get("status") == 0
    yield "wire: the server ends with status 0 when its input ends", None if clean else str(end)


if __name__ == "__main__":
    if len(sys.argv) < 3 or sys.argv[3:] not in ([], ["kills"]):
        sys.exit(__doc__)
    failed = 0
    for rule, why in judge(sys.argv[1], sys.argv[2], "kills" in sys.argv[3:]):
        failed += why is not None
        print(f"FAIL {rule}: {why}" if why else f"ok   {rule}", flush=True)
    sys.exit(failed > 0)
