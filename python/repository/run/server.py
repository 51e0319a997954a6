"""The process that imports project and harness once, and forks a child for each case.

Started as a fresh interpreter, so that its memory holds nothing but what it is sent: no expected record, no source that a harness was made
of, no other variant than those it is asked to run. It is asked over a socket (`link`):
    {"setup": ...} -> {"import": ...}         see `answers`
    {"case", "variant": n or null, "folder"} with the descriptor of the case's pipe -> {"ended": status, "leftovers": bool}
    {"kill": true} ends the case that runs
    {"variant": {"definition"}} -> {"exchanged": bool, "why"?}: numbered from 0 in the order in which they are sent
"""
from __future__ import annotations

import base64
import builtins
import ctypes
import gc
import importlib
import inspect
import linecache
import os
import pickle
import select
import signal
import socket
import sys
import types
from importlib.machinery import PathFinder
from time import perf_counter

from . import cases, exchange, link, overlay
from .limits import LOOK_SECONDS, cpu_seconds
from .outcomes import Outcomes
from .resolve import Target

HARNESS = "harness_under_run"
_SUBREAPER = 36


class _Passive:
    """Stands for the recorder while a harness is imported: nothing is recorded yet."""

    def call(self, callee, /, *args, **keywords):
        return callee(*args, **keywords)

    get = staticmethod(getattr)
    put = staticmethod(setattr)
    decorate = staticmethod(lambda decorator: decorator)
    observe = staticmethod(lambda value: value)


class _Facade(types.ModuleType):
    """`fut_module`: the target's module under another name; `reference_x` is `x`."""

    def __init__(self, module: types.ModuleType, target: Target):
        super().__init__("fut_module")
        self.__dict__["_module"], self.__dict__["_outermost"] = module, target.outermost
        self.__all__ = [name for name in vars(module) if not name.startswith("_")]

    def __getattr__(self, name):
        if name.startswith("reference_"):
            name = name[len("reference_"):]
        return getattr(self._module, name)


