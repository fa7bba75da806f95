"""What the device is, for those who talk to it: no more than device.json, read."""

import json
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
INTEROP = HERE.parent.parent / "interop"
# What the checks of the echo and the everything server have is not written twice.
sys.path += [str(INTEROP), str(INTEROP / "everything")]

DEVICE = json.loads((HERE / "device.json").read_text())
PINS, MEMORY = DEVICE["pins"], DEVICE["memory"]
CHANNELS = [f"read_channel_{n:02}" for n in range(DEVICE["channels"])]
INVALID_REQUEST, METHOD_NOT_FOUND, INVALID_PARAMS = -32600, -32601, -32602
NO_RESOURCE, UNDECLARED = -32002, -32021


def reading(n):
    """What a channel says."""
    return f"channel {n:02}: {n * 37 % 1024}"


def dumped():
    """The text of `dump`."""
    row = DEVICE["dump"]
    return "".join(
        f"{n:04} {''.join(chr(97 + (n + i) % 26) for i in range(row['letters']))}\n"
        for n in range(row["lines"])
    )
