"""A comparison of a test that did not hold."""
from __future__ import annotations


class UnequalError(AssertionError):
    """`left` was not equal to what was expected; carries what `left` was. `message()` makes the assertion's: it may use
    the program, and waits until the verdict is settled."""

    def __init__(self, left, message=None):
        super().__init__()
        self.left = left
        self.message = message
