"""Sets whose elements come in a given order.

The order of a set depends on how it grew, and programs do rely on it: a literal, a set grown element by element and one
that has shrunk have tables of different sizes. The ways to grow are tried until one gives the order; when none does,
the set is equal all the same.
"""
from __future__ import annotations

import builtins
from operator import is_

__builtins__ = dict(vars(builtins))


def _from_set(value, items) -> None:
    value.update(frozenset(items))


def _shrunk(value, items) -> None:
    value.update(items)
    surplus = [("surplus", number) for number in range(len(items) + 8)]
    value.update(surplus)
    value.difference_update(surplus)


def _from_shrunk(value, items) -> None:
    shrunk = set()
    _shrunk(shrunk, items)
    value.update(shrunk)


def _backwards(value, items) -> None:
    value.update(items[::-1])


_WAYS = (_from_set, _shrunk, _backwards, _from_shrunk)


def fill_set(value, items) -> None:
    """Puts `items` into an empty set."""
    value.update(items)
    if all(map(is_, value, items)):
        return
    for way in _WAYS:
        value.clear()
        way(value, items)
        if all(map(is_, value, items)):
            return
    value.clear()
    value.update(items)


def frozen(items) -> frozenset:
    value = frozenset(items)
    if all(map(is_, value, items)):
        return value
    for way in _WAYS:
        grown = set()
        way(grown, items)
        again = frozenset(grown)
        if all(map(is_, again, items)):
            return again
    return value
