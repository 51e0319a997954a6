"""Walls around a box, put up by its own first process before it knows any text: own user, process and mount
namespaces, empty scratch folders, resource limits, no capabilities, the filter of system calls."""
from __future__ import annotations

import gc
import os

from sandbox_tools.box import filter as syscall_filter
from sandbox_tools.box.limits import MEGABYTE, apply_limits
from sandbox_tools.box.scratch import SCRATCH
from sandbox_tools.cell import namespaces

MOST_FILES = 4096
WORK_FOLDER = "/tmp"
#: Before the process that makes boxes, and long before the one that judges, the kernel ends a box for memory: also
#: when what fills the memory, such as unread sockets, is counted as no process's.
ENDED_FIRST = b"1000"
HIGHEST_DESCRIPTOR = 256


class Setting:
    """What is the same for all boxes of a cell, made once."""

    def __init__(self, proc_fd: int, user: tuple, prepared_filter, count_processes: bool, own_files: bool):
        self.proc_fd = proc_fd
        self.uid, self.gid = user
        self.filter = prepared_filter
        self.count_processes = count_processes
        self.own_files = own_files


def place_descriptors(table) -> None:
    """`table[n]` becomes descriptor n; every other one is closed. None leads nowhere, and is opened anew: flags of an
    inherited one, and locks held by it, would be there for the next box."""
    nowhere = os.open("/dev/null", os.O_RDWR)
    for number, fd in enumerate(table):
        os.dup2(nowhere if fd is None else fd, number)
    os.closerange(len(table), HIGHEST_DESCRIPTOR)


def mount_scratch(disk_mb: int, most_files: int = MOST_FILES) -> None:
    options = b"size=%d,nr_inodes=%d,mode=1777" % (disk_mb * MEGABYTE, most_files)
    for folder in SCRATCH:
        namespaces.mount_scratch(folder.encode(), options)
    os.chdir(WORK_FOLDER)


def be_ended_first(proc_fd: int) -> None:
    fd = os.open("self/oom_score_adj", os.O_WRONLY, dir_fd=proc_fd)
    os.write(fd, ENDED_FIRST)
    os.close(fd)


def enter(setting: Setting, run: dict, table) -> None:
    """Afterwards nothing but the descriptors in `table` leads outside. `run`: {limits, cpuSeconds}."""
    limits = run["limits"]
    be_ended_first(setting.proc_fd)
    namespaces.unshare(namespaces.CLONE_NEWUSER | namespaces.CLONE_NEWNS)
    namespaces.map_ids(setting.proc_fd, setting.uid, setting.gid)
    mount_scratch(limits["diskMb"])
    place_descriptors(table)
    os.setsid()
    apply_limits(limits, run["cpuSeconds"], setting.count_processes)
    namespaces.drop_capabilities()
    syscall_filter.install(setting.filter)
    gc.enable()
