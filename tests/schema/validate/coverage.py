"""Whether every definition that a server sends was seen in every revision."""

from pathlib import Path

from messages import ERRORS, MAY_NEED_INPUT, RESULTS
from schemas import MODERN, all_schemas

UNSEEN = Path(__file__).resolve().parent / "unseen.txt"


def due():
    """Pairs of revision and definition."""
    schemas, _ = all_schemas()
    for revision, schema in schemas.items():
        names = {RESULTS[method] for method in schema.requests if method in RESULTS}
        names |= {schema.requests[method] for method in schema.requests if method not in RESULTS}
        names |= set(schema.asks.values()) | set(schema.notices.values())
        names |= set(ERRORS.get(revision, {}).values())
        if revision != MODERN:
            names.add("JSONRPCErrorResponse" if "Error" in schema.names else "JSONRPCError")
        else:
            names |= {"InputRequiredResult", "DiscoverResult", "SubscriptionsListenResult"}
            assert set(MAY_NEED_INPUT) <= set(schema.requests)
        for name in sorted(names):
            yield revision, name


def reasons():
    """Why some are not there: (revision, definition) to a text."""
    found = {}
    for line in UNSEEN.read_text().splitlines():
        if line and not line.startswith("#"):
            revision, name, reason = line.split(" ", 2)
            found[revision, name] = reason
    return found


def check(seen):
    """Passed and failed; says what is missing, and which reasons are out of date."""
    passed = failed = 0
    excused = reasons()
    for pair in due():
        if (seen[pair] > 0) != (pair in excused):
            passed += 1
            continue
        failed += 1
        what = "was seen, unseen.txt says it cannot be" if seen[pair] else "was never sent"
        print(f"FAIL {pair[1]} of {pair[0]} {what}")
    for pair in sorted(set(excused) - set(due())):
        failed += 1
        print(f"FAIL unseen.txt has {pair[1]} of {pair[0]}, which no server sends")
    return passed, failed
