"""The completion record: how a box says that its test has finished, and the only way to a pass.

One end of a pair of sockets whose other end only the controller reads. A record counts only with the run's own nonce.
At `data` and `objects` no candidate ever holds it. At `shared` program and test are one process: children do
not inherit it, but a program bent on it can find socket and nonce in its own memory.
"""
from __future__ import annotations

import fcntl
import json
import os

NONCE_BYTES = 16
LARGEST_RECORD = 96 << 10
#: The test itself is of no use: nothing about the program, whatever else is seen of the run.
BROKEN_TEST = "broken-test"
KINDS = ("passed", "failed", "raised", "memory-limit", "timed-out", "vanished", "nonsense", BROKEN_TEST)
#: What a box may add to a verdict without changing it: it was the checker's memory that did not do; what the program
#: returned is no data.
CHECKER, NOT_DATA = "checker", "not-data"
#: One case took the time that a case may take; the others had theirs.
CASE_TIME = "case"
#: The program did not come to its first case: it could not be loaded.
LOADING = "loading"
DETAILS = (CHECKER, NOT_DATA, CASE_TIME, LOADING)
#: What may be said of a case of a check of many: passed, another answer, an exception, no time left.
PASSED, WRONG, RAISED, LATE = MARKS = "10rt"
MOST_MARKS = 8_000
#: What is told of the case that a check of many ended at.
CASE = ("input", "expected")
#: The controller's to say: scratch folders were full when a program was stopped.
DISK = "disk"
#: The first descriptor for what a box keeps to itself: out of the way of programs that close low ones.
OWN_DESCRIPTOR = 40


def _frame(nonce: bytes, body: bytes) -> bytes:
    return nonce + len(body).to_bytes(4, "big") + body


def parse_records(data: bytes, nonce: bytes) -> dict:
    """{recorded, error, actual, case, marks, told, handles, tampered} out of what was written; a record that is cut off does
    not count."""
    said = {
        **dict.fromkeys(("recorded", "error", "actual", "case", "marks", "told")), "handles": False, "tampered": False,
    }
    while data:
        start = NONCE_BYTES + 4
        size = int.from_bytes(data[NONCE_BYTES:start], "big")
        body = data[start:start + size]
        if data[:NONCE_BYTES] != nonce or len(body) < size:
            # Ended while it was writing, unless somebody else wrote.
            said["tampered"] = not data.startswith(nonce[:len(data)])
            break
        _take(said, body)
        data = data[start + size:]
    return said


def _take(said: dict, body: bytes) -> None:
    try:
        record = json.loads(body)
        kind = record.get("kind")
        if said["recorded"] is None and kind in KINDS:
            said["recorded"] = kind
        if record.get("detail") in DETAILS:
            said["told"] = record["detail"]
        if record.get("handles") is True:
            said["handles"] = True
        for name in ("error", "actual"):
            if isinstance(record.get(name), str):
                said[name] = record[name]
        marks = record.get("marks")
        if isinstance(marks, str) and len(marks) <= MOST_MARKS and not marks.strip(MARKS):
            said["marks"] = marks
        case = record.get("case")
        if isinstance(case, dict) and all(isinstance(case.get(name), str) for name in CASE):
            said["case"] = {name: case[name] for name in CASE}
    except (ValueError, AttributeError, RecursionError, TypeError):
        said["tampered"] = True


class RecordSender:
    """The box's end. Everything it needs later is made before a program runs."""

    def __init__(self, fd: int, nonce: bytes):
        self._fd = fcntl.fcntl(fd, fcntl.F_DUPFD_CLOEXEC, OWN_DESCRIPTOR)
        os.close(fd)
        os.register_at_fork(after_in_child=self._close_in_child)
        encode = json.JSONEncoder(separators=(",", ":")).encode
        write = os.write

        def send(record: dict) -> None:
            data = _frame(nonce, encode(record).encode("ascii"))
            while data:
                data = data[write(self._fd, data):]

        self.send = send

    def _close_in_child(self) -> None:
        try:
            os.close(self._fd)
        except OSError:
            pass
