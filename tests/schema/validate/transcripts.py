"""The outputs in the transcripts of tests/vectors, judged case by case."""

import clients
import exchanges
from messages import Judge
from schemas import ROOT

# The verbs with which the application answers in its own words: a result of any object, an error of
# any code. They are held against the definitions that all results and all errors share.
RAW = ("result", "error")


def cases(path):
    """The cases of a file: lists of lines."""
    text = path.read_bytes().decode()
    blocks = [block.split("\n") for block in text.removesuffix("\n").split("\n\n")]
    wanted = blocks[0][0]
    if wanted != f"cases {len(blocks) - 1}":
        raise SystemExit(f"{path.name} says {wanted!r} and has {len(blocks) - 1}")
    return blocks[1:]


def verdicts_of(case):
    """Plays a case through a judge."""
    judge = Judge(formats=False)
    came, sent, verb = bytearray(), "", ""
    for line in case:
        mark, _, rest = line.partition(" ")
        if mark == ">":
            came += rest.encode() + b"\n"
        elif mark == ">+":
            came += rest.encode()
        elif mark == ">x":
            came += bytes.fromhex(rest)
        elif mark == ">.":
            came += b"\n"
        elif mark == "!":
            verb = rest.split(" ")[0]
        elif mark in ("<", "<+"):
            sent += rest
            if mark == "<":
                yield from judge.server(sent, raw=verb in RAW)
                sent = ""
        while b"\n" in came:
            head, _, rest_came = came.partition(b"\n")
            judge.client(bytes(head))
            came = bytearray(rest_came)


def read():
    """All verdicts: (where, verdict)."""
    for path in sorted((ROOT / "tests/vectors").rglob("*.txt")):
        plays = {"http": exchanges.verdicts_of, "client": clients.verdicts_of}
        play = plays.get(path.parent.name, verdicts_of)
        for case in cases(path):
            title = f"{path.name}: {case[0].removeprefix('# ')}"
            for verdict in play(case):
                yield title, verdict
