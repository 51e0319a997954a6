"""Standard output and error of a session: two pipes, which the supervisor reads as they fill. Nothing is held back
here, and before one is written to the other has been read: so what arrives is in the order in which it was written."""
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
    def __init__(self, fd: int, other: int):
        self._fd, self._other = fd, other

    def fileno(self) -> int:
        return self._fd

    def writable(self) -> bool:
        return True

    def write(self, data) -> int:
        await_read(self._other)
        view = memoryview(data).cast("B")
        sent = 0
        while sent < len(view):
            sent += _write(self._fd, view[sent:])
        return sent


def set_up() -> None:
    for name, fd, other, errors in (("stdout", 1, 2, "surrogateescape"), ("stderr", 2, 1, "backslashreplace")):
        stream = io.TextIOWrapper(Stream(fd, other), "utf-8", errors, newline="\n", write_through=True)
        stream.mode = "w"
        setattr(sys, name, stream)
        setattr(sys, "__%s__" % name, stream)
