"""The edges of a call graph, each told once."""
from __future__ import annotations

from repository.slicing.target import CATEGORIES

MOST_EDGES = 20_000


class Edges:
    """`truncated`: there were more."""

    def __init__(self):
        self._told = {}
        self.truncated = False

    def told(self):
        return list(self._told.values())

    def add(self, source, file, use, target, line):
        key = (source, target.to, use, line)
        if key in self._told:
            return
        if len(self._told) >= MOST_EDGES:
            self.truncated = True
            return
        edge = {"from": source, "to": target.to, "kind": use, "line": line, "category": target.category(file.path)}
        if target.reason:
            edge["reason"] = target.reason
        self._told[key] = edge

    def connectivity(self, identifier):
        """{"calls": {category: different targets}, "all": the same of every kind of edge}."""
        told = {"calls": {name: set() for name in CATEGORIES}, "all": {name: set() for name in CATEGORIES}}
        for edge in self._told.values():
            if edge["from"] == identifier and edge["to"] != identifier:
                told["all"][edge["category"]].add(edge["to"])
                if edge["kind"] == "call":
                    told["calls"][edge["category"]].add(edge["to"])
        return {part: {name: len(items) for name, items in counts.items()} for part, counts in told.items()}
