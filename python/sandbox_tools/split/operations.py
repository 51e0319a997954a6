"""What the checker may ask of the program's objects besides calling them. Each runs in the candidate."""
from __future__ import annotations

import builtins
import copy
import operator

from sandbox_tools.wire.peer import dict_of, mro_of
from sandbox_tools.wire.codec import TO_PLAIN, plain_base

__builtins__ = dict(vars(builtins))


def _reflected(function):
    return lambda value, other: function(other, value)


def _enter(value):
    return type(value).__enter__(value)


def _exit(value, *about):
    return type(value).__exit__(value, *about)


def _await(value):
    """Runs a coroutine to its end: there is one loop, here."""
    import asyncio

    async def wait():
        return await value

    return asyncio.run(wait())


def _fields(value) -> dict:
    """The state of an instance as data: its attributes, those in slots too."""
    state = {}
    for base in mro_of(type(value)):
        slots = dict_of(base).get("__slots__", ())
        for name in (slots,) if type(slots) is str else slots:
            try:
                state[name] = object.__getattribute__(value, name)
            except AttributeError:
                pass
    try:
        state.update(object.__getattribute__(value, "__dict__"))
    except AttributeError:
        pass
    state.pop("__dict__", None)
    state.pop("__weakref__", None)
    return state


def _plain(value):
    """The plain value of an instance of a subclass of a plain type, without asking the subclass."""
    base = plain_base(type(value))
    if base is None:
        raise TypeError("no plain value")
    return TO_PLAIN[base](value)


_BINARY = "add sub mul truediv floordiv mod pow matmul and or xor lshift rshift"
_REFLECTED = "add sub mul truediv matmul and or xor"
_IN_PLACE = "add sub mul or and"
_SINGLE = "neg pos abs invert getitem setitem delitem"
ARITHMETIC = {
    name: getattr(operator, name if name not in ("and", "or") else name + "_") for name in _BINARY.split()
}
OPERATIONS = {
    **ARITHMETIC,
    **{"r" + name: _reflected(ARITHMETIC[name]) for name in _REFLECTED.split()},
    **{"i" + name: getattr(operator, "i" + name) for name in _IN_PLACE.split()},
    **{name: getattr(operator, name) for name in _SINGLE.split()},
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
    "fields": _fields,
    "plain": _plain,
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
}
