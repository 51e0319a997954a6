"""Cuts a file into pieces that can be left out one by one: a statement, the header of a block, a member of a class, the
signature of a definition. Any two pieces of a file are apart from one another or one lies in the other.
"""
from __future__ import annotations

import ast
import re

from repository.slicing.scopes import DEFINITIONS, FUNCTIONS
from repository.text.layout import docstring_node, statement_start
from repository.text.tokens import NEWLINE, WORD, tokens

_REST_OF_LINE = re.compile(r"[ \t\f]*;?[ \t\f]*(#[^\r\n]*)?(?=[\r\n]|\Z)")
_TRIES = tuple(kind for kind in (ast.Try, getattr(ast, "TryStar", None)) if kind)
# A handler of so few plain statements is told whole.
_QUIET = 3


class Piece:
    """`start` and `end`: characters of the source's text; `kind`: statement, block (a header whose block is cut apart),
    signature (a header whose body is left out), whole; `needs`: pieces without which this one cannot stand; `block_end`:
    where the block of a header ends, else `end`; `inner`: the indentation of that block."""

    __slots__ = ("file", "start", "end", "kind", "needs", "block_end", "inner", "node")

    def __init__(self, file, start, end, kind, block_end=None, inner="", node=None):
        self.file = file
        self.start = start
        self.end = end
        self.kind = kind
        self.needs = []
        self.block_end = end if block_end is None else block_end
        self.inner = inner
        self.node = node

    @property
    def key(self):
        return self.file.path, self.start, self.end


def _end(source, node):
    """With the comment that follows in its line."""
    end = source.end(node)
    match = _REST_OF_LINE.match(source.text, end)
    return match.end() if match else end


def _header_parts(node):
    if isinstance(node, FUNCTIONS):
        return [*ast.iter_child_nodes(node.args), node.returns, *getattr(node, "type_params", ())]
    if isinstance(node, ast.ClassDef):
        return [*node.bases, *(item.value for item in node.keywords), *getattr(node, "type_params", ())]
    if isinstance(node, (ast.With, ast.AsyncWith)):
        return [part for item in node.items for part in (item.context_expr, item.optional_vars)]
    return [getattr(node, field, None) for field in ("test", "target", "iter", "type", "subject", "pattern", "guard")]


def _indentation(source, position):
    start = source.line_start(source.line_of(position))
    line = source.text[start:position]
    return line[:len(line) - len(line.lstrip(" \t\f"))]


