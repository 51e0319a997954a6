"""A second way to count branches, without lines and without tracing: the conditions themselves are made to tell which way they went.

`outcomes(source, calls)` -> {line of a branching statement: {outcome: taken or not}}, outcomes being "entered" and "passed".
"""
from __future__ import annotations

import ast
import asyncio


def run_generator(generator, sent):
    next(generator)
    try:
        generator.send(sent)
    except StopIteration:
        pass


class _Probes(ast.NodeTransformer):
    def __init__(self):
        self.branching = set()

    def _call(self, *arguments):
        return ast.Call(ast.Name("probe_", ast.Load()), [*arguments], [])

    def _tell(self, line, outcome):
        return ast.Expr(self._call(ast.Constant(line), ast.Constant(outcome)))

    def visit_If(self, node):
        self.generic_visit(node)
        self.branching.add(node.lineno)
        node.test = self._call(ast.Constant(node.lineno), ast.Constant(None), node.test)
        return node

    def visit_While(self, node):
        self.generic_visit(node)
        if not isinstance(node.test, ast.Constant):
            self.branching.add(node.lineno)
            node.test = self._call(ast.Constant(node.lineno), ast.Constant(None), node.test)
        return node

    def visit_For(self, node):
        self.generic_visit(node)
        self.branching.add(node.lineno)
        node.body.insert(0, self._tell(node.lineno, "entered"))
        node.orelse.insert(0, self._tell(node.lineno, "passed"))
        return node

    visit_AsyncFor = visit_For

    def visit_Match(self, node):
        self.generic_visit(node)
        passed = []
        for case in node.cases:
            line = case.pattern.lineno
            default = isinstance(case.pattern, ast.MatchAs) and case.pattern.pattern is None and case.guard is None
            case.body[:0] = [*passed, *([] if default else [self._tell(line, "entered")])]
            if not default:
                self.branching.add(line)
                passed = [*passed, self._tell(line, "passed")]
        if not default:
            node.cases.append(ast.match_case(ast.MatchAs(), None, passed))
        return node


def _without_dead_code(tree):
    """Statements after an `if` both of whose ways return cannot run: there are no branches in them."""
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list):
            for index, statement in enumerate(body):
                if isinstance(statement, ast.If) and statement.orelse and all(
                        isinstance(way[-1], ast.Return) for way in (statement.body, statement.orelse)):
                    del body[index + 1:]
                    break
    return tree


def outcomes(source: str, calls) -> dict:
    taken = set()

    def probe(line, outcome, *value):
        if value:
            outcome = "entered" if value[0] else "passed"
        taken.add((line, outcome))
        return value[0] if value else None

    probes = _Probes()
    tree = probes.visit(_without_dead_code(ast.parse(source)))
    space = {"probe_": probe, "asyncio": asyncio, "run_generator": run_generator}
    exec(compile(ast.fix_missing_locations(tree), "probed", "exec"), space)
    for call in calls:
        try:
            eval(call, space)
        except Exception:
            pass
    return {line: {outcome: (line, outcome) in taken for outcome in ("entered", "passed")} for line in sorted(probes.branching)}
