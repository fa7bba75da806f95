"""`python -m sansmcp run`: serves what a file declares."""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import socket
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType

from ..service import Service

__all__ = ["run"]

_USAGE = "python -m sansmcp run [--http HOST:PORT] FILE[:NAME]"
_GRACE_S = 3


class _Wrong(Exception):
    """What cannot be served; the text is for the person who asked."""


def run(words: Sequence[str]) -> int:
    """Does it, and gives the status to exit with."""
    parser = argparse.ArgumentParser(
        prog="python -m sansmcp run",
        usage=_USAGE,
        description="Serves a Service on standard input and output, or over HTTP.",
    )
    parser.add_argument(
        "file",
        metavar="FILE[:NAME]",
        help="a file or a module, and the name of the Service in it if there are several",
    )
    parser.add_argument(
        "--http",
        metavar="HOST:PORT",
        help="where to serve over HTTP, under the path /mcp; port 0 for any; uvicorn is needed",
    )
    given = parser.parse_args(words)
    try:
        service = _service(given.file)
        if given.http is None:
            service.run()
        else:
            _over_http(service, given.http)
    except _Wrong as error:
        print(f"sansmcp: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        pass  # it was asked to end
    return 0


def _service(named: str) -> Service:
    file, colon, name = named.rpartition(":")
    if not colon or "/" in name or "\\" in name:  # the colon of a drive
        file, name = named, ""
    module = _module(file)
    if name:
        found = getattr(module, name, None)
        if not isinstance(found, Service):
            what = "there is none" if found is None else f"it is a {type(found).__name__}"
            raise _Wrong(f"{name!r} of {file} is no sansmcp.service.Service: {what}")
        return found
    services = {key: it for key, it in vars(module).items() if isinstance(it, Service)}
    if len({id(it) for it in services.values()}) != 1:
        names = ", ".join(sorted(services)) or "none"
        raise _Wrong(f"{file} must have one Service, or name one, {file}:NAME; it has: {names}")
    return next(iter(services.values()))


def _module(file: str) -> ModuleType:
    path = Path(file)
    if not path.is_file():
        if path.suffix == ".py" or "/" in file:
            raise _Wrong(f"there is no file {file!r}")
        sys.path.insert(0, "")
        try:
            return importlib.import_module(file)
        except ModuleNotFoundError as error:
            if error.name != file:
                raise
            raise _Wrong(f"there is neither a file nor a module {file!r}") from None
    sys.path.insert(0, str(path.parent.resolve()))
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        raise _Wrong(f"{file!r} is no Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    return module


def _over_http(service: Service, where: str) -> None:
    host, _, port = where.rpartition(":")
    host = host.strip("[]") or "127.0.0.1"
    if not port.isdecimal():
        raise _Wrong(f"{where!r} is no HOST:PORT, such as 127.0.0.1:8080")
    try:
        import uvicorn
    except ImportError:
        raise _Wrong("HTTP takes a server of ASGI: pip install uvicorn") from None
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listener = socket.create_server((host, int(port)), family=family)
    except (OSError, OverflowError) as error:
        raise _Wrong(f"{where} cannot be listened on: {error}") from None
    shown = f"[{host}]" if ":" in host else host
    address = f"http://{shown}:{listener.getsockname()[1]}/mcp"
    print(f"serving {address}", file=sys.stderr, flush=True)
    config = uvicorn.Config(
        service.app(), log_level="warning", timeout_graceful_shutdown=_GRACE_S
    )
    uvicorn.Server(config).run([listener])
