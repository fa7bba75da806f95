"""An everything client looks at the official servers: over both transports, in each era.

`tour.py PROGRAM [NAME...]` runs `PROGRAM client --newest ERA --stdio …` and `PROGRAM client
--newest ERA URL`, all servers of client_official.py or those that are named, and looks for the
lines that it has to print. It must end with status 0, and say the same of a server whatever the
transport. Prints what is missing, and at last `N passed, M failed`.

JOBS (3) servers are looked at side by side: those in Python and Node take their time to start.
"""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

from client_official import ERAS, MODERN, RUN

LIMIT = 120
# How long a server may take to answer at first, in milliseconds: Python's starts slowly.
START = "60000"
ALL = """\
10 tools
    {"text":"Ada"} → Ada
    {} → 3 steps
    {} → the tool failed: it failed, as it does
    log, error: "a message of level error"
    {} → logged
    {} → changed
2 resources
    → A text.
1 templates of resources
  demo://item/{id}: item
1 prompts
    {"name":"Ada"} → user: Greet Ada.
    {"name":"name","value":""} → Ada | Alan | Grace
"""
# What a server that can ask gets to hear.
ASKS = """\
    the server asks: sampling/createMessage
    {"prompt":"Ada"} → The model said: Certainly.
    the server asks: roots/list
    {} → Roots: file:///project
  the server tells of changes
    the Tools have changed
"""
# Elicitation is of 2025-06-18 and later.
ELICITS = """\
    the server asks: elicitation/create
    {} → Hello, Ada!
"""
OF_EVERYTHING = """\
mcp-servers/everything 2.0.0
    {"message":"Ada"} → Echo: Ada
    {"location":"New York"} → {"temperature":33,"conditions":"Cloudy","humidity":82}
    {"a":1,"b":1} → The sum of 1 and 1 is 2.
    the server asks: roots/list
    … 5 of 5
    {} → Long running operation completed.
    the server asks: elicitation/create
    {} → ✅ User provided the requested information!
    the server asks: sampling/createMessage
    {"prompt":"Ada"} → LLM sampling result:
    → # Everything Server
2 templates of resources
4 prompts
    {"city":"Ada","state":"Ada"} → user: What's weather in Ada, Ada?
    {"name":"department","value":""} → Engineering | Sales | Marketing | Support
  the server tells of changes
"""


def wanted(name, era, over):
    """The beginnings of lines that have to be there, and how many things are tried."""
    lines = f"  speaks {era}, found out in\n"
    if name == "everything":
        return (lines + OF_EVERYTHING).splitlines(), 17 + 7 + 4
    who = "server" if name == "modern" else name
    lines += f"official-{who} 1.0.0\n  says A server to be tried.\n" + ALL
    lines += "    … 3 of 3"
    # In the older era over HTTP it keeps nothing, so it can neither ask nor tell.
    if name != "server" or over != "http" or era == MODERN:
        lines += "\n" + ASKS + (ELICITS if era >= "2025-06-18" else "")
    return lines.splitlines(), 10 + 2 + 2


def missing(said, name, era, over):
    """What is wrong with what was said."""
    lines, tried = wanted(name, era, over)
    there = said.splitlines()
    wrong = [f"not said: {line}" for line in lines if not any(s.startswith(line) for s in there)]
    if sum(" → " in line for line in there) < tried:
        wrong.append("not everything was tried")
    wrong += [f"said: {line}" for line in there if " → failed: " in line]
    return wrong


class Sums:
    """How many checks there were, and how they ended."""

    def __init__(self):
        self.passed = self.failed = 0

    def take(self, what, wrong):
        if wrong:
            self.failed += 1
            print(f"FAIL {what}: " + "; ".join(wrong), flush=True)
        else:
            self.passed += 1


def tour(program, words, name, era, over):
    """One look; what is wrong with it."""
    command = [program, "client", "--newest", era, "--patience", START, *words]
    try:
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, timeout=LIMIT, check=False
        )
    except subprocess.TimeoutExpired:
        return [f"it took more than {LIMIT} s"], ""
    said = done.stdout.decode(errors="replace")
    # The server in Rust writes the number of steps with a point, which not every client keeps.
    said = said.replace(" 3.0 of 3.0", " 3 of 3")
    wrong = missing(said, name, era, over)
    if done.returncode != 0:
        last = done.stderr.decode(errors="replace").strip()[-200:]
        wrong.insert(0, f"ended with {done.returncode}, {last}")
    return wrong, said


def over_http(program, name, take):
    """One server for all eras."""
    serving = subprocess.Popen(
        [RUN, name, "--http"],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        url = ""
        for line in serving.stderr:
            if line.startswith("serving "):
                url = line.split()[1]
                break
        for era in ERAS[name]:
            take(f"{name} http {era}", *tour(program, [url], name, era, "http"))
    finally:
        serving.kill()
        serving.wait()


def looks(program, name):
    """All looks at one server: what each was, what is wrong with it, what was said."""
    found = []

    def take(what, wrong, said):
        found.append((what, wrong, said))

    for era in ERAS[name]:
        words = ["--stdio", RUN, name]
        take(f"{name} stdio {era}", *tour(program, words, name, era, "stdio"))
    over_http(program, name, take)
    return found


def prove(sums, what, said):
    """Each line that is looked for has to be missed if it was not there."""
    name, over, era = what.split()
    lines, _ = wanted(name, era, over)
    blind = []
    for line in lines:
        rest = "\n".join(s for s in said.splitlines() if not s.startswith(line))
        if f"not said: {line}" not in missing(rest, name, era, over):
            blind.append(f"not missed: {line}")
    sums.take(f"{what}, the other way round", blind)


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    program, names = sys.argv[1], sys.argv[2:] or list(ERAS)
    sums = Sums()
    with ThreadPoolExecutor(int(os.environ.get("JOBS", "3"))) as pool:
        for found in pool.map(lambda name: looks(program, name), names):
            for what, wrong, said in found:
                sums.take(what, wrong)
                if not wrong:
                    prove(sums, what, said)
    print(f"{sums.passed} passed, {sums.failed} failed")
    sys.exit(sums.failed > 0)


main()
