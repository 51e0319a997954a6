"""The scopes of a file and what each binds, as Python's own symbol table sees them, and the walk that knows where every
expression is evaluated: a decorator outside of its function, the first iterable of a comprehension outside of that.

Nothing here recurses: a sum of ten thousand terms is a tree ten thousand deep.
"""
from __future__ import annotations

import ast
import warnings

from repository.text.effects import CHANGING
from repository.text.parsing import parse

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
DEFINITIONS = (*FUNCTIONS, ast.ClassDef)
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
LONGEST_ANNOTATION = 10_000

# How an expression is used, where that is more than being read.
CALL, DECORATOR, BASE, ANNOTATION, DEFAULT, EXCEPT, PATTERN, REFERENCE = (
    "call", "decorator", "base", "annotation", "default", "except", "pattern", "reference")


class Binding:
    """One place that gives a name a meaning in a scope.

    `kind`: import, from, star, definition, assign, annotation (without a value), change (`x += 1`, `x[i] = 1`, `x.y = 1`),
    parameter, for, with, except, pattern, walrus, type-parameter, global (a function that writes it), delete.
    `statement`: the innermost statement (for a parameter its function); `node`: the alias, the definition, the argument,
    or the name; `scope`: where it was written, which for `global` and walrus is not always where it is bound.
    """

    __slots__ = ("kind", "statement", "node", "scope", "position")

    def __init__(self, kind, statement, node, scope):
        self.kind = kind
        self.statement = statement
        self.node = node
        self.scope = scope
        self.position = (getattr(statement, "lineno", 0), getattr(statement, "col_offset", 0))


class Scope:
    """`kind`: module, class, function, lambda, comprehension, type-parameters."""

    __slots__ = ("kind", "node", "parent", "bindings", "globals", "nonlocals", "stores")

    def __init__(self, kind, node, parent):
        self.kind = kind
        self.node = node
        self.parent = parent
        self.bindings = {}
        self.globals = set()
        self.nonlocals = set()
        # Of a class: attribute -> [(method, statement, value or None, annotation or None)], from `self.x = ...`.
        self.stores = {}

    @property
    def module(self):
        scope = self
        while scope.parent is not None:
            scope = scope.parent
        return scope


class Step:
    """A node with the scope in which it is evaluated, its use, the innermost statement, and the line to report (a node
    inside a formatted or quoted string has no position to rely on)."""

    __slots__ = ("node", "scope", "use", "statement", "line")

    def __init__(self, node, scope, use, statement, line):
        self.node = node
        self.scope = scope
        self.use = use
        self.statement = statement
        self.line = line


def parse_annotation(text):
    """The expression in a quoted annotation, or None when it is none."""
    if len(text) > LONGEST_ANNOTATION or not text.strip():
        return None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError, OverflowError):
        return None


def last_name(node):
    """`c` of `a.b.c` and of `c`; None for anything else."""
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else None


def _arguments(arguments):
    plain = [*arguments.posonlyargs, *arguments.args]
    return [*plain, *([arguments.vararg] if arguments.vararg else []), *arguments.kwonlyargs,
            *([arguments.kwarg] if arguments.kwarg else [])]


