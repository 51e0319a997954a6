"""The candidate's side of handles: which of its objects the checker may name, and what it is told about them.

Objects are looked at from outside only: their type, that type's own dictionary. Nothing of the program's own code runs
while its values are being written.
"""
from __future__ import annotations

import builtins
import types

from sandbox_tools.wire import errors
from sandbox_tools.wire.peer import Peer, dict_of, mro_of, tuple_fields
from sandbox_tools.wire.values import TYPE_NAMES
from sandbox_tools.wire.codec import plain_base, write

__builtins__ = dict(vars(builtins))

_TOLD = (
    "call len getitem setitem delitem iter next reversed enter exit eq await add sub mul truediv floordiv "
    "mod pow matmul and or xor lshift rshift radd rsub rmul rtruediv rmatmul rand ror rxor iadd isub imul "
    "ior iand neg pos abs invert str"
)
#: Special methods that the checker has to know of: an object has them or not.
TOLD = frozenset("__%s__" % name for name in _TOLD.split())
#: Kinds of objects that every program has; the checker has their classes ready.
COMMON = {
    types.FunctionType: "f",
    types.BuiltinFunctionType: "b",
    types.MethodType: "m",
    types.GeneratorType: "g",
    types.CoroutineType: "y",
    types.ModuleType: "M",
}
_bases_of = type.__dict__["__bases__"].__get__
_name_of = type.__dict__["__name__"].__get__
_module_of = type.__dict__["__module__"].__get__
_SIMPLE = frozenset((str, int, float, bool, type(None)))


def _told(kind) -> list:
    found = set()
    for base in mro_of(kind):
        if base is not object:
            found |= TOLD & dict_of(base).keys()
    if issubclass(kind, BaseException):
        found = found & {"__str__"} if _own_str(kind) else set()
    return sorted(found)


def _own_str(kind) -> bool:
    for base in mro_of(kind):
        if "__str__" in dict_of(base):
            return base not in TYPE_NAMES
    return False


class Exports(Peer):
    """Numbers the program's objects. Those that have a number stay alive as long as the box."""

    def __init__(self):
        self.objects = []
        self.numbers = {}
        self.announced = set()
        self.fresh = []  # announced in the message being written
        self.returned = {}  # id of what came from the checker -> its tree on the way back

    def number(self, value) -> int:
        number = self.numbers.get(id(value))
        if number is None:
            number = self.numbers[id(value)] = len(self.objects)
            self.objects.append(value)
        return number

    def forget_fresh(self) -> None:
        """The message was not sent after all."""
        self.announced.difference_update(self.fresh)
        self.fresh.clear()

    def write_first(self, value, kind, memo):
        if id(value) in self.returned:
            return self.returned[id(value)]
        if id(value) in self.numbers and not issubclass(kind, BaseException):
            return self.write(value, kind, memo)
        if issubclass(kind, type):
            return self.write(value, kind, memo)
        return Peer.write_first(self, value, kind, memo)

    def write(self, value, kind, memo):
        """The handle of an object; what it is, when it is met for the first time."""
        back = self.returned.get(id(value))
        if back is not None:
            return back
        number = self.number(value)
        if number in self.announced:
            return {"h": number}
        self.announced.add(number)
        self.fresh.append(number)
        if issubclass(kind, type):
            return {"C": self._about_class(number, value, memo)}
        return {"h": [number, COMMON.get(kind) or self.write_class(kind, memo)]}

    def write_class(self, kind, memo):
        name = TYPE_NAMES.get(kind)
        return {"T": name} if name is not None and issubclass(kind, BaseException) else self.write(kind, type, memo)

    write_tuple_class = write_class

    def _about_class(self, number, kind, memo) -> list:
        bases = [
            {"T": TYPE_NAMES[base]} if base in TYPE_NAMES else self.write(base, type, memo) for base in _bases_of(kind)
        ]
        fields = tuple_fields(kind)
        plain = plain_base(kind)
        extra = None
        if fields is not None:
            extra = list(fields)
        elif plain is not None:
            extra = TYPE_NAMES.get(plain)
        module = _module_of(kind)
        return [
            number,
            _name_of(kind),
            module if type(module) is str else "",
            bases,
            _told(kind),
            extra,
            TYPE_NAMES.get(kind),
        ]

    def write_error(self, error, memo):
        kind = type(error)
        origin = self.returned.get(id(error))
        if origin is not None:
            return origin
        if kind in TYPE_NAMES:
            return {"e": [TYPE_NAMES[kind], errors.write_parts(error, memo)]}
        parts = errors.write_parts(error, memo)
        return {"e": [self.write_class(kind, memo), parts, self.number(error), _write_state(error, memo)]}


def _write_state(error, memo) -> list:
    """Its plain attributes: the others are asked for when a test wants them."""
    try:
        state = object.__getattribute__(error, "__dict__")
    except AttributeError:
        return [[], []]
    names = [name for name, value in state.items() if type(name) is str and type(value) in _SIMPLE]
    return [names, [write(state[name], memo) for name in names]]
