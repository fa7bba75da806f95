"""Servers that break the protocol: `misbehave.py [--legacy] [--http [PORT]] KIND`.

Without a kind it lists them, with what each does; `--table` prints what a client has to make of
each, as JSON, a row for each run: over one transport, in one era. `--legacy` takes the newer era
away. Over HTTP it says `serving URL` on standard error. It ends when its standard input does, or
with SIGTERM; with status 1 if the client broke the protocol itself, which standard error then says.
The standard library is all it needs.
"""

import json
import signal
import sys

from faults import all_kinds, pipe, table, web


def main():
    words = sys.argv[1:]
    legacy = "--legacy" in words
    if legacy:
        words.remove("--legacy")
    port = None
    if "--http" in words:
        at = words.index("--http")
        port = 0
        words.pop(at)
        if words[at : at + 1] and words[at].isdigit():
            port = int(words.pop(at))
    kinds = all_kinds()
    if words == ["--table"]:
        print(json.dumps(table.table(), indent=1))
        return 0
    if not words:
        for name, what in table.what().items():
            print(f"{name:24} {what}")
        return 0
    if len(words) != 1 or words[0] not in kinds:
        print(__doc__.splitlines()[0], file=sys.stderr)
        return 2
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    server = kinds[words[0]](legacy)
    server.over_http = port is not None
    return pipe.serve(server) if port is None else web.serve(server, port)


if __name__ == "__main__":
    sys.exit(main())
