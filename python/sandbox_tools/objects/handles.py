"""The candidate's side of handles: which of its objects the checker may name, and what it is told about them.

Objects are looked at from outside only: their type, that type's own dictionary. Nothing of the program's own code runs
while its values are being written.
"""
from __future__ import annotations

import builtins
import types

from sandbox_tools.split.candidate_peer import CandidatePeer
from sandbox_tools.wire import errors
from sandbox_tools.wire.peer import dict_of, mro_of
from sandbox_tools.wire.values import TYPE_NAMES

__builtins__ = dict(vars(builtins))

_TOLD = (
    "call len bool hash contains int float complex index round trunc floor ceil bytes divmod rdivmod rfloordiv "
    "rmod rpow rlshift rrshift copy deepcopy reduce reduce_ex aiter anext aenter aexit getitem setitem delitem "
    "iter next reversed enter exit eq ne lt le gt ge await add sub mul truediv floordiv mod pow matmul and or xor "
    "lshift rshift radd rsub rmul rtruediv rmatmul rand ror rxor iadd isub imul ior iand neg pos abs invert str"
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
}
_bases_of = type.__dict__["__bases__"].__get__
_name_of = type.__dict__["__name__"].__get__


def _told(kind) -> list:
    found = set()
    for base in mro_of(kind):
        if base is not object and base is not BaseException:
            found |= TOLD & dict_of(base).keys()
    return sorted(found)


class _Draw:
    """An iterator of the test's."""

    def __init__(self, draw):
        self._draw = draw

    def __iter__(self):
        return self

    def __next__(self):
        return self._draw()


class HandlesPeer(CandidatePeer):
    """Numbers the program's objects. Those that have a number stay alive as long as the box."""

    def __init__(self, call_back):
        CandidatePeer.__init__(self, call_back)
        self.objects = []
        self.numbers = {}
        self.announced = set()

    def number(self, value) -> int:
        number = self.numbers.get(id(value))
        if number is None:
            number = self.numbers[id(value)] = len(self.objects)
            self.objects.append(value)
        return number

    def forget_unsent(self) -> None:
        self.announced.difference_update(self.unsent)
        self.unsent.clear()

    def write_first(self, value, kind, memo):
        if id(value) in self.numbers and id(value) not in self.returned and not issubclass(kind, BaseException):
            return self.write(value, kind, memo)
        return CandidatePeer.write_first(self, value, kind, memo)

    def write(self, value, kind, memo):
        """The handle of an object; what it is, when it is met for the first time."""
        back = self.returned.get(id(value))
        if back is not None:
            return back
        number = self.number(value)
        if number in self.announced:
            return {"h": number}
        self.announced.add(number)
        self.unsent.append(number)
        if issubclass(kind, type):
            return {"C": self._about_class(number, value, memo)}
        return {"h": [number, COMMON.get(kind) or self.write(kind, type, memo)]}

    def _about_class(self, number, kind, memo) -> list:
        """[number, name, bases of the program's own, special methods, built-in classes that an exception is of]"""
        bases = [self.write(base, type, memo) for base in _bases_of(kind) if base not in TYPE_NAMES]
        roots = errors.roots_of(kind) if issubclass(kind, BaseException) else None
        return [number, _name_of(kind), bases, _told(kind), roots]

    def write_error(self, error, memo):
        kind = type(error)
        if id(error) in self.returned or kind in TYPE_NAMES or errors.nearest_standard(kind) is not None:
            return CandidatePeer.write_error(self, error, memo)
        parts, own = errors.write_parts(error, memo), errors.write_own(error, memo)
        return {"e": [self.write(kind, type, memo), parts, self.number(error), *own[3:]]}

    def read_tag(self, tag, body, reader):
        if tag == "H":
            return self.objects[body]
        if tag == "it":
            return self._keep(body, lambda: _Draw(lambda: self._call_back(body, (), {})))
        return CandidatePeer.read_tag(self, tag, body, reader)
