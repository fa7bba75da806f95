"""Drives the client against the servers of this folder, and judges what it makes of them.

`client.py faults [KIND...]` runs every kind of misbehave.py over each transport and in each era
that `expect` names, and compares what came of it. `client.py official [NAME...]` goes through all
that the official servers have, in each era. `client.py prove` turns rows round, which have to fail
then. `client.py show KIND OVER ERA` prints what comes of one kind. Prints a line for each run that
is not as it should be (with `--all` for each), and at last `N passed, M failed`.

The driver is built before: `cargo build -p servers-drive`, or DRIVER says where it is. JOBS runs
(8) go side by side. What did not go as it should is tried once more by itself, since some of it is
about time, and a machine may be busy; `alone` says how much of it then did. PATIENCE (1) times as
long as the table says may everything take, which does not suit the kinds that come late on purpose.
"""

import copy
import json
import os
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

from faults import table

HERE = Path(__file__).parent
ROOT = HERE.parent.parent.parent
TARGET = os.environ.get("CARGO_TARGET_DIR", str(ROOT / "target"))
DRIVER = os.environ.get("DRIVER", f"{TARGET}/debug/servers-drive")
PYTHON = os.environ.get("PYTHON", sys.executable)
PATIENCE = int(os.environ.get("PATIENCE", "1"))
LIMITS = ("probe_ms", "connect_ms", "idle_ms", "hard_ms")
# Says on standard error that a server was started, and becomes it.
STARTED = ["sh", "-c", 'echo started >&2; exec "$@"', "sh"]
TEXTS = ["one", "two", "three", "last"]
STEPS = ["list", *TEXTS]
# More often a run that failed is not tried again: then it is not the machine.
MOST_AGAIN = 40


class Came:
    """What came of one run: the lines of the driver, and what the server said."""

    def __init__(self):
        self.lines, self.err, self.status = [], "", None

    def ends(self, name):
        return [line for line in self.lines if line.get("end") == name]

    def connect(self):
        return next((line["connect"] for line in self.lines if "connect" in line), None)

    def heard(self, what):
        return [line for line in self.lines if line.get("heard") == what]

    def took(self):
        return next((line["left"] for line in self.lines if "left" in line), None)

    def whole(self):
        """What is wrong whoever the server is."""
        if self.status != 0:
            return f"the driver ended with {self.status}: {self.err[-300:]}"
        if self.heard("a second end"):
            return "a call ended twice"
        if self.took() is None:
            return "it did not leave"
        faults = [line for line in self.err.splitlines() if "client fault" in line]
        return "; ".join(faults) or None


def serving(process, came, then):
    """Reads what is said on standard error; `then` is called when it serves."""

    def read():
        for line in process.stderr:
            came.err += line
            if line.startswith("serving "):
                then(line.removeprefix("serving ").strip())

    thread = threading.Thread(target=read, daemon=True)
    thread.start()
    return thread


def popen(command):
    pipe = subprocess.PIPE
    return subprocess.Popen(
        command, stdin=pipe, stdout=pipe, stderr=pipe, text=True, errors="replace"
    )


def run(script, command, over, seconds):
    """Drives one server; `seconds` is how long it may take at most."""
    return (run_stdio if over == "stdio" else run_http)(script, command, seconds)


def run_stdio(script, command, seconds):
    came = Came()
    driver = popen([DRIVER, json.dumps(script), "--stdio", *STARTED, *command])

    def go(_):
        try:
            driver.stdin.write("\n")
            driver.stdin.flush()
        except (BrokenPipeError, ValueError):
            pass

    reader = serving(driver, came, go)
    finish(driver, came, seconds)
    reader.join(5)
    return came


def run_http(script, command, seconds):
    came, url, known = Came(), [], threading.Event()
    server = popen([*command, "--http"])

    def go(where):
        url.append(where)
        known.set()

    reader = serving(server, came, go)
    if not known.wait(60):
        server.kill()
        return came
    driver = popen([DRIVER, json.dumps({**script, "ready": False}), url[0]])
    other = serving(driver, came, lambda _: None)
    finish(driver, came, seconds)
    other.join(5)
    try:
        server.stdin.close()
        server.wait(20)
    except (BrokenPipeError, subprocess.TimeoutExpired):
        server.kill()
        came.err += "client fault: the server did not end with its input\n"
    reader.join(5)
    return came


