"""Starts the process that imports and forks (`server`), asks it, and keeps its clocks. Nothing that it says is believed about any case but
the one that was asked, and nothing foreign ever runs here."""
from __future__ import annotations

import math
import os
import select
import shutil
import signal
import socket
import subprocess
import sys
import time

from . import link
from .limits import LOOK_SECONDS, cpu_seconds

LIBRARY_ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
_BOOT = (
    "import sys; library = [entry for entry in sys.path if entry]; sys.path.insert(0, {root!r}); "
    "from repository.run.server import main; main({descriptor}, library)"
)
_ENDS = ("finished", "raised", "skipped", "exited", "killed", "timed-out")
_PARTS = {"calls": list, "observations": list, "end": dict, "stdout": (str, dict), "files": dict, "environment": dict, "feedback": dict}
_IMPORT = {"ok": bool, "seconds": (int, float), "python": str, "phase": str, "kind": str, "error": dict, "trace": str, "stdout": str, "stderr": str,
           "targetRanAtImport": bool, "importedFirst": str}
#: Honest ones have up to six levels of JSON for each of a value's (`outcomes.LEVELS`).
DEEPEST_RECORD = 450
FOLDERS = ("import", "case")
#: For what is not the case's own time: a fork, encoding, a machine that is busy.
GRACE_SECONDS = 3.0


class Gone(Exception):
    """The process has ended, or does not answer."""


