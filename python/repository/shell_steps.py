"""Job: commands of a shell in a copy of a repository, one after another, each in a process of its own.

Request: {"roots": {"source", "project"?, "deps"?, "tools"?}, "commands": [text],
"seconds": of wall time for each, "interpreter"?: path, "scratch"?: a folder that may be written}.
Answer: {"outputs": [{"exit": code, negative number of a signal, or null if its time was over, "head", "tail", "elided": bytes between
the two, "changed": whether it changed a file}], "patchBytes"}. Hands over `patch.diff`: the changes of the tree after the last
command, unless they are too large.
"""
from __future__ import annotations

import os
import shutil
import stat
import subprocess
import sys
import tempfile
import threading

from .apply_patch import Repository
from .task_tests.process import usual_environment, wait_and_end
from .task_tests.tree import copy_metadata, fill_from_installed
from .trace_tests import copy_tree

#: Bytes of an output that are kept from each end, and characters of them that are told.
KEPT = 20_000
TOLD = 10_000
LONGEST_PATCH = 8 << 20
#: What running Python leaves behind: no command needs it.
CACHES = frozenset(("__pycache__", ".pytest_cache", ".hypothesis", ".mypy_cache", ".ruff_cache"))
DAY = "2000-01-01T00:00:00Z"


def answer(request: dict, say) -> dict:
    # The same path each time: outputs name it.
    place = os.path.join(request.get("scratch") or tempfile.gettempdir(), "work")
    os.mkdir(place)
    try:
        box = Box(request, place)
        box.begin()
        outputs = [box.play(command) for command in request["commands"]]
        patch = box.patch()
        if len(patch) <= LONGEST_PATCH:
            with say.file("patch.diff") as target:
                target.write(patch)
        return {"outputs": outputs, "patchBytes": len(patch)}
    finally:
        shutil.rmtree(place, ignore_errors=True)


class Box:
    """A repository with one commit, and the environment of its commands."""

    def __init__(self, request: dict, place: str):
        self.request, self.place = request, place
        self.tree, self.home, self.own = (os.path.join(place, name) for name in ("repository", "home", "own"))
        self.metadata = None
        self.state: frozenset = frozenset()

    def begin(self) -> None:
        roots = self.request["roots"]
        copy_tree(roots["source"], self.tree)
        fill_from_installed(self.tree, roots.get("project"))
        for folder in (self.home, self.own):
            os.makedirs(folder)
        self.metadata = copy_metadata(roots.get("project"), os.path.join(self.own, "metadata"))
        # The commands may change the history that they see; ours is out of their way.
        self.repository = Repository(self.tree, self.own)
        self.repository.begin()
        shown = Repository(self.tree, self.own)
        shown.environment.update(GIT_DIR=os.path.join(self.tree, ".git"), **self._dates())
        shown.begin()
        self._write_names(os.path.join(self.own, "bin"))
        self.state = self._look()

    def play(self, command: str) -> dict:
        output = Output()
        child = subprocess.Popen(["bash", "--noprofile", "--norc", "-c", command], cwd=self._folder(), env=self._environment(), stdin=subprocess.DEVNULL,
                                 stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True)
        reader = threading.Thread(target=output.read, args=(child.stdout,), daemon=True)
        reader.start()
        code = wait_and_end(child, self.request["seconds"])
        # A process that left the group may hold the output open.
        reader.join(5)
        before, self.state = self.state, self._look()
        return {"exit": code, **output.told(), "changed": self.state != before}

    def patch(self) -> bytes:
        """The changes of the tree, as they are seen from outside: whatever the commands did to their own history does not count."""
        self._folder()
        self.repository.git("add", "--all")
        return self.repository.git("diff", "--cached", "--binary", "--no-renames", "--no-ext-diff", "--no-color", "HEAD")

    def _folder(self) -> str:
        os.makedirs(self.tree, exist_ok=True)
        return self.tree

    def _environment(self) -> dict:
        programs = [os.path.join(self.own, "bin"), os.environ.get("PATH", os.defpath)]
        return {"PATH": os.pathsep.join(programs), **usual_environment(self.request["roots"], self.tree, self.home, self.metadata), "TERM": "dumb",
                "PAGER": "cat", "GIT_PAGER": "cat", "MANPAGER": "cat", "PYTHONDONTWRITEBYTECODE": "1",
                "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": os.devnull, "GIT_TERMINAL_PROMPT": "0",
                # Otherwise `git status` writes a file.
                "GIT_OPTIONAL_LOCKS": "0", **self._dates()}

    @staticmethod
    def _dates() -> dict:
        """With these a commit has the same name each time."""
        return {"GIT_AUTHOR_NAME": "x", "GIT_AUTHOR_EMAIL": "x@x", "GIT_COMMITTER_NAME": "x", "GIT_COMMITTER_EMAIL": "x@x",
                "GIT_AUTHOR_DATE": DAY, "GIT_COMMITTER_DATE": DAY}

    def _write_names(self, folder: str) -> None:
        """`python` and `pytest` of the repository, wherever its interpreter is."""
        os.mkdir(folder)
        interpreter = self.request.get("interpreter") or sys.executable
        for name, more in (("python", ""), ("python3", ""), ("pytest", " -m pytest")):
            path = os.path.join(folder, name)
            with open(path, "w") as file:
                file.write('#!/bin/sh\nexec "%s"%s "$@"\n' % (interpreter, more))
            os.chmod(path, 0o755)

    def _look(self) -> frozenset:
        """What is in the files that commands may write, by size and time."""
        seen = set()
        above = os.path.dirname(self.place)
        for folder, names, files in os.walk(above):
            names[:] = [name for name in names if name not in CACHES and os.path.join(folder, name) != self.own]
            for name in [*names, *files]:
                path = os.path.join(folder, name)
                try:
                    facts = os.lstat(path)
                except OSError:
                    continue
                times = () if stat.S_ISDIR(facts.st_mode) else (facts.st_size, facts.st_mtime_ns, facts.st_ino)
                seen.add((path, facts.st_mode, *times))
        return frozenset(seen)


class Output:
    """What a command wrote: both ends of it."""

    def __init__(self):
        self.head, self.tail, self.size = bytearray(), bytearray(), 0

    def read(self, stream) -> None:
        with stream:
            while True:
                part = os.read(stream.fileno(), 1 << 16)
                if not part:
                    return
                self.size += len(part)
                room = KEPT - len(self.head)
                self.head += part[:max(0, room)]
                self.tail += part[max(0, room):]
                del self.tail[:-KEPT]

    def told(self) -> dict:
        elided = self.size - len(self.head) - len(self.tail)
        if elided == 0:
            whole = bytes(self.head + self.tail).decode("utf-8", "replace")
            if len(whole) <= TOLD:
                return {"head": whole, "tail": "", "elided": 0}
            cut = len(whole) - TOLD
            return {"head": whole[:TOLD // 2], "tail": whole[-(TOLD // 2):], "elided": cut}
        head, tail = (bytes(part).decode("utf-8", "replace") for part in (self.head, self.tail))
        return {"head": head[:TOLD // 2], "tail": tail[-(TOLD // 2):], "elided": elided}
