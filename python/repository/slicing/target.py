"""Where a use leads, and which kind of place that is."""
from __future__ import annotations

from repository.slicing.standard_names import STANDARD_MODULES
from repository.slicing.values import unknown

IN_FILE, IN_REPOSITORY, THIRD_PARTY, STDLIB, BUILTIN, UNRESOLVED = (
    "in-file", "in-repo", "third-party", "stdlib", "builtin", "unresolved")
CATEGORIES = (IN_FILE, IN_REPOSITORY, THIRD_PARTY, STDLIB, BUILTIN, UNRESOLVED)


class Target:
    """What a use leads to. `kind`: definition, variable, module, external, unresolved; `to`: its id, or the dotted name, or for
    an unresolved one the expression; `file` and `statements`: where it is; `imports`: [(File, statement)] that it came
    through; `reason` of an unresolved one."""

    __slots__ = ("kind", "to", "file", "statements", "imports", "reason")

    def __init__(self, kind, to, file=None, statements=(), imports=(), reason=None):
        self.kind = kind
        self.to = to
        self.file = file
        self.statements = list(statements)
        self.imports = list(imports)
        self.reason = reason

    def through(self, *imports):
        return Target(self.kind, self.to, self.file, self.statements, [*imports, *self.imports], self.reason)

    def category(self, path):
        if self.kind == "unresolved":
            return UNRESOLVED
        if self.kind == "external":
            return external_category(self.to)
        here = self.file.path if self.file else self.to
        return IN_FILE if here == path else IN_REPOSITORY


def external_category(name):
    first = name.partition(".")[0]
    return BUILTIN if first == "builtins" else STDLIB if first in STANDARD_MODULES else THIRD_PARTY


def definition_target(file, node):
    return Target("definition", file.structure.identifiers[node], file, [node])


def module_target(place):
    """(targets, values) of a place in the project: ("file" | "folder", path)."""
    kind = "module" if place[0] == "file" else "folder"
    return [Target("module", place[1])], [(kind, place[1])]


def lost(name, reason):
    """(targets, values) of what leads nowhere."""
    return [Target("unresolved", name, reason=reason)], [unknown(reason)]
