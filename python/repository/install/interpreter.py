"""Which of the interpreters that there are suits a project: by what it requires, then by what it says it was tried on."""
from __future__ import annotations

import ast
import configparser
import os
import re

from ..text.parsing import parse
from .toml import Unreadable, at, read_toml, texts

_CLAUSE = re.compile(r"^(===|~=|==|!=|<=|>=|<|>|\^|~)?\s*v?(\d+(?:\.\d+)*)(\.\*)?(?:[A-Za-z.+-].*)?$")


def numbers(version: str) -> tuple:
    """(3, 11, 7) of "3.11.7"; what follows the numbers is not looked at."""
    found = re.match(r"\d+(?:\.\d+)*", version.strip())
    return tuple(int(part) for part in found[0].split(".")[:4]) if found and len(found[0]) < 40 else ()


def admits(specifier: str, version: str) -> bool:
    """Whether a requires-python, PEP 440's or Poetry's way of writing it, admits a released version of Python.

    :raises ValueError: a clause that is neither
    """
    tight = re.sub(r"(===|~=|==|!=|<=|>=|<|>|\^|~)\s+", r"\1", specifier)
    return any(all(_clause(part, version) for part in re.split(r"[,\s]+", one.strip()) if part) for one in tight.split("||"))


def _clause(text: str, version: str) -> bool:
    text = text.strip().rstrip(",")
    if text == "*":
        return True
    found = _CLAUSE.match(text)
    if not found:
        raise ValueError(f"no version specifier: {text[:80]!r}")
    operator, wanted, have = found[1] or "==", numbers(found[2]), numbers(version)
    width = max(len(wanted), len(have), 3)
    padded = lambda parts: parts + (0,) * (width - len(parts))
    if found[3] or (found[1] is None and len(wanted) < 3):
        same = have[: len(wanted)] == wanted
        return not same if operator == "!=" else same
    if operator in ("~=", "^", "~"):
        # `~=3.8` keeps 3, `~=3.8.1` keeps 3.8; `^3.8` keeps 3; `~3.8` keeps 3.8.
        keep = {"~=": max(len(wanted) - 1, 1), "^": 1, "~": min(len(wanted), 2)}[operator]
        return padded(have) >= padded(wanted) and have[:keep] == wanted[:keep]
    a, b = padded(have), padded(wanted)
    return {"==": a == b, "===": a == b, "!=": a != b, "<=": a <= b, ">=": a >= b, "<": a < b, ">": a > b}[operator]


def stated(project: str) -> dict:
    """What a project's own files say: {"requires": text or None, "from": file, "classified": ["3.8", ...]}."""
    try:
        table = read_toml(os.path.join(project, "pyproject.toml"))
    except Unreadable:
        table = {}
    poetry = at(table, "tool", "poetry", "dependencies", "python")
    requires = at(table, "project", "requires-python") or poetry
    classifiers = texts(at(table, "project", "classifiers")) + texts(at(table, "tool", "poetry", "classifiers"))
    if isinstance(requires, str):
        return {"requires": requires, "from": "pyproject.toml", "classified": _classified(classifiers)}
    setup = _setup_cfg(project)
    if setup.get("python_requires"):
        return {"requires": setup["python_requires"], "from": "setup.cfg", "classified": _classified(classifiers)}
    literals = setup_py_literals(project)
    classifiers += texts(literals.get("classifiers"))
    found = literals.get("python_requires")
    return {"requires": found if isinstance(found, str) else None, "from": "setup.py" if found else None,
            "classified": _classified(classifiers)}


def _classified(classifiers) -> list:
    found = (re.match(r"Programming Language :: Python :: (3\.\d+)$", each.strip()) for each in classifiers)
    return sorted({each[1] for each in found if each}, key=numbers)


def _setup_cfg(project: str) -> dict:
    path = os.path.join(project, "setup.cfg")
    parser = configparser.RawConfigParser(strict=False)
    try:
        if os.path.isfile(path) and os.path.getsize(path) < 1 << 20:
            parser.read(path, encoding="utf-8")
        return dict(parser.items("options")) if parser.has_section("options") else {}
    except (configparser.Error, ValueError, OSError):
        return {}


def setup_py_literals(project: str) -> dict:
    """Keyword arguments of `setup(...)` in setup.py that are literals; the file is parsed, never run."""
    path = os.path.join(project, "setup.py")
    try:
        if not os.path.isfile(path) or os.path.getsize(path) > 1 << 20:
            return {}
        with open(path, "rb") as file:
            tree = parse(file.read())
    except (SyntaxError, ValueError, RecursionError, MemoryError, OSError):
        return {}
    found = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "id", getattr(node.func, "attr", "")) == "setup":
            for keyword in node.keywords:
                try:
                    found[keyword.arg] = ast.literal_eval(keyword.value)
                except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
                    continue
    return found


def choose(projects: list, interpreters: list) -> dict:
    """The first interpreter, in the order given, that all projects admit; one that they name by classifier goes before.

    :param interpreters: [{"version": "3.11.7", "path": ...}, ...], preferred first
    :returns: {"interpreter": {version, path} or None, "stated": [...], "reason": words}
    """
    said = [{**stated(each), "project": each} for each in projects]
    fitting = []
    for one in interpreters:
        try:
            if all(not each["requires"] or admits(each["requires"], one["version"]) for each in said):
                fitting.append(one)
        except ValueError as error:
            return {"interpreter": None, "stated": said, "reason": f"requires-python cannot be read: {error}"}
    named = [one for one in fitting if any(".".join(one["version"].split(".")[:2]) in s["classified"] for s in said)]
    chosen = (named or fitting or [None])[0]
    requires = " and ".join(sorted({f"{s['requires']} ({s['from']})" for s in said if s["requires"]})) or "any Python"
    there = ", ".join(one["version"] for one in interpreters)
    if chosen is None:
        return {"interpreter": None, "stated": said, "reason": f"requires {requires}; there are {there or 'none'}"}
    why = "named by a classifier" if named else "the first that is admitted"
    return {"interpreter": chosen, "stated": said, "reason": f"{requires}: {chosen['version']}, {why}"}
