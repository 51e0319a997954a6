"""Makes a harness ready: assertions become observations of what they looked at, expected values go, calls go through the recorder, and each
case becomes something that is called without arguments. Text to text; nothing is run.

Read are functions `case_*` and `test*` (also asynchronous; `pytest.mark.parametrize` over a written-out list, the fixtures `tmp_path` and
`monkeypatch`, and fixtures of the harness's own that only return), methods `test*` of `unittest.TestCase`s and of classes `Test*`.

    facts: {"cases": [names], "unsupported": [{"case", "why"}], "skipped": [names], "targetCalls": n, "observations": n, "expectedRemoved": n,
            "silentCases": [those that neither name the target nor assert nor observe], "referenceImported": bool,
            "assertions": [{"line", "kind": "compare"|"truth"|"raises"|"constant"|"self-compare"|"other", "kept": operands observed}],
            "swallowing": [lines of `try` around the target or an assertion whose handler catches everything and does nothing]}
"constant": no operand has a name or call in it; "self-compare": an operand is compared with itself, or the reference with the reference;
"other": none has to do with the target. Of a case, "target" counts the comparisons and observations that depend on the target, "self" and
"constant" those that cannot fail for it; one that asserts and observes nothing by its form counts as one, since its calls are compared.
"swallows": whatever it compares stands in such a `try`. "tells": what it expected could not be taken out of the text (run/telling.py); such a case is left out of it.
"""
from __future__ import annotations

import ast
import itertools

from ..text.parsing import parse
from .expected import drop_column, drop_imports, loaded, remove_functions, remove_unnamed, remove_unused
from .mentions import REFERENCE, Mentions, called_name
from .resolve import reachable
from .telling import Dropped, compares_with, matches_with

LARGEST_SOURCE = 1 << 20
MOST_CASES = 500
#: unittest's assertions that compare or look at so many operands.
_OPERANDS = {
    "assertEqual": 2, "assertNotEqual": 2, "assertTrue": 1, "assertFalse": 1, "assertIs": 2, "assertIsNot": 2, "assertIsNone": 1,
    "assertIsNotNone": 1, "assertIn": 2, "assertNotIn": 2, "assertIsInstance": 1, "assertNotIsInstance": 1, "assertAlmostEqual": 2,
    "assertNotAlmostEqual": 2, "assertGreater": 2, "assertGreaterEqual": 2, "assertLess": 2, "assertLessEqual": 2, "assertRegex": 1,
    "assertNotRegex": 1, "assertCountEqual": 2, "assertMultiLineEqual": 2, "assertSequenceEqual": 2, "assertListEqual": 2,
    "assertTupleEqual": 2, "assertSetEqual": 2, "assertDictEqual": 2, "assertItemsEqual": 2, "assertEquals": 2, "assert_": 1,
    "assertNotEquals": 2, "assertAlmostEquals": 2, "assertRegexpMatches": 1, "assertDictContainsSubset": 2,
    "assert_equal": 2, "assert_array_equal": 2, "assert_allclose": 2, "assert_almost_equal": 2, "assert_array_almost_equal": 2,
    "assert_frame_equal": 2, "assert_series_equal": 2, "assert_index_equal": 2,
    "assert_that": 2, "eq_": 2, "ne_": 2, "ok_": 1,
}
#: Methods by which a result is laid beside what is expected of it.
_COMPARING = frozenset(("__eq__", "__ne__", "equal", "equals", "to_be", "to_equal", "to_eq", "is_equal_to", "should_be", "should_equal"))
_NO_OPERANDS = frozenset(("msg", "places", "delta", "err_msg", "rtol", "atol", "decimal", "verbose", "message", "seq_type"))
_RAISES = {"assertRaises": 1, "assertRaisesRegex": 2, "assertRaisesRegexp": 2, "raises": 1}
_WARNS = frozenset(("assertWarns", "assertWarnsRegex", "warns", "deprecated_call"))
#: They look at the frame that calls them.
_UNWRAPPED = frozenset(("super", "locals", "globals", "vars", "dir", "eval", "exec", "observe", "load"))
_FIXTURES = frozenset(("tmp_path", "monkeypatch"))
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def prepare(harness: dict) -> dict:
    """{"prepared", "facts"}, or {"error": {"code", "message"}} for a source that cannot be read."""
    source = harness["source"]
    if len(source) > LARGEST_SOURCE:
        return {"error": {"code": "too_large", "message": f"{len(source)} characters"}}
    try:
        tree = parse(source)
        work = _Preparation(tree, harness)
        prepared_source = work.prepared_source()
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        return {"error": {"code": "parse_error", "message": f"{type(error).__name__}: {error}"[:500]}}
    kept = {name: harness.get(name) for name in ("target", "module", "qualname")}
    blobs = {key: blob for key, blob in (harness.get("blobs") or {}).items()}
    cases = work.cases if not harness.get("cases") else [name for name in harness["cases"] if name in work.cases]
    return {"prepared": {**kept, "source": prepared_source, "cases": cases, "blobs": blobs}, "facts": work.facts}


