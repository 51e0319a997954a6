"""Job: the tests of a task, run in a copy of its repository.

Request: {"roots": {"source", "changes"?, "tests"?, "project"?, "deps"?, "tools"?}, "removed": [paths], "runner": "pytest" | "script",
"arguments": [...], "script"?: text or null, run in place of the runner, "interpreter"?: path, "environment"?: {name: text},
"twin"?: true, "passed"?: [ids], "coverage"?: true, "scratch"?: a folder that may be written, "seconds": of wall time}.
`changes` and `tests` are laid over the source, in this order; files of tests are read-only where the box can make them so.
With `twin`, each test in `tests` is rewritten so that it must not pass (task_tests/twins.py). `passed`: tests that passed as they are.
With `coverage`, pytest tells which files of the repository the tests of each file execute.
Answer: {"exit": code, or the negative number of a signal, or null, "timedOut", "statuses": {test id: word}, or null of a runner
without a reporter, "trouble": [what no honest run does], "logBytes", "covers"?: {path of a test file: [paths]},
"rewritten"?: of twins without a reporter: {path of a test file: [names of tests that must fail]}}.
`exit` is what it is without the tests of ours.
Hands over `test_output.txt`.
"""
from __future__ import annotations

import os
import random
import re
import shutil
import sys
import tempfile

from .task_tests import canaries, honest, twins
from .task_tests.process import Process
from .task_tests.statuses import Told
from .task_tests.tree import Tree

RUNNER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "task_tests", "runner.py")
#: Tests of ours fail, and nothing stops for that, whatever a repository's `addopts` say.
ALL_FAILURES = "--maxfail=1000000"
#: Every twin fails, and nobody reads their log. Other forms of tracebacks would parse the whole file for each of them.
OF_TWINS = "native"
#: Over the failure of a test, and over a part of the log of pytest.
HEAD = re.compile(rb"^(_+|=+) .* (_+|=+)\s*$")
#: Where images of SWE-bench have the repository.
FOLDER = b"/testbed"
#: As pytest, unittest and sympy's runner end; as `--durations` of pytest lists them; as sympy's runner begins.
TIMES = rb"\bin \d+\.\d+( ?s(?:econds)?)\b(?: \(\d+:\d\d:\d\d\))?"
SLOWEST = rb"(?m)\b\d+\.\d+s (call|setup|teardown)\b"
ADDRESS = rb"\b0x[0-9a-f]{6,16}\b"
SEED = rb"(?m)^(random seed: +)\d+"


def answer(request: dict, say) -> dict:
    scratch = tempfile.mkdtemp(prefix="task-", dir=request.get("scratch"))
    try:
        tree = Tree(request, scratch)
        process = Process(request, tree.root, scratch, tree.metadata)
        if request.get("script") is not None:
            return _finished(process, say, run_script(process, tree, request["script"]))
        rewritten = twins.rewrite(tree, process) if request.get("twin") else {}
        run = run_pytest if request["runner"] == "pytest" else run_runner
        return _finished(process, say, run(request, tree, process, rewritten, getattr(say, "seal", None)))
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def _finished(process: Process, say, told: dict) -> dict:
    own = told.pop("own", [])
    with say.file("test_output.txt") as target:
        target.write(same_each_time(without_own(bytes(process.log), own), process.tree))
    return {**told, "logBytes": len(process.log)}


def without_own(log: bytes, own: list) -> bytes:
    """Without the lines that name our own tests, and without what pytest says of their failures. @param own: their names"""
    kept, inside = [], False
    for line in log.splitlines(True):
        named = any(word in line for word in own)
        if HEAD.match(line):
            inside = named
        if not named and not inside:
            kept.append(line)
    return b"".join(kept)


def same_each_time(log: bytes, tree: str) -> bytes:
    """Without what differs between two equal runs: the folder of the tree, wall times, seeds, and addresses outside of the ids of tests.
    What a model is told of a run must be the same when the run is made again."""
    for pattern, instead in ((re.escape(tree.encode()), FOLDER), (TIMES, rb"in 0.00\1"), (SLOWEST, rb"0.00s \1"), (SEED, rb"\g<1>0")):
        log = re.sub(pattern, instead, log)
    return b"".join(_without_addresses(line) for line in log.splitlines(True))


def _without_addresses(line: bytes) -> bytes:
    # `FAILED a.py::test_b[c] - assert …`
    test, dash, rest = line.partition(b" - ") if b"::" in line else (b"", b"", line)
    return test + dash + re.sub(ADDRESS, b"0x0", rest)


def run_script(process: Process, tree: Tree, text: str) -> dict:
    path = os.path.join(tree.root, "reproduce_%016x.py" % random.SystemRandom().getrandbits(64))
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    code, timed_out = process.play(["-B", path])
    return {"exit": code, "timedOut": timed_out, "statuses": None, "trouble": []}


def run_runner(request: dict, tree: Tree, process: Process, rewritten: dict, seal) -> dict:
    """A runner of the repository's own. Its log and exit code are all that is known of it, and its twin."""
    tree.seal(seal)
    code, timed_out = process.play(["-B", *request["arguments"]])
    told = {"rewritten": rewritten} if request.get("twin") else {}
    return {"exit": code, "timedOut": timed_out, "statuses": None, "trouble": tree.trouble(), **told}


def run_pytest(request: dict, tree: Tree, process: Process, rewritten: dict, seal) -> dict:
    canary, ends = canaries.write(os.path.join(tree.root, tree.test_folder()), tree.names)
    own = os.path.relpath(canary, tree.root)
    tree.seal(seal, [own])
    # Its place among the files tells as little as its name, and is the same each time: pytest tells how far it is, file by file.
    words = [*request["arguments"], ALL_FAILURES]
    places = [*(at for at, word in enumerate(words) if word in tree.laid), len(words)]
    words.insert(places[tree.names.number % len(places)], own)
    flags = ["covers" if request.get("coverage") else "-", OF_TWINS if request.get("twin") else "-"]
    code, timed_out = process.play(["-B", RUNNER, *process.descriptors(), *flags, *words])
    told = Told(bytes(process.told), process.token)
    trouble = [*told.trouble, *tree.trouble(), *honest.left_by_changes(told.left, tree)]
    ended = {test: status for test, status in told.statuses.items() if not test.startswith(own)}
    if not timed_out:
        trouble += honest.ends(code, told, ended, canaries.forged(ends, told.statuses))
    if request.get("twin"):
        trouble += [*twins.passed(rewritten, ended), *twins.silent(rewritten, ended, request.get("passed", []))]
    hidden = [os.path.basename(own)[:-3].encode(), *(name.encode() for name in ends)]
    covers = {path: files for path, files in told.covers.items() if path != own}
    return {"exit": honest.exit_without_canaries(code, told, ended), "timedOut": timed_out, "statuses": ended, "trouble": trouble, "own": hidden,
            **({"covers": covers} if request.get("coverage") else {})}


def main() -> None:
    import json

    class Say:
        def file(self, name):
            return open(os.path.join(sys.argv[1], name), "wb")

    print(json.dumps(answer(json.load(sys.stdin), Say())))


if __name__ == "__main__":
    main()
