"""The files of a project, read when they are asked for and not before, and which of them a module's name means.

Nothing is listed and nothing is imported: a module is looked for where an import would look, below the roots that the usual
layouts give. The trees that were used last are kept, up to a weight; those of one slice are kept until it ends.
"""
from __future__ import annotations

import collections
import os
import stat

from repository.slicing.pieces import Pieces
from repository.slicing.scopes import Scopes
from repository.slicing.standard_names import STANDARD_MODULES
from repository.slicing.structure import Structure
from repository.text.files import read_file
from repository.text.source import LARGEST_SOURCE, Unreadable, read_source

# Bytes of source whose trees are kept; a tree weighs some sixty times as much.
LARGEST_KEPT = 2 << 20
MOST_SEGMENTS = 40
_LAYOUTS = ("src", "lib", "python")
_BUILD_FILES = ("pyproject.toml", "setup.py", "setup.cfg")
_PREFIX_ROOTS = 6


class File:
    """A parsed file with its scopes, its structure and its pieces."""

    __slots__ = ("path", "source", "scopes", "structure", "pieces", "is_package")

    def __init__(self, path, source):
        self.path = path
        self.source = source
        self.scopes = Scopes(source.tree)
        self.structure = Structure(path, source.tree)
        self.pieces = Pieces(self)
        self.is_package = path.rpartition("/")[2] == "__init__.py"

    @property
    def module(self):
        return self.scopes.module


