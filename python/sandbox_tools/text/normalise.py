"""Makes text that a program produced fit to be stored, compared and shown: same program, same text, on any machine."""
from __future__ import annotations

import re

LARGEST_ERROR = 2000
LARGEST_ACTUAL = 1000

_ESCAPES = re.compile(
    r"\x1b\][^\x07\x1b]*(?:\x07|\x1b\\|$)"  # operating system commands: titles, links, clipboard
    r"|\x1b[PX^_][^\x1b]*(?:\x1b\\|$)"
    r"|(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]?"
    r"|\x1b[ -/]*[0-~]?"
)
_CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]")
_SURROGATES = re.compile("[\ud800-\udfff]")
# `at 0x1f` of a default repr, or a bare number as long as an address.
_ADDRESSES = re.compile(r"(?<=\bat )0x[0-9a-fA-F]+|\b0x[0-9a-fA-F]{7,16}\b")
_ANY_PATH = re.compile(r"(?<![\w./:\\-])/(?:[\w.+@~%-]+/)+([\w.+@~%-]+)")
_BOX_PATH = re.compile(
    r"(?<![\w./:\\-])/(?:usr|lib|lib64|opt|tmp|proc|dev)/(?:[\w.+@~%-]+/)*([\w.+@~%-]+)"
)


def printable(text: str) -> str:
    """Without terminal control sequences, control and direction characters; newline and tab stay."""
    text = _ESCAPES.sub("", text.replace("\r\n", "\n"))
    return _SURROGATES.sub("\ufffd", _CONTROLS.sub("", text))


def bounded(text: str, largest: int) -> str:
    """Head and tail of a text that is too long, with the count of what is left out."""
    if len(text) <= largest:
        return text
    head = largest * 2 // 3
    tail = largest - head
    left_out = len(text) - head - tail
    return "%s … [%d characters left out] … %s" % (text[:head], left_out, text[-tail:])


def _coarse(text: str, largest: int) -> str:
    """Cuts what would be expensive to search, keeping more than will be kept in the end."""
    if len(text) <= 8 * largest:
        return text
    return bounded(text, 8 * largest)


def normalise_error(text: str) -> str:
    """An exception's text: addresses hidden, paths reduced to the file's own name, bounded."""
    text = _ADDRESSES.sub("0x…", printable(_coarse(text, LARGEST_ERROR)))
    return bounded(_ANY_PATH.sub(r"\1", text), LARGEST_ERROR)


def normalise_actual(text: str) -> str:
    """A value's repr. Only paths that exist in a box are reduced: a path may well be the right answer."""
    text = _ADDRESSES.sub("0x…", printable(_coarse(text, LARGEST_ACTUAL)))
    return bounded(_BOX_PATH.sub(r"\1", text), LARGEST_ACTUAL)
