"""The session's folder: files that are given, and what a block has made or changed in it."""
from __future__ import annotations

import base64
import os
import stat

FOLDER = "/tmp/session"
HOME = "/tmp/home"
MOST_FILES = 20
MOST_BYTES = 8 << 20
#: What Python writes by itself.
_NOT_MADE = ("__pycache__",)


def set_up() -> None:
    os.makedirs(FOLDER)
    os.makedirs(HOME)
    os.chdir(FOLDER)


def look() -> dict:
    """{name: (time of change, size, number)} of all plain files."""
    found = {}
    for folder, folders, names in os.walk(FOLDER):
        folders[:] = [name for name in folders if name not in _NOT_MADE]
        for name in names:
            path = os.path.join(folder, name)
            try:
                facts = os.lstat(path)
            except OSError:
                continue
            if stat.S_ISREG(facts.st_mode):
                found[os.path.relpath(path, FOLDER)] = (facts.st_mtime_ns, facts.st_size, facts.st_ino)
    return found


def changed(before: dict, after: dict) -> tuple:
    """(names that are handed over, names for which there is no room), in order."""
    taken, left, size = [], [], 0
    for name in sorted(after):
        if before.get(name) == after[name]:
            continue
        if len(taken) < MOST_FILES and size + after[name][1] <= MOST_BYTES:
            taken.append(name)
            size += after[name][1]
        else:
            left.append(name)
    return taken, left


def read(name: str) -> bytes:
    with open(os.open(os.path.join(FOLDER, name), os.O_RDONLY | os.O_NOFOLLOW), "rb") as file:
        return file.read(MOST_BYTES + 1)


def write(files) -> None:
    for file in files:
        path = os.path.join(FOLDER, file["name"])
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as out:
            out.write(base64.b64decode(file["content64"]))
