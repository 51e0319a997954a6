"""The checker's box: runs the trusted setup and the test; every use of the program goes to the other box."""
from __future__ import annotations

import sys
import types

from sandbox_tools.box.shared import failure_texts, is_failed_assertion, run_snippet
from sandbox_tools.split.link import Ended, Link
from sandbox_tools.text.explain import PROGRAM_FILE
from sandbox_tools.text.normalise import normalise_error
from sandbox_tools.text.snippet import TEST_FILE, compile_snippet

NEVER_CALLED = "The test never called the program."
_PYTHONS_OWN = frozenset(dir(__import__("builtins")))
_STORE = __import__("opcode").opmap["STORE_NAME"]
_REACHES_ALL = frozenset(("eval", "exec", "globals"))


def _names(code, found: set) -> set:
    found.update(code.co_names)
    for constant in code.co_consts:
        if type(constant) is types.CodeType:
            _names(constant, found)
    return found


def _stored(code) -> set:
    if len(code.co_names) > 255:
        return set()
    names, steps = code.co_names, code.co_code
    return {names[place] for step, place in zip(steps[::2], steps[1::2]) if step == _STORE}


class _Fallback(dict):
    """The test's builtins: what they lack is looked for among the program's globals, each time anew."""

    def __init__(self, link, names):
        super().__init__(vars(__import__("builtins")))
        self._link = link
        self._names = names

    def __missing__(self, name):
        if name in self._names:
            return _guarded(self._link.operate("getattr", 0, (name,)))
        raise KeyError(name)


def _codes(setup, snippet) -> list:
    codes = [setup, snippet.body]
    if snippet.comparison is not None:
        last = snippet.comparison
        codes += [last.left, last.right, last.message]
    return [code for code in codes if code is not None]


_CATCHING_TOO_MUCH = (BaseException, Exception, AssertionError)


def _guarded(value):
    """What a test may catch by a name of the program's: never its own failures."""
    if type(value) is tuple:
        return tuple(_guarded(item) for item in value)
    if isinstance(value, type) and value in _CATCHING_TOO_MUCH:
        return type(value.__name__, (Exception,), {})
    return value


def _needed(codes, found, defined, entry) -> bool:
    """Whether the test may name anything else of the program's."""
    stored = {entry}
    for code in codes:
        stored |= _stored(code)
    return not _REACHES_ALL.isdisjoint(found) or not (found & defined) - stored <= _PYTHONS_OWN


def _module(link, names):
    """The program as the test may import it."""
    module = types.ModuleType("solution")

    def fetch(name):
        if name == "__all__":
            return [known for known in names if not known.startswith("_")]
        if name not in names:
            raise AttributeError("module 'solution' has no attribute %r" % name)
        return _guarded(link.operate("getattr", 0, (name,)))

    module.__getattr__ = fetch
    return module


def _compile_setup(source: str, entry: str):
    """A prompt, which holds the entry point's head, is the beginning of the program too: its lines are told as the
    program's. Any other setup is part of the test."""
    name = PROGRAM_FILE if "def %s(" % entry in source else TEST_FILE
    return compile(source, name, "exec", dont_inherit=True)


def perform(job: dict, link: Link) -> None:
    setup = _compile_setup(job["setup"], job["entryPoint"]) if job.get("setup") else None
    broken = snippet = None
    if job["test"] is not None:
        try:
            snippet = compile_snippet(job["test"])
        except Exception as error:  # told once the program has been seen to load
            broken = error
    entry = job["entryPoint"]
    listed, found, value = link.load(entry)
    if broken is not None:
        raise broken
    if snippet is None:
        if not found:
            raise NameError("name %r is not defined" % entry)
        link.uses = 1
        return
    names = {name for name in listed if type(name) is str}
    namespace = {"__name__": "solution"}
    codes, mentioned = _codes(setup, snippet), set()
    for code in codes:
        _names(code, mentioned)
    link.may_stop = "StopIteration" in mentioned or "StopAsyncIteration" in mentioned
    if _needed(codes, mentioned, names, entry):
        namespace["__builtins__"] = _Fallback(link, names - _PYTHONS_OWN - {entry})
    sys.modules["solution"] = _module(link, names)
    if found:
        namespace[entry] = value
    if setup is not None:
        exec(setup, namespace)
        namespace.pop(entry, None)
        if found:
            namespace[entry] = value
    if found and not isinstance(value, (type, types.FunctionType)) and not hasattr(type(value), "_espalier_class"):
        link.uses += 1
    run_snippet(snippet, namespace)


def _texts(link, error) -> dict:
    known = link.remote_errors.get(id(error))
    if known is None:
        return failure_texts(error)
    text = link.describe(known[1])
    return {"error": None if text is None else normalise_error(text)}


def _kind(link, error) -> str:
    if issubclass(type(error), MemoryError):
        return "memory-limit"
    known = link.remote_errors.get(id(error))
    if known is not None and not known[2]:
        return "raised"
    return "failed" if is_failed_assertion(error) else "raised"


def _outcome(kind, link, error=None, actual=None) -> dict:
    return {"kind": kind, "error": error, "actual": actual, "calls": link.uses}


def check(job: dict, fd: int, decided=None) -> dict:
    """Runs `job["test"]` (None: the program only has to load and to define the entry point) after `job["setup"]`
    against the candidate at the other end of the stream socket `fd`.

    Returns {kind, error, actual, calls}. `decided({"kind": ...})` is called as soon as the kind is settled: describing
    a failure asks the program for its words, which may take for ever.
    """
    link = Link(fd)
    failure = None
    try:
        perform(job, link)
    except Ended:
        pass
    except SystemExit:
        if link.ended is None or link.ended.get("interrupted"):
            link.ended = {"kind": "vanished", "number": None}
    except BaseException as error:
        failure = error
    if link.ended is not None and (failure is None or not link.ended.get("interrupted")):
        return _ended(link, decided)
    if failure is None:
        if link.uses < 1:
            return _outcome("failed", link, NEVER_CALLED)
        return _outcome("passed", link)
    kind = _kind(link, failure)
    if decided is not None:
        decided({"kind": kind})
    try:
        texts = _texts(link, failure) if kind != "memory-limit" else {}
    except BaseException:  # the program's own code may raise anything while it is being described
        texts = {}
    return _outcome(kind, link, texts.get("error"), texts.get("actual"))


def _ended(link: Link, decided) -> dict:
    ended = link.ended
    if decided is not None:
        decided({"kind": ended["kind"]})
    text = None
    if ended["number"] is not None:
        try:
            text = link.describe(ended["number"])
        except BaseException:
            text = None
    return _outcome(ended["kind"], link, None if text is None else normalise_error(text))
