"""The case that a check is at, so that whoever tells of a failure can say on which one. One per box."""
from __future__ import annotations

from sandbox_tools.text.explain import describe_value

_at = None


def begin(arguments, expected) -> None:
    global _at
    _at = (arguments, expected)


def end() -> None:
    global _at
    _at = None


def told() -> dict:
    """`case` for a record; empty when no case is being looked at. Its values are data, none of the program's."""
    if _at is None:
        return {}
    arguments, expected = _at
    return {"case": {"input": describe_value(arguments), "expected": describe_value(expected)}}
