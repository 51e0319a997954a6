"""Values of the candidate as they arrive in the checker: stand-ins for its objects, exceptions, named tuples."""
from __future__ import annotations

import builtins

from sandbox_tools.split import classes
from sandbox_tools.wire import errors
from sandbox_tools.wire.containers import read_once
from sandbox_tools.wire.peer import Peer
from sandbox_tools.split.proxies import RemoteClass, RemoteInstance, may_be_asked
from sandbox_tools.wire.codec import Nonsense, read, read_items
from sandbox_tools.wire.values import TYPES

__builtins__ = dict(vars(builtins))


class _Harmless(type):
    """Classes that equal a class of Python's own and are not it: nothing that the test itself raises is an instance."""

    def __eq__(cls, other):
        return other is cls or other is type.__getattribute__(cls, "__base__")

    def __hash__(cls):
        return hash(type.__getattribute__(cls, "__base__"))


_CATCHING_TOO_MUCH = {
    kind: type.__new__(_Harmless, kind.__name__, (kind,), {"__module__": "builtins"})
    for kind in (BaseException, Exception, AssertionError)
}


class Arrivals(Peer):
    def __init__(self):
        self.things = {}  # candidate's number -> its stand-in

    def read_tag(self, tag, body, reader):
        return _READ[tag](self, body, reader)

    def builtin_type(self, kind):
        """By a class of the program's, a test may not catch its own failures."""
        return _CATCHING_TOO_MUCH.get(kind, kind)

    def _handle(self, body, reader):
        if type(body) is int:
            return self.things[body]
        number, kind = body
        if type(number) is not int:
            raise Nonsense("no handle")
        if type(kind) is str:
            kind = classes.COMMON_CLASSES[kind]
        else:
            kind = read(kind, reader)
            if not isinstance(kind, type) or not issubclass(kind, RemoteInstance):
                raise Nonsense("no class for a handle")
        if number not in self.things:
            self.things[number] = classes.make_instance(self, kind, number)
        return self.things[number]

    def _class(self, body, reader):
        number, name, module, bases, special, extra, same_as = body
        bases = [TYPES[base["T"]] if type(base) is dict and "T" in base else read(base, reader) for base in bases]
        if number not in self.things:
            if not all(isinstance(base, type) for base in bases):
                raise Nonsense("a base that is no class")
            self.things[number] = errors.standard_class(module, name) or classes.make_class(
                self, (number, name, module, special, extra, same_as), bases
            )
        return self.things[number]

    def _error(self, body, reader):
        if type(body[0]) is str:
            return errors.make_error(errors.builtin_error(body[0]), body[1], reader)
        kind = read(body[0], reader)
        _, parts, number, (names, values) = body
        if not isinstance(kind, type) or not issubclass(kind, BaseException) or type(number) is not int:
            raise Nonsense("no exception")
        if number in self.things:
            return self.things[number]
        error = errors.make_error(kind, parts, reader)
        if not all(type(name) is str and may_be_asked(name) for name in names):
            raise Nonsense("no attribute names")
        error.__dict__.update(zip(names, read_items(values, reader)))
        error.__dict__["_espalier_number"] = number
        self.things[number] = error
        return error

    def _back(self, body, reader):
        if type(body) is not int or body < 0:
            raise Nonsense("nothing of the test's")
        return self.exported[body]

    def _named_tuple(self, body, reader):
        kind = read(body[0], reader)
        if not isinstance(kind, RemoteClass) or not issubclass(kind, tuple):
            raise Nonsense("no named tuple")
        return read_once(reader, lambda: tuple.__new__(kind, read_items(body[1], reader)))


_READ = {
    "h": Arrivals._handle,
    "C": Arrivals._class,
    "e": Arrivals._error,
    "E": Arrivals._back,
    "K": Arrivals._back,
    "N": Arrivals._named_tuple,
}
