"""What is expected of each case of a suite: as it is known already, else as the reference answers now."""
from __future__ import annotations

import copy

from sandbox_tools.cases.known import Digest, key_of
from sandbox_tools.cases.sameness import expected_of, is_same


def reference_of(task: dict):
    """In a namespace of its own: program and reference must not mix their helpers."""
    apart = {"__name__": "reference"}
    exec(compile(task["reference"], "reference.py", "exec", dont_inherit=True), apart)
    return apart[task["entry"]]


class Expected:
    """`cases`: lists of arguments, which stay as they are. They are asked about in their order."""

    def __init__(self, task: dict, inputs: str, cases: list, known):
        self._task = task
        self._cases = cases
        self._key = key_of(task, inputs)
        self._known = known
        self._kept = known.of(self._key)
        self._running = None
        self._at = None  # (place, what the reference answers there)

    def of(self, place: int):
        """An answer, or a Digest of it."""
        return self.whole(place) if self._kept is None else self._kept[place].told()

    def whole(self, place: int):
        """The answer, for which the reference is run on all cases before it as well: as when it was kept."""
        if self._running is None:
            self._running = enumerate(self._answers())
        while self._at is None or self._at[0] < place:
            self._at = next(self._running)
        return self._at[1]

    def _answers(self):
        answer, suite = reference_of(self._task), self._known.begun(self._key, len(self._cases))
        for args in self._cases:
            expected = expected_of(self._task["id"], self._task["entry"], answer(*copy.deepcopy(args)))
            suite.add(expected, lambda given, args=args, expected=expected: self._is_same(args, given, expected))
            yield expected

    def is_right(self, place: int, out, expected) -> bool:
        """`expected`: what `of` gave."""
        if type(expected) is Digest:
            if expected.is_of(out):
                return True
            expected = self.whole(place)
        return self._is_same(self._cases[place], out, expected)

    def _is_same(self, args, out, expected) -> bool:
        task = self._task
        return is_same((task["id"], task["entry"], args, task["atol"]), out, expected)
