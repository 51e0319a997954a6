"""What a project's files say that its tests need: extras, dependency groups, tox, nox, Pipfile, requirements files, locks."""
from __future__ import annotations

import ast
import configparser
import json
import os
import re

from ..text.parsing import parse
from .interpreter import setup_py_literals
from .requirements import Requirements, canonical, requirement
from .toml import Unreadable, at, read_toml, texts

#: Extras and groups that are taken whole. Of all others (`broad`) only what tests or modules import is taken: they bring
#: linters, builders of documents and uploaders besides.
TEST_NAMES = ("test", "tests", "testing", "unittest", "unittests", "unit-tests", "pytest", "test-dependencies")
TEST_FILE = re.compile(r"(?:^|[/_.-])(?:tests?|testing|unittest)(?:[/_.-]|$)")
ASIDE_FILE = re.compile(r"(?:^|[/_.-])(?:docs?|lint|linting|style|mypy|typing|release|build|publish|bench\w*)(?:[/_.-]|$)")
RUNTIME_FILE = re.compile(r"^(?:requirements|requirements/(?:base|common|core|install|main|prod|production|requirements|runtime))\.(?:txt|in|pip)$")
#: What provides a parameter of test functions.
FIXTURES = {"mocker": "pytest-mock", "benchmark": "pytest-benchmark", "freezer": "pytest-freezer", "httpserver": "pytest-httpserver",
            "requests_mock": "requests-mock", "httpx_mock": "pytest-httpx", "datadir": "pytest-datadir", "subtests": "pytest-subtests",
            "snapshot": "syrupy", "data_regression": "pytest-regressions", "event_loop": "pytest-asyncio", "faker": "Faker", "fs": "pyfakefs"}


def _table(project: str) -> dict:
    try:
        return read_toml(os.path.join(project, "pyproject.toml"))
    except Unreadable:
        return {}


def extras(provided: list) -> dict:
    """Which of the extras that the built wheel provides are for tests: {"test": [name], "broad": [all others]}."""
    names = sorted({canonical(name) for name in provided})
    return {"test": [n for n in names if n in TEST_NAMES], "broad": [n for n in names if n not in TEST_NAMES]}


def groups(project: str) -> dict:
    """Requirements of dependency groups (PEP 735), Poetry's and PDM's, and `tests_require`: {"test": [line], "broad": [line], "left_out": []}."""
    table, out = _table(project), {"test": [], "broad": [], "left_out": []}
    groups_of = at(table, "dependency-groups")
    groups_of = {canonical(k): v for k, v in groups_of.items()} if isinstance(groups_of, dict) else {}

    def lines(name, seen):
        if name in seen:
            return
        for entry in groups_of.get(name) if isinstance(groups_of.get(name), list) else []:
            if isinstance(entry, str):
                yield entry
            elif isinstance(entry, dict) and isinstance(entry.get("include-group"), str):
                yield from lines(canonical(entry["include-group"]), seen | {name})

    sources = [(name, list(lines(name, frozenset()))) for name in sorted(groups_of)]
    for name, more in sorted((at(table, "tool", "pdm", "dev-dependencies") or {}).items()):
        sources.append((canonical(name), texts(more)))
    poetry = at(table, "tool", "poetry") or {}
    for name, group in sorted((at(poetry, "group") or {}).items()):
        sources.append((canonical(name), list(_poetry(at(group, "dependencies")))))
    sources.append(("dev", list(_poetry(at(poetry, "dev-dependencies")))))
    sources.append(("test", texts(setup_py_literals(project).get("tests_require"))))
    for name, found in sources:
        kind = "test" if name in TEST_NAMES else "broad"
        for text in found:
            one = requirement(text)
            if one is None:
                out["left_out"].append({"file": "pyproject.toml", "line": text[:200], "why": "no requirement by name"})
            elif one["line"] not in out[kind]:
                out[kind].append(one["line"])
    return out


def _poetry(table):
    """Poetry's table of dependencies as requirements; by path, address or repository they are left out."""
    for name, value in sorted(table.items()) if isinstance(table, dict) else []:
        version = value if isinstance(value, str) else at(value, "version")
        if name == "python" or not isinstance(version, str):
            continue
        more = texts(at(value, "extras"))
        yield f"{name}{'[' + ','.join(more) + ']' if more else ''}{_poetry_version(version)}"


def _poetry_version(text: str) -> str:
    text = text.strip()
    found = re.match(r"^([\^~])\s*(\d+(?:\.\d+)*)$", text)
    if text in ("*", ""):
        return ""
    if not found:
        return text.replace(" ", "") if text[0] in "<>=!~" else f"=={text}"
    parts = [int(each) for each in found[2].split(".")]
    if found[1] == "~":
        top = [parts[0], parts[1] + 1] if len(parts) > 1 else [parts[0] + 1]
    else:
        first = next((i for i, each in enumerate(parts) if each), len(parts) - 1)
        top = parts[:first] + [parts[first] + 1]
    return f">={found[2]},<{'.'.join(map(str, top))}"


def files(root: str, project: str, tree: list) -> dict:
    """Requirements from files of the third rung: {"runtime", "test", "broad": Requirements}, each with what it left out."""
    found = {kind: Requirements(root) for kind in ("runtime", "test", "broad")}
    prefix = f"{project}/" if project else ""
    for path in tree:
        if not path.startswith(prefix):
            continue
        rest = path[len(prefix):].lower()
        listed = re.match(r"^(?:requirements/[^/]+|[^/]*requirements[^/]*)\.(?:txt|in|pip)$", rest)
        if not listed:
            continue
        # One by pip-compile is its .in, with versions.
        if rest.endswith(".in") and path[:-3] + ".txt" in tree:
            continue
        kind = "runtime" if RUNTIME_FILE.match(rest) else "test" if TEST_FILE.search(rest) and not ASIDE_FILE.search(rest) else "broad"
        found[kind].read(path)
    for path, take in (("tox.ini", _tox), ("setup.cfg", _tox), ("noxfile.py", _nox), ("Pipfile", _pipfile)):
        full = os.path.join(root, prefix, path)
        if os.path.isfile(full) and not os.path.islink(full) and os.path.getsize(full) < 1 << 20:
            take(full, found, os.path.dirname(prefix + path))
    return found


