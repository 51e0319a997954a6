"""The controller's side of one job: starts its box, keeps the clocks, passes on what it says, and sees how it ended."""
from __future__ import annotations

import json
import os
import select
import socket
import sys
import time

from sandbox_tools.box import scratch
from sandbox_tools.box.limits import MEGABYTE
from sandbox_tools.cell import cpu_clock, memory_files, message_socket
from sandbox_tools.cell.watch import BrokenCell, heard_of_boxes, nap_ms
from repository_cell.box import STATUS
from repository_cell.ends import Seen, job_end, killed_from_outside
from repository_cell.host_wire import ANSWER, FILE, LINE, RECORD
from repository_cell.job_frames import Frames, MalformedFrame, error_told, file_name

#: Of each stream so much is kept, from its end.
KEPT_TAIL = 16 << 10
READ_BYTES = 1 << 16
#: So much of files and of the line may be under way to a host, or a box, that has not taken it yet.
WINDOW = 4 << 20
MOST_FILES = 16
LONGEST_END_SECONDS = 20.0
CPU_SECONDS = 1 << 30
ENVIRONMENT = {
    "HOME": "/tmp/home",
    "LANG": "C.UTF-8",
    "MALLOC_ARENA_MAX": "2",
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "PATH": "/usr/local/bin:/usr/bin:/bin",
    "TMPDIR": "/tmp",
    "TZ": "UTC",
}


class Tail:
    """The last of a stream, and how long it was."""

    def __init__(self):
        self.bytes = 0
        self._kept = b""

    def add(self, data: bytes) -> None:
        self.bytes += len(data)
        self._kept = (self._kept + data)[-KEPT_TAIL:]

    def told(self) -> dict:
        return {"text": self._kept.decode("utf-8", "replace"), "bytes": self.bytes, "truncated": self.bytes > len(self._kept)}


class _Poller:
    """Of descriptors that are of interest for a while."""

    def __init__(self):
        self._poller = select.poll()
        self._masks = {}

    def want(self, fd: int, mask: int) -> None:
        if self._masks.get(fd, 0) == mask:
            return
        self._masks[fd] = mask
        if mask:
            self._poller.register(fd, mask)
        else:
            self._poller.unregister(fd)

    def poll(self, timeout_ms: float) -> list:
        return [fd for fd, _ in self._poller.poll(timeout_ms)]


def _nonblocking_read(fd: int) -> bytes:
    try:
        return os.read(fd, READ_BYTES)
    except BlockingIOError:
        return b""


