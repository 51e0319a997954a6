"""First process of a box: says hello, reads one request, runs its tests one after another, answers each at once.

Request: {id, program, entryPoint, tests, limits, seed, countProcesses}. Answers: {hello}, then {test, outcome} in
order, then {end, done}: `done` tests were run; fewer than asked means that the box is no longer fit and the rest
wants a fresh one. Exit status 0 also when the host has gone, 70 when the box is broken (the reason on stderr).

Limits set: see `limits.py` (per process) and `watch.py` (the whole tree). Cannot defend against: a program that forges
its own record, because it shares a process with its test (assurance `shared`).
"""
from __future__ import annotations

import fcntl
import os
import signal
import sys

from sandbox_tools import isolation, sweep
from sandbox_tools.protocol import read_frame, write_frame
from sandbox_tools.test_run import run_test
from sandbox_tools.watch import HostGone

BROKEN = 70
FIRST_OWN_DESCRIPTOR = 20


def _take(fd: int) -> int:
    """A private copy of a standard descriptor; the standard one leads nowhere from now on."""
    own = fcntl.fcntl(fd, fcntl.F_DUPFD_CLOEXEC, FIRST_OWN_DESCRIPTOR)
    null = os.open("/dev/null", os.O_RDWR)
    os.dup2(null, fd)
    os.close(null)
    return own


def _wake_on_child_end() -> int:
    """A descriptor that becomes readable whenever a child ends."""
    read_end, write_end = os.pipe()
    os.set_blocking(read_end, False)
    os.set_blocking(write_end, False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(write_end, warn_on_full_buffer=False)
    return read_end


def _jobs(request: dict):
    shared = {name: request[name] for name in ("program", "entryPoint", "limits", "seed", "countProcesses")}
    for test in request["tests"] or [None]:
        yield {**shared, "test": test}


def serve(host_in: int, host_out: int, wake_fd: int) -> None:
    write_frame(host_out, {"hello": 1, "python": sys.version.split()[0], "isolation": isolation.describe()})
    request = read_frame(host_in)
    if request is None:
        raise HostGone()
    done = 0
    for job in _jobs(request):
        answer, fit = run_test(job, wake_fd, host_in)
        write_frame(host_out, {"test": done, "outcome": answer})
        done += 1
        if not fit:
            break
    write_frame(host_out, {"end": request["id"], "done": done})


def main() -> None:
    host_in, host_out, host_err = _take(0), _take(1), _take(2)
    status = 0
    try:
        sweep.require_first_process()
        # A candidate may send signals here; as first process only those with a handler would arrive.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        isolation.set_dumpable(False)
        serve(host_in, host_out, _wake_on_child_end())
    except (HostGone, BrokenPipeError):
        pass
    except BaseException as error:
        status = BROKEN
        os.write(host_err, ("%s: %s\n" % (type(error).__name__, error)).encode("utf-8", "replace")[:2000])
    sys.stdout = sys.stderr = None
    os._exit(status)
