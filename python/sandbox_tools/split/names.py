"""What a test's names mean: Python's own and the test's first, the program's only where nobody else has them."""
from __future__ import annotations

import builtins
import opcode
import sys
import types

PYTHONS_OWN = frozenset(dir(builtins))
_STORE = opcode.opmap["STORE_NAME"]
_REACHES_ALL = frozenset(("eval", "exec", "globals"))
#: A test that names one of these looks at what happens in its own process, where the program does not run: it would find
#: nothing, whatever the program does.
_LOOKS_INSIDE = frozenset((
    "redirect_stdout", "redirect_stderr", "capsys", "patch", "mock", "process_time", "process_time_ns", "thread_time",
    "thread_time_ns", "getrusage", "tracemalloc", "settrace", "setprofile", "getrefcount", "catch_warnings",
    "assertWarns", "assertWarnsRegex", "assertLogs", "assertNoLogs", "addaudithook", "setrecursionlimit", "environ",
    "getenv", "stdout", "stderr", "stdin", "getcwd", "chdir", "builtins", "getstate", "active_count",
    "getrecursionlimit",
))
_MODULES = (
    "math cmath re json itertools functools collections statistics heapq bisect operator decimal fractions string"
)
#: Modules that tests rely on a program to have imported, by the names they go by.
_STANDARD = {**{name: name for name in _MODULES.split()}, "np": "numpy", "numpy": "numpy"}
#: Modules of Python's own library.
LIBRARY = frozenset(getattr(sys, "stdlib_module_names", sys.builtin_module_names))
_ASKED_OF_MODULES = frozenset(("__doc__", "__version__", "__author__"))


def mentioned_names(code, found: set) -> set:
    found.update(code.co_names)
    for constant in code.co_consts:
        if type(constant) is types.CodeType:
            mentioned_names(constant, found)
    return found


def stored_names(code) -> set:
    """What the code itself makes global, `import *` apart."""
    if len(code.co_names) <= 256:
        return {code.co_names[place] for step, place in zip(code.co_code[::2], code.co_code[1::2]) if step == _STORE}
    found, extended = set(), 0
    for step, place in zip(code.co_code[::2], code.co_code[1::2]):
        place |= extended
        extended = place << 8 if step == opcode.EXTENDED_ARG else 0
        if step == _STORE:
            found.add(code.co_names[place])
    return found


def needs_fallback(mentioned, defined, stored) -> bool:
    """Whether the test may name anything of the program's besides what it stores itself."""
    return not _REACHES_ALL.isdisjoint(mentioned) or not (mentioned & defined) - stored <= PYTHONS_OWN


def looks_inside(mentioned):
    """One of the names by which a test looks at its own process; None: it does not."""
    return min(_LOOKS_INSIDE & mentioned, default=None)


def _own_module(name):
    try:
        return __import__(name)
    except ImportError:
        return None


class Fallback(dict):
    """The test's builtins: what they lack is looked for among the program's globals, each time anew."""

    def __init__(self, link, names):
        super().__init__(vars(builtins))
        self._link = link
        self._names = names

    def __missing__(self, name):
        if name not in self._names:
            raise KeyError(name)
        if name not in _STANDARD:
            return self._link.fetch(name)
        found = _own_module(_STANDARD[name])
        if found is None:  # the program's own would be anything
            raise KeyError(name)
        return found


def module_called(name):
    """Where the program has a module of the name that the test names: our own."""
    return _own_module(name) if name in LIBRARY else None


def test_module(link, names, starred) -> types.ModuleType:
    """The module `solution`: the test's own names, and the program's where the test has none. `starred`: what a `*` of it
    brings."""
    module = link.module

    def fetch(name):
        if name == "__all__":
            return [known for known in starred if known[:1] != "_" and known not in module.__dict__]
        if name not in names or name[:2] == "__" and name not in _ASKED_OF_MODULES:
            raise AttributeError("module 'solution' has no attribute %r" % name)
        return link.fetch(name, used=False)

    module.__getattr__ = fetch
    return module
