"""Every definition of a file as a record of facts. Nothing is decided here: what a filter may ask is answered, and the
filters themselves are data elsewhere."""
from __future__ import annotations

import ast
import hashlib

from repository.text.effects import dotted, effects, import_names
from repository.text.layout import Layout, docstring_node
from repository.text.scopes import FUNCTIONS, LOCALS, blocks, bound_names, walk_definitions
from repository.text.tree_hash import shape_hash
from repository.text.words import body_words, docstring_words

LONGEST_TEXT = 20_000
_KINDS = {"staticmethod": "static-method", "classmethod": "class-method"}
_KINDS_BY_NAME = {"__new__": "static-method", "__init_subclass__": "class-method", "__class_getitem__": "class-method"}
_TAGS_BY_DECORATOR = {
    "overload": "overload", "property": "property", "cached_property": "property", "setter": "property-setter",
    "deleter": "property-deleter", "abstractmethod": "abstract", "contextmanager": "context-manager",
    "asynccontextmanager": "context-manager", "register": "registered",
}


def _clean(text: str) -> str:
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def _text(source, node) -> str:
    """The expression as written, in one line if it can be."""
    segment = source.segment(node)
    if "\n" in segment or "\r" in segment:
        try:
            segment = ast.unparse(node)
        except (RecursionError, ValueError):
            pass
    return segment[:LONGEST_TEXT]


def parameters(source, arguments) -> list:
    """[{name, kind, annotation, default}] in the order of the signature."""
    plain = [*arguments.posonlyargs, *arguments.args]
    defaults = [None] * (len(plain) - len(arguments.defaults)) + list(arguments.defaults)
    rows = [(arg, "positional-only" if index < len(arguments.posonlyargs) else "positional", default)
            for index, (arg, default) in enumerate(zip(plain, defaults))]
    rows += [(arguments.vararg, "var-positional", None)] if arguments.vararg else []
    rows += [(arg, "keyword-only", default) for arg, default in zip(arguments.kwonlyargs, arguments.kw_defaults)]
    rows += [(arguments.kwarg, "var-keyword", None)] if arguments.kwarg else []
    return [{"name": arg.arg, "kind": kind, "annotation": _text(source, arg.annotation) if arg.annotation else None,
             "default": _text(source, default) if default is not None else None} for arg, kind, default in rows]


def _own_and_nested(statements):
    """(nodes that run in the function's own frame, nodes of the functions and classes inside it)."""
    own, nested = [], []
    left = [(statement, own) for statement in reversed(statements)]
    while left:
        node, home = left.pop()
        home.append(node)
        if isinstance(node, (*FUNCTIONS, ast.Lambda)):
            inside = node.body if isinstance(node.body, list) else [node.body]
            left.extend((child, nested) for child in inside)
            outer = [*getattr(node, "decorator_list", ()), node.args, getattr(node, "returns", None)]
            left.extend((child, home) for child in outer if child is not None)
        elif isinstance(node, ast.ClassDef):
            left.extend((child, nested) for child in node.body)
            left.extend((child, home) for child in [*node.decorator_list, *node.bases, *node.keywords])
        else:
            left.extend((child, home) for child in ast.iter_child_nodes(node))
    return own, nested


def code_lines(node) -> int:
    """The lines of the definition laid out in the one usual way: a line per decorator, header, simple statement and
    `else`; docstrings, comments and blank lines not counted."""
    count, left = 0, [node]
    while left:
        item = left.pop()
        count += 1 + len(getattr(item, "decorator_list", ()))
        if isinstance(item, (*FUNCTIONS, ast.ClassDef)):
            left.extend(item.body[1:] if docstring_node(item) else item.body)
            continue
        left.extend(blocks(item))
        count += len(getattr(item, "handlers", ())) + len(getattr(item, "cases", ())) + bool(getattr(item, "finalbody", ()))
        following = getattr(item, "orelse", None)
        is_elif = isinstance(item, ast.If) and following and len(following) == 1 and isinstance(following[0], ast.If)
        count += bool(isinstance(item, ast.stmt) and following and not is_elif)
    return count


def _uses_self(statement) -> bool:
    return any(isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "self"
               for node in ast.walk(statement))


def is_stub(rest) -> bool:
    """Nothing is done: `...`, `pass`, or NotImplementedError is raised."""
    for statement in rest:
        if isinstance(statement, ast.Raise):
            raised = statement.exc.func if isinstance(statement.exc, ast.Call) else statement.exc
            if isinstance(raised, ast.Name) and raised.id == "NotImplementedError":
                continue
            return False
        is_dots = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
        if not is_dots and not isinstance(statement, ast.Pass):
            return False
    return True


