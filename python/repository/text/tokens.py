"""Python's tokens of any text, whether it parses or not: one pass, linear, never failing."""
from __future__ import annotations

import re

COMMENT = "comment"
NEWLINE = "newline"
STRING = "string"
WORD = "word"

# An unfinished string ends with its line, or with the text: no choice here can fail after the fact, so none is tried twice.
_ESCAPE = r"\\(?:\r\n|.|\Z)"
_TRIPLE = "|".join(r"%s(?:[^\\%s]+|%s|%s(?!%s))*(?:%s|\Z)" % (3 * q, q, _ESCAPE, q, 2 * q, 3 * q) for q in "'\"")
_SINGLE = "|".join(r"%s(?:[^\\%s\r\n]+|%s)*(?:%s|(?=[\r\n])|\Z)" % (q, q, _ESCAPE, q) for q in "'\"")
_TOKEN = re.compile(
    r"(?P<space>[ \t\f]+|\\(?:\r\n|\r|\n))"
    r"|(?P<newline>\r\n|\r|\n)"
    r"|(?P<comment>\#[^\r\n]*)"
    r"|(?P<string>(?:[rRbBuUfFtT]{1,3})?(?:" + _TRIPLE + "|" + _SINGLE + "))"
    r"|(?P<word>\d[\w.]*(?:(?<=[eE])[+-]\d+)?|\.\d\w*|\w+)"
    r"|(?P<sign>\*\*=?|//=?|>>=?|<<=?|->|:=|\.\.\.|[-+*/%&|^@=!<>]=|.)",
    re.DOTALL,
)


def tokens(text: str, start: int = 0, end: int = None):
    """Yields (kind, start, end); white space and joined lines are left out."""
    for match in _TOKEN.finditer(text, start, len(text) if end is None else end):
        if match.lastgroup != "space":
            yield match.lastgroup, match.start(), match.end()
