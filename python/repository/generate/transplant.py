"""Existing tests that call the function, taken out of their files with all that they need.

`transplant(tests, tree, importable, name) -> {"source", "tests": [those taken], "left": [{"test", "why"}]}`; tests are pytest
names (`path::Class::method[parameters]`) in the order in which they were seen to call the function; `name` is the function's own, which a test must mention. The text has the
tests' own assertions: preparing a harness (run's transform) makes observations of them and drops what they expect.
Pure text to text: nothing is imported. A fixture that yields once becomes one that returns; of a fixture with
parameters the first is taken.
"""
from __future__ import annotations

import ast
import copy
import os

from ..text.parsing import parse

MOST_TESTS, MOST_TEXT = 10, 40_000
GIVEN = frozenset(("tmp_path", "monkeypatch", "request", "self", "cls"))


class File:
    """A parsed test file: what defines which name at its top level."""

    def __init__(self, path: str, tree: ast.Module):
        self.path, self.tree, self.names, self.stars = path, tree, {}, []
        for node in tree.body:
            self.read(node)

    def read(self, node) -> None:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            self.names[node.name] = node
        elif isinstance(node, ast.ImportFrom) and node.names[0].name == "*":
            self.stars.append(node)
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            for each in node.names:
                one = copy.copy(node)
                one.names = [each]
                self.names[each.asname or each.name.split(".")[0]] = one
        else:
            for each in ast.walk(node):
                if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store):
                    self.names[each.id] = node
                elif isinstance(each, (ast.Import, ast.ImportFrom)) and isinstance(node, ast.Try):
                    for one in each.names:
                        self.names[one.asname or one.name.split(".")[0]] = node


class Refused(Exception):
    """A test cannot be taken; args[0] says why."""


class Collection:
    """Gathers nodes of test files, each once, in an order in which they can be run."""

    def __init__(self, tree: str, importable):
        self.tree, self.importable, self.files, self.order, self.owner = tree, importable, {}, [], {}
        self.stars = []

    def file(self, path: str) -> File:
        if path not in self.files:
            try:
                with open(os.path.join(self.tree, path), "rb") as file:
                    self.files[path] = File(path, parse(file.read(1 << 21)))
            except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
                self.files[path] = None
        if self.files[path] is None:
            raise Refused("file")
        return self.files[path]

    def local_module(self, path: str, node: ast.ImportFrom) -> str | None:
        """The path of the test tree's own module that this import names."""
        folder = os.path.dirname(path)
        for _ in range(max(0, node.level - 1)):
            folder = os.path.dirname(folder)
        dotted = (node.module or "").replace(".", "/")
        places = [os.path.join(folder, dotted)] if node.level else [dotted, os.path.join(folder, dotted)]
        for place in places:
            for name in (place + ".py", os.path.join(place, "__init__.py")):
                if os.path.isfile(os.path.join(self.tree, name)):
                    return os.path.normpath(name)
        return None

    def add(self, file: File, name: str, depth: int = 0) -> None:
        """The definition of a name of this file, after all that it needs."""
        node = file.names.get(name)
        if node is None or depth > 30:
            return
        if self.owner.get(name, file.path) != file.path:
            raise Refused("name-clash")
        if name in self.owner:
            return
        self.owner[name] = file.path
        if isinstance(node, ast.ImportFrom) and not (node.level == 0 and self.importable(node.module or "")):
            other = self.local_module(file.path, node)
            if other is None or node.names[0].asname not in (None, node.names[0].name):
                raise Refused("import")
            del self.owner[name]
            self.add(self.file(other), node.names[0].name, depth + 1)
            if node.names[0].name not in self.owner:
                raise Refused("import")
            return
        if isinstance(node, ast.Import) and not self.importable(node.names[0].name):
            raise Refused("import")
        self.needs(file, node, depth)
        if not any(each is node for each in self.order):
            self.order.append(node)

    def needs(self, file: File, node, depth: int) -> None:
        for each in ast.walk(node):
            if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Load):
                self.add(file, each.id, depth + 1)
        for star in file.stars:
            if not any(each is star for each in self.stars):
                if star.level or not self.importable(star.module or ""):
                    raise Refused("import")
                self.stars.append(star)

    def fixtures(self, file: File, node, depth: int = 0) -> None:
        """Those that the function's parameters name, here or in a conftest.py above."""
        marked = {text.strip() for each in node.decorator_list if isinstance(each, ast.Call) and ast.unparse(each.func).endswith("parametrize") and each.args
                  for text in (each.args[0].value.split(",") if isinstance(each.args[0], ast.Constant) and isinstance(each.args[0].value, str)
                               else [part.value for part in getattr(each.args[0], "elts", []) if isinstance(part, ast.Constant)])}
        for each in node.args.args:
            if each.arg in GIVEN or each.arg in marked:
                continue
            place, folder = file, os.path.dirname(file.path)
            while each.arg not in place.names:
                conftest = os.path.join(folder, "conftest.py")
                if os.path.isfile(os.path.join(self.tree, conftest)) and each.arg in self.file(conftest).names:
                    place = self.file(conftest)
                    break
                if not folder:
                    raise Refused("fixture")
                folder = os.path.dirname(folder)
            fixture = place.names[each.arg]
            if not isinstance(fixture, ast.FunctionDef) or depth > 5:
                raise Refused("fixture")
            if each.arg in self.owner:
                continue
            simple = simple_fixture(fixture)
            self.fixtures(place, simple, depth + 1)
            self.needs(place, simple, 0)
            self.owner[each.arg] = place.path
            self.order.append(simple)


