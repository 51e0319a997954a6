"""Which modules a folder on sys.path holds, by name."""
from __future__ import annotations

import os
import re

MOST_MODULES = 20_000
_EXTENSION = re.compile(r"^([A-Za-z_]\w*)\.(?:py|so|abi3\.so|cpython-[\w-]+\.so)$")


def modules(root: str) -> dict:
    """{"modules": [{"module", "path"}], "skipped": [{"path", "why"}]}, sorted; links are not followed.

    A folder counts as a package with or without `__init__.py` when its name is one. `__main__` is skipped: importing it
    runs the program.
    """
    found, skipped = {}, []
    waiting = [""]
    while waiting and len(found) < MOST_MODULES:
        folder = waiting.pop()
        try:
            entries = sorted(os.scandir(os.path.join(root, folder)), key=lambda one: one.name)
        except OSError:
            skipped.append({"path": folder, "why": "not to be read"})
            continue
        for entry in entries:
            path = os.path.join(folder, entry.name)
            if entry.is_symlink():
                skipped.append({"path": path, "why": "a link"})
            elif entry.is_dir(follow_symlinks=False):
                if entry.name.isidentifier():
                    waiting.append(path)
                elif not entry.name.endswith((".dist-info", ".egg-info", ".data")) and entry.name != "__pycache__":
                    if _holds_python(os.path.join(root, path)):
                        skipped.append({"path": path, "why": "no name of a package"})
            elif entry.is_file(follow_symlinks=False):
                match = _EXTENSION.match(entry.name)
                if not match:
                    if entry.name.endswith(".py"):
                        skipped.append({"path": path, "why": "no name of a module"})
                    continue
                parts = [*folder.split("/"), match[1]] if folder else [match[1]]
                if parts[-1] == "__main__":
                    skipped.append({"path": path, "why": "the program itself"})
                    continue
                name = ".".join(parts[:-1] if parts[-1] == "__init__" and len(parts) > 1 else parts)
                found.setdefault(name, path)
            elif entry.name.endswith(".py"):
                skipped.append({"path": path, "why": "no plain file"})
    return {"modules": [{"module": name, "path": found[name]} for name in sorted(found)], "skipped": skipped}


def _holds_python(folder: str) -> bool:
    try:
        return any(name.endswith(".py") for name in os.listdir(folder))
    except OSError:
        return False