def finish(driver, came, seconds):
    late = threading.Timer(seconds, driver.kill)
    late.start()
    for line in driver.stdout:
        try:
            came.lines.append(json.loads(line))
        except ValueError:
            came.err += f"client fault: no JSON of the driver's: {line[:200]}\n"
    came.status = driver.wait()
    late.cancel()


# The table -----------------------------------------------------------------------------------


def ways(expected):
    return expected if isinstance(expected, list) else [expected]


def script_of(row, drive):
    """What the driver has to do for a row."""
    script = {name: value for name, value in drive.items() if name != "pages"}
    script |= {"pages": drive["pages"], "declares": row["declares"], "ready": True}
    if "huge" in row["kind"] or row["kind"] == "stream-resumes-no-retry":
        # 16 MiB take their time without optimization, and what follows on a pipe waits for them.
        # And who is not told when to come back comes after a second, which is the silence allowed.
        script |= {"idle_ms": 8000, "hard_ms": 9000}
    script |= {name: script[name] * PATIENCE for name in LIMITS}
    script["token"] = any(
        f"{why} then" in way
        for step in STEPS
        for way in ways(row[step])
        for why in ("unauthorized", "forbidden")
    )

    def again(step):
        return int(any(" then " in way or way == "any" for way in ways(row[step])))

    def echo(text):
        params = {"name": "echo", "arguments": {"text": text}}
        return {"name": text, "call": "tools/call", "params": params, "again": again(text)}

    script["steps"] = [
        {"name": "list", "tools": True, "again": again("list")},
        {"together": [echo(text) for text in TEXTS[:3]]},
        echo("last"),
    ]
    return script


def fits(expected, line):
    """Whether a step ended as it should."""
    return any(fits_way(way, line) for way in ways(expected))


def fits_way(way, line):
    wanted, had = way.split(" then "), line["how"].split(" then ")
    if line.get("last"):  # it says no more than how it ended
        wanted = wanted[-1:]
    if way == "any":
        return all(one.split()[0] in ("result", "error", "failed", "stuck", "suspended")
                   for one in had)  # fmt: skip
    return len(wanted) == len(had) and all(
        fits_one(*pair, line) for pair in zip(wanted, had, strict=True)
    )


def fits_one(wanted, had, line):
    if wanted == "result":
        return had == "result" and is_right(line)
    if wanted == "result any":
        return had == "result"
    if wanted == "not sent":
        return had.startswith("not sent: the server did not announce")
    return had == wanted or had.startswith(f"{wanted} ")


def is_right(line):
    """Whether the result is that of the list or of echo."""
    try:
        if line["end"] == "list":
            return any(tool.get("name") == "echo" for tool in line["result"]["tools"])
        return line["result"]["content"][0]["text"] == line["end"]
    except (KeyError, IndexError, TypeError):
        return False


def judge(row, came):
    """What is wrong with a run; `None` if nothing is."""
    if wrong := came.whole():
        return wrong
    if came.took() > row["seconds"] * 1000:
        return f"it took {came.took()} ms"
    if (starts := came.err.count("started\n")) > row["starts"]:
        return f"the server was started {starts} times"
    connect = came.connect() or "nothing"
    if not any(fits_one(way, connect, {}) for way in ways(row["connect"])):
        return f"connect: {connect}, not {row['connect']}"
    if connect.startswith(("failed", "suspended")):
        return None
    for step in STEPS:
        ends = came.ends(step)
        if len(ends) != 1:
            return f"{step} ended {len(ends)} times"
        if not fits(row[step], ends[0]):
            return f"{step}: {ends[0]['how']} {str(ends[0]['result'])[:80]}, not {row[step]}"
    return None


def name_of(row):
    return f"{row['kind']} {row['over']} {row['era']}"


def run_row(row, drive):
    legacy = ["--legacy"] if row["era"] == "legacy" else []
    command = [PYTHON, str(HERE / "misbehave.py"), *legacy, row["kind"]]
    return run(script_of(row, drive), command, row["over"], row["seconds"] * 2 + 20)


def rows_of(kinds):
    whole = table.table()
    rows = [row for row in whole["rows"] if not kinds or row["kind"] in kinds]
    rows = [{**row, "seconds": row["seconds"] * PATIENCE} for row in rows]
    # Those that take long begin first.
    return whole["drive"], sorted(rows, key=lambda row: -row["seconds"])


# All of it -----------------------------------------------------------------------------------


