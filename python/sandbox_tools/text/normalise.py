"""Makes text that a program produced fit to be stored, compared and shown: same program, same text, on any machine."""
from __future__ import annotations

import re

LARGEST_ERROR = 2000
LARGEST_ACTUAL = 1000

# Printable by Python's rule, and yet nobody sees them: variation selectors, fillers, joiners.
_BLANK = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
# `at 0x1f` of a default repr, or a bare number as long as an address.
_ADDRESSES = re.compile(r"(?<=\bat )0x[0-9a-fA-F]+|\b0x[0-9a-fA-F]{7,16}\b")
_ANY_PATH = re.compile(r"(?<![\w./:\\-])/(?:[\w.+@~%-]+/)+([\w.+@~%-]+)")
_BOX_PATH = re.compile(
    r"(?<![\w./:\\-])/(?:usr|lib|lib64|opt|tmp|proc|dev)/(?:[\w.+@~%-]+/)*([\w.+@~%-]+)"
)


def _shown(character: str) -> str:
    if character in "\n\t" or character.isprintable() and not _BLANK.match(character):
        return character
    if character == "\r":
        return "\\r"
    code = ord(character)
    return "\\x%02x" % code if code < 256 else "\\u%04x" % code if code < 65536 else "\\U%08x" % code


def printable(text: str) -> str:
    """What cannot be seen is shown as its escape, as `repr` has it; newline and tab stay. Nothing is lost."""
    text = text.replace("\r\n", "\n")
    return text if text.isascii() and text.isprintable() else "".join(map(_shown, text))


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
