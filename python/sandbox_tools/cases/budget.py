"""The time that a tool gives a program: for each call, and for all of them."""
from __future__ import annotations

import signal
import time

from sandbox_tools.box.record import CASE_TIME
from sandbox_tools.text.told import Told

TOO_LATE = "Stopped: the call did not finish within its time limit."


class OutOfBudget(Told):
    """All calls together took too long, or one never came back."""

    def __init__(self):
        super().__init__("timed-out")


def _ring(_number, _frame):
    raise OutOfBudget


def _is_late(told) -> bool:
    return type(told) is list and told[:1] == ["timed-out"]


class Budget:
    """`manner`: {caseMs, factor, mostMs, graceMs}. `cases`: how many there are. Only time in calls counts. `apart`: this is
    not the program's process, so that our own clock can decide as well."""

    def __init__(self, manner: dict, cases: int, apart: bool):
        self.least = manner["caseMs"] / 1000
        self.factor = manner["factor"]
        self.most, self.grace = manner["mostMs"] / 1000, manner["graceMs"] / 1000
        self.waiting = cases
        self.promised = 0.0
        self.spent = 0.0
        self.apart = apart

    def limit(self, reference_seconds: float) -> float:
        """Of the next case."""
        seconds = max(self.least, self.factor * reference_seconds)
        self.waiting -= 1
        self.promised += seconds
        return seconds

    def left(self) -> float:
        promised = self.promised + max(self.waiting, 0) * self.least
        return min(self.most, promised) + self.grace - self.spent

    def ask(self, candidate, *asked):
        """What the program's stand-in answers. @raises OutOfBudget"""
        begun = time.perf_counter()
        if self.apart:
            if self.left() <= 0:
                raise OutOfBudget
            signal.signal(signal.SIGALRM, _ring)
            signal.setitimer(signal.ITIMER_REAL, self.left())
        try:
            return candidate(*asked)
        finally:
            if self.apart:
                signal.setitimer(signal.ITIMER_REAL, 0)
            self.spent += time.perf_counter() - begun

    def call(self, candidate, seconds: float, args):
        """What a call came to; a program that took its alarm off, or swallowed it, is late all the same."""
        before = self.spent
        told = self.ask(candidate, seconds, args)
        if _is_late(told) or self.apart and self.spent - before >= seconds:
            raise Told("timed-out", TOO_LATE, CASE_TIME)
        return told