def _recorder(method: str, *arguments) -> ast.Call:
    return ast.Call(func=ast.Attribute(value=ast.Name(id="__recorder__", ctx=ast.Load()), attr=method, ctx=ast.Load()), args=list(arguments), keywords=[])


def _aliases(tree: ast.Module, name: str, class_name) -> set:
    """Variables of the harness that are the target."""
    wanted = name if class_name is None else class_name if name in ("__init__", "__new__", "__post_init__", "__call__") else None
    found = {"fut"} if class_name is None else set()
    if wanted is not None:
        found.add(wanted)
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom):
                found.update(alias.asname for alias in node.names if alias.name == wanted and alias.asname)
    return found


class _Preparation:
    def __init__(self, tree: ast.Module, harness: dict):
        *scope, self._name = reachable(harness["qualname"]).split(".")
        if scope and self._name.startswith("__") and not self._name.endswith("__"):
            self._name = f"_{scope[-1].lstrip('_')}{self._name}"
        self._tree = tree
        self._mentions = Mentions(self._name, _aliases(tree, self._name, scope[-1] if scope else None))
        self._in_class = bool(scope)
        self.cases = []
        self.facts = {"cases": [], "unsupported": [], "skipped": [], "targetCalls": 0, "observations": 0, "expectedRemoved": 0, "silentCases": [],
                      "referenceImported": False, "assertions": [], "swallowing": [], "perCase": {}}
        # Of each function that stands in the source, by its line: what is to be known before it is rewritten.
        self._looks: dict = {}
        self._dropped, self._telling = Dropped(), set()

    def prepared_source(self) -> str:
        self._look()
        own = frozenset(node.name for node in ast.walk(self._tree) if isinstance(node, _FUNCTIONS))
        rewriting = _Assertions(self._mentions, self.facts, self._dropped, own)
        body = []
        for node in self._tree.body:
            if isinstance(node, ast.If) and "__main__" in ast.dump(node.test):
                continue
            self._mentions.learn(node)
            new = rewriting.visit(node)
            body += new if isinstance(new, list) else [] if new is None else [new]
        self._tree.body = body
        self.facts["expectedRemoved"] = remove_unused(self._tree, self._mentions)
        cases = list(self._made_cases())
        self._telling = self._dropped.tellers(self._tree, self._mentions)
        for name, _, node in cases:
            self.facts["perCase"][name] = self._told_of(name, node)
        made = [(name, value) for name, value, node in cases if node.lineno not in self._telling]
        if len(made) < len(cases):
            # Their text would tell the others' candidates.
            remove_functions(self._tree, {node.lineno for _, _, node in cases} & self._telling)
            remove_unnamed(self._tree, [value for _, value in made])
            remove_unused(self._tree, self._mentions)
        drop_imports(self._tree)
        self._tree = _Calls(self._mentions, self._name, self._in_class).visit(self._tree)
        for name, value in made:
            target = ast.Subscript(value=ast.Name(id="__cases__", ctx=ast.Load()), slice=ast.Constant(value=name), ctx=ast.Store())
            self._tree.body.append(ast.Assign(targets=[target], value=value))
        self.facts["cases"] = self.cases = [name for name, _ in made]
        return ast.unparse(ast.fix_missing_locations(self._tree))

    def _look(self) -> None:
        for node in ast.walk(self._tree):
            if isinstance(node, ast.Call):
                self.facts["targetCalls"] += self._mentions.direct(node.func)
                self.facts["observations"] += isinstance(node.func, ast.Name) and node.func.id == "observe"
            elif isinstance(node, ast.ImportFrom):
                self.facts["referenceImported"] |= any(alias.name.startswith(REFERENCE) for alias in node.names)
            elif isinstance(node, ast.Try):
                self._look_at_try(node)
            elif isinstance(node, _FUNCTIONS):
                inside = list(ast.walk(node))
                self._looks[node.lineno] = {
                    "observes": [one.lineno for one in inside if isinstance(one, ast.Call) and isinstance(one.func, ast.Name) and one.func.id == "observe"],
                    "calls": [one.lineno for one in inside if isinstance(one, ast.Call) and self._mentions.direct(one.func)],
                    "tries": [(one.lineno, range(one.body[0].lineno, one.body[-1].end_lineno + 1)) for one in inside if isinstance(one, ast.Try)],
                }

    def _told_of(self, name: str, node) -> dict:
        """What the text of one case says; asked when assertions have been rewritten."""
        look = self._looks[node.lineno]
        lines = range(node.lineno, (node.end_lineno or node.lineno) + 1)
        asserted = [one for one in self.facts["assertions"] if one["line"] in lines]
        told = {"target": len(look["observes"]), "self": 0, "constant": 0}
        for one in asserted:
            kind = one["kind"]
            told["self" if kind == "self-compare" else "target" if kind in ("compare", "truth", "raises") and one["kept"] else "constant"] += 1
        if not asserted and not look["observes"]:
            told["target"] = 1
        where = [one["line"] for one in asserted] + look["observes"] or look["calls"]
        swallowing = [body for line, body in look["tries"] if line in self.facts["swallowing"]]
        swallows = bool(where) and all(any(line in body for body in swallowing) for line in where)
        return {"skipped": name.partition("[")[0] in self.facts["skipped"], **told, "swallows": swallows,
                "tells": node.lineno in self._telling}

    def _look_at_try(self, node: ast.Try) -> None:
        concerns = any(isinstance(one, ast.Assert) or called_name(one).startswith("assert") or self._mentions.direct(one) for one in node.body for one in ast.walk(one))
        for handler in node.handlers:
            caught = ast.dump(handler.type) if handler.type is not None else "BaseException"
            does_nothing = all(isinstance(one, (ast.Pass, ast.Continue, ast.Break, ast.Return)) or isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant) for one in handler.body)
            if concerns and does_nothing and any(name in caught for name in ("'Exception'", "BaseException", "'AssertionError'")):
                self.facts["swallowing"].append(node.lineno)

    # Cases.

    def _made_cases(self):
        """(name, expression that gives what is run, its function) of each case, in the order in which they stand."""
        functions = {node.name: node for node in self._tree.body if isinstance(node, _FUNCTIONS)}
        fixtures = {name for name, node in functions.items() if any(_marked(decorator, "fixture") for decorator in node.decorator_list)}
        for name in fixtures:
            functions[name].decorator_list = []
        test_cases = set()
        for node in list(self._tree.body):
            if isinstance(node, _FUNCTIONS) and node.name not in fixtures and node.name.startswith(("case_", "test")):
                yield from self._function_cases(node, functions, fixtures, node.name, ast.Name(id=node.name, ctx=ast.Load()), 0)
            elif isinstance(node, ast.ClassDef):
                bases = [ast.unparse(base) for base in node.bases]
                is_test_case = any(base.endswith("TestCase") or base in test_cases for base in bases)
                if is_test_case:
                    test_cases.add(node.name)
                if is_test_case or node.name.startswith("Test"):
                    yield from self._class_cases(node, functions, fixtures, is_test_case)

    def _class_cases(self, node: ast.ClassDef, functions: dict, fixtures: set, is_test_case: bool):
        skipped = any(_marked(decorator, "skip") for decorator in node.decorator_list)
        node.decorator_list = [decorator for decorator in node.decorator_list if not _marked(decorator, "mark")]
        for method in node.body:
            if not isinstance(method, _FUNCTIONS) or not method.name.startswith("test"):
                continue
            name = f"{node.name}.{method.name}"
            if skipped:
                self.facts["skipped"].append(name)
            if is_test_case or len(method.args.args) == 1 and not _parameter_sets(method):
                self._look_at_case(name, method, None if skipped else name)
                yield name, ast.Tuple(elts=[ast.Name(id=node.name, ctx=ast.Load()), ast.Constant(value=method.name)], ctx=ast.Load()), method
                continue
            made = ast.Call(func=ast.Name(id=node.name, ctx=ast.Load()), args=[], keywords=[])
            yield from self._function_cases(method, functions, fixtures, name, ast.Attribute(value=made, attr=method.name, ctx=ast.Load()), 1)

    def _look_at_case(self, name: str, node, skipped_name=None) -> None:
        if any(_marked(decorator, "skip") for decorator in node.decorator_list):
            self.facts["skipped"].append(name)
        lines = range(node.lineno, (node.end_lineno or node.lineno) + 1)
        asserts = any(one["line"] in lines for one in self.facts["assertions"])
        observes = any(isinstance(one, ast.Call) and isinstance(one.func, ast.Name) and one.func.id == "observe" for one in ast.walk(node))
        if not asserts and not observes and not any(self._mentions.direct(one) for one in node.body):
            self.facts["silentCases"].append(name)

    def _function_cases(self, node, functions: dict, fixtures: set, name: str, callee, skip: int):
        self._look_at_case(name, node)
        tables = _parameter_sets(node)
        node.decorator_list = [decorator for decorator in node.decorator_list if not _marked(decorator, "mark")]
        if tables is None:
            self.facts["unsupported"].append({"case": name, "why": "its parameters are not written out"})
            return
        unused = set(argument.arg for argument in node.args.args) - loaded(ast.Module(body=node.body, type_ignores=[]))
        given = {column for table in tables for column in table[0]}
        defaulted = {argument.arg for argument in node.args.args[len(node.args.args) - len(node.args.defaults):]} if node.args.defaults else set()
        others = [argument.arg for argument in node.args.args[skip:] if argument.arg not in given and argument.arg not in defaulted]
        fixed = {}
        for other in others:
            value = _fixture_value(other, functions, fixtures, 0)
            if value is None:
                self.facts["unsupported"].append({"case": name, "why": f"fixture {other}"})
                return
            fixed[other] = value
        for columns, rows in tables:
            for column, parameter in enumerate(columns):
                if parameter in unused:
                    self._dropped.empty(node, parameter)
                    self.facts["expectedRemoved"] += drop_column(rows, column, len(columns))
        choices = list(itertools.islice(itertools.product(*[range(len(rows)) for _, rows in tables]), MOST_CASES))
        for choice in choices:
            arguments = dict(fixed)
            for row, (columns, rows) in zip(choice, tables):
                arguments.update(zip(columns, rows[row].elts))
            shown = name + (f"[{'-'.join(map(str, choice))}]" if tables else "")
            if not arguments and not skip:
                yield shown, callee, node
                continue
            keywords = [ast.keyword(arg=key, value=value) for key, value in arguments.items()]
            nothing = ast.arguments(posonlyargs=[], args=[], vararg=None, kwonlyargs=[], kw_defaults=[], kwarg=None, defaults=[])
            yield shown, ast.Lambda(args=nothing, body=ast.Call(func=callee, args=[], keywords=keywords)), node


