"""What all boxes of a cell see of the machine, made once, before the first of them."""
from __future__ import annotations

import errno
import os

from sandbox_tools.cell import namespaces

#: What the machine tells about itself, where queues would outlive a program, and terminals: their times and modes would.
COVERED = (b"/proc", b"/sys", b"/dev/mqueue", b"/dev/pts")
#: Where a backend shows, by their own names, the folders that the cell shares with the machine.
SHARED = b"/.shared"
_EMPTY = b"/tmp"


def _separate(points) -> bool:
    """Lays the cell's own view over each folder that it shares, and covers anew what was covered in it. False: this
    kernel lays nothing over anything."""
    shared = [point[len(SHARED):] for point in points if point.startswith(SHARED + b"/")]
    try:
        for folder in shared:
            namespaces.separate(folder, SHARED + folder, _EMPTY)
            for point in points:
                if point.startswith(folder + b"/"):
                    namespaces.cover(point)
    except OSError as error:
        if error.errno != errno.ENODEV:
            raise
        return False
    finally:
        if shared:
            namespaces.cover(SHARED)
    return True


def stand(proc_fd: int) -> bool:
    """Whether all files are the cell's own, so that a lock on one is met by nobody else."""
    points = namespaces.mount_points(proc_fd)
    own_files = _separate(points)
    for folder in COVERED:
        if os.path.isdir(folder):
            namespaces.cover(folder)
    # In what is covered there is nothing to find, nor to change.
    namespaces.make_read_only(point for point in dict.fromkeys(points) if os.path.lexists(point))
    return own_files
