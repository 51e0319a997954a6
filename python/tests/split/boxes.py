"""A candidate and a checker in two forked processes, joined as in a cell but without walls."""
from __future__ import annotations

import json
import os
import resource
import select
import signal
import socket
import time

from sandbox_tools.box.hidden import hide_tools
from sandbox_tools.box.programs import LEVELS
from sandbox_tools.split import candidate, checker


def _silence() -> None:
    null = os.open("/dev/null", os.O_RDWR)
    for fd in (0, 1, 2):
        os.dup2(null, fd)


def _fork(work) -> int:
    pid = os.fork()
    if pid == 0:
        try:
            _silence()
            work()
        finally:
            os._exit(0)
    return pid


def _read_all(fd: int, seconds: float) -> bytes:
    deadline, parts = time.monotonic() + seconds, []
    while True:
        ready, _, _ = select.select([fd], [], [], max(0.0, deadline - time.monotonic()))
        part = os.read(fd, 65536) if ready else b""
        if not part:
            return b"".join(parts)
        parts.append(part)


def _check_against(peer, job: dict, level: str, seconds: float, memory=None) -> dict:
    """The checker's answer with another process at the other end, and what it called decided before; {"kind": None}
    when it did not come in time."""
    mine, theirs = socket.socketpair()
    reading, writing = os.pipe()

    def answer():
        os.close(reading)
        mine.close()
        peer(theirs.detach())

    def ask():
        theirs.close()
        if memory is not None:
            resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
        tell({"answer": checker.check(job, mine.detach(), LEVELS[level][1], lambda said: tell({"decided": said}))})

    def tell(said):  # at once: what comes after may never end
        os.write(writing, (json.dumps(said) + "\n").encode())

    def answer_alone():
        os.close(writing)
        answer()

    pids = (_fork(answer_alone), _fork(ask))
    mine.close()
    theirs.close()
    os.close(writing)
    data = _read_all(reading, seconds)
    os.close(reading)
    for pid in pids:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
    said = [json.loads(line) for line in data.splitlines()]
    answers = [one["answer"] for one in said if "answer" in one] or [{"kind": None}]
    return {**answers[0], "decided": [one["decided"] for one in said if "decided" in one]}


def job_of(test, setup="", entry="f") -> dict:
    return {"test": test, "setup": setup, "entryPoint": entry}


def frame(tree) -> bytes:
    data = json.dumps(tree).encode()
    return len(data).to_bytes(4, "big") + data


def judge(program, test, setup="", entry="f", memory=None, seconds=10.0, checker_memory=None, level="data") -> dict:
    """The verdict about one test of one program. `memory`, `checker_memory`: address space of each side, bytes."""

    def serve(fd):
        if memory is not None:
            resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
        hide_tools()
        candidate.serve(program, fd, LEVELS[level][0])

    return _check_against(serve, job_of(test, setup, entry), level, seconds, checker_memory)


def judge_frames(frames, test="f(1)\nf(2)", seconds=5.0, level="data") -> dict:
    """The verdict when the other end sends `frames`, one for each request, and then closes."""

    def serve(fd):
        for frame in frames:
            if not os.read(fd, 1 << 16):
                return
            while frame:
                frame = frame[os.write(fd, frame) :]

    return _check_against(serve, job_of(test), level, seconds)
