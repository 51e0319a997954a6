"""What an attribute of a value is."""
from __future__ import annotations

from repository.slicing.target import Target, lost, module_target
from repository.slicing.values import known, unknown


class Attributes:
    """Attributes of every kind of value."""

    def __init__(self, project, session, parts):
        self._project = project
        self._session = session
        self._parts = parts

    def of_values(self, values, name, depth=0):
        targets, found = [], []
        for value in known(values):
            here, inner = self.of_value(value, name, depth)
            targets.extend(here)
            found.extend(inner)
        if not known(values):
            reason = values[0][1] if values else "no-value"
            return [Target("unresolved", name, reason=reason)], [unknown(reason)]
        return targets, found

    def of_value(self, value, name, depth=0):
        self._session.step()
        kind = value[0]
        if kind == "module":
            return self._parts.modules.member(value[1], name, depth + 1)
        if kind == "folder":
            inner = self._project.child(value[1], name)
            return module_target(inner) if inner else lost(name, "attribute-not-found")
        if kind in ("class", "instance", "super"):
            return self._parts.classes.member(value[1], value[2], name, kind != "class", kind == "super", depth)
        if kind in ("external", "external-instance"):
            whole = value[1] + "." + name
            return [Target("external", whole)], [("external", whole)]
        return lost(name, "function-attribute")
