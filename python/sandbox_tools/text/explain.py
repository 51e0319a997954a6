"""Turns an exception or a value of the candidate into text. Runs the candidate's own `__str__` and `__repr__`, so it
may hang or fail: the verdict is recorded before any of this is called."""
from __future__ import annotations

from sandbox_tools.text.normalise import normalise_actual, normalise_error

PROGRAM_FILE = "solution.py"
MOST_FRAMES = 8


def own_frames(traceback, files) -> list:
    """(file, line, function) of the frames whose code comes from one of `files`, outermost first."""
    found = []
    while traceback is not None:
        code = traceback.tb_frame.f_code
        if code.co_filename in files:
            found.append((code.co_filename, traceback.tb_lineno, code.co_name))
        traceback = traceback.tb_next
    return found


def innermost_file(traceback, files):
    """Which of `files` raised, library code in between not counted; None when none of them took part."""
    frames = own_frames(traceback, files)
    return frames[-1][0] if frames else None


def _type_name(kind) -> str:
    name = type.__dict__["__qualname__"].__get__(kind)
    return name.replace("<locals>.", "")


def _message(error) -> str:
    try:
        return str(error)
    except Exception as broken:
        return "<message failed: %s>" % _type_name(type(broken))


def _frame_lines(frames) -> list:
    lines = ["  line %d, in %s" % (line, function) for _, line, function in frames]
    if len(lines) <= MOST_FRAMES:
        return lines
    left_out = len(lines) - MOST_FRAMES
    return [*lines[:2], "  … %d more calls …" % left_out, *lines[-(MOST_FRAMES - 2):]]


def describe_exception(error) -> str:
    """Type, message and the candidate's own frames (line of the executed text, function)."""
    first = _type_name(type(error))
    message = _message(error)
    if message:
        first = "%s: %s" % (first, message)
    frames = own_frames(error.__traceback__, (PROGRAM_FILE,))
    return normalise_error("\n".join([first, *_frame_lines(frames)]))


def describe_value(value) -> str:
    """Bounded `repr`; a type whose repr fails is named instead."""
    try:
        text = repr(value)
    except Exception as broken:
        text = "<%s whose repr raised %s>" % (_type_name(type(value)), _type_name(type(broken)))
    return normalise_actual(text)
