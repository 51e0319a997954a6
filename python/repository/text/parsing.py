"""Trees of foreign text."""
from __future__ import annotations

import ast
import resource
import sys

# For the longest chain that a file as large as text/source.py reads holds; more than the kernel keeps free below the stack would be of no use.
_DEEP_STACK = 120 << 20


def parse(text, mode: str = "exec"):
    """`ast.parse` for text that somebody else wrote: what is nested too deeply is an error of `ast.parse`, and never the process's end.

    Before Python 3.11 the trees of long chains are made by recursion that nothing limits but the stack, which grows as far as it may."""
    if sys.version_info < (3, 11):
        _deepen_stack()
    return ast.parse(text, mode=mode)


def _deepen_stack() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_STACK)
    most = _DEEP_STACK if hard == resource.RLIM_INFINITY else min(_DEEP_STACK, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_STACK, (most, hard))
