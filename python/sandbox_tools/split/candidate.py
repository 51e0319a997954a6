"""The candidate's box: loads the program as module `solution` and answers the checker until it closes.

All frames are data to the checker, so a program that writes its own gains what it would by returning them. What it
does to its own process is its own affair, as long as honest programs that shadow names, replace builtins, fork or
start threads are served: whatever this needs is bound before the program runs.
"""
from __future__ import annotations

import builtins
import fcntl
import os
import sys
import threading
import types

from sandbox_tools.box.record import OWN_DESCRIPTOR
from sandbox_tools.manners.load import load as load_in_manner
from sandbox_tools.split.candidate_peer import CandidatePeer
from sandbox_tools.split.tracking import any_changed, number_plain, snapshot, write_changes
from sandbox_tools.text.explain import PROGRAM_FILE, describe_exception
from sandbox_tools.wire.channel import BadFrame, PeerGone, TooLarge, from_text, receive, send, to_text
from sandbox_tools.wire.codec import (
    PLAIN, WRITERS, Memo, Reader, is_easy, read, read_items, write, write_items,
)
from sandbox_tools.wire.depth import DEEPEST_CALLS, Deeper
from sandbox_tools.wire.messages import (
    CALL, CALL_ALL, CALLS_BACK, FETCH, FUNCTION, LOAD, MODULE, RAISED, REFUSED, RETURNED, TEST_RAISED, VALUE, compose,
    finish, untie,
)
from sandbox_tools.wire.peer import NotData, article, mro_of

__builtins__ = dict(vars(builtins))

_leave = os._exit


class _Leaving(BaseException):
    """The checker has gone while the program was calling one of its functions."""


