"""Judges objects, transcripts and a conversation with a server, and proves that it can refuse."""

import collections
import sys

import coverage
import drive
import objects
import prove
import transcripts
from schemas import REVISIONS, all_schemas


def main():
    """The whole run; the exit status."""
    # Lone surrogates go through the server, and could not be printed.
    sys.stdout.reconfigure(errors="backslashreplace", line_buffering=True)
    words = sys.argv[1:]
    flags = [word for word in words if word.startswith("--") and word in ("--no-server", "--show")]
    command = [word for word in words if word not in flags]
    _, source = all_schemas()
    print(f"schemas: {source}")
    print("DRAFT-2025-v3 has none: 2025-06-18's with the additions of its type definitions")
    passed, failed = prove.run()
    print(f"figure: corrupted messages refused = {passed} of {passed + failed}")

    if "--no-server" not in flags:
        good, bad = objects.check()
        print(f"figure: objects in their revisions that fit = {good} of {good + bad}")
        passed, failed = passed + good, failed + bad

    seen = collections.Counter()
    notes = collections.Counter()
    parts = [("transcripts", transcripts.read())]
    if "--no-server" not in flags:
        parts.append(("driven server", drive.talk(command)))
    for part, found in parts:
        count = collections.Counter()
        for where, verdict in found:
            seen[verdict.revision, verdict.definition] += 1
            count[verdict.revision] += 1
            notes.update(f"{part}: {note}" for note in verdict.notes)
            if "--show" in flags:
                print(f"{verdict.revision:14} {verdict.definition:30} {verdict.text[:160]}")
            if verdict.faults:
                failed += 1
                print(f"FAIL {where} ({verdict.revision})\n     {verdict.text[:400]}")
                for fault in verdict.faults:
                    print(f"     {fault}")
            else:
                passed += 1
        each = ", ".join(f"{count[revision]} in {revision}" for revision in REVISIONS)
        print(f"figure: messages of the {part} = {sum(count.values())}: {each}")
    for note, times in sorted(notes.items()):
        print(f"note: {times} × {note}")
    if "--no-server" not in flags:
        good, bad = coverage.check(seen)
        passed, failed = passed + good, failed + bad
        print(f"figure: definitions that a server sends, seen = {good} of {good + bad}")
    print(f"{passed} passed, {failed} failed")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
