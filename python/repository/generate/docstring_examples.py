"""Examples in a docstring that call the function, as cases: their inputs only, never what they print.

Doctest prompts are run by the tracer too; this finds calls that stand in prose, such as ``f(1, 2)``, when all their
arguments are plain constants."""
from __future__ import annotations

import ast
import re

from ..text.parsing import parse


def calls_in(docstring: str, name: str, limit: int = 12) -> list:
    """[CALL] of plain calls `name(...)` in the text."""
    found = []
    for match in re.finditer(r"(?<![\w])%s\(" % re.escape(name), docstring or ""):
        for end in range(match.end(), min(len(docstring), match.end() + 200)):
            if docstring[end] != ")":
                continue
            try:
                node = parse(docstring[match.start():end + 1], mode="eval").body
            except (SyntaxError, ValueError, RecursionError, MemoryError):
                continue
            if isinstance(node, ast.Call) and all(literal(each) for each in node.args) and all(each.arg and literal(each.value) for each in node.keywords):
                call = {"receiver": None, "arguments": [ast.unparse(each) for each in node.args], "keywords": {each.arg: ast.unparse(each.value) for each in node.keywords}, "then": []}
                if call not in found:
                    found.append(call)
            break
        if len(found) >= limit:
            break
    return found


def literal(node) -> bool:
    try:
        ast.literal_eval(node)
        return True
    except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
        return False