class Server:
    make_peer = CandidatePeer

    def __init__(self, fd: int, manner=None):
        self.fd = fd
        self.manner = manner  # {"tool", "entryPoint"}: loads and ends as that tool has it
        # What a program asks to leave by. Of most tools it is an exception like any other.
        self.leaving = SystemExit if manner is None else ()
        self.lock = threading.RLock()
        self.calls = 0  # being answered
        self.peer = self.make_peer(self.call_back)
        self.forked = False
        self.names = {}
        self.failure = None

    def close_in_child(self) -> None:
        """A forked child cannot answer in its parent's place."""
        self.forked = True
        try:
            os.close(self.fd)
        except OSError:
            pass

    # Loading

    def load(self, source, name: str) -> None:
        module = types.ModuleType(name)
        module.__file__ = PROGRAM_FILE
        sys.modules[name] = module
        sys.modules["__main__"] = types.ModuleType("__main__")
        sys.argv[:] = [PROGRAM_FILE]
        self.names = self.peer.namespace = module.__dict__
        try:
            if type(source) is str and source.startswith("\ufeff"):
                source = source[1:]
            if self.manner is not None:
                load_in_manner(self.manner, source, self.names, self.manner["entryPoint"])
            else:
                exec(compile(source, PROGRAM_FILE, "exec", dont_inherit=True), self.names)
        except self.leaving:
            raise
        except BaseException as error:
            self.failure = error

    def describe_module(self, entry: str) -> tuple:
        """[names it defines, whether `entry` is one, what that is, names of what cannot cross]"""
        if self.failure is not None:
            return self.raised(self.failure, None)
        names = [name for name in self.names if type(name) is str]
        found, unfit = entry in self.names, [name for name in names if self.is_unfit(self.names[name])]
        try:
            return self.message(lambda memo: [RETURNED, [names, found, self.write_global(entry, memo), unfit]], None)
        except NotData:  # it is refused when the test asks for it
            return self.message(lambda memo: [RETURNED, [names, found, None, unfit]], None)

    def is_unfit(self, value) -> bool:
        """By a look at its type alone."""
        kind = type(value)
        if kind is types.ModuleType:
            return True
        return not (callable(value) or kind in PLAIN or kind in (int, float) or kind in WRITERS)

    def fetch(self, name: str) -> tuple:
        return self.message(lambda memo: [RETURNED, self.write_global(name, memo)], None)

    def write_global(self, name: str, memo) -> list:
        """What the program calls so: [VALUE, value], [FUNCTION, its number, its own name for itself, whether it is
        a function and nothing else that can be called], or [MODULE]."""
        value = self.names.get(name)
        if type(value) is types.ModuleType:
            return [MODULE]
        if not callable(value):
            return [VALUE, write(value, memo)]
        if issubclass(type(value), type) and BaseException in mro_of(value):
            raise NotData("a class of exceptions")
        called = getattr(value, "__name__", None)
        plain = type(value) is types.FunctionType
        return [FUNCTION, self.number_of(value), called if type(called) is str else None, plain]

    def number_of(self, function) -> int:
        for number, known in enumerate(self.peer.functions):
            if known is function:
                return number
        self.peer.functions.append(function)
        return len(self.peer.functions) - 1

    # Messages

    def message(self, build, given) -> tuple:
        """Text and bytes of a message; `given`: the numbered containers of the arguments being answered."""

        def memo_of():
            self.peer.forget_unsent()
            memo = Memo(self.peer)
            for number, value in enumerate(given or ()):
                memo[id(value)] = {"a": number}
            return memo

        tree, memo = compose(build, memo_of)
        text = to_text(tree)
        self.peer.unsent.clear()
        return text, memo.blobs

    def raised(self, error, tracked) -> tuple:
        """With its description: nothing is asked once the verdict is decided."""
        given, before = tracked or ((), ())
        words = _words(error)

        def build(memo):
            changes = write_changes(given, before, memo)
            tree = [RAISED, self.peer.write_error(error, memo), words]
            return [*tree, changes] if changes else tree

        try:
            return self.message(build, given)
        except MemoryError:
            return to_text([RAISED, {"e": ["MemoryError", [[], None], None, None]}, words]), ()
        except Exception:  # its arguments cannot cross, or what it says cannot be had: nothing that a test could catch
            self.peer.forget_unsent()
            return to_text([RAISED, None, words]), ()

    def refused(self, what: NotData) -> tuple:
        self.peer.forget_unsent()
        return to_text([REFUSED, str(what)]), ()

    def returned(self, value, tracked) -> tuple:
        given, before = tracked or ((), ())

        def build(memo):
            changes = write_changes(given, before, memo)
            tree = [RETURNED, write(value, memo)]
            return [*tree, changes] if changes else tree

        return self.message(build, given)

    # Answering

    def take(self, text: str, data, message):
        """The request with its arguments read, and what is needed to see later which of them were changed."""
        if "{" not in text:
            seen = []
            for part in message:
                if type(part) is list:
                    number_plain(part, seen)
            return message, ((seen, [snapshot(value) for value in seen]) if seen else None)
        reader = Reader(self.peer, data)
        if type(message) is dict:
            message = untie(message, reader)
        message = [read_items(part, reader) if type(part) in (list, dict) else part for part in message]
        finish(reader)
        seen = reader.seen
        return message, ((seen, [snapshot(value) for value in seen]) if seen else None)

    def taken(self, take, text: str, data, message):
        """@raises NotData: the program has not been called"""
        try:
            try:
                return take(text, data, message)
            except RecursionError:
                with Deeper(DEEPEST_CALLS):
                    return take(text, data, from_text(text))
        except MemoryError:
            raise
        except Exception as error:
            raise NotData("to arguments that cannot be read") from error

    def answer(self, text: str, data) -> tuple:
        """The reply's text and bytes."""
        try:
            return self.answer_to(from_text(text), text, data)
        except NotData as what:
            return self.refused(what)
        except MemoryError as error:
            return self.raised(error, None)

    def answer_to(self, message, text: str, data) -> tuple:
        if type(message) is list and message[0] == LOAD:
            return self.describe_module(message[1])
        if type(message) is list and message[0] == FETCH:
            return self.fetch(message[1])
        if type(message) is list and message[0] == CALL_ALL:
            return self.answer_all(text, data, message)
        message, tracked = self.taken(self.take, text, data, message)
        value, failure = self.attempt(message, tracked)
        return self.gave(value, tracked) if failure is None else failure

    def answer_all(self, text: str, data, message) -> tuple:
        """Sends every reply but the last, which it returns. What the calls do to their arguments nobody asks."""
        target, lists = self.taken(self.take_all, text, data, message)
        reply = None
        for args in lists:
            if reply is not None and not self.reply(reply):
                return None
            value, failure = self.attempt((CALL, target, args), None)
            if failure is not None or self.forked:
                return failure
            reply = self.gave(value, None)
        return reply

    def take_all(self, text: str, data, message) -> tuple:
        if "{" not in text:
            return message[1], message[2]
        reader = Reader(self.peer, data)
        _, target, lists = message
        lists = [read_items(args, reader) for args in lists]
        finish(reader)
        return target, lists

    def attempt(self, message, tracked) -> tuple:
        """(value, None), or (None, the reply that tells of an exception)"""
        try:
            return self.perform(message), None
        except (_Leaving, NotData):
            raise
        except self.leaving:
            raise
        except StopIteration as stop:
            return None, self.stopped(message, stop, tracked)
        except BaseException as error:
            return None, self.raised(error, tracked)

    def gave(self, value, tracked) -> tuple:
        if is_easy((value,)) and (tracked is None or not any_changed(*tracked)):
            return to_text((RETURNED, value)), ()
        try:
            return self.returned(value, tracked)
        except (NotData, MemoryError):
            raise
        except Exception as error:  # too deep, say, or a zone that cannot tell its offset
            raise NotData(article(type(value).__name__)) from error

    def stopped(self, message, stop, tracked) -> tuple:
        return self.raised(stop, tracked)

    def perform(self, message):
        function = self.called(message[1])
        if len(message) == 3:
            return function(*message[2])
        return function(*message[2], **dict(zip(message[3], message[4])))

    def called(self, target):
        return self.peer.functions[target]

    def serve(self) -> None:
        while True:
            text, data = self.next_request()
            self.calls += 1
            reply = self.answer(text, data)
            if self.forked:
                _leave(0)
            with self.lock:
                self.calls -= 1
                if reply is not None:
                    self.reply(reply)

    def reply(self, reply) -> bool:
        """Whether it is what was sent."""
        try:
            send(self.fd, *reply)
            return True
        except TooLarge:
            send(self.fd, *self.refused(NotData("a value that is too large")))
        except MemoryError as error:
            self.peer.forget_unsent()
            send(self.fd, *self.raised(error, None))
        return False

    def next_request(self) -> tuple:
        while True:
            try:
                return receive(self.fd)
            except (PeerGone, BadFrame):
                raise
            except BaseException:  # a signal handler of the program's: nothing has been read yet
                if self.forked:
                    _leave(0)

    # Calling the test's functions

    def call_back(self, number: int, args, kwargs):
        with self.lock:
            if self.calls < 1 or self.forked:
                raise RuntimeError("a function of the test was called when no call was being answered")
            names = list(kwargs)
            values = list(kwargs.values())
            try:
                text, blobs = self.message(
                    lambda memo: [CALLS_BACK, number, write_items(args, memo), names, write_items(values, memo)], None
                )
            except NotData as what:
                text, blobs = self.refused(what)
            try:
                send(self.fd, text, blobs)
                return self.outcome()
            except (PeerGone, BadFrame):
                raise _Leaving from None

    def outcome(self):
        """What the test's function came to; calls that it makes itself are answered meanwhile."""
        while True:
            text, data = receive(self.fd)
            message = from_text(text)
            reader = Reader(self.peer, data)
            if type(message) is dict:
                message = untie(message, reader)
            if message[0] >= 0:
                try:
                    reply = self.answer(text, data)
                except SystemExit:  # raised in here the program could catch it, and the checker would wait for a reply
                    _leave(0)
                if self.forked:
                    _leave(0)
                self.reply(reply)
                continue
            value = read(message[1], reader)
            finish(reader)
            if message[0] == TEST_RAISED:
                raise value
            return value


def _words(error):
    """Of the program's own making: they may be anything, and take for ever."""
    try:
        return describe_exception(error)
    except BaseException:
        return None


def _move_high(fd: int) -> int:
    """Out of the way of programs that close low descriptors; stays where it is if that cannot be."""
    try:
        high = fcntl.fcntl(fd, fcntl.F_DUPFD_CLOEXEC, OWN_DESCRIPTOR)
    except (OSError, ValueError):
        return fd
    os.close(fd)
    return high


def serve(source, fd: int, make_server=Server, name: str = "solution", manner=None) -> None:
    """Loads `source`, then answers on the stream socket `fd` until the checker closes or the program leaves."""
    server = make_server(_move_high(fd), manner)
    os.register_at_fork(after_in_child=server.close_in_child)
    try:
        server.load(source, name)
        if server.forked:
            _leave(0)
        server.serve()
    except (PeerGone, BadFrame, SystemExit, _Leaving):
        return
