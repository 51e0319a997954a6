"""The small changes that are tried: for each node of a definition's tree, spans of its text and what to write there.

`changes(text, node)` yields (operator, start, end, replacement, risky): byte offsets in `text`; `risky` when the change may make a loop endless.
An operator is one way of being wrong; what it tells for sure is only that text became other text. Left out on purpose, because they tell
nothing about cases: docstrings, annotations and decorators; what an exception says (`raise E(...)` is one thing, present or not); warnings
and log calls, which no outcome shows; changes that can only raise TypeError or NameError wherever they run (`"a" - b`, deleting the only
binding of a name); arguments swapped in calls that do not care (`max`); what other changes amount to anyway, and what was equivalent most often
when survivors on real libraries were read (`split` for `rsplit` without a limit, slices that are written to). f-strings change as a whole: their inner positions are not
reliable before CPython 3.12.
"""
from __future__ import annotations

import ast
import re

from repository.measure.definition_text import body_statements
from repository.mutate.edits import Places

_COMPARISONS = {
    ast.Lt: ("<", "<=", ">="), ast.LtE: ("<=", "<", ">"), ast.Gt: (">", ">=", "<="), ast.GtE: (">=", ">", "<"),
    ast.Eq: ("==", "!="), ast.NotEq: ("!=", "=="), ast.Is: ("is", "is not"), ast.IsNot: ("is not", "is"),
    ast.In: ("in", "not in"), ast.NotIn: ("not in", "in"),
}
# For whole numbers `n < 5` is `n <= 4`: of a bound's two neighbours one is what another comparison gives already.
_SAME_AS_BOUNDARY = {ast.Lt: 1, ast.LtE: -1, ast.Gt: -1, ast.GtE: 1}
_ARITHMETIC = {
    ast.Add: ("+", "-"), ast.Sub: ("-", "+"), ast.Mult: ("*", "+"), ast.Div: ("/", "*"), ast.FloorDiv: ("//", "/"), ast.Mod: ("%", "*"),
    ast.Pow: ("**", "*"), ast.LShift: ("<<", ">>"), ast.RShift: (">>", "<<"), ast.BitAnd: ("&", "|"), ast.BitOr: ("|", "&"),
    ast.BitXor: ("^", "&"), ast.MatMult: ("@", "*"),
}
_PAIRS = ["min max", "any all", "startswith endswith", "lstrip rstrip", "removeprefix removesuffix", "lower upper", "find rfind",
          "index rindex", "split rsplit", "partition rpartition", "ljust rjust", "add discard", "floor ceil", "islower isupper",
          "popleft pop", "appendleft append", "union intersection", "issubset issuperset", "keys values"]
_TWINS = {one: other for pair in _PAIRS for one, other in (pair.split(), reversed(pair.split()))}
# `append` and `pop` belong to lists far more often than to deques.
_TWINS = {one: other for one, other in _TWINS.items() if one not in ("append", "pop")}
_SYMMETRIC = {"max", "min", "gcd", "lcm", "hypot", "isclose", "print", "zip", "union", "intersection"}
# The other way round they only raise TypeError.
_TYPED = {"isinstance", "issubclass", "getattr", "setattr", "hasattr", "delattr", "super", "map", "filter", "reduce", "partial"}
_UNSEEN = re.compile(r"(warnings\.)?warn(_explicit)?|((self|cls)\.)?_?(log|logger|logging)\.(debug|info|warn|warning|error|exception|critical|log)",
                     re.IGNORECASE)
_SIMPLE = (ast.Name, ast.Attribute, ast.Call, ast.Constant, ast.Subscript, ast.List, ast.Dict, ast.Set)
_STRINGS = (ast.JoinedStr, ast.List, ast.ListComp, ast.Tuple, ast.Dict)


def changes(text: str, function):
    """All changes of the function whose node was parsed from `text`, in the order of the text."""
    return _Changes(text, function).all()


