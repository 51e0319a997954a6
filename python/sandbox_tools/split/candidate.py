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
from sandbox_tools.box.scratch import is_full
from sandbox_tools.wire.channel import BadFrame, PeerGone, TooLarge, from_text, receive, send, to_text
from sandbox_tools.wire.depth import DEEPEST_CALLS, Deeper
from sandbox_tools.split.imports import Candidate
from sandbox_tools.wire.messages import (
    CALL, CALLS_BACK, DESCRIBE, KEPT_ERRORS, LOAD, OPERATE, RAISED, RETURNED, ROOM, STOPPED,
    TEST_RAISED, compose, finish, untie,
)
from sandbox_tools.split.operations import OPERATIONS
from sandbox_tools.wire.peer import tuple_fields
from sandbox_tools.split.tracking import any_changed, number_plain, snapshot, write_changes
from sandbox_tools.wire.codec import Memo, Reader, is_easy, read, read_items, write, write_items
from sandbox_tools.text.explain import PROGRAM_FILE, describe_exception

__builtins__ = dict(vars(builtins))

_leave = os._exit


class _Leaving(BaseException):
    """The checker has gone while the program was calling one of its functions."""


class Server:
    def __init__(self, fd: int):
        self.fd = fd
        self.lock = threading.RLock()
        self.calls = 0  # being answered
        self.peer = Candidate(self.call_back)
        self.errors = {}
        self.error_count = 0
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
        self.peer.number(module)  # 0: where the checker looks for what the test names
        self.names = self.peer.namespace = module.__dict__
        try:
            if type(source) is str and source.startswith("\ufeff"):
                source = source[1:]
            exec(compile(source, PROGRAM_FILE, "exec", dont_inherit=True), self.names)
        except SystemExit:
            raise
        except BaseException as error:
            self.failure = error

    def describe_module(self, entry: str):
        if self.failure is not None:
            return self.raised(self.failure, None)
        names = [name for name in self.names if type(name) is str]
        found = entry in self.names
        return self.message(lambda memo: [RETURNED, [names, found, write(self.names.get(entry), memo)]], None)

    # Messages

    def message(self, build, given) -> tuple:
        """Text and bytes of a message; `given`: the numbered containers of the arguments being answered."""

        def memo_of():
            self.peer.forget_fresh()
            memo = Memo(self.peer)
            for number, value in enumerate(given or ()):
                memo[id(value)] = {"a": number}
            return memo

        tree, memo = compose(build, memo_of)
        text = to_text(tree)
        self.peer.fresh.clear()
        return text, memo.blobs

    def raised(self, error, tracked) -> tuple:
        self.error_count += 1
        number = self.error_count
        self.errors[number] = error
        self.errors.pop(number - KEPT_ERRORS, None)
        given, before = tracked or ((), ())

        def build(memo):
            changes = write_changes(given, before, memo)
            tree = [RAISED, self.peer.write_error(error, memo), number]
            return [*tree, changes] if changes else tree

        try:
            return self.message(build, given)
        except Exception:  # its arguments cannot be sent
            self.peer.forget_fresh()
            bare = type(error) if type(error) in (MemoryError, RecursionError) else Exception
            return self.message(lambda memo: [RAISED, self.peer.write_error(bare(), memo), number], None)

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

    def answer(self, text: str, data) -> tuple:
        """The reply's text and bytes."""
        message = from_text(text)
        if type(message) is list and message[0] == LOAD:
            return self.describe_module(message[1])
        if type(message) is list and message[0] == DESCRIBE:
            return self.describe(message[1])
        if type(message) is list and message[0] == ROOM:
            return to_text([RETURNED, is_full()]), ()
        tracked = None
        try:
            try:
                message, tracked = self.take(text, data, message)
            except RecursionError:
                with Deeper(DEEPEST_CALLS):
                    message, tracked = self.take(text, data, from_text(text))
            if message[0] == CALL:
                value = self.perform_call(message)
            else:
                value = OPERATIONS[message[1]](self.peer.objects[message[2]], *message[3])
            if is_easy((value,)) and (tracked is None or not any_changed(*tracked)):
                return to_text((RETURNED, value)), ()
            return self.returned(value, tracked)
        except (SystemExit, _Leaving):
            raise
        except StopIteration as stop:
            if message[0] == OPERATE and message[1] == "next":
                value = stop.value
                return self.message(lambda memo: [STOPPED, write(value, memo)], None)
            return self.raised(stop, tracked)
        except BaseException as error:
            return self.raised(error, tracked)

    def describe(self, number: int) -> tuple:
        try:
            text = describe_exception(self.errors[number])
        except BaseException:  # the program's own code may raise anything
            text = None
        return to_text([RETURNED, text]), ()

    def perform_call(self, message):
        function = self.peer.objects[message[1]]
        if len(message) == 3:
            value = function(*message[2])
        else:
            value = function(*message[2], **dict(zip(message[3], message[4])))
        if issubclass(type(function), type) and type(value) is function and tuple_fields(function) is None:
            self.peer.number(value)  # what the test makes of a class of the program's it may use as that
        return value

    def serve(self) -> None:
        while True:
            text, data = self.next_request()
            self.calls += 1
            reply = self.answer(text, data)
            if self.forked:
                _leave(0)
            with self.lock:
                self.calls -= 1
                self.reply(reply)

    def reply(self, reply) -> None:
        try:
            send(self.fd, *reply)
        except (TooLarge, MemoryError) as error:
            self.peer.forget_fresh()
            send(self.fd, *self.raised(error, None))

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
            text, blobs = self.message(
                lambda memo: [CALLS_BACK, number, write_items(args, memo), names, write_items(values, memo)], None
            )
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


def _move_high(fd: int) -> int:
    """Out of the way of programs that close low descriptors; stays where it is if that cannot be."""
    try:
        high = fcntl.fcntl(fd, fcntl.F_DUPFD_CLOEXEC, OWN_DESCRIPTOR)
    except (OSError, ValueError):
        return fd
    os.close(fd)
    return high


def serve(source, fd: int, name: str = "solution") -> None:
    """Loads `source`, then answers on the stream socket `fd` until the checker closes or the program leaves."""
    server = Server(_move_high(fd))
    os.register_at_fork(after_in_child=server.close_in_child)
    try:
        server.load(source, name)
        if server.forked:
            _leave(0)
        server.serve()
    except (PeerGone, BadFrame, SystemExit, _Leaving):
        return