def _marked(decorator, word: str) -> bool:
    """Whether a decorator is named so: `pytest.mark.skip(...)`, `unittest.skipIf(...)`, `pytest.fixture`."""
    text = ast.unparse(decorator.func if isinstance(decorator, ast.Call) else decorator)
    return any(part.startswith(word) for part in text.split("."))


def _parameter_sets(node):
    """[([names], [rows as tuples])] of its parametrizations, from the outermost; None when one is not written out."""
    tables = []
    for decorator in node.decorator_list:
        if called_name(decorator) != "parametrize":
            continue
        if len(decorator.args) < 2 or not isinstance(decorator.args[1], (ast.List, ast.Tuple)):
            return None
        names = decorator.args[0]
        if isinstance(names, ast.Constant) and isinstance(names.value, str):
            columns = [name.strip() for name in names.value.split(",") if name.strip()]
        elif isinstance(names, (ast.List, ast.Tuple)) and all(isinstance(one, ast.Constant) and isinstance(one.value, str) for one in names.elts):
            columns = [one.value for one in names.elts]
        else:
            return None
        rows = []
        for row in decorator.args[1].elts:
            values = row.args if called_name(row) == "param" else [row] if len(columns) == 1 else getattr(row, "elts", None)
            if values is None or len(values) != len(columns) or any(isinstance(value, ast.Starred) for value in values):
                return None
            rows.append(ast.Tuple(elts=list(values), ctx=ast.Load()))
        tables.append((columns, rows))
    return tables


