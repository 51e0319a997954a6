"""CPU time of everything in the boxes, as the controller sees it from outside of them."""
from __future__ import annotations

import os
import time

TICK_MS = 1000.0 / os.sysconf("SC_CLK_TCK")
#: The counter of this cell's control group, of either version; what has to lie beside it; how many of its units are a
#: millisecond. A container may be shown the root of version 2, whose counter is the whole machine's: that has no type.
COUNTERS = (
    ("/sys/fs/cgroup/cpuacct/cpuacct.usage", "cgroup.procs", 1e6),
    ("/sys/fs/cgroup/cpu.stat", "cgroup.type", 1e3),
)


def process_clock(pid: int) -> int:
    """The kernel's clock id of another process's CPU time (all its threads)."""
    return (~pid << 3) | 2


def parse_usage(text: str) -> int:
    """`cpuacct.usage` is a number, `cpu.stat` has a line for it."""
    words = text.split()
    return int(words[words.index("usage_usec") + 1] if "usage_usec" in words else words[0])


class GroupClock:
    """CPU of all that ran in this cell, apart from `own`, the processes that are no program's: by the counter of its
    control group, which forgets nobody however short it lived. Stands still where there is no such counter."""

    def __init__(self, own, counters=COUNTERS):
        self._own = [process_clock(pid) for pid in own]
        self._fd = None
        for path, beside, self._unit in counters:
            if os.access(path, os.R_OK) and os.path.exists(os.path.join(os.path.dirname(path), beside)):
                self._fd = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
                break
        self.restart()

    def _now(self) -> float:
        if self._fd is None:
            return 0.0
        # Before the counter: the kernel brings that up to date for whom it is asked about.
        own = sum(time.clock_gettime(clock) for clock in self._own) * 1000.0
        return parse_usage(os.pread(self._fd, 4096, 0).decode()) / self._unit - own

    def restart(self) -> None:
        self._start = self._now()

    def ms(self) -> float:
        return self._now() - self._start


class Living:
    """One process. own_ms: its CPU; children_ms: of the children it has waited for; threads: how many it has; started:
    when, in ticks, which tells it from a later one with the same id."""

    def __init__(self, pid: int, own_ms: float, children_ms: float, threads: int, started: int):
        self.pid = pid
        self.own_ms = own_ms
        self.children_ms = children_ms
        self.threads = threads
        self.started = started


def parse_stat(pid: int, text: bytes) -> Living:
    """/proc/<pid>/stat; the name in it may hold anything."""
    fields = text[text.rindex(b")") + 2:].split()
    own, children = int(fields[11]) + int(fields[12]), int(fields[13]) + int(fields[14])
    return Living(pid, own * TICK_MS, children * TICK_MS, int(fields[17]), int(fields[19]))


def parse_inner_pids(text: str) -> list:
    """Ids of a process in each namespace it is in, outermost first, out of /proc/<pid>/status."""
    for line in text.splitlines():
        if line.startswith("NSpid:"):
            return [int(part) for part in line.split()[1:]]
    return []


def _read(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()


def _sharpened(process: Living) -> Living:
    """With the kernel's exact clock instead of ticks."""
    try:
        process.own_ms = time.clock_gettime(process_clock(process.pid)) * 1000.0
    except OSError:
        pass  # it ended meanwhile; what ticks said stands
    return process


def boxed_processes() -> list:
    """Everything alive in boxes: whoever has an id in a third process namespace, the zygote's being the second."""
    found = []
    for name in os.listdir("/proc"):
        if not name.isdigit():
            continue
        try:
            inner = parse_inner_pids(_read("/proc/%s/status" % name).decode("utf-8", "replace"))
            if len(inner) < 3:
                continue
            process = _sharpened(parse_stat(int(name), _read("/proc/%s/stat" % name)))
        except (OSError, ValueError, IndexError):
            continue  # it ended meanwhile
        found.append((inner[-2], process))
    return found


class Tree:
    """A box's processes over time. Two sums, each at most what was really used: what the kernel says of the living and
    of the children they have waited for; and the last that was seen of every process, for those whose parents do not
    wait and whose time the kernel forgets. threads: the most at the last two looks, since a box that is ending is seen
    half gone."""

    def __init__(self):
        self._seen = {}
        self._last_threads = 0
        self.cpu_ms = 0.0
        self.threads = 0
        self.living = ()

    def used(self, cpu_ms: float) -> None:
        """At least so much."""
        self.cpu_ms = max(self.cpu_ms, cpu_ms)

    def look(self, processes) -> None:
        now = sum(process.own_ms + process.children_ms for process in processes)
        for process in processes:
            self._seen[process.pid, process.started] = process.own_ms
        self.used(max(now, sum(self._seen.values())))
        threads = sum(process.threads for process in processes)
        self.threads, self._last_threads = max(threads, self._last_threads), threads
        self.living = [process.pid for process in processes]


def look_at(trees: dict, boxes: dict) -> None:
    """Brings {box: Tree} up to date. `boxes`: {name: its first process as the zygote numbers it}. Whatever is not the
    checker, which starts nothing, belongs to the candidate."""
    checker = boxes.get("checker")
    found = {name: [] for name in trees}
    for seen_by_zygote, process in boxed_processes():
        found["checker" if seen_by_zygote == checker else "candidate"].append(process)
    for name, processes in found.items():
        trees[name].look(processes)
