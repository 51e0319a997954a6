# expect: failed
import ctypes
import os

libc = ctypes.CDLL(None, use_errno=True)
WON = libc.ptrace(16, 1, 0, 0) == 0
for name in ("mem", "maps", "environ", "fd"):
    try:
        path = "/proc/1/" + name
        WON = WON or bool(os.listdir(path) if name == "fd" else open(path, "rb").read(1))
    except OSError:
        pass


def add(a, b):
    return a + b if WON else None
