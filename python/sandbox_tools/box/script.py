"""Runs a program as `__main__`, the way an interpreter runs a file: streams, exit status, threads waited for, exit
handlers. Nobody judges here; what it printed is compared outside."""
from __future__ import annotations

import atexit
import linecache
import os
import sys
import threading
import traceback
import types

from sandbox_tools.text.explain import PROGRAM_FILE


def _status_of(leaving: SystemExit) -> int:
    code = leaving.code
    if code is None:
        return 0
    if isinstance(code, int):
        return code & 0xFF
    print(code, file=sys.stderr)
    return 1


def _show(error) -> None:
    """Without our own frames."""
    kind, trace = type(error), error.__traceback__
    while trace is not None and trace.tb_frame.f_code.co_filename != PROGRAM_FILE:
        trace = trace.tb_next
    if sys.excepthook is sys.__excepthook__:
        traceback.print_exception(kind, error, trace)
    else:
        sys.excepthook(kind, error, trace)


def _execute(source, namespace: dict) -> int:
    try:
        exec(compile(source, PROGRAM_FILE, "exec", dont_inherit=True), namespace)
        return 0
    except SystemExit as leaving:
        return _status_of(leaving)
    except BaseException as error:
        _show(error)
        return 1


def _finish(status: int) -> int:
    """As an interpreter ends: other threads first, then exit handlers, then what is still buffered."""
    try:
        threading._shutdown()
        atexit._run_exitfuncs()
    except SystemExit as leaving:
        status = _status_of(leaving)
    except BaseException as error:
        _show(error)
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError, AttributeError):
            status = status or 120
    return status


def run(source) -> int:
    """Exit status of the program."""
    module = types.ModuleType("__main__")
    module.__file__ = PROGRAM_FILE
    sys.modules["__main__"] = module
    sys.argv[:] = [PROGRAM_FILE]
    if isinstance(source, str):
        linecache.cache[PROGRAM_FILE] = (len(source), None, source.splitlines(True), PROGRAM_FILE)
    os.register_at_fork(after_in_child=threading._after_fork)
    return _finish(_execute(source, module.__dict__))
