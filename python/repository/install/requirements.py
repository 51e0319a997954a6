"""Requirements files read as pip reads them: continuations, comments, -r, -c, hashes, markers, extras.

Only what has the form of a requirement (PEP 508: name, extras, versions, marker) is ever handed on; the rest is named
in `left_out` with the reason, so that no word of a comment can become the name of a distribution.
"""
from __future__ import annotations

import os
import re

MOST_FILES = 50
MOST_BYTES = 1024 * 1024
MOST_LINES = 5000
MOST_LETTERS = 2000

_NAME = r"[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?"
_VERSIONS = r"(?:(?:===|~=|==|!=|<=|>=|<|>)\s*[A-Za-z0-9_.*+!-]+\s*,?\s*)+"
_REQUIREMENT = re.compile(
    rf"^(?P<name>{_NAME})\s*(?P<extras>\[[A-Za-z0-9._,\s-]*\])?\s*(?:\((?P<inner>{_VERSIONS})\)|(?P<versions>{_VERSIONS}))?"
    r"\s*(?:;(?P<marker>[^#]+))?$"
)
_HASH = re.compile(r"\s--hash[= ]\s*sha256:([0-9a-fA-F]{64})")
_OPTION = re.compile(r"\s--?(?:hash|global-option|config-settings?|install-option)\b.*$")


def canonical(name: str) -> str:
    """A distribution's name as indexes compare it (PEP 503)."""
    return re.sub(r"[-_.]+", "-", name).lower()


def requirement(text: str) -> dict | None:
    """One requirement as {name, line}, None when the text is none.

    :param text: one logical line, without comment or options
    """
    found = _REQUIREMENT.match(text.strip()) if len(text) <= MOST_LETTERS else None
    if not found:
        return None
    extras = re.sub(r"\s", "", found["extras"] or "")
    versions = re.sub(r"\s", "", found["inner"] or found["versions"] or "").rstrip(",")
    marker = f" ; {found['marker'].strip()}" if found["marker"] else ""
    return {"name": canonical(found["name"]), "line": f"{found['name']}{extras}{versions}{marker}"}


def logical_lines(text: str):
    """Lines with continuations joined and comments gone: a `#` at the start or after white space begins one."""
    joined = ""
    for raw in text.replace("\r\n", "\n").replace("\r", "\n").split("\n")[:MOST_LINES]:
        comment = raw.lstrip().startswith("#")
        if raw.endswith("\\") and not comment:
            joined += raw[:-1] + " "
            continue
        line = re.sub(r"(^|\s)#.*$", "", joined + raw).strip() if not (comment and not joined) else ""
        joined = ""
        if line:
            yield line
    if joined.strip():
        yield re.sub(r"(^|\s)#.*$", "", joined).strip()


class Requirements:
    """What files of requirements ask for.

    `lines`: requirements in order; `constraints`: of files named by -c; `hashes`: {(name, version): {sha256}} of pinned
    lines; `unpinned`: how many lines have no hash; `left_out`: [{file, line, why}]; `files`: those that were read.
    """

    def __init__(self, root: str):
        self.root = os.path.realpath(root)
        self.lines: list = []
        self.constraints: list = []
        self.hashes: dict = {}
        self.unpinned = 0
        self.left_out: list = []
        self.files: list = []

    def read(self, path: str, constraint: bool = False) -> "Requirements":
        """Reads one file and those that it names; never outside of the root, through a link, or one file twice."""
        full = os.path.normpath(os.path.join(self.root, path))
        shown = os.path.relpath(full, self.root)
        if shown in self.files or len(self.files) >= MOST_FILES:
            return self
        if shown.startswith("..") or os.path.realpath(full) != full or not os.path.isfile(full):
            self.left_out.append({"file": path, "line": "", "why": "no plain file of the repository"})
            return self
        if os.path.getsize(full) > MOST_BYTES:
            self.left_out.append({"file": shown, "line": "", "why": "too large"})
            return self
        self.files.append(shown)
        with open(full, "rb") as file:
            text = file.read().decode("utf-8-sig", "replace")
        for line in logical_lines(text):
            self.take(line, shown, constraint)
        return self

    def take(self, line: str, file: str = "", constraint: bool = False) -> None:
        """Reads one logical line."""
        option = re.match(r"^(-r|--requirement|-c|--constraint)[=\s]*(.+)$", line)
        if option:
            target = os.path.join(os.path.dirname(file), option[2].strip().strip("'\""))
            self.read(target, constraint or option[1] in ("-c", "--constraint"))
            return
        digests = _HASH.findall(line)
        one = None if line.startswith("-") else requirement(_OPTION.sub("", line))
        if one is None:
            why = "an option" if line.startswith("-") else "a path, an address or no requirement"
            self.left_out.append({"file": file, "line": line[:200], "why": why})
            return
        pinned = re.search(r"==([^=*,;\s]+)", one["line"])
        if digests and pinned:
            self.hashes.setdefault((one["name"], pinned[1]), set()).update(d.lower() for d in digests)
        elif not constraint:
            self.unpinned += 1
        target = self.constraints if constraint else self.lines
        if one["line"] not in target:
            target.append(one["line"])
