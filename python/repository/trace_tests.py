"""Job: the inputs with which the repository's own tests, doctests and examples call its functions.

Request: {"roots": {"source", "project", "deps", "tools"}, "definitions": [facts with "id", "path", "projectPath",
"module"?, "qualname", "name", "kind", "lines"], "scratch"?: a folder that may be written,
"limits"?: {"perTest": 10 of processor time, "total": 240 likewise, of a suite, "restarts": 10}, "suites"?: names of SUITES, "clock"?: as in run_cases.py}
Each record said: one input, see trace/tracer.py. Answer: {"suites": [see trace/supervise.py], "inputs": {id: count},
"tests": {id: [names of tests that call it]}}.
The source tree is copied first and never written.
"""
from __future__ import annotations

import json
import os
import shutil
import sys
import tempfile

from .trace import supervise

LIMITS = {"perTest": 10.0, "total": 240.0, "restarts": 10}


def copy_tree(source: str, into: str) -> None:
    """The regular files of the source; links, devices and version control stay behind."""
    def left_out(folder, names):
        return [name for name in names if name in (".git", "__pycache__") or os.path.islink(os.path.join(folder, name))
                or not (os.path.isdir(os.path.join(folder, name)) or os.path.isfile(os.path.join(folder, name)))]
    shutil.copytree(source, into, ignore=left_out)


def has_pytest(roots: dict) -> bool:
    return any(roots.get(name) and os.path.isdir(os.path.join(roots[name], "_pytest")) for name in ("deps", "tools"))


def answer(request: dict, say) -> dict:
    roots = request["roots"]
    scratch = tempfile.mkdtemp(prefix="trace-", dir=request.get("scratch"))
    try:
        tree = os.path.join(scratch, "tree")
        copy_tree(roots["source"], tree)
        counts: dict = {}
        seen: dict = {}

        def once(record):
            key = json.dumps(record["call"], sort_keys=True)
            if key not in seen.setdefault(record["id"], set()):
                seen[record["id"]].add(key)
                counts[record["id"]] = counts.get(record["id"], 0) + 1
                say(record)

        plan = {"tree": tree, "project": roots["project"], "deps": roots.get("deps"), "tools": roots["tools"], "scratch": scratch, "targets": request["definitions"], "clock": request.get("clock")}
        suites = request.get("suites") or ["pytest" if has_pytest(roots) else "unittest", "doctests", "examples"]
        limits = {**LIMITS, **request.get("limits", {})}
        ran = [supervise.run_suite({**plan, "suite": suite}, limits, once) for suite in suites]
        tests: dict = {}
        for suite in ran:
            for name, one in suite["targets"].items():
                tests.setdefault(name, []).extend(one["tests"])
        return {"suites": ran, "inputs": counts, "tests": tests}
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def main() -> None:
    request = json.load(sys.stdin)
    say = lambda record: print(json.dumps(record), flush=True)
    say(answer(request, say))


if __name__ == "__main__":
    main()
