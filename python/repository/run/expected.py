"""Removes from a harness what only its dropped assertions used: variables that hold expected values, columns of tables, parameters."""
from __future__ import annotations

import ast
from collections import Counter

from .mentions import Mentions, called_name

_EFFECTS = (ast.Call, ast.Await, ast.Yield, ast.YieldFrom, ast.NamedExpr)


def loaded(tree) -> set:
    """Names that are read anywhere in it, and attributes as ".name"."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            found.add(node.id)
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
            found.add(f".{node.attr}")
        elif isinstance(node, (ast.Global, ast.Nonlocal)):
            found.update(node.names)
    return found


_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_MAKERS = frozenset(("dict", "list", "set", "tuple", "frozenset", "float", "int", "str", "bytes", "sorted", "range", "date", "datetime", "timedelta", "array"))


def _makes_a_value(node) -> bool:
    """A call that reads like making a value: of a class, or of one of Python's own."""
    name = called_name(node)
    return name[:1].isupper() or name in _MAKERS


class _Remover(ast.NodeTransformer):
    def __init__(self, read: set, mentions: Mentions, tables: dict):
        self._read, self._mentions, self._tables, self.removed = read, mentions, tables, 0

    def visit_Assign(self, node):
        targets = [one for target in node.targets for one in (target.elts if isinstance(target, (ast.Tuple, ast.List)) else [target])]
        if not all(isinstance(one, (ast.Name, ast.Attribute)) and self._unread(one) for one in targets):
            return node
        if any(isinstance(one, _EFFECTS) and not _makes_a_value(one) for one in ast.walk(node.value)) and not self._mentions.reference_only(node.value):
            return node
        self.removed += 1
        return None

    def visit_AnnAssign(self, node):
        if isinstance(node.target, ast.Name) and self._unread(node.target) and not any(isinstance(one, _EFFECTS) for one in ast.walk(node)):
            self.removed += 1
            return None
        return node

    def visit_For(self, node):
        self.generic_visit(node)
        table = self._tables.get(node.iter.id) if isinstance(node.iter, ast.Name) else node.iter
        if isinstance(node.target, (ast.Tuple, ast.List)) and isinstance(table, (ast.List, ast.Tuple)):
            width = len(node.target.elts)
            for column, name in enumerate(node.target.elts):
                if isinstance(name, ast.Name) and self._unread(name):
                    self.removed += drop_column(table.elts, column, width)
                    if all(_is_row(row, width) for row in table.elts):
                        name.id = "_"
        return node

    def visit_ClassDef(self, node):
        # Attributes of a class may be read by name, but those of tests are for their methods.
        is_test = node.name.startswith("Test") or any(ast.unparse(base).endswith("TestCase") for base in node.bases)
        body = [self.visit(one) if isinstance(one, _DEFINITIONS) or is_test and self._is_unread_value(one) else one for one in node.body]
        node.body = [one for one in body if one is not None]
        return node

    def _is_unread_value(self, node) -> bool:
        return isinstance(node, ast.Assign) and all(isinstance(one, ast.Name) and f".{one.id}" not in self._read for one in node.targets)

    def _unread(self, node) -> bool:
        if isinstance(node, ast.Attribute):
            return isinstance(node.value, ast.Name) and node.value.id == "self" and f".{node.attr}" not in self._read
        return node.id not in self._read


def _is_row(row, width: int) -> bool:
    return isinstance(row, (ast.Tuple, ast.List)) and len(row.elts) == width and not any(isinstance(one, ast.Starred) for one in row.elts)


def _tables(tree: ast.Module) -> dict:
    """Tables that are written out, by the one variable that holds each, where one place alone reads it."""
    names = [node for node in ast.walk(tree) if isinstance(node, ast.Name)]
    uses = Counter(node.id for node in names)
    given = [node for node in ast.walk(tree) if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name)]
    return {node.targets[0].id: node.value for node in given if uses[node.targets[0].id] == 2 and isinstance(node.value, (ast.List, ast.Tuple))}


def drop_column(rows: list, column: int, width: int) -> int:
    """Puts None into one column of a table that is written out; how many values that were."""
    dropped = 0
    for row in rows:
        if _is_row(row, width):
            if not (isinstance(row.elts[column], ast.Constant) and row.elts[column].value is None):
                row.elts[column] = ast.Constant(value=None)
                dropped += 1
    return dropped


class _Functions(ast.NodeTransformer):
    def __init__(self, lines: set):
        self._lines = lines

    def visit_FunctionDef(self, node):
        return None if node.lineno in self._lines else self.generic_visit(node) or node

    visit_AsyncFunctionDef = visit_FunctionDef


def remove_functions(tree: ast.Module, lines: set) -> None:
    """Those that begin there."""
    _Functions(lines).visit(tree)


def remove_unnamed(tree: ast.Module, made: list) -> None:
    """Functions that neither the text names nor an expression that makes a case: fixtures of what is gone."""
    named = loaded(ast.Module(body=[*tree.body, *map(ast.Expr, made)], type_ignores=[])) | {"setUpModule", "tearDownModule"}
    tree.body = [one for one in tree.body if not isinstance(one, (ast.FunctionDef, ast.AsyncFunctionDef)) or one.name in named]


class _Imports(ast.NodeTransformer):
    """Drops imports of what only decorators and assertions were there for."""

    def __init__(self, read: set):
        self._read = read

    def visit_Import(self, node):
        node.names = [name for name in node.names if name.name != "pytest" or (name.asname or name.name) in self._read]
        return node if node.names else None

    def visit_ImportFrom(self, node):
        if node.module == "pytest":
            node.names = [name for name in node.names if (name.asname or name.name) in self._read]
        return node if node.names else None


class _Filler(ast.NodeTransformer):
    """A block must not be empty."""

    def generic_visit(self, node):
        super().generic_visit(node)
        if isinstance(getattr(node, "body", None), list) and not node.body and not isinstance(node, ast.Module):
            node.body = [ast.Pass()]
        return node


def drop_imports(tree: ast.Module) -> None:
    """To be done last: when decorators have been read and dropped."""
    _Imports(loaded(tree)).visit(tree)
    _Filler().visit(tree)


def remove_unused(tree: ast.Module, mentions: Mentions) -> int:
    """How many values were removed."""
    removed = 0
    for _ in range(10):
        remover = _Remover(loaded(tree), mentions, _tables(tree))
        remover.visit(tree)
        removed += remover.removed
        if not remover.removed:
            break
    _Filler().visit(tree)
    return removed
