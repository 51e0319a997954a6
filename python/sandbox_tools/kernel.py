"""The few kernel calls the standard library does not offer."""
from __future__ import annotations

import ctypes

_PR_SET_DUMPABLE = 4
_prctl = ctypes.CDLL(None, use_errno=True).prctl


def set_dumpable(value: bool) -> None:
    """Not dumpable: no process of the same user may trace this one or open its memory."""
    if _prctl(_PR_SET_DUMPABLE, ctypes.c_ulong(int(value)), 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "prctl(PR_SET_DUMPABLE)")
