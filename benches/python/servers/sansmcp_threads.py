"""The echo server of this package, on plain threads."""

from sansmcp.service import Service

service = Service("echo", "1.0.0")


@service.tool
def echo(text: str) -> str:
    """Returns its text."""
    return text


service.run()
