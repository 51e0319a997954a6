"""What the work on one definition shares: its steps, which are bounded, what is being asked right now, and answers found before."""
from __future__ import annotations

MOST_STEPS = 300_000
# How far one question leads to others.
DEEPEST = 12


class OverSteps(Exception):
    """A definition that takes more steps than it may."""


class Session:
    """`steps`: taken so far; `busy`: questions that are being answered, so that a circle ends; `members`, `linear`: answers; `above`: how many classes
    above one another are being looked at."""

    def __init__(self):
        self.steps = 0
        self.above = 0
        self.busy = set()
        self.linear = {}
        self.members = {}

    def step(self):
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise OverSteps
