"""Whether the connections of a run were there at the same time: together.py DIRECTORY

Every client counts its requests from 0 or 1. What is asked here is that requests with one and the
same id were under way at once, of clients of one era and of both, so that an answer which goes by
its id alone would have gone astray, and the rules of judge.py have seen that none did.
"""

import os
import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parent.parent)]

from conversation import MODERN
from exchange import HttpConversation

# How many pairs there are at least.
ENOUGH = 20


def pairs(directory):
    """How many pairs of requests with the same id overlap, by the eras of their clients."""
    spans, found = {}, {"before": 0, "both": 0, "since": 0}
    for name in sorted(os.listdir(directory)):
        path = os.path.join(directory, name, "http.jsonl")
        if not os.path.exists(path):
            continue
        one = HttpConversation(path)
        for id, begin, end in one.spans:
            spans.setdefault(id, []).append((begin, end, name, MODERN in one.versions))
    for same in spans.values():
        for n, (begin, end, name, modern) in enumerate(same):
            for other_begin, other_end, other, other_modern in same[n + 1 :]:
                if other != name and begin < other_end and other_begin < end:
                    eras = ("before", "both", "since")[modern + other_modern]
                    found[eras] += 1
    return found


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    counts = pairs(sys.argv[1])
    for eras, what in (("before", "before "), ("since", "since "), ("both", "before and since ")):
        mark = "ok  " if counts[eras] >= ENOUGH else "FAIL"
        print(f"{mark} together: {counts[eras]} times two clients {what}{MODERN} had an id at once")
    sys.exit(min(counts.values()) < ENOUGH)
