"""What the header of a class, a function or a block evaluates."""
from __future__ import annotations

import ast

from repository.slicing.scopes import ANNOTATION, BASE, DECORATOR, DEFAULT, EXCEPT, FUNCTIONS, REFERENCE


def header_steps(file, node, scope, statement):
    """Steps of a header's expressions, by the kind of node."""
    outer = file.scopes.type_parameters.get(node, scope)
    if isinstance(node, ast.ClassDef):
        told = [*((item, DECORATOR, scope) for item in node.decorator_list), *((item, BASE, outer) for item in node.bases),
                *((item.value, BASE, outer) for item in node.keywords)]
    elif isinstance(node, FUNCTIONS):
        arguments = node.args
        everything = [*arguments.posonlyargs, *arguments.args, arguments.vararg, *arguments.kwonlyargs, arguments.kwarg]
        told = [*((item, DECORATOR, scope) for item in node.decorator_list),
                *((item, DEFAULT, scope) for item in (*arguments.defaults, *arguments.kw_defaults) if item),
                *((item.annotation, ANNOTATION, outer) for item in everything if item and item.annotation),
                *([(node.returns, ANNOTATION, outer)] if node.returns else [])]
    elif isinstance(node, ast.ExceptHandler):
        told = [(node.type, EXCEPT, scope)] if node.type else []
    elif isinstance(node, (ast.With, ast.AsyncWith)):
        told = [(item.context_expr, REFERENCE, scope) for item in node.items]
    else:
        parts = (getattr(node, field, None) for field in ("test", "iter", "subject", "pattern", "guard"))
        told = [(part, REFERENCE, scope) for part in parts if part is not None]
    for part, use, where in told:
        yield from file.scopes.steps(part, where, use, statement)
