"""Takes archives from the host and has each unpacked by a process of its own, which has neither line nor descriptor to
anybody: what an archive does to its reader ends with that."""
from __future__ import annotations

import hashlib
import json
import os
import resource
import signal

from sandbox_tools.cell import namespaces
from repository_cell.host_wire import ARCHIVE
from repository_cell.unpack import Refused, unpack

PLACE = "/srv"
MEGABYTE = 1 << 20
READER_MEMORY = 1 << 30
READER_CPU_SECONDS = 600
LONGEST_ANSWER = 4_096


def apart(work, descriptors) -> int:
    """Runs `work` in a process of its own, with only standard descriptors and `descriptors`; its id."""
    parent = os.getpid()
    pid = os.fork()
    if pid != 0:
        return pid
    try:
        namespaces.die_with_parent(signal.SIGKILL)
        if os.getppid() != parent:
            os._exit(1)
        kept = sorted({0, 1, 2, *descriptors})
        for low, high in zip(kept, kept[1:] + [1 << 12]):
            os.closerange(low + 1, high)
        work()
        os._exit(0)
    finally:
        os._exit(1)


def _unpack_apart(reading: int, telling: int, place: str) -> None:
    resource.setrlimit(resource.RLIMIT_AS, (READER_MEMORY, READER_MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (READER_CPU_SECONDS, READER_CPU_SECONDS))
    try:
        with open(reading, "rb", MEGABYTE) as stream:
            answer = unpack(stream, place)
    except Refused as error:
        answer = {"refused": str(error)[:1_000]}
    os.write(telling, json.dumps(answer).encode("ascii"))


def _pump(wire, out: int):
    """Passes the archive on until its empty frame; its hash. Goes on reading when nobody takes it any more."""
    digest = hashlib.sha256()
    taken = True
    while True:
        frame = wire.next()
        if isinstance(frame, dict) or frame[0] != ARCHIVE:
            continue  # of a job that has ended
        data = frame[1]
        if not data:
            return digest.hexdigest()
        digest.update(data)
        try:
            view = memoryview(data) if taken else b""
            while view:
                view = view[os.write(out, view):]
        except BrokenPipeError:
            taken = False


def receive(wire, at: str) -> dict:
    """{sha256, entries, bytes} or {sha256, refused}. `at`: the folder below the cell's place; "" is that itself."""
    reading, writing = os.pipe()
    hearing, telling = os.pipe()
    place = os.path.join(PLACE, at) if at else PLACE
    pid = apart(lambda: _unpack_apart(reading, telling, place), (reading, telling))
    os.close(reading)
    os.close(telling)
    try:
        digest = _pump(wire, writing)
    finally:
        os.close(writing)
    said = b""
    while len(said) < LONGEST_ANSWER:
        part = os.read(hearing, LONGEST_ANSWER)
        if not part:
            break
        said += part
    os.close(hearing)
    os.waitpid(pid, 0)
    answer = json.loads(said) if said else {"refused": "its reader ended over it"}
    return {"sha256": digest, **answer}
