"""What the box of a job says: one byte that names the kind, 4 bytes big-endian length, a body. Bytes of a program, to be
taken as that: anything that is not exactly so is the end of the conversation."""
from __future__ import annotations

import json

LARGEST_RECORD = 16 << 20
LARGEST_PIECE = 1 << 20
LONGEST_NAME = 255
LONGEST_ERROR = 64 << 10
#: Kinds, with the largest body of each: a record, a file's name, a piece of it, its end, the last record, an error.
LARGEST = {b"r": LARGEST_RECORD, b"F": LONGEST_NAME, b"d": LARGEST_PIECE, b"c": 0, b"E": LARGEST_RECORD, b"X": LONGEST_ERROR}
LONGEST_TEXT = 4_000


class MalformedFrame(Exception):
    """The bytes are not a frame."""


class Frames:
    def __init__(self):
        self._data = bytearray()

    def push(self, data: bytes):
        """(kind, body) of each frame that is whole now. @raises MalformedFrame"""
        self._data += data
        while len(self._data) >= 5:
            kind, size = bytes(self._data[:1]), int.from_bytes(self._data[1:5], "big")
            if size > LARGEST.get(kind, -1):
                raise MalformedFrame()
            if len(self._data) < 5 + size:
                return
            body = bytes(self._data[5:5 + size])
            del self._data[:5 + size]
            yield kind, body


def file_name(body: bytes) -> str:
    """@raises MalformedFrame"""
    try:
        name = body.decode("utf-8")
    except UnicodeDecodeError as error:
        raise MalformedFrame() from error
    if not name or not name.isprintable() or "/" in name or "\\" in name or name in (".", ".."):
        raise MalformedFrame()
    return name


def error_told(body: bytes) -> dict:
    """{error: {type, message}, memory}. @raises MalformedFrame"""
    try:
        told = json.loads(body)
        kind, message = told["type"], told["message"]
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise MalformedFrame() from error
    if not (isinstance(kind, str) and isinstance(message, str)):
        raise MalformedFrame()
    return {"error": {"type": kind[:LONGEST_TEXT], "message": message[:LONGEST_TEXT]}, "memory": told.get("memory") is True}
