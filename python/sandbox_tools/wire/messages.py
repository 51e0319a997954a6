"""Whole messages: a tree where that is enough, a graph where a cycle runs through something immutable."""
from __future__ import annotations

import builtins

from sandbox_tools.wire.containers import contents, fill_shell, read_shell
from sandbox_tools.wire.depth import DEEPEST_CALLS, Deeper
from sandbox_tools.wire.codec import Knot, Nonsense

__builtins__ = dict(vars(builtins))

# What the checker asks; the first of a request. OPERATE: of objects only. CALL_ALL: of one function with data alone, one
# call after another; each is answered as a CALL is, and the first that does not return is the last.
CALL, OPERATE, FETCH, LOAD, CALL_ALL = 0, 1, 2, 3, 4
# How a request was answered. CALLS_BACK asks for one of the test's functions, whose outcome is told by those below;
# REFUSED names what cannot cross; STOPPED: an iterator of the program's has no more.
RETURNED, RAISED, CALLS_BACK, REFUSED, STOPPED = 0, 1, 2, 3, 4
TEST_RETURNED, TEST_RAISED = -1, -2
# What a name of the program's stands for.
VALUE, FUNCTION, MODULE = 0, 1, 2


def compose(build, memo_of):
    """A message and the memo that numbered it. `build(memo)` makes its tree; `memo_of()` a fresh memo, of which a
    knot needs a second one: then the message is `{"g": [tree, contents of the numbered containers]}`."""
    try:
        return _compose(build, memo_of)
    except RecursionError:
        with Deeper(DEEPEST_CALLS):
            return _compose(build, memo_of)


def _compose(build, memo_of):
    memo = memo_of()
    try:
        return build(memo), memo
    except Knot:
        memo = memo_of()
    memo.pending = []
    tree = build(memo)
    nodes = []
    for container in memo.pending:  # grows while it is read
        nodes.append(contents(container, memo))
    return {"g": [tree, nodes]}, memo


def untie(message, reader):
    """The tree of a message that `compose` made as a graph; its containers are there, empty until `finish`."""
    ((tag, (tree, nodes)),) = message.items()
    if tag != "g":
        raise Nonsense("no graph")
    shells = [read_shell(node, reader) for node in nodes]
    reader.seen.extend(shells)
    reader.knots = list(zip(shells, nodes))
    reader.done = []
    return tree


def finish(reader) -> None:
    for shell, node in reader.knots:
        fill_shell(shell, node, reader)
