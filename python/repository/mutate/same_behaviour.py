"""When two texts of a definition are the same program: their bytecode, with everything that cannot be observed taken away.

`behaviour(text)` gives a digest. Equal digests mean the same instructions in the same order on every path: sound, never a guess. Unequal ones
mean nothing. What is taken away, each without changing what runs:
- line numbers, names of files, the order of constants and names, unreachable code (the compiler's own doing);
- instructions that do nothing, and unconditional jumps: where control goes counts, not how (`continue` at the end of a loop);
- equal ends of different paths are one (`return None` written out or not);
- a constant stored in a local variable that nothing reads, unless the code asks for its own frame.
Not taken away: assertions (the project runs with them), docstrings, anything that needs to know what a called function does.
"""
from __future__ import annotations

import dis
import hashlib
import sys
import types
import warnings

_NOTHING = {"NOP", "CACHE", "EXTENDED_ARG", "PRECALL"}
_JUMPS = {"JUMP_FORWARD", "JUMP_BACKWARD", "JUMP_ABSOLUTE", "JUMP_BACKWARD_NO_INTERRUPT", "JUMP_NO_INTERRUPT", "JUMP"}
_LEAVES = {"RETURN_VALUE", "RETURN_CONST", "RAISE_VARARGS", "RERAISE"}
# Whoever asks for these may see local variables that no instruction reads.
_FRAME_NAMES = {"locals", "vars", "eval", "exec", "dir", "_getframe", "currentframe", "stack", "breakpoint", "set_trace", "format_map"}
_MOST_INSTRUCTIONS = 5_000
_MOST_WORK = 100_000


