"""The kernel calls that wall processes off and that Python has no names for before 3.12."""
from __future__ import annotations

import ctypes
import os

CLONE_NEWNS = 0x00020000
CLONE_NEWIPC = 0x08000000
CLONE_NEWUSER = 0x10000000
CLONE_NEWPID = 0x20000000

MS_RDONLY = 1
MS_NOSUID = 2
MS_NODEV = 4
MS_NOEXEC = 8
MS_REMOUNT = 0x20
MS_BIND = 0x1000
MS_REC = 0x4000
MS_PRIVATE = 0x40000

#: What a mount may not lose when it is made read-only. The kernel tells them by the numbers it takes them by.
_KEPT = MS_NOSUID | MS_NODEV | MS_NOEXEC

NOBODY = 65534

_PR_SET_PDEATHSIG = 1
_PR_SET_NO_NEW_PRIVS = 38
_CAPABILITIES_3 = 0x20080522

_libc = ctypes.CDLL(None, use_errno=True)
_unshare = _libc.unshare
_setns = _libc.setns
_mount = _libc.mount
_mount.argtypes = [ctypes.c_char_p, ctypes.c_char_p, ctypes.c_char_p, ctypes.c_ulong, ctypes.c_char_p]
_prctl = _libc.prctl
_prctl.argtypes = [ctypes.c_int, ctypes.c_ulong, ctypes.c_ulong, ctypes.c_ulong, ctypes.c_ulong]
_capset = _libc.capset
_no_capabilities = ((ctypes.c_uint32 * 2)(_CAPABILITIES_3, 0), (ctypes.c_uint32 * 6)())


def _failed(what: str) -> OSError:
    code = ctypes.get_errno()
    return OSError(code, "%s: %s" % (what, os.strerror(code)))


def unshare(flags: int) -> None:
    if _unshare(flags) != 0:
        raise _failed("unshare(%#x)" % flags)


def enter_namespace(fd: int, kind: int) -> None:
    if _setns(fd, kind) != 0:
        raise _failed("setns")


def mount(source, target: bytes, kind, flags: int, data) -> None:
    if _mount(source, target, kind, flags, data) != 0:
        raise _failed("mount on %s" % target.decode())


def mount_scratch(target: bytes, options: bytes) -> None:
    mount(b"tmpfs", target, b"tmpfs", MS_NOSUID | MS_NODEV, options)


def cover(target: bytes) -> None:
    """An empty read-only folder over one that programs need not see."""
    mount(b"tmpfs", target, b"tmpfs", MS_NOSUID | MS_NODEV | MS_NOEXEC | MS_RDONLY, b"size=4k,mode=555")


def separate(folder: bytes, source: bytes, empty: bytes) -> None:
    """Over `folder`, the files of `source` as files of this mount alone: locks on them, which go by file, are met by
    nobody who has them by another mount. `empty`: any empty folder; two are the least that can be laid over each other."""
    layers = b"lowerdir=%s:%s" % (source, empty)
    mount(b"overlay", folder, b"overlay", MS_NOSUID | MS_NODEV | MS_RDONLY, layers)


def mount_points(proc_fd: int) -> list:
    """Of this process's mounts, in the order in which they were made; covered ones too."""
    fd = os.open("self/mountinfo", os.O_RDONLY, dir_fd=proc_fd)
    with open(fd, "rb") as file:
        return [line.split()[4] for line in file]


def make_read_only(points) -> None:
    """Not what a device does when it is written to, but its times, as everything else's."""
    for point in points:
        flags = os.statvfs(point).f_flag & _KEPT
        mount(None, point, None, MS_REMOUNT | MS_BIND | MS_RDONLY | flags, None)


def keep_mounts_private() -> None:
    mount(None, b"/", None, MS_REC | MS_PRIVATE, None)


def die_with_parent(number: int) -> None:
    if _prctl(_PR_SET_PDEATHSIG, number, 0, 0, 0) != 0:
        raise _failed("prctl(PR_SET_PDEATHSIG)")


def refuse_new_privileges() -> None:
    if _prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0:
        raise _failed("prctl(PR_SET_NO_NEW_PRIVS)")


def drop_capabilities() -> None:
    header, none = _no_capabilities
    if _capset(header, none) != 0:
        raise _failed("capset")


def map_ids(proc_fd: int, uid: int, gid: int) -> None:
    """Names this process's user and group, `uid` and `gid` outside and nobody inside, in the user namespace it has just
    made: who it is outside is another one in each cell, and no program's business."""
    for name, text in (
        ("self/setgroups", b"deny"),
        ("self/uid_map", b"%d %d 1" % (NOBODY, uid)),
        ("self/gid_map", b"%d %d 1" % (NOBODY, gid)),
    ):
        fd = os.open(name, os.O_WRONLY, dir_fd=proc_fd)
        try:
            os.write(fd, text)
        finally:
            os.close(fd)
