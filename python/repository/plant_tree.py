"""Job: the tree of a repository with a patch that belongs to it, as a planted bug. Nothing of the repository is run.

Request: {"roots": {"source"}, "planted": a diff, "scratch"?: a folder that may be written}. Hands over `source.tar`: files and links of the
tree, sorted, without times and owners. Answer: {"failed": what git said of a diff that does not apply, or null}. Needs `git`.
"""
from __future__ import annotations

import os
import shutil
import subprocess
import tempfile

from .remove_body import write_archive


def answer(request: dict, say) -> dict:
    scratch = tempfile.mkdtemp(prefix="plant-", dir=request.get("scratch"))
    try:
        tree = os.path.join(scratch, "tree")
        shutil.copytree(request["roots"]["source"], tree, symlinks=True)
        environment = {"PATH": os.environ.get("PATH", os.defpath), "HOME": scratch, "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": os.devnull,
                       "GIT_CEILING_DIRECTORIES": scratch, "LC_ALL": "C.UTF-8"}
        ended = subprocess.run(["git", "-c", "core.autocrlf=false", "apply", "-"], cwd=tree, env=environment, input=request["planted"].encode("utf-8"),
                               capture_output=True)
        if ended.returncode != 0:
            return {"failed": ended.stderr[-1_000:].decode("utf-8", "replace")}
        with say.file("source.tar") as target:
            write_archive(target, entries(tree))
        return {"failed": None}
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def entries(tree: str):
    """(path, mode, bytes of a file or target of a link), sorted by path."""
    paths = [os.path.relpath(os.path.join(folder, name), tree) for folder, folders, files in os.walk(tree)
             for name in (*files, *(one for one in folders if os.path.islink(os.path.join(folder, one))))]
    for path in sorted(paths):
        full = os.path.join(tree, path)
        if os.path.islink(full):
            yield path, os.lstat(full).st_mode, os.readlink(full)
        else:
            with open(full, "rb") as file:
                yield path, os.stat(full).st_mode, file.read()
