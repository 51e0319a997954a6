"""Which module a source file is once the project is installed: by equal content where the build is at hand, by the usual
layouts where it is not."""
from __future__ import annotations

import hashlib
import os

from repository.text.files import OPENED, walk

_BUILD_FILES = ("pyproject.toml", "setup.py", "setup.cfg")
_KEEP = ("tests", "docs", "benchmarks", "vendored", "build")


def module_of(path: str):
    """`a/b.py` -> `a.b`, `a/__init__.py` -> `a`; None for a path that no import can name."""
    parts = path[:-3].split("/")
    if parts[-1] == "__init__":
        parts.pop()
    return ".".join(parts) if parts and all(part.isidentifier() for part in parts) else None


def _shared_end(left: str, right: str) -> int:
    count = 0
    for one, other in zip(reversed(left.split("/")), reversed(right.split("/"))):
        if one != other:
            break
        count += 1
    return count


class InstalledFiles:
    """The Python files below a project's installed folder."""

    def __init__(self, root: str):
        self._by_content = {}
        self.paths = set()
        for entry in walk(root, keep=_KEEP):
            if entry.status == OPENED:
                self.paths.add(entry.path)
                self._by_content.setdefault(hashlib.sha256(entry.raw).hexdigest(), []).append(entry.path)

    def find(self, path: str, raw: bytes):
        """(installed path, "content" or "path"), or None. Equal files are told apart by how much of the path agrees; a file
        that the build changed is known by its whole installed path being the end of the source path."""
        same = self._by_content.get(hashlib.sha256(raw).hexdigest(), ())
        near = sorted(same, key=lambda other: (-_shared_end(path, other), len(other), other))
        if near and _shared_end(path, near[0]):
            return near[0], "content"
        parts = path.split("/")
        for cut in range(len(parts)):
            if "/".join(parts[cut:]) in self.paths:
                return "/".join(parts[cut:]), "path"
        return None

    def module(self, installed: str):
        """None also for `a.py` beside `a/__init__.py`, which no import reaches."""
        hidden = installed[:-3] + "/__init__.py" in self.paths and not installed.endswith("/__init__.py")
        return None if hidden else module_of(installed)


def module_by_layout(root: str, path: str):
    """The module of a source file with nothing installed: from the nearest folder above that holds a build file (or the
    root), and from its `src` when that is no package itself."""
    folders = path.split("/")[:-1]
    depth = len(folders)
    while depth and not any(os.path.lexists(os.path.join(root, *folders[:depth], name)) for name in _BUILD_FILES):
        depth -= 1
    if folders[depth:depth + 1] == ["src"] and not os.path.lexists(os.path.join(root, *folders[:depth + 1], "__init__.py")):
        depth += 1
    return module_of("/".join(path.split("/")[depth:]))


def locate(root: str, path: str, raw: bytes, installed=None) -> dict:
    """{"module", "projectPath", "by": "content" | "path" | "layout" | None}."""
    if installed is None:
        return {"module": module_by_layout(root, path), "projectPath": None, "by": "layout"}
    match = installed.find(path, raw)
    if match is None:
        return {"module": None, "projectPath": None, "by": None}
    return {"module": installed.module(match[0]), "projectPath": match[0], "by": match[1]}
