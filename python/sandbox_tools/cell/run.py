"""One run: the descriptors it needs, the message that starts it, and what was seen of it when it had ended."""
from __future__ import annotations

import os
import socket

from sandbox_tools.box.limits import cpu_seconds
from sandbox_tools.box.record import LARGEST_RECORD, NONCE_BYTES, parse_records
from sandbox_tools.cell import memory_files
from sandbox_tools.cell import message_socket
from sandbox_tools.cell.judge import Observation
from sandbox_tools.cell.watch import BrokenCell, Watch

#: Program and test in a box each.
TWO_BOXES = ("data", "objects")
#: A checker only compares, but the values it decodes are the program's to choose.
CHECKER_CPU_FACTOR = 2
CHECKER_CPU_MS = 2_000
#: It holds what the program returned beside what the test makes itself. No more than the cell's memory group has for
#: all: what does not fit is then an error that the checker can tell, and not a kill.
CHECKER_MEMORY_FACTOR = 1.5


class Run:
    """`with` closes every descriptor, whatever happened."""

    def __init__(self, kind: str, request: dict):
        self.kind = kind
        self.limits = request["limits"]
        self.nonce = os.urandom(NONCE_BYTES)
        self.checker_cpu_ms = self.limits["cpuMs"] * CHECKER_CPU_FACTOR + CHECKER_CPU_MS
        # No more than a box needs: whatever the process that forks them has heard, a program may find in its memory.
        self.message = {
            "run": self.kind,
            "limits": {name: self.limits[name] for name in ("memoryMb", "processes", "outputBytes", "diskMb")},
            "cpuSeconds": cpu_seconds(self.checker_cpu_ms),
            "seed": request["seed"],
            "checkerMemoryMb": int(self.limits["memoryMb"] * CHECKER_MEMORY_FACTOR),
        }
        self.files = {}
        self.verdict = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for fd in self.files.values():
            os.close(fd)
        if self.verdict is not None:
            os.close(self.verdict)

    def _open_verdict(self) -> None:
        """Not a pipe: how much a pipe holds depends on how many pipes the programs of other cells have."""
        mine, theirs = socket.socketpair()
        mine.setblocking(False)
        self.verdict, self.files["verdict"] = mine.detach(), theirs.detach()

    def open_check(self, program: dict, test: bytes, compiled: bytes, known=None) -> None:
        """`program`: texts for the candidate's box; `test`: encoded ones for the checker's, which alone is given what is
        known of it: compiled, and `known` of references' answers. What it has learned lies in the same files then."""
        self.files["program"] = memory_files.make_texts(program)
        self.files["test"] = memory_files.make(self.nonce + test)
        self.files["output"] = memory_files.make()
        self._open_verdict()
        self.files["compiled"] = memory_files.make(compiled)
        if known is not None:
            self.files["known"] = memory_files.make(known)

    def open_shared(self, texts: dict) -> None:
        """`texts`: of program and test, which share a box."""
        self.files["program"] = memory_files.make_texts(texts, self.nonce)
        self.files["output"] = memory_files.make()
        self._open_verdict()

    def open_script(self, program: dict, stdin: bytes) -> None:
        self.files["program"] = memory_files.make_texts(program)
        self.files["input"] = memory_files.make(stdin)
        self.files["output"] = memory_files.make()
        self.files["errors"] = memory_files.make()

    def open_probe(self) -> None:
        self._open_verdict()

    def go(self, link, host_fd: int, group) -> "Ended":
        cpu_ms = {"candidate": self.limits["cpuMs"]}
        if self.kind in TWO_BOXES:
            cpu_ms["checker"] = self.checker_cpu_ms
        watch = Watch(link, host_fd, group, self.limits, cpu_ms)
        watch.outputs = [self.files[name] for name in ("output", "errors") if name in self.files]
        message_socket.send(link, self.message, list(self.files.values()))
        ended = watch.until_ended()
        self._require_setup()
        return ended

    def _require_setup(self) -> None:
        """A box that has not read its text never stood: nothing that a program has done."""
        for box, file in (("candidate", "program"), ("checker", "test")):
            if file in self.files and not memory_files.was_read(self.files[file]):
                raise BrokenCell("the %s's box did not come to stand" % box)

    def said(self) -> bytes:
        try:
            return os.read(self.verdict, LARGEST_RECORD)
        except BlockingIOError:
            return b""

    def observation(self, ended, out_of_memory: bool) -> Observation:
        """@raises BrokenCell when somebody outside has killed a box"""
        said = parse_records(self.said(), self.nonce) if self.verdict is not None else {}
        seen = Observation(
            ended.statuses,
            **said,
            stopped=ended.stopped,
            stopped_box=ended.stopped_box,
            crowded=ended.crowded,
            disk_full=ended.disk_full,
            output_full=ended.output_full,
            out_of_memory=out_of_memory,
            cpu_limits={"candidate": self.limits["cpuMs"], "checker": self.checker_cpu_ms},
        )
        if seen.killed_from_outside():
            raise BrokenCell("a box was killed from outside")
        return seen
