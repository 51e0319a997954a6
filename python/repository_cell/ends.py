"""From what the controller saw of a job to how it ended. Pure; asked in a fixed order."""
from __future__ import annotations

import os
import signal

from sandbox_tools.cell.judge import signal_name


class Seen:
    """said: None, or ("finished", bytes of the record), ("raised", dict), ("malformed", None): what the job told last.
    stopped: why it was ended from here: "cpu", "wall", "output", "files", "asked" or None. status: how the job's own process
    ended, None when its box was gone first. killed: its box was, and not from here. out_of_memory: the kernel killed
    something for it."""

    def __init__(self, *, said=None, stopped=None, status=None, killed=False, out_of_memory=False):
        self.said, self.stopped, self.status = said, stopped, status
        self.killed, self.out_of_memory = killed, out_of_memory


def killed_from_outside(seen: Seen) -> bool:
    """By nobody in the box, as its first process is beyond their reach."""
    return seen.said is None and seen.stopped is None and seen.killed and not seen.out_of_memory


def job_end(seen: Seen) -> dict:
    """{kind, ...}; the record of one that finished goes apart."""
    kind, told = seen.said or (None, None)
    if kind == "finished":
        return {"kind": "finished"}
    if kind == "raised":
        return {"kind": "memory-limit"} if told["memory"] else {"kind": "raised", "error": told["error"]}
    if kind == "malformed":
        return {"kind": "raised", "error": {"type": "", "message": "what it said is no frame"}, "detail": "tampering"}
    if seen.stopped == "asked":
        return {"kind": "stopped"}
    if seen.stopped in ("output", "files"):
        return {"kind": "output-limit", "cause": seen.stopped}
    if seen.stopped is not None:
        return {"kind": "timed-out", "cause": seen.stopped}
    status = seen.status
    if seen.out_of_memory and (status is None or (os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL)):
        return {"kind": "memory-limit"}
    if status is None:
        return {"kind": "killed-by-signal", "signal": "SIGKILL"}
    if os.WIFSIGNALED(status):
        return {"kind": "killed-by-signal", "signal": signal_name(os.WTERMSIG(status))}
    return {"kind": "exited", "code": os.WEXITSTATUS(status)}
