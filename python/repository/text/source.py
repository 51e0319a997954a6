"""A Python file as its own bytes, as text and as a tree, and the ways between positions in the three.

A tree counts columns in the UTF-8 bytes of a line, the file has an encoding of its own, and cutting is done in text:
whoever cuts uses `Source.at` and `Source.byte`, never a column as it is.
"""
from __future__ import annotations

import ast
import bisect
import codecs
import io
import re
import tokenize
import warnings

from .parsing import parse

LARGEST_SOURCE = 1 << 20

# What a file can be, once it has been opened.
PARSED = "parsed"
TOO_LARGE = "too-large"
NUL_BYTES = "nul-bytes"
BAD_ENCODING = "bad-encoding"
PYTHON_2 = "python-2"
SYNTAX_ERROR = "syntax-error"
TOO_DEEP = "too-deep"

_NEWLINE = re.compile(r"\r\n|\r|\n")
# Encodings that map each character by itself and in linear time; idna, punycode, utf-7 and the like do not.
_PLAIN_ENCODING = re.compile(
    r"(utf-8(-sig)?|ascii|iso8859-\d+|cp\d+|koi8-[rtu]|mac-\w+|gb2312|gbk|gb18030|big5(hkscs)?|euc_(jp|kr|jis_2004|jisx0213)"
    r"|shift_jis(_2004|x0213)?|johab|kz1048|ptcp154|hp-roman8|tis-620)\Z"
)
_OLD_SYNTAX = re.compile(
    r"^\s*(print|exec)\b\s*(?![\s(=.\[])|^\s*except\s+[\w.()]+\s*,\s*\w+\s*:|^\s*raise\s+[\w.]+\s*,|<>|`"
    r"|(?<![\w.])0[0-7]+[lL]?\b|(?<![\w.])\d+[lL]\b|(?<!\w)[uU][rR]['\"]"
)
_DEEP_MESSAGES = ("too many nested", "too many levels", "too complex", "parser stack", "recursion")
# A message that ends with what the parser can hold, not with what the language allows.
_DEEP_ERRORS = (RecursionError, MemoryError)


class Unreadable(Exception):
    """A file that gives no tree: `status` is one of the words above, `detail` says where."""

    def __init__(self, status, detail=""):
        super().__init__(status, detail)
        self.status = status
        self.detail = detail


def _first_lines(raw) -> bytes:
    """Where an encoding is declared; what is not ASCII there is not judged before the encoding is known."""
    return re.sub(rb"[\x80-\xff]", b"?", b"\n".join(re.split(rb"\r\n|\r|\n", raw[:8192])[:2])) + b"\n"


def _decode(raw):
    """(text without byte order mark, encoding, length of the mark)."""
    mark = len(codecs.BOM_UTF8) if raw.startswith(codecs.BOM_UTF8) else 0
    try:
        named, _ = tokenize.detect_encoding(io.BytesIO(raw[:mark] + _first_lines(raw[mark:])).readline)
        encoding = codecs.lookup("utf-8" if mark else named).name
        if not _PLAIN_ENCODING.match(encoding):
            raise Unreadable(BAD_ENCODING, "encoding %s is not read" % encoding)
        text = raw[mark:].decode(encoding)
    except UnicodeDecodeError as error:
        raise Unreadable(BAD_ENCODING, "byte %d is not %s" % (mark + error.start, error.encoding)) from None
    except (SyntaxError, LookupError) as error:
        raise Unreadable(BAD_ENCODING, _message(error)) from None
    return text, encoding, mark


def _message(error) -> str:
    line = getattr(error, "lineno", None)
    text = str(getattr(error, "msg", None) or error)[:200]
    return "line %d: %s" % (line, text) if line else text


