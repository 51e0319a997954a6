"""Both ways to the host. A frame is 4 bytes big-endian length and a body: a JSON object, or, when its first byte is 0,
bytes on the channel that its second byte names.

Neither way ever blocks by itself: while a job runs, its clocks are looked at in between.
"""
from __future__ import annotations

import json
import os
import select
from collections import deque

from sandbox_tools.cell.protocol import LARGEST_REQUEST, ProtocolError, encode_frame
from sandbox_tools.cell.watch import HostGone

LINE, FILE, RECORD, ANSWER, ARCHIVE = b"l", b"f", b"r", b"e", b"a"
READ_BYTES = 1 << 18


class HostWire:
    def __init__(self, host_in: int, host_out: int):
        self.host_in, self.host_out = host_in, host_out
        os.set_blocking(host_in, False)
        os.set_blocking(host_out, False)
        self._heard = bytearray()
        self._unsent = deque()
        #: Bytes that wait to be sent.
        self.waiting = 0

    def take(self):
        """The next frame that is wholly here: a dict, or (channel, bytes); None when there is none."""
        if len(self._heard) < 4:
            return None
        size = int.from_bytes(self._heard[:4], "big")
        if size > LARGEST_REQUEST:
            raise ProtocolError("frame of %d bytes, at most %d" % (size, LARGEST_REQUEST))
        if len(self._heard) < 4 + size:
            return None
        body = bytes(self._heard[4:4 + size])
        del self._heard[:4 + size]
        if body[:1] == b"\0":
            return body[1:2], body[2:]
        try:
            frame = json.loads(body)
        except (ValueError, RecursionError) as error:
            raise ProtocolError("not JSON") from error
        if not isinstance(frame, dict):
            raise ProtocolError("not an object")
        return frame

    def read(self) -> None:
        """What is there now. @raises HostGone"""
        try:
            data = os.read(self.host_in, READ_BYTES)
        except BlockingIOError:
            return
        if not data:
            raise HostGone()
        self._heard += data

    def next(self):
        """Waits for a frame. @raises HostGone"""
        while True:
            frame = self.take()
            if frame is not None:
                return frame
            poller = select.poll()
            poller.register(self.host_in, select.POLLIN)
            poller.poll()
            self.read()

    def say(self, *frames: dict) -> None:
        for frame in frames:
            self._queue(encode_frame(frame))
        self.send()

    def pass_on(self, channel: bytes, data) -> None:
        self._queue((len(data) + 2).to_bytes(4, "big") + b"\0" + channel + data)
        self.send()

    def _queue(self, data: bytes) -> None:
        self._unsent.append(memoryview(data))
        self.waiting += len(data)

    def send(self) -> None:
        """As much as goes now."""
        try:
            while self._unsent:
                first = self._unsent.popleft()
                try:
                    size = os.write(self.host_out, first)
                except BlockingIOError:
                    self._unsent.appendleft(first)
                    return
                self.waiting -= size
                if size < len(first):
                    self._unsent.appendleft(first[size:])
        except (BrokenPipeError, ConnectionError) as error:
            raise HostGone() from error

    def send_all(self) -> None:
        self.send()
        while self.waiting:
            poller = select.poll()
            poller.register(self.host_out, select.POLLOUT)
            poller.poll()
            self.send()
