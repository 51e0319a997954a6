"""One test in a process of its own: loads the program as module `solution`, runs the test in its namespace.

Leaves a completion record, then ends with status 0. Whoever leaves in any other way has left no record.
"""
from __future__ import annotations

import os
import random
import signal
import sys
import types

from sandbox_tools.text.explain import (
    PROGRAM_FILE,
    describe_exception,
    describe_value,
    innermost_file,
)
from sandbox_tools.isolation import set_dumpable
from sandbox_tools.limits import apply_limits
from sandbox_tools.record import RecordSender
from sandbox_tools.text.snippet import TEST_FILE, compile_snippet

ENVIRONMENT = {
    "LANG": "C.UTF-8",
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "PYTHONHASHSEED": "0",
    "TZ": "UTC",
}
FAILED_SETUP = 71

_exit = os._exit


class UnequalError(AssertionError):
    """`left` was not equal to `right`; carries what `left` was."""

    def __init__(self, left, message):
        super().__init__()
        self.left = left
        self.message = message


def prepare_process(output_fd: int, keep_fd: int) -> None:
    """Own session, own streams, own environment, none of the supervisor's descriptors and handlers."""
    os.setsid()
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    null = os.open("/dev/null", os.O_RDONLY)
    os.dup2(null, 0)
    os.dup2(output_fd, 1)
    os.dup2(output_fd, 2)
    low, high = sorted((2, keep_fd))
    os.closerange(low + 1, high)
    os.closerange(high + 1, 1024)
    os.environ.clear()
    os.environ.update(ENVIRONMENT)
    os.umask(0o022)


def volunteer_for_oom() -> None:
    """When the box runs out of memory the kernel shall take the candidate, never the supervisor."""
    set_dumpable(True)
    try:
        with open("/proc/self/oom_score_adj", "w") as file:
            file.write("1000")
    except OSError:
        pass  # only decides who dies first


def new_module():
    """An importable, empty `solution`: pickle, dataclasses and multiprocessing look their classes up there."""
    module = types.ModuleType("solution")
    module.__file__ = PROGRAM_FILE
    sys.modules["solution"] = module
    sys.modules["__main__"] = types.ModuleType("__main__")
    sys.argv[:] = [PROGRAM_FILE]
    return module


def compile_program(source: str):
    text = source[1:] if source.startswith("\ufeff") else source
    return compile(text, PROGRAM_FILE, "exec", dont_inherit=True)


def run_snippet(snippet, namespace: dict) -> None:
    if snippet.body is not None:
        exec(snippet.body, namespace)
    last = snippet.comparison
    if last is None:
        return
    left = eval(last.left, namespace)
    if not left == eval(last.right, namespace):
        message = None if last.message is None else eval(last.message, namespace)
        raise UnequalError(left, message)


def require_entry_point(namespace: dict, entry_point: str) -> None:
    if entry_point not in namespace:
        raise NameError("name %r is not defined" % entry_point)


def is_failed_assertion(error) -> bool:
    """An assertion of the test, as opposed to one of the program's own."""
    if type(error) is UnequalError:
        return True
    if not issubclass(type(error), AssertionError):
        return False
    return innermost_file(error.__traceback__, (PROGRAM_FILE, TEST_FILE)) == TEST_FILE


def failure_texts(error) -> dict:
    if type(error) is not UnequalError:
        return {"error": describe_exception(error)}
    plain = AssertionError() if error.message is None else AssertionError(error.message)
    return {"error": describe_exception(plain), "actual": describe_value(error.left)}


def report_failure(sender: RecordSender, kind: str, error) -> None:
    sender.send_kind(kind)
    if kind == "memory-limit":
        return
    try:
        sender.send_texts(failure_texts(error))
    except BaseException:  # the program's own code may raise anything while it is being described
        pass


def perform(job: dict, sender: RecordSender) -> None:
    """Runs the test and records how it went. Returns without a record when the program asked to leave."""
    namespace = new_module().__dict__
    try:
        code = compile_program(job["program"])
    except BaseException as error:
        return report_failure(sender, "raised", error)
    try:
        exec(code, namespace)
        if job["test"] is None:
            require_entry_point(namespace, job["entryPoint"])
        else:
            run_snippet(compile_snippet(job["test"]), namespace)
    except SystemExit:
        return None
    except MemoryError as error:
        return report_failure(sender, "memory-limit", error)
    except BaseException as error:
        return report_failure(sender, "failed" if is_failed_assertion(error) else "raised", error)
    return sender.send_kind("passed") and None


def main(job: dict, receiver, output_fd: int) -> None:
    """Body of the forked child; never returns."""
    try:
        sender = RecordSender(receiver)
        prepare_process(output_fd, sender.fd)
        volunteer_for_oom()
        random.seed(job["seed"])
        apply_limits(job["limits"], job["countProcesses"])
    except BaseException:
        _exit(FAILED_SETUP)
    try:
        perform(job, sender)
    finally:
        _exit(0)
