"""From what the controller saw to one verdict. Pure: causes are asked in a fixed order, the same every time."""
from __future__ import annotations

import os
import signal

from sandbox_tools.box.record import CASE_TIME, CHECKER, DISK, LOADING, NOT_DATA
from sandbox_tools.text.normalise import normalise_actual, normalise_error

SENTENCES = {
    "timed-out": "Stopped: the test did not finish within its time limit.",
    "memory-limit": "Stopped: the memory limit was reached.",
    "output-limit": "Stopped: the output limit was reached.",
    "exited-early": "The program ended before the test had finished.",
}
#: Ends of a test that nothing which happens after they were recorded can change.
DECIDED = ("failed", "raised", "memory-limit", "nonsense")
#: Details that the record gives to a verdict.
_TOLD = (("failed", NOT_DATA), ("timed-out", CASE_TIME), ("raised", LOADING))
UNDESCRIBED = "The error could not be described."
UNCHECKED = "What the program returned could not be checked."
NONSENSE = "The program interfered with its test."


class Observation:
    """What was seen of one run. statuses: {box: (wait status, CPU ms, whether we killed it)}; then what the record
    says (`told`: a detail; `handles`: the test worked with an object of the program's), what the watch saw, and
    out_of_memory: the kernel killed something for it meanwhile, perhaps a child that the program could do without."""

    def __init__(
        self,
        statuses: dict,
        *,
        recorded=None,
        error=None,
        actual=None,
        case=None,
        marks=None,
        told=None,
        handles=False,
        tampered=False,
        stopped=None,
        stopped_box=None,
        crowded=False,
        disk_full=False,
        output_full=False,
        out_of_memory=False,
        cpu_limits=None,
    ):
        self.statuses = statuses
        self.recorded, self.error, self.actual, self.case, self.told = recorded, error, actual, case, told
        self.marks = marks
        self.handles, self.tampered = handles, tampered
        self.stopped, self.stopped_box = stopped, stopped_box
        self.crowded, self.disk_full, self.output_full = crowded, disk_full, output_full
        self.out_of_memory = out_of_memory
        self.cpu_limits = cpu_limits or {}

    def cpu_ms(self, box: str = "candidate") -> float:
        return self.statuses[box][1] if box in self.statuses else 0.0

    def signal_number(self, box: str = "candidate"):
        """The signal that ended a box's first process, or None when none did, or only ours."""
        status, _, ours = self.statuses.get(box, (0, 0.0, False))
        if not os.WIFSIGNALED(status) or (ours and os.WTERMSIG(status) == signal.SIGKILL):
            return None
        return os.WTERMSIG(status)

    def exit_code(self, box: str = "candidate"):
        status = self.statuses[box][0] if box in self.statuses else 0
        return os.WEXITSTATUS(status) if os.WIFEXITED(status) else None

    def apart(self) -> bool:
        return "checker" in self.statuses

    def judging_box(self) -> str:
        """The box that writes the record."""
        return "checker" if self.apart() else "candidate"

    def is_decided(self) -> bool:
        return self.recorded in DECIDED

    def was_killed(self) -> bool:
        """A box, and not by us. Its own processes cannot: to them its first one is beyond reach."""
        return any(self.signal_number(box) == signal.SIGKILL for box in self.statuses)

    def killed_from_outside(self) -> bool:
        """Before its test was decided, and neither by us, nor for memory, nor by the kernel's limit of CPU time: by
        somebody else on this machine."""
        return self.was_killed() and not (self.is_decided() or self.out_of_memory or self.ran_out_of_cpu())

    def ran_out_of_cpu(self) -> bool:
        if self.stopped in ("cpu", "wall"):
            return True
        return any(self.cpu_ms(box) >= limit for box, limit in self.cpu_limits.items())


def signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return "signal %d" % number


def _killed_for_memory(seen: Observation) -> bool:
    return seen.out_of_memory and seen.stopped is None and seen.was_killed()


def _recorded_kind(seen: Observation):
    """The verdict that the record gives, or None when it gives none."""
    if seen.recorded == "passed":
        return "passed" if seen.exit_code(seen.judging_box()) == 0 else "exited-early"
    if seen.recorded == "vanished":
        return "exited-early" if seen.signal_number() is None else "killed-by-signal"
    if seen.recorded == "nonsense":
        return "raised"
    return seen.recorded


