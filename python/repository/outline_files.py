"""Job: what each Python file of a repository defines, and where.

Request: {"roots": {"source"}, "limits"?: {"fileBytes", "files"}}.
Records, by path: {"record": "file", "path", "lines", "imports": [modules], "definitions": [{"kind", "name", "start", "end", "header",
"doc"}]}. `kind` is class, function, method or global; `name` is qualified; `start` and `end` are lines from 1, decorators included;
`header` is the text up to the body, or the first line of a global; `doc` is the first line of the docstring, or null. A file that this
Python cannot parse has no definitions. Answer: {"record": "end", "files", "unparsed", "truncated"}. Nothing of the repository is run.
"""
from __future__ import annotations

import ast
import os
import warnings

LARGEST_FILE = 1 << 20
MOST_FILES = 50_000
MOST_DEFINITIONS = 5_000
MOST_IMPORTS = 500
LONGEST_HEADER = 600
LONGEST_LINE = 160


def answer(request: dict, say) -> dict:
    limits = request.get("limits", {})
    largest, left = limits.get("fileBytes", LARGEST_FILE), limits.get("files", MOST_FILES)
    root = request["roots"]["source"]
    files, unparsed, truncated = 0, 0, False
    for path in python_files(root):
        if left <= 0:
            truncated = True
            break
        left -= 1
        text = _read(os.path.join(root, path), largest)
        if text is None:
            continue
        told = outline(text)
        if told is None:
            unparsed += 1
            told = {"imports": [], "definitions": []}
        files += 1
        say({"record": "file", "path": path, "lines": text.count("\n") + (not text.endswith("\n")), **told})
    return {"record": "end", "files": files, "unparsed": unparsed, "truncated": truncated}


def python_files(root: str):
    """Paths from the root, in order, without hidden folders. No link is followed."""
    for folder, below, names in os.walk(root):
        below[:] = sorted(name for name in below if not name.startswith(".") and name != "__pycache__")
        for name in sorted(names):
            path = os.path.join(folder, name)
            if name.endswith(".py") and os.path.isfile(path) and not os.path.islink(path):
                yield os.path.relpath(path, root).replace(os.sep, "/")


def _read(path: str, largest: int):
    """The text of a file. None: it is too large, or not UTF-8."""
    try:
        if os.path.getsize(path) > largest:
            return None
        with open(path, "rb") as file:
            return file.read().decode("utf-8-sig").replace("\r\n", "\n")
    except (OSError, UnicodeDecodeError):
        return None


def outline(text: str):
    """{"imports", "definitions"}. None: it cannot be parsed."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    lines = text.split("\n")
    found: list = []
    try:
        _definitions(tree.body, "", lines, found)
    except RecursionError:
        return None
    return {"imports": _imports(tree)[:MOST_IMPORTS], "definitions": found[:MOST_DEFINITIONS]}


def _definitions(body, inside: str, lines: list, found: list) -> None:
    for node in _statements(body):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            name = inside + node.name
            kind = "class" if isinstance(node, ast.ClassDef) else "method" if inside else "function"
            found.append(_definition(node, kind, name, lines))
            if kind == "class":
                _definitions(node.body, name + ".", lines, found)
        elif not inside and isinstance(node, (ast.Assign, ast.AnnAssign)):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            for name in [one.id for one in targets if isinstance(one, ast.Name)]:
                found.append({"kind": "global", "name": name, "start": node.lineno, "end": node.end_lineno or node.lineno,
                              "header": lines[node.lineno - 1][:LONGEST_LINE], "doc": None})


def _statements(body):
    """Statements of a body, those of `if` and `try` too."""
    for node in body:
        yield node
        if isinstance(node, (ast.If, ast.Try)):
            parts = [node.body, node.orelse, getattr(node, "finalbody", []), *[one.body for one in getattr(node, "handlers", [])]]
            for part in parts:
                yield from _statements(part)


def _definition(node, kind: str, name: str, lines: list) -> dict:
    start = min([node.lineno, *[one.lineno for one in node.decorator_list]])
    # A body on the line of its header belongs to the header.
    header = "\n".join(lines[start - 1:max(_body_start(node) - 1, node.lineno)])
    doc = ast.get_docstring(node, clean=True)
    return {"kind": kind, "name": name, "start": start, "end": node.end_lineno or node.lineno, "header": header[:LONGEST_HEADER],
            "doc": doc.strip().split("\n")[0][:LONGEST_LINE] if doc and doc.strip() else None}


def _body_start(node) -> int:
    """Line of the first statement of a body."""
    first = node.body[0]
    decorators = getattr(first, "decorator_list", [])
    return min([first.lineno, *[one.lineno for one in decorators]])


def _imports(tree) -> list:
    """Modules that a file imports, as written, in order: `a.b`, `.c`."""
    found: dict = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for one in node.names:
                found[one.name] = None
        elif isinstance(node, ast.ImportFrom):
            module = "." * node.level + (node.module or "")
            found[module] = None
            for one in node.names:
                found[module + ("" if module.endswith(".") else ".") + one.name] = None
    return list(found)