class CodeProcess:
    """One interpreter with project and harness in it. `base`: a folder of its own for this run. `most_import_seconds`: of the processor's time
    that importing may take; `import_seconds` is what it took."""

    def __init__(self, request: dict, setup: dict, base: str, most_import_seconds=math.inf):
        self._limits, self._base = setup["limits"], base
        self._harness_trace = bool(setup.get("trace"))
        for name in FOLDERS:
            os.makedirs(os.path.join(base, name), exist_ok=True)
        ours, theirs = socket.socketpair()
        command = request.get("python") or [sys.executable]
        home = os.path.join(base, "import")
        environment = {
            "PATH": os.environ.get("PATH", os.defpath), "LANG": "C.UTF-8", "TZ": "UTC", "HOME": home, "TMPDIR": home,
            **(request.get("environment") or {}), "PYTHONHASHSEED": str(request.get("hashSeed", 0)),
        }
        with theirs:
            boot = _BOOT.format(root=LIBRARY_ROOT, descriptor=theirs.fileno())
            self._process = subprocess.Popen(
                [*command, "-S", "-s", "-c", boot], pass_fds=[theirs.fileno()], env=environment, cwd=home, stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        self._link = ours
        self.import_seconds = 0.0
        self.imported = self._import(setup, most_import_seconds)
        self._variants = 0

    def _import(self, setup: dict, most_seconds: float) -> dict:
        started = time.monotonic()
        try:
            link.send(self._link, {"setup": setup})
            self._await_import(most_seconds)
            told, _ = link.receive(self._link, 0)
            self.import_seconds = cpu_seconds(self._process.pid)
            if isinstance(told, dict) and isinstance(told.get("import"), dict) and isinstance(told["import"].get("ok"), bool):
                return {name: told["import"][name] for name, kind in _IMPORT.items() if _is_told(told["import"].get(name), kind)}
            failure = {"kind": "killed"}
        except TimeoutError:
            failure = {"kind": "timed-out"}
        except (ConnectionError, OSError):
            self._process.poll() is None and self._wait_briefly()
            status = self._process.poll()
            failure = {"kind": "exited", "status": status} if status is not None and status >= 0 else {"kind": "killed", "signal": -(status or 0)}
        self.close()
        return {"ok": False, "seconds": round(time.monotonic() - started, 4), **failure}

    def _await_import(self, most_seconds: float) -> None:
        """Until it answers or ends; TimeoutError when it takes too long."""
        deadline = time.monotonic() + self._limits["importSeconds"]
        while True:
            left = deadline - time.monotonic()
            if select.select([self._link], [], [], max(0, min(LOOK_SECONDS, left)))[0]:
                return
            if left <= 0 or cpu_seconds(self._process.pid) > most_seconds:
                raise TimeoutError

    def _wait_briefly(self) -> None:
        try:
            self._process.wait(1)
        except subprocess.TimeoutExpired:
            pass

    def exchange(self, definition: str) -> tuple:
        """(number of the variant or None, why not)."""
        try:
            link.send(self._link, {"variant": {"definition": definition}})
            told, _ = link.receive(self._link, self._limits["importSeconds"])
        except (OSError, ConnectionError) as error:
            raise Gone from error
        self._variants += 1
        if isinstance(told, dict) and told.get("exchanged") is True:
            return self._variants - 1, None
        return None, str(told.get("why") if isinstance(told, dict) else None)[:300]

    def case(self, name: str, variant=None) -> dict:
        """Its record, without "case". Gone when the process has not survived it."""
        folder = self._fresh_folder()
        reading, writing = os.pipe()
        try:
            try:
                link.send(self._link, {"case": name, "variant": variant, "folder": folder}, writing)
            except OSError as error:
                raise Gone from error
            finally:
                os.close(writing)
            return self._follow(reading)
        finally:
            os.close(reading)

    def _follow(self, pipe: int) -> dict:
        started = time.monotonic()
        deadline = started + self._limits["wallSeconds"]
        data, stopped = bytearray(), None
        watched = [pipe, self._link]
        while True:
            ready = select.select(watched, [], [], max(0, deadline - time.monotonic()))[0]
            if pipe in ready and not self._read(pipe, data):
                watched.remove(pipe)
            if stopped is not None:
                data.clear()
            elif len(data) > self._limits["recordBytes"]:
                ready, stopped = [], "record"
            if self._link in ready:
                break
            if stopped == "record" or time.monotonic() >= deadline:
                if stopped == "killing":
                    raise Gone
                stopped_for = stopped or "time"
                self._kill_case()
                stopped, deadline = "killing", time.monotonic() + GRACE_SECONDS
                reason = stopped_for
        try:
            told, _ = link.receive(self._link, GRACE_SECONDS)
        except (OSError, ConnectionError) as error:
            raise Gone from error
        if stopped is None:
            self._read_rest(pipe, data)
            record = parsed(data, self._harness_trace)
            if record is None:
                record = {"calls": [], "observations": [], "end": _end_of(told.get("ended") if isinstance(told, dict) else None)}
        else:
            end = {"kind": "timed-out"} if reason == "time" else {"kind": "killed", "why": reason}
            record = {"calls": [], "observations": [], "end": end}
        feedback = record.setdefault("feedback", {})
        feedback.setdefault("seconds", round(time.monotonic() - started, 4))
        if isinstance(told, dict) and told.get("leftovers"):
            feedback["leftovers"] = True
        return record

    def _kill_case(self) -> None:
        try:
            link.send(self._link, {"kill": True})
        except OSError as error:
            raise Gone from error

    def _read(self, pipe: int, data: bytearray) -> bool:
        part = os.read(pipe, 1 << 16)
        data += part
        return bool(part)

    def _read_rest(self, pipe: int, data: bytearray) -> None:
        """What is in the pipe still; something that the case has left may hold its other end."""
        os.set_blocking(pipe, False)
        try:
            while len(data) <= self._limits["recordBytes"] and self._read(pipe, data):
                pass
        except BlockingIOError:
            pass

    def _fresh_folder(self) -> str:
        folder = os.path.join(self._base, "case")
        try:
            if os.path.isdir(folder) and not os.path.islink(folder) and not os.listdir(folder):
                os.rmdir(folder)
            elif os.path.lexists(folder):
                shutil.rmtree(folder)
            os.mkdir(folder)
        except (OSError, RecursionError):
            aside = os.path.join(self._base, f"left-{time.monotonic_ns()}")
            os.rename(folder, aside)
            os.mkdir(folder)
        return folder

    def close(self) -> None:
        self._link.close()
        try:
            os.killpg(self._process.pid, signal.SIGKILL)
        except OSError:
            pass
        self._process.kill()
        self._process.wait()


def parsed(data: bytes, with_trace: bool):
    """The record that a case has written, None when it is none: the shape is checked, what it says is the case's own word."""
    try:
        record = link.loads(data)
    except (ValueError, RecursionError):
        return None
    if not isinstance(record, dict) or _is_deeper(record, DEEPEST_RECORD) or not {"calls", "observations", "end"} <= record.keys():
        return None
    if any(name in record and not isinstance(record[name], kind) for name, kind in _PARTS.items()) or record["end"].get("kind") not in _ENDS:
        return None
    kept = list(_PARTS) + (["trace"] if with_trace else [])
    return {name: record[name] for name in kept if name in record}


def _is_told(value, kind) -> bool:
    return isinstance(value, kind) and not _is_deeper(value, DEEPEST_RECORD)


def _is_deeper(value, levels: int) -> bool:
    todo = [(value, 1)]
    while todo:
        one, level = todo.pop()
        if level > levels:
            return True
        inner = one.values() if isinstance(one, dict) else one if isinstance(one, list) else ()
        todo += [(child, level + 1) for child in inner if isinstance(child, (dict, list))]
    return False


def _end_of(status) -> dict:
    """How a case ended that has said nothing."""
    if not isinstance(status, int):
        return {"kind": "killed"}
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        return {"kind": "timed-out"} if number == signal.SIGXCPU else {"kind": "killed", "signal": number}
    return {"kind": "exited", "status": os.WEXITSTATUS(status)}
