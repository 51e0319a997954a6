"""Whether a test reads a name whose value is plain data. Nobody sees a number being looked at: the test's text tells.

To hand the value to a function of the test's own is not yet to read it; such a function may do nothing with it.
"""
from __future__ import annotations

import ast
import types

_REACHES_ALL = frozenset(("eval", "exec", "globals", "locals", "vars"))
_ASSERTING = "assert"


def _made_by(tree) -> set:
    """Names of the functions and classes that the test defines."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            found.add(node.name)
        elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Lambda):
            found.update(target.id for target in node.targets if isinstance(target, ast.Name))
    return found


def _is_own(callee, own) -> bool:
    """Whether what is called is the test's: a function, an instance's method that is no assertion, a lambda."""
    if isinstance(callee, ast.Name):
        return callee.id in own
    if isinstance(callee, ast.Attribute):
        while isinstance(callee.value, ast.Attribute):
            callee = callee.value
        root = callee.value
        if isinstance(root, ast.Call):
            return _is_own(root.func, own) and not callee.attr.startswith(_ASSERTING)
        return isinstance(root, ast.Name) and root.id in own
    return isinstance(callee, ast.Lambda)


def _handed_over(tree, own) -> set:
    """Ids of the nodes that are arguments of the test's own functions, as they are."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and _is_own(node.func, own):
            for argument in (*node.args, *(keyword.value for keyword in node.keywords)):
                found.add(id(argument.value if isinstance(argument, ast.Starred) else argument))
    return found


def reads(source: str, name: str, namespace: dict) -> bool:
    """`namespace`: what the test starts with; functions there are its own too."""
    tree = ast.parse(source)
    own = _made_by(tree) | {known for known, value in namespace.items() if type(value) in (type, types.FunctionType)}
    handed = _handed_over(tree, own)
    return any(_is_reading(node, name, handed) for node in ast.walk(tree))


def _is_reading(node, name, handed) -> bool:
    if isinstance(node, ast.ImportFrom):
        return node.module == "solution" and any(alias.name in (name, "*") for alias in node.names)
    if isinstance(node, ast.Attribute):
        return node.attr == name and isinstance(node.value, ast.Name) and node.value.id == "solution"
    if not isinstance(node, ast.Name) or not isinstance(node.ctx, ast.Load):
        return False
    return node.id in _REACHES_ALL or node.id == name and id(node) not in handed
