"""The system call filter of a box: a program for the kernel, made once and installed by every box.

While it is being installed, the kernel runs it once for each of its several hundred calls, to learn which are always
allowed. So a number is found by halving and not by going through a list: the length of a path is what costs.
"""

from __future__ import annotations

import ctypes
import errno
import os
import struct
from collections import namedtuple

from . import syscalls

# Instructions, as the kernel's classic packet filters name them by number.
LOAD, EQUALS, AT_LEAST, HAS_BITS, RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
# Where a call's description keeps what; arguments are 64 bits wide, and both machines store the low half first.
NUMBER, ARCHITECTURE, ARGUMENTS = 0, 4, 16

ALLOW, KILL = ("return", 0x7FFF0000), ("return", 0x80000000)


def _fail(code: int):
    return ("return", 0x00050000 | code)


REFUSE = _fail(errno.EPERM)

# New mount, cgroup, uts, ipc, user, pid and net namespaces. There is no such flag of clone() for time.
NEW_NAMESPACES = 0x7E020000
# The last one puts one of many line disciplines, old and young, between a terminal's ends.
TYPE_INTO_TERMINAL, TERMINAL_SELECTION, TERMINAL_DISCIPLINE = 0x5412, 0x541C, 0x5423
# Urgent bytes, which local sockets have had for a short time, and had often to be mended for.
MSG_OOB = 1
PR_SET_SECCOMP, SECCOMP_MODE_FILTER = 22, 2
PR_SET_MEMORY_MERGE = 67
ASK_PERSONALITY = 0xFFFFFFFF
LOCAL_SOCKETS = 1
ITSELF = 0
# All programs' pipes share what one user's may hold: longer ones of one program would be shorter ones of another.
F_SETPIPE_SZ = 1031
# By either, the kernel would kill a program's first process at the program's own wish, and in the name of nobody: its
# CPU limit lowered below ours, or SIGKILL for the signal that says that a pipe can be read.
RLIMIT_CPU, RLIMIT_CORE = 0, 4
F_SETSIG = 10
# What is told of a file is told to all, and stays: who uses a folder, and how long a file's data will live.
F_NOTIFY, F_SET_RW_HINT, F_SET_FILE_RW_HINT = 1026, 1036, 1038
NOTHING = 0
LOW_HALF, HIGH_HALF = 0, 4

# Which argument, how it is compared, with what, what a match means and what none does: a return or another question.
Question = namedtuple("Question", "argument comparison values match other half", defaults=(LOW_HALF,))


def _ask_further(*question):
    return ("ask", Question(*question))


_ASKS_ONLY = _ask_further(
    2, EQUALS, (NOTHING,), _ask_further(2, EQUALS, (NOTHING,), ALLOW, REFUSE, HIGH_HALF), REFUSE
)
QUESTIONS = {
    "clone": Question(0, HAS_BITS, (NEW_NAMESPACES,), REFUSE, ALLOW),
    "fcntl": Question(1, EQUALS, (F_SETPIPE_SZ, F_SETSIG, F_NOTIFY, F_SET_RW_HINT, F_SET_FILE_RW_HINT), REFUSE, ALLOW),
    "ioctl": Question(1, EQUALS, (TYPE_INTO_TERMINAL, TERMINAL_SELECTION, TERMINAL_DISCIPLINE), REFUSE, ALLOW),
    "personality": Question(0, EQUALS, (ASK_PERSONALITY,), ALLOW, REFUSE),
    "prctl": Question(0, EQUALS, (PR_SET_SECCOMP, PR_SET_MEMORY_MERGE), REFUSE, ALLOW),
    "prlimit64": Question(
        0, EQUALS, (ITSELF,), _ask_further(1, EQUALS, (RLIMIT_CPU, RLIMIT_CORE), _ASKS_ONLY, ALLOW), REFUSE
    ),
    "recvfrom": Question(3, HAS_BITS, (MSG_OOB,), REFUSE, ALLOW),
    "recvmsg": Question(2, HAS_BITS, (MSG_OOB,), REFUSE, ALLOW),
    "sched_setattr": Question(0, EQUALS, (ITSELF,), ALLOW, REFUSE),
    "sched_setparam": Question(0, EQUALS, (ITSELF,), ALLOW, REFUSE),
    "sched_setscheduler": Question(0, EQUALS, (ITSELF,), ALLOW, REFUSE),
    "sendmsg": Question(2, HAS_BITS, (MSG_OOB,), REFUSE, ALLOW),
    "sendto": Question(3, HAS_BITS, (MSG_OOB,), REFUSE, ALLOW),
    "setpriority": Question(1, EQUALS, (ITSELF,), ALLOW, REFUSE),
    "setrlimit": Question(0, EQUALS, (RLIMIT_CPU, RLIMIT_CORE), REFUSE, ALLOW),
    "socketpair": Question(0, EQUALS, (LOCAL_SOCKETS,), ALLOW, REFUSE),
}

# One instruction; where it goes on is None (the next one), ("line", index), ("return", value) or ("ask", question).
Line = namedtuple("Line", "code value yes no")

Range = namedtuple("Range", "first last action")


