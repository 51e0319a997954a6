"""What checkers' boxes have learned of tests, for later checks by the same test in this cell: answers of its references,
and its compiled text. Bytes that are read in checkers' boxes alone; they say nothing of any program."""
from __future__ import annotations

from collections import OrderedDict

from sandbox_tools.cases.check import MODULE

#: They lie in the cell's memory, of which there is so much more than a program may have.
MOST_BYTES = 16 << 20


def suite_of(request: dict, test, key: bytes):
    """Everything that a reference's answers depend on; None of a check that knows no references of ours. `key`: of all
    texts that the checker is given."""
    if request["assurance"] != "data" or test is None or MODULE not in test:
        return None
    return key + b"%d" % request["seed"]


class Learned:
    """Of what was asked for last, up to `most` bytes in all."""

    def __init__(self, most: int = MOST_BYTES):
        self._most = most
        self._known = OrderedDict()
        self._bytes = 0

    def of(self, key):
        """None of no key; empty of one of which nothing is known."""
        if key is None:
            return None
        known = self._known.get(key, b"")
        if known:
            self._known.move_to_end(key)
        return known

    def keep(self, key, known: bytes) -> None:
        """`key` is not known yet."""
        if not known:
            return
        self._known[key] = known
        self._bytes += len(known)
        while self._bytes > self._most:
            _, dropped = self._known.popitem(last=False)
            self._bytes -= len(dropped)
