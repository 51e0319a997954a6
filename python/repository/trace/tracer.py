"""The tracer: at each outermost entry of a function of interest, its arguments as inputs that can be given again.

One hook per thread (`sys.setprofile`: it alone sees generators and rebinding of arguments alike on all the
interpreters we run), which looks only at code whose file holds a function of interest. A record:
  {"id", "call": CALL, "needs": {"modules": [...], "helpers": {name: source}, "blobs": {key: base64}}, "shape", "test"}
  CALL = {"receiver": expression or null, "arguments": [expression], "keywords": {name: expression}, "then": [CALL...]}
`then` are calls of the result, when that was callable, or of a function that is an "attribute" of it. What the function returned is never kept.
"""
from __future__ import annotations

import inspect
import sys
import threading
import types
# Bound here: code that is traced is told another time.
from time import thread_time

from . import iterators
from .expression import NotWritable, Writer
from .function_source import source_of
from .shape import shape

PER_SHAPE, THEN, TESTS = 8, 6, 12
GENERATORS = inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR


def first_entry(frame) -> bool:
    """Whether a generator's frame is being entered for the first time, not resumed."""
    code = frame.f_code
    if not code.co_flags & GENERATORS:
        return True
    if sys.version_info < (3, 11):
        return frame.f_lasti < 0
    start = starts.get(id(code))
    if start is None or start[0] is not code:
        import dis
        offset = next((one.offset for one in dis.get_instructions(code) if one.opname == "RESUME"), 0)
        start = starts[id(code)] = (code, offset)
    return frame.f_lasti <= start[1]


starts: dict = {}


