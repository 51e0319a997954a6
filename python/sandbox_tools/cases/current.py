"""The case that a check is at, so that whoever tells of a failure can say on which one; and, where the cases are marked,
what became of those before it. One per box."""
from __future__ import annotations

from sandbox_tools.box.record import MOST_MARKS
from sandbox_tools.text.explain import describe_value

_at = None
_marks = None


def begin(arguments, expected) -> None:
    global _at
    _at = (arguments, expected)


def end() -> None:
    global _at
    _at = None


def begin_marks() -> None:
    global _marks
    _marks = ""


def mark(how: str) -> None:
    """One of `MARKS`, of the case that was begun last."""
    global _marks
    _marks = (_marks + how)[:MOST_MARKS]


def told() -> dict:
    """`case` for a record; empty when no case is being looked at. Its values are data, none of the program's."""
    if _at is None:
        return {}
    arguments, expected = _at
    return {"case": {"input": describe_value(arguments), "expected": describe_value(expected)}}


def marked() -> dict:
    """`marks` for a record; empty when nobody asked for them."""
    return {} if _marks is None else {"marks": _marks}


def forget_marks() -> None:
    global _marks
    _marks = None
