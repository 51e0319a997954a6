"""The checker's end: asks the candidate, reads what it answers, calls the test's functions for it.

However the candidate breaks the conversation, it is over for good: `Ended` is raised, now and whenever the program is
used again, and it is what the checker reports even if the test swallowed it.
"""
from __future__ import annotations

import builtins
import functools
import threading

from sandbox_tools.box.record import CHECKER
from sandbox_tools.wire import errors
from sandbox_tools.split.arrivals import Arrivals
from sandbox_tools.wire.channel import BadFrame, PeerGone, from_text, receive, send, to_text
from sandbox_tools.wire.containers import replace_contents
from sandbox_tools.wire.depth import DEEPEST_CALLS, Deeper
from sandbox_tools.wire.messages import (
    CALL, CALLS_BACK, DESCRIBE, KEPT_ERRORS, LOAD, OPERATE, RAISED, RETURNED, ROOM, STOPPED,
    TEST_RAISED, TEST_RETURNED, compose, finish, untie,
)
from sandbox_tools.wire.numbers import read_array
from sandbox_tools.split.outgoing import Outgoing
from sandbox_tools.wire.values import TYPE_NAMES
from sandbox_tools.wire.codec import Knot, Memo, Nonsense, Reader, is_easy, read, read_items, write, write_items

__builtins__ = dict(vars(builtins))

#: Would end an iteration of the test's, such as `all(map(...))`, without failing it.
_STOPPING = (StopIteration, StopAsyncIteration)


class Ended(BaseException):
    """The candidate is gone or talks nonsense. Nothing a test does can turn that into a pass."""


class CandidateLink(Outgoing, Arrivals):
    def __init__(self, fd: int):
        Outgoing.__init__(self)
        Arrivals.__init__(self)
        self.fd = fd
        self.lock = threading.RLock()
        self.ended = None  # why: {"kind": ...}
        self.may_stop = False  # the test names StopIteration: it may arrive as the outcome of a call
        self.uses = 0
        self.gave_data = False  # the entry point is a plain value: the test may use it unseen
        self.heard = 0  # bytes of the candidate's, with which it fills this memory
        self.entered = {}  # id of a context manager -> uses when its block began; None: it gave the block a value
        self.remote_errors = {}  # id -> (error, its number there, whether it is the test's own)

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
        return self.exchange(to_text((OPERATE, "next", number, ())), None, may_stop=True)

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

    def disk_full(self) -> bool:
        """By the program's own word: no verdict depends on it."""
        return self.exchange(to_text((ROOM,)), None) is True

    def end(self, kind: str, number=None, detail=None):
        if self.ended is None:
            self.ended = {"kind": kind, "number": number, "detail": detail}
        raise Ended(kind)

    def interrupted(self):
        """The conversation was left in the middle: nothing can be asked any more."""
        if self.ended is None:
            self.ended = {"kind": "raised", "number": None, "interrupted": True}

    def exchange(self, text, memo, blobs=(), may_stop=False):
        with self.lock:
            if self.ended is not None:
                raise Ended(self.ended["kind"])
            self.uses += 1
            sent = False
            try:
                send(self.fd, text, blobs)
                sent = True
                while True:
                    answer, data = receive(self.fd)
                    self.heard += len(answer) if data is None else len(answer) + len(data)
                    reply = from_text(answer)
                    if type(reply) is list and len(reply) == 2 and reply[0] == RETURNED and "{" not in answer:
                        return reply[1]
                    outcome = self.take(answer, reply, data, memo)
                    if type(outcome) is not _Called:
                        break
                    self.call_exported(outcome)
            except PeerGone:
                self.end("vanished")
            except BadFrame:
                self.end("nonsense")
            except MemoryError:
                self.end("memory-limit", detail=None if sent else CHECKER)
            except Ended:
                raise
            except BaseException:  # an alarm of the test's, say: the answer is still on its way
                self.interrupted()
                raise
        if type(outcome) is _Value:
            return outcome.value
        if type(outcome) is StopIteration and not (may_stop or self.may_stop):
            self.end("nonsense")
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
        if status != CALLS_BACK:
            return self.take_outcome(status, reply, reader, memo)
        _, number, args, names, values = reply
        args, values = tuple(read_items(args, reader)), read_items(values, reader)
        finish(reader)
        function = self._back(number, reader)
        if number in self.drawn:
            function = functools.partial(next, function)
        return _Called(function, args, dict(zip(names, values)))

    def take_outcome(self, status, reply, reader, memo):
        changes = reply[3:4] if status == RAISED else reply[2:3]
        if changes:
            self.apply_changes(changes[0], reader, memo)
        if status == RAISED:
            tree, number = reply[1], reply[2]
            ((tag, body),) = tree.items()
            if tag not in ("e", "E") or type(number) is not int:
                raise Nonsense("no exception")
            error = self.read_tag(tag, body, reader)
            finish(reader)
            return self.take_error(error, number, tag == "E")
        value = read(reply[1], reader)
        finish(reader)
        if status == RETURNED:
            return _Value(value)
        if status == STOPPED:
            return StopIteration(value) if value is not None else StopIteration()
        raise Nonsense("no such status")

    def take_error(self, error, number, own):
        if not isinstance(error, Exception):
            self.end("raised", number)
        while len(self.remote_errors) >= KEPT_ERRORS:
            del self.remote_errors[next(iter(self.remote_errors))]
        if not self.may_stop and isinstance(error, _STOPPING):
            error = RuntimeError("the program raised %s" % type(error).__name__)
        self.remote_errors[id(error)] = (error, number, own)
        return error

    def apply_changes(self, changes, reader, memo):
        for number, tree in changes:
            if memo is None or type(number) is not int or number < 0:
                raise Nonsense("a change of nothing")
            plain, value = memo.order[number], memo.original(number)
            ((tag, body),) = tree.items()
            if tag == "o":
                _change_state(value, read_items(body[1], reader), read_items(body[2], reader))
            elif tag == "ndarray":
                value[...] = read_array(body, reader)
            else:
                replace_contents(value, type(plain), tree, reader)

    def call_exported(self, called):
        try:
            try:
                value = called.function(*called.args, **called.kwargs)
                tree, memo = compose(lambda memo: [TEST_RETURNED, write(value, memo)], lambda: Memo(self))
            except Exception as error:
                tree, memo = self.failure(error)
        except BaseException:
            self.interrupted()
            raise
        send(self.fd, to_text(tree), memo.blobs)

    def failure(self, error):
        place = self.place(error)
        name = TYPE_NAMES[errors.nearest_builtin(type(error))]
        return compose(
            lambda memo: [TEST_RAISED, {"e": [name, errors.write_parts(error, memo), place]}], lambda: Memo(self)
        )


def _change_state(value, names, values) -> None:
    """New attributes of an instance of the test's own class; what that class defines stays as it is."""
    kind, before = type(value), value.__dict__.copy()
    value.__dict__.clear()
    for name, item in zip(names, values):
        if type(name) is not str:
            raise Nonsense("no attribute name")
        defined = getattr(kind, name, None)
        if name in before or not (name[:2] == "__" or callable(defined) or hasattr(type(defined), "__get__")):
            value.__dict__[name] = item


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
