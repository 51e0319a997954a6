"""Runs a suite in a process of its own, again without the test that hung or died, until it finishes.

`run_suite(plan, limits, say) -> {"suite", "tests", "passed", "restarts", "lost": [{"test", "why"}], "stopped", "targets",
"seconds", "ended"}`; `ended` is one of finished, out-of-time, too-many-restarts, start-failed. `stopped` counts what a busy machine may
have ended: tests whose waiting came to an end, and processes that a signal ended; what has used up its processor's time is not of them. Every
record of the tracer goes to `say` as it is read.
"""
from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import time

from ..run.limits import cpu_seconds
from .child import WAITING

GRACE = 4.0
#: What a suite may wait for each second of the processor's time that it may use: a busy machine captures the same.
SUITE_WAITING = 3
LONGEST_LINE = 1 << 25


def read_new(path: str, offset: int, carry: bytes):
    """Complete lines from offset on: -> (lines, new offset, rest); of a line that is too long, what begins it is lost."""
    try:
        with open(path, "rb") as file:
            file.seek(offset)
            data = file.read(1 << 24)
    except OSError:
        return [], offset, carry
    whole = carry + data
    lines = whole.split(b"\n")
    return lines[:-1], offset + len(data), lines[-1] if len(lines[-1]) <= LONGEST_LINE else b""


def processor_time(process: int, known: float) -> float:
    """Of a child, by the clock that the kernel keeps of each process; `known` where it is not told any more."""
    return max(known, cpu_seconds(process))


def run_suite(plan: dict, limits: dict, say) -> dict:
    """`total` of the limits is of the processor's time of all its processes."""
    began, used, summary = time.monotonic(), 0.0, {"suite": plan["suite"], "tests": 0, "passed": 0, "restarts": 0, "lost": [], "stopped": 0, "targets": {}, "trouble": [], "ended": "start-failed"}
    done = list(plan.get("skip", ()))
    per_test, total = limits["perTest"], limits["total"]
    while True:
        left = {"processor": total - used, "wall": total * SUITE_WAITING - (time.monotonic() - began)}
        state = one_process({**plan, "skip": done, "perTest": per_test}, left, per_test * WAITING + GRACE, summary, say)
        used += state["used"]
        done += state["ended"]
        if state["how"] in ("finished", "out-of-time"):
            summary["ended"] = state["how"]
            break
        if state["running"] is None:
            summary["ended"] = "start-failed"
            break
        done.append(state["running"])
        summary["lost"].append({"test": state["running"], "why": state["how"]})
        summary["restarts"] += 1
        if summary["restarts"] > limits.get("restarts", 10):
            summary["ended"] = "too-many-restarts"
            break
    summary["seconds"] = round(time.monotonic() - began, 2)
    return summary


def one_process(plan: dict, left: dict, patience: float, summary: dict, say) -> dict:
    folder = tempfile.mkdtemp(prefix="plan-", dir=plan["scratch"])
    plan_file, out = os.path.join(folder, "plan.json"), os.path.join(folder, "out.jsonl")
    with open(plan_file, "w", encoding="utf-8") as file:
        json.dump(plan, file)
    here = os.path.realpath(os.path.join(os.path.dirname(__file__), "..", ".."))
    environment = {**os.environ, "PYTHONPATH": here, "PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1", "TMPDIR": plan["scratch"], "HOME": plan["scratch"]}
    with open(os.path.join(folder, "log"), "wb") as log:
        process = subprocess.Popen([sys.executable, "-m", "repository.trace.child", plan_file, out], stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT,
                                   env=environment, start_new_session=True, cwd=folder)
    began = time.monotonic()
    state = {"ended": [], "running": None, "how": "died", "used": 0.0, "since": began}
    offset, carry = 0, b""
    try:
        while True:
            gone = process.poll() is not None
            lines, offset, carry = read_new(out, offset, carry)
            for line in lines:
                take(line, state, summary, say)
            if gone and not lines:
                break
            now = time.monotonic()
            if state["running"] is not None and now - state["since"] > patience:
                state["how"] = "hung"
                break
            state["used"] = processor_time(process.pid, state["used"])
            if now - began > left["wall"] or state["used"] > left["processor"]:
                state["how"] = "out-of-time"
                break
            time.sleep(0.05)
    finally:
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            pass
        process.wait()
    if state["how"] == "died" and process.returncode == -signal.SIGVTALRM:
        state["how"] = "hung"
    elif state["how"] == "hung" or state["how"] == "died" and process.returncode < 0:
        summary["stopped"] += 1
    if state["how"] == "died" and state["running"] is None:
        with open(os.path.join(folder, "log"), "rb") as log:
            log.seek(max(0, os.path.getsize(log.name) - 600))
            summary["trouble"].append({"trouble": "start", "error": log.read(600).decode("utf-8", "replace")})
    return state


def take(line: bytes, state: dict, summary: dict, say) -> None:
    try:
        record = json.loads(line)
    except ValueError:
        return
    if "waited" in record:
        # No sign of life: who does not hear of it is not waited for once more.
        summary["stopped"] += 1
        return
    state["since"] = time.monotonic()
    if "start" in record:
        state["running"] = record["start"]
    elif "end" in record:
        state["ended"].append(record["end"])
        state["running"] = None
        summary["tests"] += 1
        summary["passed"] += record["outcome"] in ("passed", "")
    elif "finished" in record:
        state["how"] = "finished"
        summary["targets"] = record["targets"]
    elif "trouble" in record:
        if len(summary["trouble"]) < 50:
            summary["trouble"].append(record)
    else:
        say(record)
