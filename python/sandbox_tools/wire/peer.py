"""What both sides of the wire do alike with values that no table knows."""
from __future__ import annotations

import builtins

from sandbox_tools.wire.codec import READERS, Nonsense
from sandbox_tools.wire.numbers import array_contents, is_numpy, write_numpy
from sandbox_tools.wire.values import TYPES

__builtins__ = dict(vars(builtins))

mro_of = type.__dict__["__mro__"].__get__
dict_of = type.__dict__["__dict__"].__get__


class NotData(Exception):
    """A value that cannot cross; says what it is."""


class Peer:
    """Writes and reads what is more than a value. Everything that a side does not expect is nonsense."""

    def write_first(self, value, kind, memo):
        """A tree for what must not be taken for an instance of its plain base, else None."""
        if is_numpy(kind):
            return write_numpy(value, kind, memo)
        if issubclass(kind, BaseException):
            return self.write_error(value, memo)
        return None

    def write(self, value, kind, memo):
        self.refuse(kind)

    def refuse(self, kind):
        """A value of this type cannot cross from this side."""
        raise NotData(article(type.__dict__["__name__"].__get__(kind)))

    def contents(self, value, memo):
        if is_numpy(type(value)):
            return array_contents(value, memo)
        raise Nonsense("no container")

    def sends_type(self, kind) -> bool:
        """Whether a class of Python's own goes by its name."""
        return True

    def read_type(self, name):
        """What arrives where a class of Python's own was sent."""
        return TYPES[name]

    def class_named(self, name):
        raise Nonsense("no instances of this side's")

    def may_make(self, factory) -> bool:
        """Whether a dictionary that arrived may call it for what is missing."""
        return callable(factory)

    def read_tag(self, tag, body, reader):
        raise Nonsense("unexpected %r" % tag)


def article(name: str) -> str:
    return "%s %s" % ("an" if name[:1].lower() in ("a", "e", "i", "o", "u") else "a", name)


def _handed(tag):
    return lambda body, reader: reader.peer.read_tag(tag, body, reader)


#: What each side gives a meaning of its own. e: exceptions. k: functions of the test's, seen from the candidate; K: on
#: their way back. L: what Python's own library calls so. P: a function of the program's, by name. h, C, H, it: handles,
#: which only `objects` knows.
READERS.update({tag: _handed(tag) for tag in ("e", "k", "K", "L", "P", "h", "C", "H", "it")})
READERS["T"] = lambda body, reader: reader.peer.read_type(body)
