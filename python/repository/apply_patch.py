"""Job: a patch applied to a repository as the SWE-bench harness applies it, without what could decide a verdict by itself.

Request: {"roots": {"source"}, "patch": text, "guarded"?: false for the tests of a task, "runner"?: path of the script that runs the tests,
"files"?: paths of the source to hand over as they are, "scratch"?: a folder that may be written}. An empty patch changes nothing.
Answer: {"applied": the command that applied it, or null, "tried": [{"command", "said"}], "changed": [paths], "removed": [paths],
"dropped": [{"path", "reason"}]}. Hands over `changed.tar` (files of the result that differ from the source, and `files`).
Needs `git`, and `patch` for the last try. Nothing of the repository is run.
"""
from __future__ import annotations

import os
import shutil
import subprocess
import tarfile
import tempfile

from .patch import guarded
from .trace_tests import copy_tree

#: Section "run" of the facts on SWE-bench: in this order, each on a pristine tree.
COMMANDS = (
    ("git", "apply", "--verbose"),
    ("git", "apply", "--verbose", "--3way"),
    ("git", "apply", "--verbose", "--reject"),
    ("patch", "--batch", "--forward", "--fuzz=5", "-p1", "-i"),
)
#: The last resort: a patch that is in the tree already changes nothing.
ALREADY = ("git", "apply", "--check", "--reverse")
SAID = 4_000
SETTINGS = ("core.hooksPath=/dev/null", "core.autocrlf=false", "core.fileMode=true", "core.symlinks=true", "user.name=x",
            "user.email=x@x", "commit.gpgSign=false", "core.fsmonitor=false", "gc.auto=0", "core.quotePath=false", "diff.external=")


def answer(request: dict, say) -> dict:
    scratch = tempfile.mkdtemp(prefix="patch-", dir=request.get("scratch"))
    try:
        tree = os.path.join(scratch, "tree")
        copy_tree(request["roots"]["source"], tree)
        repository = Repository(tree, scratch)
        repository.begin()
        with open(os.path.join(scratch, "patch.diff"), "w", encoding="utf-8", newline="") as file:
            file.write(request["patch"])
        tried, applied = repository.apply(file.name) if request["patch"].strip() else ([], "nothing")
        if applied is None:
            return {"applied": None, "tried": tried, "changed": [], "removed": [], "dropped": []}
        dropped = [{"path": path, "reason": "version control"} for path in repository.own_history]
        if request.get("guarded", True):
            dropped += repository.drop_guarded(request.get("runner"))
        changes = repository.changes()
        changed = [path for path, _, mode in changes if mode != "000000"]
        removed = [path for path, _, mode in changes if mode == "000000"]
        as_they_are = [path for path in request.get("files", []) if path not in changed and os.path.isfile(os.path.join(tree, path))]
        with say.file("changed.tar") as target, tarfile.open(fileobj=target, mode="w|") as archive:
            for path in changed + as_they_are:
                archive.add(os.path.join(tree, path), path, recursive=False)
        return {"applied": applied, "tried": tried, "changed": changed, "removed": removed, "dropped": dropped}
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


