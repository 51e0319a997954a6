"""What LiveCodeBench and APPS put before every program."""
from __future__ import annotations

DEEPEST = 50_000
#: `io` gives programs another `open` than the one that the tool replaces.
_OPENED = (
    "string", "re", "datetime", "collections", "heapq", "bisect", "copy", "math", "random", "statistics", "itertools",
    "functools", "operator", "io", "sys", "json", "builtins", "typing",
)
_NAMED = (
    "string", "re", "datetime", "collections", "heapq", "bisect", "copy", "math", "random", "statistics", "itertools",
    "functools", "operator", "io", "sys", "json",
)
PRELUDE = "".join(
    ["from %s import *\n" % name for name in _OPENED]
    + ["import %s\n" % name for name in _NAMED]
    + ["sys.setrecursionlimit(%d)\n" % DEEPEST]
)
