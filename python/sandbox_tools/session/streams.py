"""Standard output and error of a session: two pipes, which the controller reads as they fill. Before one is
written to, the other has been read: so what arrives is in the order in which it was written."""
from __future__ import annotations

import fcntl
import io
import os
import sys
import termios
import time

#: Seconds between looks; then it is written all the same: somebody else may be writing without end.
NAPS = (0.0,) * 20 + (0.0005,) * 100

_ask, _nap, _write, _UNREAD = fcntl.ioctl, time.sleep, os.write, termios.FIONREAD


def await_read(fd: int) -> None:
    """Until everything that was written has been read."""
    try:
        for seconds in NAPS:
            if not any(_ask(fd, _UNREAD, bytes(4))):
                return
            _nap(seconds)
    except OSError:
        pass  # the program has put something else there


class Stream(io.RawIOBase):
    """One of the two. `other`: the text stream over the other, once there is one."""

    def __init__(self, fd: int, other_fd: int):
        self._fd, self._other_fd = fd, other_fd
        self.other = None

    def fileno(self) -> int:
        return self._fd

    def writable(self) -> bool:
        return True

    def write(self, data) -> int:
        try:
            self.other.flush()
        except ValueError:
            pass  # closed
        await_read(self._other_fd)
        size = len(data)
        sent = _write(self._fd, data)
        while sent < size:
            sent += _write(self._fd, memoryview(data)[sent:])
        return size


def set_up() -> None:
    """As at a terminal: a line is written when it ends."""
    raw = Stream(1, 2), Stream(2, 1)
    texts = [
        io.TextIOWrapper(stream, "utf-8", errors, newline="\n", line_buffering=True)
        for stream, errors in zip(raw, ("surrogateescape", "backslashreplace"))
    ]
    raw[0].other, raw[1].other = texts[1], texts[0]
    sys.stdout, sys.stderr = sys.__stdout__, sys.__stderr__ = texts
