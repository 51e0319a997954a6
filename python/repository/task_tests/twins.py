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
            text, names = twin(module, tree.changed, tree.names, documented=process.request["runner"] == "pytest")
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


def twin(module: ast.Module, changed: list, drawn, documented: bool = True) -> tuple:
    """(text, names of rewritten tests, those too that a class has of another class of the file)

    @param drawn: names for what is ours; documented: whether tests keep their docstrings, which unittest tells in place of a name
    """
    chance = random.SystemRandom()
    helper = drawn.draw()
    names, others = set(), set()
    #: Of each class its bases, as far as they are names.
    bases: dict = {}

    def enter(body: list, classes: tuple, of_case: bool) -> None:
        for node in body:
            if isinstance(node, ast.ClassDef):
                bases[".".join((*classes, node.name))] = [ast.unparse(base) for base in node.bases]
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
        kept = drawn.draw()
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
            doc = [node.body[0]] if documented else []
            body[0].body = node.body[1:] or [ast.Pass()]
        node.body = [*doc, *start, *body]

    enter(module.body, (), False)
    text = HELPER.format(name=helper, changed=repr(["/" + path for path in changed]), secret="%x" % chance.getrandbits(64), number=chance.randrange(1000, 1 << 30))
    at = 0
    while at < len(module.body) and _is_head(module.body[at]):
        at += 1
    module.body[at:at] = ast.parse(text).body
    ast.fix_missing_locations(module)
    return ast.unparse(module), _with_inherited(names, others, bases) - others


def _with_inherited(names: set, others: set, bases: dict) -> set:
    found = set(names)
    for name in bases:
        own = {test.rpartition(".")[2] for test in names | others if test.rpartition(".")[0] == name}
        # What a class of another file has is not known, and hides what comes after it.
        for base in _known_bases(name, bases):
            tests = {test.rpartition(".")[2]: test in names for test in names | others if test.rpartition(".")[0] == base}
            found |= {"%s.%s" % (name, test) for test, fails in tests.items() if fails and test not in own}
            own |= set(tests)
    return found


def _known_bases(name: str, bases: dict) -> list:
    """The bases of a class and theirs, from the left, up to the first that is not of this file."""
    found: list = []
    for base in bases[name]:
        if base not in bases or base in found or base == name:
            break
        found += [base, *(one for one in _known_bases(base, {**bases, name: []}) if one not in found)]
    return found


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
    return _shortened(["%s passed where it must fail" % test for test, status in statuses.items()
                       if status in ("PASSED", "XPASS") and _function(test)[1] in rewritten.get(_function(test)[0], ())])


def silent(rewritten: dict, statuses: dict, once_passed: list) -> list:
    """Sentences on twins of which nothing was told. @param once_passed: ids of tests that passed as they are"""
    ended = {_function(test) for test in statuses}
    # Parameters may be others in each run.
    missing = sorted({_function(test) for test in once_passed} - ended)
    return _shortened(["%s::%s did not end where it must fail" % (path, name.replace(".", "::")) for path, name in missing if name in rewritten.get(path, ())])


def _function(test: str) -> tuple:
    """`a/test_b.py::Case::test_c[1]` -> (`a/test_b.py`, `Case.test_c`)"""
    path, *names = test.split("[")[0].split("::")
    return path, ".".join(name for name in names if name != "()")


def _shortened(found: list) -> list:
    more = ["and %d more" % (len(found) - 10)] if len(found) > 10 else []
    return found[:10] + more
