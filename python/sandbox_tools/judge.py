"""From what the supervisor saw to one verdict. Pure: causes are asked in a fixed order, the same every time."""
from __future__ import annotations

import signal

SENTENCES = {
    "timed-out": "Stopped: the test did not finish within its time limit.",
    "memory-limit": "Stopped: the memory limit was reached.",
    "output-limit": "Stopped: the output limit was reached.",
    "exited-early": "The program ended before the test had finished.",
}
UNDESCRIBED = "The error could not be described."


class Observation:
    """What was seen of one test.

    recorded: kind the candidate's process recorded in time, or None. stopped: why the supervisor ended it ("cpu",
    "wall", "output") or None. exit_code / signal_number: how the process ended, one of them None. out_of_memory: the
    kernel killed something in the box for memory. cpu_ms: of the whole tree.
    """

    def __init__(self, recorded=None, stopped=None, exit_code=None, signal_number=None, **more):
        self.recorded = recorded
        self.stopped = stopped
        self.exit_code = exit_code
        self.signal_number = signal_number
        self.out_of_memory = more.get("out_of_memory", False)
        self.cpu_ms = more.get("cpu_ms", 0.0)
        self.tampered = more.get("tampered", False)
        self.processes_full = more.get("processes_full", False)
        self.disk_full = more.get("disk_full", False)
        self.error = more.get("error")
        self.actual = more.get("actual")


def signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return "signal %d" % number


def verdict_kind(seen: Observation, cpu_limit_ms: float) -> str:
    if seen.stopped == "output":
        return "output-limit"
    if seen.signal_number == signal.SIGKILL and seen.stopped is None and seen.out_of_memory:
        return "memory-limit"
    # Recorded and then stopped: it hung while its failure was being described, the verdict stands.
    if seen.recorded not in (None, "passed") and seen.stopped is not None:
        return seen.recorded
    if seen.stopped is not None or seen.cpu_ms >= cpu_limit_ms or seen.signal_number == signal.SIGXCPU:
        return "timed-out"
    if seen.recorded == "passed":
        return "passed" if seen.exit_code == 0 else "exited-early"
    if seen.recorded is not None:
        return seen.recorded
    if seen.signal_number is not None:
        return "killed-by-signal"
    return "exited-early"


def _detail(seen: Observation, kind: str):
    if seen.tampered:
        return "tampering"
    if kind == "killed-by-signal":
        return signal_name(seen.signal_number)
    if kind == "passed":
        return None
    if seen.processes_full:
        return "processes"
    return "disk" if seen.disk_full else None


def _error(seen: Observation, kind: str):
    if kind == "passed":
        return None
    if kind == "killed-by-signal":
        return "The program was ended by %s." % signal_name(seen.signal_number)
    return SENTENCES.get(kind) or seen.error or UNDESCRIBED


def outcome(seen: Observation, cpu_limit_ms: float) -> dict:
    """The answer about one test, as the host reads it."""
    kind = verdict_kind(seen, cpu_limit_ms)
    answer = {
        "kind": kind,
        "cpuMs": round(seen.cpu_ms, 3),
        "timeSensitive": kind == "timed-out" or seen.cpu_ms * 2 >= cpu_limit_ms or seen.stopped in ("cpu", "wall"),
    }
    optional = {"detail": _detail(seen, kind), "error": _error(seen, kind)}
    if kind == "failed":
        optional["actual"] = seen.actual
    answer.update({name: value for name, value in optional.items() if value is not None})
    return answer
