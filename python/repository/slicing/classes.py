"""What a class has, by itself and by the classes above it, and what its methods store on an instance."""
from __future__ import annotations

import ast

from repository.slicing.bindings import effective
from repository.slicing.linear_order import MOST_BASES, merged
from repository.slicing.scopes import FUNCTIONS, last_name
from repository.slicing.session import DEEPEST
from repository.slicing.structure import scope_around
from repository.slicing.target import Target, lost
from repository.slicing.values import known, same, unknown

# What every class has from `object`.
_OF_OBJECT = frozenset(("__class__", "__dict__", "__doc__", "__name__", "__module__", "__init__", "__new__", "__qualname__", "mro",
                        "__eq__", "__hash__", "__repr__", "__str__", "__setattr__", "__getattribute__", "__delattr__",
                        "__init_subclass__", "__reduce__", "__reduce_ex__", "__subclasses__", "__sizeof__", "__format__"))
_INITIALISERS = ("__init__", "__new__", "__post_init__", "__attrs_post_init__")
_PROPERTIES = frozenset(("property", "cached_property", "abstractproperty", "setter", "getter", "deleter"))


class Classes:
    """Classes of the project."""

    def __init__(self, project, session, parts):
        self._project = project
        self._session = session
        self._parts = parts

    def linear(self, file, node):
        """([(File, class)] in the order in which attributes are looked for, external bases, whether a base is unknown)."""
        key = (file.path, node)
        if key in self._session.linear:
            return self._session.linear[key]
        self._session.linear[key] = ([(file, node)], [], True)
        if self._session.above > DEEPEST:
            return self._session.linear.pop(key)
        self._session.above += 1
        try:
            self._session.linear[key] = self._ordered(file, node)
        finally:
            self._session.above -= 1
        return self._session.linear[key]

    def _ordered(self, file, node):
        parents, outside, unclear = [], [], False
        for base in node.bases[:MOST_BASES]:
            while isinstance(base, ast.Subscript):
                base = base.value
            scope = file.scopes.type_parameters.get(node) or scope_around(file, node)
            values = known(self._parts.expressions.infer(file, scope, base, (node.lineno, node.col_offset)))
            if len(values) != 1 or values[0][0] not in ("class", "external"):
                unclear = True
            elif values[0][0] == "class":
                if (values[0][1], values[0][2]) != (file, node):
                    above = self.linear(values[0][1], values[0][2])
                    parents.append(list(above[0]))
                    outside.extend(item for item in above[1] if item not in outside)
                    unclear = unclear or above[2]
            elif values[0][1] not in ("builtins.object", "typing.Generic", "typing.Protocol", "abc.ABC") and values[0][1] not in outside:
                outside.append(values[0][1])
        order = merged([(file, node)], parents)
        return order, outside, unclear

    def member(self, file, node, name, instance=False, above=False, depth=0):
        """(targets, values) of an attribute of a class, or of an instance: what the classes bind, then what methods store."""
        order, outside, unclear = self.linear(file, node)
        for holder, inner in order[1:] if above else order:
            scope = holder.scopes.of[inner]
            bindings = effective(holder, scope.bindings.get(name, ()))
            if bindings:
                targets, values = self._parts.names.bound(holder, scope, name, bindings, depth + 1)
                if instance:
                    values = [value for item in values for value in self._seen_on_instance(item, depth)]
                stored = scope.stores.get(name)
                if instance and stored and not known(values):
                    values = self._stored(holder, stored, depth)
                    targets = [*targets, self._storing(holder, inner, name, stored)]
                return targets, values
            stored = scope.stores.get(name)
            if stored and instance:
                return [self._storing(holder, inner, name, stored)], self._stored(holder, stored, depth)
        if len(outside) == 1 and not unclear:
            whole = outside[0] + "." + name
            return [Target("external", whole)], [("external", whole)]
        if name in _OF_OBJECT and not outside and not unclear:
            return [Target("external", "builtins.object." + name)], [unknown("object-attribute")]
        return lost(name, "inherited-outside" if outside or unclear else "attribute-not-found")

    def _storing(self, file, node, name, stored):
        """The attribute as a variable: its initialiser where that sets it, else every method that does."""
        methods = []
        for method, *_ in stored:
            if method not in methods:
                methods.append(method)
        first = [method for method in methods if method.name in _INITIALISERS]
        return Target("variable", "%s::%s.%s" % (file.path, file.structure.names[node], name), file, first or methods[:3])

    def _stored(self, file, stored, depth):
        told = [annotation for *_, annotation in stored if annotation is not None]
        if told:
            return self._parts.annotations.instances(file, file.scopes.of[stored[0][0]], told[0], depth + 1)
        found = []
        for method, statement, value, _ in stored:
            if value is None:
                return [unknown("instance-attribute")]
            found.append(self._parts.expressions.infer(file, file.scopes.of[method], value, (statement.lineno, statement.col_offset), depth + 1))
        return same(found) or [unknown("instance-attribute")]

    def _seen_on_instance(self, value, depth):
        """A property gives what it returns."""
        if value[0] != "function" or not isinstance(value[2], FUNCTIONS):
            return [value]
        names = {last_name(item) for item in value[2].decorator_list}
        if not names & _PROPERTIES:
            return [value]
        return self._parts.expressions.returned(value[1], value[2], depth)
