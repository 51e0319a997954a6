"""Records what calls of the function under test do, in the child of one case.

Every call that a prepared harness makes goes through `call`; it is recorded when the callee is the function under test (or a result of it
that is called later), and no recorded call is going on: recursion is not recorded, nor what happens within. A record:

    {"outcome": {"value": T} | {"raises": E}, "arguments": [{"index" | "name", "after": T}], "stdout"?: text or digest, "of"?: n}

"arguments" are those that are not what they were before ("self" by that name); "of": what was called is the result of call number n.
A coroutine is recorded as what it comes to, a generator (or other iterator of Python's own) as what it gives: the harness gets one that
follows it, so looking on changes nothing; what the harness leaves is run, and drained to the bound, when the case has ended. Neither is
recorded as what it is, so a candidate may give a list iterator where the original has a generator.
`observe` adds a tree to the observations; a block or call that may raise adds {"raises": E or null}.
"""
from __future__ import annotations

import inspect
import threading
import types
import warnings

from . import outcomes as encoding
from .resolve import Target

_MISSING = object()


class Recorder:
    """Who measures what a recorded call runs looks for frames of `_record`, `_follow`, `_follow_async`, `follow` and `finish` of this module.

    `output`: gives what was written to standard output since a mark (`mark() -> int`, `since(mark) -> str`)."""

    def __init__(self, target: Target, outcomes: encoding.Outcomes, output, bounds: dict):
        self._target, self._outcomes, self._output, self._bounds = target, outcomes, output, bounds
        self._functions = target.functions()
        self._going_on = threading.local()
        self._results = {}       # id of a callable result -> (it, number of its call)
        self._late = []          # coroutines and iterators still to be ended, with what ends them
        self._pending = []       # (dictionary, key) whose tree is bounded when iterators have been drained
        self.calls, self.observations = [], []

    # What a prepared harness calls.

    def call(self, callee, /, *args, **keywords):
        origin = self._origin(callee)
        if origin is None:
            return callee(*args, **keywords)
        given = [({"index": index}, value) for index, value in enumerate(args)]
        given += [({"name": name}, value) for name, value in keywords.items()]
        if type(callee) is types.MethodType and not isinstance(callee.__self__, type):
            given.append(({"name": "self"}, callee.__self__))
        return self._record(origin, lambda: callee(*args, **keywords), given)

    def get(self, value, name: str):
        """`value.name` where the function under test may be a property."""
        if not self._has_target(value):
            return getattr(value, name)
        return self._record(-1, lambda: getattr(value, name), [({"name": "self"}, value)])

    def put(self, value, name: str, new) -> None:
        if not self._has_target(value):
            setattr(value, name, new)
        else:
            self._record(-1, lambda: setattr(value, name, new), [({"name": "self"}, value)])

    def decorate(self, decorator):
        return lambda decorated: self.call(decorator, decorated)

    def observe(self, value):
        self._keep(self.observations, value)
        return value

    def raising(self):
        return _Raising(self)

    def raised(self, callee, /, *args, **keywords):
        with self.raising() as seen:
            self.call(callee, *args, **keywords)
        return seen

    def warning(self):
        return _Warning(self)

    # Afterwards.

    def finish(self) -> None:
        """Runs what was left lying: coroutines that nobody awaited, iterators that nobody used up."""
        for end in self._late:
            end()
        self._outcomes.drain(run_async)
        for place, key in self._pending:
            place[key] = self._outcomes.bounded(place[key])

    # Whose call it is.

    def _origin(self, callee):
        """None: somebody's; -1: the target's; n: that of a result of call n."""
        known = self._results.get(id(callee))
        if known is not None:
            return known[1]
        kind, target = type(callee), self._target
        if callee is target.value or any(callee is one for one in self._functions):
            return -1
        if kind is types.MethodType:
            return -1 if any(callee.__func__ is one for one in self._functions) else None
        if isinstance(callee, type) and isinstance(target.owner, type):
            if target.name not in ("__init__", "__new__", "__post_init__") or not issubclass(callee, target.owner):
                return None
            return -1 if inspect.getattr_static(callee, target.name, None) is target.held else None
        if kind.__name__ == "partial" and kind.__module__ == "functools":
            return -1 if any(callee.func is one for one in self._functions) else None
        wrapped = callee.__dict__.get("__wrapped__") if kind is types.FunctionType else None
        if wrapped is not None:
            return -1 if any(wrapped is one for one in self._functions) else None
        if target.name == "__call__" and isinstance(target.owner, type):
            return -1 if inspect.getattr_static(kind, "__call__", None) is target.held else None
        return None

    def _has_target(self, value) -> bool:
        """Whether an access of the target's name on `value` runs the target: a property, of this very class or one above it."""
        held = inspect.getattr_static(type(value), self._target.name, None)
        return held is self._target.held and isinstance(self._target.owner, type) and hasattr(type(held), "__get__") and not inspect.isroutine(held)

    def _record(self, origin: int, run, given: list):
        """Runs, and records it unless it is within a recorded call. `given`: (where, value) of all whose change is an outcome."""
        if getattr(self._going_on, "on", False) or len(self.calls) >= self._bounds["calls"]:
            return run()
        record = {"outcome": None, "arguments": []}
        if origin >= 0:
            record["of"] = origin
        number = len(self.calls)
        self.calls.append(record)
        before = [self._outcomes.tree(value, follow=False) for _, value in given]
        mark = self._output.mark()
        compare = lambda: self._compare(record, given, before, mark)
        self._going_on.on = True
        try:
            value = run()
        except BaseException as error:
            record["outcome"] = {"raises": self._outcomes.error(error)}
            compare()
            raise
        finally:
            self._going_on.on = False
        try:
            compare()
            return self._returned(record, number, value, compare)
        except Exception:
            # A value that cannot even be looked at.
            record["outcome"] = record["outcome"] or {"value": {"opaque": encoding.name_of(type(value))}}
            return value

    def _compare(self, record: dict, given: list, before: list, mark: int) -> None:
        record["arguments"] = []
        for (where, value), was in zip(given, before):
            after = self._outcomes.tree(value, follow=False)
            if encoding.canonical(after) != encoding.canonical(was):
                record["arguments"].append({**where, "after": after})
        written = self._output.since(mark)
        if written:
            record["stdout"] = encoding.text_tree(self._outcomes.without_folder(written))

    # What came of it.

    def _keep(self, place, value) -> None:
        """Puts the tree of `value` at the end of a list, or at "value" of a dictionary."""
        waiting = len(self._outcomes.waiting)
        tree = self._outcomes.tree(value)
        if isinstance(place, list):
            place.append(tree)
            key = len(place) - 1
        else:
            place["value"], key = tree, "value"
        if len(self._outcomes.waiting) > waiting:
            self._pending.append((place, key))

    def _returned(self, record: dict, number: int, value, compare):
        if type(value) is types.CoroutineType:
            return self._follow_coroutine(record, number, value, compare)
        followed = self._followed(value, compare)
        record["outcome"] = {}
        self._keep(record["outcome"], followed)
        if callable(value) and not issubclass(type(value), type) and encoding.found_name(value) is None:
            self._results[id(value)] = (value, number)
        return followed

    def _followed(self, value, compare):
        """`value`, or what stands for it: one that follows a lazy value, or a tuple or list of those."""
        if type(value) is types.AsyncGeneratorType:
            return self._stand_in(_follow_async, value, compare)
        if encoding.is_lazy(value):
            return self._stand_in(_follow, value, compare)
        if type(value) in (tuple, list) and len(value) <= 100 and any(encoding.is_lazy(item) for item in value):
            items = [self._followed(item, compare) if encoding.is_lazy(item) else item for item in value]
            if type(value) is tuple:
                return tuple(items)
            value[:] = items
        return value

    def _stand_in(self, follow, value, compare):
        node = self._outcomes.new_items()
        given = follow(value, node, self, compare)
        self._outcomes.followed[id(given)] = (given, node)
        return given

    def note(self, node: dict, item):
        """An item that a followed iterator gives; returns what the harness gets for it."""
        given = self._followed(item, None)
        if len(node["items"]) < self._bounds["items"]:
            self._keep(node["items"], given)
        else:
            self._outcomes.add_item(node, given)
        return given

    def note_end(self, node: dict, error, returned, compare) -> None:
        if error is not None:
            node["raises"] = self._outcomes.error(error)
        elif returned is not None:
            node["returns"] = self._outcomes.tree(returned, follow=False)
        if compare is not None:
            compare()

    def _follow_coroutine(self, record: dict, number: int, coroutine, compare):
        started = []

        async def follow():
            started.append(True)
            try:
                value = await coroutine
            except BaseException as error:
                record["outcome"] = {"raises": self._outcomes.error(error)}
                raise
            else:
                return self._returned(record, number, value, compare)
            finally:
                compare()

        following = follow()
        record["outcome"] = {"unfinished": True}

        def end() -> None:
            if started:
                return
            try:
                run_async(following)
            except BaseException:
                pass

        self._late.append(end)
        return following

    def excepted(self, error) -> None:
        self.observations.append({"raises": None if error is None else self._outcomes.error(error)})


