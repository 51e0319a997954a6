"""Places in a text as Python's syntax tree counts them (lines from 1, columns in UTF-8 bytes), and what stands between two of them."""
from __future__ import annotations

import re

from repository.measure.definition_text import lines_of

_SKIPPED = re.compile(rb"(?:[\s()\\]|#[^\n]*\n)*")


class Places:
    """Byte offsets in `text` for its nodes. Offsets are those of the text in UTF-8."""

    def __init__(self, text: str):
        lines = [line.encode("utf-8", "surrogatepass") for line in lines_of(text)]
        self.bytes = b"".join(lines)
        self._starts = [0]
        for line in lines:
            self._starts.append(self._starts[-1] + len(line))

    def span(self, node) -> tuple:
        return self._starts[node.lineno - 1] + node.col_offset, self._starts[node.end_lineno - 1] + node.end_col_offset

    def text(self, node) -> str:
        return self.between(*self.span(node))

    def between(self, start: int, end: int) -> str:
        return self.bytes[start:end].decode("utf-8", "surrogatepass")

    def operator(self, left: int, right: int, words: str):
        """The span of the operator `words` in the gap between two operands, brackets and comments skipped; None when it is not there."""
        start = _SKIPPED.match(self.bytes, left, right).end()
        pattern = rb"\s+".join(re.escape(word.encode()) for word in words.split())
        found = re.compile(pattern).match(self.bytes, start, right)
        return found.span() if found else None

    def line_and_column(self, offset: int) -> tuple:
        low, high = 0, len(self._starts) - 1
        while low < high:
            middle = (low + high + 1) // 2
            if self._starts[middle] <= offset:
                low = middle
            else:
                high = middle - 1
        return low + 1, offset - self._starts[low]

    def changed(self, start: int, end: int, replacement: str) -> str:
        """The whole text with one span replaced."""
        middle = replacement.encode("utf-8", "surrogatepass")
        return (self.bytes[:start] + middle + self.bytes[end:]).decode("utf-8", "surrogatepass")


def apply(source: str, mutant: dict) -> str:
    """`source`, the whole file, with a mutant's edit in it. Its line ends are kept."""
    lines = lines_of(source)
    before = "".join(lines[:mutant["line"] - 1])
    inside = "".join(lines[mutant["line"] - 1:mutant["endLine"]]).encode("utf-8", "surrogatepass")
    after = "".join(lines[mutant["endLine"]:])
    last = "".join(lines[mutant["line"] - 1:mutant["endLine"] - 1]).encode("utf-8", "surrogatepass")
    changed = inside[:mutant["column"]] + mutant["replacement"].encode("utf-8", "surrogatepass") + inside[len(last) + mutant["endColumn"]:]
    return before + changed.decode("utf-8", "surrogatepass") + after
