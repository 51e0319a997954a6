"""Loads once, before any fork, what programs commonly import; afterwards an import costs them nothing."""
from __future__ import annotations

import importlib
import os

COMMON = (
    "abc array bisect cmath collections collections.abc contextlib copy ctypes dataclasses datetime decimal enum fractions "
    "functools heapq io itertools json linecache locale math numbers operator os.path random re statistics string "
    "struct textwrap threading time traceback types typing"
).split()
HEAVY = ("numpy",)


def _without_fork_hooks(names) -> list:
    """`threading` and `random` would run code after every fork and so copy a hundred pages of each box. A box
    registers what its program's own forks need; `random` it seeds itself."""
    register = os.register_at_fork
    os.register_at_fork = lambda **hooks: None
    loaded = []
    try:
        for name in names:
            try:
                importlib.import_module(name)
                loaded.append(name)
            except ImportError:
                continue  # not part of this Python: programs will be told the same
    finally:
        os.register_at_fork = register
    return loaded


def load_common_modules() -> list:
    """Names of what was loaded."""
    return _without_fork_hooks((*COMMON, *HEAVY))
