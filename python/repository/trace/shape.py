"""The shape of a value: a short text that two inputs share when they are of one kind (types and rough sizes)."""
from __future__ import annotations


def size(count: int) -> str:
    return "0" if count == 0 else "1" if count == 1 else "+"


def shape(value, depth: int = 2) -> str:
    kind = type(value)
    if kind in (int, float):
        return kind.__name__ + ("0" if value == 0 else "-" if value < 0 else "")
    if kind in (str, bytes):
        return kind.__name__ + size(len(value))
    if kind in (list, tuple, set, frozenset, dict):
        inside = "" if depth == 0 else ",".join(sorted({shape(item, depth - 1) for item in list(value)[:6]}))
        return "%s%s[%s]" % (kind.__name__, size(len(value)), inside)
    if kind is bool or value is None:
        return repr(value)
    return kind.__name__