class Job:
    """`with` closes every descriptor. @raises HostGone, BrokenCell"""

    def __init__(self, controller, request: dict):
        self.link, self.wire, self.oom, self.group = controller.link, controller.wire, controller.oom, controller.group
        self.id, self.limits = request["id"], request["limits"]
        self._open = []
        #: What the box gets, by the names of its table.
        self.given = {"told": self._keep(memory_files.make(_told(request)))}
        self.output, self.errors, self.said = (self._reader(name) for name in ("output", "errors", "said"))
        mine, theirs = socket.socketpair()
        self.status, self.given["status"] = self._keep(mine.detach()), self._keep(theirs.detach())
        os.set_blocking(self.status, False)
        self.from_box = self.to_box = None
        if request["line"]:
            reading, self.to_box = os.pipe()
            self.given["fromHost"] = self._keep(reading)
            os.set_blocking(self._keep(self.to_box), False)
            self.from_box = self._reader("toHost")
        self.walls, self.machine_python = request["walls"], request["machinePython"]
        self.tails = {"stdout": Tail(), "stderr": Tail()}
        self.frames = Frames()
        self.tree = cpu_clock.Tree()
        self.said_last = self.stopped = self.ended = None
        self.record = b""
        self.crowded = self.disk_full = self.out_of_memory = False
        self.record_bytes = self.file_bytes = self.files = 0
        self.file_open = False
        #: Given to the host and not taken yet, by channel; and what the box has not read of its line.
        self.under_way = {FILE: 0, LINE: 0}
        self.for_box = bytearray()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for fd in self._open:
            os.close(fd)

    def _keep(self, fd: int) -> int:
        self._open.append(fd)
        return fd

    def _reader(self, name: str) -> int:
        reading, writing = os.pipe()
        self.given[name] = self._keep(writing)
        os.set_blocking(self._keep(reading), False)
        return reading

    # --- from its start to its end

    def run(self) -> dict:
        limits = self.limits
        message = {
            "run": "job",
            "walls": self.walls,
            "machinePython": self.machine_python,
            "limits": {
                **{name: limits[name] for name in ("memoryMb", "processes", "diskMb", "diskFiles")},
                # Of one file: its output is bounded where it is read.
                "outputBytes": limits["diskMb"] * MEGABYTE,
            },
            "cpuSeconds": CPU_SECONDS,
            "seed": 0,
        }
        self.oom.rose()
        self.group.restart()
        self.started = time.monotonic()
        names = ("told", "output", "errors", "said", "status", "fromHost", "toHost")
        message_socket.send(self.link, message, [self.given[name] for name in names if name in self.given])
        self._until_over()
        self.wall_ms = (time.monotonic() - self.started) * 1000
        self._drain()
        self.out_of_memory = self.oom.rose()
        if self.stopped != "asked" and not memory_files.was_read(self.given["told"]):
            raise BrokenCell("the box of a job did not come to stand")
        return self._answer()

    def _answer(self) -> dict:
        status, cpu_ms, ours = self.ended
        self.tree.used(max(cpu_ms, self.group.ms()))
        data = _nonblocking_read(self.status)
        seen = Seen(
            said=self.said_last,
            stopped=self.stopped,
            status=STATUS.unpack(data)[0] if len(data) == STATUS.size else None,
            killed=os.WIFSIGNALED(status) and not ours,
            out_of_memory=self.out_of_memory,
        )
        if killed_from_outside(seen):
            raise BrokenCell("the box of a job was killed from outside")
        end = job_end(seen)
        if end["kind"] == "finished":
            self.wire.pass_on(ANSWER, self.record)
        elif "detail" not in end and (self.crowded or self.disk_full):
            end["detail"] = "processes" if self.crowded else "disk"
        return {
            "end": end,
            **{name: tail.told() for name, tail in self.tails.items()},
            "cpuMs": round(self.tree.cpu_ms, 3),
            "wallMs": round(self.wall_ms, 3),
        }

    def _until_over(self) -> None:
        poller = _Poller()
        poller.want(self.link.fileno(), select.POLLIN)
        for fd in (self.output, self.errors, self.wire.host_in):
            poller.want(fd, select.POLLIN)
        next_look = time.monotonic()
        killed_at = None
        # What came together with the request is here already.
        self._hear_host()
        while self.ended is None:
            sending = select.POLLOUT if self.wire.waiting else 0
            poller.want(self.wire.host_out, sending)
            room = self.wire.waiting < WINDOW
            poller.want(self.said, select.POLLIN if room and self.under_way[FILE] < WINDOW else 0)
            if self.from_box is not None:
                poller.want(self.from_box, select.POLLIN if room and self.under_way[LINE] < WINDOW else 0)
                poller.want(self.to_box, select.POLLOUT if self.for_box else 0)
            ready = poller.poll(max(0.0, (next_look - time.monotonic()) * 1000))
            try:
                for fd in ready:
                    self._serve(fd)
            except MalformedFrame:
                self.said_last = ("malformed", None)
            now = time.monotonic()
            if killed_at is None and (self.said_last is not None or self.stopped is not None):
                killed_at = now
                message_socket.send(self.link, {"kill": True})
            if killed_at is not None:
                if now - killed_at > LONGEST_END_SECONDS:
                    raise BrokenCell("a box would not end")
                next_look = now + 1
            elif now >= next_look:
                next_look = now + self._look() / 1000

    def _look(self) -> float:
        """Keeps the clocks; how many ms nothing can go wrong."""
        limits = self.limits
        self.tree.look([process for _, process in cpu_clock.boxed_processes()])
        self.tree.used(self.group.ms())
        self.crowded = self.tree.threads > limits["processes"]
        cpu_left = limits["cpuMs"] - self.tree.cpu_ms
        wall_left = limits["wallMs"] - (time.monotonic() - self.started) * 1000
        if cpu_left <= 0 or wall_left <= 0:
            self._stop("cpu" if cpu_left <= 0 else "wall")
        return nap_ms(cpu_left, wall_left)

    def _stop(self, why: str) -> None:
        if self.stopped is None and self.said_last is None:
            self.stopped = why
            self.disk_full = any(scratch.is_full("/proc/%d/root" % pid) for pid in self.tree.living)

    def _serve(self, fd: int) -> None:
        if fd == self.link.fileno():
            return self._hear_link()
        if fd in (self.wire.host_in, self.wire.host_out):
            self.wire.send()
            self.wire.read()
            return self._hear_host()
        if fd == self.to_box:
            return self._feed_box()
        self._read_box(fd)

    def _hear_link(self) -> None:
        message = heard_of_boxes(self.link)
        if "ended" in message:
            self.ended = message["ended"]["candidate"]

    # --- the host

    def _hear_host(self) -> None:
        while True:
            frame = self.wire.take()
            if frame is None:
                return
            if not isinstance(frame, dict):
                self._hear_line(*frame)
            elif frame.get("op") == "stop":
                if frame.get("id") == self.id:
                    self._stop("asked")
            elif frame.get("op") == "taken":
                if frame.get("id") == self.id:
                    self.under_way[frame["channel"].encode("ascii")] -= frame["bytes"]
            else:
                raise BrokenCell("a request in the middle of a job")

    def _hear_line(self, channel: bytes, data: bytes) -> None:
        if channel != LINE or self.to_box is None:
            return
        if len(self.for_box) + len(data) > 2 * WINDOW:
            raise BrokenCell("the host fills the line of a job")
        self.for_box += data
        self._feed_box()

    def _feed_box(self) -> None:
        # The poll that says there is room may have been answered in the same round by what the host sent.
        if not self.for_box:
            return
        try:
            size = os.write(self.to_box, self.for_box[:READ_BYTES])
        except BlockingIOError:
            return
        del self.for_box[:size]
        self.wire.say({"id": self.id, "taken": size})

    # --- the box

    def _read_box(self, fd: int) -> int:
        data = _nonblocking_read(fd)
        if fd == self.from_box:
            if data and self.ended is None:
                self.under_way[LINE] += len(data)
                self.wire.pass_on(LINE, data)
        elif fd == self.said:
            for kind, body in self.frames.push(data):
                self._hear_box(kind, body)
        else:
            self.tails["stdout" if fd == self.output else "stderr"].add(data)
            self._count()
        return len(data)

    def _count(self) -> None:
        written = sum(tail.bytes for tail in self.tails.values())
        if written + self.record_bytes > self.limits["outputBytes"]:
            self._stop("output")

    def _hear_box(self, kind: bytes, body: bytes) -> None:
        """@raises MalformedFrame"""
        if self.said_last is not None or self.stopped is not None:
            return
        if kind in (b"r", b"E"):
            self.record_bytes += len(body)
            self._count()
            if self.stopped is not None:
                return
            if kind == b"r":
                self.wire.pass_on(RECORD, body)
            else:
                self.said_last, self.record = ("finished", None), body
        elif kind == b"X":
            self.said_last = ("raised", error_told(body))
        elif kind == b"F":
            self._begin_file(file_name(body))
        elif not self.file_open:
            raise MalformedFrame()
        elif kind == b"d":
            self.file_bytes += len(body)
            if self.file_bytes > self.limits["fileBytes"]:
                return self._stop("files")
            self.under_way[FILE] += len(body)
            self.wire.pass_on(FILE, body)
        else:
            self.file_open = False
            self.wire.say({"id": self.id, "fileEnd": True})

    def _begin_file(self, name: str) -> None:
        if self.file_open:
            raise MalformedFrame()
        self.files += 1
        if self.files > MOST_FILES:
            return self._stop("files")
        self.file_open = True
        self.wire.say({"id": self.id, "file": name})

    def _drain(self) -> None:
        """Nobody writes any more: there is no more of it than pipes hold."""
        try:
            for fd in (self.said, self.output, self.errors):
                while self._read_box(fd):
                    pass
        except MalformedFrame:
            self.said_last = self.said_last or ("malformed", None)


def _told(request: dict) -> bytes:
    head = {
        "job": request["job"],
        "interpreter": request.get("interpreter") or sys.executable,
        "environment": {**ENVIRONMENT, **request["environment"], "PYTHONHASHSEED": str(request["hashSeed"])},
    }
    return json.dumps(head).encode("ascii") + b"\n" + json.dumps(request["request"]).encode("ascii")
