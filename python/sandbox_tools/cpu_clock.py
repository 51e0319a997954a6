"""CPU time of everything a test has started, in milliseconds, as seen by the first process of the box."""
from __future__ import annotations

import os
import resource
import time

TICK_MS = 1000.0 / os.sysconf("SC_CLK_TCK")


def process_clock(pid: int) -> int:
    """The kernel's clock id of another process's CPU time (all its threads)."""
    return (~pid << 3) | 2


def waited_ms() -> float:
    """CPU of all processes reaped so far, and of those they reaped."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (usage.ru_utime + usage.ru_stime) * 1000.0


def parse_stat(text: bytes) -> tuple:
    """(own ticks, ticks of reaped children, threads) out of /proc/<pid>/stat; the name in it may hold anything."""
    fields = text[text.rindex(b")") + 2:].split()
    return (
        int(fields[11]) + int(fields[12]),
        int(fields[13]) + int(fields[14]),
        int(fields[17]),
    )


def living() -> list:
    """(pid, own ticks, ticks of reaped children, threads) of every process of the box but the first."""
    found = []
    for name in os.listdir("/proc"):
        if not name.isdigit() or name == "1":
            continue
        try:
            with open("/proc/%s/stat" % name, "rb") as file:
                found.append((int(name), *parse_stat(file.read())))
        except (OSError, ValueError, IndexError):
            continue  # it ended meanwhile
    return found


def tree_ms(candidate: int, base_ms: float) -> float:
    """CPU since `base_ms` of the candidate, everything alive in the box, and everything reaped."""
    total = waited_ms() - base_ms
    for pid, own, children, _ in living():
        total += children * TICK_MS
        if pid == candidate:
            try:
                total += time.clock_gettime(process_clock(pid)) * 1000.0
                continue
            except OSError:
                pass
        total += own * TICK_MS
    return total


def thread_count() -> int:
    """Processes and threads alive in the box, the supervisor not counted."""
    return sum(threads for _, _, _, threads in living())
