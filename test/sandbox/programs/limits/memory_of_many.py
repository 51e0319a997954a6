# expect: memory-limit, killed-by-signal, passed, timed-out
# Twelve children below the limit of one process each, far above that of the tree.
import os
import time

for _ in range(12):
    if os.fork() == 0:
        hoard = bytearray(150 << 20)
        for offset in range(0, len(hoard), 4096):
            hoard[offset] = 1
        time.sleep(30)
        os._exit(0)
time.sleep(1)


def add(a, b):
    return a + b
