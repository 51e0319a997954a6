"""The checker's end: asks the candidate, reads what it answers, calls the test's functions for it.

However the candidate breaks the conversation, it is over for good: `Ended` is raised, now and whenever the program is
used again, and it is what the checker reports even if the test swallowed it.
"""
from __future__ import annotations

import builtins
import functools
import threading
import types

from sandbox_tools.split import errors, proxies
from sandbox_tools.split.channel import BadFrame, PeerGone, from_text, receive, send, to_text
from sandbox_tools.split.containers import compose, finish, read_once, replace_contents, untie
from sandbox_tools.split.depth import DEEPEST_CALLS, Deeper
from sandbox_tools.split.numbers import read_array
from sandbox_tools.split.peer import Peer, tuple_fields
from sandbox_tools.split.values import TYPE_NAMES
from sandbox_tools.split.wire import Knot, Memo, Nonsense, Reader, is_easy, read, read_items, write, write_items

__builtins__ = dict(vars(builtins))

CALL, OPERATE, LOAD, DESCRIBE = 0, 1, 9, 8
KEPT_ERRORS = 32
_EMPTY = ([], (), {}, set(), "", b"", range(0))
_ITERATORS = (types.GeneratorType, map, filter, zip, enumerate, reversed, *(type(iter(made)) for made in _EMPTY))


class Ended(BaseException):
    """The candidate is gone or talks nonsense. Nothing a test does can turn that into a pass."""