def run_all(tasks, loud):
    """Runs tasks, each a name and something that says what is wrong; prints and counts."""
    passed, bad, began = 0, [], time.monotonic()
    with ThreadPoolExecutor(int(os.environ.get("JOBS", "8"))) as pool:
        futures = {pool.submit(task[1]): task for task in tasks}
        for future in as_completed(futures):
            task, wrong = futures[future], future.result()
            if wrong is None:
                passed += 1
                if loud:
                    print("ok  ", task[0], flush=True)
            else:
                bad.append((task, wrong))
                print(f"once {task[0]}: {wrong}", flush=True)
    alone = 0
    failed = 0
    for task, first in bad:
        wrong = task[1]() if len(bad) <= MOST_AGAIN else first
        if wrong is None:
            passed, alone = passed + 1, alone + 1
            print(f"alone {task[0]}: {first}", flush=True)
        else:
            failed += 1
            print(f"FAIL {task[0]}: {wrong}", flush=True)
    print(f"{time.monotonic() - began:.0f} s, {alone} alone")
    print(f"{passed} passed, {failed} failed")
    return failed == 0


def faults(kinds):
    drive, rows = rows_of(kinds)
    return [(name_of(row), lambda row=row: judge(row, run_row(row, drive))) for row in rows]


def turned():
    """Rows whose expectation is turned round, and runs that are told wrong."""
    drive, rows = rows_of([])
    by_name = {name_of(row): row for row in rows}
    turns = [
        ("good stdio modern", {"connect": "2025-11-25"}),
        ("good http legacy", {"connect": "failed"}),
        ("good stdio legacy", {"one": "failed"}),
        ("good http modern", {"last": "error"}),
        ("good http modern", {"list": "stuck"}),
        ("good stdio modern", {"seconds": 0}),
        ("silent stdio modern", {"connect": ["2026-07-28", "2025-11-25"]}),
        ("http-500 http modern", {"one": "result"}),
        ("http-closes http legacy", {"one": "failed client"}),
        ("http-401 http modern", {"one": "result"}),
        ("session-lost http legacy", {"one": "result"}),
        ("probe-dies stdio modern", {"starts": 1}),
    ]
    for name, turn in turns:
        row = {**by_name[name], **turn}
        yield f"{name} with {turn}", row, run_row(by_name[name], drive)
    name = "good stdio modern"
    row = by_name[name]
    good = run_row(row, drive)
    yield f"{name} with a line twice", row, changed(good, lambda came: came.lines.append(
        came.ends("one")[0]))  # fmt: skip
    yield f"{name} without an end", row, changed(good, lambda came: came.lines.remove(
        came.ends("two")[0]))  # fmt: skip
    yield f"{name} with a second end", row, changed(good, lambda came: came.lines.append(
        {"heard": "a second end"}))  # fmt: skip
    yield f"{name} with what the server blames", row, changed(good, lambda came: setattr(
        came, "err", came.err + "client fault: none\n"))  # fmt: skip
    yield f"{name} with another's text", row, changed(good, lambda came: came.ends("one")[0].update(
        result=came.ends("two")[0]["result"]))  # fmt: skip


def changed(came, change):
    other = copy.deepcopy(came)
    change(other)
    return other


def prove():
    passed, failed = 0, 0
    for name, row, came in turned():
        wrong = judge(row, came)
        if wrong is None:
            failed += 1
            print(f"FAIL {name} was not seen")
        else:
            passed += 1
            print(f"ok   {name}: {wrong}")
    print(f"{passed} passed, {failed} failed")
    return failed == 0


def show(kind, over, era):
    drive, rows = rows_of([kind])
    row = next(row for row in rows if (row["over"], row["era"]) == (over, era))
    came = run_row(row, drive)
    for line in came.lines:
        print(json.dumps(line)[:400])
    print(came.err, end="")
    print(judge(row, came) or "as it should be")
    return True


def main():
    words = [word for word in sys.argv[1:] if word != "--all"]
    loud = len(words) != len(sys.argv) - 1
    if not Path(DRIVER).exists():
        print(f"{DRIVER} is not there; cargo build -p servers-drive", file=sys.stderr)
        return 2
    match words:
        case ["faults", *kinds]:
            return 0 if run_all(faults(kinds), loud) else 1
        case ["official", *names]:
            from client_official import official

            return 0 if run_all(official(names, run), loud) else 1
        case ["prove"]:
            return 0 if prove() else 1
        case ["show", kind, over, era]:
            return 0 if show(kind, over, era) else 1
    print(__doc__, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main())
