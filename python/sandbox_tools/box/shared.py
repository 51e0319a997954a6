"""Program and test in one process, where a data set asks for it: loads the program as module `solution`, runs the
test in its namespace.

Leaves a completion record. Whoever leaves in any other way has left none. A program that means to can forge one.
"""
from __future__ import annotations

import sys
import types

from sandbox_tools.box.record import BROKEN_TEST
from sandbox_tools.cases import current
from sandbox_tools.manners.load import load
from sandbox_tools.text.explain import (
    PROGRAM_FILE,
    describe_exception,
    describe_value,
    innermost_file,
)
from sandbox_tools.text.snippet import TEST_FILE, BrokenTest, compile_setup, compile_snippet
from sandbox_tools.text.told import Told
from sandbox_tools.text.unequal import UnequalError


def new_module():
    """An importable, empty `solution`: pickle, dataclasses and multiprocessing look their classes up there."""
    module = types.ModuleType("solution")
    module.__file__ = PROGRAM_FILE
    sys.modules["solution"] = module
    sys.modules["__main__"] = types.ModuleType("__main__")
    sys.argv[:] = [PROGRAM_FILE]
    return module


def compile_program(source):
    return compile(source, PROGRAM_FILE, "exec", dont_inherit=True)


def run_snippet(snippet, namespace: dict) -> None:
    if snippet.body is not None:
        exec(snippet.body, namespace)
    last = snippet.comparison
    if last is None:
        return
    left = eval(last.left, namespace)
    if not left == eval(last.right, namespace):
        raise UnequalError(left, None if last.message is None else lambda: eval(last.message, namespace))


def require_entry_point(namespace: dict, entry_point: str) -> None:
    if entry_point not in namespace:
        raise NameError("name %r is not defined" % entry_point)


def is_failed_assertion(error) -> bool:
    """An assertion of the test, as opposed to one of the program's own."""
    if issubclass(type(error), UnequalError):
        return True
    if not issubclass(type(error), AssertionError):
        return False
    return innermost_file(error.__traceback__, (PROGRAM_FILE, TEST_FILE)) == TEST_FILE


def failure_texts(error) -> dict:
    if issubclass(type(error), Told):
        return {"error": error.text}
    if not issubclass(type(error), UnequalError):
        return {"error": describe_exception(error)}
    return {"error": describe_exception(_assertion(error.message)), "actual": describe_value(error.left)}


def _assertion(message):
    if message is None:
        return AssertionError()
    try:
        return AssertionError(message())
    except BaseException:
        return AssertionError()


def report_failure(send, kind: str, error) -> None:
    """The kind first: describing runs the program's own code, which may hang or raise anything."""
    send({"kind": kind, **current.marked()})
    if kind == "memory-limit":
        return
    try:
        send({**failure_texts(error), **current.told()})
    except BaseException:
        pass


def report_uncompiled(job: dict, send, error) -> None:
    """The program's own fault, unless it begins with a setup that no program could go on from."""
    try:
        compile_setup(job.get("setup") or "", job["entryPoint"])
    except BrokenTest as broken:
        return send({"kind": BROKEN_TEST, "error": str(broken)})
    return report_failure(send, "raised", error)


def perform(job: dict, source, send) -> None:
    """Runs the test and records how it went. Returns without a record when the program asked to leave. The test is
    compiled before anything of the program is: whether it can be is not the program's to say."""
    namespace = new_module().__dict__
    try:
        snippet = None if job["test"] is None else compile_snippet(job["test"])
    except BrokenTest as error:
        return send({"kind": BROKEN_TEST, "error": str(error)})
    manner = job.get("manner")
    try:
        code = None if manner is not None else compile_program(source)
    except BaseException as error:
        return report_uncompiled(job, send, error)
    try:
        if manner is None:
            exec(code, namespace)
        else:
            load(manner, source, namespace, job["entryPoint"])
        if snippet is None:
            require_entry_point(namespace, job["entryPoint"])
        else:
            run_snippet(snippet, namespace)
    except SystemExit:
        return None
    except MemoryError as error:
        return report_failure(send, "memory-limit", error)
    except Told as told:
        send({"kind": told.kind, "detail": told.detail})
        return report_failure(send, told.kind, told)
    except BaseException as error:
        return report_failure(send, "failed" if is_failed_assertion(error) else "raised", error)
    return send({"kind": "passed", **current.marked()})
