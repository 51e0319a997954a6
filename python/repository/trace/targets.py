"""The functions of interest, found by the file and first line of their code."""
from __future__ import annotations

import os

from ..text.modules import module_of


class Target:
    """One function of interest; `made` (an offer's bookkeeping) is the tracer's."""

    def __init__(self, facts: dict):
        self.id, self.name, self.qualname = facts["id"], facts["name"], facts["qualname"]
        self.kind, self.line = facts.get("kind", "function"), facts["lines"]["first"]
        self.module = facts.get("module") or module_of(facts.get("projectPath") or facts["path"])
        self.made, self.offers, self.shapes, self.texts, self.refused, self.tests = 0, 0, {}, set(), {}, []
        # Context: functions that are not asked for, but show values and receivers for those that are.
        self.most, self.most_offers = (10, 400) if facts.get("context") else (60, 4000)
        self.seconds = 0.2 if facts.get("context") else 3.0


def by_file(definitions: list, project: str, tree: str):
    """-> ({absolute file name: {(first line, name): Target}}, [Target])."""
    files, targets = {}, []
    for facts in definitions:
        target = Target(facts)
        targets.append(target)
        places = {os.path.join(tree, facts["path"])}
        if facts.get("projectPath"):
            places.add(os.path.join(project, facts["projectPath"]))
        for place in places:
            for name in {place, os.path.realpath(place)}:
                files.setdefault(name, {})[(target.line, target.name)] = target
    return files, targets
