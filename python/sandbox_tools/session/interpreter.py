"""Runs blocks one after another in one namespace. First process of its box: when it ends, everything of it ends.

Whatever a block does to this process it does to its own session. That is why nothing here decides how a block is told
to have ended by force: the controller does, who sees it from outside.
"""
from __future__ import annotations

import ast
import builtins
import fcntl
import gc
import io
import json
import linecache
import os
import signal
import struct
import sys
import threading
import types
import warnings

from sandbox_tools.box.record import OWN_DESCRIPTOR
from sandbox_tools.cell.protocol import read_frame
from sandbox_tools.session import folder, streams
from sandbox_tools.session.block import asks_for_input, block_name, describe_error, shorten, split_last

# What a block puts in the place of a builtin is its own affair, and not this file's.
__builtins__ = dict(vars(builtins))

_exit, _process, _kill, _wait = os._exit, os.getpid, os.kill, os.waitpid
_encode = json.JSONEncoder(separators=(",", ":")).encode
#: Sizes of what is said, and of the file behind it.
HEADER = struct.Struct(">II")
#: Of one value or error, in characters: with every one of them escaped it is still a frame.
LONGEST_TEXT = 1 << 16
#: Given back when memory is used up, so that this can be said.
RESERVE_BYTES = 8 << 20
ENVIRONMENT = {"HOME": folder.HOME, "MPLBACKEND": "Agg", "MPLCONFIGDIR": folder.HOME + "/matplotlib"}


class Link:
    """Both ways to the controller; children of a block have neither."""

    def __init__(self, told: int, said: int):
        self._told, self._said = (fcntl.fcntl(fd, fcntl.F_DUPFD_CLOEXEC, OWN_DESCRIPTOR) for fd in (told, said))
        os.close(told)
        os.close(said)
        os.register_at_fork(after_in_child=self._close)
        self.nonce = ""

    def _close(self) -> None:
        for fd in (self._told, self._said):
            try:
                os.close(fd)
            except OSError:
                pass

    def hear(self):
        return read_frame(self._told)

    def say(self, message: dict, content: bytes = b"") -> None:
        said = _encode({"nonce": self.nonce, **message}).encode("ascii")
        data = memoryview(HEADER.pack(len(said), len(content)) + said + content)
        while data:
            data = data[os.write(self._said, data):]

    def await_read(self) -> None:
        streams.await_read(self._said)


def _is_table(value) -> bool:
    """By what libraries of tables give their own."""
    kind = type(value)
    if callable(getattr(kind, "to_string", None)):
        return True
    if not callable(getattr(kind, "_repr_html_", None)):
        return False
    page = value._repr_html_()
    return isinstance(page, str) and "<table" in page


