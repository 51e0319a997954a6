"""Resource limits of the processes in a box. They are the second line; the controller's clocks are the first."""
from __future__ import annotations

import resource

MEGABYTE = 1 << 20
OPEN_FILES = 64
STACK_BYTES = 8 * MEGABYTE
#: More than any test is given, and so the same for all: a program that could read the controller's limit would know
#: whether it meets the tests that its writer has seen.
CPU_SECONDS = 3600
# Before this kernel a user's processes were counted over all namespaces together.
COUNTS_PER_NAMESPACE_SINCE = (5, 14)


def counts_processes_per_namespace(release: str) -> bool:
    """Whether RLIMIT_NPROC is a limit of one box on a kernel such as `6.1.0-13-amd64`."""
    numbers = release.replace("-", ".").split(".")[:2]
    return all(part.isdigit() for part in numbers) and tuple(map(int, numbers)) >= COUNTS_PER_NAMESPACE_SINCE


def cpu_seconds(cpu_ms: int) -> int:
    """For RLIMIT_CPU: above the limit the controller keeps, so it never comes first."""
    return max(CPU_SECONDS, cpu_ms // 1000 * 2)


def resource_limits(limits: dict, cpu_seconds: int, count_processes: bool) -> list:
    """Pairs of (resource, value)."""
    pairs = [
        (resource.RLIMIT_CPU, cpu_seconds),
        (resource.RLIMIT_AS, limits["memoryMb"] * MEGABYTE),
        # Bounds the memory files that standard output and error are, too.
        (resource.RLIMIT_FSIZE, limits["outputBytes"]),
        (resource.RLIMIT_NOFILE, limits.get("openFiles", OPEN_FILES)),
        (resource.RLIMIT_STACK, STACK_BYTES),
        # 0 does not keep a kernel that hands cores to a program of the machine's from starting that; 1 does.
        (resource.RLIMIT_CORE, 1),
        (resource.RLIMIT_NICE, 0),
        (resource.RLIMIT_RTPRIO, 0),
        (resource.RLIMIT_MEMLOCK, 0),
        (resource.RLIMIT_MSGQUEUE, 0),
    ]
    if count_processes:
        pairs.append((resource.RLIMIT_NPROC, limits["processes"]))
    return pairs


def _ceilings() -> dict:
    """Hard limits of this process, and so of all its children: nothing can be raised above them."""
    names = dict(resource_limits(dict.fromkeys(("memoryMb", "outputBytes", "processes"), 1), 1, True))
    hard = {name: resource.getrlimit(name)[1] for name in names}
    return {name: value for name, value in hard.items() if value != resource.RLIM_INFINITY}


_CEILINGS = _ceilings()


def apply_limits(limits: dict, cpu_seconds: int, count_processes: bool) -> None:
    """Sets soft and hard limit alike, never above the hard limit that is there. A program may ask for more stack, as
    deeply recursive ones do: it is a part of its address space."""
    for name, value in resource_limits(limits, cpu_seconds, count_processes):
        value = min(value, _CEILINGS.get(name, value))
        highest = _CEILINGS.get(name, resource.RLIM_INFINITY) if name == resource.RLIMIT_STACK else value
        resource.setrlimit(name, (value, highest))
