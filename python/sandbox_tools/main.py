"""Starts a cell: the process that the backend started talks to the host, and a second one, forked before anything
is asked, makes the boxes and never sees a text.

Exit status 0 when the host has gone, 70 when the cell is broken (the reason on stderr). Cannot defend against the
host's own kernel being broken; what a box may do is in `box/enter.py`, what counts as a verdict in `cell/judge.py`.
"""
from __future__ import annotations

# First of all: other imports would load some of these with their fork hooks.
from sandbox_tools.cell.preload import load_common_modules

PRELOADED = load_common_modules()

import fcntl  # noqa: E402
import os  # noqa: E402
import platform  # noqa: E402
import sys  # noqa: E402

from sandbox_tools.box.record import OWN_DESCRIPTOR  # noqa: E402
from sandbox_tools.cell import controller, isolation, nursery, watch  # noqa: E402
from sandbox_tools.cell.protocol import LARGEST_REQUEST  # noqa: E402

BROKEN = 70


def _take(fd: int) -> int:
    """A private copy of a standard descriptor; the standard one leads nowhere from now on."""
    own = fcntl.fcntl(fd, fcntl.F_DUPFD_CLOEXEC, OWN_DESCRIPTOR)
    null = os.open("/dev/null", os.O_RDWR)
    os.dup2(null, fd)
    os.close(null)
    return own


def _hello(box: dict) -> dict:
    return {
        "hello": 2,
        "python": platform.python_version(),
        "machine": platform.machine(),
        "isolation": isolation.describe_cell(),
        "box": box,
        "preload": PRELOADED,
        "maxRequest": LARGEST_REQUEST,
    }


def main(make_controller=controller.Controller) -> None:
    host_in, host_out, host_err = _take(0), _take(1), _take(2)
    status = 0
    try:
        if os.getpid() != 1:
            raise RuntimeError("the first process of a cell must be process 1, it is process %d" % os.getpid())
        link = nursery.start((host_in, host_out, host_err))
        isolation.set_dumpable(False)
        cell = make_controller(host_in, host_out, link)
        cell.say(_hello(cell.probe()))
        cell.serve()
    except (watch.HostGone, BrokenPipeError):
        pass
    except BaseException as error:
        status = BROKEN
        os.write(host_err, ("%s: %s\n" % (type(error).__name__, error)).encode("utf-8", "replace")[:2000])
    sys.stdout = sys.stderr = None
    os._exit(status)
