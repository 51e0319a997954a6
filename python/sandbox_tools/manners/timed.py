"""A call under a clock of its own process, as EvalPlus, LiveCodeBench and APPS limit one: an alarm that the program may
swallow or take off. Whoever judges looks at a clock as well."""
from __future__ import annotations

import signal
import traceback

FILE = "<string>"


class OutOfTime(Exception):
    """The alarm of one call."""


def _ring(_number, _frame):
    raise OutOfTime


def told_of(error) -> list:
    """[how it ended, type, message, what a traceback says from the program's first line on]"""
    if isinstance(error, OutOfTime):
        return ["timed-out", "", "", ""]
    try:
        message = str(error)
    except BaseException:
        message = ""
    try:
        shown = "".join(traceback.format_exception(type(error), error, error.__traceback__))
        begin = shown.find('File "%s"' % FILE)
        # Without a line of the program's it is all ours, but for the last one.
        shown = shown[begin:].rstrip("\n") if begin >= 0 else "%s: %s" % (type(error).__name__, message)
    except BaseException:
        shown = message
    return ["raised", type(error).__name__, message[:2000], shown[:4000]]


def call(function, seconds, args) -> list:
    """["returned", value], or what `told_of` says. `seconds`: None for no limit."""
    try:
        if seconds is not None:
            signal.signal(signal.SIGALRM, _ring)
            signal.setitimer(signal.ITIMER_REAL, seconds)
        try:
            value = function(*args)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
        return ["returned", value]
    except BaseException as error:
        return told_of(error)
