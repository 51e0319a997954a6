"""What the reference answers to the cases of a suite, kept from one check by a suite to the next: it answers every program's
check alike, and often takes longer than all else.

Only checkers' boxes are given this file, and the cell's first process keeps what is in it. Kept are answers of Python's own
plain types, exactly as they were; of a long one its digest, by which the very same answer is known: what is judged right
once is right again. A suite with any other answer is asked anew each time.
"""
from __future__ import annotations

import marshal
import os

from sandbox_tools.digest import sha256

#: Bytes from which an answer is kept as its digest alone.
LONG = 4096
#: The last one that writes equal values of these types alike, whoever else refers to their parts.
_VERSION = 2


def key_of(task: dict, inputs: str) -> bytes:
    text = repr((task["id"], task["entry"], task["reference"], inputs))
    return sha256(text.encode("utf-8", "surrogatepass")).digest()


class Digest:
    """Of an answer that is right."""

    def __init__(self, data: bytes):
        self.data = data

    def is_of(self, answer) -> bool:
        """False says nothing: an answer may be right and another."""
        try:
            return sha256(marshal.dumps(answer, _VERSION)).digest() == self.data
        except (ValueError, MemoryError):
            return False


class _Kept:
    """An answer as it lies in the file: its bytes, or a tuple of its digest."""

    def __init__(self, written):
        self._written = written

    def told(self):
        written = self._written
        return Digest(*written) if type(written) is tuple else marshal.loads(written)


class _Suite:
    """Answers as they come, written down at once: a reference may change later what it has given."""

    def __init__(self, cases: int):
        self._cases = cases
        self._fit = True
        self.answers = []

    def add(self, answer, is_right) -> None:
        """`is_right(answer)`: whether a program that gives the same is right, which of a NaN it is not."""
        if not self._fit:
            return
        try:
            data = marshal.dumps(answer, _VERSION)
            if len(data) >= LONG:
                self._fit = is_right(marshal.loads(data))
                data = (sha256(data).digest(),)
            self.answers.append(data)
        except (ValueError, MemoryError):
            self._fit = False

    def is_whole(self) -> bool:
        return self._fit and len(self.answers) == self._cases


class KnownAnswers:
    """`fd`: a memory file, empty when nothing is known; None: nothing is, or will be."""

    def __init__(self, fd=None):
        self._fd = fd
        self._begun = {}
        size = 0 if fd is None else os.fstat(fd).st_size
        self._known = marshal.loads(os.pread(fd, size, 0)) if size > 0 else {}

    def of(self, key: bytes):
        """In the order of the cases; None: not known."""
        answers = self._known.get(key)
        return None if answers is None else list(map(_Kept, answers))

    def begun(self, key: bytes, cases: int) -> _Suite:
        suite = _Suite(cases)
        self._begun[key] = suite
        return suite

    def save(self) -> None:
        """What is whole of what has been begun."""
        new = {key: suite.answers for key, suite in self._begun.items() if suite.is_whole()}
        if self._fd is None or not new:
            return
        try:
            data = marshal.dumps({**self._known, **new})
            while data:
                data = data[os.write(self._fd, data):]
        except (OSError, MemoryError):  # larger than any file, or this box, may be
            os.ftruncate(self._fd, 0)


NOTHING_KNOWN = KnownAnswers()
