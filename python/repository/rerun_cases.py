"""Job: runs the cases of a harness again under other circumstances, and tells which are flaky and why. The runs are data: measure/reruns.py.

{"roots", "harness": prepared, ...         as in run_cases.py, action "run": what the original was run with; without "trace" and "variants"
 "expected": {case: record of the original},
 "known"?: [reruns that an interrupted job has told]}
 says, as each rerun ends, {"rerun": {"name", "vary", "hold"?, "cases"?, "records": {case: record}}}; with "import"? when importing failed
 -> {"flaky": {case: {"causes": [...], "in": [...]}}, "drop": [...], "keep": [...], "reruns": [{"name", "vary", "hold"?, "seconds"}],
     "imports"?: [of the reruns in which it failed, as in run_cases.py]}
"""
from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time

from repository import run_cases
from repository.measure.reruns import changes_of, in_order, next_step

_OWN = ("expected", "known", "trace", "variants", "stopAtFirstDifference", "definition")
# Each step asks for all that it needs at once; a chain of questions about one case is no longer than this.
_MOST_STEPS = 12


def answer(request: dict, say) -> dict:
    """The final record; ValueError for a request that is none."""
    expected = request["expected"]
    done = [{**run} for run in request.get("known") or []]
    told = []
    step = next_step(expected, done)
    for _ in range(_MOST_STEPS):
        for rerun in step["next"]:
            started = time.monotonic()
            run = _run(request, rerun, list(rerun.get("cases", expected)))
            say({"rerun": run})
            done.append(_merged(done, run))
            told.append({**{key: rerun[key] for key in ("name", "vary", "hold") if key in rerun},
                         "seconds": round(time.monotonic() - started, 3)})
        if not step["next"]:
            break
        step = next_step(expected, done)
    failed = [run["import"] for run in done if "import" in run]
    ended = {"flaky": step["flaky"], "drop": step["drop"], "keep": step["keep"], "reruns": told}
    return {**ended, **({"imports": failed} if failed else {})}


def _merged(done: list, run: dict) -> dict:
    """A rerun that was done for some cases before is done for more now."""
    for earlier in list(done):
        if earlier["name"] == run["name"]:
            done.remove(earlier)
            return {**earlier, **run, "cases": [*earlier.get("cases", ()), *run.get("cases", ())], "records": {**earlier["records"], **run["records"]}}
    return run


def _run(request: dict, rerun: dict, cases: list) -> dict:
    changed = changes_of(rerun)
    told = {key: value for key, value in request.items() if key not in _OWN}
    told["action"] = "run"
    told["cases"] = in_order(cases, changed.pop("order", None))
    if "conditions" in changed:
        told["trace"] = {"module": "repository.measure.conditions", "function": "arrange", "argument": changed.pop("conditions")}
    for name in ("environment", "clock"):
        if name in changed:
            changed[name] = {**(request.get(name) or {}), **changed[name]}
    busy = changed.pop("busy", 0)
    folder_name = changed.pop("folder", "")
    told.update(changed)
    records: dict = {}
    spinning = [subprocess.Popen([sys.executable, "-S", "-c", "while True: pass"]) for _ in range(busy)]
    try:
        with tempfile.TemporaryDirectory(prefix="rerun-") as base:
            if folder_name:
                told["folder"] = os.path.join(base, folder_name)
                os.makedirs(told["folder"])
            final = run_cases.answer(told, lambda record: records.__setitem__(record["case"], record))
    finally:
        for process in spinning:
            process.kill()
            process.wait()
    run = {"name": rerun["name"], "vary": rerun["vary"], "records": records}
    for key in ("hold", "cases"):
        if key in rerun:
            run[key] = rerun[key]
    if not final["import"].get("ok"):
        run["import"] = final["import"]
    return run


if __name__ == "__main__":
    import json

    def _say(record: dict) -> None:
        sys.stdout.write(json.dumps(record) + "\n")
        sys.stdout.flush()

    _say(answer(json.load(sys.stdin), _say))
