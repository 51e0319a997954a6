"""Runs one test: forks the candidate, watches it, ends everything it started, says what was seen."""
from __future__ import annotations

import os

from sandbox_tools import candidate, cpu_clock, isolation, sweep
from sandbox_tools.judge import Observation, outcome
from sandbox_tools.record import RecordReceiver
from sandbox_tools.watch import Watch


class BrokenBox(Exception):
    """The box itself cannot go on. Never the candidate's fault, never a verdict."""


def _fork(job: dict, receiver: RecordReceiver, output: tuple) -> int:
    pid = os.fork()
    if pid != 0:
        return pid
    os.close(output[0])
    candidate.main(job, receiver, output[1])
    return 0


def _ended(status: int) -> dict:
    code = os.waitstatus_to_exitcode(status)
    if code < 0:
        return {"signal_number": -code}
    return {"exit_code": code}


def _observe(watch: Watch, receiver: RecordReceiver, more: dict) -> Observation:
    ended = _ended(watch.statuses[watch.pid])
    if ended.get("exit_code") == candidate.FAILED_SETUP:
        raise BrokenBox("a candidate process could not be set up")
    said = receiver.read(watch.pid)
    return Observation(stopped=watch.stopped, **ended, **said, **more)


def run_test(job: dict, wake_fd: int, host_fd: int) -> tuple:
    """(outcome, whether the box is fit for another test)."""
    limits = job["limits"]
    receiver = RecordReceiver()
    output = os.pipe()
    os.set_blocking(output[0], False)
    oom_before = isolation.oom_kills() or 0
    base_ms = cpu_clock.waited_ms()
    try:
        pid = _fork(job, receiver, output)
        os.close(output[1])
        watch = Watch(pid, limits, base_ms)
        watch.until_over(output[0], wake_fd, host_fd)
        crowded = cpu_clock.thread_count() >= limits["processes"]
        alone = sweep.end_everything(watch.statuses, wake_fd)
        if pid not in watch.statuses:
            raise BrokenBox("a candidate process would not end")
        watch.take_rest(output[0])
        seen = _observe(watch, receiver, {
            "cpu_ms": max(0.0, cpu_clock.waited_ms() - base_ms),
            "out_of_memory": (isolation.oom_kills() or 0) > oom_before,
            "processes_full": crowded,
            "disk_full": sweep.disk_full(),
        })
        return outcome(seen, limits["cpuMs"]), alone and sweep.clean()
    finally:
        os.close(output[0])
        receiver.close()