class Tracer:
    def __init__(self, files: dict, importable, places, emit):
        self.files, self.importable, self.places, self.emit = files, importable, tuple(places), emit
        self.active, self.pending, self.results, self.test = {}, [], [], ""
        self.functions, self.later = {}, {}
        self.lock = threading.RLock()

    def start(self, test: str) -> None:
        self.test = test
        threading.setprofile(self.hook)
        sys.setprofile(self.hook)

    def stop(self) -> None:
        """Ends a test: what waited for its iterators and for calls of its results is said now."""
        sys.setprofile(None)
        threading.setprofile(None)
        with self.lock:
            pending, self.pending = self.pending, []
            self.active.clear()
            self.results.clear()
            self.later.clear()
        for note in pending:
            self.say(note)

    def hook(self, frame, event, argument):
        if event == "call":
            code = frame.f_code
            known = self.files.get(code.co_filename)
            if known is not None:
                target = known.get((code.co_firstlineno, code.co_name))
                if target is not None:
                    self.enter(target, frame)
            if self.later and id(code) in self.later:
                self.enter_result(frame)
        elif event == "return" and self.active:
            for then in self.active.pop(id(frame), ()):
                if callable(argument) and not isinstance(argument, type):
                    self.follow(argument, then)

    # -- entries -------------------------------------------------------------------------------------------------

    def enter(self, target, frame) -> None:
        if target.offers >= target.most_offers or target.made >= target.most or not first_entry(frame):
            return
        code, above, depth = frame.f_code, frame.f_back, 0
        while above is not None and depth < 300:
            if above.f_code is code:
                return
            above, depth = above.f_back, depth + 1
        target.offers += 1
        if len(target.tests) < TESTS and self.test not in target.tests[-1:]:
            target.tests.append(self.test)
        began = thread_time()
        try:
            with self.lock:
                self.note(target, frame)
        except NotWritable as error:
            target.refused[error.args[0]] = target.refused.get(error.args[0], 0) + 1
        except Exception:
            target.refused["misbehaves"] = target.refused.get("misbehaves", 0) + 1
        target.seconds -= thread_time() - began
        if target.seconds < 0:
            target.most_offers = 0

    def note(self, target, frame) -> None:
        bound = arguments_of(frame)
        kind = ";".join(shape(value) for _, _, value in bound)
        if target.shapes.get(kind, 0) >= PER_SHAPE:
            return
        bound, seen = self.watched(bound, frame)
        # Written now, before the body can change anything; only what iterators will give is left for later.
        writer = Writer(self.importable, self.places, {key: Later(key) for key in seen}, source_of)
        call = call_of(target.kind, self.function_of(target), bound, writer)
        if not seen:
            text = repr(call)
            if text in target.texts:
                return
            target.texts.add(text)
        target.shapes[kind] = target.shapes.get(kind, 0) + 1
        note = {"target": target, "shape": kind, "test": self.test, "seen": seen, "then": [], "call": call, "needs": needs(writer)}
        if len(self.active) > 2000:
            self.active.clear()
        self.active[id(frame)] = [note["then"]]
        if len(self.pending) < 5000:
            self.pending.append(note)

    @staticmethod
    def watched(bound: list, frame):
        """Puts watching iterators in the place of iterators: -> (bound, {id: (watching iterator, what it gave)})."""
        values, seen, made = frame.f_locals, {}, []
        for name, how, value in bound:
            if iterators.is_watched(value) and how not in ("*", "**"):
                gave = []
                value = iterators.watch(value, gave)
                values[name] = value
                seen[id(value)] = (value, gave)
            made.append((name, how, value))
        return made, seen

    def function_of(self, target):
        """The function object by its name in its module, or None."""
        if target.id not in self.functions:
            found = sys.modules.get(target.module)
            try:
                for part in target.qualname.split("."):
                    found = inspect.getattr_static(found, part)
                found = getattr(found, "__func__", found)
                found = found if isinstance(found, types.FunctionType) else None
            except AttributeError:
                found = None
            if found is None:
                return None
            self.functions[target.id] = found
        return self.functions[target.id]

    # -- calls of results ----------------------------------------------------------------------------------------

    def follow(self, result, then: list) -> None:
        """From now on, calls of this callable are written down as follow-ups."""
        if isinstance(result, types.MethodType):
            return
        function = result if isinstance(result, types.FunctionType) else getattr(type(result), "__call__", None)
        if not isinstance(function, types.FunctionType) or len(self.results) > 300:
            return
        with self.lock:
            self.results.append((function.__code__, result, function, then, None))
            self.later[id(function.__code__)] = function.__code__
            if result is function:
                # What a decorator hangs on its function (`wrapper.cache_clear`) is followed too.
                for name, part in list(vars(function).items())[:8]:
                    if type(part) is types.FunctionType and name != "__wrapped__" and name.isidentifier():
                        self.results.append((part.__code__, part, part, then, name))
                        self.later[id(part.__code__)] = part.__code__

    def enter_result(self, frame) -> None:
        if not first_entry(frame):
            return
        code = frame.f_code
        for known, result, function, then, attribute in reversed(self.results):
            if known is not code or len(then) >= THEN or not self.same(frame, result, function):
                continue
            bound = arguments_of(frame)
            if result is not function:
                bound = bound[1:]
            try:
                with self.lock:
                    writer = Writer(self.importable, self.places, {}, source_of)
                    if any(iterators.is_watched(value) for _, _, value in bound):
                        return
                    call = call_of("function", function if result is function else None, bound, writer)
            except Exception:
                return
            call["then"], call["needs"] = [], needs(writer)
            if attribute is not None:
                call["attribute"] = attribute
            then.append(call)
            self.active.setdefault(id(frame), []).append(call["then"])
            return

    @staticmethod
    def same(frame, result, function) -> bool:
        """Whether this frame runs this very callable: by its receiver, or by what its closure holds."""
        values = frame.f_locals
        if result is not function:
            first = frame.f_code.co_varnames[0] if frame.f_code.co_argcount else None
            return first is not None and values.get(first) is result
        for name, cell in zip(function.__code__.co_freevars, function.__closure__ or ()):
            try:
                if name in values and values[name] is not cell.cell_contents:
                    return False
            except ValueError:
                continue
        return True

    # -- the end of a test ---------------------------------------------------------------------------------------

    def say(self, note) -> None:
        target = note["target"]
        if target.made >= target.most:
            return
        call, needed = note["call"], note["needs"]
        try:
            for key, (_, gave) in note["seen"].items():
                writer = Writer(self.importable, self.places, {}, source_of)
                text = "iter(%s)" % writer.write(gave)
                merge(needed, needs(writer))
                replace(call, Later(key).text, text)
        except NotWritable as error:
            target.refused[error.args[0]] = target.refused.get(error.args[0], 0) + 1
            return
        except Exception:
            target.refused["misbehaves"] = target.refused.get("misbehaves", 0) + 1
            return
        call["then"] = note["then"]
        collect(note["then"], needed)
        if note["seen"]:
            text = repr(call)
            if text in target.texts:
                return
            target.texts.add(text)
        target.made += 1
        self.emit({"id": target.id, "call": call, "needs": needed, "shape": note["shape"], "test": note["test"]})


