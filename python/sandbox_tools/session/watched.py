"""The controller's side of a session: starts its box, hands it blocks, keeps the clock, passes on what is written, and
says how each block has ended. Nothing that a box says is more than text here."""
from __future__ import annotations

import base64
import fcntl
import json
import os
import select
import signal
import sys
import termios
import time

from sandbox_tools.box.limits import MEGABYTE
from sandbox_tools.cell import cpu_clock, message_socket
from sandbox_tools.cell.protocol import encode_frame, read_frame
from sandbox_tools.cell.watch import BrokenCell, HostGone, heard_of_boxes
from sandbox_tools.session import folder
from sandbox_tools.session.interpreter import HEADER, LONGEST_TEXT
from sandbox_tools.session.kept import Kept

#: Ends that a box may name. The others are seen from here.
TOLD_ENDS = ("finished", "raised", "interrupted", "input-refused")
#: Kinds of parts that a box may say.
TOLD_KINDS = ("value", "table", "error", "stderr")
#: Of what a box says apart from files: what it becomes here may be fifty times as large.
LARGEST_SAID = 1 << 20
#: A pipe holds no more: one read takes all that was there.
PIPE_BYTES = 1 << 16
LONGEST_START_MS = 30_000
#: An interrupt that was swallowed is followed by the next.
INTERRUPT_AGAIN_MS = 500
LONGEST_END_SECONDS = 20.0
#: More than any session lives.
CPU_SECONDS = 1 << 30
#: Controller, the process beside it, the one that forks boxes, and the interpreter.
ALONE = 4
ROUNDS_OF_KILLING = 200


class MalformedFrame(Exception):
    """The box said something that is no frame: its interpreter is no longer ours."""


class Frames:
    """Bytes of a box to (frame, content): two sizes, a small JSON object, and the bytes of a file as they are."""

    def __init__(self):
        self._data = bytearray()

    def push(self, data: bytes):
        """@raises MalformedFrame"""
        self._data += data
        while len(self._data) >= HEADER.size:
            said, content = HEADER.unpack_from(self._data)
            if said > LARGEST_SAID or content > folder.MOST_BYTES:
                raise MalformedFrame()
            middle, end = HEADER.size + said, HEADER.size + said + content
            if len(self._data) < end:
                return
            frame = _decode(self._data[HEADER.size:middle])
            yield frame, bytes(self._data[middle:end])
            del self._data[:end]


def _decode(data) -> dict:
    try:
        frame = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise MalformedFrame() from error
    if not isinstance(frame, dict):
        raise MalformedFrame()
    return frame


class Taken:
    """What one block says, bounded."""

    def __init__(self, say, kept: Kept, nonce: str):
        self.say, self.kept, self.nonce = say, kept, nonce
        self.end = None
        self._files, self._bytes = 0, 0

    def take(self, frame: dict, content: bytes = b"") -> None:
        if frame.get("nonce") != self.nonce or self.end is not None:
            return  # of an earlier block
        if frame.get("done") in TOLD_ENDS:
            self.end = frame["done"]
        elif isinstance(frame.get("text"), str) and frame.get("kind") in TOLD_KINDS:
            self.kept.add(frame["kind"], frame["text"])
        elif folder.is_file_name(frame.get("file")):
            self._take_file(frame["file"], content)

    def _take_file(self, name: str, content: bytes) -> None:
        self._files += 1
        self._bytes += len(content)
        if self._files <= folder.MOST_FILES and self._bytes <= folder.MOST_BYTES:
            self.kept.add("artefact", name)
            self.say({"file": {"name": name, "content64": base64.b64encode(content).decode("ascii")}})


