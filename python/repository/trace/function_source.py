"""Lambdas, inner functions and classes of tests, by their source text.

`source_of(value, writer)` gives an expression that makes such a function or class anew, or None. What its body
takes from around it (variables of an enclosing function, globals of the test's module) is written as values at
this moment and handed in by parameters, so the text stands alone. A lambda becomes
`(lambda n: lambda x: x + n)(3)`; a definition becomes a helper `_make_NAME_HASH(n)` which returns it.
"""
from __future__ import annotations

import ast
import builtins
import hashlib
import linecache
import types

from ..text.parsing import parse
from .expression import NotWritable, Writer

LIMIT = 1 << 20
trees: dict = {}


def tree_of(filename: str):
    """The parsed file, once; None when there is none or it is too long."""
    lines = linecache.getlines(filename)
    key = (filename, len(lines), hash("".join(lines[:50])))
    if key not in trees:
        if len(trees) > 200:
            trees.clear()
        text = "".join(lines)
        try:
            trees[key] = parse(text) if text and len(text) < LIMIT else None
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            trees[key] = None
    return trees[key]


def nested_codes(code) -> list:
    found, rest = [], [code]
    while rest and len(found) < 500:
        one = rest.pop()
        found.append(one)
        rest.extend(part for part in one.co_consts if isinstance(part, types.CodeType))
    return found


def same_code(one, other) -> bool:
    if one.co_code != other.co_code or one.co_names != other.co_names or one.co_varnames != other.co_varnames:
        return False
    parts = [[part for part in code.co_consts if not isinstance(part, types.CodeType)] for code in (one, other)]
    return repr(parts[0]) == repr(parts[1]) and len(one.co_consts) == len(other.co_consts)


def compiled(node: ast.Lambda, free: tuple):
    """The code that this lambda has when the names of `free` are those of an enclosing function."""
    outer = ast.parse("def outer(%s):\n    return 0" % ", ".join(free))
    outer.body[0].body[0].value = node
    made = [code for code in nested_codes(compile(outer, "x", "exec", dont_inherit=True)) if code.co_name == "<lambda>"]
    return made[0] if made else None


def lambda_node(function):
    code, tree = function.__code__, tree_of(function.__code__.co_filename)
    if tree is None:
        return None
    near = [node for node in ast.walk(tree) if isinstance(node, ast.Lambda) and node.lineno <= code.co_firstlineno <= (node.end_lineno or node.lineno)]
    near = [node for node in near if [each.arg for each in every_parameter(node.args)] == list(code.co_varnames[:count_parameters(code)])]
    if len(near) > 1:
        exact = [node for node in near if node.lineno == code.co_firstlineno]
        near = exact or near
    if len(near) > 1:
        equal = []
        for node in near:
            try:
                other = compiled(node, code.co_freevars)
            except (SyntaxError, ValueError, RecursionError):
                continue
            if other is not None and same_code(other, code):
                equal.append(node)
        near = equal
    return near[0] if near and len({ast.dump(node) for node in near}) == 1 else None


def definition_node(tree, name: str, line: int, kinds):
    for node in ast.walk(tree):
        if isinstance(node, kinds) and node.name == name:
            first = min([node.lineno] + [each.lineno for each in node.decorator_list])
            if line in (first, node.lineno):
                return node
    return None


def every_parameter(arguments: ast.arguments) -> list:
    return (arguments.posonlyargs + arguments.args + ([arguments.vararg] if arguments.vararg else [])
            + arguments.kwonlyargs + ([arguments.kwarg] if arguments.kwarg else []))


def count_parameters(code) -> int:
    return code.co_argcount + code.co_kwonlyargcount + bool(code.co_flags & 4) + bool(code.co_flags & 8)


def surroundings(function, node, writer: Writer, own=None) -> dict:
    """{name: expression} of what the body takes from around it."""
    taken = {}
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or ()):
        if name == "__class__":
            continue
        try:
            value = cell.cell_contents
        except ValueError:
            raise NotWritable("unknown-object", "empty cell")
        if value is not own and value is not function:
            taken[name] = writer.part(value)
    used = {name for code in nested_codes(function.__code__) for name in code.co_names}
    named = {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}
    for name in sorted(used & named):
        if name in taken or name not in function.__globals__:
            continue
        value = function.__globals__[name]
        if value is own or value is function or getattr(builtins, name, taken) is value:
            continue
        taken[name] = writer.part(value)
    return taken


