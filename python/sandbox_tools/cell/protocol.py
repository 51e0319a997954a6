"""Frames between the host and a box: 4 bytes big-endian length, then UTF-8 JSON, in both directions."""
from __future__ import annotations

import json
import os

LARGEST_REQUEST = 64 << 20


class ProtocolError(Exception):
    """The other side broke the framing; nothing more can be said to it."""


def read_exactly(fd: int, size: int) -> bytes | None:
    """Returns None when the other side has closed, even in the middle."""
    parts = []
    while size > 0:
        part = os.read(fd, min(size, 1 << 20))
        if not part:
            return None
        parts.append(part)
        size -= len(part)
    return b"".join(parts)


def read_frame(fd: int, largest: int = LARGEST_REQUEST):
    """One decoded frame, or None at the end. The announced size is checked before anything is allocated."""
    header = read_exactly(fd, 4)
    if header is None:
        return None
    size = int.from_bytes(header, "big")
    if size > largest:
        raise ProtocolError("frame of %d bytes, at most %d" % (size, largest))
    body = read_exactly(fd, size)
    if body is None:
        return None
    try:
        return json.loads(body)
    except (ValueError, RecursionError) as error:
        raise ProtocolError("not JSON") from error


def encode_frame(value) -> bytes:
    body = json.dumps(value, separators=(",", ":")).encode("ascii")
    return len(body).to_bytes(4, "big") + body


def write_frames(fd: int, *values) -> None:
    """All of them at once: the host is woken once."""
    data = memoryview(b"".join(map(encode_frame, values)))
    while data:
        data = data[os.write(fd, data):]
