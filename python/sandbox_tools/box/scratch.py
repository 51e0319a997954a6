"""The folders that a program may write to, and whether there is room left in them."""
from __future__ import annotations

import os

SCRATCH = ("/tmp", "/dev/shm")
_ask = os.statvfs


def is_full(root: str = "") -> bool:
    """Whether a file can be made and written to no longer. `root`: where the box's folders are seen from here. False
    of folders that cannot be seen."""
    for folder in SCRATCH:
        try:
            room = _ask(root + folder)
        except OSError:
            continue
        if room.f_bavail == 0 or (room.f_files > 0 and room.f_favail == 0):
            return True
    return False
