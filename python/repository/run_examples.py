"""Job: what the examples of a docstring come to with the function as it is. Decides nothing.

{"roots", "harness": {"target", "module", "qualname"}, "docstring": text, "clock"?, "limits"?: of the one case, as in run_cases.py}
 -> {"examples": [[source, what it should show, what it shows], ...], "end": as of a case}
     or {"examples": [], "end": null, "import": as in run_cases.py}
They run one after another as doctest has it, in a copy of the module's names. What doctest takes for equal (its options included) is
told as it should be; of an exception the last line is told. Those that are to be skipped are not there. A docstring that doctest cannot
read is one example, which shows why. They are run in the child of a case: without "end" {"kind": "finished"} no example was told.
"""
from __future__ import annotations

from repository import run_cases

_CASE = '''
import contextlib, doctest, io, sys, traceback

def _shown(example, names):
    written = io.StringIO()
    flags = doctest.NORMALIZE_WHITESPACE
    for flag, on in example.options.items():
        flags = flags | flag if on else flags & ~flag
    try:
        with contextlib.redirect_stdout(written):
            exec(compile(example.source, "<example>", "single", dont_inherit=True), names)
        got = written.getvalue()
        wanted = example.want
    except Exception as error:
        got = traceback.format_exception_only(type(error), error)[-1]
        wanted = example.exc_msg
        if wanted is not None and flags & doctest.IGNORE_EXCEPTION_DETAIL and wanted.partition(":")[0] == got.partition(":")[0]:
            got = wanted
    same = wanted is not None and doctest.OutputChecker().check_output(wanted, got, flags)
    return [example.source, example.want, example.want if same else got]

def _examples():
    names = dict(vars(sys.modules[{module!r}]))
    try:
        examples = doctest.DocTestParser().get_examples({docstring!r})
    except ValueError as error:
        return observe([["(all)", "", str(error)]])
    observe([_shown(one, names) for one in examples if not one.options.get(doctest.SKIP)])

__cases__["examples"] = _examples
'''


def answer(request: dict, say) -> dict:
    """The final record; ValueError for a request that is none."""
    harness = request["harness"]
    source = _CASE.replace("{module!r}", repr(harness["module"])).replace("{docstring!r}", repr(request["docstring"]))
    made = {**harness, "source": source, "cases": ["examples"], "blobs": {}}
    records = []
    asked = {"action": "run", "roots": request["roots"], "harness": made, "limits": request.get("limits"), "clock": request.get("clock")}
    final = run_cases.answer(asked, records.append)
    if not records:
        return {"examples": [], "end": None, "import": final["import"]}
    [record] = records
    seen = record["observations"]
    return {"examples": seen[0] if seen else [], "end": record["end"]}


if __name__ == "__main__":
    import json
    import sys

    print(json.dumps(answer(json.load(sys.stdin), None)))
