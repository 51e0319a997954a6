"""Calls of a function with arguments and an expected result in JSON, as LiveCodeBench and APPS publish them."""
from __future__ import annotations

import copy
import json

from sandbox_tools.cases import current
from sandbox_tools.cases.graded import Grader, WrongCase


def _arguments(given: str) -> list:
    """One on each line."""
    return [json.loads(line) for line in given.split("\n") if line.strip()]


def _strict(out, expected) -> bool:
    """As an `assert` of the two would have it: a tuple is no list, at no depth, and True is 1."""
    return out == expected


def _lcb(out, expected) -> bool:
    """Only the outermost tuple is as good as a list; True is 1."""
    return (list(out) if isinstance(out, tuple) else out) == expected


def _numbered(value):
    """Keys that are numbers, as they were before they became JSON."""
    if isinstance(value, list):
        return [_numbered(item) if isinstance(item, dict) else item for item in value]
    if isinstance(value, dict):
        return {int(key): item for key, item in value.items()} if all(map(str.isdigit, value)) else value
    return value


def _apps(out, expected) -> bool:
    """The expected result, or the first item of it."""
    out = list(out) if isinstance(out, tuple) else out
    for one in (expected, _numbered(expected)):
        if out == one or isinstance(one, list) and len(one) > 0 and out == one[0]:
            return True
    nested = isinstance(out, list) and len(out) > 0 and isinstance(out[0], tuple)
    if not nested:
        return False
    listed = [list(item) for item in out]
    return listed == expected or isinstance(expected, list) and len(expected) > 0 and listed == expected[0]


SAMENESS = {"lcb": _lcb, "apps": _apps}


def _safely(is_same, out, expected) -> bool:
    try:
        return bool(is_same(out, expected))
    except MemoryError:
        raise
    except Exception:
        return False


def check_calls(manner, cases: list, candidate, apart: bool) -> None:
    """`cases`: {input, output} each, in JSON texts, and {published} where APPS compares with something else. @raises the
    first failure"""
    if manner is None:
        for case in cases:
            args, expected = _arguments(case["input"]), json.loads(case["output"])
            current.begin(args, expected)
            out = candidate(*copy.deepcopy(args))
            if not _safely(_strict, out, expected):
                raise WrongCase(out)
        return current.end()
    grader = Grader(manner, len(cases), apart)
    grader.load(candidate)
    tool = manner["tool"]
    is_same = SAMENESS[tool]
    for case in cases:
        told = case.get("published", case["output"]) if tool == "apps" else case["output"]
        args, expected = _arguments(case["input"]), json.loads(told)
        again = grader.grade(
            candidate, args, lambda expected=expected: expected, lambda out, one: _safely(is_same, out, one)
        )
        if not again:
            break
    grader.end()