class Repository:
    """A tree with its commit: what the patch was made for. Its history lies outside of the tree: no patch can write there."""

    def __init__(self, tree: str, scratch: str):
        self.tree = tree
        #: Folders that the patch made for a history of its own.
        self.own_history: list = []
        self.environment = {"PATH": os.environ.get("PATH", os.defpath), "HOME": scratch, "GIT_CONFIG_NOSYSTEM": "1",
                            "GIT_CONFIG_GLOBAL": os.devnull, "GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C.UTF-8",
                            "GIT_DIR": os.path.join(scratch, "history"), "GIT_WORK_TREE": tree}

    def git(self, *words: str) -> bytes:
        settings = [word for one in SETTINGS for word in ("-c", one)]
        return subprocess.run(["git", *settings, *words], cwd=self.tree, env=self.environment, check=True, capture_output=True).stdout

    def begin(self) -> None:
        self.git("init", "--quiet", "--template=")
        self.keep()
        self.git("commit", "--quiet", "--allow-empty", "--no-verify", "-m", "base")

    def drop_history(self) -> None:
        for folder, names, files in os.walk(self.tree):
            for name in [one for one in (*names, *files) if one.lower() == ".git"]:
                path = os.path.join(folder, name)
                self.own_history.append(os.path.relpath(path, self.tree))
                if os.path.isdir(path) and not os.path.islink(path):
                    shutil.rmtree(path)
                else:
                    os.remove(path)
            names[:] = [name for name in names if name.lower() != ".git"]

    def keep(self) -> None:
        # Ignored files too: a patch may change them.
        self.git("add", "--all", "--force")

    def apply(self, patch: str) -> tuple:
        """([what was tried], the command that worked or None)."""
        tried: list = []
        for command in COMMANDS:
            if tried:
                self.restore()
            try:
                ended = self.try_out(command, patch)
            except FileNotFoundError:
                tried.append({"command": " ".join(command), "said": "%s is not installed" % command[0]})
                continue
            said = (ended.stdout + ended.stderr)[-SAID:].decode("utf-8", "replace")
            tried.append({"command": " ".join(command), "said": said})
            self.own_history = []
            self.drop_history()
            if ended.returncode == 0:
                self.keep()
                self.drop_copies()
                return tried, " ".join(command)
        self.restore()
        ended = self.try_out(ALREADY, patch)
        return tried, " ".join(ALREADY) if ended.returncode == 0 else None

    def restore(self) -> None:
        self.git("checkout", "--quiet", "HEAD", "--", ".")
        self.git("clean", "--quiet", "-fdx")
        self.git("reset", "--quiet", "--hard", "HEAD")

    def try_out(self, command: tuple, patch: str) -> subprocess.CompletedProcess:
        return subprocess.run([*command, patch], cwd=self.tree, env=self.environment, capture_output=True)

    def drop_copies(self) -> None:
        """The copies that `patch` makes of files whose lines it had to look for."""
        for path, old_mode, _ in self.changes():
            if old_mode == "000000" and path.endswith((".orig", ".rej")):
                self.git("rm", "--quiet", "--force", "--", path)

    def changes(self) -> list:
        """(path, old mode, new mode) of each file that is not as it was."""
        words = self.git("diff", "--cached", "--raw", "-z", "--no-renames", "HEAD").decode("utf-8", "surrogateescape").split("\0")
        return [(path, head.split()[0].lstrip(":"), head.split()[1]) for head, path in zip(words[::2], words[1::2])]

    def drop_guarded(self, runner=None) -> list:
        """@param runner: path of a script of the repository that runs its tests"""
        dropped = []
        files = self.git("ls-tree", "-r", "-z", "--name-only", "HEAD").decode("utf-8", "surrogateescape").split("\0")
        own = {guarded.top_module(path) for path in files}
        for path, old_mode, new_mode in self.changes():
            is_new = old_mode == "000000"
            why = "runner of tests" if runner and path == os.path.normpath(runner) else guarded.reason(path, old_mode, new_mode, own)
            if why is None and guarded.configures_tests(path, self.before(path, is_new), self.after(path)):
                why = "configuration of tests"
            if why is None:
                continue
            dropped.append({"path": path, "reason": why})
            if is_new:
                self.git("rm", "--quiet", "--force", "--", path)
            elif why == "mode":
                os.chmod(os.path.join(self.tree, path), int(old_mode[-3:], 8))
            else:
                self.git("checkout", "--quiet", "HEAD", "--", path)
        self.keep()
        return dropped

    def before(self, path: str, is_new: bool) -> str:
        return "" if is_new else self.git("show", "HEAD:" + path).decode("utf-8", "replace")

    def after(self, path: str) -> str:
        try:
            with open(os.path.join(self.tree, path), encoding="utf-8", errors="replace") as file:
                return file.read()
        except OSError:
            return ""