class _Changes:
    def __init__(self, text: str, function):
        self._places = Places(text)
        self._function = function
        self._found: list = []
        self._spared: dict = {}
        self._bindings = _bindings(function)

    def all(self) -> list:
        self._defaults()
        waiting = [(statement, False, False) for statement in reversed(body_statements(self._function))]
        while waiting:
            node, risky, quiet = waiting.pop()
            if isinstance(node, ast.Expr) and self._unseen(node.value):
                continue
            before = len(self._found)
            self._visit(node, quiet)
            inside_loop = risky or isinstance(node, ast.While)
            if inside_loop or isinstance(node, (ast.Break, ast.Continue)):
                self._found[before:] = [(*change[:4], True) for change in self._found[before:]]
            if isinstance(node, (ast.JoinedStr, ast.Raise)):
                continue
            waiting.extend((child, inside_loop, silent) for child, silent in reversed(list(_children(node))))
        return sorted(set(self._found), key=lambda change: (change[1], change[2], change[0], change[3]))

    def _add(self, operator: str, start: int, end: int, replacement: str) -> None:
        self._found.append((operator, start, end, replacement, False))

    def _replace(self, operator: str, node, replacement: str) -> None:
        self._add(operator, *self._places.span(node), replacement)

    def _visit(self, node, quiet: bool) -> None:
        visit = getattr(self, "_visit_" + type(node).__name__, None)
        if visit is not None and not (quiet and isinstance(node, ast.Constant)):
            visit(node)

    def _unseen(self, value) -> bool:
        if not isinstance(value, ast.Call):
            return isinstance(value, ast.Constant)
        return _UNSEEN.fullmatch("".join(self._places.text(value.func).split())) is not None

    def _defaults(self) -> None:
        arguments = self._function.args
        for default in [*arguments.defaults, *(value for value in arguments.kw_defaults if value is not None)]:
            if isinstance(default, ast.Constant):
                before = len(self._found)
                self._visit_Constant(default)
                self._found[before:] = [("default value", *change[1:]) for change in self._found[before:]]

    # Expressions

    def _visit_Compare(self, node) -> None:
        operands = [node.left, *node.comparators]
        for left, operator, right in zip(operands, node.ops, operands[1:]):
            written, *others = _COMPARISONS[type(operator)]
            span = self._between(left, right, written)
            for other in others if span else ():
                self._add("comparison", *span, other)
            step = _SAME_AS_BOUNDARY.get(type(operator))
            if step and isinstance(right, ast.Constant):
                self._spared[id(right)] = step

    def _visit_BinOp(self, node) -> None:
        if isinstance(node.op, ast.Mod) and isinstance(node.left, ast.Constant) and isinstance(node.left.value, (str, bytes)):
            return
        if _is_text(node.left) or _is_text(node.right):
            return
        written, other = _ARITHMETIC[type(node.op)]
        span = self._between(node.left, node.right, written)
        if span:
            self._add("arithmetic", *span, other)

    def _visit_BoolOp(self, node) -> None:
        written, other = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
        texts = [self._operand(value) for value in node.values]
        self._replace("boolean", node, "(" + f" {other} ".join(texts) + ")")
        for index in range(len(texts)):
            rest = texts[:index] + texts[index + 1:]
            self._replace("condition dropped", node, "(" + f" {written} ".join(rest) + ")" if len(rest) > 1 else rest[0])

    def _visit_UnaryOp(self, node) -> None:
        written = {ast.Not: "not", ast.USub: "-", ast.Invert: "~"}.get(type(node.op))
        if written:
            start, _ = self._places.span(node)
            self._add("negation" if written == "not" else "sign", start, start + len(written), " ")

    def _visit_IfExp(self, node) -> None:
        self._negate(node.test)

    def _visit_comprehension(self, node) -> None:
        for test in node.ifs:
            self._negate(test)
            self._replace("filter dropped", test, "True")

    def _visit_Subscript(self, node) -> None:
        # Off by one in what is written over is most often the same list.
        if isinstance(node.slice, ast.Slice) and isinstance(node.ctx, ast.Load):
            self._slice(node.slice)

    def _slice(self, node) -> None:
        start, end = self._places.span(node)
        for bound in (node.lower, node.upper):
            if bound is not None and not _is_number(bound):
                self._replace("slice", bound, self._operand(bound) + " + 1")
        if node.step is None and node.upper is None and node.lower is not None:
            self._add("slice", end, end, "-1")
        if node.step is None and node.lower is None and node.upper is not None:
            self._add("slice", start, start, "1")

    def _visit_Constant(self, node) -> None:
        value = node.value
        if isinstance(value, bool):
            others = [str(not value)]
        elif isinstance(value, int):
            steps = [step for step in (1, -1) if step != self._spared.get(id(node))]
            others = [str(value + step) for step in steps] if abs(value) < 1 << 64 else []
        elif isinstance(value, float):
            others = [repr(value + 1.0)] if value + 1.0 != value and abs(value) < 1e300 else []
        elif isinstance(value, (str, bytes)):
            prefix = "b" if isinstance(value, bytes) else ""
            others = [prefix + ('""' if value else '"mutated"')]
        elif value is None:
            others = ['"mutated"']
        else:
            others = []
        for other in others:
            self._replace("constant", node, f"({other})" if other.startswith("-") else other)

    def _visit_JoinedStr(self, node) -> None:
        if node.values:
            self._replace("constant", node, '""')

    def _visit_Call(self, node) -> None:
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", None)
        many = len(node.args) > 1 or any(keyword.arg == "maxsplit" for keyword in node.keywords)
        if name in _TWINS and (name not in ("split", "rsplit") or many):
            _, end = self._places.span(node.func)
            self._add("twin function", end - len(name.encode()), end, _TWINS[name])
        if name not in _SYMMETRIC and name not in _TYPED:
            for left, right in zip(node.args, node.args[1:]):
                if not isinstance(left, ast.Starred) and not isinstance(right, ast.Starred):
                    self._swap(left, right)
        for index, keyword in enumerate(node.keywords):
            if keyword.arg is not None and hasattr(keyword, "lineno"):
                self._drop_keyword(node, index)

    def _visit_Yield(self, node) -> None:
        if node.value is not None and not _is_none(node.value):
            self._replace("returned value", node.value, "None")

    # Statements

    def _visit_Return(self, node) -> None:
        if node.value is not None and not isinstance(node.value, ast.Constant):
            self._replace("returned value", node.value, "None")
        self._replace("return dropped", node, "pass")

    def _visit_If(self, node) -> None:
        self._negate(node.test)

    def _visit_While(self, node) -> None:
        if not isinstance(node.test, ast.Constant):
            self._negate(node.test)

    def _visit_match_case(self, node) -> None:
        if node.guard is not None:
            self._negate(node.guard)

    def _visit_Expr(self, node) -> None:
        self._replace("statement dropped", node, "pass")

    _visit_Delete = _visit_Expr
    _visit_Assert = _visit_Expr

    def _visit_Assign(self, node) -> None:
        if self._is_bound_without(node):
            self._replace("statement dropped", node, "pass")

    def _visit_AnnAssign(self, node) -> None:
        if node.value is not None:
            self._visit_Assign(node)

    def _visit_AugAssign(self, node) -> None:
        written, other = _ARITHMETIC[type(node.op)]
        span = self._between(node.target, node.value, written + "=")
        if span:
            if not _is_text(node.value):
                self._add("arithmetic", *span, other + "=")
            self._add("assignment", *span, "=")
        self._replace("statement dropped", node, "pass")

    def _visit_Raise(self, node) -> None:
        self._replace("raise dropped", node, "pass")

    def _visit_ExceptHandler(self, node) -> None:
        only = node.body[0]
        if not (len(node.body) == 1 and isinstance(only, ast.Raise)):
            start, _ = self._places.span(only)
            self._add("except dropped", start, self._places.span(node.body[-1])[1], "raise")

    def _visit_Break(self, node) -> None:
        self._replace("loop control", node, "continue")

    def _visit_Continue(self, node) -> None:
        self._replace("loop control", node, "break")
        self._replace("loop control", node, "pass")

    # Parts

    def _between(self, left, right, written: str):
        return self._places.operator(self._places.span(left)[1], self._places.span(right)[0], written)

    def _operand(self, node) -> str:
        text = self._places.text(node)
        return text if isinstance(node, _SIMPLE) else f"({text})"

    def _negate(self, test) -> None:
        # Comparisons and `not` have their own, shorter negations.
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not) or isinstance(test, ast.Compare) and len(test.ops) == 1:
            return
        self._replace("negation", test, f"(not {self._operand(test)})")

    def _swap(self, left, right) -> None:
        one, other = self._places.text(left), self._places.text(right)
        if one == other:
            return
        start, left_end = self._places.span(left)
        right_start, end = self._places.span(right)
        self._add("arguments swapped", start, end, other + self._places.between(left_end, right_start) + one)

    def _drop_keyword(self, call, index: int) -> None:
        keyword = call.keywords[index]
        start, end = self._places.span(keyword)
        tail = re.compile(rb"[\s)]*,").match(self._places.bytes, end)
        if b")" in (tail.group() if tail else b""):
            return
        self._add("keyword dropped", start, tail.end() if tail else end, "")

    def _is_bound_without(self, node) -> bool:
        """Whether every name that an assignment binds may be bound by something else; nothing else tells dropping it from a NameError."""
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        own: dict = {}
        for target in targets:
            for inner in ast.walk(target):
                if isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Store):
                    own[inner.id] = own.get(inner.id, 0) + 1
        if any(isinstance(node.value, ast.Name) and name == node.value.id for name in own):
            return False
        return all(self._bindings.get(name, 0) > count for name, count in own.items())


