"""What both sides of the wire do alike with values that no table knows."""
from __future__ import annotations

import builtins

import sandbox_tools.wire.values  # noqa: F401  (fills the tables)
from sandbox_tools.wire.containers import write_once
from sandbox_tools.wire.numbers import array_contents, is_numpy, write_numpy
from sandbox_tools.wire.codec import READERS, Nonsense, write_items

__builtins__ = dict(vars(builtins))

mro_of = type.__dict__["__mro__"].__get__
dict_of = type.__dict__["__dict__"].__get__


def tuple_fields(kind):
    """Field names of a named tuple's class, else None. Asks only the class's own dictionary."""
    if not issubclass(kind, tuple):
        return None
    for base in mro_of(kind):
        fields = dict_of(base).get("_fields")
        if fields is not None:
            return fields if type(fields) is tuple and all(type(name) is str for name in fields) else None
    return None


class Peer:
    """Writes and reads what is more than a value. Everything that a side does not expect is nonsense."""

    def write_first(self, value, kind, memo):
        """A tree for what must not be taken for an instance of its plain base, else None."""
        if is_numpy(kind):
            return write_numpy(value, kind, memo)
        if issubclass(kind, BaseException):
            return self.write_error(value, memo)
        if tuple_fields(kind) is not None:
            items = [*tuple.__iter__(value)]
            return write_once(
                value, memo, lambda: {"N": [self.write_tuple_class(kind, memo), write_items(items, memo)]}
            )
        return None

    def write(self, value, kind, memo):
        raise TypeError("a %s cannot be sent" % kind.__name__)

    def contents(self, value, memo):
        if is_numpy(type(value)):
            return array_contents(value, memo)
        raise Nonsense("no container")

    def builtin_type(self, kind):
        """What arrives where a class of Python's own was sent."""
        return kind

    def read_tag(self, tag, body, reader):
        raise Nonsense("unexpected %r" % tag)


def _handed(tag):
    return lambda body, reader: reader.peer.read_tag(tag, body, reader)


#: h, C: things of the candidate, seen from the checker. H: the same on the way back. k, it, O, o, nt: things of the
#: checker, seen from the candidate. K: the same on the way back. e, E: exceptions. N: named tuples.
READERS.update({tag: _handed(tag) for tag in ("h", "C", "H", "k", "it", "O", "nt", "K", "e", "E", "N")})