class Interpreter:
    def __init__(self, link: Link, most_text: int):
        self.link = link
        self.most_text = most_text
        self.module = types.ModuleType("__main__")
        self.module.__builtins__ = builtins
        self.images = {"figure": 0, "image": 0}
        self.seen = {}
        self.interruptible = False
        self.saying = threading.Lock()
        self.reserve = bytearray(RESERVE_BYTES)

    def set_up(self, seed: int) -> None:
        folder.set_up()
        os.environ.update(ENVIRONMENT)
        os.register_at_fork(after_in_child=threading._after_fork)
        streams.set_up()
        sys.modules["__main__"] = self.module
        sys.argv[:] = [""]
        sys.path.insert(0, "")
        builtins.display = self.display
        warnings.filterwarnings("ignore", message=".*non-interactive, and thus cannot be shown")
        if "numpy" in sys.modules:
            sys.modules["numpy"].random.seed(seed)

    def serve(self) -> None:
        while True:
            message = self.link.hear()
            if message is None:
                return
            self.link.nonce = message["nonce"]
            if "files" in message:
                self._say({"done": self._take_files(message["files"])})
            else:
                self._say({"done": self._block(message["number"], message["code"])})

    def _take_files(self, files) -> str:
        try:
            folder.write(files)
            return "finished"
        except OSError:
            return "raised"
        finally:
            self.seen = folder.look()

    # --- one block

    def _on_interrupt(self, *_) -> None:
        if self.interruptible:
            raise KeyboardInterrupt

    def _say(self, message: dict, content: bytes = b"") -> None:
        """Whole: half a frame would be the end of the session."""
        before, self.interruptible = self.interruptible, False
        try:
            with self.saying:
                self.link.say(message, content)
        finally:
            self.interruptible = before

    def _allow(self, call, *arguments):
        """Only here an interrupt is heard."""
        self.interruptible = True
        try:
            return call(*arguments)
        finally:
            self.interruptible = False

    def _block(self, number: int, code: str) -> str:
        signal.signal(signal.SIGINT, self._on_interrupt)
        end = self._told(self._perform, number, code)
        if _process() != 1:
            self._leave_child(end)
        if end != "input-refused":
            figures = self._told(self._save_figures)
            end = figures if end == "finished" else end
            self._end_children()
            self._hand_over_files()
        if self.reserve is None:
            gc.collect()
            try:
                self.reserve = bytearray(RESERVE_BYTES)
            except MemoryError:
                pass
        return end

    def _told(self, call, *arguments) -> str:
        """How it ended; what it raised is shown."""
        try:
            return self._allow(call, *arguments)
        except BaseException as error:
            if isinstance(error, MemoryError):
                self.reserve = None
            return self._show_error(error)

    def _show_error(self, error) -> str:
        end = "interrupted" if isinstance(error, KeyboardInterrupt) else "raised"
        if _process() != 1:
            self._leave_child(error)
        try:
            text = self._allow(describe_error, error)
        except BaseException as worse:
            text = "%s (it cannot be shown: %s)" % (type(error).__name__, type(worse).__name__)
        self._say({"kind": "error", "text": shorten(text, self.most_text)})
        return end

    @staticmethod
    def _leave_child(outcome) -> None:
        """A forked child that comes to the end of its parent's block is no interpreter of its own."""
        status = 0
        try:
            if isinstance(outcome, SystemExit):
                status = outcome.code if isinstance(outcome.code, int) else int(outcome.code is not None)
            elif isinstance(outcome, BaseException):
                status = 1
                sys.stderr.write(describe_error(outcome) + "\n")
            sys.stdout.flush()
        finally:
            _exit(status & 0xFF)

    def _perform(self, number: int, code: str) -> str:
        name = block_name(number)
        linecache.cache[name] = (len(code), None, code.splitlines(True), name)
        tree = compile(code, name, "exec", ast.PyCF_ONLY_AST, dont_inherit=True)
        namespace = self.module.__dict__
        if "input" not in namespace and asks_for_input(tree):
            return "input-refused"
        body, last = split_last(tree)
        exec(compile(body, name, "exec", dont_inherit=True), namespace)
        if last is not None:
            value = eval(compile(last, name, "eval", dont_inherit=True), namespace)
            if value is not None and _process() == 1:
                builtins._ = value
                self._show(value)
        for stream in (sys.stdout, sys.stderr):
            try:
                stream.flush()
            except (AttributeError, OSError, ValueError):
                pass  # the block has closed it, or put another thing there
        return "finished"

    # --- what is shown

    def display(self, *values) -> None:
        """Shows values in the middle of a block, as its last expression is shown."""
        for value in values:
            if _process() != 1:
                print(repr(value))
            else:
                self._show(value)
                self.link.await_read()

    def _show(self, value) -> None:
        kind = type(value)
        if callable(getattr(kind, "_repr_png_", None)):
            picture = value._repr_png_()
            if isinstance(picture, bytes):
                return self._hand_over_image("image", picture)
        told = "table" if _is_table(value) else "value"
        self._say({"kind": told, "text": shorten(repr(value), self.most_text)})

    def _save_figures(self) -> str:
        plots = sys.modules.get("matplotlib.pyplot")
        for number in plots.get_fignums() if plots is not None else ():
            picture = io.BytesIO()
            try:
                plots.figure(number).savefig(picture, format="png")
            finally:
                plots.close(number)
            self._hand_over_image("figure", picture.getvalue())
        return "finished"

    def _hand_over_image(self, kind: str, content: bytes) -> None:
        self.images[kind] += 1
        self._hand_over("%s-%d.png" % (kind, self.images[kind]), content)

    def _hand_over(self, name: str, content: bytes) -> None:
        if len(content) <= folder.MOST_BYTES:
            self._say({"file": name}, content)

    def _hand_over_files(self) -> None:
        before, self.seen = self.seen, folder.look()
        taken, left, odd = folder.changed(before, self.seen)
        for name in taken:
            try:
                self._hand_over(name, folder.read(name))
            except OSError:
                continue
        if left:
            self._note("%d more files were made and are not handed over" % len(left), left)
        if odd:
            why = "files are not handed over, for their names are too long or hold a backslash or what cannot be printed"
            self._note("%d %s" % (len(odd), why), [repr(name) for name in odd])

    def _note(self, what: str, names) -> None:
        named = ", ".join(names[:10]) + (", ..." if len(names) > 10 else "")
        self._say({"kind": "stderr", "text": shorten("%s: %s" % (what, named), 1000) + "\n"})

    @staticmethod
    def _end_children() -> None:
        """Whatever a block has started ends with it."""
        try:
            _wait(-1, os.WNOHANG)
            _kill(-1, signal.SIGKILL)
            while True:
                _wait(-1, 0)
        except (ChildProcessError, ProcessLookupError):
            pass


def serve(told: int, said: int, most_text: int, seed: int) -> None:
    """Returns when the controller has gone."""
    link = Link(told, said)
    interpreter = Interpreter(link, most_text)
    interpreter.set_up(seed)
    link.say({"done": "finished"})
    interpreter.serve()
