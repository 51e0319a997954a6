"""What a case writes to standard output and error, at the level of descriptors: also that of C code and child processes."""
from __future__ import annotations

import os
import sys
import tempfile


def _new_file() -> int:
    if hasattr(os, "memfd_create"):
        try:
            return os.memfd_create("output")
        except OSError:
            # Refused by the walls of a box.
            pass
    with tempfile.TemporaryFile() as file:
        return os.dup(file.fileno())


def _flush(stream) -> None:
    try:
        stream.flush()
    except Exception:
        pass


class Output:
    """Takes descriptors 0 to 2 of this process, for good: no input, output into files that have no name."""

    def __init__(self):
        null = os.open(os.devnull, os.O_RDONLY)
        os.dup2(null, 0)
        os.close(null)
        self._files = {}
        for descriptor in (1, 2):
            _flush(sys.stdout if descriptor == 1 else sys.stderr)
            # Read by a descriptor that does not share its place with the one that is written.
            self._files[descriptor] = _new_file()
            os.dup2(self._files[descriptor], descriptor)

    def mark(self) -> int:
        """The size of standard output now."""
        _flush(sys.stdout)
        return self._size(1)

    def _size(self, descriptor: int) -> int:
        """0 when the code has closed descriptors that are not its own."""
        try:
            return os.fstat(self._files[descriptor]).st_size
        except OSError:
            return 0

    def since(self, mark: int, descriptor: int = 1, at_most: int = 1 << 20) -> str:
        """What was written after `mark`."""
        _flush(sys.stdout if descriptor == 1 else sys.stderr)
        size = self._size(descriptor) - mark
        return os.pread(self._files[descriptor], min(size, at_most), mark).decode("utf-8", "replace") if size > 0 else ""
