"""Which changes of a patch are put back before its tests run: those that could decide what a test says, instead of the tested code.

A change is looked at in the tree, after the patch was applied, so that no text of a patch can hide one.
"""
from __future__ import annotations

import importlib.machinery
import os
import re
import sys

from ..install.toml import Unreadable, at, parse_toml

REGULAR = ("100644", "100755")
TEST_FOLDERS = {"tests", "e2e"}
TOP_TEST_FOLDERS = {"test", "testing", "bench", "ci"}
TEST_FILE = re.compile(r"(test_.*|.*_tests?|tests?|conftest)\.py")
RUNNERS = {"pytest.ini", ".pytest.ini", "tox.ini", "noxfile.py", ".coveragerc", "pytest.toml", ".pytest.toml", "manage.py", "runtests.py"}
STARTED = {"sitecustomize.py", "usercustomize.py"}
CI_FILES = {".gitlab-ci.yml", ".travis.yml", "appveyor.yml", ".appveyor.yml", "azure-pipelines.yml", ".pre-commit-config.yaml", "Jenkinsfile"}
CI_FOLDERS = {".github", ".circleci", ".gitlab", ".azure-pipelines"}
#: Ends of names that the metadata of a distribution has.
INSTALLED = (".egg-info", ".dist-info")
#: Modules of the runner of tests, which a folder or file of the same name at the top would hide.
RUNNER_MODULES = {"pytest", "_pytest", "pluggy", "py", "iniconfig", "packaging", "coverage", "hypothesis", "xdist", "execnet"}
#: Ends of the names of files that Python imports.
IMPORTED = {"." + one.rpartition(".")[2] for one in importlib.machinery.all_suffixes()} | {".pyc", ".pyd", ".zip"}
SHARED_CONFIG = {"setup.cfg", "pyproject.toml"}
#: Names of runners of tests, as the first part of what their sections are called.
RUNNER_NAMES = ("pytest", "tox", "coverage", "nox")
RUNNER_SECTION = re.compile(r"^\[\s*(tool:)?\s*(%s)\b" % "|".join(RUNNER_NAMES), re.I)


def reason(path: str, old_mode: str, new_mode: str, own: set):
    """Why a changed file is put back; None: it is not. Modes as git says them, `000000` where the file is not there. `own`: the modules
    that the repository had before."""
    parts = path.split("/")
    name = parts[-1]
    for mode in (old_mode, new_mode):
        if mode == "120000":
            return "symbolic link"
        if mode == "160000":
            return "submodule"
    if ".git" in parts or name in (".gitattributes", ".gitmodules"):
        return "version control"
    if name in STARTED or name.endswith(".pth"):
        return "runs whenever Python starts"
    if parts[0] in CI_FOLDERS or (len(parts) == 1 and name in CI_FILES):
        return "continuous integration"
    if name in RUNNERS:
        return "configuration of tests"
    if TEST_FILE.fullmatch(name) or TEST_FOLDERS.intersection(parts[:-1]) or (len(parts) > 1 and parts[0] in TOP_TEST_FOLDERS):
        return "test"
    if any(part.endswith(INSTALLED) for part in parts):
        return "metadata of an installed package"
    if old_mode == "000000" and _hides_a_module(path, own):
        return "hides a module of Python or of the runner of tests"
    if REGULAR.count(old_mode) and REGULAR.count(new_mode) and old_mode != new_mode:
        return "mode"
    return None


def top_module(path: str):
    """The module at the top that a file belongs to, if it lies at one of the places that packages lie at. None: none."""
    parts = path.split("/")
    below = parts[1:] if parts[0] in ("src", "lib") and len(parts) > 1 else parts
    if len(below) > 1:
        return below[0]
    name, _, ending = below[0].partition(".")
    # Of any version of Python: `pytest.cpython-39-x86_64-linux-gnu.so`.
    return name if "." + ending.rpartition(".")[2] in IMPORTED else None


def _hides_a_module(path: str, own: set) -> bool:
    top = top_module(path)
    return top not in own and (top in RUNNER_MODULES or top in _STANDARD)


def _standard_modules() -> frozenset:
    """Names of the standard library. Before Python 3.10 they are those of its folder."""
    if hasattr(sys, "stdlib_module_names"):
        return sys.stdlib_module_names
    names = [os.path.splitext(name)[0] for name in os.listdir(os.path.dirname(os.__file__))]
    return frozenset(name for name in (*sys.builtin_module_names, *names) if name.isidentifier())


_STANDARD = _standard_modules()


def configures_tests(path: str, before: str, after: str) -> bool:
    """Whether a shared file of configuration says something else to a runner of tests than before."""
    name = os.path.basename(path)
    if name not in SHARED_CONFIG:
        return False
    said = _tool_tables if name.endswith(".toml") else _runner_lines
    return said(before) != said(after)


def _tool_tables(text: str):
    """What a file of TOML says to runners, however its tables are written. A text that cannot be read, and names one of them, says all
    that it says to them."""
    try:
        table = parse_toml(text.encode("utf-8"), "pyproject.toml")
    except Unreadable:
        return text if any(name in text.lower() for name in RUNNER_NAMES) else [None for _ in RUNNER_NAMES]
    return [at(table, "tool", name) for name in RUNNER_NAMES]


def _runner_lines(text: str) -> list:
    lines, inside = [], False
    for line in text.splitlines():
        # An indented line goes on with the value before.
        if line.startswith("["):
            inside = bool(RUNNER_SECTION.match(line))
        if inside and line.strip():
            lines.append(line.rstrip())
    return lines
