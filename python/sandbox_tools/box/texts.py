"""How a box reads the one memory file that is meant for it, and says that it stands."""
from __future__ import annotations

import base64
import json
import os

#: First byte of a memory file once its box has read it and every wall is up.
READY = b"R"

_decode = json.JSONDecoder().decode


def _contents(fd: int) -> bytes:
    size = os.fstat(fd).st_size
    parts = []
    while size > 0:
        part = os.pread(fd, size, sum(map(len, parts)))
        parts.append(part)
        size -= len(part)
    return b"".join(parts)


def take_texts(fd: int) -> dict:
    """The texts for this box. The descriptor is closed: nothing that runs later can read or mark it."""
    texts = _decode(_contents(fd).decode("ascii"))
    os.pwrite(fd, READY, 0)
    os.close(fd)
    return texts


def program_source(texts: dict):
    """Text, or bytes where the exact bytes of a file were given."""
    if "program64" in texts:
        return base64.b64decode(texts["program64"])
    source = texts["program"]
    return source[1:] if source.startswith("\ufeff") else source
