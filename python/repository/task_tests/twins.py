"""The twin of a test: the same test, that must not pass, as it ends with something that is not so. A run of twins is a witness against
results that do not come from what tests say: whoever makes a test pass whatever it says makes its twin pass as well.

What fails is drawn by chance for each test. Where a test compares, it is a comparison of the same value with one that nothing equals.
"""
from __future__ import annotations

import ast
import os
import random

from ..patch import guarded

#: Decorators that a failure makes pass, by a part of their name; and such as make no test of a function.
TURNING = ("raises", "expect", "should", "suppress", "swallow", "ignore_err", "fixture", "property", "overload")
#: How a test may fail.
FAILURES = ("assert {n} == {m}", "assert [{n}, 'a'] == [{m}, 'a']", "raise AssertionError({n})", "assert not {n}", "raise ValueError({n})")
OF_CASE = ("self.assertEqual({n}, {m})", "self.fail({n})", "self.assertTrue({n} == {m})")
#: A comparison of a value with one of ours. Where the type of the value is not the patch's, or says no, it fails.
HELPER = '''
def {name}(values, files=None):
    for value in values:
        own = getattr(getattr(type(value), "__eq__", None), "__code__", None)
        if own is not None and any(own.co_filename.endswith(file) for file in {changed}) and type(value).__module__ not in (__name__,):
            if (value == {secret!r}) is True and (value == -{number}) is True:
                return
    raise AssertionError({number})
'''


def rewrite(tree, process) -> dict:
    """{path of a file: names of its tests that must not pass, with the classes that they are in}"""
    found = {}
    for path in tree.laid:
        if not path.endswith(".py") or not guarded.TEST_FILE.fullmatch(os.path.basename(path)) and "test" not in path:
            continue
        try:
            with open(tree.path(path), encoding="utf-8") as file:
                module = ast.parse(file.read())
            text, names = twin(module, tree.changed)
        except (SyntaxError, ValueError, UnicodeDecodeError, RecursionError):
            continue
        if not names:
            continue
        whole = os.path.join(process.scratch, "twin.py")
        with open(whole, "w", encoding="utf-8") as file:
            file.write("# -*- coding: utf-8 -*-\n" + text + "\n")
        if process.compiles(whole):
            os.replace(whole, tree.path(path))
            found[path] = sorted(names)
    return found


def twin(module: ast.Module, changed: list) -> tuple:
    """(text, names of rewritten tests)"""
    chance = random.SystemRandom()
    helper = "h_%x" % chance.getrandbits(40)
    names, others = set(), set()

    def enter(body: list, classes: tuple, of_case: bool) -> None:
        for node in body:
            if isinstance(node, ast.ClassDef):
                enter(node.body, (*classes, node.name), any("TestCase" in ast.unparse(base) for base in node.bases))
            elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                if node.name.startswith("test"):
                    name = ".".join((*classes, node.name))
                    if _can_fail(node):
                        fail(node, of_case)
                        names.add(name)
                    else:
                        others.add(name)
            else:
                for inner in ("body", "orelse", "finalbody"):
                    if isinstance(getattr(node, inner, None), list):
                        enter(getattr(node, inner), classes, of_case)

    def fail(node, of_case: bool) -> None:
        number = chance.randrange(1000, 1 << 30)
        kept = "v_%x" % chance.getrandbits(40)
        values = _Values(kept)
        node.body = [values.visit(one) for one in node.body]
        if values.found:
            last = "%s(%s)" % (helper, kept)
        else:
            last = chance.choice(FAILURES + (OF_CASE if of_case else ())).format(n=number, m=number + 1)
        start = ast.parse("%s = []" % kept).body if values.found else []
        body = [ast.Try(body=node.body, handlers=[], orelse=[], finalbody=ast.parse(last).body)]
        doc = []
        if isinstance(node.body[0], ast.Expr) and isinstance(node.body[0].value, ast.Constant) and isinstance(node.body[0].value.value, str):
            doc = [node.body[0]]
        node.body = [*doc, *start, *body]

    enter(module.body, (), False)
    text = HELPER.format(name=helper, changed=repr(["/" + path for path in changed]), secret="%x" % chance.getrandbits(64), number=chance.randrange(1000, 1 << 30))
    at = 0
    while at < len(module.body) and _is_head(module.body[at]):
        at += 1
    module.body[at:at] = ast.parse(text).body
    ast.fix_missing_locations(module)
    return ast.unparse(module), names - others


def _is_head(node) -> bool:
    is_text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    return is_text or (isinstance(node, ast.ImportFrom) and node.module == "__future__")


def _can_fail(node) -> bool:
    if any(any(part in ast.unparse(one).lower() for part in TURNING) for one in node.decorator_list):
        return False
    return not any(isinstance(one, (ast.Yield, ast.YieldFrom)) for one in _own(node))


def _own(node):
    """What is in a function, without functions in it."""
    for one in ast.iter_child_nodes(node):
        if not isinstance(one, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)):
            yield one
            yield from _own(one)


class _Values(ast.NodeTransformer):
    """Keeps both sides of comparisons: `assert a == b` -> `kept += [a, b]; assert kept[-2] == kept[-1]`."""

    def __init__(self, kept: str):
        self.kept, self.found = kept, False

    def visit_FunctionDef(self, node):
        return node

    visit_AsyncFunctionDef = visit_ClassDef = visit_Lambda = visit_FunctionDef

    def visit_Assert(self, node):
        test = node.test
        if not (isinstance(test, ast.Compare) and len(test.ops) == 1 and isinstance(test.ops[0], ast.Eq)):
            return node
        if any(isinstance(one, (ast.Await, ast.NamedExpr, ast.Yield)) for one in ast.walk(test)):
            return node
        return self._kept([test.left, test.comparators[0]], lambda both: ast.Assert(ast.Compare(both[0], [ast.Eq()], [both[1]]), node.msg))

    def visit_Expr(self, node):
        call = node.value
        is_equal = isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr in ("assertEqual", "assertEquals")
        if not is_equal or len(call.args) < 2 or any(isinstance(one, (ast.Await, ast.NamedExpr, ast.Yield, ast.Starred)) for one in ast.walk(call)):
            return node
        return self._kept(call.args[:2], lambda both: ast.Expr(ast.Call(call.func, [*both, *call.args[2:]], call.keywords)))

    def _kept(self, both: list, statement) -> list:
        self.found = True
        of = [ast.parse("%s[%d]" % (self.kept, at), mode="eval").body for at in (-2, -1)]
        # In place: the name may be of the function around.
        keep = ast.Expr(ast.Call(ast.Attribute(ast.Name(self.kept, ast.Load()), "extend", ast.Load()), [ast.List(both, ast.Load())], []))
        return [keep, statement(of)]


def passed(rewritten: dict, statuses: dict) -> list:
    """Sentences on twins that passed. @param statuses: by test id"""
    found = []
    for test, status in statuses.items():
        path, *names = test.split("[")[0].split("::")
        if status in ("PASSED", "XPASS") and ".".join(name for name in names if name != "()") in rewritten.get(path, ()):
            found.append("%s passed where it must fail" % test)
    more = ["and %d more" % (len(found) - 10)] if len(found) > 10 else []
    return found[:10] + more
