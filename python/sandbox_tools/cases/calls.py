"""Calls of a function with arguments and an expected result in JSON, as LiveCodeBench and APPS publish them."""
from __future__ import annotations

import copy
import json

from sandbox_tools.cases import current
from sandbox_tools.cases.graded import Grader, WrongCase


def _arguments(given) -> list:
    """A list of them, or a text with one on each line."""
    if not isinstance(given, str):
        return given
    return [json.loads(line) for line in given.split("\n") if line.strip()]


def _expected(given):
    return json.loads(given) if isinstance(given, str) else given


def _strict(out, expected) -> bool:
    """JSON has no tuples: at every depth one is as good as a list. Truth values are no numbers."""
    if isinstance(out, (list, tuple)) and isinstance(expected, (list, tuple)):
        return len(out) == len(expected) and all(map(_strict, out, expected))
    if isinstance(out, dict) and isinstance(expected, dict):
        return out.keys() == expected.keys() and all(_strict(out[key], expected[key]) for key in out)
    return out == expected and isinstance(out, bool) == isinstance(expected, bool)


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
    """`cases`: {input, output} each. @raises the first failure"""
    if manner is None:
        for case in cases:
            args, expected = _arguments(case["input"]), _expected(case["output"])
            current.begin(args, expected)
            out = candidate(*copy.deepcopy(args))
            if not _safely(_strict, out, expected):
                raise WrongCase(out)
        return current.end()
    grader = Grader(manner, len(cases), apart)
    grader.load(candidate)
    is_same = SAMENESS[manner["tool"]]
    for case in cases:
        args, expected = _arguments(case["input"]), _expected(case["output"])
        again = grader.grade(
            candidate, args, lambda expected=expected: expected, lambda out, one: _safely(is_same, out, one)
        )
        if not again:
            break
    grader.end()
