"""One definition of a file as a text of its own which keeps the line numbers, so that a huge file costs no more than a small one."""
from __future__ import annotations

import ast
import io
import os
import re
import tokenize
import warnings

from repository.text.files import read_file
from repository.text.layout import docstring_node
from repository.text.parsing import parse
from repository.text.source import LARGEST_SOURCE

_AROUND = "function_around_the_definition"
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+\Z")


def file_text(request: dict) -> str:
    """The text of the definition's file: given, or that below the project's root, as Python reads it. ValueError when there is none."""
    definition = request["definition"]
    if "source" in definition:
        return definition["source"]
    raw, problem = read_file(os.path.join(request["roots"]["project"], definition["file"]), LARGEST_SOURCE)
    if raw is None:
        raise ValueError(f"no file {definition['file']}: {problem[0]}")
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(raw).readline)
        return raw.decode(encoding)
    except (SyntaxError, UnicodeError, LookupError) as error:
        raise ValueError(f"no file {definition['file']}: {error}") from None


def lines_of(source: str) -> list:
    """The lines as Python counts them (form feeds and other Unicode line ends are none), ends kept."""
    return _LINE.findall(source)


def parse_quietly(text: str) -> ast.Module:
    """`ast.parse` without the warnings that foreign text may give; ValueError when it is no Python or nested too deeply."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return parse(text)
    except (SyntaxError, RecursionError, MemoryError, OverflowError) as error:
        raise ValueError(f"no Python: {type(error).__name__}") from None


def definition_text(source: str, first: int, last: int) -> str:
    """Lines `first` to `last` of `source` after as many empty ones; an indented definition stands in an `if`.

    With `nonlocal` names it stands in a function that has them, or it would not compile. Lines are counted from 1, `first` is that of the first decorator. ValueError when these lines alone are no Python.
    """
    lines = lines_of(source)
    if not 1 <= first <= last <= len(lines):
        raise ValueError(f"no lines {first} to {last} in a text of {len(lines)}")
    chosen = [re.sub(r"(\r\n|\r)\Z", "\n", line) for line in lines[first - 1:last]]
    body = "".join(chosen)
    if chosen[0][:1] in " \t\f" and first > 1:
        text = "\n" * (first - 2) + "if 1:\n" + body
        tree = parse_quietly(text)
        names = sorted({name for node in walk(tree) if isinstance(node, ast.Nonlocal) for name in node.names})
        if names:
            text = "\n" * (first - 2) + f"def {_AROUND}({', '.join(names)}):\n" + body
    else:
        text = "\n" * (first - 1) + body
        parse_quietly(text)
    return text


def definition_node(tree: ast.Module):
    """The outermost function of a text that `definition_text` made; ValueError when it begins with something else."""
    body = tree.body
    if len(body) == 1 and (isinstance(body[0], ast.If) or getattr(body[0], "name", None) == _AROUND):
        body = body[0].body
    if not body or not isinstance(body[0], (ast.FunctionDef, ast.AsyncFunctionDef)):
        raise ValueError("these lines hold no function")
    return body[0]


def body_statements(node) -> list:
    """The statements of a function's body without its docstring."""
    return node.body[1:] if docstring_node(node) else node.body


def walk(node):
    """`node` and everything below it, in the order of the text, however deep."""
    waiting = [node]
    while waiting:
        inner = waiting.pop()
        yield inner
        waiting.extend(reversed(list(ast.iter_child_nodes(inner))))
