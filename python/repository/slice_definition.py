"""Job: the slices, contexts and call edges of definitions. Reads files, runs none of them; what of a slice fits a budget, and its
text, is the host's to say.

{"action": "slice", "roots": {"source"}, "definitions": [ids], "contexts"?: ["sliced", "full"] (default: sliced),
 "depth"?: edges away at most, "importRoots"?: [folders below the source in which imports are looked for], "fileBytes"?,
 "stubbed"?: true takes the definition's own body out of every text}
 says per definition and context {"record": "slice", "context", ...} (slicing/slicer.py; full: id and fragments alone),
 or {"record": "slice", "context", "id", "failed": "no-such-definition" or why the file gives no tree, "detail"}
 -> {"record": "end", "done", "failed"}
{"action": "graph", the same roots and "definitions"}
 says per definition {"record": "edges", "id", "edges": [{"from", "to", "kind", "line", "category", "reason"? of an unresolved one}],
 "connectivity": {"calls" | "all": {category: different targets}}, "truncated"} -> {"record": "end", ...}
Edges lead `to` an id, a dotted name (Python's own begin with `builtins.`), or for unresolved ones the expression as it stands.
"""
from __future__ import annotations

from repository.slicing.fragment import without_body
from repository.slicing.located import NoSuchDefinition, find
from repository.slicing.project import Project
from repository.slicing.slicer import Slicer
from repository.slicing.whole_files import whole_files
from repository.text.source import LARGEST_SOURCE

CONTEXTS = ("sliced", "full")


def _context(name, project, slicer, identifier, request):
    told = slicer.slice(identifier, request.get("depth")) if name == "sliced" else {
        "id": identifier, "fragments": whole_files(project, slicer, identifier)}
    if request.get("stubbed"):
        told["fragments"] = list(without_body(told["fragments"], *find(project, identifier)))
    return told


def answer(request: dict, say) -> dict:
    action = request.get("action", "slice")
    if action not in ("slice", "graph"):
        raise ValueError("no such action: %s" % action)
    contexts = request.get("contexts", ["sliced"]) if action == "slice" else ["graph"]
    unknown = [name for name in contexts if action == "slice" and name not in CONTEXTS]
    if unknown:
        raise ValueError("no such context: %s; there are %s" % (unknown[0], ", ".join(CONTEXTS)))
    project = Project(request["roots"]["source"], request.get("importRoots"), request.get("fileBytes", LARGEST_SOURCE))
    slicer = Slicer(project)
    done = failed = 0
    for identifier in request["definitions"]:
        for name in contexts:
            head = {"record": "edges"} if name == "graph" else {"record": "slice", "context": name}
            try:
                told = slicer.edges(identifier) if name == "graph" else _context(
                    name, project, slicer, identifier, request)
                done += 1
            except NoSuchDefinition as problem:
                told, failed = {"id": identifier, "failed": problem.status, "detail": problem.detail}, failed + 1
            except (RecursionError, MemoryError):
                told, failed = {"id": identifier, "failed": "too-deep", "detail": ""}, failed + 1
            say({**head, **told})
    return {"record": "end", "done": done, "failed": failed}


if __name__ == "__main__":
    import json
    import sys

    def _print(record):
        print(json.dumps(record, sort_keys=True))

    _print(answer(json.load(sys.stdin), _print))
