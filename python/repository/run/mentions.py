"""What the expressions of a harness have to do with the function under test, read from their text: a name is followed through assignments
within its function, in whatever order they stand."""
from __future__ import annotations

import ast

REFERENCE = "reference_"
#: Their value says nothing that the value of their arguments does not.
_SEEN_THROUGH = frozenset(("abs", "round", "isclose", "allclose", "isinstance", "approx", "array_equal", "bool", "isnan", "isinf"))


def called_name(node) -> str:
    """The last part of what a call calls: "raises" of `pytest.raises(...)`; empty when it has no name."""
    if not isinstance(node, ast.Call):
        return ""
    return node.func.id if isinstance(node.func, ast.Name) else node.func.attr if isinstance(node.func, ast.Attribute) else ""


def key_of(node):
    """Name of a variable, "self.x" for such an attribute, otherwise None."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in ("self", "cls"):
        return f"self.{node.attr}"
    return None


def bound_names(target) -> list:
    """Variables that an assignment's target binds."""
    return [key for key in map(key_of, ast.walk(target)) if key not in (None, "self", "cls")]


def _columns(target, table) -> list:
    """(variables, what they get) of a loop; column by column where the table is written out."""
    rows = getattr(table, "elts", None) if isinstance(table, (ast.List, ast.Tuple)) else None
    if not isinstance(target, (ast.Tuple, ast.List)) or not rows or any(len(getattr(row, "elts", ())) != len(target.elts) for row in rows):
        return [(target, table)]
    return [(one, ast.Tuple(elts=[row.elts[column] for row in rows], ctx=ast.Load())) for column, one in enumerate(target.elts)]


class Mentions:
    """`name`: the target's own; `aliases`: variables of the harness that are the target (or the class that it makes)."""

    def __init__(self, name: str, aliases):
        self._name, self._aliases = name, frozenset(aliases)
        self._results, self._given, self._references = set(), set(), set()

    def direct(self, node) -> bool:
        """Whether the expression names the target itself."""
        return any(
            isinstance(one, ast.Name) and one.id in self._aliases or isinstance(one, ast.Attribute) and one.attr == self._name
            for one in ast.walk(node)
        )

    def is_target(self, node) -> bool:
        """Whether the expression is the target, and does not only hold it."""
        return isinstance(node, ast.Name) and node.id in self._aliases or isinstance(node, ast.Attribute) and node.attr == self._name

    def result(self, node) -> bool:
        """Whether it names the target, or a variable that got something of it."""
        return self.direct(node) or any(key_of(one) in self._results for one in ast.walk(node)) and not self._named_reference(node)

    def given(self, node) -> bool:
        """Whether it names a variable that was an argument of the target, and so may have been changed by it."""
        return any(key_of(one) in self._given for one in ast.walk(node)) and not self._named_reference(node)

    def reference_only(self, node) -> bool:
        return not self.direct(node) and (self._named_reference(node) or any(key_of(one) in self._references for one in ast.walk(node)))

    def _named_reference(self, node) -> bool:
        return any((isinstance(one, ast.Name) and one.id or isinstance(one, ast.Attribute) and one.attr or "").startswith(REFERENCE) for one in ast.walk(node))

    def learn(self, scope) -> None:
        """Follows the variables of a function, or of a class whose methods share `self`."""
        self._results, self._given, self._references = set(), set(), set()
        # Three rounds follow a value through three variables that are assigned before they are read.
        for _ in range(3):
            for node in ast.walk(scope):
                self._learn_of(node)

    def _learn_of(self, node) -> None:
        pairs = []
        if isinstance(node, (ast.Assign, ast.Delete)):
            pairs = [(target, getattr(node, "value", None)) for target in node.targets]
        elif isinstance(node, (ast.AnnAssign, ast.AugAssign, ast.NamedExpr)):
            pairs = [(node.target, node.value)]
        elif isinstance(node, (ast.For, ast.AsyncFor, ast.comprehension)):
            pairs = _columns(node.target, node.iter)
        elif isinstance(node, ast.withitem) and node.optional_vars is not None:
            pairs = [(node.optional_vars, node.context_expr)]
        elif isinstance(node, ast.Call) and self.direct(node.func):
            given = list(node.args) + [keyword.value for keyword in node.keywords] + [node.func]
            self._given.update(name for one in given for name in bound_names(one) if name not in self._aliases)
        for target, value in pairs:
            if value is None:
                continue
            if self.result(value):
                self._results.update(bound_names(target))
            elif self.reference_only(value):
                self._references.update(bound_names(target))

    def narrowed(self, node) -> list:
        """The parts of an operand that are worth observing: without constants that stand around what the target gives."""
        if isinstance(node, ast.BinOp):
            parts = [node.left, node.right]
        elif called_name(node) in _SEEN_THROUGH and not node.keywords:
            parts = list(node.args)
        elif isinstance(node, ast.UnaryOp):
            parts = [node.operand]
        else:
            return [node]
        kept = [part for part in parts if self.result(part)]
        return [one for part in kept for one in self.narrowed(part)] if kept else [node]
