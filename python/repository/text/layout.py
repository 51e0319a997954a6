"""Where the parts of a definition stand in its file: decorators, header, docstring, body, and what belongs to it beyond
its tree (the comments that end it). Positions are characters of `Source.text`."""
from __future__ import annotations

import ast
import re

from repository.text.tokens import COMMENT, NEWLINE, tokens

_REST_OF_LINE = re.compile(r"[ \t\f;]*(?:#[^\r\n]*)?")
_COMMENT_LINE = re.compile(r"([ \t\f]*)(#?)[^\r\n]*")


def statement_start(source, node) -> int:
    """With its decorators: an `@` is the first sign of its line, above the expression (which may be in brackets)."""
    decorators = getattr(node, "decorator_list", None)
    if not decorators:
        return source.start(node)
    line = decorators[0].lineno
    while not source.line_text(line).lstrip().startswith("@"):
        line -= 1
    return source.line_start(line) + source.line_text(line).index("@")


def docstring_node(node):
    """The statement that is the docstring, or None."""
    first = node.body[0]
    is_text = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str)
    return first if is_text else None


def column_width(text: str) -> int:
    return len(text.replace("\f", "").expandtabs())


def block_end(source, node, width: int) -> int:
    """The end of a statement with the comment on its last line and the comment lines after it that are indented deeper
    than `width`; the last newline is not in it."""
    end = _REST_OF_LINE.match(source.text, source.end(node)).end()
    line = source.line_of(end) + 1
    while line <= len(source._lines):
        match = _COMMENT_LINE.match(source.text, source.line_start(line))
        indent, is_comment = match.groups()
        if is_comment:
            if column_width(indent) <= width:
                break
            end = match.end()
        elif match.end() != match.end(1):
            break
        line += 1
    return end


class Layout:
    """`start`: of the first decorator; `header`: of `def` or `async`; `colon`: after the header's colon; `docstring`: the
    docstring's statement or None; `rest`: the statements after it; `end`: of the last statement; `block_end`: see there;
    `indent`: what stands before the header in its line; `is_block`: the body has lines of its own."""

    def __init__(self, source, node):
        self.node = node
        self.start = statement_start(source, node)
        self.header = source.start(node)
        line = source.line_start(node.lineno)
        self.indent = source.text[line:self.header]
        self.docstring = docstring_node(node)
        self.rest = node.body[1:] if self.docstring else node.body
        self.end = source.end(node)
        self.block_end = block_end(source, node, column_width(self.indent))
        first = statement_start(source, node.body[0])
        self.colon, self.is_block = _colon(source, node, first)

    def body_start(self, source) -> int:
        """Where the body after the docstring starts; with nothing there, where the docstring ends."""
        return statement_start(source, self.rest[0]) if self.rest else source.end(self.docstring)


def _colon(source, node, first):
    """The last colon before the body is the header's; what is known to be before it need not be looked at."""
    told = [*ast.iter_child_nodes(node.args), *([node.returns] if node.returns else [])]
    begin = max([source.end(item) for item in told if item is not None], default=source.start(node))
    colon, is_block = None, False
    for kind, start, end in tokens(source.text, begin, first):
        if source.text[start:end] == ":":
            colon, is_block = end, False
        elif kind == NEWLINE:
            is_block = True
        elif kind == COMMENT:
            continue
    return (first if colon is None else colon), is_block
