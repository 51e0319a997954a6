"""A small real package with tests, written into a temporary folder, and a way to trace it."""
from __future__ import annotations

import ast
import os
import tempfile
import unittest

from repository import trace_tests
from tests.repository.needed import TOOLS, with_tools


def definitions_of(root: str, files: dict) -> list:
    found = []
    for path in sorted(files):
        if not path.startswith("pkg"):
            continue
        tree = ast.parse(files[path])
        for node in tree.body:
            owner = node.name + "." if isinstance(node, ast.ClassDef) else ""
            for each in node.body if owner else [node]:
                if isinstance(each, (ast.FunctionDef, ast.AsyncFunctionDef)):
                    words = [ast.unparse(one) for one in each.decorator_list]
                    kind = "function" if not owner else "static-method" if "staticmethod" in words else "class-method" if "classmethod" in words else "method"
                    found.append({"id": "%s::%s#1" % (path, owner + each.name), "path": path, "projectPath": path, "qualname": owner + each.name, "name": each.name, "kind": kind,
                                  "lines": {"first": min([each.lineno] + [one.lineno for one in each.decorator_list]), "last": each.end_lineno},
                                  "docstring": ast.get_docstring(each), "tags": ["async"] if isinstance(each, ast.AsyncFunctionDef) else []})
    return found


@with_tools
class PackageCase(unittest.TestCase):
    """`write(files)` makes `self.roots` and `self.definitions`; `trace()` gives records by function name."""

    def write(self, files: dict) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = os.path.join(folder.name, "source")
        project = os.path.join(folder.name, "project")
        for path, text in files.items():
            for base in (self.root, project) if path.startswith("pkg") else (self.root,):
                os.makedirs(os.path.dirname(os.path.join(base, path)), exist_ok=True)
                with open(os.path.join(base, path), "w", encoding="utf-8") as file:
                    file.write(text)
        self.roots = {"source": self.root, "project": project, "tools": os.path.realpath(TOOLS)}
        self.definitions = definitions_of(self.root, files)

    def trace(self, **more) -> dict:
        self.records = []
        limits = {"perTest": 2.0, "total": 60.0}
        self.answer = trace_tests.answer({"roots": self.roots, "definitions": self.definitions, "limits": limits, **more}, self.records.append)
        by_name: dict = {}
        for record in self.records:
            by_name.setdefault(record["id"].split("::")[1][:-2], []).append(record)
        return by_name

    def arguments(self, records: list) -> list:
        return [record["call"]["arguments"] for record in records]
