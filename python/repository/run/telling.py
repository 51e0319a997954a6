"""What a harness holds still of what its assertions expected, when they have become observations: a table's column that could not be taken
out, an argument of a function that compared, a comparison outside of any assertion. A candidate could read it where it is called."""
from __future__ import annotations

import ast

from .mentions import Mentions, called_name

_CHAINS = (ast.Attribute, ast.Subscript)
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
#: Of these a comparison asks what kind of thing it is.
_PLAIN = (None, True, False, 0, 1, "")
#: They keep or show what they are given, or ask the target once more.
_NO_MATCHERS = frozenset(("observe", "print", "append", "add", "insert", "update", "setdefault", "extend", "setattr", "setitem", "next", "list", "write"))


def places(node) -> set:
    """(name, text) of all that an expression reads: variables, with the attributes and items of them that are asked for."""
    base = node
    while isinstance(base, _CHAINS):
        base = base.value
    if isinstance(node, (ast.Name,) + _CHAINS) and isinstance(base, ast.Name):
        name = f".{node.attr}" if base.id in ("self", "cls") and isinstance(node, ast.Attribute) else base.id
        return {(name, ast.dump(node))}
    if isinstance(node, ast.Call):
        # What is called is no value, but what a method belongs to is.
        inner = [node.func.value] if isinstance(node.func, ast.Attribute) else [] if isinstance(node.func, ast.Name) else [node.func]
        inner += node.args + [keyword.value for keyword in node.keywords]
    else:
        inner = ast.iter_child_nodes(node)
    return {place for one in inner for place in places(one)}


def compares_with(node: ast.Compare, mentions: Mentions) -> bool:
    """Whether a comparison, as it stands, lays what the target gives beside something that is not the target's own input."""
    operands = [node.left] + list(node.comparators)
    results = [one for one in operands if mentions.result(one)]
    others = [one for one in operands if one not in results and not mentions.given(one)]
    return bool(results) and not all(map(_is_plain, others))


def matches_with(node, mentions: Mentions, own: frozenset) -> bool:
    """Whether a call that stands alone, of nothing that the harness itself defines, is given a result of the target and something that is
    not its input: `verify(f(2), 4)`, `expect(f(2)).to_become(4)`. Nobody knows what such a matcher compares."""
    if not isinstance(node, ast.Call) or mentions.is_target(node.func):
        return False
    name = called_name(node)
    given = node.args + [keyword.value for keyword in node.keywords]
    others = [one for one in given if not mentions.result(one) and not mentions.given(one) and not _is_plain(one)]
    if not others or name in _NO_MATCHERS or name in own:
        return False
    if any(mentions.result(one) for one in given):
        return True
    inner = node.func
    while isinstance(inner, (ast.Attribute, ast.Call)):
        if isinstance(inner, ast.Call) and not mentions.direct(inner.func) and any(mentions.result(one) for one in inner.args):
            return called_name(inner) not in own
        inner = inner.value if isinstance(inner, ast.Attribute) else inner.func
    return False


def _is_plain(node) -> bool:
    return isinstance(node, ast.Constant) and any(node.value is plain or node.value == plain for plain in _PLAIN)


class Dropped:
    """Operands of assertions that are observed no more."""

    def __init__(self):
        self._dropped, self._emptied, self._compared = [], set(), []

    def drop(self, line: int, operand) -> None:
        self._dropped += [(line, place) for place in places(operand)]

    def compared(self, line: int) -> None:
        self._compared.append(line)

    def empty(self, function, argument: str) -> None:
        """That argument has no value any more."""
        self._emptied.add((function.name, argument))

    def tellers(self, tree: ast.Module, mentions: Mentions) -> set:
        """Where functions begin that hold such, or call one that does; asked when all that can be removed is gone."""
        functions = [node for node in ast.walk(tree) if isinstance(node, _FUNCTIONS)]
        lines = self._lines(tree, mentions, functions)
        telling = {node for node in functions if any(node.lineno <= line <= node.end_lineno for line in lines)}
        if any(not any(node.lineno <= line <= node.end_lineno for node in functions) for line in lines):
            return {node.lineno for node in functions}
        named = {node: {one.id if isinstance(one, ast.Name) else one.attr for one in ast.walk(node) if isinstance(one, (ast.Name, ast.Attribute))} for node in functions}
        while True:
            names = {node.name for node in telling}
            more = {node for node in functions if node not in telling and named[node] & names}
            if not more:
                return {node.lineno for node in telling}
            telling |= more

    def _lines(self, tree: ast.Module, mentions: Mentions, functions: list) -> list:
        """Those of assertions whose expected values are there still."""
        inputs = {place for node in ast.walk(tree) if isinstance(node, ast.Call) and mentions.direct(node.func) for place in places(node)}
        outside = self._bound(node for one in tree.body if not isinstance(one, _FUNCTIONS) for node in _without_functions(one))
        attributes = {name for name in self._bound(ast.walk(tree)) if name.startswith(".")}
        within = {function: self._bound(ast.walk(function)) for function in functions}

        def is_bound(name: str, line: int) -> bool:
            return name in outside | attributes or any(name in names for one, names in within.items() if one.lineno <= line <= one.end_lineno)

        return self._compared + [line for line, place in self._dropped if place not in inputs and is_bound(place[0], line)]

    def _bound(self, nodes) -> set:
        """Variables, and attributes of `self` and of classes as ".name", that something here gives a value."""
        bound = set()
        for node in nodes:
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                bound.add(node.id)
            elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
                bound.add(f".{node.attr}")
            elif isinstance(node, ast.ClassDef):
                bound.update(f".{name.id}" for one in node.body if isinstance(one, (ast.Assign, ast.AnnAssign))
                             for name in ast.walk(one) if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store))
            elif isinstance(node, _FUNCTIONS):
                every = node.args.posonlyargs + node.args.args + node.args.kwonlyargs + [one for one in (node.args.vararg, node.args.kwarg) if one]
                bound.update(one.arg for one in every if one.arg not in ("self", "cls") and (node.name, one.arg) not in self._emptied)
        return bound


def _without_functions(node):
    yield node
    for inner in ast.iter_child_nodes(node):
        if not isinstance(inner, _FUNCTIONS):
            yield from _without_functions(inner)