class Server:
    def __init__(self, connection: socket.socket, library: list):
        self._link, self._library = connection, library
        self._built = []
        self._setting, self._target, self._namespace, self._begin_trace = {}, None, {}, None
        self._kept = None

    def serve(self) -> None:
        while True:
            try:
                message, pipe = link.receive(self._link)
            except (ConnectionError, OSError):
                return
            if "setup" in message:
                link.send(self._link, {"import": self._import(message["setup"])})
            elif "variant" in message and "case" not in message:
                link.send(self._link, self._build(message["variant"]))
            elif "case" in message:
                self._run(message, pipe)

    # Importing.

    def _import(self, setup: dict) -> dict:
        started = perf_counter()
        self._setting = setup
        told = {"ok": True, "python": ".".join(map(str, sys.version_info[:3]))}
        output = cases.Output()
        phase = "project"
        # Bound here: what is imported may change `sys` and `os`.
        try:
            self._prepare(setup)
            watch = exchange.Watch() if setup["watch"] else None
            with watch or _nothing():
                module = _imported(setup["harness"]["module"], told)
            phase = "target"
            self._target = Target(module, setup["harness"]["qualname"])
            if watch:
                _, _, number = setup["harness"]["target"].rpartition("#")
                self._kept = exchange.Exchange(self._target, watch, setup["harness"]["qualname"], int(number) if number.isdigit() else None)
                told["targetRanAtImport"] = self._kept.ran_at_import
            phase = "harness"
            self._load_harness(setup["harness"], module)
        except BaseException as error:
            outcomes = Outcomes(setup["bounds"], setup["folder"])
            told.update(ok=False, phase=phase, kind="exited" if isinstance(error, SystemExit) else "raised", error=outcomes.error(error),
                        trace=cases.trace_of(error))
        for name, descriptor in (("stdout", 1), ("stderr", 2)):
            text = output.since(0, descriptor)
            if text:
                told[name] = text[-2000:].encode("utf-8", "replace").decode()
        told["seconds"] = round(perf_counter() - started, 4)
        gc.collect()
        gc.freeze()
        return told

    def _prepare(self, setup: dict) -> None:
        roots = setup["roots"]
        if setup.get("trace"):
            sys.path.append(roots.get("tools") or "")
            begin = importlib.import_module(setup["trace"]["module"])
        # It brings asyncio and all that binds the real clock, half of what this process costs to start.
        clock = importlib.import_module("repository.run.clock") if setup.get("clock") else None
        # The project may have a package of this library's name, or of a module's here.
        for name in [name for name in sys.modules if name.partition(".")[0] == "repository"]:
            del sys.modules[name]
        first = [os.path.abspath(roots[name]) for name in ("project", "deps") if roots.get(name)]
        sys.path[:] = first + self._library + [os.path.abspath(roots[name]) for name in ("tools",) if roots.get(name)]
        sys.path_importer_cache.clear()
        importlib.invalidate_caches()
        if clock:
            clock.install(setup["clock"])
        overlay.install(os.path.abspath(roots["project"]), setup.get("overlay") or {})
        if setup.get("trace"):
            self._begin_trace = getattr(begin, setup["trace"]["function"])(setup["trace"].get("argument"), list(sys.path))
        top = setup["harness"]["module"].partition(".")[0]
        if top in sys.modules and PathFinder.find_spec(top, first[:1]) is not None:
            # The project is named as a module of Python's library that is in use here.
            for name in [name for name in sys.modules if name.partition(".")[0] == top]:
                del sys.modules[name]
        sys.argv[:] = [""]
        sys.dont_write_bytecode = True
        os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
        builtins.exit = builtins.quit = sys.exit

    def _load_harness(self, harness: dict, module: types.ModuleType) -> None:
        sys.modules["fut_module"] = _Facade(module, self._target)
        held = types.ModuleType(HARNESS)
        sys.modules[HARNESS] = held
        blobs = harness.get("blobs") or {}
        self._namespace = held.__dict__
        self._namespace.update(
            __file__=f"{HARNESS}.py",
            __recorder__=_Passive(), __aids__=cases.Aids, __cases__={}, observe=_Passive.observe, fut=self._target.outermost,
            load=lambda key: pickle.loads(base64.b64decode(blobs[key])),
        )
        self._namespace[harness["qualname"].split(".")[0]] = self._target.outermost
        linecache.cache[f"<{HARNESS}>"] = (len(harness["source"]), None, harness["source"].splitlines(True), f"<{HARNESS}>")
        exec(compile(harness["source"], f"<{HARNESS}>", "exec", dont_inherit=True), self._namespace)
        if "async" in harness["source"] or any(inspect.iscoroutinefunction(one) or inspect.isasyncgenfunction(one) for one in self._target.functions()):
            # Once here, not in the child of each case.
            importlib.import_module("asyncio")
        missing = [name for name in harness["cases"] if name not in self._namespace["__cases__"]]
        if missing:
            raise LookupError(f"no such case: {missing[0]}")

    def _build(self, variant: dict) -> dict:
        try:
            built, why = self._kept.build(variant["definition"])
        except Exception as error:
            built, why = None, f"{type(error).__name__}: {error}"[:300]
        self._built.append(built)
        return {"exchanged": built is not None, **({} if why is None else {"why": why})}

    # Cases.

    def _run(self, message: dict, pipe: int) -> None:
        case = self._namespace["__cases__"][message["case"]]
        child = os.fork()
        if child == 0:
            try:
                os.setsid()
                self._link.close()
                if message["variant"] is not None:
                    self._built[message["variant"]].apply()
                cases.run_in_child(case, self._target, self._namespace, self._setting, message["folder"], pipe, self._begin_trace)
            finally:
                os._exit(70)
        os.close(pipe)
        status = self._wait(child, float(self._setting["limits"]["cpuSeconds"]))
        link.send(self._link, {"ended": status, "leftovers": self._reap(child)})

    def _wait(self, child: int, most_seconds: float) -> int:
        """Wait status of the child, which is killed when the other side says so, or is gone; that of SIGXCPU when it has used up its time."""
        try:
            ended = os.pidfd_open(child)
        except (OSError, AttributeError):
            ended = None
        try:
            while True:
                ready = select.select([self._link] + ([ended] if ended is not None else []), [], [], LOOK_SECONDS if ended is not None else 0.002)[0]
                if self._link in ready:
                    try:
                        link.receive(self._link)
                    except (ConnectionError, OSError):
                        os._exit(0)
                    finally:
                        self._kill(child)
                    return os.waitpid(child, 0)[1]
                found, status = os.waitpid(child, os.WNOHANG)
                if found:
                    return status
                if cpu_seconds(child) > most_seconds + LOOK_SECONDS:
                    self._kill(child)
                    os.waitpid(child, 0)
                    return int(signal.SIGXCPU)
        finally:
            if ended is not None:
                os.close(ended)

    def _kill(self, child: int) -> None:
        for end in (os.killpg, os.kill):
            try:
                end(child, signal.SIGKILL)
            except OSError:
                pass

    def _reap(self, child: int) -> bool:
        """Ends what the child has left; whether something is still there, as what has left its session may be."""
        for patience in range(50):
            try:
                os.killpg(child, signal.SIGKILL)
            except OSError:
                pass
            try:
                while os.waitpid(-1, os.WNOHANG)[0]:
                    pass
            except ChildProcessError:
                return False
            for orphan in _children():
                try:
                    os.kill(orphan, signal.SIGKILL)
                except OSError:
                    pass
            time_to_end = 0.0002 * (patience + 1)
            select.select([], [], [], time_to_end)
        return True


def _imported(name: str, told: dict) -> types.ModuleType:
    """The module. One that is part of a cycle can be imported only after another of the cycle: those that the failure went through are
    tried, each from the start, and the one that helped is told as "importedFirst"."""
    before = set(sys.modules)
    try:
        return importlib.import_module(name)
    except ImportError as error:
        first_error, tried, trace = error, [], error.__traceback__
        while trace is not None:
            other = trace.tb_frame.f_globals.get("__name__")
            if other not in (None, name, __name__) and not other.startswith(("importlib", "_frozen_importlib")) and other not in tried:
                tried.append(other)
            trace = trace.tb_next
    for other in reversed(tried):
        for loaded in set(sys.modules) - before:
            del sys.modules[loaded]
        try:
            importlib.import_module(other)
            module = importlib.import_module(name)
        except ImportError:
            continue
        told["importedFirst"] = other
        return module
    raise first_error


class _nothing:
    def __enter__(self):
        return None

    def __exit__(self, *raised):
        return False


def _children() -> list:
    """Process numbers of our children, where the system says so."""
    try:
        with open(f"/proc/self/task/{os.getpid()}/children", encoding="ascii") as file:
            return [int(word) for word in file.read().split()]
    except (OSError, ValueError):
        return []


def main(descriptor: int, library: list) -> None:
    """`library`: the entries of `sys.path` that are Python's own library."""
    try:
        # What a case's child leaves behind becomes ours, to be ended.
        ctypes.CDLL(None, use_errno=True).prctl(_SUBREAPER, 1, 0, 0, 0)
    except (OSError, AttributeError):
        pass
    # Said, not asked of the kernel, which a box may refuse.
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM, 0, fileno=descriptor) as connection:
        Server(connection, library).serve()
    os._exit(0)
