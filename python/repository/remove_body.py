"""Job: an environment in which the body of one definition is nowhere, as archives to be handed over. Parses, and runs nothing foreign.

Request: {"place": "/srv", "target": {"path", "qualname", "n"}, "archives": names of those that are wanted}
    -> {"removed": [{"path", "how": "stubbed" | "dropped", "why"}], "leaks": [{"path", "why"}], "check": see bodies.check_stub,
        "same": whether "rest" is what it is for every definition of this environment}

Archives (tar, the same bytes for the same input), each handed over as a file of its name:
    "project": `project/`, where candidates are graded, and `stub/<path>`: the one file, for putting candidates in
    "rest":    whatever else there is, but `source/` and `interpreter/`, which cells are given by itself: dependencies
    "source":  `source/`, for a solver to read
In all of them: no compiled Python, no history of a version control, no copy of the body (`removal.secret`). In "project" no test and no
document that names the definition either, nor data of tests: they would tell what is expected; nor in "rest" one that imports the
project, or was installed with it. Neither in "project" nor in "rest" what
the description of a distribution says beside its fields: it is the project's README, examples and all. A copy that can't be taken out is
a leak; with one there is no archive at all.
"""
from __future__ import annotations

import os
import re
import stat
import tarfile
from io import BytesIO

from repository.removal.secret import COPY, SAME, STUBBED, UNSEEN, Secret
from repository.text.bodies import check_stub
from repository.text.files import exclusion, read_file
from repository.text.source import LARGEST_SOURCE, Unreadable

LARGEST_FILE = 1 << 30
PARTS = ("project", "rest", "source")
#: Our own jobs, and an interpreter that an environment has as an archive of its own.
NO_PART = ("guest", "interpreter")
_NOT_TAKEN = frozenset(("__pycache__", ".git", ".hg", ".svn", ".bzr"))
_COMPILED = re.compile(r".*\.(pyc|pyo)")
_DESCRIPTION = re.compile(r"(?:.*/)?(?:[^/]+\.(?:dist|egg)-info/(?:METADATA|PKG-INFO)|PKG-INFO)")
_DOCUMENT = re.compile(r".*\.(?:md|rst|adoc|ipynb)|(?:readme|changelog|changes|history|news)(?:\.txt)?", re.I)
_EXTENSION = re.compile(r"(?:\.[\w-]+)?\.(so|pyd)")


