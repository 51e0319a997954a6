"""Telling a build its version: a repository of git of one tag, made anew, since the real `.git` is not in the box.

What reads versions from git does so in ways of its own (setuptools-scm, hatch-vcs and flit-scm by one library,
setuptools-git-versioning and versioneer by theirs, others by `git describe`); a repository whose newest tag lies as many
commits back as the real one's answers all of them, with no list of tools and no variable per tool. Its commits have
nothing of the real history: the hash in a version such as `1.0.dev3+g1234567` is that of the commit made here, the same
on every machine. Where git is missing the variables of those tools stand in.
"""
from __future__ import annotations

import os
import re
import shutil
import subprocess

#: More commits than that are not made; the version then counts these.
MOST_DISTANCE = 5000


def parse_describe(text) -> dict:
    """{"tag": text or None, "distance": commits since} of what `git describe --tags --long` or without --long says."""
    found = re.match(r"^(?P<tag>.+)-(?P<distance>\d{1,7})-g[0-9a-f]{4,40}$", text or "")
    if found:
        return {"tag": found["tag"], "distance": int(found["distance"])}
    if not text or re.match(r"^[0-9a-f]{7,40}$", text):
        return {"tag": None, "distance": 0}
    return {"tag": text, "distance": 0}


def tell_version(folder: str, told: dict, home: str) -> dict:
    """Makes `.git` in a copy of the tree, or says which variables tell the version instead.

    :param told: {"describe": text or None, "date": ISO time or None}
    :returns: {"how": words, "environment": {name: value}}
    """
    facts = parse_describe(told.get("describe"))
    date = told.get("date") or "2000-01-01T00:00:00Z"
    git = shutil.which("git")
    if git is None:
        return _by_variables(facts)
    environment = {"PATH": os.environ.get("PATH", "/usr/bin:/bin"), "HOME": home, "GIT_CONFIG_GLOBAL": os.devnull,
                   "GIT_CONFIG_SYSTEM": os.devnull, "GIT_CONFIG_NOSYSTEM": "1", "TZ": "UTC"}
    for who in ("AUTHOR", "COMMITTER"):
        environment.update({f"GIT_{who}_NAME": "environment", f"GIT_{who}_EMAIL": "environment@example.invalid", f"GIT_{who}_DATE": date})

    def run(*arguments, text=None):
        return subprocess.run([git, "-c", "core.autocrlf=false", "-c", "core.hooksPath=/dev/null", "-c", "core.fsmonitor=false",
                               "-c", "gc.auto=0", *arguments], cwd=folder, env=environment, input=text, check=True,
                              timeout=120, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT).stdout.strip()

    try:
        run("init", "-q", "--template=", "-b", "main")
        run("add", "-A", "-f", ".")
        run("commit", "-q", "--allow-empty", "--no-verify", "-m", "the tree")
        tagged = run("rev-parse", "HEAD")
        for_now = tagged
        tree = run("rev-parse", "HEAD^{tree}")
        for _ in range(min(facts["distance"], MOST_DISTANCE)):
            for_now = run("commit-tree", tree, "-p", for_now, "-m", "one later")
        run("update-ref", "refs/heads/main", for_now)
        if facts["tag"]:
            run("tag", "--no-sign", "-a", "-m", "told", facts["tag"], tagged)
    except (subprocess.SubprocessError, OSError) as error:
        shutil.rmtree(os.path.join(folder, ".git"), ignore_errors=True)
        said = (getattr(error, "stdout", None) or str(error)).strip().splitlines()
        return {**_by_variables(facts), "trouble": said[-1][:300] if said else type(error).__name__}
    after = f", {facts['distance']} commits before the last" if facts["distance"] else ""
    return {"how": f"a repository made for the build, tag {facts['tag']}{after}" if facts["tag"] else
            "a repository made for the build, without a tag: none was told", "environment": {}}


def _by_variables(facts: dict) -> dict:
    """Without git: what setuptools-scm, hatch-vcs, flit-scm and pbr read. versioneer and others have no such variable."""
    if not facts["tag"]:
        return {"how": "nothing: there is no git here, and no tag was told", "environment": {}}
    version = re.sub(r"^\D*", "", facts["tag"]) or facts["tag"]
    version += f".post{facts['distance']}" if facts["distance"] else ""
    return {"how": f"variables, version {version}: there is no git here",
            "environment": {name: version for name in ("SETUPTOOLS_SCM_PRETEND_VERSION", "PBR_VERSION", "HATCH_VCS_PRETEND_VERSION")}}
