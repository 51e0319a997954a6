"""Drives EvalPlus's own `evaluate` on HumanEval+, round by round, from one process.

Each line on standard input is {"samples": path, "workers": n}; the answer is one JSON line {"seconds": wall time, "cpu":
seconds of its processes, "passed": n, "total": n}, of base and further inputs together. The first line warms its cache of
expected outputs if nothing else has. What EvalPlus prints itself goes nowhere. The problems are those that
HUMANEVAL_OVERRIDE_PATH names, and the cache lies below XDG_CACHE_HOME.
"""
import contextlib
import json
import os
import resource
import sys
import time
import types

# Asking models and fetching data sets need a hundred packages, and grading none of them.
for name, members in (("datasets", ("load_dataset",)), ("evalplus.codegen", ("run_codegen",))):
    sys.modules[name] = types.ModuleType(name)
    for member in members:
        setattr(sys.modules[name], member, None)

from evalplus.evaluate import evaluate  # noqa: E402


def _cpu():
    return sum(sum(resource.getrusage(who)[:2]) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))


def measure(job):
    results = job["samples"].replace(".jsonl", "_eval_results.json")
    with contextlib.suppress(FileNotFoundError):
        os.remove(results)
    with open(os.devnull, "w") as nowhere:
        with contextlib.redirect_stdout(nowhere), contextlib.redirect_stderr(nowhere):
            cpu, started = _cpu(), time.perf_counter()
            evaluate("humaneval", job["samples"], parallel=job["workers"])
            seconds, cpu = time.perf_counter() - started, _cpu() - cpu
    with open(results) as file:
        rows = [row for rows in json.load(file)["eval"].values() for row in rows]
    passed = sum(row["base_status"] == row["plus_status"] == "pass" for row in rows)
    return {"seconds": seconds, "cpu": cpu, "passed": passed, "total": len(rows)}


def main():
    for line in sys.stdin:
        print(json.dumps(measure(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