class Scopes:
    """Scopes of a tree: `module`, and `of`: node -> the Scope that it opens (for generic ones see `type_parameters`)."""

    def __init__(self, tree):
        self.module = Scope("module", tree, None)
        self.of = {tree: self.module}
        self.type_parameters = {}
        _bind(self, tree)

    def opened(self, node, kind, parent):
        found = self.of.get(node)
        if found is None:
            # Only what is parsed from a quoted annotation is not known already.
            found = self.of[node] = Scope(kind, node, parent)
        return found

    def steps(self, node, scope, use=REFERENCE, statement=None, line=None):
        """Yields a Step for `node` and everything below it, in the order of the file.

        A chain of attributes is one step: the names and calls that it starts from follow, the links in it do not.
        """
        left = [Step(node, scope, use, statement, line)]
        while left:
            step = left.pop()
            yield step
            inside = self.inside(step)
            inside.reverse()
            left.extend(inside)

    def inside(self, step) -> list:
        node, scope, statement, line = step.node, step.scope, step.statement, step.line
        if isinstance(node, ast.stmt):
            statement = node

        def to(child, use=REFERENCE, where=scope, at=line):
            return Step(child, where, use, statement, at)

        if isinstance(node, FUNCTIONS):
            outer = self._generic(node, scope)
            own = self.opened(node, "function", outer)
            return [*(to(item, DECORATOR) for item in node.decorator_list),
                    *(to(item, REFERENCE, outer) for item in getattr(node, "type_params", ())),
                    *self._signature(node.args, to, scope, outer),
                    *([to(node.returns, ANNOTATION, outer)] if node.returns else []),
                    *(to(item, REFERENCE, own) for item in node.body)]
        if isinstance(node, ast.ClassDef):
            outer = self._generic(node, scope)
            own = self.opened(node, "class", outer)
            return [*(to(item, DECORATOR) for item in node.decorator_list),
                    *(to(item, REFERENCE, outer) for item in getattr(node, "type_params", ())),
                    *(to(item, BASE, outer) for item in node.bases),
                    *(to(item.value, BASE, outer) for item in node.keywords),
                    *(to(item, REFERENCE, own) for item in node.body)]
        if isinstance(node, ast.Lambda):
            own = self.opened(node, "lambda", scope)
            return [*self._signature(node.args, to, scope, scope), to(node.body, REFERENCE, own)]
        if isinstance(node, COMPREHENSIONS):
            own = self.opened(node, "comprehension", scope)
            first = node.generators[0]
            items = [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]
            return [to(first.iter), to(first.target, REFERENCE, own), *(to(item, REFERENCE, own) for item in first.ifs),
                    *(to(item, REFERENCE, own) for item in node.generators[1:]), *(to(item, REFERENCE, own) for item in items)]
        if isinstance(node, ast.AnnAssign):
            return [to(node.target), to(node.annotation, ANNOTATION), *([to(node.value)] if node.value else [])]
        if isinstance(node, ast.Call):
            use = step.use if step.use in (DECORATOR, BASE) else CALL
            items = [*node.args, *(item.value for item in node.keywords)]
            quoted = items and last_name(node.func) == "cast" and isinstance(items[0], ast.Constant)
            return [to(node.func, use), *(to(item, ANNOTATION if quoted and item is items[0] else REFERENCE) for item in items)]
        if isinstance(node, ast.Attribute):
            while isinstance(node, ast.Attribute):
                node = node.value
            return [] if isinstance(node, ast.Name) else [to(node)]
        if isinstance(node, ast.ExceptHandler):
            return [*([to(node.type, EXCEPT)] if node.type else []), *map(to, node.body)]
        if isinstance(node, ast.JoinedStr) or type(node).__name__ == "TemplateStr":
            return [to(item, REFERENCE, scope, line or node.lineno) for item in ast.iter_child_nodes(node)]
        if type(node).__name__ == "MatchClass":
            return [to(node.cls, PATTERN), *map(to, node.patterns), *map(to, node.kwd_patterns)]
        if step.use == EXCEPT and isinstance(node, ast.Tuple):
            return [to(item, EXCEPT) for item in node.elts]
        if step.use == ANNOTATION:
            return self._annotation(node, to, line)
        if isinstance(node, (ast.expr_context, ast.operator, ast.boolop, ast.unaryop, ast.cmpop)):
            return []
        return [to(item) for item in ast.iter_child_nodes(node)]

    def _signature(self, arguments, to, outside, outer):
        defaults = [item for item in (*arguments.defaults, *arguments.kw_defaults) if item is not None]
        return [*(to(item, DEFAULT, outside) for item in defaults),
                *(to(item.annotation, ANNOTATION, outer) for item in _arguments(arguments) if item.annotation)]

    def _annotation(self, node, to, line):
        if isinstance(node, ast.Constant):
            parsed = parse_annotation(node.value) if isinstance(node.value, str) else None
            return [to(parsed, ANNOTATION, at=line or node.lineno)] if parsed is not None else []
        if isinstance(node, ast.Subscript):
            name = last_name(node.value)
            if name == "Literal":
                return [to(node.value, ANNOTATION)]
            if name == "Annotated" and isinstance(node.slice, ast.Tuple):
                items = node.slice.elts
                return [to(node.value, ANNOTATION), *(to(item, ANNOTATION if item is items[0] else REFERENCE) for item in items)]
            return [to(node.value, ANNOTATION), to(node.slice, ANNOTATION)]
        return [to(item, ANNOTATION) for item in ast.iter_child_nodes(node)
                if not isinstance(item, (ast.expr_context, ast.operator))]

    def _generic(self, node, scope):
        if not getattr(node, "type_params", None):
            return scope
        if node not in self.type_parameters:
            self.type_parameters[node] = Scope("type-parameters", node, scope)
        return self.type_parameters[node]


def _named_by_pattern(node):
    name = type(node).__name__
    return getattr(node, "rest" if name == "MatchMapping" else "name", None) if name in (
        "MatchAs", "MatchStar", "MatchMapping") else None


def _owner(scope):
    """Where an assignment expression binds: not in a comprehension."""
    while scope.kind == "comprehension":
        scope = scope.parent
    return scope


_HOW = {ast.For: "for", ast.AsyncFor: "for", ast.With: "with", ast.AsyncWith: "with", ast.AugAssign: "change",
        ast.Assign: "assign", ast.Import: "import", ast.ImportFrom: "from"}


def _how(step, walrus):
    node, statement = step.node, step.statement
    if isinstance(node.ctx, ast.Del):
        return "delete"
    if step.scope.kind == "comprehension":
        return "for"
    if isinstance(statement, ast.AnnAssign):
        return "assign" if statement.value else "annotation"
    return _HOW.get(type(statement), "assign")


def _base_name(node):
    while isinstance(node, (ast.Attribute, ast.Subscript, ast.Starred)):
        node = node.value
    return node.id if isinstance(node, ast.Name) else None