def _parse(text):
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return parse(text)
    except _DEEP_ERRORS as error:
        raise Unreadable(TOO_DEEP, type(error).__name__) from None
    except SyntaxError as error:
        words = str(error.msg)
        if any(deep in words for deep in _DEEP_MESSAGES):
            raise Unreadable(TOO_DEEP, _message(error)) from None
        lines = _NEWLINE.split(text)
        line = lines[error.lineno - 1] if error.lineno and error.lineno <= len(lines) else ""
        old = "Missing parentheses in call" in words or bool(_OLD_SYNTAX.search(line[:2000]))
        raise Unreadable(PYTHON_2 if old else SYNTAX_ERROR, _message(error)) from None
    except (ValueError, OverflowError) as error:
        raise Unreadable(SYNTAX_ERROR, _message(error)) from None


class Source:
    """`raw` are the file's bytes, `text` what they say (a byte order mark left out), `tree` the module's tree."""

    def __init__(self, raw, text, encoding, mark):
        self.raw = raw
        self.text = text
        self.encoding = encoding
        self._mark = mark
        self.tree = _parse(text)
        self._lines = [0, *(match.end() for match in _NEWLINE.finditer(text))]
        self._byte_lines = None

    def line_of(self, position: int) -> int:
        """The line, from 1, that holds the character `position`."""
        return bisect.bisect_right(self._lines, position)

    def line_start(self, line: int) -> int:
        return self._lines[line - 1] if line <= len(self._lines) else len(self.text)

    def line_text(self, line: int) -> str:
        """The line with its newline; empty past the end."""
        return self.text[self.line_start(line):self.line_start(line + 1)]

    def at(self, line: int, column: int) -> int:
        """The character at a tree's position."""
        start = self._lines[line - 1]
        near = self.text[start:start + column]
        if near.isascii():
            return start + column
        return start + len(near.encode("utf-8")[:column].decode("utf-8", "ignore"))

    def start(self, node) -> int:
        return self.at(node.lineno, node.col_offset)

    def end(self, node) -> int:
        return self.at(node.end_lineno, node.end_col_offset)

    def segment(self, node) -> str:
        return self.text[self.start(node):self.end(node)]

    def byte(self, position: int) -> int:
        """The offset in the file of a character of the text."""
        if self._byte_lines is None:
            self._byte_lines = [self._mark]
            for here, following in zip(self._lines, self._lines[1:]):
                self._byte_lines.append(self._byte_lines[-1] + len(self.text[here:following].encode(self.encoding)))
        line = self.line_of(position)
        return self._byte_lines[line - 1] + len(self.text[self._lines[line - 1]:position].encode(self.encoding))

    def encoded(self, text: str) -> bytes:
        """`text` as this file would hold it. Raises UnicodeEncodeError."""
        return self.raw[:self._mark] + text.encode(self.encoding)


def read_source(raw: bytes, largest: int = LARGEST_SOURCE) -> Source:
    """Raises Unreadable."""
    if len(raw) > largest:
        raise Unreadable(TOO_LARGE, "%d bytes" % len(raw))
    if b"\0" in raw:
        raise Unreadable(NUL_BYTES, "byte %d" % raw.index(b"\0"))
    text, encoding, mark = _decode(raw)
    if raw[mark:] != text.encode(encoding):
        raise Unreadable(BAD_ENCODING, "%s does not give the same bytes back" % encoding)
    return Source(raw, text, encoding, mark)


def source_from_text(text: str, largest: int = LARGEST_SOURCE) -> Source:
    """Text that is no file yet. Raises Unreadable."""
    text = text[1:] if text.startswith("\ufeff") else text
    try:
        raw = text.encode("utf-8")
    except UnicodeEncodeError:
        raise Unreadable(BAD_ENCODING, "a lone surrogate") from None
    if len(raw) > largest:
        raise Unreadable(TOO_LARGE, "%d bytes" % len(raw))
    if "\0" in text:
        raise Unreadable(NUL_BYTES, "character %d" % text.index("\0"))
    return Source(raw, text, "utf-8", 0)