class Project:
    """`read`: paths that were opened, in order, since `begin`; `problems`: path -> why a file gives no tree; `touched`: path -> File,
    of those asked for; `answers`: what was found out from files that are kept (see Memory)."""

    def __init__(self, root, import_roots=None, largest=LARGEST_SOURCE, kept=LARGEST_KEPT):
        self._root = root
        self._largest = largest
        self._kept = kept
        self._files = collections.OrderedDict()
        self._weight = 0
        self._pinned = {}
        self._kinds = {}
        self._folders = {}
        self.problems = {}
        self.read = []
        self.touched = {}
        self.answers = {}
        self._roots = import_roots
        self._roots_near = {}

    def begin(self):
        """A new slice: forgets which files were needed."""
        self._pinned = {}
        self.read = []

    def file(self, path):
        """The File at a path below the root, or None (see `problems`)."""
        found = self._pinned.get(path)
        if found is None:
            if path in self.problems:
                return None
            found = self._files.pop(path, None)
            if found is None:
                found = self._parsed(path)
                if found is None:
                    return None
                self._weight += len(found.source.raw) + 512
            self._files[path] = self._pinned[path] = found
            self.read.append(path)
            if self._weight > self._kept:
                self._forget()
        self.touched[path] = found
        return found

    def is_kept(self, file):
        return self._files.get(file.path) is file

    def _forget(self):
        """Those that were used longest ago, half of them at once: with them goes everything found out from any."""
        while self._weight > self._kept // 2 and len(self._files) > 1:
            _, old = self._files.popitem(last=False)
            self._weight -= len(old.source.raw) + 512
        self.answers.clear()

    def _parsed(self, path):
        if self._kind(path) != "file":
            self.problems[path] = "missing"
            return None
        raw, problem = read_file(os.path.join(self._root, path), self._largest)
        if problem is not None:
            self.problems[path] = problem[0]
            return None
        try:
            return File(path, read_source(raw, self._largest))
        except Unreadable as unreadable:
            self.problems[path] = unreadable.status
        except (RecursionError, MemoryError):
            self.problems[path] = "too-deep"
        return None

    def _kind(self, path):
        """file, folder or None; a link is none, wherever it leads, and neither is what lies behind a linked folder."""
        if path == "":
            return "folder"
        known = self._kinds.get(path)
        if known is None:
            above = path.rpartition("/")[0]
            known = "none"
            if self._kind(above) == "folder":
                try:
                    mode = os.lstat(os.path.join(self._root, path)).st_mode
                    known = "folder" if stat.S_ISDIR(mode) else "file" if stat.S_ISREG(mode) else "none"
                except (OSError, ValueError):
                    pass
            self._kinds[path] = known
        return known

    def child(self, folder, name):
        """What `name` is in a folder: ("file", path), ("folder", path) for a namespace, or None."""
        base = folder + "/" + name if folder else name
        if self._kind(base) == "folder":
            if self._kind(base + "/__init__.py") == "file":
                return "file", base + "/__init__.py"
            if self._kind(base + ".py") == "file":
                return "file", base + ".py"
            return "folder", base
        return ("file", base + ".py") if self._kind(base + ".py") == "file" else None

    def _holds_python(self, folder):
        """Whether a folder can be a namespace: it or a folder in it has a Python file."""
        if folder not in self._folders:
            found, left, looked = False, [folder], 0
            while left and not found and looked < 50:
                here = left.pop()
                looked += 1
                try:
                    names = sorted(os.listdir(os.path.join(self._root, here)))
                except OSError:
                    continue
                found = any(name.endswith(".py") for name in names)
                left.extend(here + "/" + name for name in reversed(names)
                            if name.isidentifier() and self._kind(here + "/" + name) == "folder")
            self._folders[folder] = found
        return self._folders[folder]

    def import_roots(self, path):
        """Folders in which the imports of a file are looked for, in order."""
        folder = path.rpartition("/")[0]
        if folder not in self._roots_near:
            if self._roots is not None:
                found = list(self._roots)
            else:
                near, here = [""], folder
                while here:
                    if any(self._kind(here + "/" + name) == "file" for name in _BUILD_FILES):
                        near.insert(0, here)
                        break
                    here = here.rpartition("/")[0]
                found = []
                for base in near:
                    for layout in _LAYOUTS:
                        inner = base + "/" + layout if base else layout
                        if self._kind(inner) == "folder" and self._kind(inner + "/__init__.py") != "file":
                            found.append(inner)
                    found.append(base)
            self._roots_near[folder] = found
        return self._roots_near[folder]

    def absolute(self, path, name):
        """What `import name` means in a file: ("file" | "folder", path), or None when it is not of the project.

        Beyond the import roots, a name that is no standard module's is looked for beside the file and above it, as a script's
        own folder is on the search path; a folder without `__init__` only counts when it holds Python.
        """
        parts = name.split(".")
        if len(parts) > MOST_SEGMENTS:
            return None
        roots = self.import_roots(path)
        standard = parts[0] in STANDARD_MODULES
        tried, here = list(roots), path.rpartition("/")[0]
        for _ in range(0 if standard else _PREFIX_ROOTS):
            if here not in tried:
                tried.append(here)
            if not here:
                break
            here = here.rpartition("/")[0]
        spaces = []
        for root in tried:
            found = self.child(root, parts[0])
            if found is None:
                continue
            if found[0] == "folder":
                if not standard and self._holds_python(found[1]):
                    spaces.append(found)
                continue
            return self._below(found, parts[1:])
        for found in spaces:
            inner = self._below(found, parts[1:])
            if inner is not None:
                return inner
        return None

    def _below(self, found, parts):
        for part in parts:
            if found[0] == "file":
                if not found[1].endswith("/__init__.py"):
                    return None
                found = self.child(found[1].rpartition("/")[0], part)
            else:
                found = self.child(found[1], part)
            if found is None:
                return None
        return found

    def is_own(self, path, name):
        """Whether the first part of a module's name is of the project."""
        return self.absolute(path, name.partition(".")[0]) is not None

    def relative(self, path, level, name):
        """What `from ...name import` means in a file, or None: beyond the root, or nothing there."""
        folder = path.rpartition("/")[0]
        for _ in range(level - 1):
            if not folder:
                return None
            folder = folder.rpartition("/")[0]
        inside = "file" if self._kind((folder + "/" if folder else "") + "__init__.py") == "file" else "folder"
        here = (inside, (folder + "/" if folder else "") + "__init__.py" if inside == "file" else folder)
        parts = name.split(".") if name else []
        if len(parts) > MOST_SEGMENTS:
            return None
        for part in parts:
            if here[0] == "file" and here[1].rpartition("/")[2] != "__init__.py":
                return None
            here = self.child(here[1].rpartition("/")[0] if here[0] == "file" else here[1], part)
            if here is None:
                return None
        return here
