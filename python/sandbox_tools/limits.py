"""Resource limits of a candidate process. They are the second line; the supervisor's clocks are the first."""
from __future__ import annotations

import resource

MEGABYTE = 1 << 20
OPEN_FILES = 64
STACK_BYTES = 8 * MEGABYTE


def cpu_seconds(cpu_ms: int) -> int:
    """Whole seconds for RLIMIT_CPU: above the limit the supervisor keeps to the millisecond, so it never comes first."""
    return -(-cpu_ms // 1000) + 1


def resource_limits(limits: dict, count_processes: bool) -> list:
    """Pairs of (resource, value). `count_processes` only where the user id's processes are counted per box."""
    pairs = [
        (resource.RLIMIT_CPU, cpu_seconds(limits["cpuMs"])),
        (resource.RLIMIT_AS, limits["memoryMb"] * MEGABYTE),
        (resource.RLIMIT_FSIZE, limits["diskMb"] * MEGABYTE),
        (resource.RLIMIT_NOFILE, OPEN_FILES),
        (resource.RLIMIT_STACK, STACK_BYTES),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_MEMLOCK, 0),
    ]
    if hasattr(resource, "RLIMIT_MSGQUEUE"):
        pairs.append((resource.RLIMIT_MSGQUEUE, 0))
    if count_processes:
        # The supervisor counts as one.
        pairs.append((resource.RLIMIT_NPROC, limits["processes"] + 1))
    return pairs


def apply_limits(limits: dict, count_processes: bool) -> None:
    """Sets soft and hard limit alike, never above the hard limit that is there."""
    for name, value in resource_limits(limits, count_processes):
        hard = resource.getrlimit(name)[1]
        if hard != resource.RLIM_INFINITY:
            value = min(value, hard)
        resource.setrlimit(name, (value, value))
