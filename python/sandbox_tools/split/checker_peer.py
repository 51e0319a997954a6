"""The checker's side of values: what the test hands over, and what of it may come back.

Data goes as data. Of everything else the program gets a name: of a function that the test itself defines, to have it
called here with data; of what Python's own library has, to use its own; of a function of the program's; of anything
else, to hand it back. Nothing that arrives is an object of the program's, and nothing but the first can be called.
"""
from __future__ import annotations

import builtins
import sys
import types

from sandbox_tools.split.names import LIBRARY
from sandbox_tools.wire import errors
from sandbox_tools.wire.codec import Nonsense, write_items
from sandbox_tools.wire.containers import write_once
from sandbox_tools.wire.peer import Peer, tuple_fields
from sandbox_tools.wire.values import DATA_TYPES, TYPE_NAMES, TYPES

__builtins__ = dict(vars(builtins))

TEST_MODULE = "solution"


class InertType:
    """A type of Python's own that is no type of data, as the program has sent it: it equals that type and is not it."""

    __slots__ = ("_kind",)

    def __init__(self, kind):
        self._kind = kind

    def __eq__(self, other):
        return other is self._kind or (type(other) is InertType and other._kind is self._kind)

    def __hash__(self):
        return hash(self._kind)

    def __repr__(self):
        return repr(self._kind)


class ProgramFunction:
    """Calls the program's function of that name. No function itself: a test that looks into it finds nothing."""

    __slots__ = ("_link", "__name__", "__qualname__", "__weakref__")

    def __init__(self, link, name):
        self._link = link
        self.__name__ = self.__qualname__ = name

    def __call__(self, /, *args, **kwargs):
        return self._link.call(self.__name__, args, kwargs)

    def __repr__(self):
        return "<function %s>" % self.__name__


class CheckerPeer(Peer):
    """`module`: the test's, by whose globals its own functions are known."""

    def __init__(self, module):
        self.module = module
        self.exported = []  # what the candidate may hand back; of these, functions of the test's it may call
        self.places = {}
        self.functions = {}  # name of a function of the program's -> what calls it

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
        fields = tuple_fields(kind)
        if fields is None:
            return Peer.write_first(self, value, kind, memo)
        items = [*tuple.__iter__(value)]
        return write_once(
            value, memo, lambda: {"N": [{"nt": [kind.__name__, list(fields)]}, write_items(items, memo)]}
        )

    def write(self, value, kind, memo):
        if self.is_own_function(value):
            return {"k": [self.place(value), value.__name__]}
        if kind is ProgramFunction:
            return {"P": value.__name__}
        if callable(value):
            return self._write_callable(value, kind)
        if type(kind) is type and kind.__module__ == TEST_MODULE and hasattr(value, "__dict__"):
            known = memo.stand_in(value)
            return self.contents(value, memo) if known is None else known
        return {"O": self.place(value)}

    def _write_callable(self, value, kind):
        owner = value if issubclass(kind, type) else getattr(value, "__objclass__", value)
        module, name = getattr(owner, "__module__", None), getattr(value, "__qualname__", None)
        if type(module) is str and type(name) is str and module.partition(".")[0] in LIBRARY:
            found = sys.modules.get(module)
            for part in name.split("."):
                found = getattr(found, part, None)
            if found is value:
                return {"L": [self.place(value), module, name]}
        return {"O": self.place(value)}

    def contents(self, value, memo):
        kind = type(value)
        if kind.__module__ != TEST_MODULE:
            return Peer.contents(self, value, memo)
        state = value.__dict__
        return {"o": [kind.__name__, write_items(list(state), memo), write_items(list(state.values()), memo)]}

    def write_error(self, error, memo):
        kind = type(error)
        nearest = TYPE_NAMES[errors.nearest_builtin(kind)]
        return {"e": [nearest, errors.write_parts(error, memo), errors.nearest_standard(kind), self.place(error)]}

    # What arrives

    def read_type(self, name):
        kind = TYPES[name]
        return kind if kind in DATA_TYPES else InertType(kind)

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
        name, parts, standard, state = body
        kind = None if standard is None else errors.standard_class(*standard)
        error = errors.make_error(kind or errors.builtin_error(name), parts, reader)
        if state is not None:
            errors.take_state(error, state, reader)
        return error
