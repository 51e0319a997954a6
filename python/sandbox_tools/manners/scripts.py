"""A script, run the way LiveCodeBench runs one: its text becomes the body of a function, which is called with other
streams. Several usual ways to read and write do not survive that, and programs that use them fail."""
from __future__ import annotations

import ast
import io
import os
import sys
import traceback

from sandbox_tools.manners.guard import take_away
from sandbox_tools.manners.prelude import PRELUDE

FUNCTION = "wrapped_function"
FILE = "<string>"


def unwrapped(tree: ast.Module) -> list:
    """Statements of the program; of a usual main guard at its end, what is in it."""
    if not tree.body or not isinstance(tree.body[-1], ast.If):
        return tree.body
    last = tree.body[-1]
    is_guard = ast.unparse(last.test).strip() == "__name__ == '__main__'"
    return [*tree.body[:-1], *last.body] if is_guard else tree.body


def as_function(source: str) -> str:
    """Imports first, then everything else as one function's body."""
    body = unwrapped(ast.parse(source))
    imports = [one for one in body if isinstance(one, (ast.Import, ast.ImportFrom))]
    rest = [one for one in body if not isinstance(one, (ast.Import, ast.ImportFrom))] or [ast.Pass()]
    arguments = ast.arguments(posonlyargs=[], args=[], kwonlyargs=[], kw_defaults=[], defaults=[])
    function = ast.FunctionDef(name=FUNCTION, args=arguments, body=rest, decorator_list=[], lineno=1, type_params=[])
    module = ast.Module(body=[*imports, function], type_ignores=[])
    return PRELUDE + ast.unparse(ast.fix_missing_locations(module))


class _Bytes:
    """Answers the first line whenever a line is asked for."""

    def __init__(self, text: str):
        self._bytes = text.encode("utf-8")

    def read(self, *_):
        return self._bytes

    def readline(self, *_):
        return self._bytes.split(b"\n")[0] + b"\n"


class _Input:
    """Cannot be iterated; its lines come without their ends."""

    def __init__(self, text: str):
        self._text = text
        self._lines = iter(text.split("\n"))
        self._rest = io.StringIO(text)
        self.buffer = _Bytes(text)

    def read(self, *_):
        return self._text

    def readline(self, *_):
        return next(self._lines)

    def readlines(self, *_):
        return self._text.split("\n")

    def __getattr__(self, name):
        return getattr(self._rest, name)


def _take_input() -> str:
    """All of it: whoever opens the descriptor finds nothing there."""
    text = sys.stdin.buffer.read().decode("utf-8", "replace")
    nowhere = os.open("/dev/null", os.O_RDONLY)
    os.dup2(nowhere, 0)
    os.close(nowhere)
    return text


def run(source, manner: dict) -> int:
    """Exit status: `finished` of the manner for a program that ran to its end, and no other one is, not even 0. What was
    printed is written when it has ended."""
    write, outside, errors = os.write, 1, sys.stderr
    text = _take_input()
    printed = io.StringIO()
    printed.close = lambda: None
    namespace = {"__name__": "tmp_sol"}
    try:
        exec(compile(as_function(source), FILE, "exec", dont_inherit=True), namespace)
        take_away("lcb")
        sys.stdin, sys.stdout = _Input(text), printed
        try:
            namespace[FUNCTION]()
        except SystemExit:
            pass
    except BaseException as error:
        sys.stdout = None
        errors.write("".join(traceback.format_exception_only(type(error), error)))
        errors.flush()
        return 1
    data = memoryview(printed.getvalue().encode("utf-8", "backslashreplace"))
    while data:
        data = data[write(outside, data):]
    return manner["finished"]
