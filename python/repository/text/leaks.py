"""The longest run of tokens that a text shares with a body of code.

Comments and white space never count. A text is read twice: as code, and as prose that quotes code, where an apostrophe
begins no string, comment signs and prompts are passed over, and what is inside a comment is read. A string of the body is
one token; in prose it matches nothing.
"""
from __future__ import annotations

import re
from itertools import islice

from repository.text.tokens import COMMENT, NEWLINE, STRING, tokens

MOST_TOKENS = 200_000
MOST_TEXT_TOKENS = 2_000_000
_PROSE = re.compile(
    r"(?P<skip>\s+|>>>(?=\s)|\.\.\.(?=\s)|\#+|`+)|\*\*=?|//=?|>>=?|<<=?|->|:=|\.\.\.|[-+*/%&|^@=!<>]=|\d[\w.]*|\w+|.",
    re.DOTALL,
)
_STRING = re.compile(r"([a-zA-Z]*)('''|\"\"\"|'|\")(.*)", re.DOTALL)


def _string_value(text):
    """Quotes do not matter, an `f` or `b` does."""
    prefix, quote, rest = _STRING.match(text).groups()
    return "\0%s:%s" % (prefix.lower().replace("u", "").replace("r", ""), rest[:-len(quote)] if rest.endswith(quote) else rest)


def code_tokens(text: str):
    for kind, start, end in tokens(text):
        if kind not in (COMMENT, NEWLINE):
            yield _string_value(text[start:end]) if kind == STRING else text[start:end]


def prose_tokens(text: str):
    return (match.group() for match in _PROSE.finditer(text) if match.lastgroup != "skip")


class _Runs:
    """Every run of a list of tokens, as an automaton that tells how long a run ends at each token of another list."""

    def __init__(self, items):
        self._next, self._link, self._length = [{}], [-1], [0]
        last = 0
        for item in items:
            last = self._extend(last, item)

    def _add(self, following, link, length) -> int:
        self._next.append(following)
        self._link.append(link)
        self._length.append(length)
        return len(self._next) - 1

    def _extend(self, last, item) -> int:
        new = self._add({}, 0, self._length[last] + 1)
        at = last
        while at >= 0 and item not in self._next[at]:
            self._next[at][item] = new
            at = self._link[at]
        if at < 0:
            return new
        to = self._next[at][item]
        if self._length[at] + 1 != self._length[to]:
            copy = self._add(dict(self._next[to]), self._link[to], self._length[at] + 1)
            while at >= 0 and self._next[at].get(item) == to:
                self._next[at][item] = copy
                at = self._link[at]
            self._link[to] = copy
            to = copy
        self._link[new] = to
        return new

    def lengths(self, items):
        """Yields, for each item, the length of the longest run that ends with it."""
        at = length = 0
        for item in items:
            while at and item not in self._next[at]:
                at = self._link[at]
                length = self._length[at]
            if item in self._next[at]:
                at = self._next[at][item]
                length += 1
            else:
                length = 0
            yield length


def _longest(text, body, allowed):
    best, end = 0, 0
    pairs = zip(_Runs(body).lengths(text), _Runs(allowed).lengths(text))
    for index, (length, permitted) in enumerate(pairs, 1):
        if length > best and length > permitted:
            best, end = length, index
    return best, text[end - best:end]


def longest_shared_run(text: str, body: str, allowed: str = "") -> dict:
    """{"tokens", "run", "truncated"}: a run that stands in `allowed` as a whole is not counted. `truncated`: the text has
    more than MOST_TEXT_TOKENS tokens or the body more than MOST_TOKENS, and the rest was not looked at."""
    as_code, permitted = list(islice(code_tokens(body), MOST_TOKENS + 1)), list(islice(code_tokens(allowed), MOST_TOKENS))
    # In prose a string is many tokens; here it is one that no prose has. Dots are a prompt there.
    bare = ["\0" if item.startswith("\0") else item for item in as_code if item != "..."]
    readings = [list(islice(read(text), MOST_TEXT_TOKENS + 1)) for read in (code_tokens, prose_tokens)]
    found = [_longest(reading, known, permitted) for reading, known in zip(readings, (as_code, bare))]
    best, run = max(found, key=lambda pair: pair[0])
    truncated = len(as_code) > MOST_TOKENS or any(len(reading) > MOST_TEXT_TOKENS for reading in readings)
    return {"tokens": best, "run": " ".join(item.replace("\0", "") for item in run)[:2000], "truncated": truncated}
