"""Whether two values are the same to the last bit: types, order, float bits, sharing and cycles."""
from __future__ import annotations

import struct
from collections import Counter, OrderedDict, defaultdict, deque
from decimal import Decimal
from fractions import Fraction

_SEQUENCES = (list, tuple, deque)
_MAPPINGS = (dict, OrderedDict, defaultdict, Counter)
_VIEWS = tuple(type(getattr({}, name)()) for name in ("keys", "values", "items"))


def _leaf(value):
    kind = type(value)
    if kind is int:
        return hex(value)
    if kind is float:
        return struct.pack(">d", value)
    if kind is complex:
        return struct.pack(">dd", value.real, value.imag)
    if kind is Decimal:
        return value.as_tuple()
    if kind is Fraction:
        return (value.numerator, value.denominator)
    if kind.__module__ == "numpy":
        return (value.dtype.str, value.shape, value.tobytes())
    if kind.__module__ == "datetime" and hasattr(value, "fold"):
        return (repr(value), value.fold)
    return repr(value)


def _parts(value):
    """The parts of a container in order, with what else there is to it; None for a value without parts."""
    kind = type(value)
    if kind in _SEQUENCES:
        return list(value), getattr(value, "maxlen", None)
    if kind in _MAPPINGS:
        pairs = [part for pair in value.items() for part in pair]
        return pairs, getattr(value, "default_factory", None)
    if kind in (set, frozenset):
        return sorted(value, key=lambda item: repr(shape(item))), None
    if kind in _VIEWS:
        return list(value), None
    return None


def shape(value) -> list:
    """A flat description; equal exactly for values that are the same."""
    numbers, found, kept, waiting = {}, [], [], [value]  # kept: no number may pass to another object
    while waiting:
        item = waiting.pop()
        parts = _parts(item)
        if parts is None:
            found.append((type(item), _leaf(item)))
            if type(item) is bytearray:
                found.append(numbers.setdefault(id(item), len(numbers)))
            continue
        if type(item) in _VIEWS or not parts[0] and type(item) in (tuple, frozenset):
            number = None  # Python itself decides whether two empty tuples are one
        elif id(item) in numbers:
            found.append(("again", numbers[id(item)]))
            continue
        else:
            number = numbers[id(item)] = len(numbers)
        kept.append(parts)
        found.append((type(item), number, len(parts[0]), parts[1]))
        waiting.extend(reversed(parts[0]))
    return found