def _bind(scopes, tree):
    """Fills every scope of the tree. `global` and `nonlocal` are applied at the end: they hold for the whole scope."""
    written, walrus = [], set()

    def put(name, kind, step, node, scope):
        written.append((name, Binding(kind, step.statement, node, step.scope), scope))

    for step in scopes.steps(tree, scopes.module):
        node, scope = step.node, step.scope
        if isinstance(node, ast.Name):
            if not isinstance(node.ctx, ast.Load):
                if node in walrus:
                    put(node.id, "walrus", step, node, _owner(scope))
                else:
                    put(node.id, _how(step, walrus), step, node, scope)
        elif isinstance(node, ast.NamedExpr):
            walrus.add(node.target)
        elif isinstance(node, DEFINITIONS):
            inner = Step(node, scope, step.use, node, None)
            put(node.name, "definition", inner, node, scope)
            outer = scopes._generic(node, scope)
            own = scopes.of.setdefault(node, Scope("class" if isinstance(node, ast.ClassDef) else "function", node, outer))
            for item in getattr(node, "type_params", ()):
                put(item.name, "type-parameter", inner, item, outer)
            if isinstance(node, FUNCTIONS):
                for item in _arguments(node.args):
                    put(item.arg, "parameter", inner, item, own)
        elif isinstance(node, ast.Lambda):
            own = scopes.of.setdefault(node, Scope("lambda", node, scope))
            for item in _arguments(node.args):
                put(item.arg, "parameter", step, item, own)
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            inner = Step(node, scope, step.use, node, None)
            kind = "import" if isinstance(node, ast.Import) else "from"
            for alias in node.names:
                name = alias.asname or (alias.name if kind == "from" else alias.name.partition(".")[0])
                put(name, "star" if name == "*" else kind, inner, alias, scope)
        elif isinstance(node, ast.ExceptHandler):
            if node.name:
                put(node.name, "except", step, node, scope)
        elif isinstance(node, ast.Global):
            scope.globals.update(node.names)
        elif isinstance(node, ast.Nonlocal):
            scope.nonlocals.update(node.names)
        elif isinstance(node, (ast.Attribute, ast.Subscript)) and not isinstance(node.ctx, ast.Load):
            base = _base_name(node)
            if base is not None:
                _changed(scopes, step, base, put)
        elif _is_changing_call(node):
            if scope.kind in ("module", "class"):
                put(node.value.func.value.id, "change", Step(node, scope, step.use, node, None), node, scope)
        elif type(node).__name__ == "TypeAlias":
            put(node.name.id, "assign", Step(node, scope, step.use, node, None), node.name, scope)
        else:
            name = _named_by_pattern(node)
            if name:
                put(name, "pattern", step, node, scope)
    _place(written)


def _place(written):
    """`written`: [(name, Binding, Scope in which it is written)]."""
    changes = []
    for name, binding, scope in written:
        if binding.kind == "change" and not isinstance(binding.node, ast.Name):
            changes.append((name, binding, scope))
            continue
        target = scope
        if name in scope.globals:
            target = scope.module
        elif name in scope.nonlocals:
            target = _enclosing(scope, name)
        if target is not scope and target is not None:
            binding.kind = "global" if binding.kind != "delete" else "delete"
        if target is not None:
            target.bindings.setdefault(name, []).append(binding)
    # What is only changed is bound elsewhere: by the module, or by a star, and then by nothing that is known here.
    touched = {}
    for name, binding, scope in changes:
        home = next((one for one in (scope, scope.module) if name in one.bindings), None)
        if home is not None:
            home.bindings[name].append(binding)
            touched[home, name] = home.bindings[name]
    for bindings in touched.values():
        bindings.sort(key=lambda item: item.position)


def _is_changing_call(node):
    """`NAME.append(...)` and the like, as a statement."""
    call = node.value if isinstance(node, ast.Expr) else None
    function = call.func if isinstance(call, ast.Call) else None
    return isinstance(function, ast.Attribute) and isinstance(function.value, ast.Name) and function.attr in CHANGING


def _enclosing(scope, name):
    scope = scope.parent
    while scope is not None and scope.kind not in ("function", "lambda"):
        scope = scope.parent
    return scope


def _changed(scopes, step, base, put):
    """`x.y = ...` and `x[i] = ...`: a change of `x`; in a method, of its first parameter, an attribute of the instance."""
    node, scope = step.node, step.scope
    function = _owner(scope)
    if function.kind == "function" and function.parent.kind == "class" and isinstance(node, ast.Attribute) \
            and isinstance(node.value, ast.Name):
        arguments = function.node.args
        first = [*arguments.posonlyargs, *arguments.args][:1]
        if first and first[0].arg == base:
            statement = step.statement
            single = isinstance(statement, ast.Assign) and len(statement.targets) == 1 and statement.targets[0] is node
            value = statement.value if single or isinstance(statement, ast.AnnAssign) else None
            annotation = statement.annotation if isinstance(statement, ast.AnnAssign) else None
            function.parent.stores.setdefault(node.attr, []).append((function.node, statement, value, annotation))
            return
    if scope.kind in ("module", "class"):
        put(base, "change", step, node, scope)
