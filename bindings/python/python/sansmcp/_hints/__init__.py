"""JSON Schemas of functions, drawn from their type hints, and the check of what they are given.

    signature = Signature(search)
    signature.input_schema
    search(**signature.bind({"text": "x"}))

All is worked out once, when a function is declared; what cannot be drawn raises `HintError` then.
"""

from ._faults import BadArguments, BadResult, write_any
from ._signature import Parameter, Signature

__all__ = ["BadArguments", "BadResult", "Parameter", "Signature", "write_any"]
