"""The values that an expression can have, when that is certain."""
from __future__ import annotations

import ast

from repository.slicing.scopes import FUNCTIONS, last_name
from repository.slicing.session import DEEPEST
from repository.slicing.standard_names import BUILTIN_TYPES
from repository.slicing.structure import scope_around
from repository.slicing.values import instance_of, known, same, unknown

LONGEST_CHAIN = 30
_DISPLAYS = {"List": "list", "ListComp": "list", "Dict": "dict", "DictComp": "dict", "Set": "set", "SetComp": "set",
             "Tuple": "tuple", "JoinedStr": "str", "GeneratorExp": "generator"}
_CONSTANTS = {str: "str", bytes: "bytes", bool: "bool", int: "int", float: "float", complex: "complex",
              type(None): "NoneType", type(...): "ellipsis"}
# Decorators that leave what a call gives as the annotation says.
_TRANSPARENT = frozenset(("staticmethod", "classmethod", "property", "cached_property", "lru_cache", "cache", "abstractmethod",
                          "override", "final", "wraps", "abstractproperty", "setter", "getter", "deleter"))


class Expressions:
    """Values of expressions."""

    def __init__(self, project, session, parts):
        self._project = project
        self._session = session
        self._parts = parts

    def agreed(self, file, bindings, name, depth):
        """What all these bindings give, when they agree."""
        found = []
        for item in bindings:
            if item.kind in ("annotation", "change"):
                if item.kind == "annotation":
                    told = self._parts.annotations.instances(file, item.scope, item.statement.annotation, depth + 1)
                    if known(told):
                        return told
                continue
            values = self._value_of(file, item, name, depth)
            if not known(values):
                return values
            found.append(values)
        return same(found) or [unknown("several-values" if found else "no-value")]

    def _value_of(self, file, item, name, depth):
        if depth > DEEPEST:
            return [unknown("too-deep")]
        key = ("value", item)
        if key in self._session.busy:
            return [unknown("cycle")]
        self._session.step()
        self._session.busy.add(key)
        try:
            if item.kind == "assign":
                statement = item.statement
                if isinstance(statement, ast.AnnAssign):
                    told = self._parts.annotations.instances(file, item.scope, statement.annotation, depth + 1)
                    if known(told):
                        return told
                targets = getattr(statement, "targets", None) or [getattr(statement, "target", None)]
                if item.node in targets and getattr(statement, "value", None) is not None:
                    return self.infer(file, item.scope, statement.value, item.position, depth + 1)
                return [unknown("unpacked")]
            if item.kind == "parameter":
                return self._parameter(file, item, depth)
            if item.kind == "except":
                handler = item.node
                if handler.type is None or isinstance(handler.type, ast.Tuple):
                    return [unknown("exception")]
                return [instance_of(value) for value in self.infer(file, item.scope, handler.type, item.position, depth + 1)]
            return [unknown({"for": "loop-variable", "with": "with-variable", "pattern": "pattern-variable"}.get(item.kind, item.kind))]
        finally:
            self._session.busy.discard(key)

    def _parameter(self, file, item, depth):
        function, argument = item.statement, item.node
        if not isinstance(function, FUNCTIONS) or argument not in (
                *function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs):
            if isinstance(function, FUNCTIONS) and argument in (function.args.vararg, function.args.kwarg):
                return [("external-instance", "builtins.tuple" if argument is function.args.vararg else "builtins.dict")]
            return [unknown("parameter")]
        scope = file.scopes.of[function]
        first = [*function.args.posonlyargs, *function.args.args][:1]
        home = scope.parent
        if first and first[0] is argument and home.kind == "class":
            names = {last_name(decorator) for decorator in function.decorator_list}
            if "classmethod" in names or function.name in ("__new__", "__init_subclass__", "__class_getitem__"):
                return [("class", file, home.node)]
            if "staticmethod" not in names:
                return [("instance", file, home.node)]
        if argument.annotation is not None:
            return self._parts.annotations.instances(file, file.scopes.type_parameters.get(function) or home, argument.annotation, depth + 1)
        return [unknown("parameter")]

    def infer(self, file, scope, node, before, depth=0):
        """The values that an expression can have; an unknown one when that is not certain."""
        self._session.step()
        if depth > DEEPEST:
            return [unknown("too-deep")]
        if isinstance(node, ast.Name):
            return self._parts.names.read(file, scope, node.id, before, depth + 1)[1] or [unknown("local-value")]
        if isinstance(node, ast.Attribute):
            chain = []
            while isinstance(node, ast.Attribute):
                chain.append(node.attr)
                node = node.value
            if len(chain) > LONGEST_CHAIN:
                return [unknown("too-long")]
            values = self.infer(file, scope, node, before, depth + 1)
            for name in reversed(chain):
                values = self._parts.attributes.of_values(values, name, depth + 1)[1]
            return values
        if isinstance(node, ast.Constant):
            return [("external-instance", "builtins." + _CONSTANTS.get(type(node.value), "object"))]
        name = type(node).__name__
        if name in _DISPLAYS:
            return [("external-instance", "builtins." + _DISPLAYS[name])]
        if isinstance(node, ast.Call):
            return self._called(file, scope, node, before, depth)
        if isinstance(node, ast.NamedExpr):
            return self.infer(file, scope, node.value, before, depth + 1)
        if isinstance(node, ast.IfExp):
            return same([self.infer(file, scope, item, before, depth + 1) for item in (node.body, node.orelse)]) or [
                unknown("several-values")]
        if isinstance(node, ast.Await) and isinstance(node.value, ast.Call):
            return self._called(file, scope, node.value, before, depth, True)
        return [unknown({"Subscript": "subscript", "BinOp": "operator", "BoolOp": "several-values"}.get(name, "expression"))]

    def _called(self, file, scope, node, before, depth, awaited=False):
        if isinstance(node.func, ast.Name) and node.func.id == "super":
            here = scope
            while here is not None and here.kind != "class":
                here = here.parent
            return [("super", file, here.node)] if here is not None else [unknown("super")]
        if last_name(node.func) == "cast" and len(node.args) == 2:
            return self._parts.annotations.instances(file, scope, node.args[0], depth + 1)
        found = []
        for value in self.infer(file, scope, node.func, before, depth + 1):
            if value[0] == "class":
                found.append(("instance", value[1], value[2]))
            elif value[0] == "function":
                is_async = isinstance(value[2], ast.AsyncFunctionDef)
                found.extend(self.returned(value[1], value[2], depth) if is_async == awaited else [unknown("coroutine")])
            elif value[0] == "external" and value[1].startswith("builtins.") and value[1][9:] in BUILTIN_TYPES:
                found.append(("external-instance", value[1]))
            elif value[0] == "unknown":
                found.append(value)
            else:
                found.append(unknown("call-of-outside" if value[0].startswith("external") else "call"))
        return found or [unknown("call")]

    def returned(self, file, node, depth):
        """What the annotation of a function says that it gives."""
        if node.returns is None:
            return [unknown("return-value")]
        for decorator in node.decorator_list:
            if last_name(decorator.func if isinstance(decorator, ast.Call) else decorator) not in _TRANSPARENT:
                return [unknown("decorated")]
        scope = file.scopes.type_parameters.get(node) or scope_around(file, node)
        if last_name(node.returns) == "Self" and scope.kind == "class":
            return [("instance", file, scope.node)]
        return self._parts.annotations.instances(file, scope, node.returns, depth + 1)
