"""The npm packages beside the official TypeScript SDK: `main.py FOLDER [ROUNDS [CALLS]]`.

FOLDER has a project for each: `node`, `wasm`, `sdk`, with the servers in it. All candidates take
turns. The status is not 0 if a server fails.
"""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "python"))
from talk import Talk  # noqa: E402

IN_FLIGHT = (1, 64)


@dataclass
class Server:
    """A candidate, and what was measured of it."""

    name: str
    program: str
    share: int
    """It gets one call where the fastest gets so many: it takes its time."""
    cpu_us: dict[int, list[float]] = field(default_factory=dict[int, list[float]])
    peak_kib: dict[int, list[float]] = field(default_factory=dict[int, list[float]])

    def measure(self, folder: Path, in_flight: int, calls: int) -> None:
        with Talk(["node", str(folder / self.program)]) as talk:
            talk.calls(max(200, calls // 10), in_flight)
            before = talk.cpu_s()
            talk.calls(calls, in_flight)
            spent = talk.cpu_s() - before
            self.cpu_us.setdefault(in_flight, []).append(spent / calls * 1e6)
            self.peak_kib.setdefault(in_flight, []).append(talk.peak_kib())


SERVERS = [
    Server("sansmcp, bare engine", "node/echo.mjs", 1),
    Server("sansmcp, service", "node/service.mjs", 1),
    Server("sansmcp-wasm, bare engine", "wasm/echo.mjs", 1),
    Server("sansmcp-wasm, service", "wasm/service.mjs", 1),
    Server("SDK 1.x", "sdk/sdk1.mjs", 4),
    Server("SDK 2.x", "sdk/sdk2.mjs", 4),
]


def report() -> None:
    """CPU time and memory, and what part of the SDK's the CPU time is, round by round."""
    print("\n| server | " + " | ".join(f"µs, {n} in flight" for n in IN_FLIGHT), end=" | ")
    print("part of 1.x | part of 2.x | peak memory, KiB |\n|---|" + "--:|" * (len(IN_FLIGHT) + 3))
    for server in SERVERS:
        cpu = [f"{median(server.cpu_us[n]):.1f}" for n in IN_FLIGHT]
        parts = [
            " / ".join(
                f"{median(a / b for a, b in zip(server.cpu_us[n], sdk.cpu_us[n])):.2f}"
                for n in IN_FLIGHT
            )
            for sdk in SERVERS[-2:]
        ]
        peak = max(median(server.peak_kib[n]) for n in IN_FLIGHT)
        print(f"| {server.name} | {' | '.join(cpu)} | {' | '.join(parts)} | {peak:,.0f} |")


def main() -> None:
    folder, *numbers = sys.argv[1:]
    rounds, calls = [*map(int, numbers), *(5, 40_000)[len(numbers) :]]
    print("node", subprocess.check_output(["node", "--version"], text=True).strip())
    for _ in range(rounds):
        for server in SERVERS:
            for in_flight in IN_FLIGHT:
                server.measure(Path(folder), in_flight, calls // server.share)
    report()


main()
