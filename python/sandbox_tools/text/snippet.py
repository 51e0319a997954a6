"""Compiles a test. A test that ends in `assert left == right` is taken apart, so that a failure can show `left`
without evaluating anything twice."""
from __future__ import annotations

import ast
import re

TEST_FILE = "<test>"

_TOP_LEVEL_ASSERT = re.compile(r"^(?:.*;\s*)?assert\b", re.MULTILINE)


class Comparison:
    """The last statement of a test: two compiled expressions and, when there is one, the assertion's message."""

    def __init__(self, left, right, message):
        self.left = left
        self.right = right
        self.message = message


class Snippet:
    """`body` runs first (None: nothing), then `comparison` if the test ends in one."""

    def __init__(self, body, comparison):
        self.body = body
        self.comparison = comparison


def _expression(node):
    return compile(ast.Expression(node), TEST_FILE, "eval", dont_inherit=True)


def _comparison(statement):
    if not isinstance(statement, ast.Assert) or not isinstance(statement.test, ast.Compare):
        return None
    test = statement.test
    if len(test.ops) != 1 or not isinstance(test.ops[0], ast.Eq):
        return None
    message = None if statement.msg is None else _expression(statement.msg)
    return Comparison(_expression(test.left), _expression(test.comparators[0]), message)


def _uses_future(tree) -> bool:
    return any(isinstance(node, ast.ImportFrom) and node.module == "__future__" for node in tree.body)


def compile_snippet(source: str) -> Snippet:
    """@raises SyntaxError and whatever else compiling can raise."""
    if _TOP_LEVEL_ASSERT.search(source) is None:
        # Nothing to take apart; and a tree of Python objects costs more than most programs do.
        return Snippet(compile(source, TEST_FILE, "exec", dont_inherit=True), None)
    tree = ast.parse(source, TEST_FILE)
    comparison = _comparison(tree.body[-1]) if tree.body and not _uses_future(tree) else None
    if comparison is not None:
        tree.body.pop()
    body = compile(tree, TEST_FILE, "exec", dont_inherit=True) if tree.body else None
    return Snippet(body, comparison)