class Pieces:
    """The pieces of one file, each made once."""

    def __init__(self, file):
        self._file = file
        self._source = file.source
        self._made = {}

    def statement(self, node):
        """A statement whole, with what holds it."""
        holder = self._file.structure.holder.get(node)
        if holder is not None and self._is_inline(*holder):
            return self.clause(*holder)
        made = self._made.get((node, "whole"))
        if made is None:
            source = self._source
            made = Piece(self._file, statement_start(source, node), _end(source, node), "statement", node=node)
            self._made[node, "whole"] = made
            self._held(made, holder)
        return made

    def signature(self, node):
        """A definition without its body."""
        first = docstring_node(node)
        colon, inline = self._colon(node, "body")
        if inline or first is not None and len(node.body) == 1:
            return self.statement(node)
        made = self._made.get((node, "signature"))
        if made is None:
            end = _end(self._source, first) if first is not None else colon
            made = Piece(self._file, statement_start(self._source, node), end, "signature", self._source.end(node),
                         self._inner(node, "body"), node)
            self._made[node, "signature"] = made
            self._held(made, self._file.structure.holder.get(node))
        return made

    def clause(self, node, field="body", quiet=False):
        """The header of a block, with all that it cannot stand without. Of one whose block is in the header's line, and of
        a `quiet` one with a few plain statements, the block is in it."""
        key = (node, field, quiet)
        made = self._made.get(key)
        if made is not None:
            return made
        source, block = self._source, getattr(node, field)
        colon, inline = self._colon(node, field)
        plain = len(block) <= _QUIET and not any(hasattr(item, "body") or hasattr(item, "cases") for item in block)
        start, end = self._clause_start(node, field), colon
        block_end = source.end(block[-1])
        whole = inline or quiet and plain
        if whole:
            end = _end(source, block[-1])
        elif isinstance(node, DEFINITIONS) and docstring_node(node) is not None:
            end = _end(source, block[0])
        made = Piece(self._file, start, end, "whole" if whole else "block", max(block_end, end),
                     "" if whole else self._inner(node, field), node)
        self._made[key] = made
        made.needs.extend(self._companions(node, field))
        return made

    def _held(self, piece, holder):
        if holder is not None:
            piece.needs.append(self.clause(*holder))

    def _companions(self, node, field):
        """Pieces that have to be there for a clause to stand."""
        holder = self._file.structure.holder.get(node)
        if isinstance(node, ast.ExceptHandler):
            return [self.clause(holder[0], "body")]
        if type(node).__name__ == "match_case":
            return [self._subject(holder[0])]
        needs = []
        is_elif = isinstance(node, ast.If) and holder is not None and holder[1] == "orelse" and self._is_elif(node, holder[0])
        if field == "body" and is_elif:
            return [self.clause(holder[0], "body")]
        if field != "body":
            needs.append(self.clause(node, "body"))
        elif holder is not None:
            needs.append(self.clause(*holder))
        if isinstance(node, _TRIES) and field == "body":
            for item in node.handlers:
                needs.append(self.clause(item, "body", True))
            if node.finalbody:
                needs.append(self.clause(node, "finalbody", True))
            if node.orelse:
                needs.append(self.clause(node, "orelse", True))
        return needs

    def _subject(self, node):
        """`match x:` alone."""
        made = self._made.get((node, "subject"))
        if made is None:
            source = self._source
            first = self._case_start(node.cases[0])
            colon, _ = self._scan(source.end(node.subject), first)
            made = Piece(self._file, source.start(node), colon, "block", source.end(node), _indentation(source, first), node)
            self._made[node, "subject"] = made
            self._held(made, self._file.structure.holder.get(node))
        return made

    def _is_elif(self, node, outer):
        return outer.orelse == [node] and self._source.text.startswith("elif", self._source.start(node))

    def _inner(self, node, field):
        return _indentation(self._source, statement_start(self._source, getattr(node, field)[0]))

    def _is_inline(self, node, field):
        return field in ("body", "orelse", "finalbody") and self._colon(node, field)[1]

    def _case_start(self, case):
        line = case.pattern.lineno
        while line > 1 and not self._source.line_text(line).lstrip().startswith("case"):
            line -= 1
        text = self._source.line_text(line)
        return self._source.line_start(line) + len(text) - len(text.lstrip())

    def _clause_start(self, node, field):
        source = self._source
        if field == "body":
            return self._case_start(node) if type(node).__name__ == "match_case" else statement_start(source, node)
        before = node.body
        if field == "finalbody":
            before = node.orelse or (node.handlers[-1].body if node.handlers else node.body)
        elif getattr(node, "handlers", None):
            before = node.handlers[-1].body
        word = "else" if field == "orelse" else "finally"
        limit = statement_start(source, getattr(node, field)[0])
        for kind, start, end in tokens(source.text, source.end(before[-1]), limit):
            if kind == WORD and source.text[start:end] == word:
                return start
        return limit

    def _colon(self, node, field):
        """(after the colon of a clause, whether its block is in the same line). An `else` that is an `elif` is none."""
        key = (node, field, "colon")
        if key not in self._made:
            source = self._source
            first = statement_start(source, getattr(node, field)[0])
            begin = self._clause_start(node, field)
            if field == "body":
                begin = max([source.end(part) for part in _header_parts(node) if hasattr(part, "end_lineno")], default=begin)
            self._made[key] = self._scan(begin, first)
        return self._made[key]

    def _scan(self, begin, first):
        colon, inline = None, True
        for kind, start, end in tokens(self._source.text, begin, first):
            if self._source.text[start:end] == ":":
                colon, inline = end, True
            elif kind == NEWLINE:
                inline = False
        return (first, True) if colon is None else (colon, inline)