class Session:
    """One box of a cell that makes no other. `say` takes frames for the host.
    @raises HostGone, BrokenCell"""

    def __init__(self, link, host_in: int, say, oom, request: dict):
        self.link, self.host_in, self.say, self.oom = link, host_in, say, oom
        self.limits = request["limits"]
        self.pipes = {name: os.pipe() for name in ("output", "errors", "said", "told")}
        for name, (reading, writing) in self.pipes.items():
            os.set_blocking(writing if name == "told" else reading, False)
        self.readers = {name: self.pipes[name][0] for name in ("output", "errors", "said")}
        self.told = self.pipes["told"][1]
        self.frames = Frames()
        #: [wait status, CPU ms, whether it was killed from here] once the box has ended.
        self.ended = None
        #: Of the interpreter; None: it starts.
        self.pid = None
        self._start(request["seed"])

    def _start(self, seed: int) -> None:
        limits = self.limits
        message = {
            "run": "session",
            "limits": {
                "memoryMb": limits["memoryMb"],
                "processes": limits["processes"],
                "diskMb": limits["diskMb"],
                # Of one file: its output is bounded where it is read.
                "outputBytes": limits["diskMb"] * MEGABYTE,
            },
            "cpuSeconds": CPU_SECONDS,
            "seed": seed,
            "mostText": min(LONGEST_TEXT, max(200, limits["outputBytes"] // 8)),
        }
        # Its pipes stay open here as well: what a program closes is no news.
        ends = [self.pipes[name][1] for name in ("output", "errors", "said")] + [self.pipes["told"][0]]
        message_socket.send(self.link, message, ends)
        answer = self._ask(b"", "", LONGEST_START_MS, {"id": None})
        if answer["end"] != "finished":
            raise BrokenCell("an interpreter did not come to stand")
        self.pid = _boxed()[0]
        self.signal(signal.SIGSTOP)

    def block(self, request: dict) -> dict:
        return self._asked(request, {"number": request["number"], "code": request["code"]})

    def give(self, request: dict) -> dict:
        return self._asked(request, {"files": request["files"]})

    def _asked(self, request: dict, message: dict) -> dict:
        """{end, cause, wallMs}"""
        nonce = os.urandom(16).hex()
        if self.ended is None:
            self._forget()
            self.signal(signal.SIGCONT)
        return self._ask(encode_frame({"nonce": nonce, **message}), nonce, self.limits["blockMs"], request)

    def _forget(self) -> None:
        """What was written between blocks is nobody's. The box stands still: there is no more of it than pipes hold."""
        for fd in self.readers.values():
            while self._read(fd):
                pass
        self.frames = Frames()

    @staticmethod
    def _read(fd: int) -> bytes:
        try:
            return os.read(fd, PIPE_BYTES)
        except BlockingIOError:
            return b""

    def _ask(self, data: bytes, nonce: str, wall_ms: float, request: dict) -> dict:
        def say(frame: dict) -> None:
            if request["id"] is not None:
                self.say({"id": request["id"], **frame})

        kept = Kept(
            self.limits["outputBytes"],
            lambda kind, text: say({"part": {"kind": kind, "text": text}}),
            lambda count: say({"part": {"kind": "dropped", "bytes": count}}),
        )
        taken = Taken(say, kept, nonce)
        self.oom.rose()
        started = time.monotonic()
        watch = _Watch(self, request["id"], started + wall_ms / 1000)
        end, cause = watch.until_over(memoryview(data), taken)
        kept.finish()
        return {"end": end, **({"cause": cause} if cause else {}), "wallMs": round((time.monotonic() - started) * 1000, 3)}

    def read_streams(self, kept: Kept) -> int:
        size = 0
        for stream, name in (("stdout", "output"), ("stderr", "errors")):
            data = self._read(self.readers[name])
            size += len(data)
            kept.wrote(stream, data)
        return size

    def read_all(self, taken: Taken) -> int:
        """What was said by now comes after what was written by now, and before what is written meanwhile.
        @raises MalformedFrame"""
        said = self.readers["said"]
        waiting = int.from_bytes(fcntl.ioctl(said, termios.FIONREAD, bytes(4)), sys.byteorder)
        size = self.read_streams(taken.kept)
        if waiting > 0:
            for frame, content in self.frames.push(os.read(said, waiting)):
                taken.take(frame, content)
        return size + waiting

    def hear_link(self) -> None:
        """@raises BrokenCell"""
        message = heard_of_boxes(self.link)
        if "ended" in message:
            self.ended = message["ended"]["candidate"]

    def kill(self) -> None:
        message_socket.send(self.link, {"kill": True})
        poller = select.poll()
        poller.register(self.link, select.POLLIN)
        deadline = time.monotonic() + LONGEST_END_SECONDS
        while self.ended is None:
            if not poller.poll(max(0.0, deadline - time.monotonic()) * 1000):
                raise BrokenCell("a box would not end")
            self.hear_link()

    def rest(self) -> bool:
        """Between blocks nothing of a session runs. False: what its block had started would not end."""
        if self.pid is None:
            return True
        self.signal(signal.SIGSTOP)
        for _ in range(ROUNDS_OF_KILLING):
            if sum(name.isdigit() for name in os.listdir("/proc")) <= ALONE:
                return True
            others = [pid for pid in _boxed() if pid != self.pid]
            if not others:
                return True
            for pid in others:
                _send(pid, signal.SIGKILL)
        return False

    def signal(self, number: int) -> None:
        """To the interpreter alone, by the number it has here."""
        if self.pid is not None:
            _send(self.pid, number)


def _send(pid: int, number: int) -> None:
    try:
        os.kill(pid, number)
    except ProcessLookupError:
        pass


def _boxed() -> list:
    """Living processes of boxes."""
    return [process.pid for _, process in cpu_clock.boxed_processes() if process.threads > 0]


class _Watch:
    """Until a block is over, by itself or by force."""

    def __init__(self, session: Session, block: str, deadline: float):
        self.session, self.block, self.deadline = session, block, deadline
        #: When the interpreter is killed; None: nobody has asked it to stop.
        self.last = None
        self.next_interrupt = deadline

    def until_over(self, data, taken: Taken) -> tuple:
        """(end, cause)"""
        session = self.session
        poller = select.poll()
        for fd in (*session.readers.values(), session.link.fileno(), session.host_in):
            poller.register(fd, select.POLLIN)
        data = data[self._tell(data):]
        if data:
            poller.register(session.told, select.POLLOUT)
        try:
            while taken.end is None and session.ended is None:
                ready = [fd for fd, _ in poller.poll(self._patience_ms())]
                session.read_all(taken)
                if session.link.fileno() in ready:
                    session.hear_link()
                if session.host_in in ready:
                    self._hear_host()
                if session.told in ready:
                    data = data[self._tell(data):]
                    if not data:
                        poller.unregister(session.told)
                if self._is_due() and taken.end is None and session.ended is None:
                    return self._lose(taken, "time")
        except MalformedFrame:
            return self._lose(taken, "signal")
        if session.ended is not None:
            return self._gone(taken)
        session.read_streams(taken.kept)
        if not session.rest():
            return self._lose(taken, "signal")
        if self.last is not None and taken.end != "input-refused":
            return "interrupted", None
        return "raised" if taken.end == "interrupted" else taken.end, None

    def _tell(self, data) -> int:
        try:
            return os.write(self.session.told, data[:PIPE_BYTES])
        except BlockingIOError:
            return 0

    def _patience_ms(self) -> float:
        return max(0.0, (self.next_interrupt - time.monotonic()) * 1000) + 1

    def _hear_host(self) -> None:
        message = read_frame(self.session.host_in)
        if message is None:
            raise HostGone()
        if message.get("op") != "interrupt":
            raise BrokenCell("a request in the middle of a block")
        if message.get("id") == self.block:
            self._interrupt()

    def _interrupt(self) -> None:
        now = time.monotonic()
        if self.last is None:
            self.last = now + self.session.limits["graceMs"] / 1000
        self.next_interrupt = min(now + INTERRUPT_AGAIN_MS / 1000, self.last)
        self.session.signal(signal.SIGINT)

    def _is_due(self) -> bool:
        """Whether it has to be killed."""
        now = time.monotonic()
        if self.last is not None and now >= self.last:
            return True
        if now >= self.next_interrupt:
            self._interrupt()
        return False

    def _lose(self, taken: Taken, cause: str) -> tuple:
        self.session.kill()
        self._drain(taken)
        return "lost", cause

    def _drain(self, taken: Taken) -> None:
        """Nobody writes any more."""
        try:
            while self.session.read_all(taken):
                pass
        except MalformedFrame:
            pass

    def _gone(self, taken: Taken) -> tuple:
        self._drain(taken)
        status, _, _ = self.session.ended
        if self.session.oom.rose():
            return "lost", "memory"
        if not os.WIFSIGNALED(status):
            return "lost", "exit"
        if os.WTERMSIG(status) == signal.SIGKILL:
            raise BrokenCell("an interpreter was killed from outside")
        return "lost", "signal"
