"""The checker's side of values: what the test hands over, and what of it may come back.

Data goes as data. Of everything else the program gets a name: of a function that the test itself defines, to have it
called here with data; of what Python's own library has, to use its own; of a function of the program's. Anything else
cannot be handed over. Nothing that arrives is an object of the program's, and only the first can be called by it.
"""
from __future__ import annotations

import builtins
import sys
import types

from sandbox_tools.split.names import LIBRARY
from sandbox_tools.wire import errors
from sandbox_tools.wire.codec import Nonsense, read_items, write_items
from sandbox_tools.wire.numbers import is_numpy, write_numpy
from sandbox_tools.wire.peer import Peer
from sandbox_tools.wire.values import DATA_TYPES, TYPE_NAMES, TYPES

__builtins__ = dict(vars(builtins))

TEST_MODULE = "solution"


class ProgramFunction:
    """Calls a function of the program's. A test that looks into it, and would find what is ours, ends there."""

    __slots__ = ("_link", "_number", "_called", "_plain", "__weakref__")

    def __init__(self, link, number, called, plain):
        """`called`: its own name for itself; `plain`: it is a function, and nothing else that can be called."""
        _set(self, "_plain", plain)
        _set(self, "_link", link)
        _set(self, "_number", number)
        _set(self, "_called", called)

    def __call__(self, /, *args, **kwargs):
        return _link_of(self).call(_number_of(self), args, kwargs)

    def __getattribute__(self, name):
        called = _called_of(self)
        if name == "__name__" and called is not None:
            return called
        if name == "__class__" and _is_plain(self):
            return types.FunctionType
        return _link_of(self).not_data("program gave", "a function that is asked for its %s" % name)

    def __setattr__(self, name, value):
        _link_of(self).not_data("program gave", "a function that is given a %s" % name)

    def __repr__(self):
        if _link_of(self).is_decided():
            return "<function>"
        return _link_of(self).not_data("program gave", "a function that is shown")


_set = object.__setattr__
_link_of = ProgramFunction._link.__get__
_number_of = ProgramFunction._number.__get__
_called_of = ProgramFunction._called.__get__
_is_plain = ProgramFunction._plain.__get__


def asked_of(function: ProgramFunction) -> tuple:
    """(link, number) by which it is called"""
    return _link_of(function), _number_of(function)


#: What a class has that gives its instances attributes and nothing else.
_BARE = frozenset("__init__ __module__ __doc__ __dict__ __weakref__ __annotations__ __qualname__ __slots__".split())


def _is_bare(kind) -> bool:
    """Whether a class is the test's and its instances are their attributes: a node, a record."""
    if type(kind) is not type or kind.__module__ != TEST_MODULE or kind.__base__ is not object:
        return False
    own = vars(kind)
    return own.keys() <= _BARE and "__dict__" in own


class CheckerPeer(Peer):
    """`module`: the test's, by whose globals its own functions are known."""

    def __init__(self, module):
        self.module = module
        self.exported = []  # what the candidate may hand back: functions of the test's, and what those raised
        self.places = {}
        self.functions = {}  # number of a function of the program's -> what calls it

    # What the test hands over

    def place(self, value) -> int:
        place = self.places.get(id(value))
        if place is None:
            place = self.places[id(value)] = len(self.exported)
            self.exported.append(value)
        return place

    def is_own_function(self, value) -> bool:
        return type(value) is types.FunctionType and value.__globals__ is self.module.__dict__

    def write_first(self, value, kind, memo):
        """Of a class derived from a plain type the program would meet the plain type: such a value is no data."""
        return write_numpy(value, kind, memo) if is_numpy(kind) else self.write(value, kind, memo)

    def write(self, value, kind, memo):
        if self.is_own_function(value):
            return {"k": [self.place(value), value.__name__]}
        if kind is ProgramFunction:
            return {"P": _number_of(value)}
        named = self._library_name(value, kind)
        if named is not None:
            return {"L": named}
        if not _is_bare(kind):
            self.refuse(kind)
        known = memo.stand_in(value)
        return self.contents(value, memo) if known is None else known

    @staticmethod
    def _library_name(value, kind):
        """[module, name] by which the program finds the same callable; None: it does not."""
        if not callable(value):
            return None
        owner = value if issubclass(kind, type) else getattr(value, "__objclass__", value)
        module, name = getattr(owner, "__module__", None), getattr(value, "__qualname__", None)
        if type(module) is not str or type(name) is not str or module.partition(".")[0] not in LIBRARY:
            return None
        found = sys.modules.get(module)
        for part in name.split("."):
            found = getattr(found, part, None)
        return [module, name] if found is value else None

    def contents(self, value, memo):
        kind = type(value)
        if kind.__module__ != TEST_MODULE:
            return Peer.contents(self, value, memo)
        state = value.__dict__
        return {"o": [kind.__name__, write_items(list(state), memo), write_items(list(state.values()), memo)]}

    def write_error(self, error, memo):
        """What a function of the test's raised."""
        kind = type(error)
        nearest = TYPE_NAMES[errors.nearest_builtin(kind)]
        return {"e": [nearest, errors.write_parts(error, memo), errors.nearest_standard(kind), self.place(error)]}

    # What arrives

    def read_type(self, name):
        kind = TYPES[name]
        if kind not in DATA_TYPES:
            raise Nonsense("no type of data")
        return kind

    def may_make(self, factory) -> bool:
        return (isinstance(factory, type) and factory in DATA_TYPES) or self.is_own_function(factory)

    def read_tag(self, tag, body, reader):
        if tag == "P":
            return self.functions[body]
        if tag == "K":
            return self.handed_back(body)
        if tag == "e":
            return self.read_error(body, reader)
        return Peer.read_tag(self, tag, body, reader)

    def handed_back(self, place):
        if type(place) is not int or place < 0:
            raise Nonsense("nothing of the test's")
        return self.exported[place]

    def read_error(self, body, reader):
        name, parts, standard, own = body
        kind = errors.builtin_error(name) if standard is None else errors.standard_class(*standard)
        if own is None or (standard is not None and kind is not None):
            return self._with_state(errors.make_error(kind or errors.builtin_error(name), parts, reader), own, reader)
        roots, called, text, *_ = own
        return self._with_state(errors.make_error(errors.own_class(roots, called, text), parts, reader), own, reader)

    @staticmethod
    def _with_state(error, own, reader):
        if own is not None:
            errors.take_state(error, own[3], read_items(own[4], reader))
        return error
