"""The checker's end: asks the candidate, reads what it answers, calls the test's functions for it.

However the candidate breaks the conversation, it is over for good: `Ended` is raised, now and whenever the program is
used again, and it is what the checker reports even if the test swallowed it.
"""
from __future__ import annotations

import builtins
import threading

from sandbox_tools.box.record import CHECKER, NOT_DATA
from sandbox_tools.split.checker_peer import CheckerPeer, ProgramFunction
from sandbox_tools.split.names import module_called
from sandbox_tools.text.explain import describe_exception
from sandbox_tools.text.normalise import normalise_error
from sandbox_tools.wire.channel import BadFrame, Frames, PeerGone, from_text, send, to_text
from sandbox_tools.wire.codec import Knot, Memo, Nonsense, Reader, is_easy, read, read_items, write, write_items
from sandbox_tools.wire.containers import replace_contents
from sandbox_tools.wire.depth import DEEPEST_CALLS, Deeper
from sandbox_tools.wire.messages import (
    CALL, CALLS_BACK, FETCH, FUNCTION, LOAD, MODULE, RAISED, REFUSED, RETURNED, TEST_RAISED, TEST_RETURNED, VALUE, compose,
    finish, untie,
)
from sandbox_tools.wire.numbers import read_array
from sandbox_tools.wire.peer import article

__builtins__ = dict(vars(builtins))

#: What the entry point is: only asking for it would tell, and end the test.
UNTOLD = object()
#: Exceptions of the program's whose words are remembered.
KEPT_ERRORS = 32
#: Would end an iteration of the test's, such as `all(map(...))`, without failing it.
_STOPPING = (StopIteration, StopAsyncIteration)


def _is_return(reply) -> bool:
    """Of a message as a tree, or as a graph."""
    if type(reply) is dict:
        ((_, reply), ) = list(reply.items())[:1] or ((None, None),)
        reply = reply[0] if type(reply) is list and reply else None
    return type(reply) is list and bool(reply) and type(reply[0]) is int and reply[0] == RETURNED


class Ended(BaseException):
    """The conversation is over. Nothing a test does can turn that into a pass."""