def build(machine: str, refused=syscalls.REFUSED, asked=syscalls.ASKED, questions=QUESTIONS) -> bytes:
    """The filter for "x86_64" or "aarch64", as bytes; a program's, unless other tables are given. LookupError names any
    other machine."""
    if machine not in syscalls.MACHINES:
        known = " and ".join(sorted(syscalls.MACHINES))
        raise LookupError("There is no system call filter for %r, only for %s." % (machine, known))
    architecture, column = syscalls.MACHINES[machine]
    lines = [
        Line(LOAD, ARCHITECTURE, None, None),
        Line(EQUALS, architecture, None, KILL),
        Line(LOAD, NUMBER, None, None),
    ]
    _find(lines, _ranges(column, refused, asked, questions))
    return _assemble(lines)


def _ranges(column: int, refused, asked, questions) -> list[Range]:
    """The numbers by what to do with them, neighbours different."""
    actions = {}
    for name, numbers in refused.items():
        actions[numbers[column]] = _fail(syscalls.ANSWERS.get(name, errno.EPERM))
    for name, numbers in asked.items():
        actions[numbers[column]] = ("ask", questions[name])
    # The other interface of x86-64, x32, has a high bit in its numbers, and is newer in this sense too.
    actions[syscalls.NEWEST + 1] = _fail(errno.ENOSYS)
    ranges = []
    for number in range(syscalls.NEWEST + 2):
        action = actions.get(number, ALLOW)
        if ranges and action == ranges[-1].action:
            ranges[-1] = ranges[-1]._replace(last=number)
        else:
            ranges.append(Range(number, number, action))
    return ranges


def _find(lines: list[Line], ranges: list[Range]) -> None:
    """Appends what finds the action for a number that lies in one of `ranges`."""
    if _is_hole(ranges):
        lines.append(Line(EQUALS, ranges[1].first, ranges[1].action, ranges[0].action))
        return
    # Half of the numbers, not of the ranges, on each side: the average path is shortest so.
    half = (ranges[0].first + ranges[-1].last) / 2
    cut = min(range(1, len(ranges)), key=lambda index: abs(ranges[index].first - half))
    # A hole takes one comparison, as long as it is whole.
    if _is_hole(ranges[cut - 1 : cut + 2]) and cut > 1:
        cut -= 1
    elif cut > 1 and _is_hole(ranges[cut - 2 : cut + 1]) and cut + 1 < len(ranges):
        cut += 1
    below, above = ranges[:cut], ranges[cut:]
    here = len(lines)
    lines.append(None)
    if len(below) > 1:
        _find(lines, below)
    yes = above[0].action if len(above) == 1 else ("line", len(lines))
    if len(above) > 1:
        _find(lines, above)
    lines[here] = Line(AT_LEAST, above[0].first, yes, below[0].action if len(below) == 1 else None)


def _is_hole(ranges: list[Range]) -> bool:
    """One number with the same action on both sides."""
    return len(ranges) == 3 and ranges[0].action == ranges[2].action and ranges[1].first == ranges[1].last


def _ask(question: Question) -> list[Line]:
    *firsts, last = question.values
    lines = [Line(LOAD, ARGUMENTS + 8 * question.argument + question.half, None, None)]
    lines += [Line(question.comparison, value, question.match, None) for value in firsts]
    return lines + [Line(question.comparison, last, question.match, question.other)]


def _assemble(lines: list[Line]) -> bytes:
    """Appends the questions and the returns, each once, and turns targets into distances."""
    places = {}
    for kind in ("ask", "return"):
        for line in lines:  # grows while it is read: questions lead to questions
            for target in (line.yes, line.no):
                if target is not None and target[0] == kind and target not in places:
                    places[target] = len(lines)
                    lines += _ask(target[1]) if kind == "ask" else [Line(RETURN, target[1], None, None)]

    def distance(index, target):
        if target is None:
            return 0
        return (target[1] if target[0] == "line" else places[target]) - index - 1

    # A distance over 255 does not fit, and struct says so.
    return b"".join(
        struct.pack("=HBBI", line.code, distance(index, line.yes), distance(index, line.no), line.value)
        for index, line in enumerate(lines)
    )


class _Program(ctypes.Structure):
    _fields_ = [("length", ctypes.c_ushort), ("instructions", ctypes.c_void_p)]


class Prepared:
    """A filter in memory that stays where it is, and the function that installs it."""

    def __init__(self, program: bytes) -> None:
        self._bytes = ctypes.create_string_buffer(program, len(program))
        self._program = _Program(len(program) // 8, ctypes.addressof(self._bytes))
        self.pointer = ctypes.c_void_p(ctypes.addressof(self._program))
        self.prctl = ctypes.CDLL(None, use_errno=True).prctl
        self.prctl.argtypes = [ctypes.c_int, ctypes.c_ulong, ctypes.c_void_p, ctypes.c_ulong, ctypes.c_ulong]


def prepare(program: bytes) -> Prepared:
    """Makes what `install` takes; once, before the boxes are forked."""
    return Prepared(program)


def install(prepared: Prepared) -> None:
    """Confines this process and all it will start, for good. The process must have set no_new_privs. OSError."""
    if prepared.prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, prepared.pointer, 0, 0) != 0:
        code = ctypes.get_errno()
        raise OSError(code, "the system call filter could not be installed: " + os.strerror(code))
