"""Job: other texts of one definition, for a bank that a simulated model answers from: rewritten ones, which should do the same, and mutants,
which should not. Whether they do is for whoever runs them to say; nothing is run here.

Request: {"source": text of the definition as it stands in its file, "limit"?: 12 mutants}
    -> {"right": [texts], "wrong": [texts]}, none of them indented; or {"error": {"code": "no_definition", "message"}}
Rewritten: laid out anew, without comments; then with other names for its local variables; then without its docstring, too.
"""
from __future__ import annotations

import ast
import copy

from repository.measure.definition_text import definition_node, definition_text, parse_quietly
from repository.mutate.mutants import mutants_of
from repository.text.layout import docstring_node

MOST_WRONG = 12
_LOOKS_AT_NAMES = frozenset(("locals", "vars", "eval", "exec", "dir"))


def _bound(function) -> list:
    """Names of local variables that can be called otherwise: bound by assignments alone, and nobody asks what they are called."""
    stored, others = {}, set()
    for node in ast.walk(function):
        if isinstance(node, ast.Name):
            if isinstance(node.ctx, ast.Store):
                stored.setdefault(node.id)
            elif node.id in _LOOKS_AT_NAMES:
                return []
        elif isinstance(node, ast.arg):
            others.add(node.arg)
        elif isinstance(node, (ast.Global, ast.Nonlocal)):
            others.update(node.names)
        elif isinstance(node, ast.alias):
            others.add((node.asname or node.name).partition(".")[0])
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            others.add(node.name)
            if isinstance(node, ast.ClassDef):
                # What is assigned there is an attribute.
                others.update(one.id for one in ast.walk(node) if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store))
        others.update(getattr(node, field) for field in ("name", "rest") if isinstance(getattr(node, field, None), str))
    return [name for name in stored if name not in others]


def _renamed(function):
    names = {name: f"{name.strip('_') or 'value'}_{number}" for number, name in enumerate(_bound(function), 1)}
    taken = {node.id for node in ast.walk(function) if isinstance(node, ast.Name)}
    changed = copy.deepcopy(function)
    for node in ast.walk(changed):
        if isinstance(node, ast.Name) and node.id in names and names[node.id] not in taken:
            node.id = names[node.id]
    return changed


def _without_docstring(function):
    changed = copy.deepcopy(function)
    if docstring_node(changed) is not None and len(changed.body) > 1:
        del changed.body[0]
    return changed


def answer(request: dict, say) -> dict:
    # A line above it: an indented definition stands in a block.
    source = "\n" + request["source"].rstrip() + "\n"
    last = source.count("\n")
    try:
        function = definition_node(parse_quietly(definition_text(source, 2, last)))
        mutants = mutants_of(source, 2, last, request.get("limit", MOST_WRONG))["mutants"]
        renamed = _renamed(function)
        right = [ast.unparse(one) for one in (function, renamed, _without_docstring(renamed))]
        wrong = [ast.unparse(definition_node(parse_quietly(one["definition"]))) for one in mutants if one.get("definition")]
    except (ValueError, RecursionError) as error:
        return {"error": {"code": "no_definition", "message": str(error)}}
    return {"right": list(dict.fromkeys(right)), "wrong": [one for one in dict.fromkeys(wrong) if one not in right]}