def behaviour(text: str) -> str | None:
    """The digest; None when `text` does not compile."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            code = compile(text, "", "exec", dont_inherit=True, optimize=0)
        return _digest(_code(code))
    except (SyntaxError, ValueError, RecursionError, MemoryError, OverflowError):
        return None


def _digest(value) -> str:
    return hashlib.sha256(repr(value).encode("utf-8", "surrogatepass")).hexdigest()


def _code(code) -> tuple:
    arguments = code.co_argcount + code.co_kwonlyargcount + bool(code.co_flags & 4) + bool(code.co_flags & 8)
    head = (code.co_name, code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_flags,
            code.co_varnames[:arguments], code.co_freevars, code.co_cellvars, _docstring(code))
    return head, _graph(code)


def _docstring(code):
    """What stands where functions have their docstring; more often than not some other constant, when there is none."""
    first = code.co_consts[0] if code.co_consts else None
    return first if isinstance(first, str) and code.co_flags & 1 else None


def _constant(value):
    if isinstance(value, types.CodeType):
        return _digest(_code(value))
    if isinstance(value, tuple):
        return ("tuple", *map(_constant, value))
    if isinstance(value, frozenset):
        return ("frozenset", *sorted(map(repr, map(_constant, value))))
    return type(value).__name__, repr(value)


def _graph(code) -> tuple:
    """The instructions as a graph: classes of instructions that behave alike, numbered in the order in which control can reach them."""
    listed = [one for one in dis.get_instructions(code)]
    if len(listed) > _MOST_INSTRUCTIONS:
        raise ValueError("too long to compare")
    at = {one.offset: index for index, one in enumerate(listed)}
    jumps = set(dis.hasjrel) | set(dis.hasjabs)
    handlers = _handlers(code)
    loaded = {one.argval for one in listed if one.opname.startswith(("LOAD_FAST", "DELETE_FAST"))}
    for one in listed:
        # Newer compilers load two locals, or store one and load another, with one instruction.
        if isinstance(one.argval, tuple) and "FAST" in one.opname:
            loaded.update(one.argval)
    plain = not _FRAME_NAMES.intersection(code.co_names) and "*" not in code.co_names

    def transparent(index):
        return listed[index].opname in _NOTHING or listed[index].opname in _JUMPS

    def dead_store(index):
        one = listed[index]
        following = index + 1
        return (plain and one.opname == "LOAD_CONST" and following < len(listed) and listed[following].opname == "STORE_FAST"
                and not listed[following].is_jump_target and listed[following].argval not in loaded)

    def settle(index):
        seen = set()
        while index is not None and index < len(listed) and index not in seen:
            seen.add(index)
            one = listed[index]
            if dead_store(index):
                index += 2
            elif one.opname in _JUMPS:
                index = at.get(one.argval)
            elif transparent(index):
                index += 1
            else:
                return index
        # An empty endless loop, or the end of a code that has none.
        return -1

    def handler_of(one):
        for start, end, target, rest in handlers:
            if start <= one.offset < end:
                return (settle(at[target]), rest) if target in at else None
        return None

    nodes: dict = {}
    entry = settle(0)
    waiting = [entry]
    while waiting:
        index = waiting.pop()
        if index in nodes or index == -1:
            continue
        one = listed[index]
        following = []
        argument = None
        if one.opcode in jumps:
            following.append(settle(at[one.argval]))
        elif one.opcode in dis.hasconst:
            # Not `argval`: it is unknown for the names of keywords on 3.11.
            argument = _constant(code.co_consts[one.arg])
        elif one.opcode in dis.hasfree or one.opcode in dis.haslocal or one.opcode in dis.hasname:
            # Some of these carry a flag in the lowest bit of the number besides the name.
            argument = (repr(one.argval), _flag(one))
        else:
            argument = one.arg
        if one.opname not in _LEAVES:
            following.append(settle(index + 1))
        handler = handler_of(one)
        label = (one.opname, argument, handler[1] if handler else None)
        nodes[index] = (label, tuple(following) + ((handler[0],) if handler else ()))
        waiting.extend(reversed(nodes[index][1]))
    return _canonical(nodes, entry)


def _flag(one):
    if sys.version_info >= (3, 11) and one.opname == "LOAD_GLOBAL":
        return one.arg & 1
    if sys.version_info >= (3, 12) and one.opname == "LOAD_ATTR":
        return one.arg & 1
    if one.opname == "LOAD_SUPER_ATTR":
        return one.arg & 3
    return 0


def _canonical(nodes: dict, entry: int) -> tuple:
    """Merges instructions that no path tells apart (as one minimises an automaton), and numbers the classes from the entry on."""
    numbers: dict = {}
    classes = {-1: -1}
    for index, (label, _) in nodes.items():
        classes[index] = numbers.setdefault(label, len(numbers))
    count = len(numbers)
    work = 0
    while True:
        work += len(nodes)
        if work > _MOST_WORK:
            # Half-way, classes hold what is not alike yet. None are merged then.
            classes = {-1: -1, **{index: index for index in nodes}}
            break
        numbers = {}
        refined = {-1: -1}
        for index, (_, following) in nodes.items():
            key = (classes[index], tuple(classes[other] for other in following))
            refined[index] = numbers.setdefault(key, len(numbers))
        classes = refined
        if len(numbers) == count:
            break
        count = len(numbers)
    order: dict = {}
    told = []
    waiting = [entry]
    while waiting:
        index = waiting.pop()
        if classes[index] in order or index == -1:
            continue
        order[classes[index]] = len(order)
        told.append(index)
        waiting.extend(reversed(nodes[index][1]))
    order[-1] = -1
    return tuple((nodes[index][0], tuple(order[classes[other]] for other in nodes[index][1])) for index in told)


def _handlers(code) -> list:
    """(start, end, target, depth and flag) of the exception table, innermost first, in byte offsets; empty before CPython 3.11."""
    table = getattr(code, "co_exceptiontable", b"")
    place = 0

    def number():
        nonlocal place
        value = table[place] & 63
        while table[place] & 64:
            place += 1
            value = value << 6 | table[place] & 63
        place += 1
        return value

    found = []
    while place < len(table):
        start, length, target, rest = number() * 2, number() * 2, number() * 2, number()
        found.append((start, start + length, target, rest))
    return found
