import os
import signal
import time


def spread():
    with open("/tmp/trace", "w") as file:
        file.write("x")
    os.makedirs("/tmp/deep/er")
    with open("/dev/shm/trace", "w") as file:
        file.write("x")
    for _ in range(3):
        if os.fork() == 0:
            os.setsid()
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            while True:
                time.sleep(1)
    return others()


def others():
    try:
        os.kill(-1, 0)
    except ProcessLookupError:
        return False
    return True


def traces():
    return others(), os.listdir("/tmp") + os.listdir("/dev/shm")


def add(a, b):
    return a + b
