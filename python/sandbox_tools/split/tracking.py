"""Which arguments a call has changed in place."""
from __future__ import annotations

import builtins
from array import array
from collections import deque
from operator import is_

from sandbox_tools.wire.containers import MUTABLE, contents
from sandbox_tools.wire.peer import NotData, article

__builtins__ = dict(vars(builtins))

_FIXED = (tuple, frozenset)
_MAPS = frozenset(kind for kind in MUTABLE if issubclass(kind, dict))
_ORDERED = frozenset((list, deque))
_FLAT = frozenset((bytearray, array))


def _same_items(now, before) -> bool:
    return len(now) == len(before) and all(map(is_, now, before))


def snapshot(value):
    kind = type(value)
    if kind is list:
        return value[:]
    if issubclass(kind, _FIXED):
        return None
    if kind in _MAPS:
        return (list(value), list(value.values()), getattr(value, "default_factory", None))
    if kind in _ORDERED:
        return list(value)
    if kind is set:
        return list(value)
    if kind in _FLAT:
        return bytes(memoryview(value))
    state = getattr(value, "__dict__", None)
    if state is None:
        return value.copy()  # an array of numpy's
    return (kind, list(state), list(state.values()))


def is_changed(value, before) -> bool:
    kind = type(value)
    if kind is list:
        return not _same_items(value, before)
    if before is None:
        return False
    if kind in _MAPS:
        same = _same_items(list(value), before[0]) and _same_items(list(value.values()), before[1])
        return not same or getattr(value, "default_factory", None) is not before[2]
    if kind in _ORDERED:
        return not _same_items(list(value), before)
    if kind is set:
        return not _same_items(list(value), before)
    if kind in _FLAT:
        return bytes(memoryview(value)) != before
    state = getattr(value, "__dict__", None)
    if state is None:
        return value.shape != before.shape or value.dtype != before.dtype or value.tobytes() != before.tobytes()
    if kind is not before[0]:
        raise NotData("an argument made %s" % article(kind.__name__))
    return not (_same_items(list(state), before[1]) and _same_items(list(state.values()), before[2]))


def number_plain(items, seen) -> None:
    """Numbers the lists within natural JSON, in the order in which they were written."""
    for item in items:
        if type(item) is list:
            seen.append(item)
            if list in set(map(type, item)):
                number_plain(item, seen)


def any_changed(seen, before) -> bool:
    return any(map(is_changed, seen, before))


def write_changes(seen, before, memo) -> list:
    return [
        [number, contents(value, memo)]
        for number, value in enumerate(seen)
        if is_changed(value, before[number])
    ]


