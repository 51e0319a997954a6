"""What one block wrote, in order, with a head and a tail of bounded size: the same memory for ten bytes and for ten
gigabytes."""
from __future__ import annotations

import codecs
from collections import deque

STREAMS = ("stdout", "stderr")
#: What a part costs beyond its text: many empty ones are bounded too.
COST = 16


def _cut(data: bytes, start: int, stop: int) -> str:
    return data[start:stop].decode("utf-8", "ignore")


class Kept:
    """`tell(kind, text)` hears the head at once, the rest at the end; `dropped(bytes)` stands between them."""

    def __init__(self, most_bytes: int, tell, dropped):
        self._tell, self._dropped = tell, dropped
        self._head_left = self._most_tail = most_bytes // 2
        self._tail = deque()
        self._tail_bytes = 0
        self._lost = 0
        self._decoders = {name: codecs.getincrementaldecoder("utf-8")("replace") for name in STREAMS}

    def wrote(self, stream: str, data: bytes, final: bool = False) -> None:
        """Bytes of a process's own; characters may be cut anywhere."""
        text = self._decoders[stream].decode(data, final)
        if text:
            self.add(stream, text)

    def add(self, kind: str, text: str) -> None:
        data = text.encode("utf-8", "replace")
        if not self._tail:
            size = len(data) + COST
            if size <= self._head_left:
                self._head_left -= size
                return self._tell(kind, data.decode())
            if kind in STREAMS and self._head_left > COST:
                head = _cut(data, 0, self._head_left - COST)
                data = data[len(head.encode()):]
                if head:
                    self._tell(kind, head)
            self._head_left = 0
        self._keep(kind, data)

    def _keep(self, kind: str, data: bytes) -> None:
        self._tail.append((kind, data))
        self._tail_bytes += len(data) + COST
        while self._tail_bytes > self._most_tail:
            kind, data = self._tail.popleft()
            self._tail_bytes -= len(data) + COST
            room = self._most_tail - self._tail_bytes - COST
            if kind in STREAMS and room > 0:
                self._lost += len(data) - room
                self._tail.appendleft((kind, data[-room:]))
                self._tail_bytes += room + COST
                break
            self._lost += len(data)

    def finish(self) -> None:
        for stream in STREAMS:
            self.wrote(stream, b"", True)
        if self._lost:
            self._dropped(self._lost)
        for kind, data in self._tail:
            # A cut may have gone through a character.
            self._tell(kind, data.decode("utf-8", "ignore"))
