"""Job: cases for functions, made without a model.

Request: {"roots": {"source", "project", "deps", "tools"}, "definitions": [all that extract found; those with
"context": true only show values], "traces": [records of trace_tests] or "tracesFile": path of JSON lines,
"wanted"?: [ids; all without "context"], "feedback"?: {id: {"lines": [...], "cases": [cases of an earlier answer]}},
"limits"?: {"seconds": 6 of processor time per function, "tries": 420}, "generators"?: names of GENERATORS, or "transplant"; all by default,
"newOnly"?: the cases of an earlier answer are varied further and left out, "seed"?: 0,
"tests"?: {id: [tests that call it, as trace_tests told]}, "clock"?: as in run_cases.py}
Each record said: {"id", "harness": see generate/case_text.py, "kept": [case], "tried", "refused", "ways", "seconds",
"transplant"?: a harness of the repository's own tests, "left": [{"test", "why"}]}, or
{"id", "failed": one of FAILED, "refused", ...} when no case came of it. Answer: {"done": n, "failed": n}.
"""
from __future__ import annotations

import json
import os
import sys
import tempfile

from .generate import case_text, rounds, transplant, trial
from .generate.context import Context, Corpus, node_at
from .run import clock
from .text.definitions import parameters as parameters_of
from .text.files import LARGEST_FILE, read_file
from .text.source import Unreadable, read_source

LIMITS = {"seconds": 6.0, "tries": 420}
FAILED = ("no-definition", "not-importable", "no-input", "only-incidental-errors", "never-reached", "out-of-time")


def read_sources(definitions: list, roots: dict, wanted: set) -> dict:
    """By path, None for what cannot be read; of files that hold nothing that is wanted only where a signature is not told."""
    sources: dict = {}
    for one in definitions:
        path = one["path"]
        if path in sources or one["id"] not in wanted and "signature" in one:
            continue
        raw, _ = read_file(os.path.join(roots["source"], path), LARGEST_FILE)
        try:
            sources[path] = None if raw is None else read_source(raw)
        except Unreadable:
            sources[path] = None
    return sources


def why_none(result: dict, found) -> str:
    refused = result["refused"]
    if found is None:
        return "not-importable"
    if not refused:
        return "no-input" if not result["tried"] else "out-of-time"
    most = max(sorted(refused), key=lambda name: refused[name])
    return "only-incidental-errors" if most.startswith("incidental") else "never-reached" if most == "not-called" else "out-of-time" if most in ("slow", "lost") else "no-input"


def answer(request: dict, say) -> dict:
    roots, definitions = request["roots"], request["definitions"]
    if request.get("clock"):
        clock.install(request["clock"])
    sys.path[:0] = [path for path in (roots["project"], roots.get("deps")) if path]
    sys.path.append(roots["tools"])
    os.chdir(tempfile.mkdtemp(prefix="generate-", dir=request.get("scratch")))
    records = request.get("traces")
    if records is None and request.get("tracesFile"):
        with open(request["tracesFile"], encoding="utf-8") as file:
            records = [record for record in map(json.loads, file) if "call" in record]
    wanted = set(request.get("wanted") or [one["id"] for one in definitions if not one.get("context")])
    sources = read_sources(definitions, roots, wanted)
    parameters: dict = {}
    for one in definitions:
        if "signature" in one:
            parameters[one["id"]] = one["signature"]["parameters"]
        elif sources[one["path"]] is not None:
            source = sources[one["path"]]
            node = node_at(source.tree, one)
            parameters[one["id"]] = parameters_of(source, node.args) if node is not None else []
    corpus = Corpus(records or [], definitions, parameters)
    limits = {**LIMITS, **request.get("limits", {})}
    project_roots = (os.path.realpath(roots["project"]) + os.sep, roots["project"] + os.sep)
    importable = transplant.importable_below(roots)
    done = failed = 0
    for one in definitions:
        if one["id"] not in wanted:
            continue
        source = sources[one["path"]]
        if source is None or node_at(source.tree, one) is None:
            say({"id": one["id"], "failed": "no-definition"})
            failed += 1
            continue
        context = Context(one, corpus, source.tree, parameters.get(one["id"], []), request.get("seed", 0))
        feedback = request.get("feedback", {}).get(one["id"], {})
        chosen = tuple(request.get("generators") or (*rounds.GENERATORS, "transplant"))
        moved = {"source": "", "tests": [], "left": []}
        if "transplant" in chosen:
            moved = transplant.transplant(request.get("tests", {}).get(one["id"], []), roots["source"], importable, one["name"])
        known = list(feedback.get("cases", ()))
        result = rounds.NONE if chosen == ("transplant",) else rounds.run_rounds(context, project_roots, limits, feedback, known, chosen)
        if request.get("newOnly"):
            before = {case_text.case_key(context.target, case) for case in known}
            result = {**result, "cases": [case for case in result["cases"] if case_text.case_key(context.target, case) not in before]}
        notes = {name: result[name] for name in ("tried", "refused", "ways", "seconds")}
        if moved["tests"]:
            notes["transplant"] = {"target": one["id"], "module": context.target["module"], "qualname": one["qualname"], "source": moved["source"], "blobs": {},
                                   "provenance": {"origin": "transplant", "tests": moved["tests"]}}
        notes["left"] = moved["left"]
        if result["cases"]:
            done += 1
            say({"id": one["id"], "harness": case_text.harness(context.target, result["cases"], {}), "kept": result["cases"], **notes})
        else:
            failed += 1
            found = trial.find(context.target)[0] if result is not rounds.NONE else context.node
            say({"id": one["id"], "failed": why_none(result, found), **notes})
    return {"done": done, "failed": failed}


def main() -> None:
    request = json.load(sys.stdin)
    output = os.dup(1)
    os.dup2(2, 1)
    say = lambda record: os.write(output, (json.dumps(record) + "\n").encode())
    say(answer(request, say))


if __name__ == "__main__":
    main()
