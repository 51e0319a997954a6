"""What the function under test is called with, as a trace of the runner (see run_cases.py): module `repository.docstring.calls`,
function `trace`, no argument; per case a list with, for each outermost call in order,
  {"arguments": {parameter: type}, "text": "f(1, key='a')" or null, "returns"?: type}
Types are `module.qualname`, of Python's own the name alone. `text` is there when every argument is plain data of Python's own types and
short; of a method it stands behind `instance.`. `returns` is left out where the call is not over at once (generators, coroutines) and
where it raised or gave None, which look alike from here. No code of a value is run to say any of this.
"""
from __future__ import annotations

import sys
import types

MOST_CALLS = 200
LONGEST = 160
_LAZY = 0x20 | 0x80 | 0x200
_PLAIN = (type(None), bool, int, float, complex, str, bytes)
_CONTAINERS = (list, tuple, set, frozenset)


def type_name(value) -> str:
    kind = type(value)
    module, name = type.__getattribute__(kind, "__module__"), type.__getattribute__(kind, "__qualname__")
    return name if module == "builtins" or not isinstance(module, str) else f"{module}.{name}"


def plain(value, depth: int = 5) -> bool:
    """Whether its `repr` is Python's own doing, all the way down."""
    kind = type(value)
    if kind in _PLAIN:
        return True
    if depth == 0 or kind not in _CONTAINERS + (dict,) or len(value) > LONGEST:
        return False
    inner = [part for pair in value.items() for part in pair] if kind is dict else value
    return all(plain(part, depth - 1) for part in inner)


def shown(value):
    """The text of plain data that is short; None of everything else."""
    if not plain(value) or type(value) in (str, bytes) and len(value) > LONGEST:
        return None
    if type(value) is int and value.bit_length() > 400:
        return None
    text = repr(value)
    return text if len(text) <= LONGEST else None


def codes_of(target) -> set:
    found, todo = set(), [target]
    for _ in range(50):
        if not todo:
            break
        one = todo.pop()
        if isinstance(one, types.FunctionType):
            found.add(one.__code__)
            todo.append(one.__dict__.get("__wrapped__"))
        elif isinstance(one, (types.MethodType, staticmethod, classmethod)):
            todo.append(one.__func__)
        elif isinstance(one, property):
            todo += [one.fget, one.fset]
        elif one is not None:
            todo.append(getattr(type(one), "__dict__", {}).get("__wrapped__") or getattr(one, "__wrapped__", None))
    return found


class Calls:
    def __init__(self, target):
        self._codes, self._name = codes_of(target), getattr(target, "__name__", "f")
        self._calls, self._within, self._seen = [], None, []

    def __call__(self, frame, event, argument):
        if event == "call":
            if self._within is None and frame.f_code in self._codes and len(self._calls) < MOST_CALLS:
                if not any(frame is one for one in self._seen):
                    self._enter(frame)
        elif event == "return" and frame is self._within:
            self._within = None
            if argument is not None:
                self._calls[-1]["returns"] = type_name(argument)

    def _enter(self, frame) -> None:
        code = frame.f_code
        if code.co_flags & _LAZY:
            # It is entered again for each value.
            self._seen.append(frame)
        else:
            self._within = frame
        positional, keyword = code.co_argcount, code.co_kwonlyargcount
        names = list(code.co_varnames[:positional + keyword])
        values = {name: frame.f_locals[name] for name in names if name in frame.f_locals}
        receiver = names[0] if names and names[0] in ("self", "cls") else None
        texts = []
        for place, name in enumerate(names):
            if name == receiver or name not in values:
                continue
            text = shown(values[name])
            texts.append(text if text is None or place < positional else f"{name}={text}")
        spread = bool(code.co_flags & 0x0C)
        text = None if spread or None in texts else f"{'instance.' if receiver == 'self' else ''}{self._name}({', '.join(texts)})"
        told = {"arguments": {name: type_name(value) for name, value in values.items() if name != receiver}, "text": text}
        self._calls.append(told)

    def end(self) -> list:
        sys.setprofile(None)
        return self._calls


def trace(argument, path: list):
    del argument, path

    def begin(target):
        calls = Calls(target)
        sys.setprofile(calls)
        return calls.end

    return begin
