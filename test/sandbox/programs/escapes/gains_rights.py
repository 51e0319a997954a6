# expect: failed
import ctypes
import os
import resource

libc = ctypes.CDLL(None)
WON = libc.unshare(0x10000000) == 0 or libc.mount(b"x", b"/tmp", b"tmpfs", 0, None) == 0
for change in (lambda: os.setuid(0), lambda: os.chroot("/tmp"), lambda: os.mknod("/tmp/d", 0o60666, os.makedev(254, 0))):
    try:
        change()
        WON = True
    except OSError:
        pass
for limit in (resource.RLIMIT_AS, resource.RLIMIT_CPU, resource.RLIMIT_FSIZE):
    try:
        resource.setrlimit(limit, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        WON = True
    except (OSError, ValueError):
        pass


def add(a, b):
    return a + b if WON else None
