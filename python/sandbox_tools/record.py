"""The completion record: how a candidate's process says that its test has finished, and the only way to a pass.

A socket pair that keeps message borders. A record counts only with the run's own nonce and only when the kernel names
the candidate's first process as its sender: children that inherited the descriptor cannot speak for it. Under shared
assurance program and test are one process, so a program bent on it can still find the nonce in its own memory.
"""
from __future__ import annotations

import fcntl
import json
import os
import random
import socket
import struct

NONCE_BYTES = 16
LARGEST_RECORD = 32 << 10
KINDS = ("passed", "failed", "raised", "memory-limit")
_CREDENTIALS = struct.Struct("3i")


def parse_credentials(ancillary):
    """Process id of the sender as the kernel saw it, or None."""
    for level, kind, data in ancillary:
        if level == socket.SOL_SOCKET and kind == socket.SCM_CREDENTIALS:
            return _CREDENTIALS.unpack(data[:_CREDENTIALS.size])[0]
    return None


class RecordReceiver:
    """The supervisor's end. `read` after everything of the test is dead."""

    def __init__(self):
        self.nonce = os.urandom(NONCE_BYTES)
        self._socket, self.candidate_end = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
        self._socket.setblocking(False)

    def fileno(self) -> int:
        return self._socket.fileno()

    def close(self) -> None:
        self._socket.close()
        self.candidate_end.close()

    def _messages(self):
        while True:
            try:
                data, ancillary, _, _ = self._socket.recvmsg(
                    LARGEST_RECORD, socket.CMSG_SPACE(_CREDENTIALS.size)
                )
            except (BlockingIOError, ConnectionError):
                return
            if not data and not ancillary:
                return
            yield parse_credentials(ancillary), data

    def read(self, pid: int) -> dict:
        """{recorded, error, actual, tampered} of what process `pid` said."""
        said = {"recorded": None, "error": None, "actual": None, "tampered": False}
        for sender, data in self._messages():
            if sender != pid or not data.startswith(self.nonce):
                said["tampered"] = True
                continue
            self._take(said, data[NONCE_BYTES:])
        return said

    @staticmethod
    def _take(said: dict, body: bytes) -> None:
        kind = body.decode("utf-8", "replace")
        if kind in KINDS:
            if said["recorded"] is None:
                said["recorded"] = kind
            return
        try:
            texts = json.loads(body)
            for name in ("error", "actual"):
                if isinstance(texts.get(name), str):
                    said[name] = texts[name]
        except (ValueError, AttributeError, RecursionError):
            said["tampered"] = True


def move_high(fd: int) -> int:
    """Out of the way of programs that close or scribble on low descriptors; stays where it is if that cannot be."""
    try:
        high = fcntl.fcntl(fd, fcntl.F_DUPFD_CLOEXEC, 400 + random.randrange(400))
    except (OSError, ValueError):
        return fd
    os.close(fd)
    return high


class RecordSender:
    """The candidate's end. Everything it needs later is made before the program runs."""

    def __init__(self, receiver: RecordReceiver):
        self._nonce = receiver.nonce
        fd = move_high(receiver.candidate_end.detach())
        self.fd = fd
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET, fileno=fd)
        os.set_inheritable(fd, False)
        os.register_at_fork(after_in_child=self._close_in_child)
        send = self._socket.send
        ready = {kind: self._nonce + kind.encode() for kind in KINDS}
        self.send_kind = lambda kind: send(ready[kind])
        self._send = send
        self._encode = json.JSONEncoder().encode

    def _close_in_child(self) -> None:
        try:
            os.close(self.fd)
        except OSError:
            pass

    def send_texts(self, texts: dict) -> None:
        self._send(self._nonce + self._encode(texts).encode("ascii"))