def _fixture_value(name: str, functions: dict, fixtures: set, depth: int):
    """An expression for a fixture, None for one that is not supported."""
    if name in fixtures and depth < 10:
        node = functions[name]
        if isinstance(node, ast.AsyncFunctionDef) or any(isinstance(one, (ast.Yield, ast.YieldFrom)) for one in ast.walk(node)):
            return None
        values = {argument.arg: _fixture_value(argument.arg, functions, fixtures, depth + 1) for argument in node.args.args}
        if None in values.values():
            return None
        keywords = [ast.keyword(arg=key, value=value) for key, value in values.items()]
        return ast.Call(func=ast.Name(id=name, ctx=ast.Load()), args=[], keywords=keywords)
    if name not in _FIXTURES:
        return None
    return ast.Call(func=ast.Attribute(value=ast.Name(id="__aids__", ctx=ast.Load()), attr=name, ctx=ast.Load()), args=[], keywords=[])


class _Assertions(ast.NodeTransformer):
    """Puts observations where assertions stand."""

    def __init__(self, mentions: Mentions, facts: dict, dropped: Dropped, own: frozenset):
        self._mentions, self._facts, self._dropped, self._own = mentions, facts, dropped, own

    def visit_Compare(self, node):
        if compares_with(node, self._mentions):
            self._dropped.compared(node.lineno)
        self.generic_visit(node)
        return node

    def visit_ClassDef(self, node):
        # The methods of a class share what they keep in `self`.
        self.generic_visit(node)
        return node

    def visit_Assert(self, node):
        return [ast.Expr(one) for claim in _claims(node.test) for one in self._observed(claim, node.lineno)] or ast.Pass()

    def visit_Expr(self, node):
        if isinstance(node.value, ast.Constant):
            # Documentation, of which a test may say what it expects; `_Filler` sees to blocks that are left empty.
            return None
        operands = self._operands(node.value)
        if operands is not None:
            claims = _claims(operands[0]) if len(operands) == 1 else [operands]
            return [ast.Expr(one) for claim in claims for one in self._observed(claim, node.lineno, called_name(node.value))] or ast.Pass()
        if called_name(node.value) not in _RAISES and matches_with(node.value, self._mentions, self._own):
            self._dropped.compared(node.lineno)
        self.generic_visit(node)
        return node

    def visit_Call(self, node):
        name = called_name(node)
        operands = self._operands(node)
        if operands is not None:
            return ast.Tuple(elts=list(self._observed(operands, node.lineno, name)), ctx=ast.Load())
        if name in _COMPARING and isinstance(node.func, ast.Attribute) and self._mentions.result(node.func.value):
            self._dropped.compared(node.lineno)
        self.generic_visit(node)
        if name in _RAISES and self._is_assertion(node) and len(node.args) > _RAISES[name]:
            self._note(node.lineno, "raises", 1)
            call = _recorder("raised", *node.args[_RAISES[name]:])
            call.keywords = node.keywords
            return call
        if name == "subTest":
            node.args, node.keywords = [], []
        return node

    def visit_With(self, node):
        for item in node.items:
            name = called_name(item.context_expr)
            if self._is_assertion(item.context_expr) and (name in _RAISES and len(item.context_expr.args) <= _RAISES[name] or name in _WARNS):
                self._note(node.lineno, "raises", int(any(self._mentions.direct(one) for one in node.body)))
                item.context_expr = _recorder("raising" if name in _RAISES else "warning")
        self.generic_visit(node)
        return node

    visit_AsyncWith = visit_With

    def _is_assertion(self, node) -> bool:
        """`self.assertRaises`, `pytest.raises`, or `raises` imported from there; not the method `raises` of something else."""
        if not isinstance(node, ast.Call):
            return False
        function = node.func
        return isinstance(function, ast.Name) or isinstance(function, ast.Attribute) and (function.attr.startswith("assert") or isinstance(function.value, ast.Name) and function.value.id in ("pytest", "py"))

    def _operands(self, node):
        name = called_name(node)
        if name not in _OPERANDS:
            return None
        given = node.args + [keyword.value for keyword in node.keywords if keyword.arg not in _NO_OPERANDS]
        return given[:_OPERANDS[name]] or None

    def _note(self, line: int, kind: str, kept: int) -> None:
        self._facts["assertions"].append({"line": line, "kind": kind, "kept": kept})

    def _observed(self, operands: list, line: int, name: str = ""):
        """Calls of `observe`, for the operands that say something of the target; what is expected of it is dropped."""
        mentions = self._mentions
        # Asked of the operands as they stand in the source.
        references = [one for one in operands if mentions.reference_only(one)]
        results = [one for one in operands if mentions.result(one) and one not in references]
        changed = [one for one in operands if mentions.given(one) and one not in references]
        concerned = results or changed
        texts = [ast.dump(one) for one in operands]
        if not any(isinstance(one, (ast.Name, ast.Call)) and ast.dump(one) != "Name(id='self', ctx=Load())" for operand in operands for one in ast.walk(operand)):
            kind = "constant"
        elif len(operands) == 2 and (texts[0] == texts[1] or len(references) == 2):
            kind = "self-compare"
        elif not concerned:
            kind = "other"
        else:
            kind = "compare" if len(operands) > 1 or name not in ("", "assertTrue", "assertFalse", "assert_") else "truth"
        kept = concerned or [one for one in operands if one not in references and any(isinstance(part, (ast.Call, ast.Attribute)) for part in ast.walk(one))]
        if kind == "constant":
            kept = []
        for one in operands:
            if one not in kept:
                self._dropped.drop(line, one)
        parts = [part for one in kept for part in mentions.narrowed(one)]
        self._note(line, kind, len(parts))
        made = [_recorder("observe", self.visit(part)) for part in parts]
        if name in ("assertIs", "assertIsNot", "is") and len(operands) == 2 and all(one in results + changed for one in operands):
            made.append(_recorder("observe", ast.Compare(left=operands[0], ops=[ast.Is()], comparators=[self.visit(operands[1])])))
        return made


