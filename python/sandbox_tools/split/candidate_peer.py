"""The candidate's side of values: its own go as data or not at all; of the test's there are functions to call, instances
of its classes by value, and what Python's own library calls so."""
from __future__ import annotations

import builtins

from sandbox_tools.wire import errors
from sandbox_tools.wire.codec import Nonsense, read_items, write_items
from sandbox_tools.wire.containers import add_shell
from sandbox_tools.wire.numbers import is_numpy
from sandbox_tools.wire.peer import NotData, Peer
from sandbox_tools.wire.values import DATA_TYPES, TYPE_NAMES

__builtins__ = dict(vars(builtins))


class _Given:
    """An instance of one of the test's classes, before its class is known here."""


def _fill_given(value, body, reader):
    name, keys, values = body
    value.__dict__.update(zip(read_items(keys, reader), read_items(values, reader)))
    try:
        value.__class__ = reader.peer.class_named(name)
    except TypeError:
        value.__class__ = reader.peer.stand_in(name)


add_shell("o", lambda body, reader: _Given(), _fill_given)


class CandidatePeer(Peer):
    """`call_back(number, args, kwargs)` asks the checker to call one of the test's functions."""

    def __init__(self, call_back):
        self._call_back = call_back
        self._things = {}  # checker's number -> what stands for it here
        self._kept = []  # what is known by its id stays alive
        self._classes = {}
        self.returned = {}  # id of what came from the checker -> its tree on the way back
        self.unsent = []  # what the message being written tells for the first time
        self.namespace = {}
        self.functions = []  # of the program's, by the numbers under which the checker knows them

    def forget_unsent(self) -> None:
        """The message was not sent after all."""
        self.unsent.clear()

    # The program's values

    def write_first(self, value, kind, memo):
        if id(value) in self.returned:
            return self.returned[id(value)]
        return Peer.write_first(self, value, kind, memo)

    def sends_type(self, kind) -> bool:
        return kind in DATA_TYPES

    def write(self, value, kind, memo):
        back = self.returned.get(id(value))
        if back is not None:
            return back
        if issubclass(kind, type):
            raise NotData("a class")
        return Peer.write(self, value, kind, memo)

    def contents(self, value, memo):
        if is_numpy(type(value)):
            return Peer.contents(self, value, memo)
        state = value.__dict__
        return {"o": ["", write_items(list(state), memo), write_items(list(state.values()), memo)]}

    def write_error(self, error, memo):
        """As a class of Python's own library, or derived from such classes alone, with its plain attributes and words."""
        kind = type(error)
        origin = self.returned.get(id(error))
        if origin is not None:
            return origin
        parts, standard = errors.write_parts(error, memo), errors.nearest_standard(kind)
        own = errors.write_own(error, memo)
        return {"e": [TYPE_NAMES[errors.nearest_builtin(kind)], parts, standard, own]}

    # The test's values

    def class_named(self, name):
        found = self.namespace.get(name)
        return found if type(found) is type else self.stand_in(name)

    def stand_in(self, name):
        if name not in self._classes:
            self._classes[name] = type(name, (), {})
        return self._classes[name]

    def read_tag(self, tag, body, reader):
        return _READ[tag](self, body, reader)

    def _keep(self, number, make):
        thing = self._things.get(number)
        if thing is None:
            thing = self._things[number] = make()
            self.returned[id(thing)] = {"K": number}
        return thing

    def _function(self, body, reader):
        number, name = body
        call_back = self._call_back

        def make():
            def function(*args, **kwargs):
                return call_back(number, args, kwargs)

            function.__name__ = function.__qualname__ = name
            return function

        return self._keep(number, make)

    def _library(self, body, reader):
        """The library of this box: what it is called with stays here, and what the test handed over stays there."""
        module, name = body
        try:
            found = __import__(module, None, None, ("",))
            for part in name.split("."):
                found = getattr(found, part)
        except (ImportError, AttributeError) as error:
            raise Nonsense("not in this library") from error
        return found

    def _own(self, body, reader):
        value = self.functions[body]
        self.returned[id(value)] = {"P": body}
        return value

    def _error(self, body, reader):
        name, parts, standard, number = body
        kind = errors.builtin_error(name) if standard is None else errors.standard_class(*standard)
        error = errors.make_error(kind or errors.builtin_error(name), parts, reader)
        if number is not None:
            self._kept.append(error)
            self.returned[id(error)] = {"K": number}
        return error


def _nothing(peer, body, reader):
    raise Nonsense("not at this level")


_READ = {
    **dict.fromkeys(("h", "C", "H", "it", "K"), _nothing),
    "k": CandidatePeer._function,
    "L": CandidatePeer._library,
    "P": CandidatePeer._own,
    "e": CandidatePeer._error,
}