def _tags(found, decorators, own, rest) -> list:
    tags = set()
    is_async = isinstance(found.node, ast.AsyncFunctionDef)
    yields = any(isinstance(node, (ast.Yield, ast.YieldFrom)) for node in own)
    if is_async:
        tags.add("async-generator" if yields else "async")
    elif yields:
        tags.add("generator")
    for tag, holds in (("conditional", found.conditional), ("nested-class", len(found.classes) > 1),
                       ("nested-function", LOCALS in found.names), ("stub", is_stub(rest)),
                       ("main-guard", isinstance(found.outer, ast.If) and "__name__" in [
                           node.id for node in ast.walk(found.outer.test) if isinstance(node, ast.Name)])):
        if holds:
            tags.add(tag)
    for decorator in decorators:
        while isinstance(decorator, ast.Call):
            decorator = decorator.func
        last = (dotted(decorator) or "").rpartition(".")[2]
        if last in _TAGS_BY_DECORATOR:
            tags.add(_TAGS_BY_DECORATOR[last])
    return sorted(tags)


def _kind(found) -> str:
    if not found.classes:
        return "function"
    for decorator in found.node.decorator_list:
        kind = _KINDS.get((dotted(decorator) or "").rpartition(".")[2])
        if kind:
            return kind
    return _KINDS_BY_NAME.get(found.node.name, "method")


def _facts(found, layout, own, nested, context) -> dict:
    body = found.node.body
    nodes = own + nested
    direct = [statement for statement in body if isinstance(statement, ast.Return)]
    calls = [node for node in nodes if isinstance(node, ast.Call)]
    return {
        "statements": len(body),
        "directReturns": len(direct),
        "constantReturns": sum(isinstance(statement.value, ast.Constant) for statement in direct),
        "bareReturns": sum(statement.value is None for statement in direct),
        "returns": sum(isinstance(node, ast.Return) for node in own),
        "yields": sum(isinstance(node, (ast.Yield, ast.YieldFrom)) for node in own),
        "raises": sum(isinstance(node, ast.Raise) for node in own),
        "branches": sum(isinstance(node, (ast.If, ast.For, ast.AsyncFor, ast.While, ast.Try, ast.IfExp, ast.BoolOp,
                                          ast.comprehension)) or type(node).__name__ in ("Match", "TryStar") for node in own),
        "codeLines": code_lines(found.node),
        "bodyTokens": body_words(nodes),
        "docstringTokens": docstring_words(ast.get_docstring(found.node, clean=False)),
        "secondStatementUsesSelf": len(body) > 1 and _uses_self(body[1]),
        "thirdIsReturn": len(body) > 2 and isinstance(body[2], ast.Return),
        "effects": effects(found.node, nodes, *context),
        "callees": sorted({name for name in (dotted(call.func) for call in calls) if name}),
    }


def record(source, path: str, found, context) -> dict:
    """The facts of one definition; `context`: (import_names, names that the module binds). May raise RecursionError."""
    node = found.node
    layout = Layout(source, node)
    own, nested = _own_and_nested(layout.rest)
    docstring = ast.get_docstring(node, clean=False)
    start, end = source.byte(layout.start), source.byte(layout.end)
    return {
        "id": "%s::%s#%d" % (path, found.qualname, found.number),
        "path": path,
        "qualname": found.qualname,
        "name": node.name,
        "n": found.number,
        "kind": _kind(found),
        "tags": _tags(found, node.decorator_list, own, layout.rest),
        "span": {"start": start, "end": end},
        "lines": {"first": source.line_of(layout.start), "last": node.end_lineno},
        "definitionLine": node.lineno,
        "bodySpan": {"start": source.byte(layout.body_start(source)), "end": end},
        "sourceHash": hashlib.sha256(source.raw[start:end]).hexdigest(),
        "astHash": shape_hash(node, layout.rest, own + nested),
        "signature": {
            "text": source.text[layout.header:layout.colon].rstrip().rstrip(":")[:LONGEST_TEXT],
            "parameters": parameters(source, node.args),
            "returns": _text(source, node.returns) if node.returns else None,
        },
        "decorators": [_text(source, decorator) for decorator in node.decorator_list],
        "docstring": None if docstring is None else _clean(docstring),
        "className": ".".join(found.names[:-1]) if found.classes else None,
        "bases": [_text(source, base) for base in found.classes[-1].bases] if found.classes else [],
        "facts": _facts(found, layout, own, nested, context),
    }


def definitions(source, path: str):
    """Yields (record, None) for each definition of a Source, or (None, {"id", "status": "too-deep"})."""
    context = (import_names(source.tree), bound_names(source.tree.body))
    for found in walk_definitions(source.tree):
        try:
            yield record(source, path, found, context), None
        except (RecursionError, MemoryError):
            yield None, {"id": "%s::%s#%d" % (path, found.qualname, found.number), "status": "too-deep"}
