"""The box's end of the way to the package index: HTTP on its own loopback address, frames on two pipes to the host.

A frame: four bytes with its length, most significant first; four with the length of its head; the head, JSON with `id` and
`kind`; its body. `request` {method, path, headers} goes to the host, `response` {status, headers}, any number of `data` and `end`
come back, in any order among requests; `cancel` ends one from either side. Nothing is decided here: what may be asked is
the host's to say.
"""
from __future__ import annotations

import http.server
import json
import os
import queue
import struct
import threading

MOST_HEAD_BYTES = 64 * 1024
MOST_BODY_BYTES = 1024 * 1024
#: Without a frame for that long an answer is given up.
SILENCE_SECONDS = 180
#: Frames that wait for one slow reader; beyond them it is dropped, so that it does not hold up the others.
MOST_WAITING = 1024
MOST_AT_ONCE = 64
KEPT_HEADERS = ("accept", "user-agent")


class Broken(Exception):
    """The other side wrote what is no frame, or is gone."""


def encode_frame(head: dict, body: bytes = b"") -> bytes:
    text = json.dumps(head).encode()
    return struct.pack(">II", 4 + len(text) + len(body), len(text)) + text + body


def read_exactly(descriptor: int, count: int, first: bool = False) -> bytes:
    """That many bytes of a pipe; b"" at its end when `first`. :raises Broken: it ends within them"""
    parts, missing = [], count
    while missing:
        part = os.read(descriptor, min(missing, 1 << 20))
        if not part:
            if first and missing == count:
                return b""
            raise Broken("ended within a frame")
        parts.append(part)
        missing -= len(part)
    return b"".join(parts)


def read_frame(descriptor: int):
    """(head, body), None at the end. :raises Broken: what comes is no frame"""
    start = read_exactly(descriptor, 4, first=True)
    if not start:
        return None
    (length,) = struct.unpack(">I", start)
    if not 4 <= length <= 4 + MOST_HEAD_BYTES + MOST_BODY_BYTES:
        raise Broken(f"a frame of {length} bytes")
    frame = read_exactly(descriptor, length)
    end = 4 + struct.unpack(">I", frame[:4])[0]
    try:
        head = json.loads(frame[4:end])
        known = isinstance(head["id"], int) and head["kind"] in ("response", "data", "end", "cancel")
    except (ValueError, KeyError, TypeError) as error:
        raise Broken("a head that cannot be read") from error
    if not known:
        raise Broken("a head that says nothing known")
    return head, frame[end:]


class Relay:
    """Listens until it is stopped or the host's pipe ends.

    :param read, write: descriptors of the pipes from and to the host; nobody else uses them
    :param port: 0 chooses one, then told by `port`
    """

    def __init__(self, read: int, write: int, port: int = 0):
        self._read, self._write = read, write
        self._lock = threading.Lock()
        self._waiting: dict = {}
        self._next = 0
        self._over = False
        self._slots = threading.BoundedSemaphore(MOST_AT_ONCE)
        relay = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            timeout = SILENCE_SECONDS

            def log_message(self, *_):
                pass

            def _forward(self):
                with relay._slots:
                    relay._answer(self)

            do_GET = do_HEAD = do_POST = do_PUT = do_DELETE = do_PATCH = do_OPTIONS = do_CONNECT = _forward

        class Server(http.server.ThreadingHTTPServer):
            daemon_threads = True
            request_queue_size = 128

            def handle_error(self, *_):
                pass

        self._server = Server(("127.0.0.1", port), Handler)
        self.port = self._server.server_address[1]

    def start(self) -> "Relay":
        for target in (self._server.serve_forever, self._receive):
            threading.Thread(target=target, daemon=True).start()
        return self

    def stop(self) -> None:
        """Closes the listener and the pipe to the host, which ends the conversation there."""
        self._server.shutdown()
        self._server.server_close()
        with self._lock:
            if not self._over:
                self._over = True
                os.close(self._write)

    def _send(self, head: dict) -> None:
        frame = memoryview(encode_frame(head))
        with self._lock:
            if self._over:
                raise Broken("over")
            while frame:
                frame = frame[os.write(self._write, frame):]

    def _receive(self) -> None:
        try:
            while True:
                frame = read_frame(self._read)
                if frame is None:
                    break
                waiting = self._waiting.get(frame[0]["id"])
                if waiting is not None:
                    try:
                        waiting.put(frame, timeout=SILENCE_SECONDS if waiting.qsize() < MOST_WAITING // 2 else 5)
                    except queue.Full:
                        self._waiting.pop(frame[0]["id"], None)
        except (Broken, OSError):
            pass
        for waiting in list(self._waiting.values()):
            try:
                waiting.put_nowait(({"kind": "cancel"}, b""))
            except queue.Full:
                pass

    def _answer(self, handler) -> None:
        """One request of a client, there and back; a conversation that is over is 503, the infrastructure's."""
        with self._lock:
            self._next += 1
            number = self._next
        frames: queue.Queue = queue.Queue(MOST_WAITING)
        self._waiting[number] = frames
        begun = False
        handler.close_connection = True
        try:
            headers = {name.lower(): value[:2000] for name, value in handler.headers.items() if name.lower() in KEPT_HEADERS}
            self._send({"id": number, "kind": "request", "method": handler.command, "path": handler.path[:4000], "headers": headers})
            head, _ = frames.get(timeout=SILENCE_SECONDS)
            if head["kind"] != "response":
                raise Broken("no response")
            handler.send_response(int(head.get("status", 503)))
            told = {str(name).lower(): str(value) for name, value in (head.get("headers") or {}).items()}
            # Where the length is known a cut is seen; where not, the end of the connection is the end of the answer.
            for name, value in told.items():
                if "\n" not in name + value and "\r" not in name + value:
                    handler.send_header(name, value)
            handler.send_header("connection", "close")
            handler.end_headers()
            begun = True
            while True:
                head, body = frames.get(timeout=SILENCE_SECONDS)
                if head["kind"] == "data":
                    handler.wfile.write(body)
                else:
                    break
        except (Broken, queue.Empty, OSError):
            try:
                if not begun:
                    handler.send_error(503, "the way to the index is closed")
                self._send({"id": number, "kind": "cancel"})
            except (Broken, OSError):
                pass
        finally:
            self._waiting.pop(number, None)
