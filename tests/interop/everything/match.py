"""Compares JSON values with what is wanted of them.

A wanted text that begins with `~` is a regular expression for the whole text. In a wanted object
`"json"` stands for a `"text"` that is JSON, whose value is compared, not its bytes; and a member
that is null must not be there.
"""

import json
import re


def differs(wanted, got, exact=True, at=""):
    """Where and how `got` is not what is wanted, or None. Not exact: it may have more members."""
    if isinstance(wanted, str) and wanted.startswith("~"):
        fits = isinstance(got, str) and re.fullmatch(wanted[1:], got, re.DOTALL)
        return None if fits else f"{at or 'it'} is {short(got)}"
    if isinstance(wanted, dict) and isinstance(got, dict):
        if "json" in wanted:
            wanted, got = dict(wanted), dict(got)
            try:
                got["json"] = json.loads(got.pop("text", ""))
            except ValueError:
                return f"{at}.text is no JSON"
        for key, value in wanted.items():
            if value is None and key in got:
                return f"{at}.{key} is there"
            if value is None:
                continue
            if key not in got:
                return f"{at}.{key} is missing"
            if why := differs(value, got[key], exact, f"{at}.{key}"):
                return why
        more = sorted(set(got) - set(wanted)) if exact else []
        return f"{at or 'it'} also has {', '.join(more)}" if more else None
    if isinstance(wanted, list) and isinstance(got, list):
        if len(wanted) != len(got):
            return f"{at or 'it'} has {len(got)} elements instead of {len(wanted)}"
        pairs = zip(wanted, got)
        found = (differs(want, have, exact, f"{at}[{n}]") for n, (want, have) in enumerate(pairs))
        return next((why for why in found if why), None)
    # 1, 1.0 and true are three things in JSON, though equal here.
    same = wanted == got and isinstance(wanted, bool) == isinstance(got, bool)
    return None if same else f"{at or 'it'} is {short(got)} instead of {short(wanted)}"


def short(value):
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) < 120 else text[:100] + f"… ({len(text)} characters)"
