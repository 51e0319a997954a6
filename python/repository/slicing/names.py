"""What a name means where it is read: the bindings that may hold, by Python's rules of scopes."""
from __future__ import annotations

import ast

from repository.slicing.bindings import effective
from repository.slicing.standard_names import BUILTINS, MODULE_NAMES
from repository.slicing.target import Target, definition_target
from repository.slicing.values import unknown

MOST_STATEMENTS = 40
_OPEN = ("function", "lambda", "comprehension", "type-parameters")


class Names:
    """The names that scopes bind."""

    def __init__(self, project, session, parts):
        self._project = project
        self._session = session
        self._parts = parts

    def lookup(self, file, scope, name, before):
        """(scope that binds the name, bindings that may hold) or (None, ())."""
        here, crossed, first = scope, False, True
        while here is not None:
            if name in here.globals:
                here, crossed = here.module, True
            visible = here.kind != "class" or first
            if visible and name in here.bindings:
                when = None if crossed else before
                found = effective(file, here.bindings[name], when)
                if here.kind != "class" or when is None or any(item.position < when for item in found):
                    return here, found
            if here.kind in ("function", "lambda"):
                crossed = True
            first = first and here.kind == "type-parameters"
            here = here.parent
        return None, ()

    def read(self, file, scope, name, before, depth=0):
        """(targets, values) of a name read in a scope; a local one has no targets."""
        self._session.step()
        home, bindings = self.lookup(file, scope, name, before)
        if home is None:
            return self._beyond(file, name, depth)
        if home.kind in _OPEN:
            return self._local(file, scope, home, name, bindings, depth)
        return self.bound(file, home, name, bindings, depth)

    def _local(self, file, scope, home, name, bindings, depth):
        """A name of a function: definitions and imports in it lead somewhere, values do not. Of an enclosing function, the
        statements that bind it are needed."""
        plain = [item for item in bindings if item.kind not in ("definition", "import", "from")]
        special = [item for item in bindings if item.kind in ("definition", "import", "from")]
        targets, values = self.bound(file, home, name, special, depth) if special else ([], [])
        if plain:
            inner = self._parts.expressions.agreed(file, plain, name, depth)
            values = [*values, *inner] if special else inner
            if home.node is not scope.node and home.kind == "function":
                statements = [item.statement for item in plain if item.kind != "parameter"]
                if statements:
                    identifier = "%s::%s.<locals>.%s" % (file.path, file.structure.names.get(home.node, "?"), name)
                    targets = [*targets, Target("variable", identifier, file, statements[:MOST_STATEMENTS])]
        return targets, values

    def bound(self, file, home, name, bindings, depth):
        """(targets, values) of bindings of a module's or a class's name."""
        targets, values, statements, plain = [], [], [], []
        for item in bindings:
            if item.kind == "definition":
                targets.append(definition_target(file, item.node))
                values.append(("class" if isinstance(item.node, ast.ClassDef) else "function", file, item.node))
            elif item.kind in ("import", "from"):
                found, inner = self._parts.modules.imported(file, item, depth + 1)
                targets.extend(target.through((file, item.statement)) for target in found)
                values.extend(inner)
            else:
                plain.append(item)
                if item.kind != "parameter" and item.statement is not None and item.statement not in statements:
                    statements.append(item.statement)
        if statements:
            outer = file.structure.names.get(home.node)
            targets.append(Target("variable", "%s::%s" % (file.path, outer + "." + name if outer else name), file,
                                  statements[:MOST_STATEMENTS]))
            values.extend(self._parts.expressions.agreed(file, plain, name, depth))
        return targets, values or [unknown("no-value")]

    def _beyond(self, file, name, depth):
        """A name that no scope of the file binds: from a star import, of Python, or nowhere."""
        outside = None
        for item in reversed(file.module.bindings.get("*", ())):
            place, dotted = self._parts.modules.place(file, item.statement)
            if place is None:
                outside = outside or dotted
                continue
            if place[0] == "file" and name in self._parts.modules.exports(place[1], depth + 1):
                targets, values = self._parts.modules.member(place[1], name, depth + 1)
                return [target.through((file, item.statement)) for target in targets], values
        if name in BUILTINS or name in MODULE_NAMES:
            return [Target("external", "builtins." + name)], [("external", "builtins." + name)]
        reason = "wildcard-outside" if outside else "name-not-found"
        statements = [(file, item.statement) for item in file.module.bindings.get("*", ())] if outside else []
        return [Target("unresolved", name, None, (), statements, reason)], [unknown(reason)]
