"""Streams of a program whose output nobody wants, and which is given no input."""
from __future__ import annotations

import io
import sys


class Swallowing(io.StringIO):
    """Takes what is written, and fails whoever reads."""

    def read(self, *_, **__):
        raise OSError

    def readline(self, *_, **__):
        raise OSError

    def readlines(self, *_, **__):
        raise OSError

    def readable(self, *_, **__):
        return False

    def write(self, text):
        return len(text)


def swallow() -> None:
    sys.stdin, sys.stdout, sys.stderr = Swallowing(), Swallowing(), Swallowing()