class CandidateLink(CheckerPeer):
    """At `data`: what arrives is data, an exception as data, a change of an argument, or a call of a function that the
    test itself defines."""

    def __init__(self, fd: int, module, told=None):
        CheckerPeer.__init__(self, module)
        self.told = told  # called with {"kind", perhaps "detail"} as soon as a verdict is settled
        self.fd = fd
        self.lock = threading.RLock()
        self.ended = None  # why: {"kind", "text", "detail"}
        self.decided = False  # the verdict: nothing is asked any more
        self.uses = 0
        self.handles = False  # the test has worked with an object of the program's: never at `data`
        self.names_stop = False  # the test names StopIteration
        self.gave_data = False  # a name of the program's stands for a plain value: the test may use it unseen
        self.heard = 0  # bytes of the candidate's, with which it fills this memory
        self.frames = Frames(fd)
        self.requests = 0
        self.coming = 0  # answers to what has been asked and nobody has taken
        self.remote_errors = {}  # id -> (error, its words, whether it is the test's own)

    # Asking

    def call(self, target, args, kwargs):
        """`target`: the number of one of the program's functions."""
        self.uses += 1
        if not kwargs and is_easy(args):
            return self.exchange(to_text((CALL, target, args)), None)
        names = list(kwargs)
        if not names:
            memo = Memo(self)
            try:
                text = to_text((CALL, target, write_items(args, memo)))
            except (Knot, RecursionError):
                pass
            else:
                return self.exchange(text, memo, memo.blobs)

        def build(memo):
            tree = [CALL, target, write_items(args, memo)]
            return [*tree, names, write_items(list(kwargs.values()), memo)] if names else tree

        return self.ask(build)

    def ask(self, build):
        tree, memo = compose(build, lambda: Memo(self))
        return self.exchange(to_text(tree), memo, memo.blobs)

    def load(self, entry: str) -> tuple:
        """(names the program defines, whether `entry` is one, what that is, perhaps UNTOLD, names of what cannot cross)"""
        told = self.exchange(to_text((LOAD, entry)), None)
        if type(told) is not list or list(map(type, told[:2])) != [list, bool] or len(told) != 4:
            self.end("nonsense")
        names, found, value, unfit = told
        if type(unfit) is not list or not all(type(name) is str for name in unfit):
            self.end("nonsense")
        return names, found, self.named(entry, value), unfit

    def fetch(self, name: str, used=True):
        """What the program calls `name`. A look at a function is no use of it, nor is what an import brings."""
        value = self.named(name, self.exchange(to_text((FETCH, name)), None))
        if self.is_data(value):
            self.gave_data = True
            self.uses += used
        return value

    def named(self, name, told):
        if told is None:
            return UNTOLD
        kind, *about = told if type(told) is list else [None]
        if kind == VALUE and len(about) == 1:
            return self.named_value(about[0])
        if kind == FUNCTION and len(about) == 3:
            return self.function(*about)
        if told != [MODULE]:
            self.end("nonsense")
        module = module_called(name)
        return self.not_data("program gave", "a module") if module is None else module

    def named_value(self, value):
        return value

    def refuse(self, kind):
        self.not_data("test handed over", article(kind.__name__))

    def not_data(self, who: str, what: str):
        self.end("failed", "What the %s (%s) is no data." % (who, what), NOT_DATA)

    def function(self, number, called, plain):
        if type(number) is not int or not (called is None or type(called) is str):
            self.end("nonsense")
        if number not in self.functions:
            self.functions[number] = ProgramFunction(self, number, called, plain is True)
        return self.functions[number]

    def is_data(self, value) -> bool:
        return type(value) is not ProgramFunction

    def end(self, kind: str, text=None, detail=None):
        """`text`: what to say, or what makes it once the verdict is settled."""
        if self.ended is None:
            self.ended = {"kind": kind, "text": None, "detail": detail}
            self.tell(kind, detail)
            self.ended["text"] = text() if callable(text) else text
        raise Ended(kind)

    def tell(self, kind: str, detail=None) -> None:
        """From now on nothing is asked of the program."""
        self.decided = True
        if self.told is not None:
            self.told({"kind": kind} if detail is None else {"kind": kind, "detail": detail})

    def is_decided(self) -> bool:
        return self.decided or self.ended is not None

    def interrupted(self):
        """The conversation was left in the middle: nothing can be asked any more."""
        if self.ended is None:
            self.ended = {"kind": "raised", "text": None, "interrupted": True}

    def exchange(self, text, memo, blobs=(), answers=1):
        """Asks `text`, which has so many answers, and hears the first. None: hears the next one."""
        with self.lock:
            if self.is_decided():
                raise Ended("decided")
            sent = text is None
            try:
                if not sent:
                    if self.coming:
                        self.pass_over()
                    send(self.fd, text, blobs)
                    sent = True
                    self.requests += 1
                    self.coming = answers
                while True:
                    answer, data, reply = self.hear()
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
        raise outcome

    def hear(self) -> tuple:
        """The next frame: its text, its bytes, its tree."""
        answer, data = self.frames()
        self.heard += len(answer) if data is None else len(answer) + len(data)
        reply = from_text(answer)
        self.coming = max(0, self.coming - 1) if _is_return(reply) else 0
        if not self.coming:
            self.frames.demand_end()
        return answer, data, reply

    def pass_over(self) -> None:
        """Answers that a test asked for at once and did not take: it swallowed what one of them came to."""
        while self.coming:
            self.hear()

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
        reader = Reader(self, data, memo.order.__getitem__ if memo is not None else None)
        if type(reply) is dict:
            reply = untie(reply, reader)
        status = reply[0]
        if type(status) is not int or type(reply) is not list:
            raise Nonsense("no status")
        if status == REFUSED:
            self.not_data("program gave", _short(reply[1]))
        if status != CALLS_BACK:
            return self.take_outcome(status, reply, reader, memo)
        _, number, args, names, values = reply
        args, values = tuple(read_items(args, reader)), read_items(values, reader)
        finish(reader)
        return _Called(self.function_of(number), args, dict(zip(names, values)))

    def take_outcome(self, status, reply, reader, memo):
        changes = reply[3:4] if status == RAISED else reply[2:3]
        if changes:
            self.apply_changes(changes[0], reader, memo)
        if status == RAISED and reply[1] is None:
            self.end("raised", _words(reply[2]))
        if status == RAISED:
            error = read(reply[1], reader)
            finish(reader)
            if not isinstance(error, BaseException):
                raise Nonsense("no exception")
            return self.take_error(error, _words(reply[2]), "K" in reply[1])
        value = read(reply[1], reader)
        finish(reader)
        return self.take_value(status, value)

    def take_value(self, status, value):
        if status != RETURNED:
            raise Nonsense("no such status")
        return _Value(value)

    def take_error(self, error, words, own):
        if not isinstance(error, Exception):
            self.end("raised", words)
        while len(self.remote_errors) >= KEPT_ERRORS:
            del self.remote_errors[next(iter(self.remote_errors))]
        if isinstance(error, _STOPPING) and not self.may_stop_now():
            if self.names_stop:
                self.not_data("program raised", "a %s" % type(error).__name__)
            self.end("raised", words)
        self.remote_errors[id(error)] = (error, words, own)
        return error

    def heed(self, mentioned) -> None:
        """`mentioned`: the names that the test uses."""
        self.names_stop = "StopIteration" in mentioned or "StopAsyncIteration" in mentioned

    def may_stop_now(self) -> bool:
        """Whether a call may end an iteration of the test's: never, where the program is held to data."""
        return False

    def apply_changes(self, changes, reader, memo):
        for number, tree in changes:
            if memo is None or type(number) is not int or number < 0:
                raise Nonsense("a change of nothing")
            value = memo.order[number]
            ((tag, body),) = tree.items()
            if tag == "o":
                _change_state(value, read_items(body[1], reader), read_items(body[2], reader))
            elif tag == "ndarray":
                value[...] = read_array(body, reader)
            else:
                replace_contents(value, type(value), tree, reader)

    # The test's functions

    def function_of(self, place):
        """@raises Nonsense for anything but a function that the test itself defines"""
        function = self.handed_back(place)
        if not self.is_own_function(function):
            raise Nonsense("no function of the test's")
        return function

    def call_exported(self, called):
        try:
            try:
                value = called.function(*called.args, **called.kwargs)
                tree, memo = compose(lambda memo: [TEST_RETURNED, write(value, memo)], lambda: Memo(self))
            except Exception as error:
                if isinstance(error, AssertionError) and id(error) not in self.remote_errors:
                    self.end("failed", lambda failed=error: describe_exception(failed))  # nobody else learns of it
                failure = error
                tree, memo = compose(lambda memo: [TEST_RAISED, self.write_error(failure, memo)], lambda: Memo(self))
        except BaseException:
            self.interrupted()
            raise
        send(self.fd, to_text(tree), memo.blobs)


def _words(told):
    return normalise_error(told) if type(told) is str else None


def _short(what) -> str:
    return normalise_error(what)[:80] if type(what) is str else "something"


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
