"""Instances of a class derived from a plain type, made by the test: all that is decided about them is decided on their
plain value, here."""
from __future__ import annotations

import builtins
from array import array
from collections import Counter, OrderedDict, defaultdict, deque

from sandbox_tools.split.proxies import RemoteInstance, may_be_asked

__builtins__ = dict(vars(builtins))

_set = object.__setattr__
_MUTABLE = frozenset((list, dict, set, bytearray, deque, array, Counter, OrderedDict, defaultdict))
_FOR_GOOD = "for good"
_NAMES = (
    "eq ne lt le gt ge contains add sub mul truediv floordiv mod pow matmul and or xor lshift rshift divmod "
    "radd rsub rmul rtruediv rfloordiv rmod rpow rmatmul rand ror rxor rlshift rrshift rdivmod "
    "neg pos abs invert int float complex index round trunc floor ceil"
)
#: Changing what can be changed in place is left to the program; these only tell something about it.
_TELLING = frozenset(("count", "index", "isdisjoint", "issubset", "issuperset"))


def plain(value):
    """The plain value. One that nothing can change is fetched once for good, any other once as long as nothing else is
    asked of the program: it cannot be one number on the left of a multiplication and another on the right."""
    expected = type(value)._espalier_plain if issubclass(type(value), RemoteInstance) else None
    if expected is None:
        return value
    link = value._espalier_link
    asked, kept = value._espalier_kept
    if asked is not _FOR_GOOD and asked != link.uses:
        kept = link.operate("plain", value._espalier_number, ())
        if type(kept) is not expected:
            link.end("nonsense")
        _set(value, "_espalier_kept", (link.uses if expected in _MUTABLE else _FOR_GOOD, kept))
    return kept


def _decided(name):
    def decide(self, *args):
        value = plain(self)
        return getattr(type(value), name)(value, *[plain(item) for item in args])

    return decide


_DECIDED = {name: _decided(name) for name in ["__%s__" % name for name in _NAMES.split()]}


def _attribute(self, name):
    expected = type(self)._espalier_plain
    if may_be_asked(name) and name[:1] != "_" and hasattr(expected, name):
        if expected not in _MUTABLE or name in _TELLING:
            return getattr(plain(self), name)
    return RemoteInstance.__getattr__(self, name)


def decided(kind) -> dict:
    """What a stand-in's class does itself when its objects have plain values of type `kind`."""
    return {
        **{name: method for name, method in _DECIDED.items() if hasattr(kind, name)},
        "__hash__": lambda self: hash(plain(self)),
        "__bool__": lambda self: bool(plain(self)),
        "__getattr__": _attribute,
    }
