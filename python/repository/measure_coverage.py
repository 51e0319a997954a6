"""Job: which branches of one definition the cases of a harness take. Decides nothing.

{"roots", "harness": prepared, ...                       as in run_cases.py, action "run", without "trace" and "variants"
 "definition": {"file": path below project or the file's end, "source"?: text of the file as it is run, "first", "last"},
 "known"?: {case: raw arcs}}                             what an interrupted measurement has told already: these cases are not run again
 says, as each case ends,
   {"case", "raw": [[from, to], ...], "arcs": [branches that it took], "lines": [lines of the body that it ran], "end": {...}}
 -> {"coverage": see measure/branches.py, "cases": [{"name", "arcs", "lines"}, ...], "import"?: as in run_cases.py when it failed}
     or {"error": {"code": "no_definition" | "no_coverage_library", "message"}}

Only calls that the recorder records count, and what iterators and coroutines made by them do later. A case that timed out or was killed
tells no arcs: what is not known to have been executed was not.
"""
from __future__ import annotations

import sys

from repository import run_cases
from repository.measure.arc_tracer import RECORDED
from repository.measure.definition_text import file_text


def answer(request: dict, say) -> dict:
    """The final record; ValueError for a request that is none."""
    roots = request["roots"]
    if roots.get("tools") and roots["tools"] not in sys.path:
        # Last, and in the process that runs nothing of the project.
        sys.path.append(roots["tools"])
    definition = request["definition"]
    try:
        from repository.measure.branches import Branches
        import coverage  # noqa: F401
    except (ImportError, SyntaxError) as error:
        # A release for another Python is as good as none.
        return {"error": {"code": "no_coverage_library", "message": str(error)}}
    try:
        branches = Branches(file_text(request), definition["first"], definition["last"])
    except ValueError as error:
        return {"error": {"code": "no_definition", "message": str(error)}}
    with branches:
        return _measure(request, definition, branches, say)


def _measure(request: dict, definition: dict, branches, say) -> dict:
    known = request.get("known") or {}
    names = [name for name in request.get("cases") or request["harness"]["cases"]]
    raw = {name: known[name] for name in names if name in known}

    def heard(record: dict) -> None:
        arcs = (record.get("trace") or {}).get("arcs", [])
        raw[record["case"]] = arcs
        say({"case": record["case"], "raw": arcs, **branches.taken(arcs), "end": record["end"]})

    told = {key: value for key, value in request.items() if key not in ("definition", "known", "variants", "stopAtFirstDifference")}
    told["action"] = "run"
    told["cases"] = [name for name in names if name not in raw]
    told["trace"] = {"module": "repository.measure.arc_tracer", "function": "trace",
                     "argument": {"file": definition["file"], "first": definition["first"], "last": definition["last"], "within": RECORDED}}
    final = run_cases.answer(told, heard) if told["cases"] else {}
    every = sorted({(start, end) for arcs in raw.values() for start, end in arcs})
    result = {
        "coverage": branches.measure(every),
        "cases": [{"name": name, **branches.taken(raw[name])} for name in names if name in raw],
    }
    if "import" in final and not final["import"].get("ok"):
        result["import"] = final["import"]
    return result


if __name__ == "__main__":
    import json

    def _say(record: dict) -> None:
        sys.stdout.write(json.dumps(record) + "\n")
        sys.stdout.flush()

    _say(answer(json.load(sys.stdin), _say))
