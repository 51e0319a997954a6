"""Values nested deeper than Python's usual limit on calls."""
from __future__ import annotations

import builtins
import sys

__builtins__ = dict(vars(builtins))

_CALLS_ARE_CHEAP = sys.version_info >= (3, 11)  # a call takes nothing of the machine's stack
#: Levels of JSON that are parsed at most: far below what would exhaust the stack.
DEEPEST_JSON = 10_000 if _CALLS_ARE_CHEAP else 3_000
#: Calls within which a value of that many levels is written and read.
DEEPEST_CALLS = 60_000 if _CALLS_ARE_CHEAP else 6_000
_get, _set = sys.getrecursionlimit, sys.setrecursionlimit


class Deeper:
    """`with Deeper(limit):` the limit on calls is at least `limit`."""

    def __init__(self, limit: int):
        self._limit = limit

    def __enter__(self):
        self._before = _get()
        _set(max(self._before, self._limit))

    def __exit__(self, *about):
        _set(self._before)