class Link(Peer):
    def __init__(self, fd: int):
        self.fd = fd
        self.lock = threading.RLock()
        self.ended = None  # why: {"kind": ...}
        self.uses = 0
        self.things = {}  # candidate's number -> its stand-in
        self.kinds = {}
        self.exported = []  # what the candidate may call or hand back
        self.places = {}
        self.drawn = set()  # places of iterators: to call one is to draw from it
        self.remote_errors = {}  # id -> (error, its number there, whether it is the test's own)
        self.test_name = "solution"

    # Asking

    def call(self, number, args, kwargs):
        if not kwargs and is_easy(args):
            return self.exchange(to_text((CALL, number, args)), None)
        names = list(kwargs)
        if not names:
            memo = Memo(self)
            try:
                text = to_text((CALL, number, write_items(args, memo)))
            except (Knot, RecursionError):
                pass
            else:
                return self.exchange(text, memo, memo.blobs)

        def build(memo):
            tree = [CALL, number, write_items(args, memo)]
            return [*tree, names, write_items(list(kwargs.values()), memo)] if names else tree

        return self.ask(build)

    def operate(self, name, number, args):
        return self.ask(lambda memo: [OPERATE, name, number, write_items(args, memo)])

    def following(self, number):
        return self.exchange(to_text((OPERATE, "next", number, ())), None)

    def ask(self, build):
        tree, memo = compose(build, lambda: Memo(self))
        return self.exchange(to_text(tree), memo, memo.blobs)

    def load(self, entry: str):
        """[names the program defines, whether `entry` is one, its value]"""
        found = self.exchange(to_text((LOAD, entry)), None)
        self.uses = 0
        if type(found) is not list or len(found) != 3 or type(found[1]) is not bool or type(found[0]) is not list:
            self.end("nonsense")
        return found

    def describe(self, number):
        """The program's own words for an exception of its own."""
        self.ended = None
        text = self.exchange(to_text((DESCRIBE, number)), None)
        return text if type(text) is str else None

    def end(self, kind: str, number=None):
        if self.ended is None:
            self.ended = {"kind": kind, "number": number}
        raise Ended(kind)

    def exchange(self, text, memo, blobs=()):
        with self.lock:
            if self.ended is not None:
                raise Ended(self.ended["kind"])
            self.uses += 1
            try:
                send(self.fd, text, blobs)
                while True:
                    answer, data = receive(self.fd)
                    reply = from_text(answer)
                    if type(reply) is list and len(reply) == 2 and reply[0] == 0 and "{" not in answer:
                        return reply[1]
                    outcome = self.take(answer, reply, data, memo)
                    if type(outcome) is not _Called:
                        break
                    self.call_exported(outcome)
            except PeerGone:
                self.end("vanished")
            except BadFrame:
                self.end("nonsense")
        if type(outcome) is _Value:
            return outcome.value
        raise outcome

    # What comes back

    def take(self, answer, reply, data, memo):
        """A `_Value`, an exception to be raised, or the call of one of the test's functions."""
        try:
            try:
                return self.read_reply(reply, data, memo)
            except RecursionError:
                with Deeper(DEEPEST_CALLS):
                    return self.read_reply(from_text(answer), data, memo)
        except MemoryError:
            self.end("memory-limit")
        except Exception:  # a tree that no writer makes
            self.end("nonsense")

    def read_reply(self, reply, data, memo):
        reader = Reader(self, data, memo.original if memo is not None else None)
        if type(reply) is dict:
            reply = untie(reply, reader)
        status = reply[0]
        if type(status) is not int or type(reply) is not list:
            raise Nonsense("no status")
        if status != 3:
            return self.take_outcome(status, reply, reader, memo)
        _, number, args, names, values = reply
        args, values = tuple(read_items(args, reader)), read_items(values, reader)
        finish(reader)
        function = self._back(number, reader)
        if number in self.drawn:
            function = functools.partial(next, function)
        return _Called(function, args, dict(zip(names, values)))

    def take_outcome(self, status, reply, reader, memo):
        changes = reply[3:4] if status == 1 else reply[2:3]
        if changes:
            self.apply_changes(changes[0], reader, memo)
        if status == 1:
            tree, number = reply[1], reply[2]
            ((tag, body),) = tree.items()
            if tag not in ("e", "E") or type(number) is not int:
                raise Nonsense("no exception")
            error = self.read_tag(tag, body, reader)
            finish(reader)
            return self.take_error(error, number, tag == "E")
        value = read(reply[1], reader)
        finish(reader)
        if status == 0:
            return _Value(value)
        if status == 2:
            return StopIteration(value) if value is not None else StopIteration()
        raise Nonsense("no such status")

    def take_error(self, error, number, own):
        if not isinstance(error, Exception):
            self.end("raised", number)
        while len(self.remote_errors) >= KEPT_ERRORS:
            del self.remote_errors[next(iter(self.remote_errors))]
        self.remote_errors[id(error)] = (error, number, own)
        return error

    def apply_changes(self, changes, reader, memo):
        for number, tree in changes:
            if memo is None or type(number) is not int or number < 0:
                raise Nonsense("a change of nothing")
            plain, value = memo.order[number], memo.original(number)
            ((tag, body),) = tree.items()
            if tag == "o":
                value.__dict__.clear()
                value.__dict__.update(zip(read_items(body[1], reader), read_items(body[2], reader)))
            elif tag == "ndarray":
                value[...] = read_array(body, reader)
            else:
                replace_contents(value, type(plain), tree, reader)

    def call_exported(self, called):
        try:
            try:
                value = called.function(*called.args, **called.kwargs)
                tree, memo = compose(lambda memo: [-1, write(value, memo)], lambda: Memo(self))
            except Exception as error:
                tree, memo = self.failure(error)
        except BaseException:  # the program still waits for an answer: it cannot be asked anything more
            self.ended = self.ended or {"kind": "raised", "number": None}
            raise
        send(self.fd, to_text(tree), memo.blobs)

    def failure(self, error):
        place = self.place(error)
        name = TYPE_NAMES[errors.nearest_builtin(type(error))]
        return compose(
            lambda memo: [-2, {"e": [name, errors.write_parts(error, memo), place]}], lambda: Memo(self)
        )

    # Values of the test on their way to the candidate

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
        if type(kind) is type and kind.__module__ == self.test_name and hasattr(value, "__dict__"):
            return self.write_instance(value, kind, memo)
        if hasattr(kind, "__next__"):
            return self.write_iterator(value)
        return {"O": self.place(value)}

    def write_iterator(self, value):
        place = self.place(value)
        self.drawn.add(place)
        return {"it": place}

    def write_instance(self, value, kind, memo):
        known = memo.get(id(value))
        if known is not None:
            return known
        memo.claim(value)
        if memo.pending is not None:
            memo.pending.append(value)
            return memo[id(value)]
        return self.contents(value, memo)

    def contents(self, value, memo):
        kind = type(value)
        if kind.__module__ != self.test_name:
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

    # Values of the candidate

    def read_tag(self, tag, body, reader):
        return _READ[tag](self, body, reader)

    def _handle(self, body, reader):
        if type(body) is int:
            return self.things[body]
        number, kind = body
        if type(number) is not int:
            raise Nonsense("no handle")
        if type(kind) is str:
            kind = self.common(kind)
        else:
            kind = read(kind, reader)
            if not isinstance(kind, type) or not issubclass(kind, proxies.RemoteInstance):
                raise Nonsense("no class for a handle")
        if number not in self.things:
            self.things[number] = proxies.make_instance(kind, number)
        return self.things[number]

    def common(self, code):
        if code not in self.kinds:
            self.kinds[code] = proxies.common_class(self, code)
        return self.kinds[code]

    def _class(self, body, reader):
        number, name, module, bases, special, extra, same_as = body
        bases = [read(base, reader) for base in bases]
        if number not in self.things:
            if not all(isinstance(base, type) for base in bases):
                raise Nonsense("a base that is no class")
            self.things[number] = errors.standard_class(module, name) or proxies.make_class(
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
        if not isinstance(kind, proxies.RemoteClass) or not issubclass(kind, tuple):
            raise Nonsense("no named tuple")
        return read_once(reader, lambda: tuple.__new__(kind, read_items(body[1], reader)))


class _Called:
    """One of the test's functions, as the program has called it."""

    __slots__ = ("function", "args", "kwargs")

    def __init__(self, function, args, kwargs):
        self.function = function
        self.args = args
        self.kwargs = kwargs


class _Value:
    """A result, told from an exception that is to be raised."""

    __slots__ = ("value",)

    def __init__(self, value):
        self.value = value


_READ = {
    "h": Link._handle,
    "C": Link._class,
    "e": Link._error,
    "E": Link._back,
    "K": Link._back,
    "N": Link._named_tuple,
}
