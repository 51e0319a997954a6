"""Job: makes a harness ready, or runs its cases against a project and tells what happened. Decides nothing.

Two requests. The first reads only text and runs nothing; the second never sees expected values, so it is safe beside a candidate.

{"action": "prepare", "harness": {"target", "module", "qualname", "source", "cases"?, "blobs"?}}
    -> {"prepared": {"target", "module", "qualname", "source", "cases": [...], "blobs"}, "facts": {...}}   facts: run/transform.py
     | {"error": {"code": "parse_error" | "too_large", "message"}}
    Assertions become observations and expected values are gone. A candidate's box is given `prepared` only, in a process that never held
    the source it was made of.

{"action": "run", "roots": {"project", "deps"?, "tools"?}, "harness": prepared,
 "overlay"?: {module name or path below project: whole text},          text that stands in for a file of the project
 "cases"?: [names, in the order in which they run]                      all by default
 "limits"?: see LIMITS in run/limits.py, "bounds"?: see BOUNDS there
 "seed"?: 0, "hashSeed"?: 0, "clock"?: {"start"?: seconds since the epoch, "shift"?: seconds, "pace"?: 1},   the machine's by default: run/clock.py
 "environment"?: {name: value, over a small clean one}, "folder"?: where temporary folders are made,
 "python"?: [command of the interpreter to run in; this one by default],
 "trace"?: {"module", "function", "argument"},                          see below
 "variants"?: [{"name", "definition"?: text of the one definition, "overlay"?: {...}, "after"?: case, the last that it is not run in}],
 "stopAtFirstDifference"?: {case: expected record}, "goOn"?: 0}
    says, as each case ends,
      {"case", "variant"?, "differs"?: true, "calls": [...], "observations": [...], "end": {...}, "stdout"?, "files"?, "environment"?, "trace"?,
       "feedback": {"seconds", "trace"?, "stderr"?, "leftovers"?}}      `feedback` is for people and never compared, `trace` neither
    -> {"import": {"ok", "seconds", "error"?: E, "kind"?: "raised"|"timed-out"|"exited"|"killed", "trace"?, "stdout"?, "stderr"?,
                   "phase"?: "project"|"target"|"harness", "python": "3.11.7", "targetRanAtImport"?: bool,
                   "importedFirst"?: module of its import cycle that had to come first},
        "cases": how many were run,
        "variants"?: [{"name", "how": "exchanged"|"fresh"|"not-run", "why"?, "ran": n, "differed": [cases], "open"?: true, "import"?: as above when not ok}]}

What calls and observations are: run/recorder.py; the trees in them: run/outcomes.py. `end` is {"kind": "finished"} or "raised" (with
"error"), "skipped", "exited" (with "status"), "killed" (with "signal"; or "why": "record", "processes"), "timed-out".

For a candidate, "roots" are those of the instance: the body is gone from the file there (and from .pyc), the candidate's text is the overlay.

Variants (mutants). The project and the harness are imported once, from `overlay` or as they are; then each variant runs the cases in the
order given, each in a child of its own. `definition` is the text of the target's definition with another body (`ast.unparse` of the
changed node does; decorators, arguments, kind as they were): its code is exchanged in the child before the case, about a millisecond.
Where that is not exact (the definition differs in more than its body, the target ran while the project was imported, nothing that can be
found holds its code) the variant runs in a fresh process with its `overlay`, and "why" says the reason; without one it is "not-run".
With `stopAtFirstDifference` a variant ends at the first case whose record is not the expected one (strict equality of everything but
`feedback` and `trace`; a case without an expected record is never a difference), after `goOn` others if that is given. "differed" names
them, the records said of them have "differs", and "open" says that cases are left. Whoever judges candidates holds more to be equal, and
decides. These expected records never enter the process that runs code.

Trace. `function` of `module` (a module of this library, or on `tools`) is called once in the process that imports, before the project is:
`function(argument, sys.path)` -> begin. In the child of each case, right before it: `begin(target function)` -> end; right after it,
when iterators have been drained: `end()` -> JSON, told as the record's "trace".
"""
from __future__ import annotations

import sys

from repository.run import answers


def answer(request: dict, say) -> dict:
    """The final record; ValueError for a request that is none."""
    return answers.answer(request, say)


if __name__ == "__main__":
    import json

    def _say(record: dict) -> None:
        sys.stdout.write(json.dumps(record) + "\n")
        sys.stdout.flush()

    _say(answer(json.load(sys.stdin), _say))
