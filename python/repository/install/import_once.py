"""One import in a process of its own, with everything that it did told by a pipe.

The process that calls this has imported nothing of the repository's; each import is a fork of it.
"""
from __future__ import annotations

import json
import os
import select
import signal
import sys
import tempfile
import time
import shutil

from .steps import end_group, end_orphans

OUTPUT_BYTES = 4000
REPORT_BYTES = 256 * 1024
#: What tells of an attempt to reach another machine, or this one.
NETWORK = ("socket.connect", "socket.getaddrinfo", "socket.gethostbyname", "socket.sendto", "socket.sendmsg", "socket.bind", "urllib.Request")

#: Of these the first argument is the socket itself.
OF_A_SOCKET = ("socket.connect", "socket.sendto", "socket.sendmsg", "socket.bind")


def import_once(names: list, path: list, seconds: float, scratch: str) -> dict:
    """Imports modules in order in a fork: what became of the last.

    :param path: {"first": folders before the standard library, "last": those after it, "hidden": those of this process's to leave out}
    :returns: {"outcome": "imported|raised|exited|hung|ended", "error": {"type", "message", "name", "unreadable"} or None,
        "warnings": [text], "network": [text], "prompt": bool, "output": tail, "writes": [name], "seconds"}
    """
    here = tempfile.mkdtemp(dir=scratch)
    report_read, report_write = os.pipe()
    output_read, output_write = os.pipe()
    started = time.monotonic()
    child = os.fork()
    if child == 0:
        try:
            os.setsid()
            os.close(report_read)
            os.close(output_read)
            nothing = os.open(os.devnull, os.O_RDONLY)
            for source, target in ((nothing, 0), (output_write, 1), (output_write, 2)):
                os.dup2(source, target)
            os.chdir(here)
            _import(names, path, report_write)
        finally:
            os._exit(1)
    os.close(report_write)
    os.close(output_write)
    said, output = bytearray(), bytearray()
    ended = _read(child, {report_read: (said, REPORT_BYTES), output_read: (output, 1 << 20)}, started + seconds)
    end_group(child)
    status = None
    try:
        status = os.waitpid(child, 0)[1]
    except ChildProcessError:
        pass
    end_orphans()
    for descriptor in (report_read, output_read):
        os.close(descriptor)
    writes = sorted(os.listdir(here))[:20]
    shutil.rmtree(here, ignore_errors=True)
    return {**_outcome(bytes(said), status, ended), "output": bytes(output[-OUTPUT_BYTES:]).decode("utf-8", "replace"), "writes": writes,
            "seconds": round(time.monotonic() - started, 2)}


def _read(child: int, sinks: dict, end: float) -> bool:
    """Reads until the child ends; False when the time ran out. What it leaves holding the pipes is not waited for."""
    open_ends = set(sinks)
    while True:
        left = end - time.monotonic()
        if left <= 0:
            return False
        ready = select.select(list(open_ends), [], [], min(left, 0.05))[0] if open_ends else []
        for descriptor in ready:
            data = os.read(descriptor, 65536)
            kept, most = sinks[descriptor]
            if not data:
                open_ends.discard(descriptor)
            elif len(kept) < most:
                kept.extend(data[: most - len(kept)])
        if not ready:
            done = os.waitid(os.P_PID, child, os.WEXITED | os.WNOHANG | os.WNOWAIT)
            if done is not None:
                return True
            if not open_ends:
                time.sleep(0.01)


def _outcome(said: bytes, status, ended: bool) -> dict:
    """From what the child told, line by line, to an outcome; a child that tells nothing at the end did not import."""
    found = {"outcome": "hung" if not ended else "ended", "error": None, "warnings": [], "network": [], "prompt": False}
    for line in said.split(b"\n"):
        try:
            one = json.loads(line)
        except ValueError:
            continue
        kind = one.get("kind")
        if kind in ("warnings", "network") and len(found[kind]) < 20:
            found[kind].append(one["text"])
        elif kind == "prompt":
            found["prompt"] = True
        elif kind == "end" and ended:
            found["outcome"], found["error"] = one["outcome"], one.get("error")
    if found["outcome"] == "ended" and status is not None:
        signalled = os.WIFSIGNALED(status)
        if not signalled:
            found["outcome"] = "exited"
        what = f"ended by signal {os.WTERMSIG(status)}" if signalled else f"the process ended with {os.WEXITSTATUS(status)}"
        found["error"] = {"type": None, "message": what, "name": None, "unreadable": False}
    return found


def _import(names: list, path: dict, report: int) -> None:
    """In the child: imports, tells, and ends the process without letting anything else run."""
    import builtins
    import importlib
    import importlib.util
    import warnings

    write = os.write

    def tell(**record):
        write(report, json.dumps(record).encode() + b"\n")

    def audit(event, arguments):
        if event in NETWORK:
            tell(kind="network", text=f"{event} {str(arguments[1:] if event in OF_A_SOCKET else arguments[:2])[:200]}")
            raise OSError(101, "Network is unreachable")
        if event == "builtins.input":
            tell(kind="prompt")

    sys.path[:] = [*path["first"], *[each for each in sys.path if each and "site-packages" not in each and "dist-packages" not in each and each not in path["hidden"]], *path["last"]]
    for name in [name for name in sys.modules if name.split(".")[0] == __name__.split(".")[0] and name != "__main__"]:
        del sys.modules[name]  # the project may have a package of that name
    sys.dont_write_bytecode = True
    sys.argv = [""]
    sys.stdin = open(0, encoding="utf-8", closefd=False)
    for stream, descriptor in (("stdout", 1), ("stderr", 2)):
        setattr(sys, stream, open(descriptor, "w", encoding="utf-8", errors="replace", closefd=False))
    warnings.resetwarnings()
    warnings.simplefilter("default")
    warnings.showwarning = lambda message, category, filename, lineno, file=None, line=None: tell(
        kind="warnings", text=f"{category.__name__}: {str(message)[:300]}")
    sys.addaudithook(audit)
    reading = False
    try:
        for name in names:
            reading = name == names[-1]
            if reading:
                spec = importlib.util.find_spec(name)  # imports the packages that it lies in
                if spec is None:
                    raise ModuleNotFoundError(f"No module named {name!r}", name=name)
                if hasattr(spec.loader, "get_code"):
                    spec.loader.get_code(name)
            reading = False
            importlib.import_module(name)
        end = {"outcome": "imported"}
    except SystemExit as error:
        end = {"outcome": "exited", "error": _error(error, False)}
    except BaseException as error:  # whatever it is, it is the module's
        unreadable = reading and isinstance(error, (SyntaxError, ValueError, RecursionError, MemoryError, UnicodeError))
        end = {"outcome": "raised", "error": _error(error, unreadable)}
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except Exception:
            pass
    tell(kind="end", **end)
    os._exit(0)


def _error(error: BaseException, unreadable: bool) -> dict:
    try:
        message = str(error)[:500]
    except Exception:
        message = "(no text)"
    name = getattr(error, "name", None)
    return {"type": type(error).__name__, "message": message, "name": name if isinstance(name, str) else None, "unreadable": unreadable,
            "missing": isinstance(error, ModuleNotFoundError), "partly": "partially initialized module" in message}
