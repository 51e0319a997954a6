"""The candidate's side of what the checker passes in: functions to call, iterators to draw from, instances of the
test's own classes by value, and things that can only be handed back."""
from __future__ import annotations

import builtins
from collections import namedtuple

from sandbox_tools.wire import errors
from sandbox_tools.wire.containers import add_shell, read_once
from sandbox_tools.split.exports import Exports
from sandbox_tools.wire.numbers import is_numpy
from sandbox_tools.wire.codec import read, read_items, write_items

__builtins__ = dict(vars(builtins))


class Token:
    """Something of the test's. It can be compared by identity and handed back, no more."""

    __slots__ = ()


class _Draw:
    """An iterator of the test's."""

    def __init__(self, draw):
        self._draw = draw

    def __iter__(self):
        return self

    def __next__(self):
        return self._draw()


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


class Candidate(Exports):
    """Both directions. `call_back(number, args, kwargs)` asks the checker to call one of its functions."""

    def __init__(self, call_back):
        Exports.__init__(self)
        self._call_back = call_back
        self._things = {}  # checker's number -> what stands for it here
        self._errors = []  # what came from the checker stays alive: it is known by its id
        self._classes = {}
        self.namespace = {}

    def class_named(self, name):
        found = self.namespace.get(name)
        return found if type(found) is type else self.stand_in(name)

    def stand_in(self, name):
        if name not in self._classes:
            self._classes[name] = type(name, (), {})
        return self._classes[name]

    def contents(self, value, memo):
        if is_numpy(type(value)):
            return Exports.contents(self, value, memo)
        state = value.__dict__
        return {"o": ["", write_items(list(state), memo), write_items(list(state.values()), memo)]}

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

    def _iterator(self, body, reader):
        call_back = self._call_back
        return self._keep(body, lambda: _Draw(lambda: call_back(body, (), {})))

    def _tuple_class(self, body, reader):
        key = (body[0], *body[1])
        if key not in self._classes:
            self._classes[key] = namedtuple(body[0], body[1])
        return self._classes[key]

    def _named_tuple(self, body, reader):
        def build():
            kind = read(body[0], reader)
            return tuple.__new__(kind, read_items(body[1], reader))

        return read_once(reader, build)

    def _error(self, body, reader):
        name, parts, number = body
        error = errors.make_error(errors.builtin_error(name), parts, reader)
        if number is not None:
            self._errors.append(error)
            self.returned[id(error)] = {"E": number}
        return error


def _own(peer, body, reader):
    return peer.objects[body]


_READ = {
    "H": _own,
    "k": Candidate._function,
    "it": Candidate._iterator,
    "O": lambda peer, body, reader: peer._keep(body, Token),
    "nt": Candidate._tuple_class,
    "N": Candidate._named_tuple,
    "e": Candidate._error,
}