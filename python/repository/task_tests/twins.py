"""The twin of a test: the same test, that must not pass, as it ends with something that is not so. A run of twins is a witness against
results that do not come from what tests say: whoever makes a test pass whatever it says makes its twin pass as well.

Where a test compares something with a literal, its twin has another literal there and is the same in all else, so that its form gives
nothing away, and a program that looks for the expected value finds the wrong one. Other twins end with a statement that fails, and
compare, where they compare, with another value too.
"""
from __future__ import annotations

import ast
import os
import random

from ..patch import guarded

#: Decorators that a failure makes pass, by a part of their name.
TURNING = ("raises", "expect", "xfail", "should", "suppress", "swallow", "ignore_err")
#: Decorators that make no test of a function.
NO_TEST = ("fixture", "property", "overload", "setter", "getter", "deleter")
#: Names of values that equal several others.
LENIENT = ("approx", "ANY", "isclose", "IsInstance", "dirty_equals")
#: How a test may fail.
FAILURES = ("assert {n} == {m}", "assert [{n}, 'a'] == [{m}, 'a']", "raise AssertionError({n})", "assert not {n}", "raise ValueError({n})")
OF_CASE = ("self.assertEqual({n}, {m})", "self.fail({n})", "self.assertTrue({n} == {m})")
#: `{name}` fails, unless something equalled what it must not equal. `{other}` is another value of the same type, where it can be told.
HELPER = '''
def {name}(equal):
    if True not in equal:
        raise AssertionError({number})


def {other}(value):
    kind = type(value)
    if kind is bool:
        return not value
    if kind in (int, float, complex):
        return next((one for one in (value + 1, value * 2) if one != value), value)
    if kind in (str, bytes):
        return value + (b"x" if kind is bytes else "x")
    if kind in (list, tuple):
        first = [{other}(one) for one in value[:1]]
        return kind(first + list(value[1:])) if first and first[0] is not value[0] else value + kind([{number}])
    if kind is dict:
        changed = dict(value)
        for key in list(value)[:1]:
            changed[key] = {other}(value[key])
        if all(changed[key] is value[key] for key in value):
            changed[{number}] = {number}
        return changed
    if kind in (set, frozenset):
        return value | {{{number}}}
    return value
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
            text, names = twin(module, tree.names, documented=process.request["runner"] == "pytest")
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


def twin(module: ast.Module, drawn, documented: bool = True) -> tuple:
    """(text, names of rewritten tests, those too that a class has of another class of the file)

    @param drawn: names for what is ours; documented: whether tests keep their docstrings, which unittest tells in place of a name
    """
    chance = random.SystemRandom()
    helper, other = drawn.draw(), drawn.draw()
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
        if not documented and _documents(node.body[0]):
            node.body = node.body[1:] or [ast.Pass()]
        literals = [one for one in map(_compared_literal, node.body) if one is not None]
        if literals:
            _change(chance.choice(literals), chance)
            return
        number = chance.randrange(1000, 1 << 30)
        kept, equal = drawn.draw(), drawn.draw()
        values = _Values(kept, equal, other)
        node.body = [values.visit(one) for one in node.body]
        if values.found:
            last = "%s(%s)" % (helper, equal)
        else:
            last = chance.choice(FAILURES + (OF_CASE if of_case else ())).format(n=number, m=number + 1)
        start = ast.parse("%s, %s = [], []" % (kept, equal)).body if values.found else []
        body = [ast.Try(body=node.body, handlers=[], orelse=[], finalbody=ast.parse(last).body)]
        doc = []
        if _documents(node.body[0]):
            doc = [node.body[0]]
            body[0].body = node.body[1:] or [ast.Pass()]
        node.body = [*doc, *start, *body]

    enter(module.body, (), False)
    text = HELPER.format(name=helper, other=other, number=chance.randrange(1000, 1 << 30))
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


def _documents(statement) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant) and isinstance(statement.value.value, str)


def _is_head(node) -> bool:
    is_text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    return is_text or (isinstance(node, ast.ImportFrom) and node.module == "__future__")


def _can_fail(node) -> bool:
    names = [_own_name(one).lower() for one in node.decorator_list]
    if any(name in NO_TEST or any(part in name for part in TURNING) for name in names):
        return False
    return not any(isinstance(one, (ast.Yield, ast.YieldFrom)) for one in _own(node))


def _own_name(decorator) -> str:
    """`pytest.mark.xfail(reason="x")` -> `xfail`: what its arguments say does not count."""
    while isinstance(decorator, ast.Call):
        decorator = decorator.func
    return decorator.attr if isinstance(decorator, ast.Attribute) else ast.unparse(decorator)


def _own(node):
    """What is in a function, without functions in it."""
    for one in ast.iter_child_nodes(node):
        if not isinstance(one, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)):
            yield one
            yield from _own(one)


def _compared_literal(statement):
    """The literal that a statement compares something with for equality; None: it does not. It is run whenever its test passes."""
    if isinstance(statement, ast.Assert) and isinstance(statement.test, ast.Compare) and len(statement.test.ops) == 1:
        sides = [statement.test.comparators[0], statement.test.left] if isinstance(statement.test.ops[0], ast.Eq) else []
    else:
        call = getattr(statement, "value", None) if isinstance(statement, ast.Expr) else None
        sides = call.args[1::-1] if _is_assert_equal(call) else []
    if _is_lenient(statement):
        return None
    literals = [one for one in sides if _constants(one) is not None and _mutable(one)]
    # Two literals say nothing of the tested code.
    return literals[0] if len(literals) == 1 and len(sides) == 2 else None


def _is_lenient(statement) -> bool:
    """Whether it compares with what equals several values."""
    return any(word in ast.unparse(statement) for word in LENIENT)


def _is_assert_equal(call) -> bool:
    return isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr in ("assertEqual", "assertEquals") \
        and len(call.args) >= 2 and not any(isinstance(one, ast.Starred) for one in call.args)


def _constants(node):
    """The constants of a literal, in order; None: it is none."""
    if isinstance(node, ast.Constant):
        return [node]
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return _constants(node.operand)
    inner = [*node.keys, *node.values] if isinstance(node, ast.Dict) else node.elts if isinstance(node, (ast.List, ast.Tuple, ast.Set)) else None
    if inner is None:
        return None
    found = [_constants(one) if one is not None else None for one in inner]
    return None if None in found else [constant for one in found for constant in one]


def _mutable(literal) -> bool:
    constants = _constants(literal)
    return isinstance(literal, (ast.List, ast.Tuple)) and not constants or any(_other(one.value) is not None for one in constants)


def _change(literal, chance) -> None:
    constants = [one for one in _constants(literal) if _other(one.value) is not None]
    if constants:
        one = chance.choice(constants)
        one.value, one.kind = _other(one.value), None
    else:
        literal.elts.append(ast.Constant(chance.randrange(1, 10)))


def _other(value):
    """Another value near this one; None: this kind has none."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, (int, float, complex)):
        return next((one for one in (value + 1, value * 2) if one != value), None)
    if isinstance(value, (str, bytes)):
        return value + ("x" if isinstance(value, str) else b"x")
    return None


class _Values(ast.NodeTransformer):
    """Comparisons with another value: `assert a == b` -> `kept += [a, b]; kept += [other(b)]; assert kept[-3] == kept[-1]`, and after it
    `equal += [kept[-1] is not kept[-2]]`: what has no other value is compared as it is."""

    def __init__(self, kept: str, equal: str, other: str):
        self.kept, self.equal, self.other, self.found = kept, equal, other, False

    def visit_FunctionDef(self, node):
        return node

    visit_AsyncFunctionDef = visit_ClassDef = visit_Lambda = visit_FunctionDef

    def visit_Assert(self, node):
        test = node.test
        if not (isinstance(test, ast.Compare) and len(test.ops) == 1 and isinstance(test.ops[0], ast.Eq)):
            return node
        if _is_lenient(node) or any(isinstance(one, (ast.Await, ast.NamedExpr, ast.Yield)) for one in ast.walk(test)):
            return node
        return self._kept([test.left, test.comparators[0]], lambda both: ast.Assert(ast.Compare(both[0], [ast.Eq()], [both[1]]), node.msg))

    def visit_Expr(self, node):
        call = node.value
        if not _is_assert_equal(call) or _is_lenient(node) or any(isinstance(one, (ast.Await, ast.NamedExpr, ast.Yield)) for one in ast.walk(call)):
            return node
        return self._kept(call.args[:2], lambda both: ast.Expr(ast.Call(call.func, [*both, *call.args[2:]], call.keywords)))

    def _kept(self, both: list, statement) -> list:
        self.found = True
        names = {"kept": self.kept, "equal": self.equal, "other": self.other}
        # In place: the name may be of the function around.
        keep = ast.Expr(ast.Call(ast.Attribute(ast.Name(self.kept, ast.Load()), "extend", ast.Load()), [ast.List(both, ast.Load())], []))
        change, left, right, told = (ast.parse(text.format(**names)).body[0] for text in (
            "{kept}.append({other}({kept}[-1]))", "{kept}[-3]", "{kept}[-1]", "{equal}.append({kept}[-1] is not {kept}[-2])"))
        return [keep, change, statement([left.value, right.value]), told]


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
