"""Runs one case, in a child of its own, and writes its record to the pipe of that child."""
from __future__ import annotations

import inspect
import itertools
import json
import os
import resource
import signal
import sys
import tempfile
import traceback
from pathlib import Path
from time import perf_counter

from .capture import Output
from .outcomes import Outcomes, digest, text_tree
from .randomness import seed_randomness
from .recorder import Recorder, run_async

FILES_TOLD = 100
_HERE = os.path.dirname(__file__)


class Aids:
    """What prepared harnesses ask for besides recording."""

    @staticmethod
    def tmp_path() -> Path:
        path = Path(os.getcwd(), "tmp_path")
        path.mkdir(exist_ok=True)
        return path

    @staticmethod
    def monkeypatch():
        import pytest

        return pytest.MonkeyPatch()


def _apply_limits(limits: dict) -> None:
    cpu = max(1, int(limits["cpuSeconds"]))
    pairs = [(resource.RLIMIT_CPU, cpu, cpu + 1), (resource.RLIMIT_CORE, 0, 0)]
    for name, value in ((resource.RLIMIT_AS, limits["memoryMb"] and int(limits["memoryMb"]) << 20), (resource.RLIMIT_NPROC, limits["processes"]),
                        (resource.RLIMIT_FSIZE, limits["outputBytes"])):
        if value is not None:
            pairs.append((name, int(value), int(value)))
    for name, soft, hard in pairs:
        ceiling = resource.getrlimit(name)[1]
        if ceiling != resource.RLIM_INFINITY:
            soft, hard = min(soft, ceiling), min(hard, ceiling)
        try:
            resource.setrlimit(name, (soft, hard))
        except (OSError, ValueError):
            # A box keeps these two to itself; whoever waits for this process looks at its clock.
            if name not in (resource.RLIMIT_CPU, resource.RLIMIT_CORE):
                raise


def _settle(folder: str, seed: int) -> None:
    """Everything that a case may change starts anew."""
    os.chdir(folder)
    os.environ.update(TMPDIR=folder, HOME=folder)
    tempfile.tempdir = None
    tempfile._name_sequence = map("{:08d}".format, itertools.count())
    seed_randomness(seed)


def _run_test_case(kind: type, name: str) -> None:
    """One method of a `unittest.TestCase`, with what surrounds it; its failures are raised."""
    test = kind(name)
    kind.setUpClass()
    try:
        if hasattr(test, "_setupAsyncioLoop"):
            _run_noting(test)
        else:
            test.debug()
    finally:
        kind.tearDownClass()
        kind.doClassCleanups()


def _run_noting(test) -> None:
    """Before 3.11 an asynchronous test could only be run with a result, which keeps what was raised."""
    unittest = sys.modules["unittest"]
    result, noted = unittest.TestResult(), []
    result.addError = result.addFailure = lambda test, raised: noted.append(raised[1])
    result.addSkip = lambda test, reason: noted.append(unittest.SkipTest(reason))
    test.run(result)
    if noted:
        raise noted[0]


def _is_of(kind: type, module: str, name: str) -> bool:
    """Whether it is derived from that class, of a module that is loaded only where a harness or project wants it."""
    loaded = sys.modules.get(module)
    return loaded is not None and issubclass(kind, getattr(loaded, name))


def _run(case, namespace: dict) -> None:
    if not isinstance(case, tuple):
        value = case()
        if inspect.iscoroutine(value):
            run_async(value)
        return
    kind, name = case
    if _is_of(kind, "unittest", "TestCase"):
        if "setUpModule" in namespace:
            namespace["setUpModule"]()
        _run_test_case(kind, name)
        return
    test = kind()
    if hasattr(test, "setup_method"):
        test.setup_method()
    value = getattr(test, name)()
    if inspect.iscoroutine(value):
        run_async(value)


