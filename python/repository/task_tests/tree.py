"""The tree that the tests of a task run in: the source, what a patch changed, and the files of tests, which nobody may change then."""
from __future__ import annotations

import hashlib
import os
import shutil

from ..patch import guarded
from ..trace_tests import copy_tree
from .names import Names

#: Folders of a repository that hold packages.
TOPS = ("", "src", "lib")
#: Files that decide how tests run, if they come to be in a folder above a test.
STARTING = ("conftest.py", "pytest.ini", ".pytest.ini", "tox.ini", "setup.cfg", "pyproject.toml", "sitecustomize.py", "usercustomize.py")


class Tree:
    def __init__(self, request: dict, scratch: str):
        roots = request["roots"]
        self.root = os.path.join(scratch, "tree")
        copy_tree(roots["source"], self.root)
        #: Paths of files, from the root.
        self.changed = _files(roots.get("changes"))
        self.laid = _files(roots.get("tests"))
        # Before, as a folder may take the place of a file, or a file its; and after, as the tests may remove what the patch changes.
        self._remove(request.get("removed", []))
        if roots.get("changes"):
            shutil.copytree(roots["changes"], self.root, dirs_exist_ok=True)
            self._remove(request.get("removed", []))
        if roots.get("tests"):
            shutil.copytree(roots["tests"], self.root, dirs_exist_ok=True)
        fill_from_installed(self.root, roots.get("project"))
        #: Folder with what the installation says of itself; None: it says nothing.
        self.metadata = copy_metadata(roots.get("project"), os.path.join(scratch, "metadata"))
        #: For tests of ours.
        self.names = Names(_text(self.path(path)) for path in self.laid if path.endswith(".py"))
        self._digests: dict = {}
        self._starting: set = set()
        self._told: list = []

    def _remove(self, paths: list) -> None:
        for path in map(self.path, paths):
            if os.path.lexists(path) and (os.path.islink(path) or not os.path.isdir(path)):
                os.remove(path)
                folder = os.path.dirname(path)
                while folder != self.root and not os.listdir(folder):
                    os.rmdir(folder)
                    folder = os.path.dirname(folder)

    def path(self, path: str) -> str:
        return os.path.join(self.root, path)

    def test_folder(self) -> str:
        """Of the first test, from the root."""
        tests = [path for path in self.laid if guarded.TEST_FILE.fullmatch(os.path.basename(path))]
        return os.path.dirname(next(iter(tests or self.laid), ""))

    def seal(self, seal, more=()) -> None:
        """Files of tests are read-only from here on, and their folders cannot be moved. `seal`: of the box; None: it has none, and changes
        are only found."""
        folders = sorted({folder for path in (*self.laid, *more) for folder in _above(path)})
        if seal is not None:
            caches = sorted({os.path.join(os.path.dirname(path), "__pycache__") for path in (*self.laid, *more) if path.endswith(".py")})
            for cache in caches:
                os.makedirs(self.path(cache), exist_ok=True)
            fixed = sorted({*self.laid, *more, *self._tests_of_source()})
            seal([self.path(path) for path in folders], [*(self.path(path) for path in (*fixed, *caches)), *([self.metadata] if self.metadata else [])])
        self._digests = {path: _digest(self.path(path)) for path in (*self.laid, *more)}
        self._folders = folders
        self._starting = self._found_starting()
        self._told = _files(self.metadata)

    def trouble(self) -> list:
        changed = ["%s was changed while the tests ran" % path for path, digest in self._digests.items() if _digest(self.path(path)) != digest]
        # The folder is on the path: a module in it would be imported.
        came = [*sorted(self._found_starting() - self._starting), *sorted(set(_files(self.metadata)) - set(self._told))]
        return changed + ["%s came to be while the tests ran" % path for path in came]

    def _found_starting(self) -> set:
        return {os.path.join(folder, name) for folder in self._folders for name in STARTING if os.path.isfile(self.path(os.path.join(folder, name)))}

    def _tests_of_source(self):
        """Files that decide what a test says, though the task does not lay them."""
        for folder, names, files in os.walk(self.root):
            names[:] = [name for name in names if name != "__pycache__"]
            for name in files:
                path = os.path.relpath(os.path.join(folder, name), self.root)
                is_test = name.endswith(".py") and guarded.reason(path, "100644", "100644", set()) in ("test", "configuration of tests")
                if is_test or name in STARTING:
                    yield path


def _above(path: str) -> list:
    """Its folders up to the root, which is ''."""
    folders = []
    while path:
        path = os.path.dirname(path)
        folders.append(path)
    return folders


def _files(root) -> list:
    found = []
    for folder, _, names in os.walk(root or os.devnull):
        found += [os.path.relpath(os.path.join(folder, name), root) for name in names]
    return sorted(found)


def _text(path: str) -> str:
    with open(path, encoding="utf-8", errors="replace") as file:
        return file.read()


def _digest(path: str):
    try:
        with open(path, "rb") as file:
            return hashlib.sha256(file.read()).hexdigest()
    except OSError:
        return None


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


def copy_metadata(project, into: str):
    """Copies the metadata of installed distributions to a folder for the path. A repository that reads its own version with
    `importlib.metadata` needs it. Returns the folder, or None without any metadata."""
    names = [name for name in sorted(os.listdir(project)) if name.endswith(guarded.INSTALLED)] if project and os.path.isdir(project) else []
    for name in names:
        one, other = os.path.join(project, name), os.path.join(into, name)
        os.makedirs(into, exist_ok=True)
        if os.path.isdir(one):
            shutil.copytree(one, other)
        else:
            shutil.copy2(one, other)
    return into if names else None


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