def simple_fixture(node: ast.FunctionDef) -> ast.FunctionDef:
    """A fixture without parameters of its own that returns its value."""
    new = copy.deepcopy(node)
    parameters = None
    for each in new.decorator_list:
        if isinstance(each, ast.Call):
            for keyword in each.keywords:
                if keyword.arg == "params" and isinstance(keyword.value, (ast.List, ast.Tuple)) and keyword.value.elts:
                    parameters = keyword.value.elts[0]
    new.decorator_list = [ast.parse("pytest.fixture", mode="eval").body]
    if parameters is not None:
        new.args.args = [each for each in new.args.args if each.arg != "request"]
        new = FixedParameter(parameters).visit(new)
    if any(each.arg == "request" for each in new.args.args):
        raise Refused("fixture")
    last = new.body[-1]
    if isinstance(last, ast.Expr) and isinstance(last.value, ast.Yield):
        new.body[-1] = ast.Return(value=last.value.value)
    if any(isinstance(each, (ast.Yield, ast.YieldFrom)) for each in ast.walk(new)):
        raise Refused("fixture")
    return ast.fix_missing_locations(new)


class FixedParameter(ast.NodeTransformer):
    def __init__(self, value):
        self.value = value

    def visit_Attribute(self, node):
        if node.attr == "param" and isinstance(node.value, ast.Name) and node.value.id == "request":
            return copy.deepcopy(self.value)
        return self.generic_visit(node)


def method_only(node: ast.ClassDef, wanted: set) -> ast.ClassDef:
    """The class with these of its tests and whatever is no test."""
    new = copy.copy(node)
    new.body = [each for each in node.body if not (isinstance(each, (ast.FunctionDef, ast.AsyncFunctionDef)) and each.name.startswith("test") and each.name not in wanted)]
    return new


def parts_of(test: str):
    """`a/b.py::C::m[x]` -> ("a/b.py", ["C", "m"]); None for doctests and examples."""
    path, mark, rest = test.partition("::")
    if not mark or not path.endswith(".py"):
        return None
    return path, [part.partition("[")[0] for part in rest.split("::")]


def names_in(node) -> set:
    return {each.id if isinstance(each, ast.Name) else each.attr for each in ast.walk(node) if isinstance(each, (ast.Name, ast.Attribute))}


def transplant(tests: list, tree: str, importable, name: str) -> dict:
    taken, left, wanted, seen = [], [], [], set()
    for test in tests:
        parts = parts_of(test)
        if parts is None or (parts[0], tuple(parts[1])) in seen:
            continue
        seen.add((parts[0], tuple(parts[1])))
        wanted.append((test, parts))
    collection, functions, classes = Collection(tree, importable), [], {}
    for test, (path, names) in wanted:
        if len(taken) >= MOST_TESTS:
            break
        before = (list(collection.order), dict(collection.owner), list(collection.stars))
        try:
            file = collection.file(path)
            node = file.names.get(names[0])
            own = node if len(names) == 1 else next((each for each in getattr(node, "body", ()) if getattr(each, "name", "") == names[-1]), None)
            if own is not None and name not in names_in(own):
                # Only calls that stand in the harness are recorded.
                raise Refused("no-direct-call")
            if len(names) == 1 and isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                collection.fixtures(file, node)
                collection.needs(file, node, 0)
                functions.append(node)
            elif len(names) == 2 and isinstance(node, ast.ClassDef) and any(isinstance(each, ast.FunctionDef) and each.name == names[1] for each in node.body):
                methods = {names[1]} | classes.get((path, names[0]), (None, set()))[1]
                method = next(each for each in node.body if getattr(each, "name", "") == names[1])
                collection.fixtures(file, method)
                collection.needs(file, method_only(node, methods), 0)
                classes[(path, names[0])] = (node, methods)
            else:
                raise Refused("form")
            taken.append(test)
        except Refused as error:
            collection.order, collection.owner, collection.stars = before
            left.append({"test": test, "why": error.args[0]})
    nodes = collection.stars + collection.order
    nodes += [node for node in functions if not any(each is node for each in nodes)]
    nodes += [method_only(node, methods) for node, methods in classes.values()]
    imports = [node for node in nodes if isinstance(node, (ast.Import, ast.ImportFrom))]
    rest = [node for node in nodes if not isinstance(node, (ast.Import, ast.ImportFrom))]
    source = "\n".join(ast.unparse(node) for node in imports) + "\n\n\n" + "\n\n\n".join(ast.unparse(node) for node in rest) + "\n"
    if "pytest." in source and "import pytest" not in source:
        source = "import pytest\n" + source
    if not taken or len(source) > MOST_TEXT:
        return {"source": "", "tests": [], "left": left + [{"test": test, "why": "too-big"} for test in taken]}
    return {"source": source, "tests": taken, "left": left}


def importable_below(roots: dict):
    """Whether a module is found in the project, its dependencies, the tools or the standard library, by looking at files only."""
    import sys
    standard = getattr(sys, "stdlib_module_names", None)

    def importable(name: str) -> bool:
        top = name.split(".")[0]
        if not top:
            return False
        if top in sys.builtin_module_names or (top in standard if standard else standard_file(top)):
            return True
        return any(os.path.exists(os.path.join(root, name.replace(".", "/") + ending)) for root in (roots["project"], roots.get("deps"), roots["tools"]) if root
                   for ending in (".py", "/__init__.py", "")) and top != "tests"
    return importable


def standard_file(top: str) -> bool:
    folder = os.path.dirname(os.__file__)
    if os.path.exists(os.path.join(folder, top + ".py")) or os.path.isdir(os.path.join(folder, top)):
        return True
    extensions = os.path.join(folder, "lib-dynload")
    return os.path.isdir(extensions) and any(name.partition(".")[0] == top for name in os.listdir(extensions))
