"""Job: whether each module of an environment can be imported, each in a process of its own.

Request: {"roots": {"project", "deps", "tools"}, "modules": [name] or nothing for all of `project`, "seconds": limit of one
import (default 20), "totalSeconds": limit of all (default 300), "scratch": folder to write in}.

Emits one record per module: {"kind": "module", "module", "path", "status", "reason", "order", "warnings", "network", "prompt",
"writes", "output", "seconds"}. Status: `ok`; `needs` (a module that is not installed: `missing` names it); `unreadable` (Python
does not read the file); `exits` (it ends the process, with whatever number: never a success); `prompts`; `network` (it could
not go on without a network); `hangs`; `raises`. `order` is the modules that had to be imported before it, [] for none.

Answer: {"kind": "imports", "status": "ok|partial|import_failed", "reason", "counts": {status: n}, "ratio": imported of
readable, "needs": {missing module: [module]}, "skipped": [{path, why}], "notRun": n}.
"""
from __future__ import annotations

import json
import os
import sys
import tempfile
import time

from .install.import_once import import_once
from .install.modules import modules
from .install.steps import become_reaper

#: Orders tried for one module that is found half imported.
MOST_ORDERS = 12


def answer(request: dict, say) -> dict:
    become_reaper()
    roots = request["roots"]
    found = modules(roots["project"])
    asked = request.get("modules")
    todo = [one for one in found["modules"] if asked is None or one["module"] in asked]
    path = {"first": [roots["project"], *([roots["deps"]] if roots.get("deps") else [])],
            "last": [roots["tools"]] if roots.get("tools") else [], "hidden": [os.path.dirname(os.path.dirname(os.path.abspath(__file__))), os.getcwd()]}
    seconds = float(request.get("seconds", 20))
    end = time.monotonic() + float(request.get("totalSeconds", 300))
    rows, not_run = [], 0
    with tempfile.TemporaryDirectory(dir=request.get("scratch")) as scratch:
        def run(names):
            return import_once(names, path, min(seconds, max(end - time.monotonic(), 0.1)), scratch)

        own = {one["module"].split(".")[0] for one in found["modules"]}
        for one in todo:
            if time.monotonic() >= end:
                not_run += 1
                continue
            rows.append(row(one, run([one["module"]]), own))
            if not rows[-1]["partly"]:
                say(rows[-1])
        imported = [each["module"] for each in rows if each["status"] == "ok"]
        for number, each in enumerate(rows):
            if each["partly"]:
                rows[number] = in_order(each, imported, lambda names, end=end: run(names) if time.monotonic() < end else None)
                say(rows[number])
    return {**conclude(rows, not_run), "skipped": found["skipped"], "notRun": not_run}


def row(one: dict, result: dict, own: set) -> dict:
    """What an import's result means; a module of the project's own that is not there is no option, and so no `needs`."""
    error = result.pop("error") or {}
    outcome = result.pop("outcome")
    status = {"imported": "ok", "exited": "exits", "hung": "hangs", "ended": "raises"}.get(outcome, "raises")
    if outcome in ("raised", "hung") and result["prompt"]:
        status = "prompts"
    elif outcome == "raised" and error.get("unreadable"):
        status = "unreadable"
    elif outcome == "raised" and result["network"]:
        status = "network"
    elif outcome == "raised" and error.get("missing") and error.get("name") and error["name"].split(".")[0] not in own:
        status = "needs"
    reason = None if status == "ok" else ": ".join(str(part) for part in (error.get("type"), error.get("message")) if part) or "did not end within its limit"
    return {"kind": "module", **one, "status": status, "reason": reason, "missing": error.get("name") if status == "needs" else None,
            "order": [], "partly": bool(error.get("partly")), **result}


def in_order(failed: dict, imported: list, run) -> dict:
    """The same module after another of its package, the nearest first: cycles have entrances that work."""
    parent = failed["module"].rpartition(".")[0]
    near = sorted((name for name in imported if name.split(".")[0] == failed["module"].split(".")[0] and name != parent),
                  key=lambda name: (name not in (failed["reason"] or ""), name.rpartition(".")[0] != parent, name))
    for first in near[:MOST_ORDERS]:
        result = run([first, failed["module"]])
        if result is None:
            break
        result = row({"module": failed["module"], "path": failed["path"]}, result, set())
        if result["status"] == "ok":
            return {**result, "order": [first]}
    return failed


def conclude(rows: list, not_run: int) -> dict:
    """One status for all. A file that Python cannot read, and a module that wants what is optional, are named and harm nobody."""
    counts: dict = {}
    needs: dict = {}
    for each in rows:
        counts[each["status"]] = counts.get(each["status"], 0) + 1
        if each["missing"]:
            needs.setdefault(each["missing"], []).append(each["module"])
    fine = counts.get("ok", 0)
    bad = [each for each in rows if each["status"] not in ("ok", "unreadable", "needs")]
    status = "import_failed" if not fine else "partial" if bad or not_run else "ok"
    readable = len(rows) - counts.get("unreadable", 0)
    reason = "; ".join(f"{each['module']} {each['status']}: {each['reason']}" for each in bad[:5]) or (None if fine else "no module could be imported")
    return {"kind": "imports", "status": status, "reason": reason, "counts": dict(sorted(counts.items())), "ratio": round(fine / readable, 4) if readable else None,
            "needs": needs}


if __name__ == "__main__":
    def tell(record):
        print(json.dumps(record, sort_keys=True), flush=True)

    tell(answer(json.load(sys.stdin), tell))
