"""The figures of the Python package beside the official SDK: `main.py FOLDER [ROUNDS [CALLS]]`.

FOLDER holds a virtual environment for each: `sansmcp`, `mcp1`, `mcp2`. All candidates take turns.
The status is not 0 if a server fails.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from talk import Talk

HERE = Path(__file__).resolve().parent
ECHO = str(HERE.parent.parent / "tests" / "echo" / "echo.py")
IN_FLIGHT = (1, 64)
# What pip and the Python itself put there.
NOT_OURS = ("pip", "setuptools", "_distutils_hack", "pkg_resources", "distutils-precedence")
IMPORTS = {
    "sansmcp": ("sansmcp", "sansmcp.service, sansmcp.stdio", "sansmcp.client"),
    "mcp1": ("mcp.server.fastmcp",),
    "mcp2": ("mcp.server",),
}
IMPORT = (
    "import time; at = time.process_time(); import %s; print((time.process_time() - at) * 1000)"
)


@dataclass
class Server:
    """A candidate, and what was measured of it."""

    name: str
    environment: str
    arguments: list[str]
    share: int
    """It gets one call where the fastest gets so many: it takes its time."""
    cpu_us: dict[int, list[float]] = field(default_factory=dict[int, list[float]])
    peak_kib: dict[int, list[float]] = field(default_factory=dict[int, list[float]])

    def measure(self, python: str, in_flight: int, calls: int) -> None:
        with Talk([python, *self.arguments]) as talk:
            talk.calls(max(200, calls // 10), in_flight)
            before = talk.cpu_s()
            talk.calls(calls, in_flight)
            spent = talk.cpu_s() - before
            self.cpu_us.setdefault(in_flight, []).append(spent / calls * 1e6)
            self.peak_kib.setdefault(in_flight, []).append(talk.peak_kib())


def servers() -> list[Server]:
    def of(name: str) -> str:
        return str(HERE / "servers" / name)

    return [
        Server("sansmcp, bare engine", "sansmcp", [ECHO], 1),
        Server("sansmcp, threads", "sansmcp", [of("sansmcp_threads.py")], 1),
        Server("sansmcp, asyncio", "sansmcp", [of("sansmcp_asyncio.py")], 1),
        Server("mcp 1.x", "mcp1", [of("mcp1.py")], 40),
        Server("mcp 1.x, not logging", "mcp1", [of("mcp1.py"), "quiet"], 40),
        Server("mcp 2.x", "mcp2", [of("mcp2.py")], 40),
        Server("mcp 2.x, not logging", "mcp2", [of("mcp2.py"), "quiet"], 40),
    ]


def imports(python: Callable[[str], str], rounds: int) -> None:
    """CPU time of imports in fresh processes, all bytecode compiled."""
    found: dict[tuple[str, str], list[float]] = {}
    for _ in range(max(9, rounds)):
        for environment, modules in IMPORTS.items():
            for module in modules:
                command = [python(environment), "-c", IMPORT % module]
                said = subprocess.run(command, check=True, capture_output=True, text=True)
                found.setdefault((environment, module), []).append(float(said.stdout))
    print("\n| import | CPU, ms |\n|---|--:|")
    for (environment, module), times in found.items():
        print(f"| {environment}: `import {module}` | {median(times):.1f} |")


def installed(python: Callable[[str], str]) -> None:
    """What pip put on the disk, dependencies and bytecode included."""
    print("\n| installed | packages | files | MB |\n|---|--:|--:|--:|")
    for environment in IMPORTS:
        (site,) = Path(python(environment)).parent.parent.glob("lib/python*/site-packages")
        tops = [top for top in site.iterdir() if not top.name.startswith(NOT_OURS)]
        files = [file for top in tops for file in [top, *top.rglob("*")] if file.is_file()]
        size = sum(file.stat().st_size for file in files)
        packages = sum(top.suffix == ".dist-info" for top in tops)
        print(f"| {environment} | {packages} | {len(files)} | {size / 1e6:.2f} |")


def report(all_servers: list[Server]) -> None:
    """CPU time and memory, and how many times ours on threads that is."""
    ours = all_servers[1]
    print("\n| server | " + " | ".join(f"µs, {n} in flight" for n in IN_FLIGHT), end=" | ")
    print("times ours on threads | peak memory, KiB |\n|---|" + "--:|" * (len(IN_FLIGHT) + 2))
    for server in all_servers:
        cpu = [f"{median(server.cpu_us[n]):.1f}" for n in IN_FLIGHT]
        # Of each round, since what disturbs one candidate disturbs its neighbours.
        times = [
            f"{median(a / b for a, b in zip(server.cpu_us[n], ours.cpu_us[n], strict=True)):.1f}"
            for n in IN_FLIGHT
        ]
        peak = max(median(server.peak_kib[n]) for n in IN_FLIGHT)
        print(f"| {server.name} | {' | '.join(cpu)} | {' / '.join(times)} | {peak:,.0f} |")


def main() -> None:
    folder, *numbers = sys.argv[1:]
    rounds, calls = [*map(int, numbers), *(5, 40_000)[len(numbers) :]]

    def python(environment: str) -> str:
        return str(Path(folder) / environment / "bin" / "python")

    subprocess.run([python("sansmcp"), "-V"], check=True)
    all_servers = servers()
    for _ in range(rounds):
        for server in all_servers:
            for in_flight in IN_FLIGHT:
                server.measure(python(server.environment), in_flight, calls // server.share)
    report(all_servers)
    imports(python, rounds)
    installed(python)


main()
