"""A missing branch in words, for people and for the next round's feedback."""
from __future__ import annotations

import ast

from repository.measure.definition_text import walk


class BranchWords:
    """Says what it means that an arc of the function `node`, parsed from `text`, was not taken."""

    def __init__(self, text: str, node):
        self._text = text
        self._function = node
        self._at: dict = {}
        for inner in walk(node):
            if isinstance(inner, (ast.If, ast.While)):
                self._put(inner.test.lineno if isinstance(inner, ast.While) else inner.lineno, inner)
            elif isinstance(inner, (ast.For, ast.AsyncFor, ast.ExceptHandler)):
                self._put(inner.lineno, inner)
            elif hasattr(ast, "match_case") and isinstance(inner, ast.match_case):
                self._put(inner.pattern.lineno, inner)

    def missing(self, start: int, end: int) -> str:
        """One sentence without a full stop."""
        node = self._at.get(start)
        if node is None or node.body[0].lineno == start:
            return f"line {start} was never followed by " + (f"line {end}" if end > 0 else "the end of the function")
        entered = end in _first_lines(node.body)
        if isinstance(node, (ast.If, ast.While)):
            return f"the condition `{self._short(node.test)}` in line {start} was " + ("never true" if entered else "always true")
        if isinstance(node, (ast.For, ast.AsyncFor)):
            loop = f"the loop over `{self._short(node.iter)}` in line {start}"
            return f"{loop} never had an element" if entered else f"{loop} never ran to its end"
        if isinstance(node, ast.ExceptHandler):
            caught = f"`except {self._short(node.type)}`" if node.type else "`except`"
            return f"{caught} in line {start} never caught anything" if entered else f"{caught} in line {start} always fitted"
        pattern = f"the pattern `{self._short(node.pattern)}` in line {start}"
        return f"{pattern} never matched" if entered else f"{pattern} always matched"

    def _put(self, line: int, node) -> None:
        # Two of them in one line cannot be told apart by lines.
        self._at[line] = None if line in self._at else node

    def _short(self, node) -> str:
        text = " ".join((ast.get_source_segment(self._text, node) or "").split())
        return text if len(text) <= 80 else text[:77] + "..."


def _first_lines(body) -> set:
    first = body[0]
    decorators = getattr(first, "decorator_list", [])
    return {first.lineno, *(decorator.lineno for decorator in decorators)}
