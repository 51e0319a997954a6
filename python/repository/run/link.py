"""Messages between the process that keeps the clocks and the one that runs code: length and JSON over a stream socket, with at most one
descriptor each. Reading one that is broken, too long or none raises ConnectionError."""
from __future__ import annotations

import json
import math
import select
import socket

LONGEST = 64 << 20


def _integer(text: str) -> int:
    if len(text) > 20:
        raise ValueError("no number of ours")
    return int(text)


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError("no number of JSON's")
    return number


def loads(data: bytes):
    """JSON as everybody reads it: neither NaN nor endless numbers; ValueError or RecursionError for anything else."""
    return json.loads(data, parse_int=_integer, parse_float=_finite, parse_constant=_finite)


def send(link: socket.socket, message, descriptor=None) -> None:
    data = json.dumps(message).encode()
    head = len(data).to_bytes(4, "big")
    if descriptor is None:
        link.sendall(head + data)
    else:
        socket.send_fds(link, [head], [descriptor])
        link.sendall(data)


def receive(link: socket.socket, seconds=None):
    """(message, descriptor or None); TimeoutError when there is none within `seconds`."""
    if seconds is not None and not select.select([link], [], [], max(0, seconds))[0]:
        raise TimeoutError
    head, descriptors, _, _ = socket.recv_fds(link, 4, 1)
    while 0 < len(head) < 4:
        more = link.recv(4 - len(head))
        if not more:
            break
        head += more
    size = int.from_bytes(head, "big")
    if len(head) < 4 or size > LONGEST:
        raise ConnectionError("the other side has ended")
    data = bytearray()
    while len(data) < size:
        if seconds is not None and not select.select([link], [], [], 5)[0]:
            raise ConnectionError("a message that does not end")
        part = link.recv(min(1 << 16, size - len(data)))
        if not part:
            raise ConnectionError("the other side has ended")
        data += part
    try:
        return loads(data), descriptors[0] if descriptors else None
    except (ValueError, RecursionError) as error:
        raise ConnectionError("no message") from error
