"""Job: the tests of a task, run with pytest in a copy of its repository.

Request: {"roots": {"source", "changes"?, "tests"?, "project"?, "deps"?, "tools"?}, "removed": [paths], "arguments": [of pytest],
"interpreter"?: path, "environment"?: {name: text}, "scratch"?: a folder that may be written, "seconds": of wall time}.
`changes` and `tests` are laid over the source, in this order. Answer: {"exit": code, or the negative number of a signal, or null,
"timedOut", "statuses": {test id: word}, "trouble": [what no honest run does], "logBytes"}. Hands over `test_output.txt`.
"""
from __future__ import annotations

import hashlib
import os
import random
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import threading

from .task_tests import canaries
from .task_tests.statuses import Told
from .trace_tests import copy_tree

LONGEST_LOG = 64 << 20
LONGEST_TOLD = 64 << 20
RUNNER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "task_tests", "runner.py")
#: Folders of a repository that hold packages.
TOPS = ("", "src", "lib")


def answer(request: dict, say) -> dict:
    roots = request["roots"]
    scratch = tempfile.mkdtemp(prefix="task-", dir=request.get("scratch"))
    try:
        tree = os.path.join(scratch, "tree")
        copy_tree(roots["source"], tree)
        for path in request.get("removed", []):
            os.remove(os.path.join(tree, path))
        for name in ("changes", "tests"):
            if roots.get(name):
                shutil.copytree(roots[name], tree, dirs_exist_ok=True)
        fill_from_installed(tree, roots.get("project"))
        laid = _digests(roots.get("tests"), roots.get("tests"))
        words = [random.SystemRandom().getrandbits(32) for _ in range(8)]
        first = next(iter(sorted(laid)), "")
        canary, ends = canaries.write(os.path.join(tree, os.path.dirname(first)), words)
        run = Run(request, tree, scratch)
        exit_code, timed_out = run.play([*request["arguments"], os.path.relpath(canary, tree)])
        told = Told(bytes(run.told), run.token)
        trouble = [*told.trouble, *canaries.forged(ends, told.statuses)] if not timed_out else list(told.trouble)
        trouble += ["%s was changed while the tests ran" % path for path, digest in _digests(roots.get("tests"), tree).items() if laid[path] != digest]
        if told.code is not None and exit_code is not None and told.code != exit_code:
            trouble.append("pytest ended with %d, its process with %d" % (told.code, exit_code))
        own = os.path.relpath(canary, tree)
        with say.file("test_output.txt") as target:
            target.write(b"".join(line for line in bytes(run.log).splitlines(True) if own.encode() not in line))
        statuses = {test: status for test, status in told.statuses.items() if not test.startswith(own)}
        return {"exit": exit_code, "timedOut": timed_out, "statuses": statuses, "trouble": trouble, "logBytes": len(run.log)}
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def fill_from_installed(tree: str, project) -> None:
    """What an installation adds to the packages of a repository, as compiled modules and written versions. Nothing is replaced."""
    if not project or not os.path.isdir(project):
        return
    for name in sorted(os.listdir(project)):
        for top in TOPS:
            into = os.path.join(tree, top, name)
            if os.path.isdir(into) and os.path.isdir(os.path.join(project, name)):
                _fill(os.path.join(project, name), into)
                break


def _fill(source: str, into: str) -> None:
    for name in os.listdir(source):
        one, other = os.path.join(source, name), os.path.join(into, name)
        if name == "__pycache__":
            continue
        if os.path.isdir(one):
            if os.path.isdir(other):
                _fill(one, other)
            elif not os.path.lexists(other):
                shutil.copytree(one, other)
        elif not os.path.lexists(other):
            shutil.copy2(one, other)


def _digests(names_of, root) -> dict:
    """sha256 by path of the files of a folder, as they are below another. None: the file is not there."""
    found = {}
    for folder, _, names in os.walk(names_of or os.devnull):
        for name in names:
            path = os.path.relpath(os.path.join(folder, name), names_of)
            found[path] = _digest(os.path.join(root, path))
    return found


def _digest(path: str):
    try:
        with open(path, "rb") as file:
            return hashlib.sha256(file.read()).hexdigest()
    except OSError:
        return None


class Run:
    """One run of pytest in a process group of its own."""

    def __init__(self, request: dict, tree: str, scratch: str):
        self.request, self.tree, self.scratch = request, tree, scratch
        self.token = secrets.token_hex(16)
        self.log, self.told = bytearray(), bytearray()

    def play(self, arguments: list) -> tuple:
        """(exit code or negative signal; None: it was ended here, whether its time was over)."""
        told, telling = os.pipe()
        secret, telling_secret = os.pipe()
        os.write(telling_secret, self.token.encode())
        os.close(telling_secret)
        interpreter = self.request.get("interpreter") or sys.executable
        command = [interpreter, "-B", RUNNER, str(telling), str(secret), *arguments]
        child = subprocess.Popen(command, cwd=self.tree, env=self._environment(), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                 stderr=subprocess.STDOUT, pass_fds=(telling, secret), start_new_session=True)
        for descriptor in (telling, secret):
            os.close(descriptor)
        readers = [threading.Thread(target=self._read, args=one, daemon=True)
                   for one in (("log", child.stdout, LONGEST_LOG), ("told", os.fdopen(told, "rb", 0), LONGEST_TOLD))]
        for reader in readers:
            reader.start()
        try:
            code = child.wait(self.request["seconds"])
        except subprocess.TimeoutExpired:
            code = None
        # A process that it left behind may hold its output open.
        self._end_group(child.pid)
        child.wait()
        for reader in readers:
            reader.join(10)
        return code, code is None

    def _environment(self) -> dict:
        roots = self.request["roots"]
        path = [os.path.join(self.tree, top) for top in TOPS if os.path.isdir(os.path.join(self.tree, top))]
        path += [roots[name] for name in ("deps", "tools") if roots.get(name)]
        home = os.path.join(self.scratch, "home")
        os.makedirs(home, exist_ok=True)
        return {"PATH": os.environ.get("PATH", os.defpath), "HOME": home, "TMPDIR": home, "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "TZ": "UTC",
                "PYTHONHASHSEED": "0", "PYTHONPATH": os.pathsep.join(path), **self.request.get("environment", {})}

    def _read(self, name: str, stream, most: int) -> None:
        """Reads to the end and keeps the first `most` bytes."""
        kept = getattr(self, name)
        with stream:
            while True:
                part = os.read(stream.fileno(), 1 << 16)
                if not part:
                    break
                kept += part[:max(0, most - len(kept))]

    @staticmethod
    def _end_group(pid: int) -> None:
        try:
            os.killpg(pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
