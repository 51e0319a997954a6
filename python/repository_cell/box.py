"""The box of one job. Its first process waits for all that end in it and tells how the job's own did; that one becomes an
interpreter started anew: it has its own hash seed, and nothing of ours, nor of an earlier job's, in its memory."""
from __future__ import annotations

import gc
import json
import os
import signal
import struct

from sandbox_tools.box import enter
from sandbox_tools.box import filter as syscall_filter
from sandbox_tools.box.limits import apply_limits
from sandbox_tools.cell import namespaces
from repository_cell import seals
from repository_cell.guest_folder import RUN_JOB
from repository_cell.profiles import PROFILES

#: What each descriptor of the message is; the last two only where a job has a line.
KIND = ("told", "output", "errors", "said", "status", "fromHost", "toHost")
TOLD, SAID, FROM_HOST, TO_HOST, STATUS_FD, SEAL_FD = 3, 4, 5, 6, 7, 8
STATUS = struct.Struct("=i")
#: The first process is one of those that are counted, and not the job's.
OWN_PROCESSES = 1
NOT_STARTED = 127
HOME = "/tmp/home"
LONGEST_HEAD = 64 << 10


def _enter(setting, run: dict, given: dict, profile) -> None:
    """As a program's box, but for what the profile says. Without `_give_up_rights`, it may still mount."""
    limits = run["limits"]
    enter.be_ended_first(setting.proc_fd)
    namespaces.unshare(profile.namespaces)
    namespaces.map_ids(setting.proc_fd, setting.uid, setting.gid)
    profile.furnish(run["machinePython"])
    enter.mount_scratch(limits["diskMb"], limits["diskFiles"])
    names = ("output", "errors", "told", "said", "fromHost", "toHost", "status")
    enter.place_descriptors((None, *(given.get(name) for name in names)))
    os.setsid()
    counted = {**limits, "processes": limits["processes"] + OWN_PROCESSES, "openFiles": profile.open_files}
    apply_limits(counted, run["cpuSeconds"], setting.count_processes)


def _give_up_rights(setting, profile) -> None:
    namespaces.drop_capabilities()
    syscall_filter.install(profile.filter(setting))
    gc.enable()


def _head() -> dict:
    """The first line of what the job is told: how its interpreter is started. The rest is that one's to read."""
    line = b""
    while not line.endswith(b"\n"):
        part = os.read(TOLD, 1)
        if not part or len(line) > LONGEST_HEAD:
            raise ValueError("no head of a job")
        line += part
    return json.loads(line)


def _become(has_line: bool, seal) -> None:
    os.set_inheritable(STATUS_FD, False)
    if seal is not None:
        os.dup2(seal, SEAL_FD)
        # Also where it had this number before.
        os.set_inheritable(SEAL_FD, True)
    if not has_line:
        os.closerange(FROM_HOST, STATUS_FD)
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    head = _head()
    os.mkdir(HOME)
    interpreter = head["interpreter"]
    try:
        # Neither folders of a user or the machine nor any of their start-up files: what a job imports it says itself.
        os.execve(interpreter, [interpreter, "-s", "-S", "-B", RUN_JOB, head["job"]], head["environment"])
    except OSError as error:
        os.write(2, ("%s: %s\n" % (interpreter, error.strerror)).encode("utf-8", "replace"))


def job_box(setting, run: dict, given: dict) -> None:
    profile = PROFILES[run["walls"]]
    _enter(setting, run, given, profile)
    asked, asking = seals.line() if profile.seals else (None, None)
    if not profile.seals:
        _give_up_rights(setting, profile)
    # Nobody in a box can end its first process; by this one it could end itself.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    pid = os.fork()
    if pid == 0:
        try:
            if profile.seals:
                os.close(asked)
                _give_up_rights(setting, profile)
            _become("fromHost" in given, asking)
        finally:
            os._exit(NOT_STARTED)
    if profile.seals:
        os.close(asking)
        seals.answer(asked)
        _give_up_rights(setting, profile)
    # Whoever is left without a parent is this one's to wait for.
    while True:
        ended, status = os.wait()
        if ended == pid:
            os.write(STATUS_FD, STATUS.pack(status))
            os._exit(0)
