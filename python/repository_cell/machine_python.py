"""Where the machine keeps Python besides the interpreter's own library: a copy of the very function that a candidate is to
write may be there."""
from __future__ import annotations

import os
import re
import sys

ENDINGS = (".py", ".pyc", ".pyo", ".pyw", ".pyz", ".whl", ".egg", ".zip", ".tar.gz")
#: The cell's own folders, and the kernel's.
_OTHERS = ("/.shared", "/dev", "/proc", "/srv", "/sys", "/tmp")
_LIBRARY = os.path.dirname(os.path.realpath(os.__file__))
_PACKAGES = ("site-packages", "dist-packages", "ensurepip/_bundled")
_LOADER_CACHE = "/etc/ld.so.cache"


def _loaded_from() -> list:
    """The folders of libraries that programs are started with."""
    try:
        with open(_LOADER_CACHE, "rb") as file:
            names = re.findall(rb"/[^\0]+\.so[^\0]*", file.read())
    except OSError:
        return []
    return [os.path.dirname(os.path.realpath(os.fsdecode(name))) for name in names]


def _with_parents(folders) -> set:
    every = set()
    for folder in folders:
        while folder not in every:
            every.add(folder)
            folder = os.path.dirname(folder)
    return every


def _is_common(folder: str) -> bool:
    """/usr/lib and its like, which many programs share."""
    return folder.replace("/usr/local", "/usr", 1).count("/") <= 2


def _look(folder: str, needed: set, passed_by) -> list:
    found = []
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    if entry.path not in passed_by:
                        found += _look(entry.path, needed, passed_by)
                elif entry.name.endswith(ENDINGS) and not entry.is_symlink():
                    found.append(entry.path)
    except OSError:
        # Who may not look into it, and may pass through it, can open what he knows the name of.
        found = [folder] if os.access(folder, os.X_OK) else []
    whole = found and folder not in needed and not _is_common(folder)
    return [folder] if whole else found


def find(top: str = "/", library: str = _LIBRARY) -> list:
    """Folders, each the topmost that programs do not need, and files in those that they do need."""
    needed = _with_parents((library, os.path.dirname(os.path.realpath(sys.executable)), *_loaded_from()))
    packages = (os.path.join(library, name) for name in _PACKAGES)
    return _look(top, needed, {*_OTHERS, library}) + [path for path in packages if os.path.isdir(path)]
