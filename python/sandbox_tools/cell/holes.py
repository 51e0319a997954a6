"""Leaves the memory from which boxes are forked without holes: what a box makes then lies together in pages of its own.
In the room that others have left between what stays, each few things would cost it the copy of a page."""
from __future__ import annotations

import ctypes
import os
import sys

#: Only some C libraries have it.
_trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
#: Of an empty `bytes`.
_EMPTY = sys.getsizeof(b"")
_kept = []


def free_blocks(report: str) -> list:
    """(size, how many are free in pools that are in use) of each size, by the report of Python's own allocator."""
    rows = [line.split() for line in report.splitlines()]
    return [(int(row[1]), int(row[4])) for row in rows if len(row) == 5 and all(word.isdigit() for word in row)]


def report() -> str:
    """What `sys._debugmallocstats` writes to standard error."""
    file, own = os.memfd_create("report"), os.dup(2)
    try:
        os.dup2(file, 2)
        sys._debugmallocstats()
        return os.pread(file, os.fstat(file).st_size, 0).decode("ascii", "replace")
    finally:
        os.dup2(own, 2)
        os.close(own)
        os.close(file)


def _made(size: int):
    """Something for a block of this size."""
    if size >= _EMPTY:
        return bytes(size - _EMPTY)
    return object() if size == sys.getsizeof(object()) else float(size)


def fill_holes() -> None:
    """Called last: whatever is freed later is a new hole."""
    for size, count in free_blocks(report()):
        _kept.extend([_made(size) for _ in range(count)])


def return_free_memory() -> None:
    """What the C library has free would be copied into each box's page tables, and out of them when it ends."""
    if _trim is not None:
        _trim(0)
