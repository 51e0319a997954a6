"""A test ready to run: compiled once for all programs that it checks in a cell. That is most of what a checker does before
it hears of a program, and the same for all of them.

What is kept was written, and its file closed, before the box had heard anything: no program has a say in it.
"""
from __future__ import annotations

import marshal
import os

from sandbox_tools.split.names import mentioned_names, stored_names
from sandbox_tools.text.snippet import Comparison, Snippet, compile_setup, compile_snippet

_LENGTH_BYTES = 8


class CompiledTest:
    """`setup`: code; `snippet`: the test; None for what there is none of. `mentioned`: the names in both; `stored`: those
    that they make global."""

    def __init__(self, setup, snippet, mentioned, stored):
        self.setup = setup
        self.snippet = snippet
        self.mentioned = mentioned
        self.stored = stored


def _codes(setup, snippet) -> list:
    codes = [setup, snippet.body]
    if snippet.comparison is not None:
        last = snippet.comparison
        codes += [last.left, last.right, last.message]
    return [code for code in codes if code is not None]


def compile_job(job: dict) -> CompiledTest:
    """@raises BrokenTest"""
    setup = compile_setup(job["setup"], job["entryPoint"]) if job.get("setup") else None
    if job["test"] is None:
        return CompiledTest(setup, None, frozenset(), frozenset())
    snippet = compile_snippet(job["test"])
    mentioned, stored = set(), set()
    for code in _codes(setup, snippet):
        mentioned_names(code, mentioned)
        stored |= stored_names(code)
    return CompiledTest(setup, snippet, frozenset(mentioned), frozenset(stored))


def packed(test: CompiledTest) -> bytes:
    """@raises ValueError: nested too deeply"""
    last = test.snippet.comparison
    parts = None if last is None else (last.left, last.right, last.message)
    return marshal.dumps((test.setup, test.snippet.body, parts, test.mentioned, test.stored))


def unpacked(data: bytes) -> CompiledTest:
    setup, body, parts, mentioned, stored = marshal.loads(data)
    snippet = Snippet(body, None if parts is None else Comparison(*parts))
    return CompiledTest(setup, snippet, mentioned, stored)


def _write(fd: int, test: CompiledTest) -> None:
    try:
        data = packed(test)
        data = len(data).to_bytes(_LENGTH_BYTES, "big") + data
        while data:
            data = data[os.write(fd, data):]
    except (OSError, MemoryError, ValueError):  # larger or deeper than what is kept may be
        os.ftruncate(fd, 0)


def is_whole(data: bytes) -> bool:
    """A box that was ended while it wrote has left less than it announced."""
    return len(data) > _LENGTH_BYTES and int.from_bytes(data[:_LENGTH_BYTES], "big") == len(data) - _LENGTH_BYTES


def compile_once(job: dict, fd: int) -> CompiledTest:
    """As `compile_job`, from the memory file `fd`, which is whole, or into it where that is empty. The file is closed:
    nothing that is heard later can change what is kept. @raises BrokenTest"""
    try:
        data = os.pread(fd, os.fstat(fd).st_size, 0)
        if data:
            return unpacked(data[_LENGTH_BYTES:])
        test = compile_job(job)
        if job["test"] is not None:
            _write(fd, test)
        return test
    finally:
        os.close(fd)
