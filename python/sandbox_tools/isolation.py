"""What this box really is, read from the kernel: the host refuses a box that is less than it should be."""
from __future__ import annotations

import os

NAMESPACES = ("user", "pid", "mnt", "net", "ipc", "uts")
OOM_COUNTERS = ("/sys/fs/cgroup/memory/memory.oom_control", "/sys/fs/cgroup/memory.events")


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


def oom_kills():
    """How many processes of this box the kernel has killed for memory; None: nobody counts here."""
    for path in OOM_COUNTERS:
        try:
            with open(path) as file:
                return parse_oom_kills(file.read())
        except OSError:
            continue
    return None


def _namespace(name: str):
    try:
        return os.readlink("/proc/self/ns/%s" % name)
    except OSError:
        return None


def describe() -> dict:
    with open("/proc/self/status") as file:
        status = parse_status(file.read())
    return {
        "pid": os.getpid(),
        "uid": os.getuid(),
        "capabilities": max(status.get(name, "0") for name in ("CapEff", "CapPrm", "CapBnd")),
        "noNewPrivileges": status.get("NoNewPrivs") == "1",
        "seccomp": status.get("Seccomp") == "2",
        "namespaces": {name: _namespace(name) for name in NAMESPACES},
        "countsOom": oom_kills() is not None,
    }
