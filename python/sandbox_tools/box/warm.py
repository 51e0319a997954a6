"""Runs what boxes do, once, in the process from which they are forked.

A box starts with the memory of that process: what has run there often enough is compiled, cached and at rest, so that
the first call in a box need not copy those pages for itself.
"""
from __future__ import annotations

import json
import sys
import types

from sandbox_tools.box import shared
from sandbox_tools.split import candidate, checker
from sandbox_tools.split.candidate_link import CandidateLink
from sandbox_tools.split.compiled_test import compile_job, packed, unpacked
from sandbox_tools.wire.channel import from_text

ROUNDS = 12
PROGRAM = """
def warm(*values):
    return values
"""
TEST = """
def check(candidate):
    assert candidate(1, "a") == (1, "a")
check(warm)
"""
VALUES = (1, "a", 1.5, None, [1, 2], [[1], ["a"]], (1, 2), {"a": 1}, {1, 2}, list(range(40)), [0.5])


def _link_to(server) -> CandidateLink:
    link = CandidateLink(-1, types.ModuleType("solution"))

    def exchange(text, memo, blobs=()):
        answer, data = server.answer(text, memoryview(b"".join(blobs)) if blobs else None)
        data = memoryview(b"".join(data)) if data else None
        outcome = link.take(answer, from_text(answer), data, memo)
        return outcome.value

    link.exchange = exchange
    return link


def _warm_split() -> None:
    server = candidate.Server(-1)
    server.load(PROGRAM, "solution")
    link = _link_to(server)
    job = {"test": TEST, "setup": PROGRAM, "entryPoint": "warm"}
    checker.perform(job, link, unpacked(packed(compile_job(job))))
    function = link.functions[0]
    for value in VALUES:
        function(value)


def warm_up() -> None:
    """Takes a few milliseconds and leaves nothing behind but caches."""
    kept = {name: sys.modules.get(name) for name in ("solution", "__main__")}
    arguments = sys.argv[:]
    for _ in range(ROUNDS):
        _warm_split()
        shared.perform({"test": TEST, "entryPoint": "warm"}, PROGRAM, json.dumps)
    sys.argv[:] = arguments
    for name, module in kept.items():
        if module is None:
            sys.modules.pop(name, None)
        else:
            sys.modules[name] = module
