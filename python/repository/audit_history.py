"""Job: whether an installed repository holds anything that comes after its commit.

Request: {"roots": {"source", "project", "deps", "interpreter"?, "image"?: "/"}}. Answer: {"findings": [{"path", "why"}]}.
The tree itself is what git lists for the commit; what is looked for is what an installation, or a careless copy, adds: git directories
and files in them, caches of installers, and the repository's own distribution in another version. An image has no build of ours: its
own distribution is what the metadata in its repository says.
"""
from __future__ import annotations

import os
import re

from .install.identity import metadata
from .install.requirements import canonical

MOST_FINDINGS = 100
CACHES = re.compile(r"(?:^|/)(?:\.cache|\.uv|\.pip)(?:/|$)|(?:^|/)(?:uv|pip)-cache(?:/|$)")
#: Files that only a git directory has.
OF_GIT = re.compile(r"(?:^|/)(?:packed-refs|ORIG_HEAD|FETCH_HEAD|logs/HEAD|pack/pack-[0-9a-f]{40}\.(?:pack|idx))$")
#: Of the kernel, of the cell, and what other roots name.
NOT_OF_IMAGE = frozenset(("dev", "proc", "srv", "sys", "tmp"))
INFO = re.compile(r"\.(?:dist|egg)-info$")
#: Folders that Python imports installed packages from.
SITES = ("site-packages", "dist-packages")


def answer(request: dict, say) -> dict:
    roots = request["roots"]
    findings = []
    own = {one["name"]: one["version"] for one in distributions(roots["project"], 0)}
    for name in sorted(roots):
        root = roots[name]
        for folder, folders, files in os.walk(root):
            below = os.path.relpath(folder, root)
            if root == "/" and below == ".":
                folders[:] = [one for one in folders if one not in NOT_OF_IMAGE]
            for one in [*folders, *files]:
                path = one if below == "." else f"{below}/{one}"
                why = trouble(path, one, name)
                if why and len(findings) < MOST_FINDINGS:
                    findings.append({"path": f"{name}/{path}", "why": why})
    for name, deepest in (("deps", 0), ("source", 3)):
        for one in distributions(roots[name], deepest):
            if one["name"] not in own:
                continue
            if name == "deps" or later(one["version"], own[one["name"]]):
                findings.append({"path": f"{name}/{one['path']}", "why": f"{one['name']} {one['version']} beside the build's {own[one['name']]}"})
    if "image" in roots:
        findings += later_in_image(roots["image"], roots["source"])
    return {"findings": findings[:MOST_FINDINGS]}


def later_in_image(root: str, source: str) -> list:
    """Installed distributions of the repository's own name that are later than the repository."""
    own = {one["name"]: one["version"] for one in distributions(source, 3)}
    found = []
    for folder, folders, _ in os.walk(root):
        if folder == root:
            folders[:] = [one for one in folders if one not in NOT_OF_IMAGE]
        if os.path.basename(folder) not in SITES:
            continue
        for one in distributions(folder, 0):
            if one["name"] in own and later(one["version"], own[one["name"]]):
                path = os.path.relpath(os.path.join(folder, one["path"]), root)
                found.append({"path": f"image/{path}", "why": f"{one['name']} {one['version']}, and the repository is {own[one['name']]}"})
    return found


def trouble(path: str, name: str, root: str):
    """Why a file or folder may bring history; None: it does not."""
    if name == ".git" or "/.git/" in path:
        return "a git directory"
    # A fixture of the tree is what the commit holds.
    if root != "source" and OF_GIT.search(path):
        return "part of a git directory"
    if root != "source" and CACHES.search(path):
        return "a cache of an installer"
    return None


def distributions(root: str, deepest: int) -> list:
    """[{"name", "version", "path"}] by the metadata in a folder and below, so many folders deep."""
    found = []
    for folder, folders, files in os.walk(root):
        below = os.path.relpath(folder, root)
        depth = 0 if below == "." else below.count("/") + 1
        if depth >= deepest:
            folders_here, folders[:] = list(folders), []
        else:
            folders_here = list(folders)
        for one in [*folders_here, *(name for name in files if name.endswith(".egg-info"))]:
            if not INFO.search(one):
                continue
            fields = {}
            for text in ("METADATA", "PKG-INFO", ""):
                place = os.path.join(folder, one, text) if text else os.path.join(folder, one)
                if os.path.isfile(place) and not os.path.islink(place):
                    fields = metadata(place)
                    break
            names, versions = fields.get("name") or [], fields.get("version") or [""]
            if names:
                found.append({"name": canonical(names[0]), "version": versions[0], "path": one if below == "." else f"{below}/{one}"})
    return found


def later(version: str, than: str) -> bool:
    """Whether the numbers of a version are higher. A build that was told no version (`0.0`, `0+unknown`) is later than nothing."""
    one, other = (tuple(int(part) for part in re.findall(r"\d+", re.match(r"v?[\d.]*", text)[0])) for text in (version, than))
    while other and other[-1] == 0:
        other = other[:-1]
    return bool(other) and one > other
