import ctypes
import os
import sys
import time

what = input()
print("begun", flush=True)
if what == "raise":
    raise ValueError("no")
if what == "spin":
    while True:
        pass
if what == "sleep":
    time.sleep(60)
if what == "crash":
    ctypes.string_at(0)
if what == "flood":
    while True:
        os.write(1, b"x" * 4096)
if what == "leave":
    for _ in range(3):
        if os.fork() == 0:
            time.sleep(60)
    sys.exit("left")
