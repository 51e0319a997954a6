"""What an import brings, and what a module has: its own names, those of its stars, its submodules."""
from __future__ import annotations

import ast

from repository.slicing.bindings import effective
from repository.slicing.session import DEEPEST
from repository.slicing.standard_names import MODULE_NAMES
from repository.slicing.target import Target, lost, module_target
from repository.slicing.values import unknown


class Modules:
    """Modules of the project as their text has them."""

    def __init__(self, project, session, parts):
        self._project = project
        self._session = session
        self._parts = parts

    def place(self, file, statement):
        """(("file" | "folder", path) or None, dotted name) of the module of a `from` import."""
        name = statement.module or ""
        if statement.level:
            return self._project.relative(file.path, statement.level, name), "." * statement.level + name
        return self._project.absolute(file.path, name), name

    def imported(self, file, item, depth):
        alias, statement = item.node, item.statement
        if depth > DEEPEST:
            return lost(alias.name, "too-deep")
        if item.kind == "import":
            whole = alias.name if alias.asname else alias.name.partition(".")[0]
            place = self._project.absolute(file.path, alias.name)
            if place is None:
                if self._project.is_own(file.path, alias.name) and alias.asname:
                    return lost(alias.name, "module-not-found")
                if not self._project.is_own(file.path, alias.name):
                    return [Target("external", whole)], [("external", whole)]
            if not alias.asname:
                place = self._project.absolute(file.path, whole)
            return module_target(place)
        place, dotted = self.place(file, statement)
        if place is None:
            if statement.level > file.path.count("/") + 1:
                return lost(dotted + "." + alias.name, "relative-import-outside")
            if statement.level or self._project.is_own(file.path, dotted):
                return lost(dotted + "." + alias.name, "module-not-found")
            whole = dotted + "." + alias.name
            return [Target("external", whole)], [("external", whole)]
        if place[0] == "folder":
            inner = self._project.child(place[1], alias.name)
            return module_target(inner) if inner else lost(dotted + "." + alias.name, "attribute-not-found")
        return self.member(place[1], alias.name, depth, file.path)

    def member(self, path, name, depth, asking=None):
        """(targets, values) of `module.name`: what the module binds, brings by a star, or has as a submodule."""
        key = ("member", path, name)
        if key in self._session.members:
            return self._session.members[key]
        if key in self._session.busy or depth > DEEPEST:
            inner = self._submodule(path, name)
            return module_target(inner) if inner else lost(name, "import-cycle" if key in self._session.busy else "too-deep")
        self._session.step()
        self._session.busy.add(key)
        try:
            found = self._read_member(path, name, depth)
        finally:
            self._session.busy.discard(key)
        # What was cut by a cycle may not stand for the same question asked elsewhere.
        if not self._session.busy:
            self._session.members[key] = found
        return found

    def _read_member(self, path, name, depth):
        file = self._project.file(path)
        if file is None:
            inner = self._submodule(path, name)
            return module_target(inner) if inner else lost(name, "file-" + self._project.problems.get(path, "missing"))
        bindings = file.module.bindings.get(name, ())
        held = effective(file, bindings)
        if held:
            return self._parts.names.bound(file, file.module, name, held, depth + 1)
        for item in reversed(file.module.bindings.get("*", ())):
            place, _ = self.place(file, item.statement)
            if place is not None and place[0] == "file" and name in self.exports(place[1], depth + 1):
                targets, values = self.member(place[1], name, depth + 1)
                return [target.through((file, item.statement)) for target in targets], values
        inner = self._submodule(path, name)
        if inner is not None:
            return module_target(inner)
        if name in MODULE_NAMES:
            return [Target("external", "builtins." + name)], [("external", "builtins." + name)]
        if "__getattr__" in file.module.bindings:
            targets, _ = self._parts.names.bound(file, file.module, "__getattr__", effective(file, file.module.bindings["__getattr__"]), depth + 1)
            return [*targets, Target("unresolved", name, reason="module-getattr")], [unknown("module-getattr")]
        outside = any(self.place(file, item.statement)[0] is None for item in file.module.bindings.get("*", ()))
        return lost(name, "wildcard-outside" if outside else "attribute-not-found")

    def _submodule(self, path, name):
        folder, _, last = path.rpartition("/")
        return self._project.child(folder, name) if last == "__init__.py" else None

    def exports(self, path, depth):
        """The names that `from module import *` brings."""
        key = ("exports", path)
        if key in self._session.members:
            return self._session.members[key]
        if key in self._session.busy or depth > DEEPEST:
            return frozenset()
        file = self._project.file(path)
        if file is None:
            return frozenset()
        self._session.step()
        self._session.busy.add(key)
        try:
            told = self._told_exports(file, depth)
            if told is None:
                told = {name for name in file.module.bindings if not name.startswith("_") and name != "*"}
                for item in file.module.bindings.get("*", ()):
                    place, _ = self.place(file, item.statement)
                    if place is not None and place[0] == "file":
                        told.update(name for name in self.exports(place[1], depth + 1) if not name.startswith("_"))
        finally:
            self._session.busy.discard(key)
        if not self._session.busy:
            self._session.members[key] = frozenset(told)
        return frozenset(told)

    def _told_exports(self, file, depth):
        """Names of `__all__`, or None without one; parts that are no plain strings are left out, `other.__all__` is read."""
        told = None
        for item in file.module.bindings.get("__all__", ()):
            value = getattr(item.statement, "value", None)
            if value is None:
                continue
            told = told or set()
            left = [value]
            while left:
                node = left.pop()
                if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
                    left += [node.left, node.right]
                elif isinstance(node, (ast.List, ast.Tuple, ast.Set)):
                    left += node.elts
                elif isinstance(node, ast.Starred):
                    left.append(node.value)
                elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                    told.add(node.value)
                elif isinstance(node, ast.Attribute) and node.attr == "__all__":
                    for kind, *rest in self._parts.expressions.infer(file, file.module, node.value, None, depth + 1):
                        if kind == "module":
                            told |= self.exports(rest[0], depth + 1)
        if told is not None:
            for statement in file.source.tree.body:
                call = statement.value if isinstance(statement, ast.Expr) else None
                if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and isinstance(call.func.value, ast.Name) \
                        and call.func.value.id == "__all__" and len(call.args) == 1:
                    items = getattr(call.args[0], "elts", [call.args[0]])
                    told.update(node.value for node in items if isinstance(node, ast.Constant) and isinstance(node.value, str))
        return told
