"""What this box really is, read from the kernel: the host refuses a box that is less than it should be. And the one
wall between the processes of a box that is ours to raise."""
from __future__ import annotations

import ctypes
import os

_PR_SET_DUMPABLE = 4
_prctl = ctypes.CDLL(None, use_errno=True).prctl

NAMESPACES = ("user", "pid", "mnt", "net", "ipc", "uts")
OOM_COUNTERS = ("/sys/fs/cgroup/memory/memory.oom_control", "/sys/fs/cgroup/memory.events")


def set_dumpable(value: bool) -> None:
    """Not dumpable: no process of the same user may trace this one or open its memory."""
    if _prctl(_PR_SET_DUMPABLE, ctypes.c_ulong(int(value)), 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "prctl(PR_SET_DUMPABLE)")


def parse_status(text: str) -> dict:
    """Fields of /proc/<pid>/status by name."""
    pairs = (line.split(":", 1) for line in text.splitlines() if ":" in line)
    return {name: value.strip() for name, value in pairs}


def parse_oom_kills(text: str):
    """The `oom_kill` counter of a memory cgroup, version 1 or 2; None when it has none."""
    for line in text.splitlines():
        name, _, value = line.partition(" ")
        if name == "oom_kill" and value.strip().isdigit():
            return int(value)
    return None


class OomCounter:
    """How many processes of this cell the kernel has killed for memory. None where nobody counts."""

    def __init__(self, paths=OOM_COUNTERS):
        self._fd = None
        for path in paths:
            try:
                self._fd = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
                break
            except OSError:
                continue
        self._known = self.count()

    def count(self):
        return None if self._fd is None else parse_oom_kills(os.pread(self._fd, 4096, 0).decode())

    def rose(self) -> bool:
        """Since this was last asked."""
        before, self._known = self._known, self.count()
        return (self._known or 0) > (before or 0)


def _namespace(name: str, proc_fd: int):
    try:
        return os.readlink("self/ns/%s" % name, dir_fd=proc_fd)
    except OSError:
        return None


def _read_status(proc_fd: int) -> dict:
    fd = os.open("self/status", os.O_RDONLY, dir_fd=proc_fd)
    with open(fd) as file:
        return parse_status(file.read())


def describe(proc_fd: int, capability_sets=("CapEff", "CapPrm", "CapInh")) -> dict:
    """What the kernel says about this process. `proc_fd`: an open /proc, which boxes have not got."""
    status = _read_status(proc_fd)
    return {
        "pid": os.getpid(),
        "uid": os.getuid(),
        "capabilities": max(status.get(name, "0") for name in capability_sets),
        "noNewPrivileges": status.get("NoNewPrivs") == "1",
        "seccomp": status.get("Seccomp") == "2",
        "namespaces": {name: _namespace(name, proc_fd) for name in NAMESPACES},
    }


def describe_cell() -> dict:
    """As above, from outside all boxes. Here the bounding set counts too: a box's is that of its own namespace."""
    proc_fd = os.open("/proc", os.O_RDONLY | os.O_DIRECTORY)
    try:
        found = describe(proc_fd, ("CapEff", "CapPrm", "CapBnd"))
    finally:
        os.close(proc_fd)
    return {**found, "countsOom": OomCounter().count() is not None}
