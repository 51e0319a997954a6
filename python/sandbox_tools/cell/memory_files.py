"""Memory files: how texts reach a box, and where its output goes. Bounded, gone with their last descriptor."""
from __future__ import annotations

import json
import os

KEPT_OUTPUT = 64 << 10
ROOM_FOR_MARK = 64

_encode = json.JSONEncoder(separators=(",", ":")).encode


def make(data: bytes = b"") -> int:
    fd = os.memfd_create("box")
    view = memoryview(data)
    while view:
        view = view[os.write(fd, view):]
    os.lseek(fd, 0, os.SEEK_SET)
    return fd


def encoded(texts: dict) -> bytes:
    return _encode(texts).encode("ascii")


def make_texts(texts: dict, secret: bytes = b"") -> int:
    """`secret`: what only the box that reads this may know; it comes first."""
    return make(secret + encoded(texts))


def whole(fd: int) -> bytes:
    return os.pread(fd, os.fstat(fd).st_size, 0)


def was_read(fd: int) -> bool:
    """Whether the box that this was meant for stood, and had read it."""
    return os.lseek(fd, 0, os.SEEK_CUR) > 0


def captured(fd: int) -> dict:
    """{text, bytes, truncated} of an output: all of it, or its head and tail."""
    size = os.fstat(fd).st_size
    if size <= KEPT_OUTPUT:
        return {"text": os.pread(fd, size, 0).decode("utf-8", "replace"), "bytes": size, "truncated": False}
    half = (KEPT_OUTPUT - ROOM_FOR_MARK) // 2
    mark = b"\n... %d bytes left out ...\n" % (size - 2 * half)
    kept = os.pread(fd, half, 0) + mark + os.pread(fd, half, size - half)
    return {"text": kept.decode("utf-8", "replace"), "bytes": size, "truncated": True}
