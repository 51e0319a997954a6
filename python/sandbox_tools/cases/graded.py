"""Many cases, graded the way a tool grades them: one after another in one process of the program's, each under its own
limit and each marked."""
from __future__ import annotations

import copy
import time

from sandbox_tools.box.record import LATE, LOADING, PASSED, RAISED, WRONG
from sandbox_tools.cases import current
from sandbox_tools.cases.budget import Budget
from sandbox_tools.text.told import Told
from sandbox_tools.text.unequal import UnequalError


class WrongCase(UnequalError):
    """The answer to a case is not the expected one."""


def _told(told) -> tuple:
    """The program's stand-in speaks for itself: whatever it says that makes no sense is its own failure."""
    if type(told) is list and len(told) == 2 and told[0] == "returned":
        return True, told[1]
    if type(told) is list and len(told) == 4 and all(type(one) is str for one in told):
        return False, told
    return False, ["raised", "", "", ""]


def _words(told: list, with_frames: bool) -> str:
    _, kind, message, shown = told
    if with_frames:
        return message if kind in ("AssertionError", "NoEntryPoint") else shown
    return "%s: %s" % (kind, message) if message else kind


def _mark_of(failure) -> str:
    if failure is None:
        return PASSED
    if not isinstance(failure, Told):
        return WRONG
    return LATE if failure.kind == "timed-out" else RAISED


class Grader:
    """`manner`: {tool, caseMs, factor, mostMs, graceMs, all}."""

    def __init__(self, manner: dict, cases: int, apart: bool):
        self.manner = manner
        self.budget = Budget(manner, cases, apart)
        self.failure = None

    def load(self, candidate) -> None:
        """@raises Told when the program cannot be loaded"""
        current.begin_marks()
        good, told = _told(self.budget.ask(candidate, None))
        if not good:
            raise Told("raised", self.words(told), LOADING)

    def words(self, told: list) -> str:
        return _words(told, self.manner["tool"] == "evalplus-oci-2024")

    def grade(self, candidate, args, expect, is_same) -> bool:
        """One case; whether there is to be another. `expect()`: what is expected. @raises OutOfBudget"""
        begun = time.perf_counter()
        expected = expect()
        seconds = self.budget.limit(time.perf_counter() - begun)
        current.begin(args, expected)
        failure = self.failure_of(candidate, seconds, args, lambda out: is_same(out, expected))
        current.mark(_mark_of(failure))
        self.failure = self.failure or failure
        return failure is None or self.manner["all"]

    def failure_of(self, candidate, seconds, args, is_same):
        try:
            good, told = _told(self.budget.call(candidate, seconds, copy.deepcopy(list(args))))
        except Told as late:
            if late.detail is None:
                raise
            return late
        if not good:
            return Told("raised", self.words(told))
        return None if is_same(told) else WrongCase(told)

    def end(self) -> None:
        """@raises the first failure"""
        if self.failure is not None:
            raise self.failure
        current.end()
