"""Values of the test on their way to the candidate: data as data, everything else as what may be called, drawn from
or handed back. No attribute of anything here can be asked for."""
from __future__ import annotations

import builtins
import types

from sandbox_tools.split import proxies
from sandbox_tools.wire import errors
from sandbox_tools.wire.peer import Peer, tuple_fields
from sandbox_tools.wire.values import TYPE_NAMES
from sandbox_tools.wire.codec import write_items

__builtins__ = dict(vars(builtins))

TEST_MODULE = "solution"
_EMPTY = ([], (), {}, set(), "", b"", range(0))
_ITERATORS = (types.GeneratorType, map, filter, zip, enumerate, reversed, *(type(iter(made)) for made in _EMPTY))


class Outgoing(Peer):
    def __init__(self):
        self.exported = []  # what the candidate may call or hand back
        self.places = {}
        self.drawn = set()  # places of iterators: to call one is to draw from it

    def place(self, value) -> int:
        place = self.places.get(id(value))
        if place is None:
            place = self.places[id(value)] = len(self.exported)
            self.exported.append(value)
        return place

    def write_first(self, value, kind, memo):
        if issubclass(kind, BaseException):
            return self.write_error(value, memo)
        if isinstance(kind, proxies.RemoteClass) and not issubclass(kind, tuple):
            return {"H": object.__getattribute__(value, "_espalier_number")}
        if isinstance(value, proxies.RemoteClass):
            return {"H": type.__getattribute__(value, "_espalier_class")}
        if issubclass(kind, type):
            return self.write(value, kind, memo)
        return Peer.write_first(self, value, kind, memo)

    def write(self, value, kind, memo):
        if issubclass(kind, _ITERATORS):
            return self.write_iterator(value)
        if callable(value):
            name = getattr(value, "__name__", None)
            return {"k": [self.place(value), name if type(name) is str else kind.__name__]}
        if type(kind) is type and kind.__module__ == TEST_MODULE and hasattr(value, "__dict__"):
            return self.write_instance(value, kind, memo)
        if hasattr(kind, "__next__"):
            return self.write_iterator(value)
        return {"O": self.place(value)}

    def write_iterator(self, value):
        place = self.place(value)
        self.drawn.add(place)
        return {"it": place}

    def write_instance(self, value, kind, memo):
        known = memo.stand_in(value)
        return self.contents(value, memo) if known is None else known

    def contents(self, value, memo):
        kind = type(value)
        if kind.__module__ != TEST_MODULE:
            return Peer.contents(self, value, memo)
        state = value.__dict__
        return {"o": [kind.__name__, write_items(list(state), memo), write_items(list(state.values()), memo)]}

    def write_tuple_class(self, kind, memo):
        if isinstance(kind, proxies.RemoteClass):
            return {"H": type.__getattribute__(kind, "_espalier_class")}
        return {"nt": [kind.__name__, list(tuple_fields(kind))]}

    def write_error(self, error, memo):
        number = error.__dict__.get("_espalier_number")
        if number is not None:
            return {"H": number}
        kind = errors.nearest_builtin(type(error))
        return {"e": [TYPE_NAMES[kind], errors.write_parts(error, memo), self.place(error)]}
