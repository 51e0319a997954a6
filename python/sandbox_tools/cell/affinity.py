"""A run keeps to the core it was started on: a program with many processes cannot take its neighbours' time, and what is
forked elsewhere starts with cold caches, which costs a quarter more. Between runs a cell may be moved."""
from __future__ import annotations

import ctypes
import os

_current_core = ctypes.CDLL(None).sched_getcpu


class Cores:
    """Those that this process may use."""

    def __init__(self):
        self._all = os.sched_getaffinity(0)
        self._choice = len(self._all) > 1

    def stay(self) -> None:
        """Until `leave`, on the core this process runs on now; its children for good."""
        if self._choice:
            os.sched_setaffinity(0, {_current_core()} & self._all or self._all)

    def leave(self) -> None:
        if self._choice:
            os.sched_setaffinity(0, self._all)
