"""A definition whose body nobody may find: what a file tells of it, and the file without it.

Looked for are the file itself, definitions of the same name and shape (local names and layout aside), the text of the body, and both
inside of archives. Compiled code is not read: it goes, or the whole is refused."""
from __future__ import annotations

import ast
import bz2
import gzip
import io
import lzma
import re
import tarfile
import zipfile

from repository.text.bodies import body_text, located, signature_text, stub_of
from repository.text.layout import Layout
from repository.text.leaks import code_tokens, longest_shared_run
from repository.text.scopes import walk_definitions
from repository.text.source import Unreadable, read_source
from repository.text.tree_hash import shape_hash

#: Shorter runs stand in any program.
LEAST_TOKENS = 20
LEAST_LINE = 12
LARGEST_TEXT = 8 << 20
#: Of all that is unpacked of one file.
LARGEST_UNPACKED = 256 << 20
DEEPEST_ARCHIVE = 3
_OPENERS = ((b"\x1f\x8b", gzip.open), (b"BZh", bz2.open), (b"\xfd7zXZ\x00", lzma.open))

SAME = "same"
STUBBED = "stubbed"
COPY = "copy"
UNSEEN = "unseen"


def _shape(found) -> str:
    layout_body = found.node.body
    first = layout_body[0]
    if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str):
        layout_body = layout_body[1:]
    return shape_hash(found.node, layout_body, [node for item in layout_body for node in ast.walk(item)])


class Secret:
    """`raw`: the file that holds it; `definition`: {"qualname", "n"}. Raises Unreadable, NoSuchDefinition."""

    def __init__(self, raw: bytes, definition: dict):
        source = read_source(raw)
        found = located(source, definition)
        self.raw, self.name = raw, found.node.name
        self.stub = stub_of(source, found)
        self._body, self._signature = body_text(source, found), signature_text(source, found)
        self._tokens = len(list(code_tokens(self._body)))
        self._shape = _shape(found)
        self._has_body = bool(Layout(source, found.node).rest)
        self._lines = sorted({line.strip() for line in self._body.splitlines() if len(line.strip()) >= LEAST_LINE and not line.strip().startswith("#")},
                             key=lambda line: (-len(line), line))
        self._defined = re.compile(rb"\bdef\s+" + re.escape(self.name.encode("utf-8")) + rb"\b")
        self._mentioned = re.compile(rb"(?<!\w)" + re.escape(self.name.encode("utf-8")) + rb"(?!\w)")

    def is_mentioned(self, data: bytes) -> bool:
        return bool(self._mentioned.search(data))

    def seen_in(self, data: bytes, path: str):
        """(None, data): nothing of it; (SAME | STUBBED, the file without it); (COPY | UNSEEN, None): it is there, or nobody can tell."""
        if data == self.raw:
            # Its twin beside it, of whatever name, is a neighbour, and stays.
            return (COPY, None) if self._runs_in(self.stub) else (SAME, self.stub)
        if not self._has_body:
            return None, data
        if path.endswith((".py", ".pyi", ".pyw")) and self._defined.search(data):
            without = self._stubbed(data)
            if without is not None:
                return (COPY, None) if self._is_told(without) else (STUBBED, without)
        told = self._told_anywhere(data, DEEPEST_ARCHIVE, [LARGEST_UNPACKED])
        return (None, data) if told is None else (told, None)

    def _stubbed(self, data: bytes):
        """The file with every definition of that name and shape stubbed; None when there is none."""
        stubbed = None
        while True:
            try:
                source = read_source(data)
            except (Unreadable, RecursionError, MemoryError):
                return stubbed
            found = next((one for one in walk_definitions(source.tree) if one.node.name == self.name and _shape(one) == self._shape), None)
            if found is None:
                return stubbed
            stubbed = data = stub_of(source, found)

    def _told_anywhere(self, data: bytes, depth: int, left: list):
        if data[:4] == b"PK\x03\x04" or data[:2] == b"\x1f\x8b" or data[:3] == b"BZh" or data[:6] == b"\xfd7zXZ\x00" or data[257:262] == b"ustar":
            if depth == 0:
                return UNSEEN
            try:
                for member in _members(data, left):
                    told = COPY if member == self.raw else self._told_anywhere(member, depth - 1, left)
                    if told is not None:
                        return told
                return None
            except _TooLarge:
                return UNSEEN
            except Exception:
                # Nothing that could be unpacked: bytes as any other.
                pass
        return COPY if self._is_told(data) else None

    def _is_told(self, data: bytes) -> bool:
        if self._tokens < LEAST_TOKENS or not self._lines:
            return False
        if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
            data = data.decode("utf-16", "replace").encode()
        hits = sum(line.encode("utf-8", "replace") in data for line in self._lines)
        if not hits:
            return False
        if len(self._lines) >= 4 and hits == len(self._lines):
            return True
        return self._runs_in(data)

    def _runs_in(self, data: bytes) -> bool:
        if self._tokens < LEAST_TOKENS:
            return False
        text = data[:LARGEST_TEXT].decode("utf-8", "replace")
        told = longest_shared_run(text, self._body, self._signature)["tokens"]
        return told >= max(LEAST_TOKENS, self._tokens * 9 // 10)


class _TooLarge(Exception):
    pass


def _bounded(stream, left: list) -> bytes:
    data = stream.read(left[0] + 1)
    left[0] -= len(data)
    if left[0] < 0:
        raise _TooLarge
    return data


def _members(data: bytes, left: list):
    """The contents of an archive, or the one of a compressed file."""
    if data[:4] == b"PK\x03\x04":
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            for info in archive.infolist():
                with archive.open(info) as stream:
                    yield _bounded(stream, left)
        return
    for magic, opener in _OPENERS:
        if data.startswith(magic):
            with opener(io.BytesIO(data)) as stream:
                yield _bounded(stream, left)
            return
    with tarfile.open(fileobj=io.BytesIO(data)) as archive:
        for member in archive:
            if member.isreg():
                yield _bounded(archive.extractfile(member), left)