def _unrecorded_kind(seen: Observation) -> str:
    if seen.signal_number() is not None and not seen.apart():
        return "killed-by-signal"
    # A checker ends without a record only over what it was sent: the candidate's doing, and never a pass.
    return "raised" if seen.apart() else "exited-early"


def verdict_kind(seen: Observation) -> str:
    # An exception is then how the program learns that it may write no more: the limit came first.
    raised_by_output = seen.recorded == "raised" and seen.output_full
    if seen.is_decided() and not raised_by_output:
        return _recorded_kind(seen)
    if seen.output_full:
        return "output-limit"
    if _killed_for_memory(seen):
        return "memory-limit"
    if seen.ran_out_of_cpu():
        return "timed-out"
    return _recorded_kind(seen) or _unrecorded_kind(seen)


def _detail(seen: Observation, kind: str):
    if seen.tampered or seen.recorded == "nonsense":
        return "tampering"
    if kind == "killed-by-signal":
        return signal_name(seen.signal_number())
    if kind == "passed":
        return None
    if (kind, seen.told) in _TOLD:
        return seen.told
    return CHECKER if _was_the_checkers(seen, kind) else _exhausted(seen)


def _was_the_checkers(seen: Observation, kind: str) -> bool:
    if seen.stopped_box == "checker" or (seen.apart() and seen.recorded is None and kind == "raised"):
        return True
    if kind != "memory-limit":
        return False
    alone = seen.signal_number("checker") == signal.SIGKILL and seen.signal_number() != signal.SIGKILL
    return seen.told == CHECKER or (seen.recorded is None and alone)


def _exhausted(seen: Observation):
    """What there was none left of."""
    if seen.crowded:
        return "processes"
    return DISK if seen.disk_full else None


def _error(seen: Observation, kind: str):
    if kind == "passed":
        return None
    if kind == "killed-by-signal":
        return "The program was ended by %s." % signal_name(seen.signal_number())
    if kind in SENTENCES:
        return SENTENCES[kind]
    if seen.recorded == "nonsense":
        return NONSENSE
    if seen.recorded is None:
        return UNCHECKED
    if seen.marks is not None and seen.error == "":
        return ""  # in the words of a tool that had none
    return normalise_error(seen.error or UNDESCRIBED)


def _time_sensitive(seen: Observation, kind: str) -> bool:
    if kind == "timed-out" or seen.stopped in ("cpu", "wall"):
        return True
    return any(seen.cpu_ms(box) * 2 >= limit for box, limit in seen.cpu_limits.items())


def outcome(seen: Observation) -> dict:
    """The answer about one test, as the host reads it."""
    kind = verdict_kind(seen)
    answer = {
        "kind": kind,
        "cpuMs": round(seen.cpu_ms(), 3),
        "timeSensitive": _time_sensitive(seen, kind),
    }
    optional = {"detail": _detail(seen, kind), "error": _error(seen, kind)}
    if kind == "failed" and seen.actual is not None:
        # Under shared assurance a program may have written it itself.
        optional["actual"] = normalise_actual(seen.actual)
    if kind in ("failed", "raised") and seen.case is not None:
        optional["case"] = {name: normalise_actual(text) for name, text in seen.case.items()}
    if seen.marks is not None:
        answer["marks"] = seen.marks
    if seen.handles:
        answer["handles"] = True
    answer.update({name: value for name, value in optional.items() if value is not None})
    return answer


def broken_test(seen: Observation) -> str:
    """Why a test cannot be run. Under shared assurance a program may have written it itself."""
    return normalise_error(seen.error or UNDESCRIBED)


def script(seen: Observation) -> dict:
    """As `outcome`, of a program run as `__main__`."""
    end, detail = script_end(seen), _exhausted(seen)
    answer = {"end": end, "cpuMs": round(seen.cpu_ms(), 3), "timeSensitive": _time_sensitive(seen, end["kind"])}
    return answer if detail is None else {**answer, "detail": detail}


def script_end(seen: Observation) -> dict:
    """How a program run as `__main__` ended."""
    if seen.output_full:
        return {"kind": "output-limit"}
    if _killed_for_memory(seen):
        return {"kind": "memory-limit"}
    if seen.ran_out_of_cpu():
        return {"kind": "timed-out", "cause": "wall" if seen.stopped == "wall" else "cpu"}
    number = seen.signal_number()
    if number is not None:
        return {"kind": "killed-by-signal", "signal": signal_name(number)}
    return {"kind": "exited", "code": seen.exit_code()}
