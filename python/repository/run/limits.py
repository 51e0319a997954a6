"""What a case may use, and how much of an outcome is told. A request overrides each by name."""
from __future__ import annotations

import time

LIMITS = {
    "importSeconds": 30.0,    # wall, for importing project and harness
    "wallSeconds": 5.0,       # of one case
    "cpuSeconds": 5,          # of one case, whole seconds
    "memoryMb": 2048,         # address space of one case
    "outputBytes": 1 << 20,   # standard output and error each, and any file that a case writes
    "processes": None,        # of this user, where the kernel counts them for this box alone
    "recordBytes": 4 << 20,   # of one case's record
}
BOUNDS = {
    "nodes": 200_000,          # of one outcome
    "bytes": 128 << 10,       # of one outcome's JSON; a larger one is told by its digest
    "caseNodes": 1_000_000,   # of all outcomes of a case; beyond it each has few
    "caseBytes": 1 << 20,     # likewise
    "items": 200,             # told of an iterator
    "digestedItems": 2_000,   # of which it is told by one digest what comes after those; what goes on then is "more"
    "calls": 2_000,           # recorded in one case
}
#: Bound here: what is imported may change `time`.
_clock = time.clock_gettime
#: So often a processor's clock is looked at.
LOOK_SECONDS = 0.1


def cpu_seconds(process: int) -> float:
    """The processor's time of a child, by the clock that the kernel keeps of each process; 0.0 where it is not told."""
    try:
        return _clock(~process << 3 | 2)
    except OSError:
        return 0.0


def chosen(defaults: dict, given) -> dict:
    """`defaults` with what `given` names; ValueError for names that are none, and for values that are no numbers."""
    chosen_values = dict(defaults)
    for name, value in (given or {}).items():
        if name not in defaults:
            raise ValueError(f"no such limit: {name}")
        if isinstance(value, bool) or not (value is None or isinstance(value, (int, float)) and value > 0):
            raise ValueError(f"{name} is a positive number")
        chosen_values[name] = value
    return chosen_values