class Removal:
    def __init__(self, place: str, target: dict):
        self._place, self._path = place, target["path"]
        full = os.path.normpath(os.path.join(place, "source", self._path))
        if os.path.realpath(full) != os.path.join(os.path.realpath(place), "source", self._path):
            raise Unreadable("no-such-file", self._path)
        raw, problem = read_file(full, LARGEST_SOURCE)
        if problem:
            raise Unreadable("no-such-file", problem[0])
        self.secret = Secret(raw, target)
        folders = [one for one in self._path[:-len(".py")].split("/") if one not in ("src", "lib", "python")]
        self._top = folders[0]
        self._imported = re.compile(rb"\b(?:from|import)\s+" + re.escape(self._top.encode("utf-8")) + rb"\b")
        self.check = check_stub(raw, self.secret.stub, target)
        self.removed, self.leaks = [], []

    def entries(self, part: str):
        """(path below the place, mode, content | link's target | None for a folder), sorted."""
        if part == "project":
            yield f"stub/{self._path}", stat.S_IFREG | 0o644, self.secret.stub
        for top in sorted(os.listdir(self._place)):
            if top not in NO_PART and (part == "rest") == (top not in ("project", "source")) and (part == "rest" or top == part):
                yield from self._below(top, part)

    def _below(self, path: str, part: str):
        full = os.path.join(self._place, path)
        mode = os.lstat(full).st_mode
        name = path.rpartition("/")[2]
        if name in _NOT_TAKEN or _COMPILED.fullmatch(name):
            return
        if stat.S_ISLNK(mode):
            yield path, mode, os.readlink(full)
        elif stat.S_ISDIR(mode):
            yield path, mode, None
            for inner in sorted(os.listdir(full)):
                yield from self._below(f"{path}/{inner}", part)
        elif stat.S_ISREG(mode):
            data = self._without(path, full, part)
            if data is not None:
                yield path, mode, data

    def _without(self, path: str, full: str, part: str):
        data, problem = read_file(full, LARGEST_FILE)
        if problem:
            self.leaks.append({"path": path, "why": problem[0]})
            return None
        if part != "source" and _DESCRIPTION.fullmatch(path):
            data = _fields(data)
        told, without = self.secret.seen_in(data, path)
        if told in (SAME, STUBBED):
            self.removed.append({"path": path, "how": "stubbed", "why": told})
            if told == SAME:
                self._refuse_compiled(path, full)
        elif told is not None and (path.endswith(".py") or told == UNSEEN):
            self.leaks.append({"path": path, "why": told})
        elif told == COPY:
            self.removed.append({"path": path, "how": "dropped", "why": told})
            return None
        telling = self._is_telling(path, data) if part == "project" or part == "rest" and self._concerns(path, data) else None
        if telling:
            self.removed.append({"path": path, "how": "dropped", "why": telling})
            return None
        return without

    def _concerns(self, path: str, data: bytes) -> bool:
        """Whether a file of the dependencies is of the project, or imports it: what an installation lays beside it, or tests of whoever
        builds on it."""
        return self._top in path.split("/") or bool(self._imported.search(data))

    def _is_telling(self, path: str, data: bytes):
        """Why it may tell what is expected; None where it does not."""
        *folders, name = path.split("/")[1:]
        if path.endswith("/" + self._path):
            return None
        kinds = {exclusion(name, False), *(exclusion(folder, True) for folder in folders)}
        if "tests" in kinds and not name.endswith(".py") and data:
            # A table of cases need not name what they are for.
            return "test"
        if not self.secret.is_mentioned(data):
            return None
        if kinds & {"tests", "docs"}:
            return "test"
        return "document" if _DOCUMENT.fullmatch(name) else None

    def _refuse_compiled(self, path: str, full: str) -> None:
        """A module beside it that was compiled of it would be imported in its place."""
        stem = os.path.basename(full)[:-len(".py")]
        for name in os.listdir(os.path.dirname(full)):
            if name.startswith(stem) and _EXTENSION.fullmatch(name[len(stem):]):
                self.leaks.append({"path": f"{os.path.dirname(path)}/{name}", "why": "compiled"})


def _fields(data: bytes) -> bytes:
    """The fields of a distribution's metadata, without its description: as a field or after all of them."""
    head = data.replace(b"\r\n", b"\n").partition(b"\n\n")[0]
    return re.sub(rb"(?im)^description:.*\n?(?:[ \t].*\n?)*", b"", head).rstrip(b"\n") + b"\n"


def write_archive(file, entries) -> None:
    with tarfile.open(fileobj=file, mode="w|", format=tarfile.PAX_FORMAT) as archive:
        for path, mode, content in entries:
            info = tarfile.TarInfo(path)
            info.mode = 0o755 if stat.S_ISDIR(mode) or mode & 0o111 else 0o644
            if content is None:
                info.type = tarfile.DIRTYPE
            elif isinstance(content, str):
                info.type, info.linkname = tarfile.SYMTYPE, content
            else:
                info.size = len(content)
            archive.addfile(info, BytesIO(content) if isinstance(content, bytes) else None)


def answer(request: dict, say) -> dict:
    """Raises Unreadable, NoSuchDefinition: of a target that is not there."""
    removal = Removal(request["place"], request["target"])
    unknown = set(request["archives"]) - set(PARTS)
    if unknown:
        raise ValueError(f"no such archive: {min(unknown)}")
    for part in dict.fromkeys(("project", "rest", *request["archives"])):
        # All of it is looked at before anything is handed over.
        for _ in removal.entries(part):
            pass
    same = all(one["path"].split("/")[0] in ("project", "source") for one in removal.removed)
    told = {"removed": list(removal.removed), "leaks": list(removal.leaks), "check": removal.check, "same": same}
    if not told["leaks"]:
        for part in request["archives"]:
            with say.file(part) as file:
                write_archive(file, removal.entries(part))
    return told