class Later:
    """Stands for what an iterator will have given by the end of the test."""

    def __init__(self, key: int):
        self.text = "_later_%d_" % key


def arguments_of(frame) -> list:
    """[(name, how, value)], how one of "positional-only", "positional", "*", "keyword", "**", in order of the signature."""
    code, values = frame.f_code, frame.f_locals
    names, made = code.co_varnames, []
    for place in range(code.co_argcount):
        made.append((names[place], "positional-only" if place < code.co_posonlyargcount else "positional", values[names[place]]))
    place = code.co_argcount + code.co_kwonlyargcount
    if code.co_flags & inspect.CO_VARARGS:
        made.append((names[place], "*", values[names[place]]))
        place += 1
    for name in names[code.co_argcount:code.co_argcount + code.co_kwonlyargcount]:
        made.append((name, "keyword", values[name]))
    if code.co_flags & inspect.CO_VARKEYWORDS:
        made.append((names[place], "**", values[names[place]]))
    return made


def call_of(kind: str, function, bound: list, writer: Writer) -> dict:
    """The call as expressions; arguments that are the very defaults are left out."""
    receiver, keywords, arguments = None, {}, []
    if kind in ("method", "class-method") and bound and bound[0][1].startswith("positional"):
        receiver, bound = writer.write(bound[0][2]), bound[1:]
    extra = any(how == "*" and value for _, how, value in bound)
    defaults = {}
    if function is not None:
        code = function.__code__
        with_default = code.co_varnames[:code.co_argcount][-len(function.__defaults__):] if function.__defaults__ else ()
        defaults = dict(zip(with_default, function.__defaults__ or ()))
        defaults.update(function.__kwdefaults__ or {})
    skipped = False
    for name, how, value in bound:
        if how == "*":
            arguments += [writer.write(item) for item in value]
        elif how == "**":
            for key, item in value.items():
                keywords[str(key)] = writer.write(item)
        elif name in defaults and value is defaults[name] and not (extra and how.startswith("positional")):
            skipped = True
        elif how == "keyword" or (skipped and how == "positional"):
            keywords[name] = writer.write(value)
        else:
            arguments.append(writer.write(value))
    return {"receiver": receiver, "arguments": arguments, "keywords": keywords, "then": []}


def needs(writer: Writer) -> dict:
    return {"modules": sorted(writer.modules), "helpers": dict(writer.helpers), "blobs": dict(writer.blobs)}


def merge(into: dict, other: dict) -> None:
    into["modules"] = sorted(set(into["modules"]) | set(other["modules"]))
    into["helpers"].update(other["helpers"])
    into["blobs"].update(other["blobs"])


def collect(then: list, into: dict) -> None:
    for call in then:
        merge(into, call.pop("needs"))
        collect(call["then"], into)


def replace(call: dict, old: str, new: str) -> None:
    call["arguments"] = [text.replace(old, new) for text in call["arguments"]]
    call["keywords"] = {name: text.replace(old, new) for name, text in call["keywords"].items()}
