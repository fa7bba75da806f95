"""Servers that break the protocol, each in one way. `good.py` is the server that does not."""

from importlib import import_module

FILES = ["eras", "lines", "answers", "lists", "asks", "rounds", "http", "streams", "sessions"]

kinds = {}


def kind(name):
    """A class decorator: the class is the server `misbehave.py NAME`."""

    def register(cls):
        assert name not in kinds, name
        kinds[name] = cls
        return cls

    return register


def all_kinds():
    for file in FILES:
        import_module(f"faults.{file}")
    return kinds
