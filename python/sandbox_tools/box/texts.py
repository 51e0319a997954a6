"""How a box reads the one memory file that is meant for it, and says that it stands."""
from __future__ import annotations

import base64
import json
import os

_decode = json.JSONDecoder().decode


def take_texts(fd: int) -> dict:
    """The texts for this box, which is how it says that its walls are up: reading moves the offset that the
    controller sees. The descriptor is closed: nothing that runs later can read or move it. @raises MemoryError"""
    size = os.fstat(fd).st_size - os.lseek(fd, 0, os.SEEK_CUR)
    parts = []
    try:
        while size > 0:
            part = os.read(fd, size)
            parts.append(part)
            size -= len(part)
    except MemoryError:
        os.lseek(fd, 0, os.SEEK_END)  # the walls stand all the same
        raise
    finally:
        os.close(fd)
    return _decode(b"".join(parts).decode("ascii"))


def program_source(texts: dict):
    """Text, or bytes where the exact bytes of a file were given."""
    if "program64" in texts:
        return base64.b64decode(texts["program64"])
    source = texts["program"]
    return source[1:] if source.startswith("\ufeff") else source
