"""Finds the Python files of a tree, and says of everything that it passes by why.

Nothing is followed and nothing but a regular file is opened: a link may lead out or round, a FIFO never answers.
Whatever is decided about a path is decided by its part below the root.
"""
from __future__ import annotations

import errno
import os
import re
import stat

LARGEST_FILE = 1 << 20
LARGEST_TOTAL = 1 << 30
MOST_ENTRIES = 500_000

# Why something is passed by. The first seven are about what it is called; `keep` may name them.
EXCLUSIONS = (
    ("hidden", re.compile(r"\."), None),
    ("vendored", re.compile(r"_?vendor(ed)?|third[_-]?party|_?externs?|externals|site-packages|node_modules", re.I), None),
    ("environment", re.compile(r"venv|virtualenv", re.I), None),
    ("build", re.compile(r"build|dist|sdist|wheels|__pycache__|.*\.egg-info|.*\.dist-info|.*\.egg", re.I),
     re.compile(r"(setup|noxfile|fabfile)\.py")),
    ("tests", re.compile(r"tests?", re.I), re.compile(r"(test_.*|.*_test|tests?|conftest)\.py")),
    ("docs", re.compile(r"docs?|examples?|samples?|demos?|tutorials?", re.I), None),
    ("benchmarks", re.compile(r"bench(mark)?s?|asv_bench|perf", re.I), None),
)
TOO_LARGE = "too-large"
OVER_TOTAL = "over-total"
LINK = "link"
LINK_LOOP = "link-loop"
LINK_OUT = "link-out"
LINK_DANGLING = "link-dangling"
UNREADABLE = "unreadable"
BAD_NAME = "bad-name"
OPENED = "opened"


class Entry:
    """One path below the root (posix, as text). `status` is OPENED and `raw` the bytes, or the reason why not."""

    __slots__ = ("path", "status", "raw", "detail")

    def __init__(self, path, status, raw=None, detail=""):
        self.path = path
        self.status = status
        self.raw = raw
        self.detail = detail


def exclusion(name: str, is_folder: bool):
    """The reason by which a folder or a file of this name is passed by, or None."""
    for reason, folders, files in EXCLUSIONS:
        pattern = folders if is_folder or reason == "hidden" else files
        if pattern is not None and (pattern.match(name) if reason == "hidden" else pattern.fullmatch(name)):
            return reason
    return None


def _file_kind(mode) -> str:
    for test, word in ((stat.S_ISFIFO, "fifo"), (stat.S_ISSOCK, "socket")):
        if test(mode):
            return word
    return "device"


def _link(root, full, path) -> Entry:
    """Says where a link leads, without opening what is there."""
    base = os.path.realpath(root)
    try:
        target = os.path.realpath(full)
        os.stat(full)
    except OSError as error:
        return Entry(path, LINK_LOOP if error.errno == errno.ELOOP else LINK_DANGLING)
    if target != base and not target.startswith(base + os.sep):
        return Entry(path, LINK_OUT)
    round_again = os.path.realpath(os.path.dirname(full))
    return Entry(path, LINK_LOOP if (round_again + os.sep).startswith(target + os.sep) else LINK)


def read_file(full: str, largest: int):
    """(bytes, None), or (None, reason). Opens without following or waiting."""
    try:
        handle = os.open(full, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError as error:
        return None, (UNREADABLE, errno.errorcode.get(error.errno, ""))
    with os.fdopen(handle, "rb") as file:
        facts = os.fstat(file.fileno())
        if not stat.S_ISREG(facts.st_mode):
            return None, (_file_kind(facts.st_mode), "")
        if facts.st_size > largest:
            return None, (TOO_LARGE, "%d bytes" % facts.st_size)
        try:
            raw = file.read(largest + 1)
        except OSError as error:
            return None, (UNREADABLE, errno.errorcode.get(error.errno, ""))
    return (raw, None) if len(raw) <= largest else (None, (TOO_LARGE, "grows"))


def _listed(full):
    with os.scandir(full) as entries:
        return sorted(((entry.name, entry.stat(follow_symlinks=False).st_mode) for entry in entries), reverse=True)


def _printable(path) -> str:
    return path.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


def walk(root: str, keep=(), suffixes=(".py",), largest: int = LARGEST_FILE, total: int = LARGEST_TOTAL,
         most: int = MOST_ENTRIES):
    """Yields an Entry for every file with one of `suffixes` and for everything that is passed by, in order of path parts.

    `keep`: reasons of EXCLUSIONS that do not count here. An excluded folder is one entry with a `/` at its end. Files of
    other suffixes are not reported, links and special files are only when they have the suffix or could be folders.
    """
    left = [("", stat.S_IFDIR)]
    spent = seen = 0
    while left:
        path, mode = left.pop()
        name = path.rpartition("/")[2]
        full = os.path.join(root, path) if path else root
        seen += 1
        if seen > most:
            yield Entry(_printable(path), OVER_TOTAL, detail="more than %d entries" % most)
            return
        is_python = name.endswith(suffixes)
        if stat.S_ISLNK(mode):
            if is_python or os.path.isdir(full) or not os.path.exists(full):
                entry = _link(root, full, _printable(path))
                yield entry
            continue
        is_folder = stat.S_ISDIR(mode)
        if not is_folder and not is_python:
            continue
        reason = exclusion(name, is_folder) if path else None
        if is_folder and reason is None and path and os.path.lexists(os.path.join(full, "pyvenv.cfg")):
            reason = "environment"
        if reason is not None and reason not in keep:
            yield Entry(_printable(path) + ("/" if is_folder else ""), "excluded", detail=reason)
            continue
        if is_folder:
            try:
                inside = _listed(full)
            except OSError as error:
                yield Entry(_printable(path) + "/", UNREADABLE, detail=errno.errorcode.get(error.errno, ""))
                continue
            left.extend((path + "/" + name if path else name, mode) for name, mode in inside)
            continue
        if _printable(path) != path or "\n" in path:
            yield Entry(_printable(path), BAD_NAME)
            continue
        raw, problem = read_file(full, largest) if stat.S_ISREG(mode) else (None, (_file_kind(mode), ""))
        if problem is None:
            spent += len(raw)
            problem = (OVER_TOTAL, "") if spent > total else None
        yield Entry(path, OPENED, raw) if problem is None else Entry(path, problem[0], detail=problem[1])
