"""The echo server of this package, on asyncio, since its tool is a coroutine."""

from sansmcp.service import Service

service = Service("echo", "1.0.0")


@service.tool
async def echo(text: str) -> str:
    """Returns its text."""
    return text


service.run()
