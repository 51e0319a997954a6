"""Everything that a definition, a statement or the header of a block uses, and where each leads."""
from __future__ import annotations

import ast

from repository.slicing.headers import header_steps
from repository.slicing.memory import Memory
from repository.slicing.resolver import Resolver
from repository.slicing.scopes import ANNOTATION
from repository.slicing.session import OverSteps
from repository.slicing.structure import scope_around
from repository.slicing.target import Target

WHOLE, HEADER = "whole", "header"


class Uses:
    """Of one project."""

    def __init__(self, project):
        self._memory = Memory(project)
        self._resolver = Resolver(project)

    def of(self, file, node, part):
        """([(use, Target, line)] in the order of the file, steps that it took, why something is missing or None); `part`: WHOLE or
        HEADER. An annotation that leads nowhere is no use."""
        return self._memory.recall((node, part), lambda: self._found(file, node, part))

    def classes(self, file, node):
        """[(File, class)]: a class and those above it, in the order in which attributes are looked for."""
        return self._memory.recall((node, "classes"), lambda: self._above(file, node))

    def _above(self, file, node):
        self._resolver.begin()
        try:
            return self._resolver.classes.linear(file, node)[0]
        except (OverSteps, RecursionError):
            return [(file, node)]

    def _found(self, file, node, part):
        holder = node if isinstance(node, ast.stmt) else file.structure.holder[node][0]
        scope = scope_around(file, holder)
        steps = file.scopes.steps(node, scope) if part == WHOLE else header_steps(file, node, scope, holder)
        session = self._resolver.begin()
        found, missing = [], None
        for step in steps:
            if not isinstance(step.node, (ast.Name, ast.Attribute)):
                continue
            try:
                uses = self._resolver.uses(file, step)
            except OverSteps:
                missing = "steps"
                break
            except RecursionError:
                missing = "depth"
                uses = [(step.use, Target("unresolved", "(...)", reason="too-deep"))]
            line = step.line or step.node.lineno
            for use, target in uses:
                if use != ANNOTATION or target.kind != "unresolved" or step.line is None or target.imports:
                    found.append((use, target, line))
        return found, session.steps, missing
