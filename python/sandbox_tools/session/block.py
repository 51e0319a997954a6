"""A block as text: whether it asks for input, what of it is its last value, and how its exception is shown."""
from __future__ import annotations

import ast
import traceback

_READS = ("read", "readline", "readlines")


def block_name(number: int) -> str:
    return "<block %d>" % number


def _is_input(node) -> bool:
    return isinstance(node, ast.Name) and node.id == "input" and isinstance(node.ctx, ast.Load)


def _is_standard_input(node) -> bool:
    return (
        isinstance(node, ast.Attribute)
        and node.attr == "stdin"
        and isinstance(node.value, ast.Name)
        and node.value.id == "sys"
    )


def asks_for_input(tree) -> bool:
    """Whether Python's own `input` is called by its name, or standard input is read by its own: nobody would answer."""
    asks = False
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node.name == "input":
            return False
        if isinstance(node, ast.Name) and node.id == "input" and isinstance(node.ctx, ast.Store):
            return False
        if isinstance(node, ast.Call):
            called = node.func
            asks = asks or _is_input(called)
            if isinstance(called, ast.Attribute) and called.attr in _READS:
                asks = asks or _is_standard_input(called.value)
    return asks


def split_last(tree) -> tuple:
    """(statements, expression): the expression is None when the block does not end with one."""
    if tree.body and isinstance(tree.body[-1], ast.Expr):
        last = ast.Expression(tree.body.pop().value)
        return tree, last
    return tree, None


def shorten(text: str, most: int) -> str:
    """Head and tail."""
    if len(text) <= most:
        return text
    half = most // 2
    return "%s\n… %d characters left out …\n%s" % (text[:half], len(text) - 2 * half, text[-half:])


def _own_frames(trace) -> list:
    return [frame for frame in traceback.extract_tb(trace) if frame.filename.startswith("<block ")]


def _lines(error, seen: set) -> list:
    seen.add(id(error))
    lines = []
    cause, context = error.__cause__, error.__context__
    if cause is not None and id(cause) not in seen:
        lines += _lines(cause, seen)
        lines.append("\nThe above exception was the direct cause of the following exception:\n\n")
    elif cause is None and context is not None and not error.__suppress_context__ and id(context) not in seen:
        lines += _lines(context, seen)
        lines.append("\nDuring handling of the above exception, another exception occurred:\n\n")
    frames = _own_frames(error.__traceback__)
    if frames:
        lines.append("Traceback (most recent call last):\n")
        lines += traceback.StackSummary.from_list(frames).format()
    return lines + traceback.format_exception_only(type(error), error)


def describe_error(error) -> str:
    """As Python shows it, with the session's own frames and no others."""
    return "".join(_lines(error, set())).rstrip("\n")
