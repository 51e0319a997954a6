"""Puts another body into the function under test where it stands: its code object is exchanged in every function that holds it, so that
whoever holds the function (registries, wrappers, subclasses) has the changed one, and nothing is imported again."""
from __future__ import annotations

import __future__
import ast
import gc
import linecache
import sys
import threading
import types

from ..text.parsing import parse
from .resolve import Target

_FUTURES = 0
for _name in __future__.all_feature_names:
    _FUTURES |= getattr(__future__, _name).compiler_flag
_KINDS = 0x20 | 0x80 | 0x100 | 0x200  # generator, coroutine, iterable coroutine, asynchronous generator
_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


class Watch:
    """Notes which code runs while the project is imported."""

    def __init__(self):
        self._called = {}

    def __enter__(self):
        called = self._called

        def note(frame, event, argument):
            if event == "call":
                called[id(frame.f_code)] = frame.f_code

        threading.setprofile(note)
        sys.setprofile(note)
        return self

    def __exit__(self, *raised):
        sys.setprofile(None)
        threading.setprofile(None)
        return False

    def ran(self, code: types.CodeType) -> bool:
        return any(_same_place(code, one) for one in list(self._called.values()))


def _same_place(one: types.CodeType, other: types.CodeType) -> bool:
    return (one.co_name, one.co_firstlineno, one.co_filename) == (other.co_name, other.co_firstlineno, other.co_filename)


def _definitions(tree: ast.Module, qualname: str) -> list:
    """[(definition, [its enclosing classes and functions])] of that qualified name, as they stand in the file."""
    found, todo = [], [(tree, [], "")]
    while todo:
        node, around, prefix = todo.pop()
        for child in ast.iter_child_nodes(node):
            if isinstance(child, _DEFINITIONS + (ast.ClassDef,)):
                name = prefix + child.name
                if name == qualname and not isinstance(child, ast.ClassDef):
                    found.append((child, around))
                todo.append((child, around + [child], name + ("." if isinstance(child, ast.ClassDef) else ".<locals>.")))
            else:
                todo.append((child, around, prefix))
    return sorted(found, key=lambda pair: pair[0].lineno)


def _codes_in(code: types.CodeType):
    todo = [code]
    while todo:
        one = todo.pop()
        yield one
        todo += [constant for constant in one.co_consts if isinstance(constant, types.CodeType)]


def _with(code: types.CodeType, old: types.CodeType, new: types.CodeType) -> types.CodeType:
    """`code` with `new` for `old`, which it is or has somewhere in it."""
    if _same_place(code, old):
        return new
    constants = tuple(_with(one, old, new) if isinstance(one, types.CodeType) else one for one in code.co_consts)
    return code.replace(co_consts=constants) if any(a is not b for a, b in zip(constants, code.co_consts)) else code


class Exchange:
    """Of one target in the process that has imported it. `n`: which of several definitions of its name, counted from 1; the last by default."""

    def __init__(self, target: Target, watch: Watch, qualname: str, n=None):
        self.ran_at_import = False
        self._original, self._carriers, self._node, self._why = None, [], None, "no source of it is found"
        file = getattr(target.module, "__file__", None) or ""
        try:
            definitions = _definitions(parse("".join(linecache.getlines(file))), qualname)
        except (SyntaxError, ValueError, RecursionError):
            return
        chosen = definitions[n - 1:n] if n else definitions[::-1]
        holders = [one for one in gc.get_objects() if type(one) is types.FunctionType and one.__code__.co_filename == file] if chosen else []
        for node, around in chosen:
            self._why = "nothing that is found holds its code"
            first = min([node.lineno] + [decorator.lineno for decorator in node.decorator_list])
            for holder in holders:
                inside = [code for code in _codes_in(holder.__code__) if code.co_name == node.name and code.co_firstlineno == first]
                if inside:
                    self._carriers.append(holder)
                    self._original = inside[0]
            if self._carriers:
                self._node, self._around = node, around
                self._head = _head(node)
                self.ran_at_import = watch.ran(self._original)
                return

    def build(self, text: str) -> tuple:
        """(`Built`, None), or (None, why it cannot be put in place exactly)."""
        if self._node is None:
            return None, self._why
        if self.ran_at_import:
            return None, "the target ran while the project was imported"
        body = parse(text).body
        if len(body) != 1 or not isinstance(body[0], _DEFINITIONS) or _head(body[0]) != self._head:
            return None, "the definition differs in more than its body"
        new = self._compiled(body[0])
        if new is None or new.co_freevars != self._original.co_freevars:
            return None, "its closure has another shape"
        if self._node.decorator_list and (new.co_flags ^ self._original.co_flags) & _KINDS:
            return None, "a decorator has seen another kind of function"
        return Built([(carrier, _with(carrier.__code__, self._original, new)) for carrier in self._carriers]), None

    def _compiled(self, node):
        """The code of a definition, compiled where it stands: in classes and functions of the same names."""
        old = self._original
        free = [name for name in old.co_freevars]
        ast.increment_lineno(node, self._node.lineno - node.lineno)
        node.decorator_list = []
        if free:
            # Names that the new body does not use any more stay free, as the function's cells stay what they are.
            never = ast.If(test=ast.Constant(value=0), body=[ast.Expr(ast.Name(id=name, ctx=ast.Load())) for name in free], orelse=[])
            node.body.append(never)
        inner = node
        made_free = False
        for scope in reversed(self._around):
            if isinstance(scope, ast.ClassDef):
                inner = ast.ClassDef(name=scope.name, bases=[], keywords=[], body=[inner], decorator_list=[])
                inner.type_params = []
                continue
            body = [inner]
            if not made_free:
                made_free = True
                body = [ast.Assign(targets=[ast.Name(id=name, ctx=ast.Store())], value=ast.Constant(value=None), lineno=1)
                        for name in free if name != "__class__"] + body
            arguments = ast.arguments(posonlyargs=[], args=[], vararg=None, kwonlyargs=[], kw_defaults=[], kwarg=None, defaults=[])
            inner = ast.FunctionDef(name=scope.name, args=arguments, body=body, decorator_list=[], returns=None)
            inner.type_params = []
        module = ast.fix_missing_locations(ast.Module(body=[inner], type_ignores=[]))
        whole = compile(module, old.co_filename, "exec", flags=old.co_flags & _FUTURES, dont_inherit=True)
        wanted = getattr(old, "co_qualname", None)
        for code in _codes_in(whole):
            if code.co_name == old.co_name and (wanted is None or code.co_qualname == wanted):
                return code.replace(co_firstlineno=old.co_firstlineno)
        return None


def _head(node) -> tuple:
    """Everything of a definition but its body."""
    parts = [node.args, node.returns or ast.Constant(value=None)] + list(node.decorator_list)
    return (type(node), node.name, *map(ast.dump, parts))


class Built:
    """New code for every function that holds the old one."""

    def __init__(self, pairs: list):
        self._pairs = pairs

    def apply(self) -> None:
        for function, code in self._pairs:
            function.__code__ = code
