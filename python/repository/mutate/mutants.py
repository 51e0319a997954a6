"""The mutants of one definition: told as spans and words, without those that are the same program."""
from __future__ import annotations

import ast

from repository.measure.definition_text import body_statements, definition_node, definition_text, parse_quietly
from repository.mutate.edits import Places
from repository.mutate.operators import changes
from repository.mutate.same_behaviour import behaviour
from repository.mutate.spread import spread

LIMIT = 60
_MOST_CHANGES = 4_000
_IDLE = "idle_value"
#: Whoever asks these sees every local variable.
_LOOKS_AT_NAMES = frozenset(("locals", "vars", "eval", "exec", "dir"))


def mutants_of(source: str, first: int, last: int, limit: int = LIMIT, covered=None) -> dict:
    """The mutants of the definition in lines `first` to `last` of the file `source`.

    {"mutants": [mutant, ...], "counts": {"possible", "tried", "equivalent", "duplicate", "invalid"},
     "byOperator": {operator: {"tried", "equivalent", "duplicate", "invalid", "kept"}}}
    A mutant: {"name": "m0", "operator", "line", "column", "endLine", "endColumn", "before", "replacement", "words",
      "definition"?: text of the whole definition for the runner's exchange; not when more than its body changed,
      "covered": bool}. Lines count from 1, columns are UTF-8 bytes from 0, as in Python's syntax trees.
    `covered`: lines that some case ran; mutants elsewhere need not be run, no case can notice them. All are covered when it is None.
    Mutants come cheap ones first: those that may turn a loop endless are last. ValueError when the lines hold no function.
    """
    text = definition_text(source, first, last)
    function = definition_node(parse_quietly(text))
    places = Places(text)
    original = behaviour(text)
    known = {original}
    counts: dict = {}
    texts: dict = {}

    def count(operator, outcome):
        counts.setdefault(operator, dict.fromkeys(("tried", "equivalent", "duplicate", "invalid", "kept"), 0))[outcome] += 1

    def accept(candidate) -> bool:
        operator, _, start, end, replacement, _ = candidate
        count(operator, "tried")
        changed = places.changed(start, end, replacement)
        digest = behaviour(changed)
        outcome = ("invalid" if digest is None else "equivalent" if digest == original else "duplicate" if digest in known else "kept")
        count(operator, outcome)
        if outcome == "kept":
            known.add(digest)
            texts[candidate] = changed
        return outcome == "kept"

    body = body_statements(function)
    body_start = places.span(body[0])[0] if body else 0
    candidates = [(operator, places.line_and_column(start)[0], start, end, replacement, risky)
                  for operator, start, end, replacement, risky in changes(text, function)[:_MOST_CHANGES]]
    chosen = spread(candidates, limit, accept) if original is not None else []
    chosen.sort(key=lambda candidate: (candidate[5], candidate[2], candidate[3], candidate[4]))
    mutants = []
    for number, candidate in enumerate(chosen):
        operator, line, start, end, replacement, _ = candidate
        mutant = _told(places, operator, start, end, replacement)
        mutant["name"] = f"m{number}"
        mutant["covered"] = covered is None or _is_covered(function, line, covered)
        if start >= body_start:
            mutant["definition"] = unparsed(texts[candidate])
        mutants.append(mutant)
    totals = {key: sum(row[key] for row in counts.values()) for key in ("tried", "equivalent", "duplicate", "invalid")}
    return {"mutants": mutants, "counts": {"possible": len(candidates), **totals},
            "byOperator": {operator: counts[operator] for operator in sorted(counts)}}


def unparsed(text: str) -> str:
    """The definition in a text of `definition_text` by itself, indented by nothing; "" when it is nested too deeply to be written."""
    try:
        return ast.unparse(definition_node(parse_quietly(text))) + "\n"
    except (RecursionError, ValueError):
        return ""


def rewritten(text: str) -> str:
    """As `unparsed`, with another code that does the same: a local variable more, which nothing reads."""
    plain = unparsed(text)
    if not plain or _IDLE in plain or any(isinstance(node, ast.Name) and node.id in _LOOKS_AT_NAMES for node in ast.walk(ast.parse(plain))):
        return plain
    node = ast.parse(plain).body[0]
    at = len(node.body) - len(body_statements(node))
    node.body.insert(at, ast.Assign(targets=[ast.Name(id=_IDLE, ctx=ast.Store())], value=ast.Constant(value=None)))
    return ast.unparse(ast.fix_missing_locations(node)) + "\n"


def _told(places: Places, operator: str, start: int, end: int, replacement: str) -> dict:
    line, column = places.line_and_column(start)
    end_line, end_column = places.line_and_column(end)
    before = places.between(start, end)
    return {"operator": operator, "line": line, "column": column, "endLine": end_line, "endColumn": end_column, "before": before,
            "replacement": replacement, "words": f"line {line}: " + _words(operator, before, replacement)}


def _words(operator: str, before: str, replacement: str) -> str:
    before, replacement = _short(before), _short(replacement.strip())
    if operator.endswith(" dropped") and replacement in ("pass", "raise", ""):
        return f"`{before}` was left out" if replacement != "raise" else f"the exception was raised again instead of `{before}`"
    if not before:
        return f"`{replacement}` was written into the slice"
    if not replacement:
        return f"`{before}` was left out"
    return f"`{before}` became `{replacement}`"


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= 60 else text[:57] + "..."


def _is_covered(function, line: int, covered) -> bool:
    """Whether the innermost statement around `line` began in a covered line; a default counts when anything of the function ran."""
    first, last, found = 0, 0, None
    for node in ast.walk(function):
        if isinstance(node, (ast.stmt, ast.ExceptHandler)) and node.lineno <= line <= node.end_lineno and node.lineno >= first:
            first, last, found = node.lineno, node.end_lineno, node
    del last
    if found is None or found is function:
        return bool(covered)
    return first in covered or line in covered
