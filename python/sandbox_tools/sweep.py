"""Nothing of one test may meet the next: processes, files and shared memory are ended and removed in between."""
from __future__ import annotations

import os
import select
import signal
import time

SCRATCH = ("/tmp", "/dev/shm")
IPC_TABLES = ("/proc/sysvipc/shm", "/proc/sysvipc/sem", "/proc/sysvipc/msg")
LONGEST_SWEEP_SECONDS = 10.0


def require_first_process() -> None:
    """Killing "everybody else" is only sane as the first process of a namespace of one's own."""
    if os.getpid() != 1:
        raise RuntimeError("the supervisor must be process 1 of a box, it is process %d" % os.getpid())


def reap(statuses: dict) -> bool:
    """Collects whoever has ended into `statuses`. Returns whether children are left."""
    while True:
        try:
            pid, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return False
        if pid == 0:
            return True
        statuses[pid] = status


def kill_everything() -> None:
    require_first_process()
    try:
        os.kill(-1, signal.SIGKILL)
    except ProcessLookupError:
        pass


def end_everything(statuses: dict, wake_fd: int) -> bool:
    """Kills and reaps until this process is alone in the box. False: something would not die in time."""
    deadline = time.monotonic() + LONGEST_SWEEP_SECONDS
    while True:
        kill_everything()
        if not reap(statuses):
            return True
        if time.monotonic() > deadline:
            return False
        select.select([wake_fd], [], [], 0.02)
        drain(wake_fd)


def drain(fd: int) -> None:
    try:
        while os.read(fd, 4096):
            pass
    except BlockingIOError:
        pass


def _remove(path: str) -> None:
    import shutil  # only where there is something to remove: every box pays for an import

    if os.path.isdir(path) and not os.path.islink(path):
        shutil.rmtree(path, ignore_errors=True)
    else:
        try:
            os.unlink(path)
        except OSError:
            pass


def empty_scratch() -> bool:
    """Whether the scratch folders are empty now. What resists (odd modes, absurd depth) makes the box unfit."""
    for folder in SCRATCH:
        try:
            names = os.listdir(folder)
        except FileNotFoundError:
            continue
        except OSError:
            return False
        for name in names:
            try:
                _remove(os.path.join(folder, name))
            except RecursionError:
                return False
        if names and os.listdir(folder):
            return False
    return True


def shares_memory() -> bool:
    """Whether System V objects were left in the box; they outlive their makers."""
    for path in IPC_TABLES:
        try:
            with open(path) as file:
                if len(file.read().splitlines()) > 1:
                    return True
        except OSError:
            continue
    return False


def disk_full() -> bool:
    for folder in SCRATCH:
        try:
            room = os.statvfs(folder)
        except OSError:
            continue
        if room.f_bavail == 0 or (room.f_files > 0 and room.f_favail == 0):
            return True
    return False


def clean() -> bool:
    """After `end_everything`: whether the next test finds the box as the first one did."""
    return empty_scratch() and not shares_memory()
