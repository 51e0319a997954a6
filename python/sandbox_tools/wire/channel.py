"""Frames over a stream socket: 4 bytes big-endian length, then JSON in UTF-8 (lone surrogates kept). The length's
highest bit says that bytes follow the JSON, whose own length then comes first: packed numbers and long texts.

Everything used later is bound when this module loads: a program that replaces `json`, `os.write` or a builtin
afterwards changes nothing here.
"""
from __future__ import annotations

import builtins
import json.encoder
import json.scanner
import os

from sandbox_tools.wire.depth import DEEPEST_JSON, Deeper

__builtins__ = dict(vars(builtins))

LARGEST_FRAME = 128 << 20
_FIRST_READ = 1 << 16
_WITH_BYTES = 1 << 31
_READ = os.read
_READ_INTO = os.readv
_WRITE = os.write


class PeerGone(Exception):
    """The other side has closed, or ended."""


class BadFrame(Exception):
    """What arrived is no frame, or not JSON."""


class TooLarge(ValueError):
    """A value that is too large to be sent."""


def _refuse(value):
    raise TypeError("a %s cannot be sent" % type(value).__name__)


class _Scanning:
    strict = False
    object_hook = None
    object_pairs_hook = None
    parse_float = float
    parse_int = int
    parse_constant = {"NaN": float("nan"), "Infinity": float("inf"), "-Infinity": float("-inf")}.__getitem__
    memo = {}


_write_json = json.encoder.c_make_encoder(
    None, _refuse, json.encoder.encode_basestring, None, ":", ",", False, False, True
)
_scan_json = json.scanner.c_make_scanner(_Scanning)


def to_text(tree) -> str:
    try:
        return "".join(_write_json(tree, 0))
    except RecursionError:
        with Deeper(DEEPEST_JSON):
            return "".join(_write_json(tree, 0))


def from_text(text: str):
    try:
        try:
            tree, end = _scan_json(text, 0)
        except RecursionError:
            with Deeper(DEEPEST_JSON):
                tree, end = _scan_json(text, 0)
    except (StopIteration, ValueError, RecursionError):
        raise BadFrame("not JSON") from None
    if end != len(text):
        raise BadFrame("more than one JSON value")
    return tree


def send(fd: int, text: str, blobs=()) -> None:
    """@raises TooLarge before anything is sent, PeerGone."""
    data = text.encode("utf-8", "surrogatepass")
    size = len(data)
    if blobs:
        data = b"".join((size.to_bytes(4, "big"), data, *blobs))
        size = len(data)
    if size > LARGEST_FRAME:
        raise TooLarge("a value of %d bytes is too large to be checked" % size)
    data = (size | _WITH_BYTES if blobs else size).to_bytes(4, "big") + data
    try:
        sent = _WRITE(fd, data)
        if sent < size + 4:
            rest = memoryview(data)
            while sent < size + 4:
                sent += _WRITE(fd, rest[sent:])
    except OSError as error:
        raise PeerGone(str(error)) from None


def _read_rest(fd: int, size: int, start: bytes) -> bytearray:
    body = bytearray(size)
    body[: len(start)] = start
    have = len(start)
    with memoryview(body) as view:
        while have < size:
            count = _READ_INTO(fd, [view[have:]])
            if count == 0:
                raise PeerGone("in the middle of a frame")
            have += count
    return body


def _parted(body):
    """Text and bytes of a frame that has both."""
    view = memoryview(body)
    size = int.from_bytes(view[:4], "big")
    if size > len(view) - 4:
        raise BadFrame("JSON longer than its frame")
    return str(view[4 : 4 + size], "utf-8", "surrogatepass"), view[4 + size :]


class Frames:
    """Several frames that come one after another, whose limits a read need not meet."""

    def __init__(self, fd: int):
        self._fd = fd
        self._data = b""
        self._at = 0

    def __call__(self):
        """The next one, as `receive` gives it. @raises PeerGone, BadFrame"""
        try:
            size = int.from_bytes(self._taken(4), "big")
            parted = size & _WITH_BYTES
            size &= ~_WITH_BYTES
            if size > LARGEST_FRAME:
                raise BadFrame("%d bytes announced" % size)
            body = self._taken(size)
            return _parted(body) if parted else (str(body, "utf-8", "surrogatepass"), None)
        except OSError as error:
            raise PeerGone(str(error)) from None
        except UnicodeDecodeError:
            raise BadFrame("not UTF-8") from None

    def _taken(self, size: int):
        end = self._at + size
        if end > len(self._data):
            return self._read(size)
        body = self._data[self._at:end]
        self._at = end
        return body

    def _read(self, size: int):
        start, self._data, self._at = self._data[self._at:], b"", 0
        if size > _FIRST_READ:
            return _read_rest(self._fd, size, start)
        while len(start) < size:
            more = _READ(self._fd, _FIRST_READ)
            if not more:
                raise PeerGone("closed")
            start += more
        self._data, self._at = start, size
        return start[:size]

    def demand_end(self) -> None:
        """@raises BadFrame where more has come than the frames that were taken"""
        if self._at < len(self._data):
            raise BadFrame("more than was asked for")


def receive(fd: int):
    """The next frame: (text, bytes or None). @raises PeerGone, BadFrame (before anything is allocated for it)."""
    try:
        data = _READ(fd, _FIRST_READ)
        while 0 < len(data) < 4:
            more = _READ(fd, 4 - len(data))
            data = data + more if more else b""
        if not data:
            raise PeerGone("closed")
        size = int.from_bytes(data[:4], "big")
        parted = size & _WITH_BYTES
        body = data[4:]
        if parted or len(body) != size:
            size &= ~_WITH_BYTES
            if size > LARGEST_FRAME or len(body) > size:
                raise BadFrame("%d bytes announced, %d came" % (size, len(body)))
            if len(body) != size:
                body = _read_rest(fd, size, body)
            if parted:
                return _parted(body)
        return str(body, "utf-8", "surrogatepass"), None
    except OSError as error:
        raise PeerGone(str(error)) from None
    except UnicodeDecodeError:
        raise BadFrame("not UTF-8") from None
