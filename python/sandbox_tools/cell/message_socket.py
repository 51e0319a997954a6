"""What the two processes of a cell say to each other: one JSON object a message, descriptors beside it. No text of a
program or a test is ever in a message; those travel in memory files."""
from __future__ import annotations

import array
import json
import socket

LARGEST_MESSAGE = 64 << 10
MOST_DESCRIPTORS = 8
_ROOM = socket.CMSG_SPACE(MOST_DESCRIPTORS * array.array("i").itemsize)

decode = json.JSONDecoder().decode
encode = json.JSONEncoder(separators=(",", ":")).encode


class SocketClosed(Exception):
    """The other process is gone."""


def pair() -> tuple:
    return socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)


def send(link, message: dict, descriptors=()) -> None:
    ancillary = []
    if descriptors:
        ancillary.append((socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", descriptors)))
    try:
        link.sendmsg([encode(message).encode("ascii")], ancillary)
    except (BrokenPipeError, ConnectionError) as error:
        raise SocketClosed() from error


def receive(link) -> tuple:
    """(message, descriptors). @raises SocketClosed"""
    try:
        data, ancillary, _, _ = link.recvmsg(LARGEST_MESSAGE, _ROOM)
    except ConnectionError as error:
        raise SocketClosed() from error
    descriptors = []
    for level, kind, body in ancillary:
        if level == socket.SOL_SOCKET and kind == socket.SCM_RIGHTS:
            numbers = array.array("i")
            numbers.frombytes(body[:len(body) - len(body) % numbers.itemsize])
            descriptors.extend(numbers)
    if not data:
        raise SocketClosed()
    return decode(data.decode("ascii")), descriptors
