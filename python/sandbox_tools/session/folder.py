"""The session's folder: files that are given, and what a block has made or changed in it."""
from __future__ import annotations

import base64
import os
import stat

FOLDER = "/tmp/session"
HOME = "/tmp/home"
MOST_FILES = 20
MOST_BYTES = 8 << 20
LONGEST_NAME = 255
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


def is_file_name(name) -> bool:
    """Relative, of a file below the session's folder, and one that can be told on one line."""
    return (
        isinstance(name, str)
        and 0 < len(name) <= LONGEST_NAME
        and name.isprintable()
        and "\\" not in name
        and all(part not in ("", ".", "..") for part in name.split("/"))
    )


def changed(before: dict, after: dict) -> tuple:
    """(names that are handed over, those for which there is no room, those that cannot be told), in order."""
    taken, left, odd, size = [], [], [], 0
    for name in sorted(after):
        if before.get(name) == after[name]:
            continue
        if not is_file_name(name):
            odd.append(name)
        elif len(taken) < MOST_FILES and size + after[name][1] <= MOST_BYTES:
            taken.append(name)
            size += after[name][1]
        else:
            left.append(name)
    return taken, left, odd


def read(name: str) -> bytes:
    with open(os.open(os.path.join(FOLDER, name), os.O_RDONLY | os.O_NOFOLLOW), "rb") as file:
        return file.read(MOST_BYTES + 1)


def write(files) -> None:
    for file in files:
        path = os.path.join(FOLDER, file["name"])
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as out:
            out.write(base64.b64decode(file["content64"]))