def _end(error, outcomes: Outcomes) -> dict:
    if error is None:
        return {"kind": "finished"}
    if _is_of(type(error), "unittest", "SkipTest") or type(error).__name__ == "Skipped":
        return {"kind": "skipped"}
    if isinstance(error, SystemExit):
        code = error.code
        return {"kind": "exited", "status": 0 if code is None else code & 0xFF if isinstance(code, int) else 1}
    return {"kind": "raised", "error": outcomes.error(error)}


def _files(folder: str) -> dict:
    """{path: tree of the content} of what lies in the folder, bounded; links and special files by their kind."""
    told = {}
    for root, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted(names):
            path = os.path.join(root, name)
            if len(told) >= FILES_TOLD:
                return told
            shown = os.path.relpath(path, folder)
            if os.path.islink(path) or not os.path.isfile(path):
                told[text_tree(shown) if isinstance(text_tree(shown), str) else repr(shown)] = {"opaque": "file"}
                continue
            with open(path, "rb") as file:
                data = file.read(8 << 20)
            told[shown.encode("utf-8", "replace").decode()] = digest("file", len(data), data)
    return told


def _difference(before: dict, after, outcomes: Outcomes) -> dict:
    """What has changed of the environment, both as `os.environ` keeps them: bytes."""
    if before == after or not isinstance(after, dict):
        return {}
    changed = {name: after.get(name) for name in sorted(before.keys() | after.keys()) if before.get(name) != after.get(name)}
    shown = lambda data: text_tree(outcomes.without_folder(data.decode("utf-8", "replace")))
    return {shown(name): None if value is None else shown(value) for name, value in changed.items()}


def trace_of(error) -> str:
    """The last frames of an exception that are not this library's, for a person or a model to read."""
    try:
        frames = [frame for frame in traceback.extract_tb(error.__traceback__) if os.path.dirname(frame.filename) != _HERE]
        return "".join(traceback.format_list(frames[-6:]) + traceback.format_exception_only(type(error), error))[-4000:]
    except BaseException:
        return type(error).__name__


def run_in_child(case, target, namespace: dict, setting: dict, folder: str, pipe: int, begin_trace) -> None:
    """Does not return. `setting`: limits, bounds, seed of the request."""
    me = os.getpid()
    os.register_at_fork(after_in_child=lambda: os.close(pipe))
    started = perf_counter()
    output = Output()
    for number in (signal.SIGINT, signal.SIGCHLD):
        signal.signal(number, signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL)
    _settle(folder, setting["seed"])
    environment = dict(os.environ._data)
    outcomes = Outcomes(setting["bounds"], folder)
    recorder = Recorder(target, outcomes, output, setting["bounds"])
    namespace.update(__recorder__=recorder, observe=recorder.observe)
    end_trace = begin_trace(target.value) if begin_trace else None
    _apply_limits(setting["limits"])
    failed = None
    try:
        _run(case, namespace)
    except BaseException as error:
        failed = error
    if os.getpid() != me:
        # A process that the code has made has come back here.
        os._exit(0)
    record = {"end": _end(failed, outcomes)}
    try:
        recorder.finish()
    except BaseException as error:
        failed = failed or error
        record["end"] = _end(error, outcomes)
    if end_trace is not None:
        record["trace"] = end_trace()
    record.update(calls=recorder.calls, observations=recorder.observations)
    written = output.since(0)
    if written:
        record["stdout"] = text_tree(outcomes.without_folder(written))
    for name, found in (("files", _files(folder)), ("environment", _difference(environment, os.environ._data, outcomes))):
        if found:
            record[name] = found
    record["feedback"] = {"seconds": round(perf_counter() - started, 4)}
    if failed is not None:
        record["feedback"]["trace"] = trace_of(failed)
    errors = output.since(0, descriptor=2)
    if errors:
        record["feedback"]["stderr"] = errors[-2000:].encode("utf-8", "replace").decode()
    if os.getpid() == me:
        _write(pipe, json.dumps(record).encode())
    os._exit(0)


def _write(pipe: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(pipe, view):]
