"""Where the uses in a file lead. Everything that the text does not make certain is told as unresolved, with the reason."""
from __future__ import annotations

import ast

from repository.slicing.annotations import Annotations
from repository.slicing.attributes import Attributes
from repository.slicing.classes import Classes
from repository.slicing.expressions import LONGEST_CHAIN, Expressions
from repository.slicing.modules import Modules
from repository.slicing.names import Names
from repository.slicing.scopes import ANNOTATION, CALL
from repository.slicing.session import Session
from repository.slicing.target import Target, definition_target
from repository.slicing.values import known


def _shown(node):
    """A chain as text, cut."""
    parts = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    head = node.id if isinstance(node, ast.Name) else {"Call": "()", "Subscript": "[]", "Constant": "''"}.get(type(node).__name__, "(...)")
    return ".".join([head, *reversed(parts)])[:200]


class Resolver:
    """Resolves the uses of a project's files; `begin` for each definition."""

    def __init__(self, project):
        self._project = project
        self.begin()

    def begin(self):
        """The new Session. What was found for the definition before is forgotten: nothing may depend on it."""
        self._session = Session()
        for name, part in (("names", Names), ("modules", Modules), ("attributes", Attributes), ("classes", Classes),
                           ("expressions", Expressions), ("annotations", Annotations)):
            setattr(self, name, part(self._project, self._session, self))
        return self._session

    def uses(self, file, step):
        """[(use, Target)] for a Step that is a name or a chain; local names lead nowhere. May raise OverSteps."""
        node = step.node
        if isinstance(node, ast.Name):
            return self._name_use(file, step)
        if not isinstance(node, ast.Attribute):
            return []
        self._session.step()
        chain, base = [], node
        while isinstance(base, ast.Attribute):
            chain.append(base.attr)
            base = base.value
        chain.reverse()
        if len(chain) > LONGEST_CHAIN:
            return [(step.use, Target("unresolved", _shown(node), reason="too-long"))]
        stored = not isinstance(node.ctx, ast.Load)
        found = []
        if isinstance(base, ast.Name):
            targets, values = self.names.read(file, step.scope, base.id, self._before(step))
            found = [("reference", target) for target in targets if target.kind not in ("module", "unresolved", "external")]
            seen = [target for target in targets if target.kind == "unresolved"]
            if seen:
                return [*found, *((step.use, Target("unresolved", _shown(node), None, (), item.imports, item.reason)) for item in seen)]
            imports = [item for target in targets for item in target.imports]
        else:
            values, imports = self.expressions.infer(file, step.scope, base, self._before(step)), []
        for index, name in enumerate(chain):
            last = index == len(chain) - 1
            targets, values = self.attributes.of_values(values, name)
            targets = [target.through(*imports) for target in targets]
            if last:
                if stored:
                    targets = [target for target in targets if target.kind not in ("unresolved", "variable")]
                found.extend((("write" if stored else step.use), target) for target in targets)
            else:
                found.extend(("reference", target) for target in targets if target.kind in ("definition", "variable"))
                if not known(values):
                    if not stored:
                        reason = values[0][1] if values else "attribute-not-found"
                        found.append((step.use, Target("unresolved", _shown(node), None, (), imports, reason)))
                    break
        for _, target in found:
            if target.kind == "unresolved":
                target.to = _shown(node)
        return found

    def _before(self, step):
        statement = step.statement
        if statement is None or step.use == ANNOTATION and step.line is not None:
            return None
        return (statement.lineno, statement.col_offset)

    def _name_use(self, file, step):
        self._session.step()
        node = step.node
        if not isinstance(node.ctx, ast.Load):
            scope = step.scope
            if node.id in scope.globals or isinstance(step.statement, ast.AugAssign) and scope.kind == "class":
                targets, _ = self.names.read(file, scope, node.id, None)
                return [("write", target) for target in targets if target.kind != "unresolved"]
            return []
        targets, values = self.names.read(file, step.scope, node.id, self._before(step))
        if not targets and step.use == CALL:
            # A local name: what it is, when that is certain.
            found = self._targets_of_values(known(values))
            if found:
                return [(CALL, target) for target in found]
            if values:
                return [(CALL, Target("unresolved", node.id, reason=values[0][1]))]
        return [(step.use, target) for target in targets]

    def _targets_of_values(self, values):
        found = []
        for value in values:
            if value[0] in ("class", "function"):
                found.append(definition_target(value[1], value[2]))
            elif value[0] == "external":
                found.append(Target("external", value[1]))
            elif value[0] == "instance":
                found.extend(target for target in self.classes.member(value[1], value[2], "__call__", True)[0])
        return found
