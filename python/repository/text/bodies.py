"""Takes the body out of a definition and leaves all else as it is, byte for byte."""
from __future__ import annotations

import ast
import textwrap

from repository.text.layout import Layout
from repository.text.scopes import find_definition
from repository.text.source import Unreadable, read_source
from repository.text.swap import Refused, replace
from repository.text.tree_hash import tree_hash

__all__ = ["NoSuchDefinition", "Refused", "check_stub", "documented", "replace", "stub", "stub_of"]

STUB = "raise NotImplementedError"


class NoSuchDefinition(LookupError):
    """The file holds no definition of that name and number."""


def located(source, definition):
    """`definition`: a mapping with "qualname" and "n". Raises NoSuchDefinition."""
    found = find_definition(source.tree, definition["qualname"], definition.get("n", 1))
    if found is None:
        raise NoSuchDefinition("%s#%d" % (definition["qualname"], definition.get("n", 1)))
    return found


def _newline(source, line) -> str:
    text = source.line_text(line)
    return text[len(text.rstrip("\r\n")):] or "\n"


def stub_edit(source, node) -> tuple:
    """(start, end, text): what of the file's text gives way to what, so that the body is gone: what follows the docstring, and the
    comments in and after it that are the body's.

    A docstring of its own lines is followed by a line with the stub, one in the header's line by `; ` and the stub. With
    no docstring the header's line stays, its comment too, and the comment lines under it go.
    """
    layout = Layout(source, node)
    text, end = source.text, layout.block_end
    first = node.body[0]
    in_header = not layout.is_block
    if in_header:
        end = layout.end
    if layout.docstring is not None:
        cut = source.end(layout.docstring)
        indent = text[source.line_start(layout.docstring.lineno):source.start(layout.docstring)]
        return cut, end, "; " + STUB if in_header else _newline(source, node.lineno) + indent + STUB
    if in_header:
        return source.start(first), end, STUB
    line = source.line_of(layout.colon)
    begin = layout.body_start(source)
    indent = text[source.line_start(source.line_of(begin)):begin]
    cut = source.line_start(line) + len(source.line_text(line).rstrip("\r\n"))
    return cut, end, _newline(source, line) + indent + STUB


def stub_of(source, found) -> bytes:
    """The file with the body of a definition gone."""
    start, end, text = stub_edit(source, found.node)
    return source.encoded(source.text[:start] + text + source.text[end:])


def stub(raw: bytes, definition) -> bytes:
    """Raises Unreadable, NoSuchDefinition."""
    source = read_source(raw)
    return stub_of(source, located(source, definition))


def body_text(source, found) -> str:
    """What the stub must not tell; empty when the definition is its docstring alone."""
    layout = Layout(source, found.node)
    return source.text[layout.body_start(source):layout.end] if layout.rest else ""


def signature_text(source, found) -> str:
    """Decorators and header."""
    layout = Layout(source, found.node)
    return source.text[layout.start:layout.colon]


def documented(source, found, docstring: str) -> str:
    """The definition alone, as a stub, with another docstring. ValueError for one that Python would not read back."""
    layout = Layout(source, found.node)
    inner = layout.indent + "    "
    text = docstring.replace("\\", "\\\\").replace('"""', '\\"\\"\\"')
    first, *rest = text.split("\n")
    lines = [first] + [inner + line if line.strip() else "" for line in rest]
    closing = "\n" + inner if rest or text.endswith('"') else ""
    header = layout.indent + source.text[layout.start:layout.colon] + "\n"
    made = header + inner + '"""' + "\n".join(lines) + closing + '"""\n' + inner + STUB + "\n"
    try:
        tree = ast.parse("if True:\n" + textwrap.indent(textwrap.dedent(made), "    "))
    except (SyntaxError, ValueError) as error:
        raise ValueError(str(error)) from None
    read = ast.get_docstring(tree.body[0].body[0])
    if not docstring.strip() or read is None or read.split() != docstring.split():
        raise ValueError("it is read back as another one")
    return made


def check_stub(raw: bytes, stubbed: bytes, definition) -> dict:
    """Facts about a stub: {"parses", "headerKept", "docstringKept", "neighboursKept"}."""
    before = read_source(raw)
    found = located(before, definition)
    old = Layout(before, found.node)
    try:
        after = read_source(stubbed)
        again = located(after, definition)
    except (Unreadable, NoSuchDefinition):
        return {"parses": False, "headerKept": False, "docstringKept": False, "neighboursKept": False}
    new = Layout(after, again.node)
    docstring = before.segment(old.docstring) if old.docstring else ""
    return {
        "parses": True,
        "headerKept": before.text[old.start:old.colon] == after.text[new.start:new.colon]
        and tree_hash(found.node.args) == tree_hash(again.node.args),
        "docstringKept": docstring == (after.segment(new.docstring) if new.docstring else ""),
        "neighboursKept": before.text[:old.start] == after.text[:new.start]
        and before.text[old.block_end if old.is_block else old.end:] == after.text[new.end:],
    }
