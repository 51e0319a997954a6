"""Job: an installation without what the repository's tree has too. A box that holds it with another tree does not show the first one.

Request: {"roots": {"source", "project", "deps"}, "scratch"?: a folder that may be written}. Hands over `environment.tar`: `project/` without the
files whose content some file of the source has, and `deps/`. The METADATA of a distribution stays: it has no code, and a source distribution
holds the same text as PKG-INFO. Answer: {"left": paths in `project/` that are left out}.
"""
from __future__ import annotations

import hashlib
import os
import shutil
import tempfile

from .install import identity
from .patch import guarded

METADATA_FILES = ("METADATA", "PKG-INFO", "WHEEL", "entry_points.txt", "top_level.txt")


def answer(request: dict, say) -> dict:
    roots = request["roots"]
    scratch = tempfile.mkdtemp(prefix="lean-", dir=request.get("scratch"))
    try:
        known = {digest(path) for path in files(roots["source"])}
        left = [path for path in files(roots["project"]) if "__pycache__" in path.split(os.sep)
                or os.path.getsize(path) and digest(path) in known and not is_metadata(os.path.relpath(path, roots["project"]))]
        project = os.path.join(scratch, "project")
        shutil.copytree(roots["project"], project)
        names = sorted(os.path.relpath(path, roots["project"]) for path in left)
        for name in names:
            os.remove(os.path.join(project, name))
        with say.file("environment.tar") as target:
            identity.write_environment({"deps": roots["deps"], "project": project}, target)
        return {"left": names}
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def is_metadata(path: str) -> bool:
    """Whether a file of an installation, by its path from there, says what its distribution is."""
    folder, name = os.path.split(path)
    return os.sep not in folder and folder.endswith(guarded.INSTALLED) and name in METADATA_FILES


def files(root: str):
    for folder, _, names in os.walk(root):
        yield from (path for path in (os.path.join(folder, name) for name in names) if os.path.isfile(path) and not os.path.islink(path))


def digest(path: str) -> bytes:
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).digest()
