"""Every definition of a module's tree with the names that lead to it, in the order of the file.

Statements nest a hundred deep at most (Python's own bound), but chains of `elif` do not: nothing here recurses.
"""
from __future__ import annotations

import ast

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
LOCALS = "<locals>"
_BLOCKS = ("body", "handlers", "cases", "orelse", "finalbody")


class Found:
    """A function's node and where it stands.

    `names`: as in `__qualname__`, split; `number`: which of the definitions of these names, from 1; `classes`: the classes
    that directly enclose it, outermost first (none for a function in a function); `outer`: the statement of the module
    that holds it; `conditional`: it stands in a compound statement; `siblings`: the statements of its nearest scope.
    """

    __slots__ = ("node", "names", "number", "classes", "outer", "conditional", "siblings")

    def __init__(self, node, names, number, classes, outer, conditional, siblings):
        self.node = node
        self.names = names
        self.number = number
        self.classes = classes
        self.outer = outer
        self.conditional = conditional
        self.siblings = siblings

    @property
    def qualname(self) -> str:
        return ".".join(self.names)


def blocks(node) -> list:
    """The statements directly inside a compound statement, in order; those of a definition are its body."""
    found = []
    for field in _BLOCKS:
        for item in getattr(node, field, ()):
            found.extend([item] if isinstance(item, ast.stmt) else item.body)
    return found


def walk_definitions(tree):
    """Yields a Found for each function of the module, methods and nested ones included."""
    counts = {}
    left = [(statement, (), (), statement, False, tree.body) for statement in reversed(tree.body)]
    while left:
        node, prefix, classes, outer, conditional, siblings = left.pop()
        if isinstance(node, FUNCTIONS):
            names = (*prefix, node.name)
            counts[names] = counts.get(names, 0) + 1
            yield Found(node, names, counts[names], classes, outer, conditional, siblings)
            inside = [(child, (*names, LOCALS), (), outer, False, node.body) for child in node.body]
        elif isinstance(node, ast.ClassDef):
            inside = [(child, (*prefix, node.name), (*classes, node), outer, conditional, node.body) for child in node.body]
        else:
            inside = [(child, prefix, classes, outer, True, siblings) for child in blocks(node)]
        left.extend(reversed(inside))


def find_definition(tree, qualname: str, number: int = 1):
    """The Found of that name and number, or None."""
    names = tuple(qualname.split("."))
    for found in walk_definitions(tree):
        if found.number == number and found.names == names:
            return found
    return None


def bound_names(statements) -> set:
    """Names that these statements bind in their own scope; what nested scopes bind is not theirs."""
    names = set()
    left = list(statements)
    while left:
        node = left.pop()
        if isinstance(node, (*FUNCTIONS, ast.ClassDef)):
            names.add(node.name)
            continue
        if isinstance(node, (ast.Lambda, ast.GeneratorExp, ast.ListComp, ast.SetComp, ast.DictComp)):
            continue
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            names.add(node.id)
        elif isinstance(node, ast.alias):
            # What a star brings is not known.
            names.add(node.asname or node.name.partition(".")[0])
        elif isinstance(node, ast.ExceptHandler) and node.name:
            names.add(node.name)
        else:
            names.update(getattr(node, field) for field in ("name", "rest")
                         if type(node).__name__.startswith("Match") and isinstance(getattr(node, field, None), str))
        left.extend(ast.iter_child_nodes(node))
    return names
