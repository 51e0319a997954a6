"""What lies in a tree, told without running or following anything: files, projects, and what its modules import."""
from __future__ import annotations

import ast
import itertools
import os
import re
import stat

from repository.slicing.standard_names import STANDARD_MODULES
from repository.text.files import read_file
from repository.text.source import Unreadable, read_source

#: Of a tree's entries, folders among them: a build can make as many as it likes.
MOST_ENTRIES = 200_000
MOST_PARSED_BYTES = 2 * 1024 * 1024
BUILD_FILES = ("pyproject.toml", "setup.py", "setup.cfg")
#: Folders that hold no project of the repository's own, wherever they stand.
ASIDE = {"test", "tests", "testing", "doc", "docs", "example", "examples", "benchmark", "benchmarks", "bench", "scripts",
         "vendor", "third_party", "node_modules", "build", "dist", "fixtures", "venv", "site-packages"}
TEST_FOLDERS = {"test", "tests", "testing"}
#: Of Python's own library before 3.9 and after 3.13.
EARLIER_MODULES = {"compression", "annotationlib", "unittest2", "__builtin__", "cPickle", "urllib2", "StringIO", "ConfigParser",
                   "Queue", "Tkinter"}


def walk(root: str) -> dict:
    """Plain files below a folder: {"files": [relative path], "links": [{path, target}], "special": [path], "cut": bool}.

    No link is followed and nothing is opened: a FIFO that is opened waits for ever. Names that start with a dot are left out.
    """
    found = {"files": [], "links": [], "special": [], "cut": False}
    waiting, seen = [""], 0
    while waiting:
        folder = waiting.pop()
        try:
            with os.scandir(os.path.join(root, folder)) as listed:
                entries = sorted(itertools.islice(listed, MOST_ENTRIES + 1), key=lambda entry: entry.name)
        except OSError:
            continue
        for entry in entries:
            seen += 1
            path = os.path.join(folder, entry.name)
            if entry.name.startswith("."):
                continue
            if seen > MOST_ENTRIES:
                found["cut"] = True
                return found
            mode = entry.stat(follow_symlinks=False).st_mode
            if stat.S_ISLNK(mode):
                found["links"].append({"path": path, "target": os.readlink(os.path.join(root, path))[:300]})
            elif stat.S_ISDIR(mode):
                if entry.name != "__pycache__":
                    waiting.append(path)
            elif stat.S_ISREG(mode):
                found["files"].append(path)
            else:
                found["special"].append(path)
    found["files"].sort()
    return found


def is_test(path: str) -> bool:
    """Whether a file belongs to the tests, by its name or one of its folders'."""
    *folders, name = path.split("/")
    return bool(TEST_FOLDERS & set(folders)) or bool(re.match(r"(test_.*|.*_tests?|tests?|conftest)\.py$", name))


def projects(root: str, files: list) -> list:
    """Folders that a build can start in: the root when it has a build file, else those below it, shallow ones first."""
    here = set(files)

    def builds(folder):
        if os.path.join(folder, "setup.py") in here:
            return True
        # Those that only hold the settings of tools build nothing.
        return says("pyproject.toml", r"^\s*\[(project|build-system|tool\.poetry|tool\.flit)", folder) or says("setup.cfg", r"^\[metadata\]", folder)

    def says(name, pattern, folder):
        if os.path.join(folder, name) not in here:
            return False
        with open(os.path.join(root, folder, name), "rb") as file:
            return bool(re.search(pattern, file.read(1 << 20).decode("utf-8", "replace"), re.M))

    if builds(""):
        return [""]
    folders = sorted({os.path.dirname(path) for path in files if os.path.basename(path) in BUILD_FILES},
                     key=lambda folder: (folder.count("/"), folder))
    found = []
    for folder in folders:
        parts = folder.split("/")
        inside = any(folder.startswith(other + "/") for other in found)
        if folder and len(parts) <= 3 and not inside and not ASIDE & set(parts) and builds(folder):
            found.append(folder)
    return found


def imports(path: str) -> dict:
    """What a file imports: {"hard": {name}, "soft": {name}, "fixtures": {name}} by the first part of the dotted name.

    Soft is what may be missing: within a function, under `try`, under TYPE_CHECKING, or asked for by `importorskip`.
    `fixtures` are the parameters of its test functions. A file that does not parse has none.
    """
    found = {"hard": set(), "soft": set(), "fixtures": set()}
    raw, _ = read_file(path, MOST_PARSED_BYTES)
    try:
        tree = read_source(raw or b"", MOST_PARSED_BYTES).tree
    except Unreadable:
        return found
    waiting = [(node, False) for node in tree.body]
    while waiting:
        node, soft = waiting.pop()
        kind = found["soft" if soft else "hard"]
        if isinstance(node, ast.Import):
            kind.update(alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            if node.level == 0 and node.module:
                kind.add(node.module.split(".")[0])
        elif isinstance(node, ast.Call):
            if getattr(node.func, "attr", getattr(node.func, "id", "")) == "importorskip" and node.args:
                name = getattr(node.args[0], "value", None)
                if isinstance(name, str):
                    found["soft"].add(name.split(".")[0])
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            if node.name.startswith("test"):
                found["fixtures"].update(argument.arg for argument in node.args.args)
            soft = True
        guarded = isinstance(node, ast.Try) or (isinstance(node, ast.If) and _is_for_types(node.test))
        waiting.extend((child, soft or guarded) for child in ast.iter_child_nodes(node))
    found["soft"] -= found["hard"]
    return found


def _is_for_types(test) -> bool:
    """Whether a condition asks for `TYPE_CHECKING`; asked without recursion, a condition may be as deep as it likes."""
    return any("TYPE_CHECKING" in (getattr(node, "id", None), getattr(node, "attr", None)) for node in ast.walk(test))


def needs(root: str, files: list, installed: set) -> dict:
    """Names that modules and tests import and that are neither Python's own nor the tree's: {"hard", "soft", "fixtures"}.

    :param installed: relative paths of what the build installs; of other files only tests count
    """
    sources = [path for path in files if path.endswith(".py")]
    own = set()
    for path in sources:
        parts = path[:-3].split("/")
        own.update(parts)  # generous: a name that any folder or file has is never taken for a distribution's
    total = {"hard": set(), "soft": set(), "fixtures": set()}
    for path in sources:
        parts = path.split("/")
        test = is_test(path)
        if not test and not any("/".join(parts[start:]) in installed for start in range(len(parts))):
            continue
        one = imports(os.path.join(root, path))
        total["hard"] |= one["hard"]
        total["soft"] |= one["soft"]
        total["fixtures"] |= one["fixtures"] if test else set()
    known = own | STANDARD_MODULES | EARLIER_MODULES | {"pytest", "_pytest", "hypothesis", "coverage", "setuptools", "distutils", "pkg_resources"}
    hard = {name for name in total["hard"] - known if name.isidentifier()}
    return {"hard": hard, "soft": {n for n in total["soft"] - known - hard if n.isidentifier()}, "fixtures": total["fixtures"]}