def _claims(node) -> list:
    """Lists of operands that an asserted expression compares, or looks at for their truth."""
    if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.And):
        return [claim for value in node.values for claim in _claims(value)]
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return _claims(node.operand)
    if isinstance(node, ast.Compare):
        return [[node.left] + list(node.comparators)]
    return [[node]]


class _Calls(ast.NodeTransformer):
    """Lets every call go through the recorder; and for a target in a class, accesses of its name, as it may be a property."""

    def __init__(self, mentions: Mentions, name: str, in_class: bool):
        self._mentions, self._name = mentions, name
        self._watches_attributes = in_class and not name.startswith("__")

    def visit_Call(self, node):
        function = node.func
        if isinstance(function, ast.Name) and function.id in _UNWRAPPED or _is_recorder(function):
            node.args = [self.visit(one) for one in node.args]
            node.keywords = [self.visit(one) for one in node.keywords]
            return node
        if isinstance(function, ast.Attribute):
            # What is called is no property, as a rule.
            function.value = self.visit(function.value)
        else:
            function = self.visit(function)
        call = _recorder("call", function, *[self.visit(one) for one in node.args])
        call.keywords = [self.visit(one) for one in node.keywords]
        return call

    def visit_Attribute(self, node):
        self.generic_visit(node)
        if self._watches_attributes and node.attr == self._name and isinstance(node.ctx, ast.Load):
            return _recorder("get", node.value, ast.Constant(value=node.attr))
        return node

    def visit_Assign(self, node):
        self.generic_visit(node)
        target = node.targets[0]
        if self._watches_attributes and len(node.targets) == 1 and isinstance(target, ast.Attribute) and target.attr == self._name:
            return ast.Expr(_recorder("put", target.value, ast.Constant(value=target.attr), node.value))
        return node

    def visit_FunctionDef(self, node):
        decorators = [_recorder("decorate", one) if self._mentions.direct(one) else self.visit(one) for one in node.decorator_list]
        node.decorator_list = []
        self.generic_visit(node)
        node.decorator_list = decorators
        return node

    visit_AsyncFunctionDef = visit_FunctionDef


def _is_recorder(node) -> bool:
    return isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "__recorder__"
