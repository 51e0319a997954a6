"""Whether an answer is the expected one, by EvalPlus's rules in EvalPlus's order (current, not the older fork), but that a
tolerance which one case brought does not stay for the cases after it, and that lists are compared as they are nested:
numpy would stretch one to the form of the other. Values of numpy's own are compared by it."""
from __future__ import annotations

import math
import sys

from sandbox_tools.cases.finding import FINDING
from sandbox_tools.cases.inputs import PREFIX
from sandbox_tools.wire.numbers import is_numpy

#: numpy's `rtol` there, and the tolerance that an expected float brings.
RELATIVE = 1e-7
FLOATS = 1e-6

_AS_SETS = frozenset((
    "similar_elements", "find_char_long", "common_in_nested_lists", "extract_singly", "larg_nnum",
    "intersection_array", "find_dissimilar", "Diff",
))


def expected_of(task: str, entry: str, answer):
    """What is expected where the reference gave this."""
    return answer is not None if task.startswith(PREFIX) and entry in FINDING else answer


def _surface_area(args, out, atol):
    base, height = args
    other = round(base ** 2 + 2 * base * ((base / 2) ** 2 + height ** 2) ** 0.5)
    return abs(out - other) <= atol


def _digit_distance(args, out):
    one, other = str(args[0]), str(args[1])
    width = max(len(one), len(other))
    return out == sum(abs(int(a) - int(b)) for a, b in zip(one.zfill(width), other.zfill(width)))


def takes_as_equal(case, out, expected) -> bool:
    """Equal, or what the task takes as equal."""
    task, entry, args, atol = case
    exact = out == expected
    if not task.startswith(PREFIX):
        return exact
    if entry in _AS_SETS:
        return set(out) == set(expected)
    if entry in FINDING:
        return expected == (out if isinstance(out, bool) else out is not None)
    if exact or entry == "are_equivalent":
        return True
    if entry == "sum_div":
        return out == 0
    if entry == "surface_Area":
        return _surface_area(args, out, atol)
    return entry == "digit_distance_nums" and _digit_distance(args, out)


def brings_tolerance(expected) -> bool:
    """Whether EvalPlus compares with a tolerance for it, whatever the task says."""
    if isinstance(expected, (list, tuple)):
        return len(expected) > 0 and all(isinstance(one, float) for one in expected)
    if is_numpy(type(expected)) and isinstance(expected, sys.modules["numpy"].ndarray):
        return str(expected.dtype) in ("float64", "float32")
    return isinstance(expected, float)


def is_close(out, expected, atol) -> bool:
    """As numpy's `allclose`, which takes numbers alone; where one of the two is numpy's, by `allclose` itself."""
    if is_numpy(type(out)) or is_numpy(type(expected)):
        return sys.modules["numpy"].allclose(out, expected, rtol=RELATIVE, atol=atol)
    if isinstance(expected, (list, tuple)):
        return len(out) == len(expected) and all(is_close(*pair, atol) for pair in zip(out, expected))
    if not isinstance(out, (int, float, complex)) or not isinstance(expected, (int, float, complex)):
        return False
    distance = abs(out - expected)
    # The difference of two infinities is no number, and everything is within an infinite one of the other.
    return out == expected or math.isfinite(abs(expected)) and distance <= atol + RELATIVE * abs(expected)


def _is_root(args, out, atol) -> bool:
    return abs(sum(factor * math.pow(out, power) for power, factor in enumerate(args[0]))) <= atol


def is_same(case, out, expected) -> bool:
    """`case`: (task, entry point, arguments, tolerance as published). What cannot be compared is not the same."""
    task, entry, args, atol = case
    try:
        if entry == "find_zero" and not task.startswith(PREFIX):
            return bool(_is_root(args, out, atol))
        if takes_as_equal(case, out, expected):
            return True
        if atol == 0 and brings_tolerance(expected):
            atol = FLOATS
        if atol == 0 or type(out) is not type(expected):
            return False
        return bool(is_close(out, expected, atol))
    except MemoryError:
        raise
    except Exception:
        return False
