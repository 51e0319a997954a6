"""A tree as a digest: two trees with the same digest are the same program text up to layout (and, when asked, names)."""
from __future__ import annotations

import ast
import hashlib

from repository.text.words import constant_text

# What differs between versions of Python, or says nothing about what runs.
_UNTOLD = frozenset(("ctx", "kind", "type_comment", "type_ignores", "type_params"))


class _Names:
    """Numbers local names in the order in which they appear."""

    def __init__(self, local):
        self._local = local
        self._numbers = {}

    def told(self, name):
        if name not in self._local:
            return name
        return "\0%d" % self._numbers.setdefault(name, len(self._numbers))


def _digest(roots, names, left_out) -> str:
    digest = hashlib.sha256()
    left = list(reversed(roots))
    while left:
        item = left.pop()
        if isinstance(item, ast.AST):
            told = "(" + type(item).__name__
            for field in reversed(item._fields):
                if field not in _UNTOLD and field not in left_out:
                    left.append(getattr(item, field, None))
        elif isinstance(item, list):
            told = "[%d" % len(item)
            left.extend(reversed(item))
        elif isinstance(item, str):
            told = "s" + names.told(item)
        else:
            told = type(item).__name__ + constant_text(item)
        digest.update(told.encode("utf-8", "backslashreplace") + b"\n")
    return digest.hexdigest()


def tree_hash(*nodes) -> str:
    """Everything but layout and comments counts."""
    return _digest(list(nodes), _Names(frozenset()), ())


def shape_hash(node, statements, nodes) -> str:
    """For near duplicates: a function's parameters and `statements` (its body without docstring, all their nodes in
    `nodes`); its own name, annotations and decorators do not count, and local names are numbers."""
    local, shared = {node.name}, set()
    for child in (*ast.walk(node.args), *nodes):
        if isinstance(child, ast.arg):
            local.add(child.arg)
        elif isinstance(child, ast.Name):
            if not isinstance(child.ctx, ast.Load):
                local.add(child.id)
        elif isinstance(child, (ast.Global, ast.Nonlocal)):
            shared.update(child.names)
    return _digest([type(node).__name__, node.args, *statements], _Names(local - shared), ("annotation", "returns"))