def run_async(coroutine):
    """Runs to its end on an event loop of its own."""
    import asyncio

    loop = asyncio.new_event_loop()
    try:
        return loop.run_until_complete(coroutine)
    finally:
        loop.run_until_complete(loop.shutdown_asyncgens())
        loop.close()


def _follow(inner, node: dict, recorder: Recorder, compare):
    """Gives what `inner` gives, passes on what is sent and thrown, and notes all of it."""
    step, argument = next, _MISSING
    while True:
        try:
            item = step(inner) if argument is _MISSING else step(argument)
        except StopIteration as stop:
            recorder.note_end(node, None, stop.value, compare)
            return stop.value
        except BaseException as error:
            recorder.note_end(node, error, None, compare)
            raise
        step, argument = next, _MISSING
        try:
            sent = yield recorder.note(node, item)
            if sent is not None:
                step, argument = inner.send, sent
        except GeneratorExit:
            if hasattr(inner, "close"):
                inner.close()
            raise
        except BaseException as error:
            if not hasattr(inner, "throw"):
                raise
            step, argument = inner.throw, error


async def _follow_async(inner, node: dict, recorder: Recorder, compare):
    step = inner.__anext__()
    while True:
        try:
            item = await step
        except StopAsyncIteration:
            recorder.note_end(node, None, None, compare)
            return
        except BaseException as error:
            recorder.note_end(node, error, None, compare)
            raise
        try:
            sent = yield recorder.note(node, item)
            step = inner.asend(sent)
        except GeneratorExit:
            await inner.aclose()
            raise
        except BaseException as error:
            step = inner.athrow(error)


class _Raising:
    """Stands for `assertRaises` and `pytest.raises`: tells what was raised, whatever it is, and goes on."""

    def __init__(self, recorder: Recorder):
        self._recorder = recorder

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        if isinstance(error, GeneratorExit):
            return False
        self._recorder.excepted(error)
        if error is not None:
            self.exception = self.value = error
            self.type = kind
        return True

    def match(self, pattern) -> bool:
        return True


class _Warning(warnings.catch_warnings):
    """Stands for `assertWarns` and `pytest.warns`: tells the category and words of each warning."""

    def __init__(self, recorder: Recorder):
        super().__init__(record=True)
        self._recorder = recorder

    def __enter__(self):
        self.list = self.warnings = super().__enter__()
        warnings.simplefilter("always")
        return self

    def __len__(self):
        return len(self.list)

    def __iter__(self):
        return iter(self.list)

    def __getitem__(self, index):
        return self.list[index]

    def __exit__(self, *raised):
        super().__exit__(*raised)
        for one in self.warnings:
            self._recorder.observations.append({"raises": self._recorder._outcomes.error(one.message)})
        if self.warnings:
            self.warning = self.warnings[0].message
        return False
