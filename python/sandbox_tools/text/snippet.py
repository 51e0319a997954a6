"""Compiles a test, and what is trusted to run before it. A test that ends in `assert left == right` is taken apart, so
that a failure can show `left` without evaluating anything twice."""
from __future__ import annotations

import ast
import re

from sandbox_tools.text.explain import PROGRAM_FILE
from sandbox_tools.text.normalise import normalise_error

TEST_FILE = "<test>"
TOO_LARGE = "the test needs more memory than it may have"

_TOP_LEVEL_ASSERT = re.compile(r"^(?:.*;\s*)?assert\b", re.MULTILINE)


class BrokenTest(Exception):
    """A test, or what is trusted to run before it, that this Python cannot compile: no program can be judged by it."""

    def __init__(self, error, where=""):
        why = TOO_LARGE if issubclass(type(error), MemoryError) else error
        super().__init__(normalise_error("%s%s: %s" % (where, type(error).__name__, why)))


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
    """@raises BrokenTest"""
    try:
        return _compile(source)
    except Exception as error:
        raise BrokenTest(error) from None


def _compile(source: str) -> Snippet:
    if _TOP_LEVEL_ASSERT.search(source) is None:
        # Nothing to take apart; and a tree of Python objects costs more than most programs do.
        return Snippet(compile(source, TEST_FILE, "exec", dont_inherit=True), None)
    tree = ast.parse(source, TEST_FILE)
    comparison = _comparison(tree.body[-1]) if tree.body and not _uses_future(tree) else None
    if comparison is not None:
        tree.body.pop()
    body = compile(tree, TEST_FILE, "exec", dont_inherit=True) if tree.body else None
    return Snippet(body, comparison)


def _with_body(source: str) -> str:
    """A text that ends in a head, perhaps with a comment below it, and the least of bodies."""
    lines = [line for line in source.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    last = lines[-1] if lines else ""
    return "%s\n%s ...\n" % (source, last[:len(last) - len(last.lstrip())])


def compile_setup(source: str, entry: str):
    """A prompt, which holds the entry point's head, is the beginning of the program too: its lines are told as the
    program's, and it may end with that head. Any other setup is part of the test. @raises BrokenTest"""
    name = PROGRAM_FILE if "def %s(" % entry in source else TEST_FILE
    try:
        return compile(source, name, "exec", dont_inherit=True)
    except Exception as error:
        failure = error
    try:
        if name == PROGRAM_FILE or "class %s" % entry in source:
            return compile(_with_body(source), name, "exec", dont_inherit=True)
    except Exception:  # what was wrong with it as it is says more
        pass
    raise BrokenTest(failure, "in the setup: ")
