"""How numpy's scalars and arrays travel, where numpy is installed. Nothing here imports it before a value needs it."""
from __future__ import annotations

import builtins
import sys

from sandbox_tools.wire.containers import add_shell
from sandbox_tools.wire.codec import READERS, Nonsense

__builtins__ = dict(vars(builtins))

_KINDS = frozenset("biufcSUmM?")


def _numpy():
    numpy = sys.modules.get("numpy")
    if numpy is None:
        import numpy
    return numpy


def is_numpy(kind) -> bool:
    module = type.__dict__["__module__"].__get__(kind)
    return type(module) is str and (module == "numpy" or module.startswith("numpy."))


def write_numpy(value, kind, memo):
    """The tree of an array or scalar of plain elements, else None."""
    numpy = _numpy()
    if kind is numpy.ndarray:
        if value.dtype.kind not in _KINDS:
            return None
        known = memo.stand_in(value)
        return array_contents(value, memo) if known is None else known
    if issubclass(kind, numpy.generic) and value.dtype.kind in _KINDS:
        return {"number": [value.dtype.str, memo.blob(value.tobytes())]}
    return None


def array_contents(value, memo) -> dict:
    return {"ndarray": [value.dtype.str, list(value.shape), memo.blob(value.tobytes())]}


def _elements(name, data):
    numpy = _numpy()
    if type(name) is not str:
        raise Nonsense("no type of elements")
    dtype = numpy.dtype(name)
    if dtype.kind not in _KINDS or dtype.itemsize == 0 and len(data):
        raise Nonsense("elements that cannot be sent")
    return numpy.frombuffer(bytearray(data), dtype) if dtype.itemsize else numpy.zeros(0, dtype)


def read_array(body, reader):
    name, shape, named = body
    return _elements(name, reader.blob(named)).reshape(shape)


def _read_number(body, reader):
    return _elements(body[0], reader.blob(body[1]))[0]


READERS["number"] = _read_number
add_shell("ndarray", read_array, lambda value, body, reader: None)
