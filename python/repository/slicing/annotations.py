"""The instances that an annotation names."""
from __future__ import annotations

import ast

from repository.slicing.scopes import last_name, parse_annotation
from repository.slicing.session import DEEPEST
from repository.slicing.values import instance_of, same, unknown

_TYPING = {"List": "list", "Dict": "dict", "Set": "set", "FrozenSet": "frozenset", "Tuple": "tuple", "Text": "str"}
_NO_TYPE = frozenset(("Any", "Union", "Optional", "TypeVar", "Callable", "Literal", "Self", "ClassVar", "Final", "Annotated",
                      "Type", "NoReturn", "Never", "TypeAlias", "Concatenate", "ParamSpec"))


class Annotations:
    """Annotations, quoted ones too."""

    def __init__(self, project, session, parts):
        self._project = project
        self._session = session
        self._parts = parts

    def instances(self, file, scope, node, depth=0):
        """The instances that an annotation names."""
        if depth > DEEPEST or node is None:
            return [unknown("too-deep")]
        if isinstance(node, ast.Constant):
            if node.value is None:
                return [("external-instance", "builtins.NoneType")]
            parsed = parse_annotation(node.value) if isinstance(node.value, str) else None
            return self.instances(file, scope, parsed, depth + 1) if parsed is not None else [unknown("annotation")]
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
            return same([self.instances(file, scope, item, depth + 1) for item in (node.left, node.right)]) or [unknown("union")]
        if isinstance(node, ast.Subscript):
            name = last_name(node.value)
            items = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
            if name == "Optional" or name in ("Annotated", "Final", "ClassVar", "Required", "NotRequired"):
                return self.instances(file, scope, items[0], depth + 1) if items else [unknown("annotation")]
            if name == "Union":
                return same([self.instances(file, scope, item, depth + 1) for item in items]) or [unknown("union")]
            if name in ("Type", "type"):
                return [("class", value[1], value[2]) if value[0] == "instance" else unknown("annotation")
                        for value in self.instances(file, scope, items[0], depth + 1)] if items else [unknown("annotation")]
            return self.instances(file, scope, node.value, depth + 1)
        if not isinstance(node, (ast.Name, ast.Attribute)):
            return [unknown("annotation")]
        return [annotated_instance(value) for value in self._parts.expressions.infer(file, scope, node, None, depth + 1)]


def annotated_instance(value):
    if value[0] == "external":
        first, _, last = value[1].rpartition(".")
        if first in ("typing", "typing_extensions"):
            if last in _TYPING:
                return ("external-instance", "builtins." + _TYPING[last])
            if last in _NO_TYPE:
                return unknown("annotation")
        return ("external-instance", value[1])
    return instance_of(value)
