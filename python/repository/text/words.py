"""The words of a docstring and of a body, as the filters by word ask for them: distinct, lowercased, sorted."""
from __future__ import annotations

import ast
import re

# A word may hold - . / ' inside, so that `test-driven`, `test.py` and `a/test` are not the word `test`.
_WORD = re.compile(r"\w+(?:[-./'’]\w+)*")
LONGEST_WORD = 100
_NAME_FIELDS = ("id", "attr", "arg", "name", "asname", "rest")


def docstring_words(docstring) -> list:
    """[] for None."""
    return sorted({word for word in _WORD.findall((docstring or "").lower()) if len(word) <= LONGEST_WORD})


def constant_text(value) -> str:
    """A constant as `str` has it; large whole numbers in hexadecimal, which no limit of digits forbids."""
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) >= 1 << 64:
        return hex(value)
    if isinstance(value, str):
        return value.encode("utf-8", "backslashreplace").decode("utf-8")
    return "..." if value is Ellipsis else str(value)


def body_words(nodes) -> list:
    """Identifiers, and constants whole, of the nodes given (each by itself, their children not visited here)."""
    found = set()
    for node in nodes:
        if isinstance(node, ast.Constant):
            if not isinstance(node.value, (str, bytes)) or len(node.value) <= LONGEST_WORD:
                found.add(constant_text(node.value).lower())
            continue
        for field in _NAME_FIELDS:
            value = getattr(node, field, None)
            if isinstance(value, str):
                found.update(part.lower() for part in value.split("."))
        for value in getattr(node, "names", ()):
            if isinstance(value, str):
                found.add(value.lower())
    return sorted(word for word in found if len(word) <= LONGEST_WORD)
