"""The checker's stand-ins for objects of the program's: they fetch data, and decide nothing by asking the program.

Equality, ordering, truth and membership are Python's own, on data. Arithmetic is passed on only between objects of the
program's, and where they are scaled by a number: what a test compares with is never told. Its result is another
stand-in, which equals no data whatever the program says.
"""
from __future__ import annotations

import builtins

__builtins__ = dict(vars(builtins))

_ARITHMETIC = (
    "add sub mul truediv floordiv mod pow matmul and or xor lshift rshift radd rsub rmul rtruediv rmatmul rand ror "
    "rxor iadd isub imul ior iand neg pos abs invert"
)
_FORWARDED = "getitem setitem delitem reversed"
#: Operations whose operand may be a plain number: no test compares a result with one of those.
_SCALING = frozenset(("mul", "rmul", "imul", "truediv", "pow"))
_ASKED = (
    "name qualname doc dict module annotations members code defaults kwdefaults closure wrapped signature "
    "text_signature self func dataclass_fields dataclass_params match_args slots version file all notes"
)
#: The only special names that the program is asked for. By the others Python and numpy find out how a value wants to
#: be compared, converted or computed with.
ASKED = frozenset("__%s__" % name for name in _ASKED.split())


def may_be_asked(name) -> bool:
    return name[:2] != "__" or name[-2:] != "__" or name in ASKED


class RemoteClass(type):
    """Classes of stand-ins: each is one class of the program's. Calling it calls that."""

    def __call__(cls, *args, **kwargs):
        return cls._espalier_of.call(cls._espalier_class, args, kwargs)

    def __getattr__(cls, name):
        number = type.__getattribute__(cls, "__dict__").get("_espalier_class")
        if number is None or not may_be_asked(name):
            raise AttributeError("type object %r has no attribute %r" % (cls.__name__, name))
        return cls._espalier_of.operate("getattr", number, (name,))

    def __setattr__(cls, name, value):
        cls._espalier_of.operate("setattr", cls._espalier_class, (name, value))

    def __iter__(cls):
        return cls._espalier_of.operate("iter", cls._espalier_class, ())

    def __len__(cls):
        return cls._espalier_of.operate("len", cls._espalier_class, ())

    def __getitem__(cls, key):
        return cls._espalier_of.operate("getitem", cls._espalier_class, (key,))

    def __bool__(cls):
        return True

    def __repr__(cls):
        return text_of(cls._espalier_of, "repr", cls._espalier_class)


def text_of(link, operation, number, *more) -> str:
    text = link.operate(operation, number, more)
    if type(text) is not str:
        raise TypeError("__%s__ returned non-string" % operation)
    return text


class RemoteInstance:
    """What every stand-in does."""

    __slots__ = ("_espalier_link", "_espalier_number", "_espalier_kept", "__weakref__")
    #: The type whose plain value the program's object has, if it has one.
    _espalier_plain = None

    def __getattr__(self, name):
        if not may_be_asked(name):
            raise AttributeError("%r object has no attribute %r" % (type(self).__name__, name))
        return self._espalier_link.operate("getattr", self._espalier_number, (name,))

    def __setattr__(self, name, value):
        self._espalier_link.operate("setattr", self._espalier_number, (name, value))

    def __delattr__(self, name):
        self._espalier_link.operate("delattr", self._espalier_number, (name,))

    def __str__(self):
        return text_of(self._espalier_link, "str", self._espalier_number)

    def __repr__(self):
        return text_of(self._espalier_link, "repr", self._espalier_number)

    def __format__(self, form):
        return text_of(self._espalier_link, "format", self._espalier_number, form)

    def __dir__(self):
        return self._espalier_link.operate("dir", self._espalier_number, ())

    def __copy__(self):
        return self._espalier_link.operate("copy", self._espalier_number, ())

    def __deepcopy__(self, memo):
        return self._espalier_link.operate("deepcopy", self._espalier_number, ())

    def __reduce_ex__(self, protocol):
        raise TypeError("cannot pickle %r object" % type(self).__name__)


def _call(self, /, *args, **kwargs):
    return self._espalier_link.call(self._espalier_number, args, kwargs)


def _forward(operation):
    def forward(self, *args):
        return self._espalier_link.operate(operation, self._espalier_number, args)

    return forward


def _length(self):
    length = self._espalier_link.operate("len", self._espalier_number, ())
    return length if type(length) is int else NotImplemented


def _iterate(self):
    return self._espalier_link.operate("iter", self._espalier_number, ())


def _next(self):
    return self._espalier_link.following(self._espalier_number)


def _await(self):
    return self._espalier_link.operate("await", self._espalier_number, ())
    yield


def is_opaque(value) -> bool:
    """An object of the program's that has no plain value: nothing is ever decided on it."""
    kind = type(value)
    return issubclass(kind, RemoteInstance) and kind._espalier_plain is None


def _may_be_sent(operation, operand) -> bool:
    if type(operand) in (int, float):
        return operation in _SCALING or operation == "radd" and operand == 0  # with which `sum` begins
    return is_opaque(operand)


def _arithmetic(operation):
    def forward(self, *operands):
        if not all(_may_be_sent(operation, operand) for operand in operands):
            return NotImplemented
        result = self._espalier_link.operate(operation, self._espalier_number, operands)
        return result if is_opaque(result) else NotImplemented

    return forward


def _equal(self, other):
    """Of two instances of one class that has an equality: whether their attributes are equal, seen from here."""
    if self is other:
        return True
    if type(self) is not type(other):
        return NotImplemented
    link = self._espalier_link
    mine = link.operate("fields", self._espalier_number, ())
    return mine == link.operate("fields", other._espalier_number, ())


def same_hash(self):
    return hash(type(self))


SPECIAL = {
    "__call__": _call,
    "__iter__": _iterate,
    "__next__": _next,
    "__await__": _await,
    "__eq__": _equal,
    "__str__": RemoteInstance.__str__,
    **{"__%s__" % name: _arithmetic(name) for name in _ARITHMETIC.split()},
    **{"__%s__" % name: _forward(name) for name in _FORWARDED.split()},
    "__len__": _length,
}
