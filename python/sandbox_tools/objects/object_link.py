"""The checker's end of a conversation in which objects have names: `CandidateLink`, and handles."""
from __future__ import annotations

import builtins

from sandbox_tools.objects import stand_ins
from sandbox_tools.split.candidate_link import CandidateLink
from sandbox_tools.split.checker_peer import TEST_MODULE
from sandbox_tools.wire import errors
from sandbox_tools.wire.channel import to_text
from sandbox_tools.wire.codec import Nonsense, read, read_items, write_items
from sandbox_tools.wire.messages import OPERATE, STOPPED

__builtins__ = dict(vars(builtins))


class ObjectLink(CandidateLink):
    def __init__(self, fd: int, module, told=None):
        CandidateLink.__init__(self, fd, module, told)
        self.things = {}  # candidate's number -> its stand-in
        self.called_by_name = set()  # numbers of functions that the test calls by their names
        self.naming = False  # what arrives is what a name of the program's stands for
        self.drawn = set()  # places of the test's iterators: to call one is to draw from it

    # Asking

    def call(self, target, args, kwargs):
        if type(target) is int and target not in self.called_by_name:
            self.handles = True
        return CandidateLink.call(self, target, args, kwargs)

    def operate(self, name, number, *args):
        self.handles = True
        self.uses += 1
        return self.ask(lambda memo: [OPERATE, name, number, write_items(args, memo)])

    def following(self, number):
        self.handles = True
        self.uses += 1
        try:
            return CandidateLink.exchange(self, to_text((OPERATE, "next", number, ())), None)
        except _Stopped as stopped:
            value = stopped.args[0]
        raise StopIteration(value) if value is not None else StopIteration()

    def exchange(self, text, memo, blobs=()):
        try:
            return CandidateLink.exchange(self, text, memo, blobs)
        except _Stopped:  # nobody has asked for the next of anything
            self.end("nonsense")

    def take_value(self, status, value):
        return _Stopped(value) if status == STOPPED else CandidateLink.take_value(self, status, value)

    def leave(self, number, error):
        """Of a context manager, by an error of its block; None: by its end."""
        self.handles = True
        return self.ask(lambda memo: [OPERATE, "exit", number, [None if error is None else self._left_by(error, memo)]])

    def _left_by(self, error, memo):
        known = stand_ins.number_of(error)
        return self.write_error(error, memo) if known is None else {"H": known}

    def load(self, entry):
        with _Naming(self):
            return CandidateLink.load(self, entry)

    def fetch(self, name, used=True):
        with _Naming(self):
            return CandidateLink.fetch(self, name, used)

    def named_value(self, value):
        if type(value) is stand_ins.COMMON_CLASSES["f"]:
            self.called_by_name.add(stand_ins.number_of(value))
        return value

    def is_data(self, value) -> bool:
        return stand_ins.number_of(value) is None and CandidateLink.is_data(self, value)

    def may_stop_now(self) -> bool:
        """Where the test names it. What that does to an iteration of the test's is the program's doing."""
        self.handles = self.handles or self.names_stop
        return self.names_stop

    def function_of(self, number):
        if number in self.drawn:
            return self.exported[number].__next__
        return CandidateLink.function_of(self, number)

    # What the test hands over

    def write_first(self, value, kind, memo):
        number = stand_ins.number_of(value)
        if number is not None:
            return {"H": number}
        return CandidateLink.write_first(self, value, kind, memo)

    def write(self, value, kind, memo):
        number = stand_ins.number_of(value)
        if number is not None:
            return {"H": number}
        if not hasattr(kind, "__next__") or kind.__module__ == TEST_MODULE:
            return CandidateLink.write(self, value, kind, memo)
        place = self.place(value)
        self.drawn.add(place)
        return {"it": place}

    # What arrives

    def may_make(self, factory) -> bool:
        return CandidateLink.may_make(self, factory) or stand_ins.is_stand_in(factory)

    def read_tag(self, tag, body, reader):
        if tag == "h":
            return self._handle(body, reader)
        if tag == "C":
            return self._class(body, reader)
        return CandidateLink.read_tag(self, tag, body, reader)

    def _handle(self, body, reader):
        if type(body) is int:
            self.handles = self.handles or not self.naming
            return self.things[body]
        number, kind = body
        kind = stand_ins.COMMON_CLASSES[kind] if type(kind) is str else read(kind, reader)
        if type(number) is not int or type(kind) is not stand_ins.RemoteClass or issubclass(kind, BaseException):
            raise Nonsense("no handle")
        if not self.naming or kind is not stand_ins.COMMON_CLASSES["f"]:
            self.handles = True
        if number not in self.things:
            self.things[number] = stand_ins.make_instance(self, kind, number)
        return self.things[number]

    def _class(self, body, reader):
        number, name, bases, special, error = body
        bases = tuple(read(base, reader) for base in bases)
        if type(number) is not int or type(name) is not str or not all(type(one) is str for one in special):
            raise Nonsense("no class")
        if not all(type(base) is stand_ins.RemoteClass for base in bases):
            raise Nonsense("a base that is no class")
        self.handles = True
        if number not in self.things:
            roots = None if error is None else tuple(map(errors.builtin_error, error))
            self.things[number] = stand_ins.make_class(self, number, name, bases, special, roots)
        return self.things[number]

    def read_error(self, body, reader):
        if type(body[0]) is str:
            return CandidateLink.read_error(self, body, reader)
        kind = read(body[0], reader)
        _, parts, number, names, values = body
        if type(kind) is not stand_ins.RemoteClass or not issubclass(kind, BaseException) or type(number) is not int:
            raise Nonsense("no exception")
        if number in self.things:
            return self.things[number]
        error = errors.make_error(kind, parts, reader)
        errors.take_state(error, names, read_items(values, reader))
        error.__dict__["_espalier_number"] = number
        self.things[number] = error
        return error


class _Stopped(Exception):
    """An iterator of the program's has no more."""


class _Naming:
    def __init__(self, link):
        self._link = link

    def __enter__(self):
        self._link.naming = True

    def __exit__(self, *about):
        self._link.naming = False