def _tox(path: str, found: dict, folder: str) -> None:
    """`deps` of [testenv] alone; factors (`py3: x`) are opened, `{...}` is left out."""
    parser = configparser.RawConfigParser(strict=False)
    try:
        parser.read(path, encoding="utf-8")
        text = parser.get("testenv", "deps") if parser.has_option("testenv", "deps") else ""
    except (configparser.Error, ValueError):
        return
    for line in text.splitlines():
        line = re.sub(r"(^|\s)#.*$", "", line).strip()
        factor = re.match(r"^[A-Za-z0-9_!,{}.-]+:\s+(.*)$", line)
        line = factor[1] if factor else line
        if line and "{" not in line:
            # A file that is for more than tests stays so when tests ask for it.
            kind = "test" if not line.startswith("-r") or TEST_FILE.search(line[2:].strip()) else "broad"
            found[kind].take(line, os.path.join(folder, "tox.ini"))


def _nox(path: str, found: dict, folder: str) -> None:
    """Texts given to `session.install` in sessions that have `test` in their name; parsed, never run."""
    try:
        with open(path, "rb") as file:
            tree = parse(file.read())
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    for function in tree.body:
        if isinstance(function, ast.FunctionDef) and "test" in function.name:
            for node in ast.walk(function):
                if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "install":
                    given = [a.value for a in node.args if isinstance(a, ast.Constant) and isinstance(a.value, str)]
                    joined, skip = [], False
                    for text in given:
                        if text in ("-r", "-c"):
                            skip = True
                        elif skip:
                            joined.append(f"-r {text}")
                            skip = False
                        elif not text.startswith((".", "-")):
                            joined.append(text)
                    for text in joined:
                        kind = "test" if not text.startswith("-r") or TEST_FILE.search(text[2:].strip()) else "broad"
                        found[kind].take(text, os.path.join(folder, "noxfile.py"))


def _pipfile(path: str, found: dict, folder: str) -> None:
    try:
        table = read_toml(path)
    except Unreadable:
        return
    for kind, section in (("runtime", "packages"), ("broad", "dev-packages")):
        for line in _poetry(at(table, section)):
            found[kind].take(line, os.path.join(folder, "Pipfile"))


def locks(root: str, project: str, tree: list) -> dict:
    """Locked versions: {"files": [path], "versions": {name: version}, "hashes": {(name, version): {sha256}}, "left_out": [name]}.

    uv.lock, poetry.lock, pdm.lock, pylock*.toml, Pipfile.lock, and requirements files all of whose lines have hashes. They
    are used as constraints, and every file that is then installed has to have one of the lock's hashes. A name with more
    than one version in a lock (one per platform or Python) binds nothing.
    """
    out = {"files": [], "versions": {}, "hashes": {}, "left_out": []}
    several: dict = {}
    prefix = f"{project}/" if project else ""
    for path in tree:
        if os.path.dirname(path) not in {project, ""}:
            continue
        name, full, rows = os.path.basename(path), os.path.join(root, path), []
        try:
            if name in ("uv.lock", "poetry.lock", "pdm.lock") or re.match(r"pylock(\.[^.]+)?\.toml$", name):
                rows = list(_lock_rows(read_toml(full)))
            elif name == "Pipfile.lock" and os.path.getsize(full) < 1 << 24:
                with open(full, encoding="utf-8") as file:
                    rows = list(_pipfile_lock_rows(json.load(file)))
            elif re.match(r"requirements.*\.txt$", name):
                read = Requirements(root).read(path)
                rows = [(n, v, h) for (n, v), h in read.hashes.items()] if read.hashes and not read.unpinned else []
        except (Unreadable, ValueError, RecursionError, OSError):
            out["left_out"].append(path)
            continue
        if rows:
            out["files"].append(path)
        for one, version, digests in rows:
            several.setdefault(one, set()).add(version)
            out["hashes"].setdefault((one, version), set()).update(digests)
    out["versions"] = {name: min(found) for name, found in sorted(several.items()) if len(found) == 1}
    out["left_out"] += sorted(name for name, found in several.items() if len(found) > 1)
    return out


def _lock_rows(table: dict):
    for one in (at(table, "package") or at(table, "packages") or []):
        name, version = at(one, "name"), at(one, "version")
        if not isinstance(name, str) or not isinstance(version, str):
            continue
        entries = [at(one, "sdist")] + [e for key in ("wheels", "files") for e in (at(one, key) or [] if isinstance(at(one, key), list) else [])]
        digests = {str(at(e, "hash") or "").replace("sha256:", "") for e in entries} | {str(at(e, "hashes", "sha256") or "") for e in entries}
        digests = {d for d in digests if re.match(r"[0-9a-f]{64}$", d)}
        if digests:  # what comes from a folder or an address has none, and is not of the index
            yield canonical(name), version, digests


def _pipfile_lock_rows(table: dict):
    for section in ("default", "develop"):
        for name, one in (at(table, section) or {}).items():
            version = at(one, "version")
            if isinstance(version, str) and version.startswith("=="):
                yield canonical(name), version[2:], {d.replace("sha256:", "") for d in texts(at(one, "hashes"))}
