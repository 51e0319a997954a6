"""One core for a whole cell: a program with many processes cannot take its neighbours' time, and forking on the core
that the parent runs on costs a quarter less."""
from __future__ import annotations

import os


def core_of(slot: str, cores) -> "int | None":
    """The core for slot number `slot` out of those allowed; None when there is nothing to choose."""
    allowed = sorted(cores)
    if not slot.isdigit() or len(allowed) < 2:
        return None
    return allowed[int(slot) % len(allowed)]


def stay_on_one_core(slot: str) -> None:
    core = core_of(slot, os.sched_getaffinity(0))
    if core is not None:
        os.sched_setaffinity(0, {core})
