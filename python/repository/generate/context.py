"""What generators know of one function: its facts, the values seen for it and for its neighbours.

`Context(target, records, definitions, text)`; `target` needs "id", "module", "qualname", "name", "kind", "lines",
and its signature (read from the source text when the facts hold none).
"""
from __future__ import annotations

import ast
import random

from ..text.modules import module_of
from .variation import Pools

SEEN_PER_NAME = 40


def node_at(tree, target: dict):
    """The definition of this name that begins at this line."""
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node.name == target["name"]:
            if target["lines"]["first"] in (node.lineno, min([node.lineno] + [each.lineno for each in node.decorator_list])):
                return node
    return None


def class_names(tree) -> dict:
    """{class: [its bases' last names]} of one file."""
    return {node.name: [ast.unparse(base).split(".")[-1] for base in node.bases] for node in ast.walk(tree) if isinstance(node, ast.ClassDef)}


class Corpus:
    """All inputs seen in a repository, by function, by name of parameter and by class of receiver."""

    def __init__(self, records: list, definitions: list, parameters: dict):
        self.by_target, self.by_name, self.receivers, self.makers = {}, {}, {}, {}
        known = {one["id"]: one for one in definitions}
        for record in records:
            facts = known.get(record["id"])
            if facts is None:
                continue
            case = {"call": record["call"], "needs": record["needs"], "origin": "trace", "from": record["test"]}
            self.by_target.setdefault(record["id"], []).append(case)
            for name, text in named_arguments(record["call"], parameters.get(record["id"], []), facts["kind"]):
                pool = self.by_name.setdefault(name, {})
                if len(pool) < SEEN_PER_NAME * 4:
                    pool.setdefault(text, record["needs"])
            owner = facts["qualname"].rpartition(".")[0]
            if owner and facts["kind"] == "method":
                if facts["name"] == "__init__":
                    self.makers.setdefault((facts["path"], owner), []).append(case)
                elif record["call"]["receiver"]:
                    pool = self.receivers.setdefault((facts["path"], owner), {})
                    if len(pool) < 60:
                        pool.setdefault(record["call"]["receiver"], record["needs"])


def named_arguments(call: dict, parameters: list, kind: str) -> list:
    if kind in ("method", "class-method"):
        parameters = parameters[1:]
    names = [one["name"] for one in parameters if one["kind"] in ("positional", "positional-only")]
    return list(zip(names, call["arguments"])) + list(call["keywords"].items())


class Context:
    def __init__(self, target: dict, corpus: Corpus, tree, parameters: list, seed: int = 0):
        self.target = {**target, "module": target.get("module") or module_of(target.get("projectPath") or target["path"]), "parameters": parameters}
        self.random = random.Random("%s/%d" % (target["id"], seed))
        self.node = node_at(tree, target)
        self.corpus = corpus
        self.classes = class_names(tree)
        self.traced = corpus.by_target.get(target["id"], [])
        self.constants = [] if self.node is None else constants_of(self.node)
        seen: dict = {}
        for case in self.traced:
            for name, text in named_arguments(case["call"], parameters, target["kind"]):
                seen.setdefault(name, {}).setdefault(text, case["needs"])
        names = {one["name"] for one in parameters}
        elsewhere = {name: list(corpus.by_name.get(name, {}).items()) for name in names}
        self.pools = Pools(self.target, self.constants, {name: list(pool.items())[:SEEN_PER_NAME] for name, pool in seen.items()}, elsewhere)


def constants_of(node) -> list:
    found, document = [], ast.get_docstring(node, clean=False)
    for each in ast.walk(node):
        if isinstance(each, ast.Constant) and type(each.value) in (int, float, str, bytes) and each.value != document and each.value not in found and len(found) < 60:
            found.append(each.value)
    return found