def positional_order(node: ast.arguments, function, writer: Writer) -> ast.arguments:
    """The parameters with their defaults as values of this moment, without annotations."""
    defaults = [ast.parse(writer.part(value), mode="eval").body for value in function.__defaults__ or ()]
    keyword = function.__kwdefaults__ or {}
    plain = lambda each: ast.arg(arg=each.arg, annotation=None)
    return ast.arguments(
        posonlyargs=[plain(each) for each in node.posonlyargs], args=[plain(each) for each in node.args],
        vararg=plain(node.vararg) if node.vararg else None, kwonlyargs=[plain(each) for each in node.kwonlyargs],
        kw_defaults=[ast.parse(writer.part(keyword[each.arg]), mode="eval").body if each.arg in keyword else None for each in node.kwonlyargs],
        kwarg=plain(node.kwarg) if node.kwarg else None, defaults=defaults)


def helper(name: str, body: str, taken: dict, writer: Writer) -> str:
    inner = "\n".join("    " + line for line in body.split("\n"))
    parameters = ", ".join(taken)
    digest = hashlib.sha256((parameters + "\n" + body).encode()).hexdigest()[:8]
    made = "_make_%s_%s" % (name, digest)
    writer.helpers[made] = "def %s(%s):\n%s\n    return %s\n" % (made, parameters, inner, name)
    return made


def class_expression(value: type, writer: Writer):
    if value.__bases__ == (tuple,) and isinstance(getattr(value, "_fields", None), tuple):
        call = "%s.namedtuple(%r, %r)" % (writer.module("collections"), value.__name__, list(value._fields))
        return single(value, call, writer)
    functions = [each for each in vars(value).values() if isinstance(each, types.FunctionType)]
    files = {each.__code__.co_filename for each in functions}
    module = __import__("sys").modules.get(value.__module__)
    filename = sorted(files)[0] if files else getattr(module, "__file__", None)
    tree = tree_of(filename) if filename else None
    if tree is None:
        return None
    found = [node for node in ast.walk(tree) if isinstance(node, ast.ClassDef) and node.name == value.__name__
             and all(any(getattr(part, "lineno", -1) <= each.__code__.co_firstlineno <= (part.end_lineno or 0) for part in node.body) for each in functions if each.__code__.co_filename == filename)]
    if len(found) != 1 or found[0].decorator_list or found[0].keywords or len(ast.unparse(found[0])) > 4000:
        return None
    node, taken = found[0], {}
    for each in functions:
        if each.__code__.co_filename == filename:
            taken.update(surroundings(each, node, writer, own=value))
    around = getattr(module, "__dict__", {})
    bound = {each.id for part in node.body for each in ast.walk(part) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)}
    for base, real in zip(node.bases, value.__bases__):
        if isinstance(base, ast.Name):
            taken.setdefault(base.id, writer.part(real))
    for each in ast.walk(node):
        if isinstance(each, ast.Name) and each.id in around and each.id not in bound and each.id not in taken and around[each.id] is not value and not hasattr(builtins, each.id):
            taken[each.id] = writer.part(around[each.id])
    made = helper(value.__name__, ast.unparse(node), taken, writer)
    return single(value, "%s(%s)" % (made, ", ".join(taken.values())), writer)


def single(value: type, call: str, writer: Writer) -> str:
    """One class for all instances of a case: made once, at the harness's beginning."""
    name = "_class_%s_%s" % (value.__name__, hashlib.sha256(call.encode()).hexdigest()[:8])
    writer.helpers.setdefault(name, "%s = %s\n" % (name, call))
    return name


def source_of(value, writer: Writer):
    """An expression that makes this function or class anew, or None."""
    if isinstance(value, type):
        return class_expression(value, writer)
    if type(value) is not types.FunctionType or hasattr(value, "__wrapped__"):
        return None
    if value.__name__ == "<lambda>":
        node = lambda_node(value)
        if node is None or len(ast.unparse(node)) > 1000:
            return None
        taken = surroundings(value, node, writer)
        text = ast.unparse(ast.Lambda(args=positional_order(node.args, value, writer), body=node.body))
        return "(lambda %s: %s)(%s)" % (", ".join(taken), text, ", ".join(taken.values())) if taken else "(%s)" % text
    tree = tree_of(value.__code__.co_filename)
    node = tree and definition_node(tree, value.__name__, value.__code__.co_firstlineno, (ast.FunctionDef, ast.AsyncFunctionDef))
    if not node or len(ast.unparse(node)) > 3000:
        return None
    taken = surroundings(value, node, writer)
    bare = type(node)(name=node.name, args=positional_order(node.args, value, writer), body=node.body, decorator_list=[], returns=None, type_comment=None, lineno=1)
    if hasattr(node, "type_params"):
        bare.type_params = []
    text = ast.unparse(ast.fix_missing_locations(bare))
    return "%s(%s)" % (helper(value.__name__, text, taken, writer), ", ".join(taken.values()))
