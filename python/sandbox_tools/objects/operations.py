"""What the checker may ask of the program's objects besides calling them. Each runs in the candidate."""
from __future__ import annotations

import builtins
import operator

__builtins__ = dict(vars(builtins))


def _reflected(function):
    return lambda value, other: function(other, value)


def _enter(value):
    return type(value).__enter__(value)


def _exit(value, error) -> bool:
    return bool(type(value).__exit__(value, None if error is None else type(error), error, None))


def _await(value):
    """Runs a coroutine to its end: there is one loop, here."""
    import asyncio

    async def wait():
        return await value

    return asyncio.run(wait())


_COMPARISONS = "eq ne lt le gt ge"
_BINARY = "add sub mul truediv floordiv mod pow matmul and or xor lshift rshift"
_REFLECTED = "add sub mul truediv matmul and or xor"
_IN_PLACE = "add sub mul or and"
_SINGLE = "neg pos abs invert getitem setitem delitem"
_BINARIES = {name: getattr(operator, name if name not in ("and", "or") else name + "_") for name in _BINARY.split()}
OPERATIONS = {
    **_BINARIES,
    **{"r" + name: _reflected(_BINARIES[name]) for name in _REFLECTED.split()},
    **{"i" + name: getattr(operator, "i" + name) for name in _IN_PLACE.split()},
    **{name: getattr(operator, name) for name in (*_SINGLE.split(), *_COMPARISONS.split())},
    "bool": bool,
    "hash": hash,
    "len": len,
    "iter": iter,
    "next": next,
    "reversed": reversed,
    "str": str,
    "repr": repr,
    "format": format,
    "dir": dir,
    "getattr": getattr,
    "setattr": setattr,
    "delattr": delattr,
    "enter": _enter,
    "exit": _exit,
    "await": _await,
}