def _children(node):
    """(child, whether bare constants in it are to be left alone) of what may be changed below `node`."""
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        if not isinstance(node, ast.ClassDef):
            yield from _defaults_of(node.args)
        yield from ((statement, False) for statement in body_statements(node))
    elif isinstance(node, ast.Lambda):
        yield from _defaults_of(node.args)
        yield node.body, False
    elif isinstance(node, ast.AnnAssign):
        if node.value is not None:
            yield node.value, False
    elif isinstance(node, ast.Assert):
        yield node.test, False
    elif isinstance(node, ast.List):
        # What a list is filled with beforehand is written over.
        for child in node.elts:
            yield child, _is_none(child)
    elif isinstance(node, ast.Compare):
        for child in [node.left, *node.comparators]:
            yield child, _is_none(child)
    else:
        for child in ast.iter_child_nodes(node):
            yield child, False


def _defaults_of(arguments):
    for default in [*arguments.defaults, *arguments.kw_defaults]:
        if default is not None:
            yield default, False


def _bindings(function) -> dict:
    """How often each name is bound in the function or declared to belong elsewhere."""
    counts: dict = {}
    for node in ast.walk(function):
        names = []
        if isinstance(node, ast.arg):
            names = [node.arg]
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names = [node.id]
        elif isinstance(node, (ast.Global, ast.Nonlocal)):
            names = node.names
        elif isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
            # It needs a binding, and gives none.
            counts[node.target.id] = counts.get(node.target.id, 0) - 1
        for name in names:
            counts[name] = counts.get(name, 0) + 1
    return counts


def _is_none(node) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _is_number(node) -> bool:
    inner = node.operand if isinstance(node, ast.UnaryOp) else node
    return isinstance(inner, ast.Constant)


def _is_text(node) -> bool:
    return isinstance(node, _STRINGS) or isinstance(node, ast.Constant) and isinstance(node.value, (str, bytes))
