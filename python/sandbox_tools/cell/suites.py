"""What checkers have learned of the references of suites, for later checks of the same test in this cell. Bytes that are
read in checkers' boxes alone; they say nothing of any program."""
from __future__ import annotations

import hashlib
from collections import OrderedDict

from sandbox_tools.cases.check import MODULE
from sandbox_tools.cell.memory_files import encoded

#: They lie in the cell's memory, of which there is so much more than a program may have.
MOST_BYTES = 32 << 20


def suite_of(request: dict, texts: dict):
    """Everything that a reference's answers depend on; None of a check that knows no references of ours."""
    if request["assurance"] != "data" or texts["test"] is None or MODULE not in texts["test"]:
        return None
    return hashlib.sha256(encoded({**texts, "seed": request["seed"]})).digest()


class Suites:
    """Those that were asked for last, up to `most` bytes in all."""

    def __init__(self, most: int = MOST_BYTES):
        self._most = most
        self._known = OrderedDict()
        self._bytes = 0

    def of(self, suite):
        """None of no suite; empty of one of which nothing is known."""
        if suite is None:
            return None
        known = self._known.get(suite, b"")
        if known:
            self._known.move_to_end(suite)
        return known

    def keep(self, suite, known: bytes) -> None:
        """`suite` is not known yet."""
        if not known:
            return
        self._known[suite] = known
        self._bytes += len(known)
        while self._bytes > self._most:
            _, dropped = self._known.popitem(last=False)
            self._bytes -= len(dropped)
